"""What people do at a table, before it and after it."""
