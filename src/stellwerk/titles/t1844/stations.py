"""Station markers (Bahnhof bauen)."""

from __future__ import annotations

from msgspec.structs import replace

from stellwerk.eighteen.classic.stations import REGULAR
from stellwerk.eighteen.stations import Spot

from .data import SBB
from .state import Table, stations_of


def cost(table: Table, spot: Spot) -> int:
    """40 for the first beside the home, 100 for each further one, and for every one of the SBB."""
    prices = table.rules.printed.title["stations"]
    first = spot.company != SBB and stations_of(table, spot.company) - table.state.markers[spot.company] == 1
    francs: int = prices["second"] if first else prices["further"]
    return francs


STATIONS = (replace(REGULAR, cost=cost),)  # one a turn (Bahnhof bauen)
