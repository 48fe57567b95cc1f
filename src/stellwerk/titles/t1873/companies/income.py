"""What becomes of what a railway or a works company has earned (4.3.2, 4.3.3, 4.4.4–4.4.6)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.events import PaidOut, Withheld
from stellwerk.eighteen.state import percent
from stellwerk.play.core import Procedure

from ..events import HalfPaid, Maintained
from ..papers.shares import price_after_payout
from ..state import Move, pay
from .insolvency import UPKEEP, go_bankrupt
from .upkeep import engines_upkeep


class AfterRun(Procedure, frozen=True):
    """A railway pays the upkeep of what it owns out of its income (4.4.4)."""

    company: str
    income: int

    def run(self, turn: Move) -> None:
        upkeep = engines_upkeep(turn, self.company)
        turn.emit(Maintained(self.company, self.income, upkeep))
        settle_profit(turn, self.company, self.income, upkeep)


def settle_profit(turn: Move, company: str, income: int, upkeep: int) -> None:
    """The profit is the director's to use; a lack comes out of the capital, or the company is insolvent (6)."""
    lack = upkeep - income
    if lack > turn.state.cash[company]:
        go_bankrupt(turn, company, UPKEEP, lack - turn.state.cash[company])
        return
    if lack > 0:
        pay(turn, company, BANK, lack, "upkeep")
    profit = max(0, -lack)
    if company in turn.state.trust:
        pay(turn, BANK, company, profit, "withheld")
        turn.emit(Withheld(company, profit))
    elif profit:
        turn.push(DividendStep(company, profit))
    else:
        turn.emit(Withheld(company, 0))
        price_after_payout(turn, company, 0, "nothing_earned")


def pay_all(turn: Move, company: str, profit: int) -> None:
    """Everything to the shareholders (4.3.2)."""
    turn.emit(PaidOut(company, profit))
    distribute(turn, company, profit)


def pay_half(turn: Move, company: str, profit: int) -> None:
    """Half into the capital, half to the shareholders (4.3.2)."""
    kept = profit // 2
    turn.emit(HalfPaid(company, kept, profit - kept))
    pay(turn, BANK, company, kept, "withheld")
    distribute(turn, company, profit - kept)


def keep_all(turn: Move, company: str, profit: int) -> None:
    """Everything into the capital; the price falls (4.3.2, 4.3.3)."""
    turn.emit(Withheld(company, profit))
    pay(turn, BANK, company, profit, "withheld")
    price_after_payout(turn, company, 0, "withheld")


def distribute(turn: Move, company: str, paid: int) -> None:
    """Each player his part, rounded up; what the bank holds earns nothing (4.3.2)."""
    for seat in range(turn.state.seats):
        pay(turn, BANK, seat, -(-paid * percent(turn, company, seat) // 100), "dividend")
    price_after_payout(turn, company, paid, "dividend")


PAYOUTS = {"pay": pay_all, "half": pay_half, "keep": keep_all}
