"""Readers of other programs' game records."""
