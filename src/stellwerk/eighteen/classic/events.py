"""What can come about in titles of the 1830 kind."""

from stellwerk.play.core import Event


class PrivateSold(Event, frozen=True):
    """In the auction."""

    paper: str
    seat: int
    price: int


class AuctionBegan(Event, frozen=True):
    """Several have bid for what is next."""

    paper: str
    first: int
    minimum: int


class PriceReduced(Event, frozen=True):
    paper: str
    price: int


class CompanyStarted(Event, frozen=True):
    seat: int
    company: str
    par: int
    cost: int


class HomePlaced(Event, frozen=True):
    company: str
    hex: str


class PrivateBought(Event, frozen=True):
    company: str
    private: str
    price: int


class WentBankrupt(Event, frozen=True):
    seat: int
    company: str
