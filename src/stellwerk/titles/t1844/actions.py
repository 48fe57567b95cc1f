"""Everything a player can decide in 1844."""

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
    TakePapers,
)
from stellwerk.eighteen.classic.actions import BuyPrivate, StartCompany
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass
from stellwerk.play.runs import RunTrains


class BuyTunnel(Action, frozen=True):
    """Buy a certificate of the tunnel company."""


class BuyMountain(Action, frozen=True):
    """Buy a mountain railway, and place it with an income board on one of the sites."""

    hex: str
    board: int


class LayFurka(Action, frozen=True):
    """Lay the tiles of the Furka-Oberalp line, which closes P4."""


class GiveEva(Action, frozen=True):
    """Give the locomotive EVA to a company that one directs."""

    company: str


class TakeLoan(Action, frozen=True):
    """Borrow what is still lacking for a train."""

    company: str


class Repay(Action, frozen=True):
    """Pay back a loan, or part of it."""

    amount: int


class KeepMarker(Action, frozen=True):
    """Choose the city in which the marker of the SBB stays."""

    hex: str
    city: int


class GoBankrupt(Action, frozen=True):
    """Give up instead of helping a company with its train, where a record's rules end the game by that."""

    final: ClassVar[bool] = True


ACTIONS = (
    Pass,
    Bid,
    BuyShare,
    SellShares,
    TakePapers,
    StartCompany,
    BuyTunnel,
    BuyMountain,
    LayTile,
    BuildStation,
    RunTrains,
    Dividend,
    BuyTrain,
    OfferForTrain,
    AnswerOffer,
    DiscardTrain,
    BuyPrivate,
    LayFurka,
    GiveEva,
    TakeLoan,
    Repay,
    KeepMarker,
    GoBankrupt,
)
