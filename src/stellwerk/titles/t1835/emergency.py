"""The director's help, emergency sales and bankruptcy (5.5.4.12, 5.5.4.13)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal, refuse

from .actions import SellShares
from .ending import EndGame
from .events import WentBankrupt
from .shares import sales, sell, sold_part, why_not_sell
from .state import Move, Table, director, move_paper, next_seat, pay, price
from .track import close_private
from .trains import take_from_bank


def raise_cash(turn: Move, company: str, train: str, source: str) -> None:
    """Begin the purchase of a train that the treasury cannot pay."""
    turn.push(EmergencySales(company, train), FinishHelp(company, train, source))


def lacking(table: Table, company: str, train: str) -> int:
    """What treasury and director together cannot pay yet."""
    seat = director(table, company)
    assert seat is not None
    money = table.state.cash[company] + table.state.cash[seat]
    return table.rules.material.trains[train].price - money


class EmergencySales(Decision, frozen=True):
    """The director sells shares, at once and out of turn, until the train can be paid (5.5.4.13)."""

    company: str
    train: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        seat = director(table, self.company)
        assert seat is not None
        return (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for sale in sales(table, seat):
            if self.refusal(table, sale) is None:
                yield sale

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, SellShares):
            return refuse("5.5.4.13", "must_sell", company=self.company)
        forbidden = why_not_sell(table, action, keep_directing=self.company)
        if forbidden:
            return forbidden
        # More than needed may come in only through the last paper, which cannot be divided.
        smallest = min((*action.papers, sold_part(table, action)))
        if len(action.papers) + action.director > 1 and not table.rules.options.emergency_sales_free:
            without = price(table, action.company) * (sold_part(table, action) - smallest) // 10
            if without >= lacking(table, self.company, self.train):
                return refuse("5.5.4.13", "more_than_needed", company=action.company)
        return None

    def idle(self, table: Table) -> bool:
        if lacking(table, self.company, self.train) <= 0:
            return True
        return next(self.choices(table, self.waiting(table)[0]), None) is None

    def apply(self, turn: Move, action: SellShares) -> None:
        turn.push(self)
        sell(turn, action)


class FinishHelp(Procedure, frozen=True):
    """The treasury pays all it has, the director the rest, and if he cannot, the bank advances it."""

    company: str
    train: str
    source: str

    def run(self, turn: Move) -> None:
        cost = turn.rules.material.trains[self.train].price
        seat = director(turn, self.company)
        assert seat is not None
        own = min(turn.state.cash[self.company], cost)
        helped = min(turn.state.cash[seat], cost - own)
        advance = cost - own - helped
        pay(turn, self.company, BANK, own, "train")
        pay(turn, seat, BANK, helped, "help")
        take_from_bank(turn, self.company, self.train, self.source, helped)
        if advance:
            turn.set(debts={**turn.state.debts, self.company: advance})
            _leave_game(turn, seat, self.company, advance)


def _leave_game(turn: Move, seat: int, company: str, advance: int) -> None:
    """A bankrupt player's shares go to the pool, above 50% too; privates close, Vorpreußische have no owner."""
    turn.emit(WentBankrupt(seat, company, advance))
    barren = {other: part for other, part in turn.state.barren.items() if other != seat}
    turn.set(bankrupt=turn.state.bankrupt | {seat}, barren=barren)
    for paper, holder in turn.state.papers.items():
        if holder != seat:
            continue
        if paper in turn.rules.material.privates:
            close_private(turn, paper)
        elif paper in turn.rules.material.minors:
            move_paper(turn, paper, BANK)
        else:
            move_paper(turn, paper, POOL)
    if len(turn.state.bankrupt) >= turn.state.seats - 1:
        turn.set(agenda=())
        turn.push(EndGame())
    elif turn.state.start_player == seat:
        turn.set(start_player=next_seat(turn, seat))
