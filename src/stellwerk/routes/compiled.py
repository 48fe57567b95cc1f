"""The compiled search: hands problems to the kernel and tells its answers. Without a kernel it says so, once."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from .bonus import AtStop, EachStop, OnLink, Shuttle, Special, Through
from .facts import Facts, kinds_of
from .model import Budget, Problem, Run, Train
from .network import Network
from .scoring import scored

_pack: Callable[..., Any] | None = None
_solve: Callable[..., Any] | None = None
_knows_above = False
locomotive_prices: Callable[..., Any] | None = None
locomotives: Any = None
try:
    from . import _kernel  # type: ignore[attr-defined, unused-ignore]

    _pack, _solve, locomotive_prices = _kernel.pack, _kernel.solve, _kernel.locomotive_prices
    # not in a kernel built long ago
    locomotives = _kernel if hasattr(_kernel, "locomotives_ready") else None
    _knows_above = hasattr(_kernel, "KNOWS_ABOVE")
except ImportError:
    pass

_told = False


def available() -> bool:
    """Say whether the compiled kernel was built.

    >>> available() in (True, False)
    True
    """
    return _solve is not None


def warn_once() -> None:
    """Tell once that the slower search is at work."""
    global _told
    if not _told:
        _told = True
        warnings.warn("the compiled route search is missing; best runs are found more slowly", stacklevel=3)


def packed(network: Network) -> object | None:
    """Pack a network for the kernel, once; None if it is too wide for it."""
    kept: object | None = network.__dict__.get("_packed", False)
    if kept is False:
        kept = network.__dict__["_packed"] = _pack(network.links, network.index) if _pack is not None else None
    return kept


def compiled_best_run(problem: Problem, budget: Budget, shortcuts: bool = True, above: int = 0) -> Run | None:
    """Find the best run with the kernel, or None if there is none or it does not serve this problem.

    Without `shortcuts` it takes even a small problem for a large one: only tests want that.

    >>> from stellwerk.routes import Link, Network, Stop, Train
    >>> net = Network([Link(0, 1, bits=1)])
    >>> run = compiled_best_run(Problem(net, (Stop(20, home=True), Stop(30)), (Train.counting("2", 2),)), Budget())
    >>> run is None or run.total == 50
    True
    """
    network = problem.network
    if _solve is None or not problem.trains or not network.links:
        return None
    net = packed(network)
    if net is None:
        return None
    members, reach = _reach_of(problem.trains)
    if reach is None:
        members, reach = _reach_with(problem.trains, network.index)
    at_stop: list[tuple[int, int]] = []
    once: list[tuple[int, int]] = []
    on_link: list[tuple[int, int]] = []
    wholes: list[tuple[object, ...]] = []
    double: list[int] | None = None
    if problem.bonuses:
        if any(isinstance(bonus, Special) for bonus in problem.bonuses):
            return None
        shuttles = [bonus for bonus in problem.bonuses if isinstance(bonus, Shuttle)]
        if len(shuttles) > 1:
            return None
        double = sorted(shuttles[0].links) if shuttles else None
        at_stop, once, on_link, wholes = _bonuses(problem)
    if len(members) > 16 or len(problem.trains) > 24 or len(wholes) > 6:
        return None
    seconds = -1.0 if budget.seconds is None else max(0.0, budget.seconds)
    nodes = -1 if budget.nodes is None else budget.nodes
    try:
        total, bound, chosen, _ = _solve(
            net,
            problem.stops,
            network.stops,
            reach,
            at_stop,
            once,
            on_link,
            wholes,
            double,
            seconds,
            nodes,
            shortcuts,
            *((above,) if _knows_above else ()),
        )
    except OverflowError:  # money beyond any game's: Python has no limits
        return None
    if total <= above:
        total, chosen, bound = 0, [], max(bound, above) if bound >= 0 else bound
    routes = []
    free = [iter(places) for places in members]
    for kind, links in chosen:
        place = next(free[kind])
        routes.append((place, scored(problem, problem.trains[place], network.along(links), links)))
    if len(routes) > 1:
        routes.sort(key=lambda pair: pair[0])
    if bound < 0:
        facts = Facts(problem)
        bound = sum(
            facts.crude_bound(kind) * len(places) for kind, places in zip(facts.kinds, facts.members, strict=True)
        )
    bound = max(bound, total)
    return Run(tuple([route for _, route in routes]), total, bound, total == bound)


Reach = tuple[tuple[int | tuple[int, ...], ...], ...]


@lru_cache(maxsize=1024)  # the same trains run again and again
def _reach_of(trains: tuple[Train, ...]) -> tuple[list[list[int]], Reach | None]:
    """Where the trains of each kind stand, and how far the kinds go; None if that depends on the network."""
    return _reach_with(trains, {}) if not any(train.avoid for train in trains) else ([], None)


def _reach_with(trains: tuple[Train, ...], index: Mapping[int, int]) -> tuple[list[list[int]], Reach]:
    kinds, members = kinds_of(trains)
    return members, tuple(
        [
            (
                -1 if kind.cities is None else kind.cities,
                -1 if kind.towns is None else kind.towns,
                -1 if kind.hexes is None else kind.hexes,
                -1 if kind.best is None else kind.best,
                len(places),
                tuple([index[stop] for stop in kind.avoid if stop in index]),
            )
            for kind, places in zip(kinds, members, strict=True)
        ]
    )


def _bonuses(
    problem: Problem,
) -> tuple[list[tuple[int, int]], list[tuple[int, int]], list[tuple[int, int]], list[tuple[object, ...]]]:
    """Put bonuses into plain lists: at stops, which of these a shuttle counts once, on links, on whole routes."""
    index = problem.network.index
    at_stop: list[tuple[int, int]] = []
    once: list[tuple[int, int]] = []
    on_link: list[tuple[int, int]] = []
    pairs: list[tuple[object, ...]] = []
    each: list[tuple[object, ...]] = []
    for bonus in problem.bonuses:
        if isinstance(bonus, AtStop):
            amounts = [(index[stop], amount) for stop, amount in bonus.amounts.items() if stop in index]
            at_stop += amounts
            once += [] if bonus.again else amounts
        elif isinstance(bonus, OnLink):
            on_link += bonus.amounts.items()
        elif isinstance(bonus, EachStop):
            each.append((0, bonus.amount, list(bonus.links)))
        elif isinstance(bonus, Through):
            first = [(index[stop], amount) for stop, amount in bonus.first.items() if stop in index]
            second = [(index[stop], amount) for stop, amount in bonus.second.items() if stop in index]
            pairs.append((1, 0, first, second))
    # the kernel wants those on pairs of stops first
    return at_stop, once, on_link, pairs + each
