"""How fast best runs are found: figures for problems given, and for full boards with more and more trains."""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Mapping, Sequence

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.board.box import Box

from . import locomotives
from .model import Budget, Problem, Train
from .network import Network
from .solve import best_run
from .stress import full_board, stress_problem


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


def growth(box: Box, seeds: Sequence[int] = range(30)) -> str:
    """Draw how time grows with the number of trains and with the size of the board, as an SVG picture."""
    boards = [(seed, full_board(box, seed)) for seed in seeds]

    def times(trains: Sequence[Train], size: int = 0) -> list[float]:
        problems = [stress_problem(board, seed, trains) for seed, board in boards]
        return [timed(around_home(each, size) if size else each, 10.0)[0] for each in problems]

    by_trains = {"all of them 6+6": [(float(n), times(fleet(*["6+6"] * n))) for n in (1, 2, 3, 4)]}
    sizes = (10, 20, 30, 40, 50, 60)
    by_size = {
        name: [(float(size), times(FLEETS[name], size)) for size in sizes] for name in ("6+6", "3 × 6+6", "8E")
    }
    left = _panel(60, "Trains on a full board", (0.5, 4.5), (1, 2, 3, 4), by_trains)
    right = _panel(465, "Stops on the board", (5, 65), sizes, by_size)
    head = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 820 380" font-family="sans-serif" font-size="13">'
    note = f"One dot for each of {len(boards)} boards; lines join the medians. Milliseconds of one core."
    return "\n".join(
        [head, '<rect width="820" height="380" fill="#fff"/>', left, right, _text(410, 368, note), "</svg>", ""]
    )


COLOURS = ("#0072b2", "#d55e00", "#007a5a")


def _text(x: float, y: float, words: object, anchor: str = "middle", fill: str = "#222") -> str:
    return f'<text x="{x:.0f}" y="{y:.0f}" text-anchor="{anchor}" fill="{fill}">{words}</text>'


def _panel(
    left: int,
    title: str,
    span: tuple[float, float],
    marks: Sequence[int],
    lines: Mapping[str, Sequence[tuple[float, Sequence[float]]]],
) -> str:
    """One diagram of 330 × 260: times from 0.01 ms to 10 s upwards, each line with its dots and its name."""

    def x(value: float) -> float:
        return left + 330 * (value - span[0]) / (span[1] - span[0])

    def y(ms: float) -> float:
        return 300 - 260 * (math.log10(max(ms, 0.01)) + 2) / 6

    parts = [_text(left + 165, 24, title)]
    for power in range(-2, 5):
        height = y(10**power)
        label = f"{10**power:g} ms" if power < 3 else f"{10 ** (power - 3)} s"
        parts.append(f'<path d="M{left} {height:.1f}h330" stroke="#ddd"/>')
        parts.append(_text(left - 4, height + 4, label, "end", "#666"))
    parts += [_text(x(mark), 318, mark, fill="#666") for mark in marks]
    for at, (colour, (name, points)) in enumerate(zip(COLOURS, lines.items(), strict=False)):
        parts.append(_text(left + 330 * (at + 1) / (len(lines) + 1), 342, name, fill=colour))
        for value, spent in points:
            for i, ms in enumerate(spent):
                spot = f'cx="{x(value) + i % 5 * 2.5 - 5:.1f}" cy="{y(ms):.1f}" r="2"'
                parts.append(f'<circle {spot} fill="{colour}" opacity=".45"/>')
        way = " ".join(f"{x(value):.1f},{y(figures(spent, 0).median_ms):.1f}" for value, spent in points)
        parts.append(f'<polyline points="{way}" fill="none" stroke="{colour}" stroke-width="2"/>')
    return "\n".join(parts)
