"""What can come about in 1881 and not in other 18xx titles."""

from typing import ClassVar

from stellwerk.bank.papers import Owner
from stellwerk.play.core import Action, Event
from stellwerk.play.secrets import Revealed


class EnvelopeSealed(Event, frozen=True):
    seat: int


class EnvelopesOpened(Revealed, frozen=True):
    """All bids by seat, the order they make, and what each player has after the exchange."""

    bids: tuple[int, ...]
    order: tuple[int, ...]
    cash: tuple[int, ...]


class TramPassed(Event, frozen=True):
    """The Tram goes to the player who begins the next round."""

    seat: int


class CompanyOpened(Event, frozen=True):
    company: str
    seat: int


class TerrainBonus(Event, frozen=True):
    company: str
    hex: str
    amount: int


class PeripheryJoined(Event, frozen=True):
    """A station at the edge has been joined to the centre."""

    company: str
    hex: str
    amount: int


class DepotOffered(Event, frozen=True):
    company: str
    seller: str
    hex: str
    price: int


class DepotAnswered(Event, frozen=True):
    company: str
    seller: str
    hex: str
    price: int
    accepted: bool


class DepotTaken(Event, frozen=True):
    company: str
    seller: str
    hex: str
    price: int
    cost: int


class DepotPlaced(Event, frozen=True):
    company: str
    hex: str


class BonusEarned(Event, frozen=True):
    company: str
    amount: int
    kept: bool


class CompanyBankrupt(Event, frozen=True):
    company: str


class NetworkBegan(Event, frozen=True):
    """A part of the S-Bahn begins under its own board member."""

    network: str
    owner: Owner
    capital: int


class NetworkJoined(Event, frozen=True):
    """A part of the S-Bahn has become part of the main network, with trains and money."""

    network: str
    cause: str
    money: int
    trains: tuple[str, ...]


class ChairChanged(Event, frozen=True):
    """The new chair gives so many ordinary shares and these seats for the paper."""

    old: Owner
    new: Owner
    shares: int
    seats: tuple[int, ...]


class ProvisionPaid(Event, frozen=True):
    network: str
    owner: Owner
    amount: int


class ProvisionLeft(Event, frozen=True):
    """Who might have taken the provision leaves it in the purse."""

    network: str
    owner: Owner
    amount: int


class SbahnSettled(Event, frozen=True):
    """All networks have run: what they pay out together, and how many paid out and saved."""

    total: int
    paid: int
    saved: int


class CompanyBoughtShare(Event, frozen=True):
    """A tram company has bought a share of the S-Bahn for itself."""

    company: str
    percent: int
    director: bool
    source: str
    price: int


class CompanySoldShares(Event, frozen=True):
    company: str
    papers: tuple[int, ...]
    proceeds: int


class Proposed(Event, frozen=True):
    """The chair is about to do something that the board may object to."""

    seat: int
    action: Action


class Vetoed(Event, frozen=True):
    seat: int


class BoardVoted(Event, frozen=True):
    agreed: int
    against: int
    done: bool


class BoughtOnCredit(Event, frozen=True):
    company: str
    train: str
    owes: int


class CreditPaid(Event, frozen=True):
    company: str
    train: str
    amount: int


class PaymentNoted(Event, frozen=True):
    """The bank could not pay this any more."""

    befalls: ClassVar[bool] = True
    owner: Owner
    amount: int
    purpose: str
