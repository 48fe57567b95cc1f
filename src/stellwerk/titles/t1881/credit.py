"""Variant: a company without a tram and without money buys one on credit (15)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.state import price
from stellwerk.eighteen.trains import Ware
from stellwerk.play.core import Procedure
from stellwerk.play.errors import Refusal

from .events import BoughtOnCredit, CreditPaid
from .sbahn import ordinary_first
from .state import Move, Table, is_sbahn, pay


def may_borrow(table: Table, company: str, ware: Ware) -> bool:
    """No tram, no money for one in cash or S-Bahn shares, and this is the bank's cheapest (15.1; rulings)."""
    if not table.rules.options.credit or table.state.trains[company] or is_sbahn(table, company):
        return False
    if table.state.cash[company] + worth_of_shares(table, company) >= ware.price:
        return False
    cheapest: int = min(each.price for each in table.rules.trains.for_sale(table, company))
    return ware.price == cheapest


def worth_of_shares(table: Table, company: str) -> int:
    """What a company would get for all shares of the S-Bahn that it may sell."""
    shares = len(ordinary_first(table, company))
    return shares * price(table, table.rules.printed.sbahn) if shares else 0


def take_on_credit(turn: Move, company: str, ware: Ware) -> None:
    """It is paid later, in one sum (15.2, 15.3)."""
    turn.set(credit={**turn.state.credit, company: (ware.train, ware.price)})
    turn.emit(BoughtOnCredit(company, ware.train, ware.price))


def spends_nothing(table: Table, company: str) -> Refusal | None:
    """Who owes for a tram buys no trams, depots or S-Bahn shares (15.3)."""
    return refuse(table, "pay_credit_first", company=company) if company in table.state.credit else None


def forget_scrapped(turn: Move) -> None:
    """A debt ends with the card that carries the clip (15; rulings)."""
    trains = turn.state.trains
    turn.set(credit={company: owed for company, owed in turn.state.credit.items() if owed[0] in trains[company]})


class PayCredit(Procedure, frozen=True):
    """As soon as the treasury can pay the whole tram it does (15.3)."""

    company: str

    def run(self, turn: Move) -> None:
        owed = turn.state.credit.get(self.company)
        if owed is None or turn.state.cash[self.company] < owed[1]:
            return
        train, amount = owed
        turn.set(credit={other: rest for other, rest in turn.state.credit.items() if other != self.company})
        pay(turn, self.company, BANK, amount, "train")
        turn.emit(CreditPaid(self.company, train, amount))
