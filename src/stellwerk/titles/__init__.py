"""One package a game: its data files and its rules."""
