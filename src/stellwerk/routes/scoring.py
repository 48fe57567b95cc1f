"""What a given route of a given train earns, stop by stop and bonus by bonus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from .bonus import AtStop, Bonus, EachStop, OnLink, Shuttle, Special, Through
from .model import Problem, Route, Train


def scored(problem: Problem, train: Train, stops: tuple[int, ...], links: tuple[int, ...]) -> Route:
    """Value a route that is known to be legal; a skipping train counts what earns most.

    The route is told in the direction whose list of links comes first.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> net = Network([Link(0, 1, bits=1)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30)), ())
    >>> scored(problem, Train.counting("2", 2), (1, 0), (0,)).values
    (20, 30)
    """
    if (links[::-1], stops[::-1]) < (links, stops):
        stops, links = stops[::-1], links[::-1]
    worth = stop_values(problem, stops, links)
    if train.best is None and not problem.bonuses:
        return Route(train.id, stops, links, tuple(worth), (), sum(worth))
    if train.best is None:
        counted = frozenset(range(len(stops)))
    else:
        counted = _chosen(problem, train.best, stops, links, worth)
    earned, paid = earned_by(problem.bonuses, stops, links, worth, counted)
    values = tuple(value if i in counted else None for i, value in enumerate(worth))
    return Route(train.id, stops, links, values, paid, earned)


def rescored(problem: Problem, train: Train, route: Route) -> Route:
    """Value a route anew, with the stops that it already counts.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> problem = Problem(Network([Link(0, 1, bits=1)]), (Stop(20, home=True), Stop(30)), ())
    >>> rescored(problem, Train.counting("2", 2), Route("2", (0, 1), (0,), (1, 1), (), 2)).total
    50
    """
    counted = frozenset(i for i, value in enumerate(route.values) if value is not None)
    worth = stop_values(problem, route.stops, route.links)
    earned, paid = earned_by(problem.bonuses, route.stops, route.links, worth, counted)
    values = tuple(value if i in counted else None for i, value in enumerate(worth))
    return Route(train.id, route.stops, route.links, values, paid, earned)


def stop_values(problem: Problem, stops: Sequence[int], links: Sequence[int]) -> list[int]:
    """Value each stop of a route as the gates used there make it.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> net = Network([Link(0, 1, bits=1, gate_b=1), Link(1, 2, bits=2, gate_a=2)])
    >>> stop_values(Problem(net, (Stop(20), Stop(60, cross=-10), Stop(30)), ()), (0, 1, 2), (0, 1))
    [20, 50, 30]
    """
    worth = [problem.stops[stop].value for stop in stops]
    for i in range(1, len(stops) - 1):
        cross = problem.stops[stops[i]].cross
        if cross and _gate(problem, links[i - 1], stops[i]) != _gate(problem, links[i], stops[i]):
            worth[i] += cross
    return worth


def _gate(problem: Problem, link: int, stop: int) -> int:
    joint = problem.network.links[link]
    return joint.gate_a if joint.a == stop else joint.gate_b


def earned_by(
    bonuses: tuple[Bonus, ...],
    stops: tuple[int, ...],
    links: tuple[int, ...],
    worth: Sequence[int],
    counted: frozenset[int],
) -> tuple[int, tuple[tuple[str, int], ...]]:
    """Add up what a route earns that counts the stops at these positions, and say what each bonus paid.

    >>> earned_by((AtStop("ferry", {7: 40}),), (5, 7), (0,), [20, 30], frozenset({0, 1}))
    (90, (('ferry', 40),))
    """
    paid = []
    for bonus in bonuses:
        if isinstance(bonus, Shuttle):
            amount = counted_again(bonus, bonuses, stops, links, worth)
        else:
            amount = _paid(bonus, stops, links, counted)
        if amount:
            paid.append((bonus.name, amount))
    return sum(worth[i] for i in counted) + sum(amount for _, amount in paid), tuple(paid)


def counted_again(
    bonus: Shuttle, bonuses: tuple[Bonus, ...], stops: Sequence[int], links: Sequence[int], worth: Sequence[int]
) -> int:
    """What the stops between the ends bring a second time, if the whole route is double track.

    >>> counted_again(Shuttle("shuttle", frozenset({0, 1})), (), (5, 6, 7), (0, 1), [20, 30, 40])
    30
    """
    if not bonus.links.issuperset(links):
        return 0
    added = [amounts.amounts for amounts in bonuses if isinstance(amounts, AtStop) and amounts.again]
    return sum(worth[1:-1]) + sum(amounts.get(stop, 0) for amounts in added for stop in stops[1:-1])


def _paid(bonus: Bonus, stops: tuple[int, ...], links: tuple[int, ...], counted: frozenset[int]) -> int:
    if isinstance(bonus, AtStop):
        return sum(bonus.amounts.get(stops[i], 0) for i in counted)
    if isinstance(bonus, OnLink):
        return sum(bonus.amounts.get(link, 0) for link in links)
    if isinstance(bonus, EachStop):
        first, last = min(counted), max(counted)
        runs = any(link in bonus.links and first <= i < last for i, link in enumerate(links))
        return bonus.amount * len(counted) if runs else 0
    if isinstance(bonus, Through):
        return max(
            (
                bonus.first[stops[i]] + bonus.second[stops[j]]
                for i, j in _pairs(bonus, stops)
                if i in counted and j in counted
            ),
            default=0,
        )
    assert isinstance(bonus, Special)
    return special(bonus, stops, links)


def special(bonus: Special, stops: tuple[int, ...], links: tuple[int, ...]) -> int:
    """Ask the function of a `Special`, and hold it to its own limit.

    >>> special(Special("far", lambda stops, links: 60, limit=50), (0, 1), (0,))
    Traceback (most recent call last):
    ValueError: far: 60 is above its own limit of 50
    """
    amount = bonus.amount(stops, links)
    if amount > bonus.limit:
        raise ValueError(f"{bonus.name}: {amount} is above its own limit of {bonus.limit}")
    return amount


def _pairs(bonus: Through, stops: tuple[int, ...]) -> list[tuple[int, int]]:
    firsts = [i for i, stop in enumerate(stops) if stop in bonus.first]
    seconds = [i for i, stop in enumerate(stops) if stop in bonus.second]
    return [(i, j) for i in firsts for j in seconds if i != j]


def _chosen(
    problem: Problem, k: int, stops: tuple[int, ...], links: tuple[int, ...], worth: Sequence[int]
) -> frozenset[int]:
    """Choose the stops that a skipping train counts: at least two, at most k, one with an own station.

    Whatever is best holds some own station and, for each bonus on the whole route, either nothing special, or
    a pair that earns it. Given these, the dearest others fill it up; so trying all of these finds the best.
    """
    size = len(stops)
    weight = list(worth)
    for bonus in problem.bonuses:
        if isinstance(bonus, AtStop):
            for i in range(size):
                weight[i] += bonus.amounts.get(stops[i], 0)
    dearest = sorted(range(size), key=lambda i: -weight[i])
    best: tuple[int, list[int]] | None = None
    for kept, rise in _reasons(problem, stops, links, dearest):
        if len(kept) > k:
            continue
        chosen = set(kept)
        for i in dearest:
            if len(chosen) == k or (weight[i] + rise <= 0 and len(chosen) >= 2):
                break
            chosen.add(i)
        earned, _ = earned_by(problem.bonuses, stops, links, worth, frozenset(chosen))
        order = sorted(chosen)
        if best is None or (-earned, order) < (-best[0], best[1]):
            best = earned, order
    if best is None:
        raise ValueError("the route has no own station to count")
    return frozenset(best[1])


def _reasons(
    problem: Problem, stops: tuple[int, ...], links: tuple[int, ...], dearest: list[int]
) -> Iterator[tuple[set[int], int]]:
    """Yield sets of stops to be counted in any case, with what every counted stop then earns beside."""
    homes = [i for i, stop in enumerate(stops) if problem.stops[stop].home]
    throughs = [[None, *_pairs(bonus, stops)] for bonus in problem.bonuses if isinstance(bonus, Through)]
    eaches = [bonus for bonus in problem.bonuses if isinstance(bonus, EachStop)]
    for home in homes:
        for pairs in product(*throughs):
            kept = {home}
            for pair in pairs:
                kept.update(pair or ())
            yield from _straddling(kept, 0, eaches, links, dearest)


def _straddling(
    kept: set[int], rise: int, eaches: list[EachStop], links: tuple[int, ...], dearest: list[int]
) -> Iterator[tuple[set[int], int]]:
    """Add stops so that, for each of these bonuses or not, one of its links lies between stops kept."""
    if not eaches:
        yield kept, rise
        return
    bonus, *others = eaches
    yield from _straddling(kept, rise, others, links, dearest)
    for place, link in enumerate(links):
        if link not in bonus.links:
            continue
        before = sum(i <= place for i in kept)
        if 0 < before < len(kept):
            yield from _straddling(kept, rise + bonus.amount, others, links, dearest)
            continue
        missing = [i for i in dearest if (i <= place) == (not before)]
        for i in missing if others else missing[:1]:  # with nothing else to serve, the dearest is the one
            yield from _straddling({*kept, i}, rise + bonus.amount, others, links, dearest)
