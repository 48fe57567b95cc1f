"""What can come about in 1873 and not in other 18xx titles."""

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Event
from stellwerk.play.runs import Income


class PremiumSettled(Event, frozen=True):
    """Players have bid for the premium with which the first auction begins."""

    premium: int


class PremiumFell(Event, frozen=True):
    premium: int


class LotBought(Event, frozen=True):
    """A work, a concession or a purchase option has been bought or won in an auction."""

    seat: int
    lot: str
    price: int


class ConcessionAwake(Event, frozen=True):
    company: str


class ConcessionReturned(Event, frozen=True):
    """A concession went back unused."""

    seat: int
    company: str


class ConcessionRetired(Event, frozen=True):
    """A concession has left the game: the director is now who holds most."""

    company: str


class OptionLapsed(Event, frozen=True):
    seat: int
    company: str


class RailwayFounded(Event, frozen=True):
    seat: int
    company: str
    price: int
    shares: int


class WorksFounded(Event, frozen=True):
    seat: int
    company: str
    works: tuple[str, str]
    price: int
    capital: int


class MergerProposed(Event, frozen=True):
    """A player asks another for his work, to found a company together."""

    seat: int
    company: str
    works: tuple[str, str]


class MergerAnswered(Event, frozen=True):
    seat: int
    company: str
    works: tuple[str, str]
    accepted: bool


class TrustEnded(Event, frozen=True):
    company: str
    seat: int
    shares: int
    price: int


class RouteBuilt(Event, frozen=True):
    """A railway has built, or found built, its concession route, and paid for all of it."""

    company: str
    cost: int


class Connected(Event, frozen=True):
    """Works from which track leads to the outside now."""

    works: tuple[str, ...]


class MarkersTurned(Event, frozen=True):
    """Markers of a railway have been turned to their active or their inactive side."""

    company: str
    hexes: tuple[str, ...]
    active: bool


class MarkerReturned(Event, frozen=True):
    """An inactive marker made room for another railway's."""

    company: str
    hex: str


class SwitchersAssigned(Event, frozen=True):
    company: str
    at: tuple[tuple[str, str], ...]


class Produced(Income, frozen=True):
    """Work by work: machine, income by the machine, switcher, what that added, upkeep of both.

    A work without track to the outside earns the same with any machine and switcher: these are 0.
    """

    owner: str
    works: tuple[tuple[str, int, int, int, int, int], ...]
    extra: int
    income: int
    upkeep: int

    def earned(self) -> tuple[str, int]:
        return self.owner, self.income


class Maintained(Event, frozen=True):
    """What a railway earned, and what it paid for the upkeep of locomotives and switchers."""

    company: str
    income: int
    upkeep: int


class HalfPaid(Event, frozen=True):
    company: str
    kept: int
    paid: int


class WorkClosed(Event, frozen=True):
    """A work has been closed: unsold, by its owner's wish or by force. Its owner got its capital."""

    work: str
    owner: Owner
    capital: int
    forced: bool


class OfferForWorkMade(Event, frozen=True):
    company: str
    work: str
    price: int


class OfferForWorkAnswered(Event, frozen=True):
    company: str
    work: str
    price: int
    accepted: bool


class WorkJoined(Event, frozen=True):
    company: str
    work: str
    seller: Owner
    price: int
    capital: int


class MachineBought(Event, frozen=True):
    owner: str
    size: int
    works: tuple[str, ...]
    price: int


class EngineScrapped(Event, frozen=True):
    owner: str
    train: str


class SharesIssued(Event, frozen=True):
    """Shares have been split, and new ones lie in the company's field."""

    company: str
    size: int
    number: int


class ExternalRenewed(Event, frozen=True):
    """The MHE took the next locomotive from the bank."""

    company: str
    train: str


class RailcarsOnSale(Event, frozen=True):
    pass


class Insolvent(Event, frozen=True):
    """A company cannot pay: a compulsory locomotive, or upkeep."""

    company: str
    cause: str
    missing: int


class SharesForfeited(Event, frozen=True):
    company: str
    seat: int
    percent: int


class SharesPlaced(Event, frozen=True):
    """The bank paid a company for shares and put them into the pool; `split` if they were new."""

    company: str
    size: int
    number: int
    split: bool


class GrantPaid(Event, frozen=True):
    company: str
    amount: int


class Reorganised(Event, frozen=True):
    company: str
