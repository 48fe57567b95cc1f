"""Everything a player can decide in 1835."""

from stellwerk.eighteen.actions import (
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
from stellwerk.play.core import Action, Pass


class BuyPaper(Action, frozen=True):
    """Buy a paper of the start packet."""

    paper: str


class FoundPrussia(Action, frozen=True):
    """Open Preußen."""


class ExchangePaper(Action, frozen=True):
    """Exchange a Vorpreußische or a black private railway for a share of Preußen."""

    paper: str


class CorrectPrice(Action, frozen=True):
    """Move a marker on the chart by hand: up, down, left or right."""

    company: str
    direction: str


ACTIONS = (
    Pass,
    BuyPaper,
    BuyShare,
    SellShares,
    TakePapers,
    LayTile,
    BuildStation,
    ChooseHome,
    Dividend,
    BuyTrain,
    OfferForTrain,
    AnswerOffer,
    DiscardTrain,
    FoundPrussia,
    ExchangePaper,
    CorrectPrice,
)
