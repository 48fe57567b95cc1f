"""Openings tried out: in the first decisions of a game, other choices than `steady`'s are played on to the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import ExitStack
from math import sqrt
from statistics import mean, stdev
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.core import Action, Choice, Range
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from . import seen
from .arena import begun_with_variety, by_level, play_out
from .book import Page
from .levels import as_good, weigh

AMOUNTS = (0.0, 0.05, 0.1, 0.2, 0.4)
"""Amounts that are tried, as parts of the way from the least to the most that may be named."""
SURE = 2.0
"""Standard errors by which a choice must be better to be called so."""
FEW = 4
"""The part of the games after which a choice is given up that is behind by more than an error."""
VARIED = 12
"""Actions after the choice of which half are by lot among reasonable ones, as not everybody plays alike."""


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
    lines: int = 1
    """Ways to open that are followed beside each other; one of them is `steady`'s."""


class Line(Struct, frozen=True):
    """A way to open, and how likely it is to come about where some play as `steady` does and some by the book."""

    before: tuple[Action, ...]
    chance: float


class Tried(Struct, frozen=True):
    """A choice in place of `steady`'s: what it gained its seat against the others' mean, and the error of that."""

    before: tuple[Action, ...]
    seat: int
    usual: Action
    action: Action
    gain: float
    error: float
    again: tuple[float, float] | None = None
    """The same of as many games by other lots, where the first ones had it better: who is chosen has had luck."""

    @property
    def better(self) -> bool:
        """Whether it is better beyond doubt."""
        return self.gain > SURE * self.error

    @property
    def proved(self) -> bool:
        """Whether it was so again."""
        return self.again is not None and self.again[0] > SURE * self.again[1]


class Task(Struct, frozen=True):
    """One game: a line, what a seat then does, and the number of the lots."""

    plan: Plan
    before: tuple[Action, ...]
    action: Action
    number: int


Scores = Callable[[Line, Sequence[Action], range], list[list[float]]]
"""How the seat ends with each of these actions, in games by lots of these numbers."""


def try_out(plan: Plan, tick: Callable[[], Any], jobs: int = 1) -> list[Tried]:
    """Follow ways to open, and try others of `steady`'s choices in each decision; `tick` for each game.

    The same plan gives the same answer; games of one decision differ by their lots, which all choices share.
    """
    found: list[Tried] = []
    lines = [Line((), 1.0)]
    with ExitStack() as stack:
        mapped = map if jobs == 1 else stack.enter_context(ProcessPoolExecutor(jobs)).map

        def scores(line: Line, actions: Sequence[Action], numbers: range) -> list[list[float]]:
            tasks = [Task(plan, line.before, action, number) for action in actions for number in numbers]
            told = []
            for one in mapped(_score, tasks):
                told.append(one)
                tick()
            return [told[at : at + len(numbers)] for at in range(0, len(told), len(numbers))]

        for _ in range(plan.decisions):
            followed: list[Line] = []
            for line in lines:
                tried, ways = _decided(plan, line, scores)
                found += tried
                followed += ways
            lines = sorted(followed, key=lambda line: -line.chance)[: plan.lines]
    return found


def pages(plan: Plan, found: Iterable[Tried]) -> Iterator[Page]:
    """What is to stand in a book: of each position the best choice that was better, and better again."""
    best: dict[tuple[Action, ...], Tried] = {}
    for one in found:
        if one.proved and (one.before not in best or _worth(one) > _worth(best[one.before])):
            best[one.before] = one
    for before, one in best.items():
        gain, error = one.again or (0.0, 0.0)
        told = tuple(msgspec.to_builtins(action) for action in before)
        action = msgspec.to_builtins(one.action)
        yield Page(plan.players, plan.seed, told, action, round(gain, 1), round(error, 1), plan.games)


def _worth(one: Tried) -> float:
    return one.gain + (one.again or (0.0, 0.0))[0]


def _decided(plan: Plan, line: Line, scores: Scores) -> tuple[list[Tried], list[Line]]:
    """What was tried in a decision, and the ways that go on from it."""
    game = _begun(plan, line.before)
    if game.over:
        return [], []
    seat = game.waiting_for()[0]
    usual, others = _choices(game, seat, plan.choices)
    found: list[Tried] = []
    if others:
        few = max(2, plan.games // FEW)
        told = scores(line, [usual[0], *others], range(few))
        hopeful = [at for at, (gain, error) in enumerate(_gains(told), 1) if gain + error >= 0]
        if hopeful and few < plan.games:
            more = scores(line, [usual[0], *(others[at - 1] for at in hopeful)], range(few, plan.games))
            for at, each in zip([0, *hopeful], more, strict=True):
                told[at] += each
        found = [
            Tried(line.before, seat, usual[0], action, *gain)
            for action, gain in zip(others, _gains(told), strict=True)
        ]
        good = [one for one in found if one.better]
        if good:
            numbers = range(plan.games, 2 * plan.games)
            second = _gains(scores(line, [usual[0], *(one.action for one in good)], numbers))
            again = {one.action: gain for one, gain in zip(good, second, strict=True)}
            found = [msgspec.structs.replace(one, again=again.get(one.action)) for one in found]
    ways = [(action, 1 / len(usual)) for action in usual]
    proved = max((one for one in found if one.proved), key=_worth, default=None)
    if proved is not None:
        ways = [(action, chance / 2) for action, chance in ways] + [(proved.action, 0.5)]
    return found, [Line((*line.before, action), line.chance * chance) for action, chance in ways]


def _gains(scores: list[list[float]]) -> list[tuple[float, float]]:
    """What each choice but the first gains against that one, game by game, and the error."""
    gains = [[mine - first for mine, first in zip(each, scores[0], strict=False)] for each in scores[1:]]
    return [(mean(each), stdev(each) / sqrt(len(each))) for each in gains]


def _begun(plan: Plan, before: Sequence[Action]) -> Game:
    names = [f"Seat {seat + 1}" for seat in range(plan.players)]
    game = new_game(find_title(plan.title), names, {}, plan.seed)
    for action in before:
        game.play(action)
    return game


def _choices(game: Game, seat: int, most: int) -> tuple[list[Action], list[Action]]:
    """What `steady` may take, and what else to try: its next choices, and other amounts to be named."""
    here = seen(game, seat)
    if len(here.choices) == 1 and isinstance(here.choices[0], Action):
        return [here.choices[0]], []
    weighed = weigh(here)
    usual = [one.action for one in as_good(weighed)]
    ranked = [one.action for one in weighed[: max(most, 1)] if one.action != usual[0]]
    amounts = (action for choice in here.choices for action in _amounts(choice))
    return usual, list(dict.fromkeys([*ranked, *(action for action in amounts if action not in usual)]))


def _amounts(choice: Choice) -> Iterator[Action]:
    if isinstance(choice, Range):
        steps = (choice.high - choice.low) // choice.step
        yield from (choice.at(choice.low + choice.step * round(part * steps)) for part in AMOUNTS)


def _score(task: Task) -> float:
    """How a seat ends above the others' mean when it does this now, by lots of one number."""
    plan, game = task.plan, _begun(task.plan, task.before)
    game.play(task.action)
    lots = [random.Random(f"{plan.seed}/{task.number}/{each}") for each in range(plan.players)]
    chooses = by_level(dict.fromkeys(range(plan.players), plan.level), lots)
    varied = random.Random(f"variety {plan.seed}/{task.number}")
    play_out(game, begun_with_variety(chooses, game, len(game.actions) + VARIED, varied))
    worth = game.result()
    seat = task.action.seat
    return worth[seat] - (sum(worth.values()) - worth[seat]) / (plan.players - 1)
