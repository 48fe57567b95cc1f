"""Standard locomotives and the diesel, each as a choice between ways, and what is chosen as routes again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from .assigning import Roundhouse, Sharing
from .hanging import merged
from .listing import Ground, Way, listed
from .model import Earning, Part, Problem, Route


class Task:
    """A choice to be made: the ways, how many of the first are compulsory, the locomotives, what places earn."""

    def __init__(self, problem: Problem, diesel: bool, tick: Callable[[], None]) -> None:
        self.problem = problem
        self.diesel = diesel
        self.ground = Ground(problem, diesel)
        ground = self.ground
        compulsory = [ground.way(links) for links in problem.compulsory]
        used = 0
        for way in compulsory:
            used |= way.mask
        further = listed(ground, used, tick)
        if diesel:
            compulsory = self._as_one(compulsory)
            self.names = [problem.diesel.id if problem.diesel else ""]
            self.sizes, self.routes_of = [1], [len(compulsory) + len(further)]
        else:
            self.names = [engine.id for engine in problem.locomotives]
            self.sizes = [engine.size for engine in problem.locomotives]
            self.routes_of = self.sizes
        self.compulsory = len(compulsory)
        self.silent = sum(not way.links for way in compulsory)
        self.ways = compulsory + further
        groups = merged([way.halts for way in self.ways])
        self.areas = [next(n for n, group in enumerate(groups) if group & way.halts) for way in self.ways]
        self.worths = [self._worths(number) for number in ground.place_numbers]
        self.roundhouse = Roundhouse(self.ways, self.sizes, self.routes_of, self.worths)

    def _as_one(self, compulsory: list[Way]) -> list[Way]:
        """The diesel starts from all compulsory routes together, and from the stop where it always calls."""
        ground, problem = self.ground, self.problem
        start = problem.diesel.start if problem.diesel else None
        if start is not None:
            places = ground.places_at(problem.stops[start])
            compulsory = [*compulsory, Way((start,), (), 0, places, ground.halt(start))]
        together = 0
        for way in compulsory:
            together |= way.halts
        return [Way(way.stops, way.links, way.mask, way.places, together) for way in compulsory]

    def _worths(self, number: int) -> dict[int, int]:
        place = self.problem.places.get(number)
        if place is None:
            return dict.fromkeys(self.sizes, 0)
        if self.diesel:
            return {1: place.diesel}
        return {size: place.earns(size) for size in self.sizes}

    def routes(self, sharing: Sharing) -> tuple[Route, ...]:
        """Tell the ways that were shared out as routes."""
        ways = [
            (name, self.ways[way]) for name, part in zip(self.names, sharing.shares, strict=True) for way in part
        ]
        return tuple(Route(name, way.stops, way.links) for name, way in ways if way.links)


def earnings(problem: Problem, routes: Sequence[Route]) -> tuple[Earning, ...]:
    """Say what each place and work earns for these routes of standard locomotives, and for which of them.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop, Work
    >>> net = Network([Link(0, 1, bits=1)])
    >>> places = {7: Place(40), 8: Place(10, (Work("3", multiplier=20),))}
    >>> problem = Problem(net, {0: Stop(7), 1: Stop(8)}, places, (Locomotive("2", 2),))
    >>> [(earned.work, earned.amount) for earned in earnings(problem, [Route("2", (0, 1), (0,))])]
    [(None, 40), (None, 10), ('3', 40)]
    """
    sizes = {engine.id: engine.size for engine in problem.locomotives}
    callers: dict[int, str] = {}
    for route in routes:
        if route.locomotive not in sizes:
            continue
        for number in _places_called_at(problem, route.stops):
            if number not in callers or sizes[route.locomotive] > sizes[callers[number]]:
                callers[number] = route.locomotive
    found = []
    for number, engine in sorted(callers.items()):
        place = problem.places.get(number)
        if place is None:
            continue
        if place.value:
            found.append(Earning(number, None, engine, place.value))
        found += [Earning(number, work.id, engine, work.earns(sizes[engine])) for work in place.works]
    return tuple(found)


def diesel_earnings(problem: Problem, routes: Sequence[Route]) -> tuple[Earning, ...]:
    """Say what the diesel earns at each place where it calls.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Diesel, Place, Stop
    >>> net = Network([Link(0, 1, bits=1)])
    >>> problem = Problem(net, {0: Stop(7), 1: Stop(8)}, {7: Place(diesel=10)}, (), diesel=Diesel("D"))
    >>> diesel_earnings(problem, [Route("D", (0, 1), (0,))])
    (Earning(place=7, work=None, locomotive='D', amount=10),)
    """
    if problem.diesel is None:
        return ()
    called = {stop for route in routes for stop in route.stops}
    if problem.diesel.start is not None:
        called.add(problem.diesel.start)
    numbers = sorted(_places_called_at(problem, called))
    return tuple(
        Earning(number, None, problem.diesel.id, problem.places[number].diesel)
        for number in numbers
        if number in problem.places and problem.places[number].diesel
    )


def part_of(problem: Problem, diesel: bool, routes: tuple[Route, ...], most_routes: int, bound: int) -> Part:
    """Tell routes of the standard locomotives, or of the diesel, with what they earn.

    >>> from stellwerk.routes import Network
    >>> part_of(Problem(Network([]), {}, {}, ()), False, (), 0, 20).bound
    20
    """
    earned = (diesel_earnings if diesel else earnings)(problem, routes)
    total = sum(earning.amount for earning in earned)
    return Part(routes, earned, total, most_routes, max(total, bound))


def _places_called_at(problem: Problem, stops: Iterable[int]) -> set[int]:
    return {number for stop in stops if stop in problem.stops for number in problem.stops[stop].places}
