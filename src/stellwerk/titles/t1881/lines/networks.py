"""Trams and S-Bahn lie in the same hexes and see the board each in its own way (6.13, 7.7)."""

from __future__ import annotations

from collections.abc import Mapping

from stellwerk.board.board import Board, stop_number
from stellwerk.board.kept import kept
from stellwerk.board.once import ReachOnce
from stellwerk.board.reach import reach_of
from stellwerk.board.tiles import Track

from ..data import SBAHN, TRAM, material
from ..state import Table, company_of_network, is_sbahn, track_kind


def seen(board: Board, kind: str) -> Board:
    """The board as trams or the S-Bahn see it: track of their kind alone, and the depots that matter to them."""
    view: Board | None = board.memo.get(_key(kind))
    if view is None:
        track: Board | None = board.track_memo.get(_key(kind))
        if track is None:
            tracks = tuple(each.of_kind(kind) for each in board.tracks)
            track = board.track_memo[_key(kind)] = Board(board.box, tracks, {}, board.left)
        view = board.memo[_key(kind)] = track.with_stations(_depots_seen(board, kind))
    return view


def known_as_seen(view: Board, kind: str) -> None:
    """Let a board that has track of one kind alone be its own view: bots look ahead on such boards."""
    view.memo[_key(kind)] = view


def laid(board: Board, hex_: int, track: Track) -> Board:
    """The board with a tile; what both kinds see of it follows from what they saw before.

    No tile has fewer circles than the one it replaces: depots that did not matter before do not after.
    """
    after = board.lay(hex_, track)
    for kind in (TRAM, SBAHN):
        view: Board | None = board.memo.get(_key(kind))
        if view is not None:
            new = view.lay(hex_, track.of_kind(kind))
            after.memo[_key(kind)] = after.track_memo[_key(kind)] = new
    return after


def _key(kind: str) -> str:
    return f"seen by {kind}"


def _depots_seen(board: Board, kind: str) -> Mapping[int, tuple[str, ...]]:
    """Stations with depots of the other kind alone are as good as empty; full ones with both block all (7.7)."""
    sbahn = material().sbahn
    return {
        stop: marks
        for stop, marks in board.stations.items()
        if any((mark == sbahn) == (kind == SBAHN) for mark in marks)
    }


def view_of(table: Table, id_: str) -> Board:
    """The board as a company or network sees it."""
    return seen(table.state.board, track_kind(table, id_))


def depots_of(table: Table, id_: str) -> tuple[int, ...]:
    """Where a company's depots stand, or those of one network of the S-Bahn (12.5)."""
    if is_sbahn(table, id_):
        return tuple(stop_number(hex_, 0) for hex_ in sorted(table.state.network_depots.get(id_, ())))
    board = table.state.board
    return kept(board.memo, ("depots", id_), lambda: tuple(board.stops_of(id_)))


def reach(table: Table, id_: str) -> ReachOnce:
    """How far a company's track reaches from its depots for a run, which is in no hex twice (6.12, 7.3, 8.3).

    A network's reaches from its own depots alone (12.5).
    """
    view, depots = view_of(table, id_), depots_of(table, id_)
    company = company_of_network(table, id_)
    found: ReachOnce | None = view.memo.get(("reach", company, depots))
    if found is None:
        at_most = reach_of(view, company, depots) if is_sbahn(table, id_) else view.reach(id_)
        found = view.memo["reach", company, depots] = ReachOnce(at_most.tree)
    return found


def is_acting(table: Table, id_: str) -> bool:
    """Whether a company or network still acts: it may have gone bankrupt, or been joined, meanwhile."""
    return id_ in table.state.in_operation or id_ in table.state.apart
