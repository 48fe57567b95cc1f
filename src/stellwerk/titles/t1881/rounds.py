"""The order of rounds and turns (3, 4.6, 4.7, 4.16, 5, 12.5, 13.1)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.changes import set_price
from stellwerk.eighteen.classic.operating import BeginOperatingRound, EndOperatingRound, EndTurn, Flow, by_price
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.events import CompanyActs, StockRoundEnded
from stellwerk.eighteen.state import acting_seat, price
from stellwerk.eighteen.stock_rounds import StockRounds
from stellwerk.play.core import Procedure, Step

from .companies.credit import PayCredit
from .companies.income import SettleSbahn
from .companies.running import RunTrams
from .companies.trains import TramStep
from .events import TramPassed
from .lines.depots import DepotStep
from .lines.track import building
from .papers.stock import StockTurn
from .sbahn.company import JoinOwn
from .sbahn.votes import under_veto
from .state import Move, Table, all_with_players, director, is_sbahn, phase81

STILL = 5  # operating rounds in which no company acted


# Stock rounds -----------------------------------------------------------------------------------------------


def has_the_tram(table: Table) -> int:
    """Who begins a stock round: after the bids the highest has the Tram (2.11, 3.4)."""
    return table.state.tram


def next_player(table: Table, seat: int) -> int:
    """The first round goes in the order of the bids, later ones clockwise (2.4, 4.1)."""
    row = table.state.rank if table.state.stock_round == 1 else table.state.order
    return row[(row.index(seat) + 1) % len(row)]


class EndStockRound(Procedure, frozen=True):
    """The Tram goes to the left of the last buyer, sold out companies rise (4.7, 4.16, 4.17).

    Where no company has acted for so many rounds, nothing will ever move again and the game ends (our ruling).
    """

    def run(self, turn: Move) -> None:
        state, sheet = turn.state, turn.rules.printed.sheet
        if state.last_buyer is not None:
            turn.set(tram=(state.last_buyer + 1) % state.seats)
            turn.emit(TramPassed(turn.state.tram))
        turn.emit(StockRoundEnded(state.stock_round, turn.state.tram))
        for company in state.chart.order(sheet):
            if company not in state.bankrupt and all_with_players(turn, company):
                field = turn.state.chart.field(company)
                assert field is not None
                set_price(turn, company, sheet.step(field, "right"), "sold_out")
        over = any(price(turn, each) >= turn.rules.printed.zones.end for each in state.chart.order(sheet))
        turn.set(operating_rounds=phase81(turn).rounds)
        turn.push(EndGame() if over or state.still >= STILL else BeginOperatingRound(1))


# The round ends when nobody has bought anything one after another (4.6).
STOCK_ROUNDS = StockRounds(StockTurn, EndStockRound, has_the_tram, next_player, {"last_buyer": None})


# Operating rounds -------------------------------------------------------------------------------------------


def nobody_invested(turn: Move) -> None:
    """No tram company has bought a share of the S-Bahn in this round (10.9)."""
    turn.set(invested=frozenset())


def those_in_operation(table: Table) -> Step:
    """Companies that float in a round act from the next one on (4.27, 12.4)."""
    return NextCompany(table.state.in_operation)


class NextCompany(Procedure, frozen=True):
    """The highest price first, then the field further right, then the upper marker; looked up anew (5.1)."""

    ready: frozenset[str]

    def run(self, turn: Move) -> None:
        company = next_to_act(turn, self.ready)
        if company is None:
            turn.push(EndOperatingRound())
            return
        turn.set(acted=turn.state.acted | {company}, ridden="")
        if is_sbahn(turn, company):
            turn.push(NextNetwork(frozenset()), SettleSbahn(), NextCompany(self.ready))
        else:
            begin_turn(turn, company)
            turn.push(PayCredit(company), *steps_of(turn, company), EndTurn(company), NextCompany(self.ready))


def next_to_act(table: Table, ready: frozenset[str]) -> str | None:
    """The company whose turn is next."""
    return next(still_to_act(table, ready), None)


def still_to_act(table: Table, ready: frozenset[str]) -> Iterator[str]:
    """Companies that have had no turn in this round, in their order; one that nobody directs does nothing."""
    state = table.state
    for company in state.chart.order(table.rules.printed.sheet):
        if company in ready & state.in_operation - state.acted and director(table, company) is not None:
            yield company


def ready_to_act(table: Table) -> frozenset[str]:
    """Companies that act in this round: those that had floated when it began (4.27, 12.4)."""
    return next((step.ready for step in table.state.agenda if isinstance(step, NextCompany)), frozenset())


def begin_turn(turn: Move, company: str) -> None:
    """Nothing has been built or vetoed yet."""
    turn.set(laid=(), vetoed=(), sold_at={}, turn_bonus=0)
    turn.emit(CompanyActs(company, acting_seat(turn, company)))


def steps_of(table: Table, company: str) -> tuple[Step, ...]:
    """Building, depots, running and buying, in this order: what is bought runs next time (5.4, 10.2, 12.11)."""
    return (
        under_veto(table, building(table, company)),
        under_veto(table, DepotStep(company)),
        RunTrams(company),
        under_veto(table, TramStep(company)),
    )


class NextNetwork(Procedure, frozen=True):
    """The chair's network acts first, then those apart by the number of their seats (12.5; rulings)."""

    done: frozenset[str]

    def run(self, turn: Move) -> None:
        main = turn.rules.printed.sbahn
        network = next((each for each in (main, *turn.state.apart) if each not in self.done), None)
        if network is None or main in turn.state.bankrupt:
            return
        begin_turn(turn, network)
        turn.push(*steps_of(turn, network), JoinOwn(), EndTurn(network), NextNetwork(self.done | {network}))


def count_still(turn: Move) -> None:
    """Rounds in which no company has acted are counted, one after another."""
    turn.set(still=0 if turn.state.acted else turn.state.still + 1)


def bank_is_broken(table: Table) -> bool:
    """The round in which the bank broke is the last (13.1)."""
    return bool(table.state.bank_broken_in)


# After a round comes another, a stock round, or the end (3.2, 5.3, 13.1).
FLOW = Flow(
    round_begins=(nobody_invested,),
    companies=by_price,
    next_company=those_in_operation,
    steps=steps_of,
    round_ends=(count_still,),
    is_last=bank_is_broken,
)
