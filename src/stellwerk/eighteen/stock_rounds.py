"""Stock rounds in which players have turns one after another until all of them have passed in a row."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Procedure, Step

from .events import StockRoundBegan
from .rules import answered
from .state import Move, next_seat


def first_in_order(table: Any) -> int:
    """The first in the order of play."""
    seat: int = table.state.order[0]
    return seat


def as_before(table: Any) -> tuple[int, ...]:
    """The order of players stays, or has been changed already."""
    order: tuple[int, ...] = table.state.order
    return order


class StockRounds(Struct, frozen=True):
    """What a title says of its stock rounds; its state counts in `passes` who has passed since somebody acted."""

    turn: Callable[[int], Step]
    """A player's turn."""
    end: Callable[[], Step]
    """What comes when all have passed."""
    first: Callable[[Any], int] = first_in_order
    """Who has the first turn."""
    after: Callable[[Any, int], int] = next_seat
    """Who has the next turn after a player's."""
    anew: Mapping[str, Any] = {}
    """What else of the state begins anew with a round."""
    ends: tuple[Callable[[Any], None], ...] = ()
    """Prices, interest and what else comes at the end of a round, where `end` asks for it."""
    next_order: Callable[[Any], tuple[int, ...]] = as_before
    """The order of players from the end of a round on."""


class BeginStockRound(Procedure, frozen=True):
    """Nobody has sold or passed yet, and the first player has a turn."""

    def run(self, turn: Move) -> None:
        rounds = answered(turn.rules.stock_rounds)
        turn.set(stock_round=turn.state.stock_round + 1, operating_round=0, sold={}, passes=0, **rounds.anew)
        first = rounds.first(turn)
        turn.emit(StockRoundBegan(turn.state.stock_round, first))
        turn.push(NextPlayer(first))


class NextPlayer(Procedure, frozen=True):
    """A turn, and then the next player's; the round ends when all have passed one after another."""

    seat: int

    def run(self, turn: Move) -> None:
        rounds = answered(turn.rules.stock_rounds)
        turn.set(sold_at={})
        if turn.state.passes >= len(turn.state.order):
            turn.push(rounds.end())
        else:
            turn.push(rounds.turn(self.seat), NextPlayer(rounds.after(turn, self.seat)))
