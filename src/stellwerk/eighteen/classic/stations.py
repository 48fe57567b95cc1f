"""Station markers: one a turn, in a city with a free circle that the company reaches."""

from __future__ import annotations

from ..state import Table
from ..stations import (
    Site,
    Spot,
    cities_in_reach,
    home_circle_kept,
    no_free_place,
    no_marker_left,
    not_a_city,
    nothing_built_yet,
    nothing_more,
    one_station_per_hex,
    station_not_connected,
)


def printed_cost(table: Table, spot: Spot) -> int:
    """One price for all, or one after another: the first is what the first marker after the home costs."""
    cost: int | list[int] = table.rules.printed.title["stations"]["cost"]
    if isinstance(cost, int):
        return cost
    placed = len(table.state.board.stops_of(spot.company))
    return cost[min(placed, len(cost)) - 1]


REGULAR = Site(
    id="",
    open=nothing_built_yet,
    offers=cities_in_reach,
    clauses=(
        not_a_city, no_marker_left, one_station_per_hex, no_free_place, home_circle_kept, station_not_connected,
    ),
    cost=printed_cost,
    built=nothing_more,
)  # fmt: skip
