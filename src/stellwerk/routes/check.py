"""Is a run that somebody proposes legal, what does it earn, and is it the best?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from msgspec import Struct

from .model import Budget, Problem, Route, Train
from .scoring import earned_by, stop_values
from .solve import best_run


class Fault(Struct, frozen=True):
    """One thing wrong with a run: which train, and a key that says what.

    Keys: `unknown_train`, `train_twice`, `broken` (links and stops do not follow one another), `too_short`,
    `stop_twice`, `excluded` (two stops of a group), `closed`, `blocked` (passes a stop it may not pass),
    `no_end` (ends where it may not), `no_station`, `track_twice`, `too_long`, `wrong_count` (a skipping train
    counts too many stops or too few, or any other train leaves one out), `no_station_counted`, `shared_track`.

    >>> Fault("3", "no_station").reason
    'no_station'
    """

    train: str
    reason: str


class Verdict(Struct, frozen=True):
    """What `check` says. `total` is what the run earns if it is legal; `bound` what no run exceeds."""

    faults: tuple[Fault, ...]
    total: int
    best: int
    bound: int

    @property
    def legal(self) -> bool:
        """No rule is broken.

        >>> Verdict((), 50, 60, 60).legal
        True
        """
        return not self.faults

    @property
    def optimal(self) -> bool:
        """It is legal, and it is proved that no run earns more.

        >>> Verdict((), 50, 60, 60).optimal
        False
        """
        return self.legal and self.total == self.bound


def check(problem: Problem, routes: Iterable[Route], budget: float | Budget | None = None) -> Verdict:
    """Judge routes by their train, stops, links and which stops have a value; amounts are worked out anew.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> net = Network([Link(0, 1, bits=1), Link(1, 2, bits=2)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(10), Stop(40)), (Train.counting("3", 3),))
    >>> verdict = check(problem, [Route("3", (0, 1), (0,), (20, 10), (), 30)])
    >>> verdict.legal, verdict.optimal, verdict.total, verdict.best
    (True, False, 30, 70)
    >>> check(problem, [Route("3", (1, 2), (1,), (10, 40), (), 50)]).faults
    (Fault(train='3', reason='no_station'),)
    """
    given = tuple(routes)
    faults = find_faults(problem, given)
    total = 0 if faults else sum(earned(problem, route) for route in given)
    best = best_run(problem, budget)
    return Verdict(faults, total, max(best.total, total), max(best.bound, total))


def earned(problem: Problem, route: Route) -> int:
    """Work out what a legal route earns with the stops that it counts.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> problem = Problem(Network([Link(0, 1, bits=1)]), (Stop(20, home=True), Stop(10)), ())
    >>> earned(problem, Route("2", (0, 1), (0,), (0, 0), (), 0))
    30
    """
    counted = frozenset(i for i, value in enumerate(route.values) if value is not None)
    worth = stop_values(problem, route.stops, route.links)
    return earned_by(problem.bonuses, route.stops, route.links, worth, counted)[0]


def find_faults(problem: Problem, routes: tuple[Route, ...]) -> tuple[Fault, ...]:
    """List everything that is wrong with a run.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> problem = Problem(Network([Link(0, 1, bits=1)]), (Stop(20, home=True), Stop(10)), ())
    >>> find_faults(problem, (Route("9", (0, 1), (0,), (20, 10), (), 30),))
    (Fault(train='9', reason='unknown_train'),)
    """
    faults: list[Fault] = []
    trains = {train.id: train for train in problem.trains}
    left = Counter(train.id for train in problem.trains)
    used = 0
    for route in routes:
        train = trains.get(route.train)
        if train is None:
            faults.append(Fault(route.train, "unknown_train"))
            continue
        left[route.train] -= 1
        if left[route.train] < 0:
            faults.append(Fault(route.train, "train_twice"))
        if len(route.values) != len(route.stops) or not problem.network.joins(route.stops, route.links):
            faults.append(Fault(route.train, "broken"))
            continue
        faults += [Fault(route.train, reason) for reason in _faults_of(problem, train, route)]
        mask = 0
        for link in route.links:
            mask |= problem.network.masks[link]
        if mask & used:
            faults.append(Fault(route.train, "shared_track"))
        used |= mask
    return tuple(faults)


def _faults_of(problem: Problem, train: Train, route: Route) -> list[str]:
    """List what is wrong with a route by itself, its links being joined as it says."""
    facts = [problem.describe(stop) for stop in route.stops]
    network = problem.network
    reasons = []
    if len(route.stops) < 2:
        reasons.append("too_short")
    if len(set(route.stops)) < len(route.stops):
        reasons.append("stop_twice")
    groups = [fact.group for fact in facts if fact.group >= 0]
    if len(set(groups)) < len(groups):
        reasons.append("excluded")
    if any(
        stop in train.avoid or not (fact.may_pass or fact.may_end)
        for stop, fact in zip(route.stops, facts, strict=True)
    ):
        reasons.append("closed")
    if not all(fact.may_pass for fact in facts[1:-1]):
        reasons.append("blocked")
    if not (facts[0].may_end and facts[-1].may_end):
        reasons.append("no_end")
    if not any(fact.home for fact in facts):
        reasons.append("no_station")
    if network.repeats(route.links):
        reasons.append("track_twice")
    towns = sum(fact.town for fact in facts)
    hexes = 1 + sum(network.links[number].hexes for number in route.links)
    if not train.fits(len(facts) - towns, towns, hexes):
        reasons.append("too_long")
    counted = [fact for fact, value in zip(facts, route.values, strict=True) if value is not None]
    if train.best is None:
        if len(counted) < len(facts):
            reasons.append("wrong_count")
    else:
        if not 2 <= len(counted) <= train.best:
            reasons.append("wrong_count")
        if not any(fact.home for fact in counted):
            reasons.append("no_station_counted")
    return reasons
