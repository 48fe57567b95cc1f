"""Is a run that somebody proposes legal, what does it earn, and is it the best?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from ..model import Budget
from .ends import is_compulsory, stopping_short
from .hanging import hangs_together
from .listing import Ground
from .model import Earning, Part, Problem, Route, Run
from .parts import diesel_earnings, earnings
from .solve import best_run


class Fault(Struct, frozen=True):
    """One thing wrong with a run: a key that says what, the locomotive, and which of its routes if it is one.

    Keys of a route: `unknown_locomotive`, `broken` (links and stops do not follow one another), `too_short`,
    `place_twice`, `closed` (a stop that is neither to be passed nor an end), `blocked` (passes a stop where it
    must end), `no_end` (ends where it may not), `no_station`, `track_twice`, `shared_track`, `stops_short` (free
    track leads on to a further end). Of a locomotive: `too_many_routes`, `apart` (its routes do not hang
    together). Of the run: `compulsory_missing`, `too_few_routes`; these name the diesel, or no locomotive if they
    are about the others.

    >>> Fault("apart", "5a").reason
    'apart'
    """

    reason: str
    locomotive: str | None = None
    route: int | None = None


class Verdict(Struct, frozen=True):
    """What `check` says: all faults, the run as given with what it earns, and the best run."""

    faults: tuple[Fault, ...]
    run: Run
    best: Run

    @property
    def legal(self) -> bool:
        """No rule is broken; it need not earn most.

        >>> Verdict((), Run(Part(), Part()), Run(Part(), Part())).legal
        True
        """
        return not self.faults

    @property
    def optimal(self) -> bool:
        """It is legal, and it is proved that no legal run earns more.

        >>> Verdict((), Run(Part(total=20, bound=30), Part()), Run(Part(total=30, bound=30), Part())).optimal
        False
        """
        return self.legal and self.run.optimal


def check(
    problem: Problem, routes: Iterable[Route], budget: float | Budget | None = None, best: Run | None = None
) -> Verdict:
    """Judge the routes of all locomotives, those of the diesel among them; the best run need not be found twice.

    >>> from stellwerk.routes import Link, Network
    >>> from .model import Locomotive, Place, Stop
    >>> net = Network([Link(0, 1, bits=1), Link(1, 2, bits=2)])
    >>> stops = {n: Stop(n, may_end=True, home=True) for n in range(3)}
    >>> problem = Problem(net, stops, {n: Place(30) for n in range(3)}, (Locomotive("1", 1),))
    >>> [fault.reason for fault in check(problem, [Route("1", (0, 1), (0,))]).faults]
    ['stops_short']
    >>> check(problem, [Route("1", (0, 1, 2), (0, 1))]).optimal
    True
    """
    given = tuple(routes)
    best = best or best_run(problem, budget)
    faults = faults_of(problem, given, len(best.standard.routes), len(best.diesel.routes))
    ordinary, special = _apart(problem, given)
    run = Run(
        _part(ordinary, earnings(problem, ordinary), best.standard),
        _part(special, diesel_earnings(problem, special), best.diesel),
    )
    return Verdict(faults, run, best)


def faults_of(problem: Problem, routes: Iterable[Route], standard: int, diesel: int) -> tuple[Fault, ...]:
    """Name every fault of a run, given how many routes the standard locomotives and the diesel have to run.

    >>> from stellwerk.routes import Network
    >>> [fault.reason for fault in faults_of(Problem(Network([]), {}, {}, ()), (), 1, 0)]
    ['too_few_routes']
    """
    ordinary, special = _apart(problem, tuple(routes))
    faults = _standard_faults(problem, ordinary) + _diesel_faults(problem, special)
    if not faults:
        if len(ordinary) < standard:
            faults.append(Fault("too_few_routes"))
        if problem.diesel and len(special) < diesel:
            faults.append(Fault("too_few_routes", problem.diesel.id))
    return tuple(faults)


def _apart(problem: Problem, routes: tuple[Route, ...]) -> tuple[tuple[Route, ...], tuple[Route, ...]]:
    """The routes of standard locomotives, and those of the diesel."""
    diesel = problem.diesel.id if problem.diesel else None
    ordinary = tuple(route for route in routes if route.locomotive != diesel)
    return ordinary, tuple(route for route in routes if route.locomotive == diesel)


def _part(routes: tuple[Route, ...], earned: tuple[Earning, ...], best: Part) -> Part:
    total = sum(earning.amount for earning in earned)
    return Part(routes, earned, total, best.most_routes, best.bound)


def _standard_faults(problem: Problem, routes: Sequence[Route]) -> list[Fault]:
    ground = Ground(problem)
    faults: list[Fault] = []
    sizes = {engine.id: engine.size for engine in problem.locomotives}
    legal = []
    for number, route in enumerate(routes):
        if route.locomotive in sizes:
            reasons = _faults_of(problem, ground, route)
            legal += [] if reasons else [route]
        else:
            reasons = ["unknown_locomotive"]
        faults += [Fault(reason, route.locomotive, number) for reason in reasons]
    faults += _sharing(ground, routes)
    for engine, size in sizes.items():
        own = [route for route in legal if route.locomotive == engine]
        if len(own) > size:
            faults.append(Fault("too_many_routes", engine))
        if not hangs_together([_halts(ground, route) for route in own]):
            faults.append(Fault("apart", engine))
    if sizes and not _serves(problem, routes):
        faults.append(Fault("compulsory_missing"))
    if not faults:
        short = stopping_short(problem, ground, routes)
        faults += [Fault("stops_short", routes[number].locomotive, number) for number in short]
    return faults


def _diesel_faults(problem: Problem, routes: Sequence[Route]) -> list[Fault]:
    if problem.diesel is None:
        return []
    ground = Ground(problem, diesel=True)
    name = problem.diesel.id
    faults = [
        Fault(reason, name, number)
        for number, route in enumerate(routes)
        for reason in _faults_of(problem, ground, route)
    ]
    faults += _sharing(ground, routes)
    if not _serves(problem, routes):
        faults.append(Fault("compulsory_missing", name))
    if not faults:
        start = 0 if problem.diesel.start is None else ground.halt(problem.diesel.start)
        for links in problem.compulsory:
            start |= ground.way(links).halts
        further = [_halts(ground, route) for route in routes if not is_compulsory(problem, route)]
        anchored = bool(problem.compulsory) or problem.diesel.start is not None
        if not hangs_together([start, *further] if anchored and further else further):
            faults.append(Fault("apart", name))
        short = stopping_short(problem, ground, routes)
        faults += [Fault("stops_short", name, number) for number in short]
    return faults


def _serves(problem: Problem, routes: Sequence[Route]) -> bool:
    run = {route.links for route in routes} | {route.links[::-1] for route in routes}
    return all(links in run for links in problem.compulsory)


def _halts(ground: Ground, route: Route) -> int:
    halts = 0
    for stop in route.stops:
        halts |= ground.halt(stop)
    return halts


def _sharing(ground: Ground, routes: Sequence[Route]) -> list[Fault]:
    faults = []
    used = 0
    for number, route in enumerate(routes):
        mask = 0
        for link in route.links:
            if 0 <= link < len(ground.network.links):
                mask |= ground.network.masks[link]
        if mask & used:
            faults.append(Fault("shared_track", route.locomotive, number))
        used |= mask
    return faults


def _faults_of(problem: Problem, ground: Ground, route: Route) -> list[str]:
    """List what is wrong with a route by itself."""
    network = ground.network
    if not network.joins(route.stops, route.links):
        return ["broken"]
    if len(route.stops) < 2:
        return ["too_short"]
    if is_compulsory(problem, route):
        return []
    reasons = []
    stops = [network.index[stop] for stop in route.stops]
    places = [ground.place[stop] for stop in stops]
    if len(set(places)) < len(places):
        reasons.append("place_twice")
    if not all(ground.may_pass[stop] or ground.may_end[stop] for stop in stops):
        reasons.append("closed")
    if not all(ground.may_pass[stop] for stop in stops[1:-1]):
        reasons.append("blocked")
    if not (ground.may_end[stops[0]] and ground.may_end[stops[-1]]):
        reasons.append("no_end")
    if not any(ground.home[stop] for stop in stops):
        reasons.append("no_station")
    if network.repeats(route.links):
        reasons.append("track_twice")
    return reasons
