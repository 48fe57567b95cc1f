"""How a railway in trusteeship runs: route by route, each time the one that adds most."""

from __future__ import annotations

from collections.abc import Sequence

from .ends import continuations, is_compulsory, track_of
from .listing import Ground, Way, listed
from .model import Locomotive, Problem, Route
from .parts import earnings


def next_routes(problem: Problem, done: Sequence[Route]) -> tuple[Route, ...]:
    """List what may be run next, given what is run already; among several, lots are drawn. Nothing: it is over.

    The largest locomotive begins with the compulsory routes and goes on with the route that adds most as long as
    it can; then the next one follows. Of equally large ones the first in the problem's order begins.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Place, Stop
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2), Link(0, 3, bits=4)])
    >>> stops = {n: Stop(n, may_pass=False, may_end=True, home=True) for n in range(4)}
    >>> places = {0: Place(40), 1: Place(10), 2: Place(20), 3: Place(20)}
    >>> problem = Problem(net, stops, places, (Locomotive("2", 2),), compulsory=((0,),))
    >>> first = next_routes(problem, ())
    >>> [route.stops for route in first], [route.stops for route in next_routes(problem, first)]
    ([(0, 1)], [(0, 2), (0, 3)])
    """
    ground = Ground(problem)
    engines = sorted(problem.locomotives, key=lambda engine: -engine.size)
    free = [engine for engine in engines if _has_room(engine, done)]
    due = [ground.way(links) for links in problem.compulsory]
    due = [way for way in due if not any(route.links in (way.links, way.links[::-1]) for route in done)]
    for way in due:
        for engine in free:
            if _may_add(ground, engine, way, done):
                return (Route(engine.id, way.stops, way.links),)
    used = track_of(ground, done)
    for links in problem.compulsory:
        used |= ground.way(links).mask
    ways = listed(ground, used, lambda: None)
    for engine in free:
        routes = [Route(engine.id, way.stops, way.links) for way in ways if _may_add(ground, engine, way, done)]
        routes = [route for route in routes if not _leads_on(ground, route, used)]
        if routes:
            worths = [_earned(problem, [*done, route]) for route in routes]
            return tuple(route for route, worth in zip(routes, worths, strict=True) if worth == max(worths))
    return ()


def makeshift(problem: Problem, diesel: bool) -> tuple[Route, ...]:
    """Find some run without a search: compulsory routes, then for standard locomotives what adds most.

    >>> from stellwerk.routes import Network
    >>> makeshift(Problem(Network([]), {}, {}, (Locomotive("2", 2),)), diesel=False)
    ()
    """
    if diesel:
        name = problem.diesel.id if problem.diesel else ""
        return tuple(Route(name, problem.network.along(links), links) for links in problem.compulsory)
    done: list[Route] = []
    while options := next_routes(problem, done):
        done.append(options[0])
    if sum(is_compulsory(problem, route) for route in done) < len(problem.compulsory):
        return ()
    return tuple(route for engine in problem.locomotives for route in done if route.locomotive == engine.id)


def _has_room(engine: Locomotive, done: Sequence[Route]) -> bool:
    return sum(route.locomotive == engine.id for route in done) < engine.size


def _may_add(ground: Ground, engine: Locomotive, way: Way, done: Sequence[Route]) -> bool:
    """Say whether the way hangs together with what this locomotive runs already."""
    own = [route for route in done if route.locomotive == engine.id]
    return not own or any(ground.halt(stop) & way.halts for route in own for stop in route.stops)


def _leads_on(ground: Ground, route: Route, used: int) -> bool:
    """Say whether the route would stop short of a further end."""
    longer = continuations(ground, route, used | track_of(ground, [route]))
    return next(longer, None) is not None


def _earned(problem: Problem, routes: Sequence[Route]) -> int:
    return sum(earning.amount for earning in earnings(problem, routes))
