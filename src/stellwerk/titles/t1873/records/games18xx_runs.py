"""Recorded runs of 1873: which locomotive runs a route, and what of the income the record puts down to it.

18xx.games gives each route of a locomotive a train of its own, numbered from where the locomotives of that size
end: those of a 2 are 2T-10 and 2T-11, of the next 2T-12 and 2T-13. A settlement earns in the first route that
calls there, a work in the first route of the largest locomotive that does.
"""

from __future__ import annotations

from collections.abc import Sequence

from stellwerk.play.locomotives import many_routes_of
from stellwerk.play.runs import Way
from stellwerk.routes.locomotives import Problem, Route

from .games18xx_slots import unit

FIRST = {"1": 2, "2": 10, "3": 7, "4": 3, "5": 99}  # the first number that stands for a route, by size


def locomotives_of(problem: Problem, trains: Sequence[str]) -> list[str]:
    """Our name of the locomotive that runs each route; numbers that belong together are one locomotive's."""
    found: list[str] = []
    blocks: dict[str, list[int]] = {}
    for train in trains:
        size = unit(train)
        if problem.diesel is not None and size == problem.diesel.id:
            found.append(size)
            continue
        own = [engine.id for engine in problem.locomotives if str(engine.size) == size]
        known, block = blocks.setdefault(size, []), _block(train, size)
        if block not in known:
            known.append(block)
        place = known.index(block)
        found.append(own[place] if place < len(own) else size)
    return found


def _block(train: str, size: str) -> int:
    """Which of the locomotives of a size a number belongs to."""
    number = train.rpartition("-")[2]
    if size not in FIRST or not number.isdecimal() or len(number) > 6:
        return -1
    return (int(number) - FIRST[size]) // int(size)


def shares_of_routes(problem: Problem, ways: Sequence[Way]) -> list[int]:
    """What each route is said to earn, in the order in which they are told."""
    routes = many_routes_of(problem, ways)
    sizes = {engine.id: engine.size for engine in problem.locomotives}
    largest: dict[str, int] = {}
    for route in routes:
        for work in _works(problem, route):
            largest[work] = max(largest.get(work, 0), sizes.get(route.locomotive, 0))
    seen: set[tuple[object, ...]] = set()
    return [_share(problem, route, sizes.get(route.locomotive, 0), largest, seen) for route in routes]


def _works(problem: Problem, route: Route) -> list[str]:
    return [work.id for place in _places(problem, route) for work in problem.places[place].works]


def _places(problem: Problem, route: Route) -> list[int]:
    stops = (problem.stops[stop] for stop in route.stops if stop in problem.stops)
    return [place for stop in stops for place in stop.places if place in problem.places]


def _share(
    problem: Problem, route: Route, size: int, largest: dict[str, int], seen: set[tuple[object, ...]]
) -> int:
    """What is still to be had on a route: a railcar calls for itself."""
    earned = 0
    for place in _places(problem, route):
        if (bool(size), place) not in seen:
            seen.add((bool(size), place))
            earned += problem.places[place].value if size else problem.places[place].diesel
        for work in problem.places[place].works if size else ():
            if largest[work.id] == size and (work.id,) not in seen:
                seen.add((work.id,))
                earned += work.earns(size)
    return earned
