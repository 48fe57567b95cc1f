"""Everything a player can decide in 1835."""

from stellwerk.play.core import Action, Pass


class BuyPaper(Action, frozen=True):
    """Buy a paper of the start packet."""

    paper: str


class BuyShare(Action, frozen=True):
    """Buy a share: from the issue, from the pool, or from a player (nationalising)."""

    company: str
    source: str | int
    percent: int


class SellShares(Action, frozen=True):
    """Sell papers of one company to the pool, by their percentages; `director` adds the director's paper."""

    company: str
    papers: tuple[int, ...]
    director: bool = False
    keeps: int = 0
    """Percent of the director's paper that the seller keeps, where a group lets it be split."""


class TakePapers(Action, frozen=True):
    """The old director chooses which papers he gets for the director's paper."""

    company: str
    papers: tuple[int, ...]


class LayTile(Action, frozen=True):
    """Lay or replace a tile; `private` names the private railway whose power is used."""

    company: str
    hex: str
    tile: str
    rotation: int
    private: str = ""


class BuildStation(Action, frozen=True):
    """Place a station marker in a city."""

    company: str
    hex: str
    city: int
    private: str = ""


class ChooseHome(Action, frozen=True):
    """Choose the city of a home marker."""

    company: str
    hex: str
    city: int


class Dividend(Action, frozen=True):
    """Pay the income out, or keep it."""

    company: str
    pay: bool


class BuyTrain(Action, frozen=True):
    """Buy a train from the bank or the pool; the director helps if he must."""

    company: str
    train: str
    source: str


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

    company: str
    train: str


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
