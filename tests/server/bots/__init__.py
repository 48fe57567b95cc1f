"""Bots that move, and the processes in which they think."""
