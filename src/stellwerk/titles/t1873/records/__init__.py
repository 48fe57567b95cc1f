"""Other programs' games of 1873."""
