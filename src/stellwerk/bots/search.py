"""Looking ahead: the plans that a title thinks of are played on by lot, the best half goes on until few are left.

The budget is a number of playouts, so that the same position and lots give the same action on every machine.
Playout number n of every plan has the same lots. A cap of seconds is there for whoever waits; where it cuts, what
was found says so.
"""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from statistics import mean, stdev

from msgspec import Struct

from stellwerk.play.core import Action, Choice

from .api import Explorer, Table

PLAYOUTS = 40
LEAST = 2  # playouts for a plan that is tried at all
SECONDS = 2.5  # by the clock on the wall; the server answers within three


class Budget(Struct, frozen=True):
    """How much may be played for one decision."""

    playouts: int = PLAYOUTS
    seconds: float = SECONDS


class Trial(Struct, frozen=True):
    """How a plan played: what it gained against the first one on average, the error of that, and how often."""

    action: Action
    gain: float
    error: float
    playouts: int
    plan: tuple[Action, ...] = ()


class Found(Struct, frozen=True):
    """The action that came out best, how many playouts there were, and whether the cap cut them short."""

    action: Action
    playouts: int
    cut: bool = False
    tried: tuple[Trial, ...] = ()
    """How each plan played that was played at all; the title's first one comes first."""


def look_ahead(
    explorer: Explorer,
    table: Table,
    seat: int,
    choices: Sequence[Choice],
    lots: random.Random,
    budget: Budget,
    clock: Callable[[], float] = time.monotonic,
) -> Found:
    """The first action of the plan that plays best, by sequential halving.

    The title's first plan stays to the end: another must play better by more than the error of the difference.
    """
    playouts, least = round(budget.playouts * explorer.weight(table)), explorer.least_gain(table, seat)
    plans = list(explorer.plans(table, seat, choices))
    if not explorer.by_lot:
        return _each_once(lambda plan: explorer.play_on(table, seat, plan, lots), plans, least, budget, clock)
    plans = plans[: max(1, playouts // LEAST)]
    scores: list[list[float]] = [[] for _ in plans]
    begin, luck, played = clock(), lots.getrandbits(48), 0
    alive = list(range(len(plans)))
    while len(alive) > 1:
        rounds = (len(alive) - 1).bit_length()
        times = max(1, (playouts - played) // (rounds * len(alive)))
        for number in range(len(scores[0]), len(scores[0]) + times):
            if clock() - begin > budget.seconds:
                chosen = _chosen(alive, scores, least)
                return Found(plans[chosen][0], played, cut=True, tried=_trials(plans, scores))
            for plan in alive:
                scores[plan].append(explorer.play_on(table, seat, plans[plan], random.Random(f"{luck}/{number}")))
            played += len(alive)
        if len(alive) == 2:
            break
        ranked = sorted(alive, key=lambda plan: (-mean(scores[plan]), plan))
        alive = ranked[: -(-len(alive) // 2)]
        alive = alive if 0 in alive else [*alive[:-1], 0]
    return Found(plans[_chosen(alive, scores, least)][0], played, tried=_trials(plans, scores))


def compare(
    explorer: Explorer,
    table: Table,
    seat: int,
    plans: Sequence[Sequence[Action]],
    lots: random.Random,
    budget: Budget,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[Trial, ...]:
    """How plans play against the first of them, all by the same lots.

    What was chosen since it played best has had luck, too: only lots that it was not chosen by tell its worth.
    """
    begin, luck, longest = clock(), lots.getrandbits(48), 0.0
    scores: list[list[float]] = [[] for _ in plans]
    now = begin
    for number in range(budget.playouts // max(1, len(plans))):
        if now - begin + longest > budget.seconds:  # another round could take as long as any so far
            break
        for plan, each in zip(plans, scores, strict=True):
            each.append(explorer.play_on(table, seat, plan, random.Random(f"{luck}/{number}")))
        longest, now = max(longest, clock() - now), clock()
    return _trials(plans, scores)


def _each_once(
    play: Callable[[Sequence[Action]], float],
    plans: Sequence[Sequence[Action]],
    least: float,
    budget: Budget,
    clock: Callable[[], float],
) -> Found:
    """The plan that plays best, where lots play no part."""
    tried = plans[: budget.playouts if budget.seconds > 0 else 0]
    if len(tried) < LEAST:
        return Found(plans[0][0], 0, cut=budget.seconds <= 0 and len(plans) > 1)
    begin, scores, longest = clock(), list[list[float]](), 0.0
    now = begin
    for plan in tried:
        if scores and now - begin + longest > budget.seconds:  # one more could take as long as any so far
            break
        scores.append([play(plan)])
        longest, now = max(longest, clock() - now), clock()
    chosen, cut = _chosen(range(len(scores)), scores, least), len(scores) < len(tried)
    return Found(plans[chosen][0], len(scores), cut, _trials(plans, scores))


def _trials(plans: Sequence[Sequence[Action]], scores: Sequence[Sequence[float]]) -> tuple[Trial, ...]:
    found = []
    for plan, each in zip(plans, scores, strict=False):
        gains = [mine - first for mine, first in zip(each, scores[0], strict=False)]
        if gains:
            error = stdev(gains) / len(gains) ** 0.5 if len(gains) > 1 else 0.0
            found.append(Trial(plan[0], mean(gains), error, len(gains), tuple(plan)))
    return tuple(found)


def _chosen(alive: Sequence[int], scores: Sequence[Sequence[float]], least: float = 0.0) -> int:
    """The best plan, or the first one where the best is not surely better, or by less than is worth a change."""
    best = max(alive, key=lambda plan: (mean(scores[plan]) if scores[plan] else 0.0, -plan))
    gains = [mine - first for mine, first in zip(scores[best], scores[0], strict=False)]
    if len(gains) < 2:
        return best if gains and gains[0] > least else 0
    return best if mean(gains) > max(least, stdev(gains) / len(gains) ** 0.5) else 0
