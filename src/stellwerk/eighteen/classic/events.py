"""What can come about in titles of the 1830 kind."""

from stellwerk.play.core import Event


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


class TrainExported(Event, frozen=True):
    train: str


class WentBankrupt(Event, frozen=True):
    """A director cannot pay the train that his company must have, and the game ends."""

    seat: int
    company: str
