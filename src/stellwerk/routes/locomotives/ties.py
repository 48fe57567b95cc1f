"""Runs as good as the best that visit other stops: unvisited markers turn inactive, so it is a decision."""

from __future__ import annotations

from collections.abc import Iterable

from ..model import Budget
from ..plain import OutOfBudgetError
from .model import Problem, Run
from .solve import Count, Search, begun, settled


def visited(run: Run) -> frozenset[int]:
    """Collect the stops where the locomotives of a run call, the diesel included.

    >>> from .model import Part, Route
    >>> sorted(visited(Run(Part((Route("2", (4, 7), (0,)),)), Part((Route("D", (7, 9), (1,)),)))))
    [4, 7, 9]
    """
    return frozenset(stop for route in run for stop in route.stops)


def alternatives(
    problem: Problem, stops: Iterable[int], budget: float | Budget | None = None, count: Count | None = None
) -> tuple[Run, ...]:
    """Find runs as good as the best that differ in which of these stops they visit; the first is `best_run`'s own.

    For each of the stops that some such run visits and another does not, there is one of either sort; the stop
    where the diesel always calls is none of them. The order is fixed. With a budget, only what was found in time
    is told. If the routes were counted before, within the same budget, the search goes on from there.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2)])
    >>> marks = {n: Stop(n, may_pass=False, may_end=True, home=True) for n in range(3)}
    >>> problem = Problem(net, marks, {n: Place(30) for n in range(3)}, (Locomotive("1", 1),))
    >>> [run.standard.routes[0].stops for run in alternatives(problem, (1, 2))]
    [(0, 1), (0, 2)]
    """
    parts = count.settled() if count is not None else None
    if parts is None:
        begin = begun(problem, budget)
        parts = {diesel: settled(problem, diesel, begin) for diesel in (True, False)}
    (diesel, second), (standard, first) = parts[True], parts[False]
    best = Run(first, second)
    always = problem.diesel.start if problem.diesel else None
    asked = sorted(set(stops) - {always})
    found = {visited(best).intersection(asked): best}
    if not best.optimal:
        return (best,)
    try:
        for stop in asked:
            seen = [stop in places for places in found]
            if not any(seen):
                _add(found, asked, _visiting(standard, diesel, best, stop))
            elif all(seen):
                _add(found, asked, _avoiding(standard, diesel, best, stop))
    except OutOfBudgetError:
        pass
    return tuple(found.values())


def _add(found: dict[frozenset[int], Run], asked: list[int], run: Run | None) -> None:
    if run is not None:
        found.setdefault(visited(run).intersection(asked), run)


def _visiting(standard: Search | None, diesel: Search | None, best: Run, stop: int) -> Run | None:
    part = standard.variant(stop, visit=True) if standard else None
    if part is not None:
        return Run(part, best.diesel)
    part = diesel.variant(stop, visit=True) if diesel else None
    return None if part is None else Run(best.standard, part)


def _avoiding(standard: Search | None, diesel: Search | None, best: Run, stop: int) -> Run | None:
    parts = []
    for search, part in ((standard, best.standard), (diesel, best.diesel)):
        if search is not None and any(stop in route.stops for route in part.routes):
            other = search.variant(stop, visit=False)
            if other is None:
                return None
            part = other
        parts.append(part)
    return Run(*parts)
