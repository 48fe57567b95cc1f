"""The end of the game (Spielende)."""

from __future__ import annotations

from stellwerk.play.core import Procedure

from .events import GameEnded
from .state import Move, Table


def conditions_met(table: Table) -> tuple[str, ...]:
    """Which of the four conditions hold; any one makes the next general dividend the last (Spielende)."""
    state, limits = table.state, table.rules.material.ending
    railways = state.railways.values()
    met = {
        "locomotives": sum(not r.locomotives for r in railways) >= limits.companies_without_locomotives,
        "shares": sum(not r.unsold for r in railways) >= limits.companies_without_shares,
        "houses": state.houses <= limits.houses_left,
        "detroit": state.industry[table.rules.material.detroit] >= limits.detroit,
    }
    return tuple(condition for condition, holds in met.items() if holds)


class EndGame(Procedure, frozen=True):
    """Cash decides, shares count nothing; equal cash shares the win (Spielende)."""

    def run(self, turn: Move) -> None:
        cash = tuple(turn.state.cash[seat] for seat in range(turn.state.seats))
        winners = tuple(seat for seat, money in enumerate(cash) if money == max(cash))
        turn.set(agenda=())
        turn.emit(GameEnded(conditions_met(turn), cash, winners))
