"""Station markers (5.4.2, 5.5.2), homes that are chosen, and the marker powers of private railways (3.1.3)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from stellwerk.board.board import UNDECIDED, Board, stop_number
from stellwerk.eighteen import clauses
from stellwerk.eighteen.actions import BuildStation
from stellwerk.eighteen.changes import close_private
from stellwerk.eighteen.state import acting_seat, home_hex
from stellwerk.eighteen.stations import (
    HomeChoice,
    Site,
    Spot,
    StationStep,
    build,
    cities_in_reach,
    hex_name,
    home_circle_kept,
    no_free_place,
    no_marker_left,
    not_a_city,
    nothing_built_yet,
    nothing_more,
    one_station_per_hex,
    station_not_connected,
)
from stellwerk.play.core import Decision
from stellwerk.play.errors import Refusal, refuse

from .privates import POWERS, not_the_owners, power_hexes
from .state import Move, Table, is_minor


def _open(table: Table, step: StationStep) -> Refusal | None:
    """One marker a turn (5.5.2.6); a Vorpreußische has only its home (3.2.2)."""
    if is_minor(table, step.company):
        return clauses.refuse(table, "only_the_home_station", company=step.company)
    return nothing_built_yet(table, step)


def home_not_chosen(table: Table, spot: Spot) -> Refusal | None:
    """Where a company will choose its home among the cities of a hex, nobody else builds before (5.5.2.10)."""
    waits = table.state.board.stations.get(stop_number(spot.hex, UNDECIDED)) or any(
        home == (spot.hex, None) and company not in table.state.in_operation
        for company, home in table.rules.printed.homes.items()
    )
    return clauses.refuse(table, "home_not_chosen", hex=hex_name(table, spot)) if waits else None


def station_cost(table: Table, company: str, hex_: int) -> int:
    """20 for each hex between home and target, the home hex not counted (5.5.2.5)."""
    steps = table.rules.printed.box.grid.distance(home_hex(table, company), hex_)
    cost: int = steps * table.rules.printed.title["shares"]["station_price"]
    return cost


def _cost(table: Table, spot: Spot) -> int:
    return station_cost(table, spot.company, spot.hex)


ANY_MARKER = (
    not_a_city,
    no_marker_left,
    one_station_per_hex,
    home_not_chosen,
    no_free_place,
    home_circle_kept,
)

REGULAR = Site(
    id="",
    open=_open,
    offers=cities_in_reach,
    clauses=(*ANY_MARKER, station_not_connected),
    cost=_cost,
    built=nothing_more,
)


def anywhere(table: Table, company: str) -> Iterator[int]:
    """Every city with a free circle, where a group does not ask for connection."""
    board = table.state.board
    for hex_, track in enumerate(board.tracks):
        for city in range(len(track.stops)):
            if board.free_places(stop_number(hex_, city)) > 0:
                yield stop_number(hex_, city)


def no_track_there(table: Table, spot: Spot) -> Refusal | None:
    """Where a group does not ask for connection: some track leads to the city."""
    if table.state.board.tracks[spot.hex].sides_of[spot.city]:
        return None
    return station_not_connected(table, spot)


# Powers -----------------------------------------------------------------------------------------------------
# Nürnberg-Fürth and Pfalz let their owner place a marker beside the regular one, free and without connection.


def _power_open(private: str, table: Table, step: StationStep) -> Refusal | None:
    """The director owns the private railway (3.1.3.1, 3.1.3.3); a Vorpreußische has only its home (3.2.2)."""
    if is_minor(table, step.company):
        return clauses.refuse(table, "only_the_home_station", company=step.company)
    return not_the_owners(table, private, step.company)


def _cities(private: str, table: Table, company: str) -> Iterator[int]:
    for hex_ in power_hexes(table, private):
        for city in range(len(table.state.board.tracks[hex_].stops)):
            yield stop_number(hex_, city)


def _elsewhere(private: str, table: Table, spot: Spot) -> Refusal | None:
    """The power is for hexes of the private railway (3.1.3.1, 3.1.3.3)."""
    return None if spot.hex in power_hexes(table, private) else refuse("3.1.3", "no_such_power", private=private)


def _needs_green(private: str, table: Table, spot: Spot) -> Refusal | None:
    """Pfalz places its marker once the track is green (3.1.3.3)."""
    if table.state.board.tracks[spot.hex].colour == "green":
        return None
    return refuse(POWERS[private], "needs_green_track", hex=hex_name(table, spot))


def _free(table: Table, spot: Spot) -> int:
    """The marker costs nothing."""
    return 0


def _close(private: str, turn: Move, spot: Spot) -> None:
    close_private(turn, private)


NUREMBERG = Site(
    id="NF",
    open=partial(_power_open, "NF"),
    offers=partial(_cities, "NF"),
    clauses=(partial(_elsewhere, "NF"), *ANY_MARKER),
    cost=_free,
    built=partial(_close, "NF"),
)
PALATINATE = Site(
    id="PF",
    open=partial(_power_open, "PF"),
    offers=partial(_cities, "PF"),
    clauses=(partial(_elsewhere, "PF"), *ANY_MARKER, partial(_needs_green, "PF")),
    cost=_free,
    built=partial(_close, "PF"),
)
STATIONS = (REGULAR, NUREMBERG, PALATINATE)


class MarkerPowers(Decision, frozen=True):
    """Markers of private railways beside the laying of track, where a group knows no order for them."""

    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[BuildStation]:
        return StationStep(self.company, built=True).stations(table, seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        return StationStep(self.company, built=True).refusal(table, action)

    def apply(self, turn: Move, action: BuildStation) -> None:
        build(turn, action)


# Homes ------------------------------------------------------------------------------------------------------


def choose_homes(turn: Move, before: Board) -> None:
    """As soon as there is track, a company whose home has two cities chooses, in whoever's turn (5.5.2.10)."""
    now = turn.state.board
    for company, (hex_, city) in turn.rules.printed.homes.items():
        if city is None and _can_choose(now, company, hex_) and not _can_choose(before, company, hex_):
            turn.push(HomeChoice(company))


def _can_choose(board: Board, company: str, hex_: int) -> bool:
    return bool(board.tracks[hex_].paths) and company in board.stations.get(stop_number(hex_, UNDECIDED), ())
