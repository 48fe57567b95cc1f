"""What is kept, in one SQLite file: people, games, seats, the log of every game."""
