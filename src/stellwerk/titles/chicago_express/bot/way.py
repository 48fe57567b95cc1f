"""The way to Chicago: what it costs a company to get there, in dollars and locomotives."""

from __future__ import annotations

import heapq
from collections.abc import Mapping

from msgspec import Struct

from ..state import Table

STEP = 0.5  # dollars that one hex less is worth: it takes a third of an expansion, too


class Way(Struct, frozen=True):
    """What lies between a hex and Chicago: the hexes still to be built, Chicago among them, and their cost."""

    hexes: int
    cost: int


def ways(table: Table, company: str) -> Mapping[int, Way]:
    """The best way to Chicago from every hex that a company has or could build in, by its number."""
    printed, railways = table.rules.material, table.state.railways
    crowds = [railway.network for other, railway in railways.items() if other != company]
    found: dict[int, Way] = {}
    queue = [(0.0, 0, 0, printed.chicago)]
    while queue:
        weight, hexes, cost, here = heapq.heappop(queue)
        if here in found:
            continue
        found[here] = Way(hexes, cost)
        place = printed.hexes[here]
        others = sum(here in crowd for crowd in crowds)
        if place.kind.closed or (place.kind.single and others):
            continue  # nobody comes through here, but a network may begin here
        price = place.cost * (others + 1)
        for there in printed.neighbours[here]:
            if there not in found:
                heapq.heappush(queue, (weight + price + STEP, hexes + 1, cost + price, there))
    return found


def shortest(table: Table, company: str, known: Mapping[int, Way]) -> Way | None:
    """The best way from a company's network; None where there is none."""
    network = table.state.railways[company].network
    there = [known[hex_] for hex_ in network if hex_ in known]
    return min(there, key=lambda way: way.cost + STEP * way.hexes, default=None)
