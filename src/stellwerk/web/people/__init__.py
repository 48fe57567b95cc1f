"""Pages of people: accounts, passkeys, looks, profiles, all my games."""
