"""What can be decided in 1881 and not in other 18xx titles."""

from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuildStation,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    OfferForTrain,
    SellShares,
    TakePapers,
)
from stellwerk.play.core import Action, Pass
from stellwerk.play.runs import RunTrains


class SealBid(Action, frozen=True):
    """Put money into the envelope; nobody sees how much before all have done so."""

    amount: int


class OfferForDepot(Action, frozen=True):
    """Offer another company a price for its depot in a station."""

    company: str
    hex: str
    seller: str
    price: int


class PlaceDepot(Action, frozen=True):
    """Choose where a start depot of the S-Bahn stands."""

    company: str
    hex: str


class BuySbahnShare(Action, frozen=True):
    """A tram company buys the S-Bahn's next share, or one from the pool."""

    company: str
    source: str


class SellSbahnShares(Action, frozen=True):
    """Sell ordinary S-Bahn shares and seats on its board, by their numbers; without `company` the player's own."""

    company: str
    shares: int
    seats: tuple[int, ...] = ()


class GiveForChair(Action, frozen=True):
    """Give ordinary S-Bahn shares, and seats on its board by their numbers, for the chair's paper."""

    shares: int
    seats: tuple[int, ...] = ()


class TakeProvision(Action, frozen=True):
    """Take the provision out of the purse of a network of the S-Bahn."""

    company: str


class BuyOnCredit(Action, frozen=True):
    """A tram company buys a tram that it pays later."""

    company: str
    train: str
    source: str


class Veto(Action, frozen=True):
    """A member of the board objects to what the chair is about to do."""


class Vote(Action, frozen=True):
    """A member of the board votes for what the chair is about to do, or against it."""

    agree: bool


ACTIONS: tuple[type[Action], ...] = (
    Pass,
    SealBid,
    BuyShare,
    SellShares,
    TakePapers,
    LayTile,
    BuildStation,
    OfferForDepot,
    AnswerOffer,
    PlaceDepot,
    RunTrains,
    Dividend,
    BuyTrain,
    OfferForTrain,
    DiscardTrain,
    BuySbahnShare,
    SellSbahnShares,
    Veto,
    Vote,
    GiveForChair,
    TakeProvision,
    BuyOnCredit,
)
