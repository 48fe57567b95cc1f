"""What can be decided in more than one 18xx title."""

from typing import ClassVar

from stellwerk.play.core import Action


class BuyShare(Action, frozen=True):
    """Buy a share: from the issue, from the pool, or from a player."""

    company: str
    source: str | int
    percent: int


class SellShares(Action, frozen=True):
    """Sell papers of one company to the pool, by their percentages; `director` adds the director's paper."""

    company: str
    papers: tuple[int, ...]
    director: bool = False
    keeps: int = 0
    """Percent of the director's paper that the seller keeps, where it may be split."""


class TakePapers(Action, frozen=True):
    """The old director chooses which papers he gets for the director's paper."""

    company: str
    papers: tuple[int, ...]


class LayTile(Action, frozen=True):
    """Lay or replace a tile; `permit` names what allows it beside the regular right to build."""

    company: str
    hex: str
    tile: str
    rotation: int
    permit: str = ""


class BuildStation(Action, frozen=True):
    """Place a station marker in a city; `permit` as for tiles."""

    company: str
    hex: str
    city: int
    permit: str = ""


class ChooseHome(Action, frozen=True):
    """Choose the city of a home marker."""

    company: str
    hex: str
    city: int


class Dividend(Action, frozen=True):
    """What becomes of the income: `pay` it out, `keep` it, or what else a title knows."""

    company: str
    kind: str


class BuyTrain(Action, frozen=True, omit_defaults=True):
    """Buy a train from the bank or the pool; the director helps if he must."""

    company: str
    train: str
    source: str
    given: str = ""
    """A train that is given in for it."""


class OfferForTrain(Action, frozen=True):
    """Offer another company a price for a train."""

    company: str
    train: str
    seller: str
    price: int


class AnswerOffer(Action, frozen=True):
    """Accept or decline an offer for a train."""

    company: str
    accept: bool


class DiscardTrain(Action, frozen=True):
    """Give up a train above the limit."""

    final: ClassVar[bool] = True

    company: str
    train: str
