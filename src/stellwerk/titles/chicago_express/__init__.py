"""Chicago Express: railway shares and track from the east coast to Chicago, by John Bohrer (Queen Games 2008)."""

from .title import TITLE

__all__ = ["TITLE"]
