"""Other programs' games of 1844."""
