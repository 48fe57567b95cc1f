"""What is kept, on disk and in memory, and what becomes of damage."""
