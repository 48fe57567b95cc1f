"""What is kept of people: names and keys, accounts, what they show and want."""
