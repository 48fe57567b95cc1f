"""Openings tried out: in the first decisions of a game, other choices than `steady`'s are played on to the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from math import sqrt
from statistics import mean, stdev
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Action, Choice, Range
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from . import seen
from .arena import by_level, play_out
from .levels import weigh

PARTS = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Amounts that are tried, as parts of the way from the least to the most that may be named."""
SURE = 2.0
"""Standard errors by which a choice must be better to be called so."""


class Plan(Struct, frozen=True):
    """What is tried: so many decisions, choices for each, and games for each choice, two at least."""

    title: str
    players: int
    decisions: int
    choices: int
    games: int
    seed: int
    level: str = "steady"
    """Who plays on."""


class Tried(Struct, frozen=True):
    """A choice in place of `steady`'s: what it gained its seat against the others' mean, and the error of that."""

    number: int
    """So many actions had been taken before."""
    seat: int
    usual: Action
    action: Action
    gain: float
    error: float

    @property
    def better(self) -> bool:
        """Whether it is better beyond doubt."""
        return self.gain > SURE * self.error


def try_out(plan: Plan, tick: Callable[[], Any]) -> list[Tried]:
    """Follow `steady` from the start, and try others of its choices in every decision; `tick` for each game.

    The same plan gives the same answer; games of one decision differ by their lots, which all choices share.
    """
    names = [f"Seat {seat + 1}" for seat in range(plan.players)]
    game = new_game(find_title(plan.title), names, {}, plan.seed)
    found: list[Tried] = []
    for _ in range(plan.decisions):
        seat = game.waiting_for()[0]
        usual, *others = _choices(game, seat, plan.choices)
        if others:
            base = _scores(plan, game, seat, usual, tick)
            for action in others:
                scores = _scores(plan, game, seat, action, tick)
                gains = [mine - first for mine, first in zip(scores, base, strict=True)]
                error = stdev(gains) / sqrt(len(gains))
                found.append(Tried(len(game.actions), seat, usual, action, mean(gains), error))
        game.play(usual)
    return found


def _choices(game: Game, seat: int, most: int) -> list[Action]:
    """The best choices of `steady`, best first, and other amounts where one is to be named."""
    here = seen(game, seat)
    ranked = [one.action for one in weigh(here)]
    amounts = [action for choice in here.choices for action in _amounts(choice) if action not in ranked]
    return [*ranked[:most], *amounts]


def _amounts(choice: Choice) -> Iterator[Action]:
    if isinstance(choice, Range):
        steps = (choice.high - choice.low) // choice.step
        yield from (choice.at(choice.low + choice.step * round(part * steps)) for part in PARTS)


def _scores(plan: Plan, game: Game, seat: int, action: Action, tick: Callable[[], Any]) -> Sequence[float]:
    """How a seat ends above the others' mean when it does this now, in each game."""
    scores = []
    for number in range(plan.games):
        twin = game.copy()
        twin.play(action)
        lots = [random.Random(f"{plan.seed}/{number}/{each}") for each in range(plan.players)]
        play_out(twin, by_level(dict.fromkeys(range(plan.players), plan.level), lots))
        worth = twin.result()
        scores.append(worth[seat] - (sum(worth.values()) - worth[seat]) / (plan.players - 1))
        tick()
    return scores
