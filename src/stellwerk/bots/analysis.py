"""A game looked back on: what everybody could expect move by move, and which decisions could have been better.

What would have been done instead `steady` says. How much better that is says the forecast of the end (`outlook`),
as a part of all that the table is expected to be worth. Neither is proof. The same game always gives the same
analysis.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.play.playable import Playable
from stellwerk.play.secrets import OPEN

from .levels import Seen, as_good, done_lately, judge_of, weigh
from .outlook import outlook, shares

POINTS = 48
"""Points of the curve."""
TOLD = 5
"""Decisions that are told."""
WORTH_TELLING = 0.002
"""The least part of the table's worth that a better choice must have promised."""

Tick = Callable[[int, int], Any]


class Point(Struct, frozen=True):
    """After so many actions: each seat's part of all that the table is expected to be worth at the end."""

    number: int
    parts: tuple[float, ...]


class Turning(Struct, frozen=True):
    """A decision after so many actions: what was done and what the bot would have done.

    Parts are what the seat could expect of the table's final worth before it, after it and after the other choice.
    """

    number: int
    seat: int
    taken: Action
    better: Action
    before: float
    after: float
    instead: float

    @property
    def lost(self) -> float:
        """What the other choice promised more."""
        return self.instead - self.after


class Analysis(Struct, frozen=True):
    """All of it, with the number of decisions that were looked at."""

    curve: tuple[Point, ...]
    turnings: tuple[Turning, ...]
    decisions: int


def analyse(game: Game, tick: Tick = lambda done, whole: None) -> Analysis:
    """Look back on a game, finished or not; `tick` hears how much of the work is done."""
    if judge_of(game.title) is None:
        raise StellwerkError(f"{game.title.name} has no bot that could look back on a game.")
    moves = len(game.actions)
    if not moves:
        raise StellwerkError("Nothing has happened in this game yet.")
    numbers = sorted({round(place * moves / POINTS) for place in range(POINTS + 1)})
    whole = moves + 4 * len(numbers)
    found, looked_at = [], 0
    for number in range(moves):
        better = _better(game, number)
        looked_at += bool(better)
        if better and better != game.actions[number]:
            found.append(_turning(game, number, better))
        tick(number, whole)
    curve = []
    for place, number in enumerate(numbers):
        curve.append(Point(number, _parts(position(game, number))))
        tick(moves + 4 * place, whole)
    told = [turning for turning in found if turning.lost >= WORTH_TELLING]
    told = sorted(_once_a_turn(game, told), key=lambda turning: (-turning.lost, turning.number))
    tick(whole, whole)
    return Analysis(tuple(curve), tuple(told[:TOLD]), looked_at)


def position(game: Game, number: int, seat: int | None = None) -> Playable:
    """The position after so many actions, as it lies or as a seat could know it then."""
    state = game.state_after(number)
    if seat is None or game.title.secrets is OPEN:
        return Playable(game.title, game.rules, state, masked=seat is None)
    return Playable(game.title, game.rules, game.title.secrets.view(game.rules, state, seat), masked=True)


def _better(game: Game, number: int) -> Action | None:
    """What the bot would have done in a decision, or what was done where that is as good; None where none was.

    How much another choice is better its scores do not tell, as each kind of decision has its own measure.
    """
    action = game.actions[number]
    here = position(game, number, action.seat)
    choices = tuple(here.choices(action.seat))
    if len(choices) < 2 or here.step_for(action) is not here.step:
        return None
    lately = done_lately(reversed(game.actions[:number]), action.seat)
    good = [one.action for one in as_good(weigh(Seen(game.title, here, action.seat, choices, lately=lately)))]
    return action if action in good else good[0]


def _turning(game: Game, number: int, better: Action) -> Turning:
    taken, here = game.actions[number], position(game, number)
    parts = [_parts(there)[taken.seat] for there in (here, here.apply(taken), here.apply(better))]
    return Turning(number, taken.seat, taken, better, *parts)


def _once_a_turn(game: Game, turnings: Sequence[Turning]) -> Iterator[Turning]:
    """Without what is told again of the same turn: where the same other choice stayed open, the worst neglect."""
    chances: list[list[Turning]] = []
    for one in turnings:
        last = chances[-1][-1] if chances else None
        if (
            last is not None
            and (last.seat, last.better) == (one.seat, one.better)
            and all(action.seat == one.seat for action in game.actions[last.number : one.number])
        ):
            chances[-1].append(one)
        else:
            chances.append([one])
    for each in chances:
        yield max(each, key=lambda turning: (turning.lost, -turning.number))


def _parts(there: Playable) -> tuple[float, ...]:
    return shares(outlook(there.title, there))


def until(game: Game, number: int) -> Game:
    """The game as it stood after so many actions, to be played on from there."""
    twin = Game(game.title, game.players, game.options, game.seed, game.drawn)
    twin.follow(*game.actions[:number])
    return twin


def rows(analysis: Analysis, most: int = 12) -> Iterator[Point]:
    """So many points of the curve, the first and the last among them."""
    last = len(analysis.curve) - 1
    for place in sorted({round(step * last / max(1, most - 1)) for step in range(most)}):
        yield analysis.curve[place]
