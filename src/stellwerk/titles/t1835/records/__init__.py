"""Other programs' games of 1835."""
