"""Railway board games by their full rules."""
