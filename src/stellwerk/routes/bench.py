"""How fast best runs are found: figures for problems given, and trains to measure full boards with."""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from . import locomotives
from .model import Budget, Problem, Train
from .network import Network
from .solve import best_run


class Figures(Struct, frozen=True):
    """What was measured. Times are milliseconds of one core's work."""

    count: int
    proved: int
    median_ms: float
    p90_ms: float
    p99_ms: float
    max_ms: float


def measure(problems: Iterable[Problem | locomotives.Problem], budget: float | Budget | None = None) -> Figures:
    """Solve each problem once and say how long it took.

    >>> from stellwerk.routes import Link, Network, Stop
    >>> net = Network([Link(0, 1, bits=1)])
    >>> problem = Problem(net, (Stop(20, home=True), Stop(30)), (Train.counting("2", 2),))
    >>> measure([problem] * 3).proved
    3
    """
    measured = [timed(problem, budget) for problem in problems]
    return figures([ms for ms, _ in measured], sum(optimal for _, optimal in measured))


def timed(problem: Problem | locomotives.Problem, budget: float | Budget | None = None) -> tuple[float, bool]:
    """Milliseconds of one core's work on a problem, and whether its answer was proved."""
    begin = time.process_time()
    if isinstance(problem, Problem):
        optimal = best_run(problem, budget).optimal
    else:
        optimal = locomotives.best_run(problem, budget).optimal
    return (time.process_time() - begin) * 1000, optimal


def figures(times: Sequence[float], proved: int) -> Figures:
    """Sum up times: each percentile is a time that was really measured.

    >>> figures([3.0, 1.0, 2.0], 3)
    Figures(count=3, proved=3, median_ms=2.0, p90_ms=3.0, p99_ms=3.0, max_ms=3.0)
    """
    ordered = sorted(times) or [0.0]

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))], 3)

    return Figures(len(times), proved, at(0.5), at(0.9), at(0.99), round(ordered[-1], 3))


def fleet(*names: str) -> tuple[Train, ...]:
    """Read trains from their usual names: `4` counts stops, `3+3` cities and towns, `4H` hexes, `8E` its best.

    >>> [train.towns for train in fleet("6+6", "5")]
    [6, 0]
    """
    return tuple(_train(name, f"{name} no. {at + 1}") for at, name in enumerate(names))


def _train(name: str, id: str) -> Train:
    if name.endswith("H"):
        return Train.hexed(id, int(name[:-1]))
    if name.endswith("E"):
        return Train.skipping(id, int(name[:-1]))
    cities, _, towns = name.partition("+")
    return Train.plus(id, int(cities), int(towns or 0))


FLEETS: dict[str, tuple[Train, ...]] = {
    "6+6": fleet("6+6"),
    "2 × 6+6": fleet("6+6", "6+6"),
    "3 × 6+6": fleet("6+6", "6+6", "6+6"),
    "6+6, 6+6, 5+5, 6": fleet("6+6", "6+6", "5+5", "6"),
    "4 × 6+6": fleet("6+6", "6+6", "6+6", "6+6"),
    "8E": fleet("8E"),
    "6+6, 8E": fleet("6+6", "8E"),
    "2 × 8E": fleet("8E", "8E"),
}
"""What a company may own late in a game, and the longest trains there are."""

ALPINE: dict[str, tuple[Train, ...]] = {
    f"{name} with tunnels": trains
    for name, trains in {
        "8E": fleet("8E"),
        "8E, 8H": fleet("8E", "8H"),
        "2 × 8E": fleet("8E", "8E"),
        "5H, 3 × 8E": fleet("5H", "8E", "8E", "8E"),
    }.items()
}
"""The same where trains skip stops, on boards with tunnels and transit bonuses."""


def around_home(problem: Problem, size: int) -> Problem:
    """Keep only the `size` stops that are the fewest links away from the first own station.

    >>> from stellwerk.routes import Link, Stop
    >>> net = Network([Link(0, 1, bits=1), Link(1, 2, bits=2), Link(2, 3, bits=4)])
    >>> around_home(Problem(net, (Stop(20), Stop(30, home=True), Stop(10), Stop(10)), ()), 3).network.stops
    (0, 1, 2)
    """
    net = problem.network
    near = [at for at, stop in enumerate(net.stops) if problem.describe(stop).home][:1]
    for at in near:
        near += [to for to in dict.fromkeys(to for _, to in net.arms[at]) if to not in near]
    kept = {net.stops[at] for at in near[:size]}
    return replace(problem, network=Network(link for link in net.links if {link.a, link.b} <= kept))
