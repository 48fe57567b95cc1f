"""What is kept in memory and of pages, within bounds."""
