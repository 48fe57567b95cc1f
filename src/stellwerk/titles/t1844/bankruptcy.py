"""Bankruptcy, which the rulebook does not know: another program ends the game by it (see `habits.py`)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic.events import WentBankrupt
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.shares import sales, sell, sold_part
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Choice, Decision
from stellwerk.play.errors import Refusal, refuse

from .actions import GoBankrupt
from .loans import RaiseMoney, lacking
from .state import Move, Table, director, pay
from .trains import cheapest


class Bankruptcy(Decision, frozen=True):
    """A director who must help his company with a train gives up instead, and the game ends.

    `leaves` says what is left to him. There he has no cash in the end but keeps tunnels and mountain railways, and
    what the pool does not take of his shares (`penniless`), or nothing of them (`shareless`). Games that were
    imported before this was known may have left him everything (`at_once`), the money for his shares (`sold_out`),
    or not even tunnels and mountain railways (`ruined`).
    """

    leaves: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        company = _in_need(table)
        seat = director(table, company) if company else None
        return () if seat is None else (seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        yield GoBankrupt(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        return None if isinstance(action, GoBankrupt) else refuse("Loks kaufen", "only_bankruptcy")

    def apply(self, turn: Move, action: GoBankrupt) -> None:
        company = _in_need(turn)
        assert company is not None  # or nobody would have been asked
        turn.emit(WentBankrupt(action.seat, company))
        if self.leaves != "at_once":
            _sell_out(turn, action.seat)
        if self.leaves == "shareless":
            for paper in turn.rules.printed.register.by_id:
                if turn.state.papers[paper] == action.seat:
                    move_paper(turn, paper, POOL)
        if self.leaves in ("penniless", "shareless", "ruined"):
            pay(turn, action.seat, BANK, max(0, turn.state.cash[action.seat]), "bankruptcy")
        if self.leaves == "ruined":
            papers = turn.state.papers
            turn.set(earning=frozenset(p for p in turn.state.earning if papers[p] != action.seat))
        turn.push(EndGame())


def _in_need(table: Table) -> str | None:
    """The company whose director must help it now and cannot."""
    step = table.state.agenda[-1] if table.state.agenda else None
    if isinstance(step, RaiseMoney):
        return step.company
    if isinstance(step, TrainStep) and table.rules.helped(table, step.company):
        lacks = lacking(table, step.company, cheapest(table, step.company))
        return step.company if lacks > 0 else None
    return None


def _sell_out(turn: Move, seat: int) -> None:
    """Everything that the pool takes, of each company as much as possible at once."""
    while True:
        legal = list(sales(turn, seat))
        if not legal:
            return
        sell(turn, max(legal, key=lambda sale: sold_part(turn, sale)))
