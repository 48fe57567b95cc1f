"""What a chronicle notes of a game's events: rounds that began, what companies took in, trains that were bought.

A title keeps a function `marks(events, position)` in a module `annals` of its package: it reads the events of one
move, in their order, and the position after it. A title without one has an opening and no rounds.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from msgspec import Struct

from .core import Event, Position, State
from .game import Game, Title
from .tables import package_of

OPENING = "opening"


class Began(Struct, frozen=True):
    """A round began; the catalogue's `round.<key>` is its name, `round_short.<key>` its short one."""

    key: str
    values: Mapping[str, Any] = {}


class Takings(Struct, frozen=True):
    """What a company earned, or what became of it. What one event tells is added to what others tell."""

    company: str
    income: int = 0
    paid: int = 0
    kept: int = 0


class TrainPrice(Struct, frozen=True):
    """A train was bought."""

    company: str
    train: str
    price: int


Mark = Began | Takings | TrainPrice
Marker = Callable[[Sequence[Event], Any], Iterator[Mark]]


class Round(Struct, frozen=True):
    """A round, and the move that led to it: its first position is the one after that move."""

    move: int
    began: Began


class Notes(Struct):
    """Marks that have been made, by move, with the state and the events that they follow from.

    Whoever asks for a game again and again keeps them: only what is new, or has changed, is read.
    """

    kept: dict[int, tuple[State, tuple[Event, ...], tuple[Mark, ...]]] = {}

    def of(self, game: Game, number: int) -> tuple[Mark, ...]:
        """What is to be noted of the n-th action; 0 is the start of the game."""
        state, events = game.state_after(number), game.events_of(number)
        found = self.kept.get(number)
        if found is None or found[0] is not state or found[1] != events:
            marker = _marker(package_of(game.title))
            marks = tuple(marker(events, Position(game.rules, state))) if marker else ()
            found = self.kept[number] = (state, events, marks)
        return found[2]


def rounds(game: Game, notes: Notes | None = None) -> list[Round]:
    """All rounds so far in their order; the first begins with the game.

    Several have the same move where one passed by itself: nobody had anything to decide in it.
    """
    notes = notes or Notes()
    found = [
        Round(number, mark)
        for number in range(len(game.actions) + 1)
        for mark in notes.of(game, number)
        if isinstance(mark, Began)
    ]
    return found if found and not found[0].move else [Round(0, Began(OPENING)), *found]


def chronicles(title: Title) -> bool:
    """Whether a title tells rounds and incomes."""
    return _marker(package_of(title)) is not None


@cache
def _marker(package: str) -> Marker | None:
    if find_spec(f"{package}.annals") is None:
        return None
    marker: Marker = import_module(f"{package}.annals").marks
    return marker
