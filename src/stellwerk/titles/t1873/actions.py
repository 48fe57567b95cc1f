"""What can be decided in 1873 and not in other 18xx titles."""

from typing import ClassVar

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
)
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass
from stellwerk.play.runs import RunTrains


class BuyLot(Action, frozen=True):
    """Buy a work or a concession in the first auction, at least price and premium."""

    lot: str


class Nominate(Action, frozen=True):
    """Put a concession or a purchase option up for auction with a first bid."""

    lot: str
    bid: int


class FoundRailway(Action, frozen=True):
    """Found a railway at a price, and buy one share or two."""

    company: str
    price: int
    shares: int


class FoundWorks(Action, frozen=True):
    """Found a works company out of two works; the first one is the founder's own."""

    company: str
    works: tuple[str, str]


class UseOption(Action, frozen=True):
    """Buy so many shares of a company in trusteeship at once."""

    company: str
    shares: int


class AssignSwitchers(Action, frozen=True):
    """Which work of the company each switcher serves: pairs of work and switcher."""

    company: str
    at: tuple[tuple[str, str], ...]


class BuyWork(Action, frozen=True):
    """Buy a closed work from the bank."""

    company: str
    work: str


class OfferForWork(Action, frozen=True):
    """Offer a player a price for his work."""

    company: str
    work: str
    price: int


class BuyMachine(Action, frozen=True):
    """Buy the next unit as a machine for these works."""

    company: str
    works: tuple[str, ...]


class OfferForEngine(OfferForTrain, frozen=True):
    """Offer another owner a price for a locomotive or a switcher; `upkeep` says who pays what falls due for it."""

    upkeep: str = ""


class ScrapEngine(Action, frozen=True):
    """Take a locomotive or a switcher out of the game."""

    final: ClassVar[bool] = True

    company: str
    train: str


class DeclareInsolvency(Action, frozen=True):
    """A railway that cannot pay its compulsory locomotive gives up."""

    final: ClassVar[bool] = True

    company: str


class CloseWork(Action, frozen=True):
    """Close a work; its owner gets its capital."""

    final: ClassVar[bool] = True

    work: str


class IssueShares(Action, frozen=True):
    """Split the shares of a company and put new ones up for sale."""

    company: str


ACTIONS: tuple[type[Action], ...] = (
    Pass,
    Bid,
    BuyLot,
    Nominate,
    BuyShare,
    SellShares,
    FoundRailway,
    FoundWorks,
    AnswerOffer,
    UseOption,
    LayTile,
    BuildStation,
    RunTrains,
    Dividend,
    AssignSwitchers,
    BuyWork,
    OfferForWork,
    BuyMachine,
    BuyTrain,
    OfferForEngine,
    ScrapEngine,
    DiscardTrain,
    DeclareInsolvency,
    CloseWork,
    IssueShares,
)
