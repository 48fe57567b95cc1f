"""Station markers (Bahnhof bauen)."""

from __future__ import annotations

from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.state import home_stop
from stellwerk.eighteen.stations import (
    Site,
    Spot,
    cities_in_reach,
    hex_name,
    no_free_place,
    no_marker_left,
    not_a_city,
    nothing_built_yet,
    nothing_more,
    one_station_per_hex,
    station_not_connected,
)
from stellwerk.play.errors import Refusal

from .data import SBB
from .state import Table, stations_of, to_come


def home_circle_kept(table: Table, spot: Spot) -> Refusal | None:
    """The last free circle is kept while a company whose home this is has not placed its marker."""
    homes = sum(home_stop(table, company) == spot.stop for company in to_come(table))
    if table.state.board.free_places(spot.stop) > homes:
        return None
    return refuse(table, "home_circle_kept", hex=hex_name(table, spot))


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
