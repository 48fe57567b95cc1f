"""Best runs that earn the same but visit other stops: a choice that a title may have to leave to the player."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec.structs import replace

from .bonus import AtStop, Bonus, EachStop, OnLink, Shuttle, Special, Through
from .model import Budget, Problem, Run, Stop
from .scoring import rescored
from .solve import best_run


def visited(run: Run) -> frozenset[int]:
    """Collect the stops that the trains of a run count.

    >>> from stellwerk.routes import Route
    >>> visited(Run((Route("2", (4, 7), (0,), (10, 20), (), 30),), 30, 30, True)) == {4, 7}
    True
    """
    return frozenset(
        stop
        for route in run.routes
        for stop, value in zip(route.stops, route.values, strict=True)
        if value is not None
    )


def preferring(problem: Problem, wishes: Mapping[int, int], budget: float | Budget | None = None) -> Run:
    """Find, among the best runs, the one whose trains visit most of what is wished for (or least, if negative).

    Each visit by a train counts its stop's wish. With a budget the run may be less than the best, and says so.

    >>> from stellwerk.routes import Link, Network, Train
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30), Stop(30)), (Train.counting("2", 2),))
    >>> [preferring(problem, {stop: 1}).routes[0].stops for stop in (1, 2)]
    [(0, 1), (0, 2)]
    """
    # each unit of money is worth more than all wishes together
    unit = 1 + 2 * len(problem.trains) * sum(abs(wish) for wish in wishes.values())
    run = best_run(_enlarged(problem, unit, dict(wishes)), budget)
    by_id = {train.id: train for train in problem.trains}
    routes = tuple(rescored(problem, by_id[route.train], route) for route in run.routes)
    total = sum(route.total for route in routes)
    bound = total if run.optimal else max(total, (run.bound + unit - 1) // unit)
    return Run(routes, total, bound, total == bound)


def alternatives(
    problem: Problem, stops: Iterable[int] | None = None, budget: float | Budget | None = None
) -> tuple[Run, ...]:
    """Find best runs that differ in which of these stops they visit; the first is `best_run`'s own.

    For each of the stops (all of them, if none are named) that some best run visits and another does not, there
    is one of either sort. The order is fixed. With a budget, only what was proved best in time is told.

    >>> from stellwerk.routes import Link, Network, Train
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30), Stop(30)), (Train.counting("2", 2),))
    >>> [run.routes[0].stops for run in alternatives(problem)]
    [(0, 1), (0, 2)]
    """
    first = best_run(problem, budget)
    found = {}
    asked = sorted(set(problem.network.stops if stops is None else stops))
    found[visited(first).intersection(asked)] = first
    if not first.optimal:
        return (first,)
    for stop in asked:
        if stop not in problem.network.index:
            continue
        for wish in (1, -1):
            seen = [stop in places for places in found]
            if (wish > 0 and any(seen)) or (wish < 0 and not all(seen)):
                continue
            run = preferring(problem, {stop: wish}, budget)
            if run.total == first.total:
                found.setdefault(visited(run).intersection(asked), run)
    return tuple(found.values())


def _enlarged(problem: Problem, unit: int, wishes: dict[int, int]) -> Problem:
    """Multiply all money by `unit` and add the wishes."""

    def larger(stop: Stop) -> Stop:
        return replace(stop, value=stop.value * unit, cross=stop.cross * unit)

    stops = {number: larger(problem.describe(number)) for number in problem.network.stops}
    bonuses = [_enlarged_bonus(bonus, unit) for bonus in problem.bonuses]
    return Problem(problem.network, stops, problem.trains, (*bonuses, AtStop("wish", wishes)))


def _enlarged_bonus(bonus: Bonus, unit: int) -> Bonus:
    def times(amounts: dict[int, int]) -> dict[int, int]:
        return {key: amount * unit for key, amount in amounts.items()}

    if isinstance(bonus, AtStop):
        return AtStop(bonus.name, times(bonus.amounts))
    if isinstance(bonus, OnLink):
        return OnLink(bonus.name, times(bonus.amounts))
    if isinstance(bonus, EachStop):
        return EachStop(bonus.name, bonus.amount * unit, bonus.links)
    if isinstance(bonus, Through):
        return Through(bonus.name, times(bonus.first), times(bonus.second))
    if isinstance(bonus, Shuttle):
        return bonus
    inner = bonus.amount
    return Special(bonus.name, lambda stops, links: inner(stops, links) * unit, bonus.limit * unit)
