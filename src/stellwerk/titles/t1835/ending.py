"""The end of the game and the final accounts (6)."""

from __future__ import annotations

from stellwerk.eighteen.events import GameEnded
from stellwerk.eighteen.state import cash_and_shares
from stellwerk.play.core import Procedure

from .state import Move, Table


class EndGame(Procedure, frozen=True):
    """Nothing is left on the agenda: the game is over and the richest has won (6.2.3)."""

    def run(self, turn: Move) -> None:
        turn.set(agenda=())
        turn.emit(GameEnded(tuple(worth(turn, seat) for seat in range(turn.state.seats))))


def worth(table: Table, seat: int) -> int:
    """Cash and shares at their price (6.2.1); privates, Vorpreußische and company money count nothing (6.2.2)."""
    return cash_and_shares(table, seat)
