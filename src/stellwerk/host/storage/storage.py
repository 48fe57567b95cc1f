"""Everything that survives a restart, in one database."""

from . import meeting as meeting  # its tables are among those of the file
from .accounts import Accounts
from .games import Games
from .neighbours import Neighbours
from .notice_rows import NoticeRows
from .operating import Operating
from .pages import Pages
from .people import People


class Storage(People, Accounts, Neighbours, Operating, NoticeRows, Games, Pages):
    """People, their accounts, games and kept pages."""
