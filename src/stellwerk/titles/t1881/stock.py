"""A player's turn in a stock round (4.1–4.8)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.events import PlayerPassed
from stellwerk.eighteen.shares import buy, purchases, sales, why_not_buy, worth_explaining
from stellwerk.eighteen.shares import sell as sell_shares
from stellwerk.eighteen.shares import why_not_sell as why_not_sell_shares
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .actions import SellSbahnShares
from .floating import CheckFloat
from .sbahn_sales import sales_of, sell, why_not_sell
from .shares import open_company
from .state import Move, Table, counted_papers


class StockTurn(Decision, frozen=True):
    """Buy one share and sell any number, in whatever order (4.1; rulings)."""

    seat: int
    bought: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for action in self._candidates(table, seat):
            if self.refusal(table, action) is None:
                yield action
        end = Pass(seat)
        if self.refusal(table, end) is None:
            yield end

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyShare | SellShares]:
        return worth_explaining(table, seat, table.rules.printed.companies)

    def _candidates(self, table: Table, seat: int) -> Iterator[Choice]:
        if not self.bought:
            yield from purchases(table, seat)
        yield from sales(table, seat)
        yield from sales_of(table, seat, "")

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, SellShares):
            return why_not_sell_shares(table, action)
        if isinstance(action, SellSbahnShares):
            if action.company:
                return refuse("10.9", "not_in_stock_rounds", company=action.company)
            return why_not_sell(table, action)
        if counted_papers(table, self.seat) > table.rules.paper_limit and _can_sell(table, self.seat):
            return refuse("4.4", "over_the_limit", limit=table.rules.paper_limit)
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyShare):
            return refuse("4.1", "only_shares")
        return refuse("4.1", "one_purchase_a_turn") if self.bought else why_not_buy(table, action)

    def idle(self, table: Table) -> bool:
        return isinstance(next(self.choices(table, self.seat)), Pass)

    def skip(self, turn: Move) -> None:
        self._end(turn)

    def apply(self, turn: Move, action: Pass | SellShares | SellSbahnShares | BuyShare) -> None:
        match action:
            case SellShares():
                turn.push(self)
                sell_shares(turn, action)
            case SellSbahnShares():
                turn.push(self)
                sell(turn, action)
            case BuyShare():
                turn.push(CheckFloat(action.company), self.with_(bought=True))
                turn.set(last_buyer=self.seat)
                open_company(turn, action)
                buy(turn, action)
            case Pass():
                self._end(turn)
        if turn.state.bank_broken_in:
            turn.push(EndGame())  # a stock round stops at once (13.1)

    def _end(self, turn: Move) -> None:
        """Only who buys keeps the round going (4.6)."""
        if not self.bought:
            turn.emit(PlayerPassed(self.seat))
        turn.set(passes=0 if self.bought else turn.state.passes + 1)


def _can_sell(table: Table, seat: int) -> bool:
    return next(sales(table, seat), None) is not None or next(sales_of(table, seat, ""), None) is not None
