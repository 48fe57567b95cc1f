"""Everything that survives a restart, in one database."""

from . import meeting as meeting  # its tables are among those of the file
from .accounts import Accounts
from .games import Games
from .look_rows import LookRows
from .neighbours import Neighbours
from .notice_rows import NoticeRows
from .operating import Operating
from .pages import Pages
from .passkey_rows import PasskeyRows
from .people import People
from .profile_rows import ProfileRows
from .push_rows import PushRows
from .recovering import Recovering
from .tournament_rows import TournamentRows
from .wish_rows import WishRows


class Storage(
    People,
    Accounts,
    Recovering,
    Neighbours,
    Operating,
    NoticeRows,
    LookRows,
    PasskeyRows,
    PushRows,
    Games,
    Pages,
    WishRows,
    ProfileRows,
    TournamentRows,
):
    """People, their accounts, games and kept pages."""
