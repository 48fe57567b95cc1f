"""What follows when the board has changed: networks of the S-Bahn may have become one (12.5)."""

from __future__ import annotations

from stellwerk.board.board import Board
from stellwerk.eighteen.classic.operating import acting

from ..sbahn.company import merge_joined
from ..state import Move


def board_changed(turn: Move, before: Board) -> None:
    """At once, but for a network that joins by its own tile: that has its turn first (rulings)."""
    if turn.state.apart and acting(turn) not in turn.state.apart:
        merge_joined(turn)
