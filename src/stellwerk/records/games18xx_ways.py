"""Recorded routes on our track: by the hexes that each piece runs through, or by the stops alone.

Files of the first years lack `connections`. Where they name the stops (`hexes`, `nodes`, or the text beside the
income), the track between them is looked for, and of several ways the one that earns what is told is taken.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

from stellwerk.board.grid import PLACES
from stellwerk.play.runs import Way
from stellwerk.routes import Network

from .games18xx import Act

MOST_WAYS = 24
MOST_STEPS = 2000


def tells_ways(run: Act) -> bool:
    """Whether a recorded run says where each train went."""
    return all(route.rows("connections") or any(_stops(route)) for route in run.parts("routes"))


def ways_of(grid: Any, network: Network, route: Act, train: str) -> list[Way]:
    """What a recorded route may be on our track, the likeliest first; one without links if there is none."""
    pieces = route.rows("connections")
    if pieces:
        by_sides = {link.bits: number for number, link in enumerate(network.links)}
        found = [tuple(by_sides.get(_sides(grid, piece), -1) for piece in pieces)]
    else:
        told = (list(_between(grid, network, stops)) for stops in _stops(route))
        found = next((ways for ways in told if ways), [])
    return [_counted(grid, network, route, train, links) for links in found] or [Way(train, ())]


def _stops(route: Act) -> Iterator[list[str]]:
    """The hexes of a route's stops, wherever it names them; the first two nodes may be told the other way round.

    >>> list(_stops(Act("routes", "JS", "corporation", 1, {"nodes": ["K2-0", "L1-0", "J1-0"]})))
    [['K2', 'L1', 'J1'], ['L1', 'K2', 'J1']]
    """
    nodes = [node.rpartition("-")[0] for node in route.texts("nodes")]
    told = [name.strip("()") for name in _told(route)]
    for stops in (list(route.texts("hexes")), told, nodes, nodes[1::-1] + nodes[2:]):
        if len(stops) > 1:
            yield stops


def _told(route: Act) -> list[str]:
    """The stops in the text beside the income, in brackets those that do not count."""
    return route.text("revenue_str").split(" + ")[0].split("-")


def _counted(grid: Any, network: Network, route: Act, train: str, links: tuple[int, ...]) -> Way:
    if -1 in links:
        return Way(train, links)
    skipped = {name.strip("()") for name in _told(route) if name.startswith("(")}
    try:
        stops = network.along(links) if skipped else ()
    except ValueError:
        return Way(train, ())
    return Way(train, links, tuple(stop for stop in stops if grid.names[stop // PLACES] in skipped))


def _between(grid: Any, network: Network, names: Sequence[str]) -> Iterator[tuple[int, ...]]:
    """Ways from stop to stop without using a piece of track twice."""
    hexes = [grid.index.get(name) for name in names]
    if len(hexes) < 2 or None in hexes:
        return
    pending = [(stop, tuple[int, ...](), 0) for stop in reversed(network.stops) if stop // PLACES == hexes[0]]
    found = 0
    for _ in range(MOST_STEPS):
        if not pending or found == MOST_WAYS:
            return
        here, links, used = pending.pop()
        if len(links) == len(hexes) - 1:
            found += 1
            yield links
            continue
        for link, other in reversed(network.arms[network.index[here]]):
            there, mask = network.stops[other], network.masks[link]
            if there // PLACES == hexes[len(links) + 1] and not used & mask:
                pending.append((there, (*links, link), used | mask))


def _sides(grid: Any, piece: Sequence[str]) -> int:
    """The borders between hexes that a piece of a route crosses; 0 if the hexes do not touch."""
    bits = 0
    for here, there in pairwise(piece):
        if here not in grid.index or there not in grid.index:
            return 0
        hex_, beyond = grid.index[here], grid.index[there]
        if beyond not in grid.neighbours[hex_]:
            return 0
        bits |= grid.side_bits[hex_][grid.neighbours[hex_].index(beyond)]
    return bits
