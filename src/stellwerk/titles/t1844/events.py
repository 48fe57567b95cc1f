"""What can come about in 1844 and in no other title. Money that changes hands is told by `Paid`."""

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Event


class AuctionBegan(Event, frozen=True):
    lot: str
    opener: int
    minimum: int


class PrivateSold(Event, frozen=True):
    lot: str
    seat: int
    price: int


class TunnelBought(Event, frozen=True):
    seat: int
    paper: str
    price: int


class MountainBought(Event, frozen=True):
    seat: int
    paper: str
    hex: str
    values: tuple[int, ...]
    price: int


class DestinationReached(Event, frozen=True):
    company: str
    hex: str
    premium: int


class TunnelOpened(Event, frozen=True):
    """A train has run through a tunnel for the first time: it earns from the next operating round on."""

    paper: str
    owner: Owner
    hex: str


class MountainOpened(Event, frozen=True):
    """A train has visited a mountain railway for the first time."""

    paper: str
    owner: Owner
    hex: str


class FurkaLaid(Event, frozen=True):
    owner: Owner
    payment: int


class EvaGiven(Event, frozen=True):
    seat: int
    company: str


class TrainsTurned(Event, frozen=True):
    """All trains of a kind have become H trains."""

    train: str
    into: str


class LoanTaken(Event, frozen=True):
    seat: int
    company: str
    amount: int
    debt: int


class LoanRepaid(Event, frozen=True):
    seat: int
    amount: int
    debt: int


class InterestAdded(Event, frozen=True):
    seat: int
    interest: int
    debt: int


class SbbFounded(Event, frozen=True):
    companies: tuple[str, ...]
    cash: int
    trains: tuple[str, ...]
    director: int | None


class SharesExchanged(Event, frozen=True):
    """A player's shares of one company have become shares of the SBB; the difference is paid or gained."""

    seat: int
    company: str
    percent: int
    gains: int


class MarkerKept(Event, frozen=True):
    hex: str
    city: int
