"""How much of the server a visitor, a person and an address may use."""
