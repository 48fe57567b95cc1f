"""Advice: the best choices by the numbers that `steady` decides by, each compared with the others."""

from __future__ import annotations

import random
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterator, Sequence

from msgspec.structs import replace

from stellwerk.eighteen.actions import LayTile
from stellwerk.play.core import Action
from stellwerk.play.game import Game

from .api import Measure, Reason, Weighed, reason
from .levels import Seen, as_good, explorer_of, seen, sensible, weigh
from .search import LEAST, Budget, Trial, compare, look_ahead

APART = "apart"
"""In place of a measure where two choices have none in common."""
Advice = Weighed
"""An action, its score, and the reasons for it."""


def advise(
    game: Game, seat: int, n: int = 3, budget: Budget | None = None, by_place: bool = False
) -> list[Advice]:
    """The best actions by the numbers that `steady` decides by, best first, each compared with the others.

    `by_place`: of tiles and their turns in one hex the best stands for all. With a `budget`, and where a title
    looks ahead, choices are played on too, and what came of that is told, or that there was too little time; its
    seconds count from the beginning.
    """
    watch = Watch(budget.seconds if budget else 0.0)
    here = seen(game, seat)
    weighed = weigh(here)
    place_of = _place if by_place else _itself
    there = Counter(place_of(one.action) for one in weighed)
    firsts: dict[Hashable, Advice] = {}
    for one in weighed:
        firsts.setdefault(place_of(one.action), one)
    found = list(firsts.values())
    alone = len(here.choices) == 1
    only = alone and isinstance(here.choices[0], Action)
    wanted = [one.action for one in found[:n]]
    tried = {} if budget is None or only else _played_on(here, wanted, budget, watch)
    best = max(tried.values(), key=lambda trial: trial.gain, default=None)
    equal = len({place_of(one.action) for one in as_good(weighed)})
    told: list[Advice] = []
    for place, one in enumerate(found):
        if place < n or (best and best.gain > best.error and one.action == best.action):
            reasons = one.reasons if one.score >= found[0].score and found[1:] else _true_of(one, found)
            if others := there[place_of(one.action)] - 1:
                reasons = (*reasons, reason("best_there", number=others))
            if place and one.action in tried:
                reasons = (*reasons, *_of_plan(here, tried[one.action]))
            if watch.cut and not told:
                reasons = (*reasons, reason("time_was_up"))
            told.append(
                replace(one, reasons=reasons, compared=_compared(found, place, equal, only, alone and not only))
            )
    return told


def _place(action: Action) -> Hashable:
    """What tiles and their turns in one hex have in common; any other action stands for itself."""
    return (type(action), action.permit, action.hex) if isinstance(action, LayTile) else action


def _itself(action: Action) -> Hashable:
    return action


class Watch:
    """How much time is left, and whether there was too little of it."""

    def __init__(self, seconds: float, clock: Callable[[], float] = time.monotonic) -> None:
        self.clock, self.cut = clock, False
        self._end = clock() + seconds

    def left(self, part: float = 1.0) -> float:
        """Seconds that are left, or a part of them."""
        return part * (self._end - self.clock())


def _played_on(
    here: Seen, wanted: Sequence[Action], budget: Budget, watch: Watch | None = None
) -> dict[Action, Trial]:
    """How choices play against what `steady` would do, of those that a bot which looks ahead would try.

    A choice is played on by the best plan that begins with it. Where lots play a part, half of the playouts choose
    the plans, and the others, by fresh lots, tell how they play. No more time is taken than is left on the watch.
    """
    watch = watch or Watch(budget.seconds)
    explorer = explorer_of(here.title)
    if explorer is None:
        return {}
    explorer, lots = explorer.after(here.lately), random.Random(here.seat)
    if not explorer.by_lot:
        all_ = Budget(budget.playouts, watch.left())
        once = look_ahead(explorer, here.table, here.seat, sensible(here), lots, all_, watch.clock)
        watch.cut = once.cut
        return {trial.action: trial for trial in sorted(once.tried, key=lambda trial: trial.gain)}
    half = Budget(budget.playouts // 2, watch.left(0.5))
    found = look_ahead(explorer, here.table, here.seat, sensible(here), lots, half, watch.clock)
    best: dict[Action, Trial] = {}
    for trial in sorted(found.tried, key=lambda trial: (trial.playouts, trial.gain)):
        best[trial.action] = trial
    first = found.tried[0] if found.tried else None
    others = [each for each in (*wanted, found.action) if first and each in best and each != first.action]
    watch.cut = found.cut
    if first is None or not others:
        return {}
    plans = [first.plan, *(best[action].plan for action in dict.fromkeys(others))]
    rest = Budget(half.playouts, watch.left())
    fresh = compare(explorer, here.table, here.seat, plans, lots, rest, watch.clock)
    watch.cut = watch.cut or (fresh[0].playouts if fresh else 0) < rest.playouts // len(plans)
    return {trial.action: trial for trial in fresh if trial.playouts >= LEAST}


def _of_plan(here: Seen, trial: Trial) -> Iterator[Reason]:
    """What a plan is for beyond its first action, and how it played."""
    explorer = explorer_of(here.title)
    leads_to = explorer.leads_to(here.table, trial.plan) if explorer else None
    if leads_to:
        yield leads_to
    yield _of_playouts(trial)


def _of_playouts(trial: Trial) -> Reason:
    """What playing a choice on has shown against the first one: a range where lots play a part."""
    gain, error = abs(trial.gain), trial.error
    if trial.playouts == 1:
        if round(gain) == 0:
            return reason("once_as_good")
        better = trial.gain > 0
        return reason("once_better", amount=round(gain)) if better else reason("once_worse", amount=round(gain))
    if gain <= error:
        return reason("plays_as_well", playouts=trial.playouts)
    low, high = round(gain - error), round(gain + error)
    if trial.gain > 0:
        return reason("plays_better", low=low, high=high, playouts=trial.playouts)
    return reason("plays_worse", low=low, high=high, playouts=trial.playouts)


def _compared(found: list[Advice], place: int, good: int, only: bool, amounts: bool = False) -> Reason:
    """How a choice stands to the next best one, or to the best, where others were ranked at all.

    `only`: nothing else can be done; `amounts`: nothing else than the same with another amount.
    """
    if only or len(found) == 1:
        return reason("only_choice", of="all" if only else "amounts" if amounts else "weighed")
    if place < good:
        if good > 1:
            return reason("as_good", number=good - 1, measure=_common(found[:good]))
        measure, points = _distance(found[0], found[1])
        mine, other = found[0].measure.value, found[1].measure.value
        return reason("ahead_of_next", measure=measure, points=points, mine=mine, other=other)
    measure, points = _distance(found[place], found[0])
    mine, other = found[place].measure.value, found[0].measure.value
    return reason("behind_best", measure=measure, points=points, mine=mine, other=other)


def _common(choices: Sequence[Advice]) -> str:
    """The one measure by which all of these stand, "" where they have none; doing nothing stands in each."""
    measures = {one.measure for one in choices} - {Measure.NOTHING}
    return measures.pop().value if len(measures) == 1 else ""


def _distance(one: Advice, other: Advice) -> tuple[str, float | None]:
    """By which measure two choices are told apart, and how far they are where it has distances."""
    measure, difference = _common((one, other)) or APART, abs(one.score - other.score)
    if measure == Measure.FREE:
        return Measure.MONEY.value, _points(difference / 100)
    if measure == Measure.DUTY and one.measure is other.measure:
        return Measure.MONEY.value, _points(difference)
    return measure, None if measure in (APART, Measure.RANK, Measure.DUTY) else _points(difference)


def _points(difference: float) -> float | int:
    """A difference of scores, no more exactly than it is known."""
    return round(difference) if difference >= 10 else round(difference, 1)


def told_of(advice: Advice) -> tuple[Reason, ...]:
    """All that is to be said of a choice: the reasons for it, and how it stands to others."""
    return (*advice.reasons, advice.compared) if advice.compared else advice.reasons


def _true_of(one: Advice, found: Sequence[Advice]) -> tuple[Reason, ...]:
    """The reasons for a choice that is not the best of several: that nothing is better, nobody can say of it."""
    better = (reason("others_better"),) if found[1:] else ()
    return tuple(said for told in one.reasons for said in (better if told.key == "nothing_better" else (told,)))
