"""The order of rounds and turns (1, 3, 4, 7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.classic.operating import BeginOperatingRound, Flow, NextCompany, by_price, still_to_act
from stellwerk.eighteen.events import OrderChanged, StockRoundEnded
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.stock_rounds import BeginStockRound, StockRounds
from stellwerk.play.core import Procedure, Step

from .companies.buying_in import BuyWorkStep
from .companies.equipment import EquipStep, RetireConcession
from .companies.running import RunLocomotives
from .companies.trust import TrustRun
from .companies.works import AssignStep, ProduceAlone
from .events import ConcessionReturned, OptionLapsed, RailcarsOnSale
from .lines.concessions import BuildConcession
from .lines.stations import TurnBack
from .lines.track import Building
from .papers.auction import AuctionTurn, lots
from .papers.external import pay_dividend, renew
from .papers.issues import IssueStep
from .papers.stock import StockTurn
from .state import Move, Table, is_railway, is_work, phase73

SETS_OF_PHASE_5 = 2  # the game ends after the second full set of three (7)


# Trading rounds ---------------------------------------------------------------------------------------------


class BeginTradingRound(Procedure, frozen=True):
    """An auction round, if there is anything to auction, then a stock round (3)."""

    def run(self, turn: Move) -> None:
        turn.set(operating_round=0, purchase_options={})
        turn.push(BeginStockRound())
        if lots(turn):
            turn.push(AuctionTurn(turn.state.order[0]))


class EndStockRound(Procedure, frozen=True):
    """Unused concessions and options go back, the richest in cash comes first from now on (3.2.8)."""

    def run(self, turn: Move) -> None:
        state, printed = turn.state, turn.rules.printed
        for company, paper in printed.concessions.items():
            holder = state.papers[paper]
            if isinstance(holder, int) and company not in state.sizes:
                move_paper(turn, paper, BANK)
                turn.emit(ConcessionReturned(holder, company))
        for company, seat in state.purchase_options.items():
            turn.emit(OptionLapsed(seat, company))
        order = turn.rules.next_order(turn)
        turn.set(order=order, purchase_options={})
        turn.emit(OrderChanged(order))
        turn.emit(StockRoundEnded(state.stock_round, order[0]))
        turn.push(BeginSet())


# The first in the order of play begins (2.2, 3.2), and all must pass one after another (3.2.8).
STOCK_ROUNDS = StockRounds(StockTurn, EndStockRound)


def most_cash_first(table: Table) -> tuple[int, ...]:
    """By cash; who has as much as another keeps his place (3.2.8)."""
    return by_cash(table, table.state.order)


def by_cash(table: Table, seats: Iterable[int]) -> tuple[int, ...]:
    """Those with most cash first, and otherwise as they come."""
    return tuple(sorted(seats, key=lambda seat: -table.state.cash[seat]))


# Operating rounds -------------------------------------------------------------------------------------------


class BeginSet(Procedure, frozen=True):
    """How many operating rounds there are is settled now; with the first three, railcars are for sale (4.1, 5)."""

    def run(self, turn: Move) -> None:
        rounds = phase73(turn).rounds
        full = rounds == turn.rules.printed.phases[-1].rounds
        if full and not turn.state.full_sets:
            turn.emit(RailcarsOnSale())
        turn.set(operating_rounds=rounds, full_sets=turn.state.full_sets + full)
        turn.push(BeginOperatingRound(1))


class NextToAct(NextCompany, frozen=True):
    """The work of the lowest face value, then the company of the highest price, upper markers first (4)."""

    def run(self, turn: Any) -> None:
        """When all have acted the MHE pays (4.5)."""
        if next(still_to_act(turn), None) is None:
            pay_dividend(turn)
        super().run(turn)


def works_first(table: Table) -> tuple[str, ...]:
    """Single works act first, then companies, and the MHE last (4)."""
    return (*table.rules.printed.works, *by_price(table))


def in_trust_too(table: Table, actor: str) -> bool:
    """A company in trusteeship has a turn, though nobody directs it (6.2)."""
    return True


def begin_turn(turn: Move, actor: str) -> None:
    """Nothing has been laid or sold in this turn."""
    turn.set(laid=(), sold_at={})


def steps_of(table: Table, actor: str) -> tuple[Step, ...]:
    """What a work, a works company or a railway does in its turn, in this order (4.2, 4.3, 4.4, 6.2)."""
    in_trust = actor in table.state.trust
    if is_work(table, actor):
        return Building(actor, 1), ProduceAlone(actor), EquipStep(actor)
    if not is_railway(table, actor):
        assign = AssignStep(actor)
        return (assign,) if in_trust else (assign, BuyWorkStep(actor), EquipStep(actor), IssueStep(actor))
    if in_trust:
        return TurnBack(actor), TrustRun(actor)
    return (
        Building(actor, 2) if actor in table.state.complete else BuildConcession(actor),
        TurnBack(actor),
        StationStep(actor),
        RunLocomotives(actor),
        RetireConcession(actor),
        EquipStep(actor),
        IssueStep(actor),
    )


def renew_mhe(turn: Move) -> None:
    """After a set the MHE renews its locomotive (4.5)."""
    if turn.state.operating_round == turn.state.operating_rounds:
        renew(turn)


def is_last_round(table: Table) -> bool:
    """Whether the game ends with this operating round (7)."""
    state = table.state
    last_of_set = state.operating_round == state.operating_rounds
    return top_price_reached(table) or (last_of_set and in_last_set(table))


def in_last_set(table: Table) -> bool:
    """Whether this is the second full set (7)."""
    return table.state.full_sets == SETS_OF_PHASE_5


def top_price_reached(table: Table) -> bool:
    """Whether a marker lies on the last field of the chart (7)."""
    return (0, len(table.rules.printed.sheet.rows[0]) - 1) in table.state.chart.stacks


# After a round comes another, another trading round, or the end (4, 7).
FLOW = Flow(
    companies=works_first,
    acts=in_trust_too,
    next_company=lambda table: NextToAct(),
    turn_begins=(begin_turn,),
    steps=steps_of,
    all_acted=(renew_mhe,),
    is_last=is_last_round,
    stock_round=BeginTradingRound,
)
