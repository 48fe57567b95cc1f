"""What can come about in 1835 and in no other title. Money that changes hands is told by `Paid`."""

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Event


class PrussiaFounded(Event, frozen=True):
    seat: Owner
    capital: int


class Merged(Event, frozen=True):
    """A Vorpreußische joined Preußen with its money, trains and marker."""

    paper: str
    cash: int
    trains: tuple[str, ...]
    hex: str
    marker_stays: bool


class BankruptPlayerLeft(Event, frozen=True):
    """The others play on; the bank advances what his company lacks for its train."""

    seat: int
    company: str
    advance: int


class DebtRepaid(Event, frozen=True):
    company: str
    amount: int
    left: int
