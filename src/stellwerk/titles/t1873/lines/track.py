"""Laying track: railways up to two tiles, single works one while no track leads outside (4.2.1, 4.4.1)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from stellwerk.bank.papers import BANK
from stellwerk.board.board import stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.reach import reach_of
from stellwerk.board.tiles import Track
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.changes import lay as put_tile
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.state import acting_seat, has_begun
from stellwerk.eighteen.track import (
    Ground,
    Lay,
    LayStep,
    Permit,
    colour_not_available,
    lays_left,
    no_tile_left,
    terrain,
    unfit,
)
from stellwerk.play.core import Action, Pass
from stellwerk.play.errors import Refusal

from ..paragraphs import paragraph
from ..state import Move, Table, is_work, pay
from .outside import connected
from .reserves import completed, has_piece, kept

TILES_A_TURN = 2  # of a railway, if they are small ones (4.4.1)

Ways = tuple[Sequence[int], Collection[int]]
"""By hex, the sides at which track arrives, as a mask; and the stops where it begins."""


class Building(LayStep, frozen=True):
    """A railway lays two small tiles or one other, a single work one (4.2.1, 4.4.1)."""

    answers: ClassVar[tuple[type[Action], ...]] = LayStep.answers

    def refusal(self, table: Any, action: object) -> Refusal | None:
        """Works build as railways do, but by their own paragraph, which says so (4.2.1)."""
        forbidden = super().refusal(table, action)
        if forbidden is None or not is_work(table, self.company):
            return forbidden
        return replace(forbidden, rule=paragraph(table, self.company, SUBJECTS.get(forbidden.reason, "track")))

    def idle(self, table: Any) -> bool:
        if self.company not in table.state.in_operation or not self.lays:
            return True
        return not self.can_act(table)

    def apply(self, turn: Any, action: Pass | LayTile) -> None:
        small = isinstance(action, LayTile) and action.tile in turn.rules.printed.small
        LayStep.apply(self if small else self.with_(lays=1), turn, action)


# What is in reach -------------------------------------------------------------------------------------------


def ways(table: Table, builder: str) -> Ways:
    """Where a railway's track leads from its active markers, and a work's from its own hex."""
    board = table.state.board
    if is_work(table, builder):
        return _ways_of_work(table, builder)
    active = table.rules.builds_from(table, builder)
    if len(active) == len(board.stops_of(builder)):
        return board.reach(builder).arrived, active
    if (builder, active) not in board.memo:
        # Inactive markers are no beginning, but they keep their places open (4.4.1).
        board.memo[builder, active] = reach_of(board, builder, active).arrived, active
    found: Ways = board.memo[builder, active]
    return found


def active_markers(table: Table, railway: str) -> tuple[int, ...]:
    """Stops with active markers (4.4.1)."""
    markers = table.state.board.stops_of(railway)
    return tuple(stop for stop in markers if (railway, stop // PLACES) not in table.state.inactive)


def _ways_of_work(table: Table, work: str) -> Ways:
    """A work has no markers, and nobody's markers are in its way: our ruling, as for its connection (4.2.1)."""
    board, printed = table.state.board, table.rules.printed
    memo = board.track_memo.setdefault("ways of works", {})
    if work not in memo:
        hex_ = printed.box.grid.index[printed.works[work].hex]
        stops = tuple(stop_number(hex_, stop) for stop in range(len(board.tracks[hex_].stops)))
        memo[work] = reach_of(board.with_stations({}), work, stops).arrived, stops
    found: Ways = memo[work]
    return found


def hexes_in_reach(table: Table, builder: str) -> Iterator[tuple[int, Sequence[Track]]]:
    """Hexes that track arrives at or begins in, with what may lie there next."""
    board, successors = table.state.board, table.rules.printed.box.successors
    arrived, stops = ways(table, builder)
    begins = {stop // PLACES for stop in stops}
    for hex_, sides in enumerate(arrived):
        if sides or hex_ in begins:
            yield hex_, successors(hex_, board.tracks[hex_])


def new_track_out_of_reach(table: Table, lay: Lay) -> Refusal | None:
    """All new track can be reached from active markers, a work's from its hex; value alone is nothing (4.4.1)."""
    if reaches_all_new_track(table, lay):
        return None
    return refuse(table, "new_track_out_of_reach", company=lay.company, work=is_work(table, lay.company))


def reaches_all_new_track(table: Table, lay: Lay) -> bool:
    """Whether there is new track and all of it is in reach.

    A tile brings either one new line or new sides of one stop, so that what can be reached of it is settled by
    where track arrives now: new track never leads to other new track.
    """
    arrived, stops = ways(table, lay.company)
    sides_arrived = arrived[lay.hex]
    lines, grown = new_track(table.state.board.tracks[lay.hex], lay.track)
    if any(not sides_arrived & line for line in lines):
        return False
    for each in grown:
        here = any(stop_number(lay.hex, parent) in stops for parent in each.parents)
        if (here or sides_arrived & each.sides) and is_passable(table, lay, each.stop, each.parents):
            continue
        if each.together or each.new_sides & ~sides_arrived:
            return False
    return bool(lines or grown)


class Grown(Struct, frozen=True, gc=False):
    """A stop of a new tile that track leads to by new sides, or in which several stops have grown together."""

    stop: int
    parents: tuple[int, ...]
    """The stops of the old track that it has come from."""
    sides: int
    """All its sides, as a mask."""
    new_sides: int
    together: bool


@lru_cache(maxsize=4096)  # lists ask of every builder, again and again, what a tile would add to another
def new_track(old: Track, new: Track) -> tuple[tuple[int, ...], tuple[Grown, ...]]:
    """The lines that a tile adds, as masks of their sides, and its stops that gain track."""
    heirs = [new.heir(old, stop) for stop in range(len(old.stops))]
    grown = []
    for stop, sides in enumerate(new.sides_of):
        parents = tuple(number for number, heir in enumerate(heirs) if heir == stop)
        old_sides = [old.sides_of[parent] for parent in parents]
        new_sides = set(sides).difference(*old_sides)
        together = sum(map(bool, old_sides)) > 1
        if new_sides or together:
            grown.append(Grown(stop, parents, _mask(sides), _mask(new_sides), together))
    return tuple(_mask(line) for line in new.shape[0] - old.shape[0]), tuple(grown)


def _mask(sides: Iterable[int]) -> int:
    return sum(1 << side for side in set(sides))


def is_passable(table: Table, lay: Lay, stop: int, parents: Sequence[int]) -> bool:
    """Whether a stop of the new tile will have a free circle or a marker of the builder."""
    if is_work(table, lay.company):
        return True
    stations = table.state.board.stations
    marks = [mark for parent in parents for mark in stations.get(stop_number(lay.hex, parent), ())]
    return lay.company in marks or len(marks) < lay.track.stops[stop].slots


# Clauses ----------------------------------------------------------------------------------------------------


def may_build(table: Table, step: LayStep) -> Refusal | None:
    """A tile is left to lay, and a work has no track to the outside yet (4.2.1, 4.4.1)."""
    printed = table.rules.printed
    if is_work(table, step.company):
        hex_ = printed.box.grid.index[printed.works[step.company].hex]
        if connected(table.state.board, hex_):
            return refuse(table, "work_connected", work=step.company)
    return lays_left(table, step)


def two_small_tiles_only(table: Table, lay: Lay) -> Refusal | None:
    """Two tiles if each is yellow, or green with two pieces of track that are not connected (4.4.1)."""
    if not table.state.laid or lay.track.tile in table.rules.printed.small:
        return None
    return refuse(table, "two_small_tiles_only", tile=lay.track.tile)


def hex_closed_yet(table: Table, lay: Lay) -> Refusal | None:
    """The WBE's three hexes are closed before phase 3 (4.4.1)."""
    printed = table.rules.printed
    opens = printed.title["track"]["closed_before"]["phase"]
    if lay.hex not in printed.closed_hexes or has_begun(table, opens):
        return None
    return refuse(table, "hex_closed_yet", hex=printed.box.grid.names[lay.hex], phase=opens)


def route_must_stay_possible(table: Table, lay: Lay) -> Refusal | None:
    """On a route that has not been built there is a tile with the old track and exactly what lacks (4.4.1)."""
    piece = kept(table).pieces.get(lay.hex)
    if piece is None or has_piece(lay.track, piece.sides) or completed(table.rules.printed.box, lay.track, piece):
        return None
    return refuse(table, "route_must_stay_possible", hex=table.rules.printed.box.grid.names[lay.hex])


def tile_reserved(table: Table, lay: Lay) -> Refusal | None:
    """Enough tiles are left for all routes to come; in its own hex anybody may lay what is kept (4.4.1)."""
    keeping, board, box = kept(table), table.state.board, table.rules.printed.box
    tile = lay.track.tile
    spare = board.left[tile] - 1 - keeping.tiles.get(tile, 0)
    piece = keeping.pieces.get(lay.hex)
    if piece is None:
        return None if spare >= 0 else refuse(table, "tile_reserved", tile=tile)
    before = completed(box, board.tracks[lay.hex], piece)
    assert before is not None
    if spare + (before.tile == tile) < 0:
        return refuse(table, "tile_reserved", tile=tile)
    if has_piece(lay.track, piece.sides):
        return None
    after = completed(box, lay.track, piece)
    assert after is not None
    if board.left[after.tile] - keeping.tiles.get(after.tile, 0) + (before.tile == after.tile) > 0:
        return None
    return refuse(table, "no_tile_to_reserve", tile=after.tile)


# Costs ------------------------------------------------------------------------------------------------------


def build(turn: Move, lay: Lay) -> None:
    """The bank gives back, privately, what building on a concession route has cost (4.2.1, 4.4.1).

    Only on hexes that were printed without track: our ruling. Once the railway has built, they cost nothing.
    """
    companies = turn.rules.printed.companies.values()
    if any(lay.hex in each.unbuilt for each in companies if each.id != lay.company):
        pay(turn, BANK, acting_seat(turn, lay.company), terrain(turn, lay), "refund")
    turn.set(laid=(*turn.state.laid, lay.track.tile))
    put_tile(turn, lay.hex, lay.track)


PERMITS = (
    Permit(
        id="",
        open=may_build,
        ground=Ground(hexes_in_reach, (unfit,), (two_small_tiles_only, colour_not_available, no_tile_left)),
        clauses=(hex_closed_yet, new_track_out_of_reach, route_must_stay_possible, tile_reserved),
        cost=terrain,
        put=build,
    ),
)

SUBJECTS = {"only_track_now": "turn", "no_such_permit": "turn"}
"""What a refusal is about, where that is not the track."""

CITES = {
    "only_track_now": "4.4",
    "no_such_permit": "4.4",
    "no_such_place": "4.4.1",
    "no_such_rotation": "4.4.1",
    "no_lay_left": "4.4.1",
    "work_connected": "4.2.1",
    "never_replaced": "4.4.1",
    "not_in_the_table": "4.4.1",
    "track_into_the_void": "4.4.1",
    "track_lost": "4.4.1",
    "two_small_tiles_only": "4.4.1",
    "colour_not_available": "4.4.1",
    "no_tile_left": "4.4.1",
    "hex_closed_yet": "4.4.1",
    "new_track_out_of_reach": "4.4.1",
    "route_must_stay_possible": "4.4.1",
    "tile_reserved": "4.4.1",
    "no_tile_to_reserve": "4.4.1",
    "track_too_dear": "4.4.1",
}
