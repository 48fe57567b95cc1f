"""Station markers (Bahnhof bauen)."""

from __future__ import annotations

from stellwerk.eighteen.stations import (
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

from .data import SBB
from .state import Table, stations_of


def cost(table: Table, spot: Spot) -> int:
    """40 for the first beside the home, 100 for each further one, and for every one of the SBB."""
    prices = table.rules.printed.title["stations"]
    first = spot.company != SBB and stations_of(table, spot.company) - table.state.markers[spot.company] == 1
    francs: int = prices["second"] if first else prices["further"]
    return francs


STATIONS = (
    Site(
        id="",
        open=nothing_built_yet,  # one a turn (Bahnhof bauen)
        offers=cities_in_reach,
        clauses=(
            not_a_city,
            no_marker_left,
            one_station_per_hex,
            no_free_place,
            home_circle_kept,
            station_not_connected,
        ),
        cost=cost,
        built=nothing_more,
    ),
)
