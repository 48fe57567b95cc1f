"""Hex geometry, tile notation, laid track and its network."""
