"""Operating rounds: who acts when, a company's turn, and what comes after the round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Procedure, Step

from ..ending import EndGame
from ..events import CompanyActs, OperatingRoundBegan, OperatingRoundEnded
from ..rules import answered
from ..state import Move, Table
from ..stock_rounds import BeginStockRound


def has_a_director(table: Table, company: str) -> bool:
    """A company that nobody directs does nothing."""
    return table.rules.director(table, company) is not None


def one_by_one(table: Any) -> Step:
    """Companies act one after another, each when those before it are done."""
    return NextCompany()


class Flow(Struct, frozen=True, kw_only=True):
    """The order of play."""

    round_begins: tuple[Callable[[Any], None], ...] = ()
    """What comes before the companies act; steps that they push come first."""
    companies: Callable[[Any], Iterable[str]]
    """All companies, in the order in which they would act now."""
    acts: Callable[[Any, str], bool] = has_a_director
    """Whether a company in operation has a turn."""
    next_company: Callable[[Any], Step] = one_by_one
    """The step that gives the companies their turns."""
    turn_begins: tuple[Callable[[Any, str], None], ...] = ()
    steps: Callable[[Any, str], tuple[Step, ...]]
    """A company's turn."""
    all_acted: tuple[Callable[[Any], None], ...] = ()
    """What comes after the last turn, while the round lasts."""
    round_ends: tuple[Callable[[Any], None], ...] = ()
    """What comes after a round; steps that they push come before the next round."""
    is_last: Callable[[Any], bool]
    """Whether the game ends with this operating round."""
    stock_round: Callable[[], Step] = BeginStockRound


class BeginOperatingRound(Procedure, frozen=True):
    """Incomes and whatever else comes first, and then the companies."""

    index: int

    def run(self, turn: Move) -> None:
        turn.set(operating_round=self.index, acted=frozenset())
        turn.emit(OperatingRoundBegan(turn.state.stock_round, self.index, turn.state.operating_rounds))
        flow = answered(turn.rules.flow)
        turn.push(flow.next_company(turn))
        for follows in flow.round_begins:
            follows(turn)


class NextCompany(Procedure, frozen=True):
    """A company's turn, and then the next one's."""

    def run(self, turn: Move) -> None:
        company, flow = next(still_to_act(turn), None), answered(turn.rules.flow)
        if company is None:
            turn.push(EndOperatingRound())
            return
        turn.set(acted=turn.state.acted | {company})
        seat = turn.rules.director(turn, company)
        turn.emit(CompanyActs(company, -1 if seat is None else seat))
        turn.push(*flow.steps(turn, company), EndTurn(company), self)
        for begins in flow.turn_begins:
            begins(turn, company)


def still_to_act(table: Table) -> Iterator[str]:
    """Companies that have had no turn in this round, in their order."""
    state, flow = table.state, answered(table.rules.flow)
    for company in flow.companies(table):
        if company in state.in_operation and company not in state.acted and flow.acts(table, company):
            yield company


class EndTurn(Procedure, frozen=True):
    """The company's turn is over: it has acted once, and nothing more is done in its turn."""

    company: str

    def run(self, turn: Move) -> None:
        if self.company not in turn.state.operated:
            turn.set(operated=turn.state.operated | {self.company})


def acting(table: Table) -> str | None:
    """The company whose turn is being played."""
    return next((step.company for step in table.state.agenda if isinstance(step, EndTurn)), None)


class EndOperatingRound(Procedure, frozen=True):
    """What comes after a round, and then another."""

    def run(self, turn: Move) -> None:
        flow = answered(turn.rules.flow)
        for follows in flow.all_acted:
            follows(turn)
        turn.emit(OperatingRoundEnded(turn.state.stock_round, turn.state.operating_round))
        turn.push(AfterRound())
        for follows in flow.round_ends:
            follows(turn)


class AfterRound(Procedure, frozen=True):
    """Another operating round, a stock round, or the end."""

    def run(self, turn: Move) -> None:
        state, flow = turn.state, answered(turn.rules.flow)
        if flow.is_last(turn):
            turn.push(EndGame())
        elif state.operating_round < state.operating_rounds:
            turn.push(BeginOperatingRound(state.operating_round + 1))
        else:
            turn.push(flow.stock_round())


# Answers ----------------------------------------------------------------------------------------------------


def by_price(table: Table) -> list[str]:
    """The highest price first, then the field further right, then the upper marker."""
    return table.state.chart.order(table.rules.printed.sheet)


def forget_sales(turn: Move, company: str) -> None:
    """What is sold in a company's turn is sold at the price of that turn."""
    turn.set(sold_at={})


def end_of_the_set(table: Table) -> bool:
    """The game ends with the set of rounds in which the bank broke."""
    state = table.state
    return bool(state.bank_broken_in) and state.operating_round == state.operating_rounds
