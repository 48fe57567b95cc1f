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

from ..actions import SellSbahnShares
from ..sbahn.sales import sales_of, sell, why_not_sell
from ..state import Move, Table, counted_papers
from .floating import CheckFloat
from .shares import open_company


class StockTurn(Decision, frozen=True):
    """Buy one share and sell any number, in whatever order (4.1; rulings)."""

    seat: int
    bought: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        over = self._must_sell(table)
        if not self.bought and not over:
            yield from purchases(table, seat)
        yield from self._sales(table)
        if not over:
            yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyShare | SellShares]:
        return worth_explaining(table, seat, table.rules.printed.companies)

    def _sales(self, table: Table) -> Iterator[SellShares | SellSbahnShares]:
        yield from sales(table, self.seat)
        yield from sales_of(table, self.seat, "")

    def _must_sell(self, table: Table) -> bool:
        """Who holds too many papers does nothing else, if he can sell any (4.4)."""
        return counted_papers(table, self.seat) > table.rules.paper_limit and any(True for _ in self._sales(table))

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, SellShares):
            return why_not_sell_shares(table, action)
        if isinstance(action, SellSbahnShares):
            if action.company:
                return refuse("10.9", "not_in_stock_rounds", company=action.company)
            return why_not_sell(table, action)
        if self._must_sell(table):
            return refuse("4.4", "over_the_limit", limit=table.rules.paper_limit)
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyShare):
            return refuse("4.1", "only_shares")
        return refuse("4.1", "one_purchase_a_turn") if self.bought else why_not_buy(table, action)

    def can_act(self, table: Table) -> bool:
        if any(True for _ in self._sales(table)):
            return True
        return not self.bought and any(True for _ in purchases(table, self.seat))

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

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
