"""Variant: a company without a tram and without money buys one on credit (15)."""

from __future__ import annotations

from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.state import price
from stellwerk.eighteen.trains import Ware
from stellwerk.play.core import Procedure
from stellwerk.play.errors import Refusal

from ..events import BoughtOnCredit
from ..sbahn.company import ordinary_first
from ..state import Move, Table, is_sbahn
from .purses import pay_debt


def may_borrow(table: Table, company: str, ware: Ware) -> bool:
    """Whether a company may have this tram on credit; what its director could add does not matter (15.1)."""
    return why_not_borrow(table, company, ware.train, ware) is None


def why_not_borrow(table: Table, company: str, train: str, ware: Ware | None) -> Refusal | None:
    """No tram, no money for one in cash or S-Bahn shares, and this is the bank's cheapest (15.1; rulings)."""
    if not table.rules.options.credit:
        return refuse(table, "credit_not_played")
    if ware is None:
        return refuse(table, "train_not_for_sale", train=train)
    if is_sbahn(table, company):
        return refuse(table, "credit_for_trams", company=company)
    if table.state.trains[company]:
        return refuse(table, "credit_without_a_tram", company=company)
    if table.state.cash[company] + worth_of_shares(table, company) >= ware.price:
        return refuse(table, "credit_without_money", company=company)
    if ware.price > min(each.price for each in table.rules.trains.for_sale(table, company)):
        return refuse(table, "credit_for_the_cheapest", train=train)
    return None


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
    """At the latest when its turn begins a company pays for its tram on credit, if it can (15.3)."""

    company: str

    def run(self, turn: Move) -> None:
        pay_debt(turn, self.company)
