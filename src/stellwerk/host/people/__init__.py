"""People: guests and accounts, how they come in, what they show of themselves, how they stand."""
