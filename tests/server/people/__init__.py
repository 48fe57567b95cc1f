"""Who comes: accounts, guests, keys, names, notices, limits, operators."""
