"""Track, depots and the networks that they make."""
