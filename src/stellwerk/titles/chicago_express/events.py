"""What can come about in Chicago Express. Money that changes hands is told by `Paid`."""

from stellwerk.play.core import Event


class AuctionBegan(Event, frozen=True):
    company: str
    opener: int
    minimum: int


class ShareSold(Event, frozen=True):
    """A share went to a player; `price` 0 is the opener's free share of the opening auctions."""

    seat: int
    company: str
    price: int


class ShareUnsold(Event, frozen=True):
    company: str


class StartPlayerFound(Event, frozen=True):
    seat: int


class DialTurned(Event, frozen=True):
    """A player chose an action: its pointer stands at `place`, on red or not."""

    seat: int
    dial: str
    place: int
    red: bool


class ActionWasted(Event, frozen=True):
    seat: int
    dial: str


class TrackBuilt(Event, frozen=True):
    seat: int
    company: str
    hex: str
    cost: int


class IncomeRose(Event, frozen=True):
    company: str
    by: int
    income: int


class HexDeveloped(Event, frozen=True):
    """A house was put on a hex."""

    seat: int
    hex: str
    houses_left: int


class IndustryRose(Event, frozen=True):
    """The marker of an industry city moved on; nobody's action moves Detroit's."""

    hex: str
    value: int
    seat: int | None


class DividendPhaseBegan(Event, frozen=True):
    number: int


class DividendPaid(Event, frozen=True):
    """What each share of a company earned; `occasion` is general or chicago."""

    company: str
    occasion: str
    income: int
    shares: int
    a_share: int


class DialsReset(Event, frozen=True):
    pass


class ChicagoReached(Event, frozen=True):
    seat: int
    company: str


class CompanyOpened(Event, frozen=True):
    company: str
    hex: str
    income: int


class GameEnded(Event, frozen=True):
    """The last dividend was paid: the conditions of the end that were met, cash by seat, who shares the win."""

    conditions: tuple[str, ...]
    cash: tuple[int, ...]
    winners: tuple[int, ...]
