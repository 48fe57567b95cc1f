"""What is noted of a game's events: rounds that began, what companies took in, trains that were bought.

A title's face tells it (`marks`) from the events of one move, in their order, and the position after it. A title
that tells nothing has an opening and no rounds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from msgspec import Struct

from stellwerk.play.core import Event, Position
from stellwerk.play.game import Game
from stellwerk.play.runs import Income, RunIncome, TrainRan

from .face import face_of

OPENING = "opening"
T = TypeVar("T")


class Began(Struct, frozen=True, gc=False):
    """A round began; the catalogue's `round.<key>` is its name, `round_short.<key>` its short one."""

    key: str
    values: Mapping[str, Any] = {}


class Takings(Struct, frozen=True, gc=False):
    """What a company earned, or what became of it. What one event tells is added to what others tell."""

    company: str
    income: int = 0
    paid: int = 0
    kept: int = 0


class TrainPrice(Struct, frozen=True, gc=False):
    """A train was bought."""

    company: str
    train: str
    price: int


Mark = Began | Takings | TrainPrice


class Round(Struct, frozen=True, gc=False):
    """A round, and the move that led to it: its first position is the one after that move."""

    move: int
    began: Began


class RunMade(Struct, frozen=True, gc=False):
    """What a company's trains ran in a move, were it nothing."""

    move: int
    company: str
    routes: tuple[TrainRan, ...]


def same(mine: list[T], theirs: list[T]) -> list[T]:
    """What one list has, as the other has it where both have the same."""
    return [theirs[n] if n < len(theirs) and each == theirs[n] else each for n, each in enumerate(mine)]


class Notes(Struct):
    """Marks that have been made, by move; only moves with marks are in it.

    Whoever asks for a game again and again keeps them: only what is new, or has changed, is read.
    """

    kept: dict[int, tuple[Mark, ...]] = {}
    past: list[tuple[Event, ...]] = []
    """The events that they follow from."""
    more: dict[int, Any] = {}
    """What else was worked out of the position after a move; it goes when the move goes."""
    began: list[Round] = []
    """Those of them that are rounds."""
    runs: list[RunMade] = []
    """All runs, in the order in which they were made."""
    incomes: list[tuple[int, str, int]] = []
    """All incomes: the move, whose, and how much."""
    pasts: int = 0
    """How often another past took the place of the one that was known."""

    def of(self, game: Game) -> dict[int, tuple[Mark, ...]]:
        """What is to be noted of all moves so far, in their order; 0 is the start of the game."""
        told = game.told()
        self._keep(told)
        face = face_of(game.title)
        for number in range(len(self.past), len(told)):
            marks = tuple(face.marks(told[number], _Later(game, number))) if told[number] else ()
            if marks:
                self.kept[number] = marks
                self.began += (Round(number, mark) for mark in marks if isinstance(mark, Began))
            self._note_runs(number, told[number])
            self.past.append(told[number])
        if len(told) == len(self.past):
            return self.kept
        return {number: marks for number, marks in self.kept.items() if number < len(told)}

    def share(self, other: Notes) -> None:
        """Keep what is the same in other notes once for both."""
        for mine, theirs in ((self.kept, other.kept), (self.more, other.more)):
            for number, each in mine.items():
                if each == theirs.get(number):
                    mine[number] = theirs[number]
        self.began, self.runs = same(self.began, other.began), same(self.runs, other.runs)
        self.incomes = same(self.incomes, other.incomes)

    def _note_runs(self, number: int, events: tuple[Event, ...]) -> None:
        ran: dict[str, list[TrainRan]] = {}
        for event in events:
            if isinstance(event, TrainRan):
                ran.setdefault(event.company, []).append(event)
            elif isinstance(event, Income):
                company, income = event.earned()
                self.incomes.append((number, company, income))
                if isinstance(event, RunIncome):
                    ran.setdefault(event.company, [])
        self.runs += (RunMade(number, company, tuple(routes)) for company, routes in ran.items())

    def _keep(self, told: list[tuple[Event, ...]]) -> None:
        """Forget what another past has led to; a game that is only shorter is looked back at."""
        common = min(len(self.past), len(told))
        if self.past[:common] != told[:common]:
            first = next(n for n in range(common) if self.past[n] != told[n])
            del self.past[first:]
            self.pasts += 1
            self.began = [each for each in self.began if each.move < first]
            self.runs = [each for each in self.runs if each.move < first]
            self.incomes = [each for each in self.incomes if each[0] < first]
            for found in (self.kept, self.more):
                for number in [number for number in found if number >= first]:
                    del found[number]


class _Later(Position[Any, Any]):
    """A position of the past whose state is looked up when a mark asks for it."""

    __slots__ = ("_game", "_number")

    def __init__(self, game: Game, number: int) -> None:
        self.rules, self._game, self._number = game.rules, game, number

    @property
    def state(self) -> Any:
        """The state after the move."""
        return self._game.state_after(self._number)


LATELY = 400
"""So many moves later a run is no longer shown as a company's last one."""


def last_runs(game: Game, notes: Notes | None = None) -> dict[str, RunMade]:
    """Each company's last run, the latest first; a company that has not run for long has none."""
    notes, last = notes or Notes(), len(game.actions)
    notes.of(game)
    found: dict[str, RunMade] = {}
    for each in reversed(notes.runs):
        if last - each.move > LATELY:
            break
        if each.move <= last:
            found.setdefault(each.company, each)
    return found


def last_incomes(game: Game, most: int, notes: Notes | None = None) -> dict[str, list[int]]:
    """The last incomes of each company, the latest last."""
    notes, last = notes or Notes(), len(game.actions)
    notes.of(game)
    found: dict[str, list[int]] = {}
    for move, company, income in notes.incomes:
        if move <= last:
            found.setdefault(company, []).append(income)
    return {company: every[-most:] for company, every in found.items()}


def rounds(game: Game, notes: Notes | None = None) -> list[Round]:
    """All rounds so far in their order; the first begins with the game.

    Several have the same move where one passed by itself: nobody had anything to decide in it.
    """
    notes, last = notes or Notes(), len(game.actions)
    notes.of(game)
    found = [each for each in notes.began if each.move <= last]
    return found if found and not found[0].move else [Round(0, Began(OPENING)), *found]
