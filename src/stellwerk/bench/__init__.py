"""Measurements; nothing else in the program depends on them."""
