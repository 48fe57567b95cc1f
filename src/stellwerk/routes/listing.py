"""Every route that a train of limited reach can run, each once.

A route is found from the first of its own stations, as two arms that start there: the first grows to its end, then
the route is turned round and grows on from the station.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct

from .facts import Facts
from .scoring import counted_again, stop_values


class Column(Struct, frozen=True):
    """A route as the choice between routes sees it."""

    value: int
    mask: int
    kinds: int
    stops: tuple[int, ...]
    links: tuple[int, ...]


class Part(Struct, frozen=True, gc=False):
    """A route in the making: it grows at its last stop. Stops are named by their index."""

    stops: tuple[int, ...]
    links: tuple[int, ...]
    closed: int
    """Stops that it may not visit any more, as bits."""
    used: int
    """Track, and marks that it may not meet again."""
    kinds: int
    """Kinds of trains that reach so far."""
    worth: int
    cities: int
    towns: int
    hexes: int
    flags: int
    """Which of the bonuses on each stop it has met."""

    def turned(self) -> Part:
        """The same, to grow on from where it began."""
        return Part(
            self.stops[::-1],
            self.links[::-1],
            self.closed,
            self.used,
            self.kinds,
            self.worth,
            self.cities,
            self.towns,
            self.hexes,
            self.flags,
        )


def listed_routes(facts: Facts, tick: Callable[[], None]) -> Iterator[Column]:
    """List every route worth something that some train with a limited reach can run.

    >>> from stellwerk.routes import Link, Network, Problem, Stop, Train
    >>> net = Network([Link(0, 1, bits=1), Link(1, 2, bits=2)])
    >>> problem = Problem(net, (Stop(20), Stop(30, home=True), Stop(10)), (Train.counting("3", 3),))
    >>> sorted((route.value, route.stops) for route in listed_routes(Facts(problem), lambda: None))
    [(40, (1, 2)), (50, (1, 0)), (60, (0, 1, 2))]
    """
    walk = _Walk(facts, tick)
    earlier = 0
    for home in facts.homes:
        yield from walk.from_station(home, earlier)
        earlier |= 1 << home


class _Walk:
    def __init__(self, facts: Facts, tick: Callable[[], None]) -> None:
        self.facts = facts
        self.tick = tick
        self.trains = [kind for kind in facts.kinds if kind.best is None]
        self.allowed = [
            sum(1 << i for i, kind in enumerate(self.trains) if name not in kind.avoid)
            for name in facts.problem.network.stops
        ]
        self.reach: dict[tuple[int, int, int], int] = {}

    def fitting(self, cities: int, towns: int, hexes: int) -> int:
        """The kinds of trains for which so much is not too far."""
        key = (cities, towns, hexes)
        kinds = self.reach.get(key)
        if kinds is None:
            fits = (1 << i for i, kind in enumerate(self.trains) if kind.fits(cities, towns, hexes))
            kinds = self.reach[key] = sum(fits)
        return kinds

    def from_station(self, home: int, earlier: int) -> Iterator[Column]:
        """List what begins at a station, the earlier ones being left out."""
        facts, stop = self.facts, self.facts.stops[home]
        cities, towns = int(not stop.town), int(stop.town)
        kinds = self.allowed[home] & self.fitting(cities, towns, 1)
        if kinds and (stop.may_end or stop.may_pass):
            closed = facts.conflict[home] | earlier
            start = Part((home,), (), closed, 0, kinds, facts.weight[home], cities, towns, 1, 0)
            yield from self.first_arm(start)

    def first_arm(self, part: Part) -> Iterator[Column]:
        stops = self.facts.stops
        for longer in self.grown(part, above=-1):
            if stops[longer.stops[-1]].may_end:
                if stops[longer.stops[0]].may_end:
                    yield from self.whole(longer)
                yield from self.second_arm(longer.turned(), above=longer.links[0])
            yield from self.first_arm(longer)

    def second_arm(self, part: Part, above: int) -> Iterator[Column]:
        for longer in self.grown(part, above):
            if self.facts.stops[longer.stops[-1]].may_end:
                yield from self.whole(longer)
            yield from self.second_arm(longer, above=-1)

    def grown(self, part: Part, above: int) -> Iterator[Part]:
        """Add each link that may follow, if its number is above this one: so no route comes twice."""
        self.tick()
        facts, here = self.facts, part.stops[-1]
        if part.links and not facts.stops[here].may_pass:
            return
        gates = facts.gates[here]
        for link, to in facts.problem.network.arms[here]:
            if link <= above or facts.own[link] & part.used or part.closed >> to & 1:
                continue
            town = facts.stops[to].town
            cities, towns = part.cities + (not town), part.towns + town
            hexes = part.hexes + facts.problem.network.links[link].hexes
            kinds = part.kinds & self.allowed[to] & self.fitting(cities, towns, hexes)
            if not kinds:
                continue
            worth = part.worth + facts.weight[to] + facts.on_link[link]
            if gates is not None and part.links and gates[part.links[-1]] != gates[link]:
                worth += facts.stops[here].cross
            yield Part(
                (*part.stops, to),
                (*part.links, link),
                part.closed | facts.conflict[to],
                part.used | facts.own[link],
                kinds,
                worth,
                cities,
                towns,
                hexes,
                part.flags | facts.flags[link],
            )

    def whole(self, part: Part) -> Iterator[Column]:
        """Tell a route from its lower end, if it is worth something."""
        facts, net = self.facts, self.facts.problem.network
        told = part if part.links <= part.links[::-1] else part.turned()
        stops = tuple([net.stops[at] for at in told.stops])
        value = part.worth + facts.each_amount[part.flags] * len(stops)
        value += _of_the_whole(facts, stops, told.links)
        if value > 0:
            yield Column(value, part.used & (1 << net.width) - 1, part.kinds, stops, told.links)


def _of_the_whole(facts: Facts, stops: tuple[int, ...], links: tuple[int, ...]) -> int:
    """Add up the bonuses that only the whole route can tell, all its stops being counted."""
    total = 0
    for through in facts.throughs:
        firsts = [stop for stop in stops if stop in through.first]
        seconds = [stop for stop in stops if stop in through.second]
        total += max((through.first[a] + through.second[b] for a in firsts for b in seconds if a != b), default=0)
    for shuttle in facts.shuttles:
        worth = stop_values(facts.problem, stops, links)
        total += counted_again(shuttle, facts.problem.bonuses, stops, links, worth)
    for bonus in facts.specials:
        total += bonus.amount(stops, links)
    return total
