"""Everything a player can decide in Chicago Express. `Pass` stops bidding or building, or wastes the action."""

from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass


class ChooseDial(Action, frozen=True):
    """Choose the action of this turn: its dial turns at once."""

    dial: str


class OfferShare(Action, frozen=True):
    """Put a share of a company up for auction."""

    company: str


class BuildTrack(Action, frozen=True):
    """Extend a company's network by one hex: one of its locomotives is placed there."""

    company: str
    hex: str


class Develop(Action, frozen=True):
    """Develop a hex."""

    hex: str


ACTIONS = (Pass, Bid, ChooseDial, OfferShare, BuildTrack, Develop)
