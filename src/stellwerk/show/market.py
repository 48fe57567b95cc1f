"""What a title tells of money and papers, for whoever weighs a purchase: prices to come, liquid money, accounts.

A title's tables may have a value `market`; whatever it leaves out is not shown. As in `tables`, nothing is prose.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import Field
from stellwerk.bank.papers import Owner
from stellwerk.play.auction import Bid
from stellwerk.play.game import Game, Title

from .tables import Holding, tables_of

BOARD, MARKET = "board", "market"


class PriceMove(Struct, frozen=True):
    """Where a company's marker would go, and why: it pays, keeps its income, is sold, or is sold out."""

    why: str
    field: Field


class Account(Struct, frozen=True):
    """A part of what a player has; one that does not count in the final accounts is told at its printed price."""

    key: str
    amount: int
    counts: bool = True


class Paper(Struct, frozen=True):
    """A paper that is no share: a private railway, a minor, a work, a concession.

    The catalogue's `power.<id>` says what it is good for, and `closes.<id>` when it goes.
    """

    id: str
    kind: str
    owner: Owner | None = None
    price: int | None = None
    income: int | None = None
    brings: Holding | None = None
    """A share that comes along."""
    becomes: Holding | None = None
    """A share that it is exchanged for."""
    grows: tuple[int, ...] = ()
    """What its income can come to by and by; the catalogue's `paper.grows` says how."""
    place: str = ""
    """The hex where it lies; the catalogue's `paper.place` stands before it."""
    company: str = ""
    """The company that it is about, where it is named after one."""


def _nothing(*_: Any) -> tuple[Any, ...]:
    return ()


def _none(*_: Any) -> None:
    return None


def _board(*_: Any) -> str:
    return BOARD


def about(position: Any, action: Any) -> str:
    """The company or paper that an action is about; nothing where it is about none."""
    if isinstance(action, Bid):
        lot: str = getattr(position.state.agenda[-1], "lot", "")
        return lot
    named = (getattr(action, name, "") for name in ("lot", "paper", "private", "work", "company"))
    return next((value for value in named if isinstance(value, str) and value), "")


class Market(Struct, frozen=True):
    """All that a title tells of it."""

    stage: Callable[[Any], str] = _board
    """What the decision to be taken is about: `board` or `market`."""
    moves: Callable[[Any, str], tuple[PriceMove, ...]] = _nothing
    """Where the price of a company can go from here."""
    liquid: Callable[[Any, int], int | None] = _none
    """A player's money with all that legal sales would bring at present prices."""
    accounts: Callable[[Any, int], tuple[Account, ...]] = _nothing
    """What a player's worth consists of."""
    papers: Callable[[Any], tuple[Paper, ...]] = _nothing
    """Papers that are no shares and still in the game."""
    missing: Callable[[Any, str], int | None] = _none
    """How many percent of a company must still be sold before it floats; None where it has, or cannot."""
    about: Callable[[Any, Any], str] = about
    """The company or paper that an action is about."""
    incomes: tuple[tuple[str, str], ...] = (("earned", "company"),)
    """Events that tell an income, with the field that says whose it is."""
    told: frozenset[str] = frozenset()
    """Columns of the title's tables that a card need not repeat."""
    draws: Callable[[Any, int], int | None] = _none
    """What a player draws in the next payment that is certain."""
    first: Callable[[Any], int | None] = _none
    """Who has the priority."""


NO_MARKET = Market()


def market_of(title: Title) -> Market:
    """What a title tells of its market; nothing where it has none."""
    found: Market = getattr(tables_of(title), "market", NO_MARKET)
    return found


def price_moves(game: Game) -> Mapping[str, tuple[PriceMove, ...]]:
    """Where every price on the chart can go from here."""
    view = tables_of(game.title).chart(game.position)
    if view is None:
        return {}
    market = market_of(game.title)
    return {each: market.moves(game.position, each) for each in view.chart.order(view.sheet)}
