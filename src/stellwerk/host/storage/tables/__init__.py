"""What is kept of tables: games with their log, and what people leave beside their moves."""
