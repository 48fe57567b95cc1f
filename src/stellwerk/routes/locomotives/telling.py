"""A run told route by route, and whether there was another."""

from __future__ import annotations

from .. import model
from .listing import Ground, listed
from .model import Part, Problem, Route, Run
from .parts import diesel_earnings, earnings


def valued(problem: Problem, routes: tuple[Route, ...]) -> Run:
    """Say what routes earn that somebody has named; nothing is known of better ones.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> stops, places = {0: Stop(0), 1: Stop(1)}, {0: Place(40), 1: Place(10)}
    >>> problem = Problem(Network([Link(0, 1, bits=1)]), stops, places, (Locomotive("1", 1),))
    >>> valued(problem, (Route("1", (0, 1), (0,)),)).total
    50
    """
    diesel = problem.diesel.id if problem.diesel else None
    parts = []
    for own, earned_by in ((False, earnings), (True, diesel_earnings)):
        run = tuple(route for route in routes if (route.locomotive == diesel) == own)
        earned = earned_by(problem, run)
        total = sum(earning.amount for earning in earned)
        parts.append(Part(run, earned, total, len(run), total))
    return Run(*parts)


def told(problem: Problem, run: Run) -> model.Run:
    """Tell a run as routes with values: what is earned stands where the locomotive it counts for first called.

    Where the diesel always calls is told by itself if none of its routes leads there.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> stops, places = {n: Stop(n) for n in range(3)}, {n: Place(10 * n) for n in range(3)}
    >>> net = Network([Link(0, 2, bits=1), Link(1, 2, bits=2)])
    >>> problem = Problem(net, stops, places, (Locomotive("2", 2),))
    >>> run = valued(problem, (Route("2", (0, 2), (0,)), Route("2", (1, 2), (1,))))
    >>> [(route.stops, route.values, route.total) for route in told(problem, run).routes]
    [((0, 2), (0, 20), 20), ((1, 2), (10, 0), 10)]
    """
    routes = list(run)
    if problem.diesel is not None and problem.diesel.start is not None:
        start = problem.diesel.start
        if not any(start in route.stops for route in run.diesel.routes):
            routes.append(Route(problem.diesel.id, (start,), ()))
    values = [[0] * len(route.stops) for route in routes]
    first: dict[tuple[str, int], tuple[int, int]] = {}
    for number, route in enumerate(routes):
        for at, stop in enumerate(route.stops):
            for place in problem.stops[stop].places if stop in problem.stops else ():
                first.setdefault((route.locomotive, place), (number, at))
    for earning in (*run.standard.earnings, *run.diesel.earnings):
        number, at = first[earning.locomotive, earning.place]
        values[number][at] += earning.amount
    bound = run.standard.bound + run.diesel.bound
    return model.Run(
        tuple(
            model.Route(route.locomotive, route.stops, route.links, tuple(row), (), sum(row))
            for route, row in zip(routes, values, strict=True)
        ),
        run.total,
        bound,
        run.optimal,
    )


def is_forced(problem: Problem, best: Run) -> bool:
    """Say whether all legal runs come to the same as this best one: nothing is left to choose.

    That is so where all possible routes are run, or only the compulsory ones can be, if it makes no difference
    which locomotive runs them.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> from .solve import best_run
    >>> net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2)])
    >>> marks = {n: Stop(n, may_pass=False, may_end=True, home=True) for n in range(3)}
    >>> problems = [Problem(net, marks, {}, (Locomotive("n", size),)) for size in (1, 2)]
    >>> [is_forced(problem, best_run(problem)) for problem in problems]
    [False, True]
    """
    if len({engine.size for engine in problem.locomotives}) > 1:
        called = {stop for route in best.standard.routes for stop in route.stops} & problem.stops.keys()
        numbers = {number for stop in called for number in problem.stops[stop].places} & problem.places.keys()
        if any(work.multiplier for number in numbers for work in problem.places[number].works):
            return False
    return (not problem.locomotives or _is_forced(problem, best.standard)) and (
        problem.diesel is None or _is_forced(problem, best.diesel, diesel=True)
    )


def _is_forced(problem: Problem, best: Part, diesel: bool = False) -> bool:
    return len(best.routes) >= best.most_routes and _is_all(problem, len(best.routes), diesel)


def _is_all(problem: Problem, routes: int, diesel: bool) -> bool:
    """Whether so many routes are the compulsory ones alone, or all that there are."""
    if routes == len(problem.compulsory):
        return True
    ground = Ground(problem, diesel)
    used = 0
    for links in problem.compulsory:
        used |= ground.way(links).mask
    return routes == len(problem.compulsory) + len(listed(ground, used, lambda: None))
