"""The end of a game."""

from __future__ import annotations

from stellwerk.play.core import Procedure

from .events import GameEnded
from .state import Move


class EndGame(Procedure, frozen=True):
    """Nothing is left on the agenda: the game is over, and the final accounts are told."""

    def run(self, turn: Move) -> None:
        turn.set(agenda=())
        turn.emit(GameEnded(tuple(turn.rules.worth(turn, seat) for seat in range(turn.state.seats))))
