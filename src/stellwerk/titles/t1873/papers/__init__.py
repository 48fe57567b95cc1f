"""Works, concessions and shares: how players come by them, and what is founded with them."""
