"""Standard locomotives and the diesel, each as a choice between ways, and what is chosen as routes again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby

from .listing import Ground, Way, listed
from .model import Earning, Problem, Route
from .table import Fleet


class Task:
    """A choice to be made: the ways, how many of the first are compulsory, the fleets, and what places earn."""

    ways: list[Way]
    compulsory: int
    fleets: list[Fleet]
    worths: list[list[int]]

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
            self.fleets = [Fleet(1, len(compulsory) + len(further))]
            self.names = [[problem.diesel.id if problem.diesel else ""]]
        else:
            engines = sorted(problem.locomotives, key=lambda engine: -engine.size)
            groups = [list(group) for _, group in groupby(engines, key=lambda engine: engine.size)]
            self.fleets = [Fleet(group[0].size, group[0].size, len(group)) for group in groups]
            self.names = [[engine.id for engine in group] for group in groups]
        self.compulsory = len(compulsory)
        self.ways = compulsory + further
        if compulsory and sum(fleet.number for fleet in self.fleets) == 1:
            self._leave_out_what_is_apart()
        self.worths = [self._worths(number) for number in ground.place_numbers]

    def _as_one(self, compulsory: list[Way]) -> list[Way]:
        """The diesel starts from all compulsory routes together, and from the stop where it always calls."""
        ground, problem = self.ground, self.problem
        start = problem.diesel.start if problem.diesel else None
        if start is not None:
            index = ground.network.index.get(start, -1)
            place = ground.place_numbers.index(problem.stops[start].place)
            compulsory = [*compulsory, Way((start,), (), 0, 1 << place, 1 << index if index >= 0 else 0)]
        together = 0
        for way in compulsory:
            together |= way.halts
        return [Way(way.stops, way.links, way.mask, way.places, together) for way in compulsory]

    def _leave_out_what_is_apart(self) -> None:
        """A single locomotive runs nothing that could not hang together with the compulsory routes."""
        reached = 0
        for way in self.ways[: self.compulsory]:
            reached |= way.halts
        before = -1
        while before != reached:
            before = reached
            for way in self.ways:
                if way.halts & reached:
                    reached |= way.halts
        self.ways = [way for number, way in enumerate(self.ways) if number < self.compulsory or way.halts & reached]

    def _worths(self, number: int) -> list[int]:
        place = self.problem.places.get(number)
        if place is None:
            return [0] * len(self.fleets)
        if self.diesel:
            return [place.diesel]
        return [place.earns(fleet.size) for fleet in self.fleets]

    def routes(self, shares: Sequence[Sequence[Sequence[int]]]) -> tuple[Route, ...]:
        """Tell the ways that were shared out as routes, in the order of the company's locomotives."""
        by_name = {
            name: [Route(name, self.ways[way].stops, self.ways[way].links) for way in part if self.ways[way].links]
            for names, parts in zip(self.names, shares, strict=True)
            for name, part in zip(names, parts, strict=True)
        }
        order = [engine.id for engine in self.problem.locomotives] if not self.diesel else self.names[0]
        return tuple(route for name in order for route in by_name.get(name, []))


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
    largest: dict[int, str] = {}
    for route in routes:
        for stop in route.stops:
            place = problem.stops[stop].place if stop in problem.stops else -1
            if place not in largest or sizes[route.locomotive] > sizes[largest[place]]:
                largest[place] = route.locomotive
    found = []
    for number in sorted(largest):
        place, engine = problem.places.get(number), largest[number]
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
    numbers = sorted({problem.stops[stop].place for stop in called if stop in problem.stops})
    return tuple(
        Earning(number, None, problem.diesel.id, problem.places[number].diesel)
        for number in numbers
        if number in problem.places and problem.places[number].diesel
    )
