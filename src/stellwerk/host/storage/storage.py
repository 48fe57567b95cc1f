"""Everything that survives a restart, in one file."""

from . import meeting as meeting  # its tables are among those of the file
from .games import Games
from .pages import Pages
from .people import People


class Storage(People, Games, Pages):
    """People, games and kept pages."""
