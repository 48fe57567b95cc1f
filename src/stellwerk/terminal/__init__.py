"""A game at one terminal: menus, screens and the session that joins them. No title is known here."""
