"""From where track leads to the state railway (4.2.1)."""

from __future__ import annotations

from stellwerk.board.board import Board, stop_number
from stellwerk.board.grid import PLACES


def connected(board: Board, hex_: int) -> bool:
    """Whether track leads from a hex to the state railway, whoever's markers stand between (4.2.1)."""
    if "connected" not in board.track_memo:
        board.track_memo["connected"] = _with_state_track(board)
    return hex_ in board.track_memo["connected"]


def _with_state_track(board: Board) -> frozenset[int]:
    """All hexes with a stop from which track leads to the state railway."""
    beside: dict[int, list[int]] = {}
    for link in board.links():
        beside.setdefault(link.a, []).append(link.b)
        beside.setdefault(link.b, []).append(link.a)
    found = [
        stop_number(hex_, ~end)
        for hex_, track in enumerate(board.tracks)
        for path in track.outside
        for end in path
        if end < 0
    ]
    seen = set(found)
    for stop in found:  # it grows meanwhile
        for other in beside.get(stop, ()):
            if other not in seen:
                seen.add(other)
                found.append(other)
    return frozenset(stop // PLACES for stop in seen)
