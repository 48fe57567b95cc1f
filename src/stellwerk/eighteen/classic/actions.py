"""What can be decided in titles of the 1830 kind, beside what all 18xx titles know."""

from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass
from stellwerk.play.runs import RunTrains

from ..actions import (
    AnswerOffer,
    BuildStation,
    BuyShare,
    BuyTrain,
    ChooseHome,
    DiscardTrain,
    Dividend,
    LayTile,
    OfferForTrain,
    SellShares,
    TakePapers,
)


class BuyPaper(Action, frozen=True):
    """Buy the private railway that is next in the auction at its price."""

    paper: str


class BidFor(Action, frozen=True):
    """Bid for a private railway that is not yet next."""

    paper: str
    amount: int


class StartCompany(Action, frozen=True):
    """Take the director's certificate and set the price of issue."""

    company: str
    par: int


class BuyPrivate(Action, frozen=True):
    """A company buys a private railway of its director."""

    company: str
    private: str
    price: int


class ExchangePrivate(Action, frozen=True):
    """Hand a private railway in for a share."""

    private: str


class GoBankrupt(Action, frozen=True):
    """Give up where a train cannot be paid whatever is sold."""

    company: str


ACTIONS: tuple[type[Action], ...] = (
    Pass, BuyPaper, BidFor, Bid, BuyShare, SellShares, TakePapers, StartCompany, LayTile, BuildStation, ChooseHome,
    RunTrains, Dividend, BuyTrain, OfferForTrain, AnswerOffer, DiscardTrain, BuyPrivate, ExchangePrivate,
    GoBankrupt,
)  # fmt: skip
