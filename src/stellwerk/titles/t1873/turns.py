"""A turn of a work or a company: where it ends, and how it can end early."""

from __future__ import annotations

from stellwerk.play.core import Procedure

from .state import Move, Table


class EndTurn(Procedure, frozen=True):
    """The turn is over; from now on the company has acted in an operating round (3.2.2)."""

    company: str

    def run(self, turn: Move) -> None:
        turn.set(operated=turn.state.operated | {self.company})


def acting(table: Table) -> str | None:
    """The work or company whose turn is being played."""
    return next((step.company for step in table.state.agenda if isinstance(step, EndTurn)), None)


def end_early(turn: Move) -> None:
    """What would still have come in this turn does not (4.2.2, 6.1)."""
    while not isinstance(turn.state.agenda[-1], EndTurn):
        turn.pop()
