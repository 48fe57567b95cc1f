"""Station markers: turned back, placed in empty circles or in place of inactive ones (4.4.2)."""

from __future__ import annotations

from functools import partial

from stellwerk.board.board import stop_number
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.changes import set_board
from stellwerk.eighteen.clauses import refuse
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
from stellwerk.play.core import Procedure
from stellwerk.play.errors import Refusal

from ..data import RAILWAY, material
from ..events import MarkerReturned, MarkersTurned
from ..state import Move, Table, company73
from .reserves import protected


class TurnBack(Procedure, frozen=True):
    """A railway's inactive markers become active, for nothing, before it may build a station (4.4.2)."""

    company: str

    def run(self, turn: Move) -> None:
        turned = {(company, hex_) for company, hex_ in turn.state.inactive if company == self.company}
        if turned:
            names = turn.rules.printed.box.grid.names
            turn.set(inactive=turn.state.inactive - turned)
            hexes = tuple(names[hex_] for hex_ in sorted(hex_ for _, hex_ in turned))
            turn.emit(MarkersTurned(self.company, hexes, active=True))


# Empty circles ----------------------------------------------------------------------------------------------


def cost(table: Table, spot: Spot) -> int:
    """A marker in an empty circle (4.4.2)."""
    mark: int = table.rules.printed.title["stations"]["cost"]
    return mark


def home_circle_kept(table: Table, spot: Spot) -> Refusal | None:
    """Circles are kept for the homes of railways that are not in operation yet (3.2.3.1)."""
    board, index = table.state.board, table.rules.printed.box.grid.index
    to_come = [each for each in table.rules.printed.concessions if each not in table.state.in_operation]
    homes = [stop_number(index[home], 0) for each in to_come for home in company73(table, each).homes]
    if board.free_places(spot.stop) > homes.count(spot.stop):
        return None
    return refuse(table, "home_circle_kept", hex=hex_name(table, spot))


def route_circle_kept(table: Table, spot: Spot) -> Refusal | None:
    """Settlements on a route to come keep a circle on it, judged on what will lie there then (4.4.2, 4.6)."""
    board, track = table.state.board, table.state.board.tracks[spot.hex]
    for piece, new in protected(table, spot.hex):
        place = new.stops_at[min(piece.sides)][0]
        marks = sum(
            len(board.stations.get(stop_number(spot.hex, stop), ())) + (stop == spot.city)
            for stop in range(len(track.stops))
            if new.heir(track, stop) == place
        )
        if marks >= new.stops[place].slots:
            return refuse(table, "route_circle_kept", hex=hex_name(table, spot))
    return None


REGULAR = Site(
    id="",
    open=nothing_built_yet,  # one a turn (4.4.2)
    offers=cities_in_reach,
    clauses=(
        not_a_city,
        no_marker_left,
        one_station_per_hex,
        no_free_place,
        home_circle_kept,
        route_circle_kept,
        station_not_connected,
    ),
    cost=cost,
    built=nothing_more,
)


# Inactive markers -------------------------------------------------------------------------------------------


def inactive_stops(table: Table, railway: str) -> list[int]:
    """Where a railway's inactive markers lie."""
    inactive = table.state.inactive
    return [stop for stop in table.state.board.stops_of(railway) if (railway, stop // PLACES) in inactive]


def inactive_in_reach(railway: str, table: Table, company: str) -> list[int]:
    """Those of them that a company can reach."""
    inactive = inactive_stops(table, railway)
    if not table.state.markers[company]:
        return []
    return [stop for stop in sorted(table.state.board.reach(company).stops) if stop in inactive]


def no_inactive_marker(railway: str, table: Table, spot: Spot) -> Refusal | None:
    """An inactive marker of that railway lies there (4.4.2)."""
    if spot.stop in inactive_stops(table, railway):
        return None
    return refuse(table, "no_inactive_marker", hex=hex_name(table, spot), company=railway)


def replacing_cost(table: Table, spot: Spot) -> int:
    """A marker in place of an inactive one, paid to its railway (4.4.2)."""
    mark: int = table.rules.printed.title["stations"]["replace"]
    return mark


def give_back(railway: str, turn: Move, spot: Spot) -> None:
    """The other railway gets its marker back, and asks for nothing more (4.4.2)."""
    turn.pop()  # it was the one station of this turn
    turn.set(
        markers={**turn.state.markers, railway: turn.state.markers[railway] + 1},
        inactive=turn.state.inactive - {(railway, spot.hex)},
    )
    set_board(turn, turn.state.board.without_station(railway, spot.stop))
    turn.emit(MarkerReturned(railway, hex_name(turn, spot)))


def replacing(railway: str) -> Site:
    """The right to replace an inactive marker of a railway."""
    return Site(
        id=railway,
        open=nothing_built_yet,
        offers=partial(inactive_in_reach, railway),
        clauses=(
            partial(no_inactive_marker, railway),
            no_marker_left,
            one_station_per_hex,
            station_not_connected,
        ),
        cost=replacing_cost,
        built=partial(give_back, railway),
        payee=railway,
    )


STATIONS = (REGULAR, *map(replacing, material().of_kind(RAILWAY)))

CITES = {
    "only_stations_now": "4.4",
    "no_such_city": "4.4.2",
    "one_station_a_turn": "4.4.2",
    "not_a_city": "4.4.2",
    "no_marker_left": "4.4.2",
    "one_station_per_hex": "4.4.2",
    "no_free_place": "4.4.2",
    "home_circle_kept": "3.2.3.1",
    "route_circle_kept": "4.6",
    "no_inactive_marker": "4.4.2",
    "station_not_connected": "4.4.2",
    "station_too_dear": "4.4.2",
}
