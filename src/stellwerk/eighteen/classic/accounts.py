"""Who directs, who pays, what the bank's end brings, and what everybody is worth."""

from __future__ import annotations

from stellwerk.bank.papers import BANK, Owner

from ..changes import break_bank
from ..state import Move, Table, cash_and_shares
from .privates import worth_of_privates


def director(table: Table, company: str) -> int | None:
    """Who holds the director's paper."""
    holder = table.state.papers[table.rules.printed.register.director_paper(company).id]
    return holder if isinstance(holder, int) else None


def pay(turn: Move, payer: Owner, payee: Owner, amount: int, purpose: str) -> None:
    """Pay; the bank breaks when it has nothing left."""
    turn.pay(payer, payee, amount, purpose)
    if payer == BANK and turn.state.cash[BANK] <= 0:
        break_bank(turn)


def worth(table: Table, seat: int) -> int:
    """Cash, shares at their price, private railways at theirs."""
    return cash_and_shares(table, seat) + worth_of_privates(table, seat)
