"""What can come about in more than one 18xx title. Money that changes hands is told by `Paid`."""

from typing import ClassVar

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import Owner
from stellwerk.play.core import Beginning, Event
from stellwerk.play.runs import RunIncome, TrainRan


class StockRoundBegan(Beginning, frozen=True):
    number: int
    first: int


class StockRoundEnded(Event, frozen=True):
    number: int
    next_first: int


class OperatingRoundBegan(Beginning, frozen=True):
    number: int
    index: int
    of: int


class OperatingRoundEnded(Event, frozen=True):
    number: int
    index: int


class PlayerPassed(Event, frozen=True):
    idle: ClassVar[bool] = True

    seat: int


class OrderChanged(Event, frozen=True):
    """The players act in another order from now on."""

    order: tuple[int, ...]


class PaperBought(Event, frozen=True):
    seat: int
    paper: str
    price: int


class CertificateReceived(Event, frozen=True):
    """A share that came free with a paper or in exchange for one."""

    seat: int
    company: str
    percent: int
    director: bool
    paper: str


class ShareBought(Event, frozen=True):
    seat: int
    company: str
    percent: int
    director: bool
    source: Owner
    price: int


class SharesSold(Event, frozen=True):
    seat: int
    company: str
    papers: tuple[int, ...]
    proceeds: int


class DirectorChanged(Event, frozen=True):
    company: str
    old: Owner
    new: int
    papers: tuple[int, ...]


class Floated(Event, frozen=True):
    company: str
    capital: int


class PriceMoved(Event, frozen=True):
    company: str
    old: int
    old_field: Field
    new: int
    new_field: Field
    cause: str


class CompanyActs(Beginning, frozen=True):
    idle: ClassVar[bool] = True

    company: str
    seat: int


class TileLaid(Event, frozen=True):
    company: str
    hex: str
    tile: str
    rotation: int
    cost: int
    permit: str


class StationBuilt(Event, frozen=True):
    company: str
    hex: str
    city: int
    cost: int
    permit: str


class HomeChosen(Event, frozen=True):
    company: str
    hex: str
    city: int


class RouteRun(TrainRan, frozen=True):
    """One train's route: the stops as hex and city with their values, and the hex sides it used."""


class Earned(RunIncome, frozen=True):
    """The income of a company's whole run."""


class PaidOut(Event, frozen=True):
    company: str
    income: int


class Withheld(Event, frozen=True):
    company: str
    income: int


class TrainBought(Event, frozen=True):
    company: str
    train: str
    source: str
    price: int
    helped: int


class TrainTradedIn(Event, frozen=True):
    """A train was given in for another, which is cheaper for that."""

    company: str
    train: str


class OfferMade(Event, frozen=True):
    company: str
    seller: str
    train: str
    price: int


class OfferAnswered(Event, frozen=True):
    company: str
    seller: str
    train: str
    price: int
    accepted: bool


class PhaseBegan(Event, frozen=True):
    phase: str
    train: str


class TrainsScrapped(Event, frozen=True):
    train: str


class TrainDiscarded(Event, frozen=True):
    company: str
    train: str


class PrivateClosed(Event, frozen=True):
    paper: str


class BankBroken(Event, frozen=True):
    pass


class GameEnded(Event, frozen=True):
    worth: tuple[int, ...]
