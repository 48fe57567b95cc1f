"""The dividend phase: pay, look for the end, turn the dials back, develop Detroit (Dividenden-Phase)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.play.core import Procedure

from .development import move_marker
from .ending import EndGame, conditions_met
from .events import DialsReset, DividendPaid, DividendPhaseBegan
from .state import Move


class PayDividend(Procedure, frozen=True):
    """Every company pays (Allgemeine Dividende); the conditions of the end are looked at now only (Spielende)."""

    def run(self, turn: Move) -> None:
        turn.set(dividends=turn.state.dividends + 1)
        turn.emit(DividendPhaseBegan(turn.state.dividends))
        for company in turn.state.railways:
            pay_dividend(turn, company, "general")
        if conditions_met(turn):
            turn.push(EndGame())
        else:
            turn.push(ResetDials(), DevelopDetroit())


class ResetDials(Procedure, frozen=True):
    """All three pointers go back to START (Zeiger zurücksetzen)."""

    def run(self, turn: Move) -> None:
        turn.set(dials=dict.fromkeys(turn.state.dials, 0))
        turn.emit(DialsReset())


class DevelopDetroit(Procedure, frozen=True):
    """Detroit grows with or without a locomotive there (Detroit entwickeln)."""

    def run(self, turn: Move) -> None:
        move_marker(turn, turn.rules.material.detroit, None)


def pay_dividend(turn: Move, company: str, occasion: str) -> None:
    """Income by sold shares, rounded up for each share, then times the shares held (Allgemeine Dividende)."""
    railway = turn.state.railways[company]
    if not railway.sold:
        return
    a_share = -(-railway.income // railway.sold)
    turn.emit(DividendPaid(company, occasion, railway.income, railway.sold, a_share))
    for seat, shares in enumerate(railway.shares):
        turn.pay(BANK, seat, a_share * shares, "dividend")
