"""Everything that survives a restart, in one database."""

from .operating import Operating
from .pages import Pages
from .people.accounts import Accounts
from .people.familiar_rows import FamiliarRows
from .people.look_rows import LookRows
from .people.neighbours import Neighbours
from .people.notice_rows import NoticeRows
from .people.passkey_rows import PasskeyRows
from .people.people import People
from .people.profile_rows import ProfileRows
from .people.push_rows import PushRows
from .people.recovering import Recovering
from .tables import meeting as meeting  # its tables are among those of the file
from .tables.games import Games
from .tables.tournament_rows import TournamentRows
from .tables.wish_rows import WishRows


class Storage(
    People,
    Accounts,
    Recovering,
    FamiliarRows,
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
