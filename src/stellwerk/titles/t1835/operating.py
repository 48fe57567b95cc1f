"""Operating rounds: who acts, and in which order (5.1–5.4)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.events import CompanyActs, OperatingRoundBegan, OperatingRoundEnded
from stellwerk.play.core import Procedure

from .ending import EndGame
from .running import RunTrains
from .state import Move, Table, director, income, is_minor, packet_left, pay, phase
from .stations import StationStep
from .track import TrackStep
from .trains import TrainStep


class BeginOperatingRound(Procedure, frozen=True):
    """Preußen first (5.3.1), then private incomes (5.3.2), then the companies (5.3.3, 5.3.4)."""

    index: int

    def run(self, turn: Move) -> None:
        from .prussia import round_begins

        nobody: frozenset[str] = frozenset()
        turn.set(operating_round=self.index, acted=nobody, powers_used=nobody, barren={})
        turn.emit(OperatingRoundBegan(turn.state.stock_round, self.index, turn.state.operating_rounds))
        turn.push(*round_begins(turn), PrivateIncome(), NextCompany())


class PrivateIncome(Procedure, frozen=True):
    """The bank pays the owner of each private railway its fixed income (3.1.2, 5.3.2)."""

    def run(self, turn: Move) -> None:
        for private in turn.rules.material.privates.values():
            owner = turn.state.papers[private.id]
            if isinstance(owner, int):
                pay(turn, BANK, owner, income(turn, private.id), private.id)
                turn.set(acted=turn.state.acted | {private.id})


class NextCompany(Procedure, frozen=True):
    """Vorpreußische by number, then AGs by price as it stands now (1.1.3, 5.3.3, 5.3.4)."""

    def run(self, turn: Move) -> None:
        company = next_to_act(turn)
        if company is None:
            turn.push(EndOperatingRound())
            return
        seat = director(turn, company)
        assert seat is not None
        turn.set(acted=turn.state.acted | {company})
        turn.emit(CompanyActs(company, seat))
        lays = 1 if is_minor(turn, company) else phase(turn).lays
        turn.push(
            TrackStep(company, lays),
            StationStep(company),
            RunTrains(company),
            TrainStep(company),  # last, so that a new train waits for the next turn (5.5.4.1)
            EndTurn(company),
            NextCompany(),
        )


def next_to_act(table: Table) -> str | None:
    """The company whose turn is next in this operating round."""
    state = table.state
    owned = [minor for minor in table.rules.material.minors if director(table, minor) is not None]
    minors = [] if minors_wait(table) else owned
    for company in minors + state.chart.order(table.rules.material.sheet):
        if company in state.in_operation and company not in state.acted:
            return company
    return None


def minors_wait(table: Table) -> bool:
    """Whether the Vorpreußische do not act yet: by 7.3 until the packet is sold, or until Bayern floats."""
    until = table.rules.options.minors_wait
    if until == "packet":
        return bool(packet_left(table))
    return until == "bayern" and "BY" not in table.state.in_operation


class EndTurn(Procedure, frozen=True):
    """From now on the company's shares may be sold (2.6.3.2)."""

    company: str

    def run(self, turn: Move) -> None:
        turn.set(operated=turn.state.operated | {self.company})


class EndOperatingRound(Procedure, frozen=True):
    """Another operating round, a stock round (1.1.1), or the end once the bank is broken (5.3.5, 6.1)."""

    def run(self, turn: Move) -> None:
        from .stock import BeginStockRound

        state = turn.state
        turn.emit(OperatingRoundEnded(state.stock_round, state.operating_round))
        turn.set(barren={})
        last = state.operating_round == state.operating_rounds
        if state.bank_broken_in and (last or not turn.rules.options.end_after_set):
            turn.push(EndGame())
        elif not last:
            turn.push(BeginOperatingRound(state.operating_round + 1))
        else:
            turn.push(BeginStockRound())
