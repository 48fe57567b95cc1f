"""What becomes of a company's income."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from stellwerk.bank.papers import BANK, POOL, Owner
from stellwerk.play.core import Choice, Decision
from stellwerk.play.errors import Refusal

from .actions import Dividend
from .clauses import refuse
from .events import PaidOut, Withheld
from .state import Move, Table, acting_seat, percent


class DividendStep(Decision, frozen=True):
    """The director decides what becomes of the income."""

    company: str
    income: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for kind in table.rules.payouts:
            yield Dividend(seat, self.company, kind)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        known = isinstance(action, Dividend) and action.company == self.company
        if known and action.kind in table.rules.payouts:  # type: ignore[attr-defined]  # known to be a Dividend
            return None
        return refuse(table, "pay_or_withhold", company=self.company)

    def apply(self, turn: Move, action: Dividend) -> None:
        turn.rules.payouts[action.kind](turn, self.company, self.income)


def distribute(turn: Move, company: str, income: int, part: Callable[[Any, str, Owner], int] = percent) -> None:
    """Each holder his part: players rounded up on the whole holding, the pool's down to the company."""
    turn.emit(PaidOut(company, income))
    for seat in range(turn.state.seats):
        turn.rules.pay(turn, BANK, seat, -(-income * part(turn, company, seat) // 100), "dividend")
    turn.rules.pay(turn, BANK, company, income * part(turn, company, POOL) // 100, "dividend")


def keep(turn: Move, company: str, income: int) -> None:
    """Everything goes into the treasury."""
    turn.emit(Withheld(company, income))
    turn.rules.pay(turn, BANK, company, income, "withheld")
