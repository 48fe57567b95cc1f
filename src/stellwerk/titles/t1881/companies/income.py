"""What becomes of an income, and how prices move with it (9.4–9.13, 12.12, 12.13)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import Dividend
from stellwerk.eighteen.changes import set_price
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.events import PaidOut, Withheld
from stellwerk.eighteen.state import acting_seat, percent, price
from stellwerk.play.core import Choice, Decision, Procedure
from stellwerk.play.errors import Refusal

from ..events import BonusEarned, SbahnSettled
from ..sbahn.provision import ProvisionStep
from ..sbahn.votes import under_veto
from ..state import Move, Table, holders, is_sbahn
from .bankruptcy import go_bankrupt
from .purses import pay

PAY, PAY_RUN, KEEP = "pay", "pay_run", "keep"  # everything, all but bonuses, nothing


class AfterRun(Procedure, frozen=True):
    """The bonus for joining the periphery comes to what trams earned, and to that of ferries (9.3, 9.4)."""

    company: str
    income: int
    bonus: int

    def run(self, turn: Move) -> None:
        bonus = self.bonus + turn.state.turn_bonus
        turn.set(turn_bonus=0)
        if self.income:
            turn.push(under_veto(turn, IncomeStep(self.company, self.income, bonus)))
            return
        if bonus:
            turn.emit(BonusEarned(self.company, bonus, True))
            pay(turn, BANK, self.company, bonus, "bonus")
        turn.emit(Withheld(self.company, 0))
        after_income(turn, self.company, 0)


class IncomeStep(Decision, frozen=True):
    """Pay out or save; bonuses may go to the company while the rest is paid out (9.6–9.8)."""

    company: str
    income: int
    bonus: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (acting_seat(table, self.company),)

    def kinds(self, table: Table) -> tuple[str, ...]:
        """What may be done with the income; who owes for a tram must save (15.3)."""
        if self.company in table.state.credit:
            return (KEEP,)
        return (PAY, PAY_RUN, KEEP) if self.bonus else (PAY, KEEP)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for kind in self.kinds(table):
            yield Dividend(seat, self.company, kind)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Dividend) and action.company == self.company and action.kind in self.kinds(table):
            return None
        return refuse(table, "pay_or_withhold", company=self.company)

    def idle(self, table: Table) -> bool:
        return len(self.kinds(table)) == 1

    def formerly(self, table: Table) -> Dividend | None:
        """Who owed for a tram saved by itself, also where today that has been paid in the meantime (15.3)."""
        if not table.rules.options.credit or is_sbahn(table, self.company):
            return None
        return Dividend(acting_seat(table, self.company), self.company, KEEP)

    def skip(self, turn: Move) -> None:
        self.apply(turn, Dividend(acting_seat(turn, self.company), self.company, KEEP))

    def apply(self, turn: Move, action: Dividend) -> None:
        if self.bonus:
            turn.emit(BonusEarned(self.company, self.bonus, action.kind != PAY))
        kept = {PAY: 0, PAY_RUN: self.bonus, KEEP: self.income + self.bonus}[action.kind]
        paid = self.income + self.bonus - kept
        if not paid:
            turn.emit(Withheld(self.company, kept))
        pay(turn, BANK, self.company, kept, "bonus" if paid else "withheld")
        after_income(turn, self.company, paid)


def after_income(turn: Move, company: str, paid: int) -> None:
    """A tram company's shareholders are paid at once; the S-Bahn's when all its networks have run (12.13)."""
    if is_sbahn(turn, company):
        turn.set(paid_out=(*turn.state.paid_out, (company, paid)))
        if paid:
            turn.push(ProvisionStep(company))
        return
    if paid:
        distribute(turn, company, paid)
    move_price(turn, company, bool(paid))


def distribute(turn: Move, company: str, paid: int) -> None:
    """Each holder's whole part, rounded up; the pool's goes to the company, rounded down (9.7; rulings)."""
    turn.emit(PaidOut(company, paid))
    for owner in holders(turn, company):
        pay(turn, BANK, owner, -(-paid * percent(turn, company, owner) // 100), "dividend")
    pay(turn, BANK, company, paid * percent(turn, company, POOL) // 100, "dividend")


def move_price(turn: Move, company: str, paid: bool) -> None:
    """Down the chart is dearer; at the edge as the arrows say (9.9–9.11)."""
    field = turn.state.chart.field(company)
    assert field is not None, company
    there = turn.rules.printed.sheet.follow(field, "down" if paid else "up")
    set_price(turn, company, there, "dividend" if paid else "withheld")
    zones, now = turn.rules.printed.zones, price(turn, company)
    if now >= zones.end:
        turn.push(EndGame())  # The dividend has been paid (9.12, 13.1).
    elif now <= zones.bankrupt:
        go_bankrupt(turn, company)


class SettleSbahn(Procedure, frozen=True):
    """What all networks pay out is one dividend; the price moves by their majority (12.12, 12.13)."""

    def run(self, turn: Move) -> None:
        sums = [amount for _, amount in turn.state.paid_out]
        turn.set(paid_out=())
        sbahn = turn.rules.printed.sbahn
        paid, saved = sum(map(bool, sums)), sum(not amount for amount in sums)
        turn.emit(SbahnSettled(sum(sums), paid, saved))
        if paid:
            distribute(turn, sbahn, sum(sums))
        if paid != saved:
            move_price(turn, sbahn, paid > saved)
