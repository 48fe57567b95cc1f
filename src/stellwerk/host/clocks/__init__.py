"""Clocks of games, who keeps them, and what is done when time is up."""
