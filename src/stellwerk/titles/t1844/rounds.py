"""The order of rounds and turns (Aktienrunde, Ende der Aktienrunde, Betriebsrunde, Export, Spielende)."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct

from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.events import (
    CompanyActs,
    OperatingRoundBegan,
    OperatingRoundEnded,
    OrderChanged,
    StockRoundEnded,
)
from stellwerk.eighteen.state import acting_seat, percent
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.stock_rounds import BeginStockRound, StockRounds
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Decision, Procedure
from stellwerk.routes import Route

from .founding import HomeTile, place_home
from .loans import add_interest
from .privates import pay_income
from .running import RunTrainsStep, as_scored
from .sbb import FoundSbb
from .state import Move, Table, director, phase44
from .stock import StockTurn
from .trains import export


class Flow(Struct, frozen=True):
    """What the order of play asks of the rules."""

    first_lay: Callable[[str], Decision]
    run: Callable[[str], Decision]
    earns: Callable[[Any, Route], Route]
    """What a route brings."""
    move_prices: Callable[[Any], None]
    """At the end of a stock round."""
    round_began: Callable[[Any], None]
    """What comes after the first incomes of an operating round."""


# Stock rounds -----------------------------------------------------------------------------------------------


class EndStockRound(Procedure, frozen=True):
    """New cards by cash, prices, interest, and then the operating rounds (Ende der Aktienrunde)."""

    def run(self, turn: Move) -> None:
        order = tuple(sorted(turn.state.order, key=lambda seat: -turn.state.cash[seat]))
        turn.set(order=order)
        turn.emit(OrderChanged(order))
        turn.rules.flow.move_prices(turn)
        add_interest(turn)
        turn.emit(StockRoundEnded(turn.state.stock_round, order[0]))
        turn.set(operating_rounds=phase44(turn).rounds)
        turn.push(BeginOperatingRound(1))


# The player with the first card begins (Aktienrunde), and all must pass one after another (Ende der Aktienrunde).
STOCK_ROUNDS = StockRounds(StockTurn, EndStockRound, anew={"bought": {}})


def move_prices(turn: Move) -> None:
    """First all companies with shares in the pool to the left, then all that players hold wholly up."""
    order = turn.state.chart.order(turn.rules.printed.sheet)
    running = [company for company in order if company in turn.state.in_operation]
    for company in running:
        if percent(turn, company, POOL):
            move_price(turn, company, "left", "in_pool")
    for company in running:
        if not percent(turn, company, POOL) and not percent(turn, company, ISSUE):
            move_price(turn, company, "up", "sold_out")


def nothing_more(turn: Move) -> None:
    """Then the companies act at once (Reihenfolge)."""


FLOW = Flow(HomeTile, RunTrainsStep, as_scored, move_prices, nothing_more)


# Operating rounds -------------------------------------------------------------------------------------------


class BeginOperatingRound(Procedure, frozen=True):
    """Privates, tunnels and mountain railways pay first, then the companies act (Reihenfolge)."""

    index: int

    def run(self, turn: Move) -> None:
        turn.set(operating_round=self.index, acted=frozenset())
        turn.emit(OperatingRoundBegan(turn.state.stock_round, self.index, turn.state.operating_rounds))
        pay_income(turn)
        turn.rules.flow.round_began(turn)
        turn.push(NextCompany())


class NextCompany(Procedure, frozen=True):
    """The highest price first, then the field further right, then the upper marker (Reihenfolge)."""

    def run(self, turn: Move) -> None:
        company = next_to_act(turn)
        if company is None:
            turn.push(EndOperatingRound())
            return
        first = company not in turn.state.operated  # the SBB, too, has not acted before its own first turn
        turn.set(acted=turn.state.acted | {company}, sold_at={})
        turn.emit(CompanyActs(company, acting_seat(turn, company)))
        from_home = first and company in turn.rules.printed.homes
        building = turn.rules.flow.first_lay(company) if from_home else LayStep(company, 1)
        turn.push(
            building,
            StationStep(company),
            turn.rules.flow.run(company),
            TrainStep(company),
            EndTurn(company),
            NextCompany(),
        )
        if first:
            turn.set(operated=turn.state.operated | {company})
        if from_home:
            place_home(turn, company)


def next_to_act(table: Table) -> str | None:
    """The company whose turn is next."""
    return next(still_to_act(table), None)


def still_to_act(table: Table) -> Iterator[str]:
    """Companies that have had no turn in this round, in their order; one that nobody directs does nothing."""
    state = table.state
    for company in state.chart.order(table.rules.printed.sheet):
        if company in state.in_operation and company not in state.acted and director(table, company) is not None:
            yield company


class EndTurn(Procedure, frozen=True):
    """The company's turn is over: nothing more is bought of its director."""

    company: str

    def run(self, turn: Move) -> None:
        """What it marks is its place on the agenda."""


def acting(table: Table) -> str | None:
    """The company whose turn is being played."""
    return next((step.company for step in table.state.agenda if isinstance(step, EndTurn)), None)


class EndOperatingRound(Procedure, frozen=True):
    """At the end of a set a train is exported; then the SBB is founded if it is due (Export, Gründung der SBB)."""

    def run(self, turn: Move) -> None:
        state = turn.state
        turn.emit(OperatingRoundEnded(state.stock_round, state.operating_round))
        turn.push(FoundSbb(), AfterRound())
        if state.operating_round == state.operating_rounds:
            export(turn)


class AfterRound(Procedure, frozen=True):
    """Another operating round, a stock round, or the end if the bank is broken (Spielablauf, Spielende)."""

    def run(self, turn: Move) -> None:
        state = turn.state
        if state.operating_round < state.operating_rounds:
            turn.push(BeginOperatingRound(state.operating_round + 1))
        elif state.bank_broken_in:
            turn.push(EndGame())
        else:
            turn.push(BeginStockRound())
