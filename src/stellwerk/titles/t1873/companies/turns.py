"""How a turn of a work or a company can end early."""

from __future__ import annotations

from stellwerk.eighteen.classic.operating import EndTurn

from ..state import Move


def end_early(turn: Move) -> None:
    """What would still have come in this turn does not (4.2.2, 6.1)."""
    while not isinstance(turn.state.agenda[-1], EndTurn):
        turn.pop()
