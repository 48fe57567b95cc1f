"""Laying and replacing tiles (6.1–6.17), and what joining the periphery to the centre brings (9.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any, ClassVar

from stellwerk.bank.papers import BANK
from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.kept import kept
from stellwerk.board.once import ReachOnce
from stellwerk.board.tiles import Track
from stellwerk.board.tree import MARKERS, Tree
from stellwerk.eighteen.changes import set_board
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.track import (
    Ground,
    Lay,
    LayStep,
    Permit,
    colour_not_available,
    lays_left,
    no_tile_left,
    terrain,
)
from stellwerk.play.core import Action
from stellwerk.play.errors import Refusal

from ..events import PeripheryJoined, TerrainBonus
from ..state import Move, Table, company_of_network, is_sbahn, phase81, track_kind
from . import fitting
from .networks import depots_of, is_acting, laid, reach, seen, view_of

CITES = {
    **fitting.CITES,
    "only_track_now": "5.4",
    "no_such_permit": "6.1",
    "no_such_place": "6.7",
    "no_such_rotation": "6.7",
    "no_lay_left": "6.1",
    "hex_built_this_turn": "6.1",
    "colour_not_available": "6.2",
    "no_tile_left": "6.17",
    "adds_no_own_track": "6.12",
    "not_connected": "6.12",
    "track_too_dear": "6.15",
}


class Building(LayStep, frozen=True):
    """A company or network lays its tiles."""

    answers: ClassVar[tuple[type[Action], ...]] = LayStep.answers

    def idle(self, table: Any) -> bool:
        return not self.lays or not is_acting(table, self.company)


def building(table: Table, id_: str) -> Building:
    """One tile a turn, two in the first phase (6.1)."""
    lays: int = table.rules.printed.title["track"]["lays"][phase81(table).id]
    return Building(id_, lays)


# What fits where --------------------------------------------------------------------------------------------


def in_reach(table: Table, id_: str) -> Iterator[tuple[int, Sequence[Track]]]:
    """Hexes that track of the builder's kind arrives at, and those of its depots (6.12)."""
    board, successors = table.state.board, table.rules.printed.box.successors
    homes = {stop // PLACES for stop in depots_of(table, id_)}
    for hex_ in sorted(reach(table, id_).hexes | homes):
        yield hex_, successors(hex_, board.tracks[hex_])


def hex_built_this_turn(table: Table, lay: Lay) -> Refusal | None:
    """The second tile lies on another hex than the first (6.1)."""
    name = table.rules.printed.box.grid.names[lay.hex]
    return refuse(table, "hex_built_this_turn", hex=name) if name in table.state.laid else None


@cache
def added(old: Track, new: Track) -> frozenset[tuple[int, int]]:
    """The pieces of track that a tile adds, each as its two ends."""
    return frozenset(_ends(path) for path in new.paths) - {_ends(path) for path in old.paths}


def _ends(path: tuple[int, int]) -> tuple[int, int]:
    a, b = path
    return (a, b) if a < b else (b, a)


def lengthens_nothing(table: Table, lay: Lay) -> Refusal | None:
    """New track of the builder's own kind lengthens a line that it could run on, past no full station (6.12)."""
    view = view_of(table, lay.company)
    new = lay.track.of_kind(track_kind(table, lay.company))
    pieces = added(view.tracks[lay.hex], new)
    if not pieces:
        return refuse(table, "adds_no_own_track", tile=lay.track.tile)
    entered = reach(table, lay.company).enters(lay.hex)
    for one, other in pieces:
        if one < 0:  # a piece that leads to a station or stop
            if entered >> other & 1 or _leaves(table, lay, view, new, ~one, entered):
                return None
        elif entered >> one & 1 or entered >> other & 1:
            return None
    return refuse(table, "not_connected", company=lay.company)


def _leaves(table: Table, lay: Lay, view: Board, new: Track, place: int, entered: int) -> bool:
    """Whether trains begin at a stop of the hex, or come to it by another side and go on."""
    stop = stop_number(lay.hex, place)
    if stop in depots_of(table, lay.company):
        return True
    marks = view.stations.get(stop, ())
    if len(marks) >= new.stops[place].slots > 0 and company_of_network(table, lay.company) not in marks:
        return False
    return any(entered >> side & 1 for side in new.sides_of[place])


# What a tile brings -----------------------------------------------------------------------------------------


def put(turn: Move, lay: Lay) -> None:
    """The tile comes to lie there; what the hex and the new connection bring is paid or noted."""
    before, name = turn.state.board, turn.rules.printed.box.grid.names[lay.hex]
    turn.set(laid=(*turn.state.laid, name))
    bonus = turn.rules.printed.bonuses.get(lay.hex, 0)
    if bonus and not before.tracks[lay.hex].tile:  # whoever builds first; the cost has been paid before (6.16)
        turn.emit(TerrainBonus(lay.company, name, bonus))
        turn.rules.pay(turn, BANK, lay.company, bonus, "terrain_bonus")
    set_board(turn, laid(before, lay.hex, lay.track))
    periphery_joined(turn, lay.company, before, lay.hex)


def periphery_joined(turn: Move, id_: str, before: Board, laid_in: int) -> None:
    """A bonus for each station at the edge that the builder's tile has joined to the centre, once a game (9.4)."""
    if is_sbahn(turn, id_) and turn.rules.options.trams_only_periphery:
        return
    kind, amount = track_kind(turn, id_), turn.rules.printed.title["bonus"]["periphery"]
    board, waiting = turn.state.board, sorted(turn.rules.printed.periphery - turn.state.joined)
    if not waiting:
        return
    view, reach = seen(board, kind), from_centre(turn, seen(before, kind))
    after = kept(view.track_memo, CENTRE, lambda: _from_centre_after(turn, view, reach, laid_in))
    if after is reach:  # nothing of it lies where the tile was laid
        return
    for hex_ in waiting:
        if not is_joined(turn, board, kind, hex_) or is_joined(turn, before, kind, hex_):
            continue
        turn.emit(PeripheryJoined(id_, turn.rules.printed.box.grid.names[hex_], amount))
        turn.set(joined=turn.state.joined | {hex_}, turn_bonus=turn.state.turn_bonus + amount)


def joined_to_centre(table: Table, board: Board, kind: str) -> frozenset[int]:
    """Hexes of the periphery that a run could come to from the centre, whatever depots there are (8.3, 9.4)."""
    return frozenset(hex_ for hex_ in table.rules.printed.periphery if is_joined(table, board, kind, hex_))


def is_joined(table: Table, board: Board, kind: str, hex_: int) -> bool:
    """Whether a run could come from the centre to a hex, whatever depots there are (8.3, 9.4)."""
    reach = from_centre(table, seen(board, kind))
    return any(reach.calls_at(stop) for stop in range(hex_ * PLACES, (hex_ + 1) * PLACES))


CENTRE = "from the centre"


def from_centre(table: Table, view: Board) -> ReachOnce:
    """How far runs come from the centre, kept with the track."""
    return kept(view.track_memo, CENTRE, lambda: _from_centre(table, view))


def _from_centre(table: Table, view: Board) -> ReachOnce:
    printed = table.rules.printed
    centre = [stop_number(hex_, 0) for hex_ in sorted(printed.centre)]
    tree = Tree(printed.box.grid, view.tracks, frozenset(), centre)
    tree.grow([MARKERS])
    return ReachOnce(tree)


def _from_centre_after(table: Table, view: Board, before: ReachOnce, hex_: int) -> ReachOnce:
    """The same after a tile was laid in a hex: only what that adds is followed, as `board.reach.extend` does."""
    old = before.tree
    again = old.points_in((hex_,))
    if not again and hex_ not in table.rules.printed.centre:
        return before
    if not view.tracks[hex_].only_adds_to(old.tracks[hex_]):
        return _from_centre(table, view)
    tree = old.copy(view.tracks, frozenset(), old.markers)
    tree.forget_ends((hex_,))
    tree.grow([MARKERS, *again])
    return ReachOnce(tree)


REGULAR = Permit(
    id="",
    open=lays_left,
    ground=Ground(in_reach, (fitting.unfit,), (colour_not_available, no_tile_left)),
    clauses=(hex_built_this_turn, lengthens_nothing),
    cost=terrain,  # with the first tile, also on printed track (6.15)
    put=put,
)

PERMITS = (REGULAR,)
