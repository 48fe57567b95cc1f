"""The order of rounds and turns (1.1, 2.1–2.3, 2.6, 5.1–5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.classic import stock
from stellwerk.eighteen.classic.operating import BeginOperatingRound, Flow
from stellwerk.eighteen.classic.stock import SALES, SHARES, Turns, sell_buy_sell
from stellwerk.eighteen.events import PaperBought, PlayerPassed, StockRoundBegan, StockRoundEnded
from stellwerk.eighteen.shares import sales, worth_explaining
from stellwerk.eighteen.state import next_seat, percent, phase, seats_from
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Action, Choice, Decision, Pass, Procedure, Step
from stellwerk.play.errors import Refusal, refuse

from .actions import BuyPaper
from .data import EXCHANGE
from .packet import for_sale, hand_over, opening_order, paper_price
from .privates import PrivateIncome
from .prussia import round_begins, why_not_now
from .running import RunTrains
from .state import (
    Move,
    Table,
    at_paper_limit,
    count_papers,
    is_minor,
    packet_left,
    paper_limit,
    pay,
    phase35,
)

# Stock rounds -----------------------------------------------------------------------------------------------


class BeginStockRound(Procedure, frozen=True):
    """The start player begins (2.1), after Preußen has been founded or joined by those who wish (4.6, 4.7)."""

    def run(self, turn: Move) -> None:
        first = turn.state.start_player
        turn.set(stock_round=turn.state.stock_round + 1, operating_round=0, sold={})
        queue = (opening_order(turn) if turn.state.stock_round == 1 else ()) or (first,)
        turn.emit(StockRoundBegan(turn.state.stock_round, queue[0]))
        turn.push(*round_begins(turn), StockRound(queue[0], 0, -1, queue[1:]))


class StockRound(Procedure, frozen=True):
    """Whose turn is next; the round ends when nobody has bought once round (2.3)."""

    seat: int
    quiet: int
    buyer: int
    queue: tuple[int, ...] = ()
    passed: frozenset[int] = frozenset()

    def run(self, turn: Move) -> None:
        if turn.state.sold_at:
            turn.set(sold_at={})
        if self.quiet >= len(turn.state.order):
            turn.push(EndStockRound(self.buyer))
        elif packet_left(turn):
            turn.push(PacketTurn(self.seat, self.quiet, self.buyer, self.queue, self.passed))
        else:
            turn.push(StockTurn(self.seat, quiet=self.quiet, buyer=self.buyer))


class EndStockRound(Procedure, frozen=True):
    """Sold-out AGs rise (2.6.3.4); left of the last buyer starts next time, nobody bought: no change (2.3)."""

    buyer: int

    def run(self, turn: Move) -> None:
        for company in turn.state.chart.order(turn.rules.printed.sheet):
            if sold_out(turn, company):
                move_price(turn, company, "up", "sold_out")
        start = next_seat(turn, self.buyer) if self.buyer >= 0 else turn.state.start_player
        waiting = turn.state.packet_rounds + bool(packet_left(turn))
        turn.set(
            order=tuple(seats_from(turn, start)),
            operating_rounds=phase(turn).rounds,  # 1.1.4
            packet_rounds=waiting,
        )
        turn.emit(StockRoundEnded(turn.state.stock_round, start))
        turn.push(BeginOperatingRound(1))  # whether the packet is sold or not (2.5.3)


def sold_out(table: Table, company: str) -> bool:
    """Nothing of an AG lies in the pool or unsold (2.6.3.4); exchange shares of Preußen are not for sale."""
    places = [POOL, ISSUE]
    if table.rules.habits.prussia_rises_when_complete:
        places.append(EXCHANGE)
    return not any(percent(table, company, place) for place in places)


class StockTurn(stock.StockTurn, frozen=True):
    """At most one purchase and any number of sales, in any order (1.1.2, 2.6.1.3)."""

    quiet: int = 0
    buyer: int = -1
    bought: bool = False
    sold: bool = False


def must_sell(table: Table, seat: int) -> Refusal | None:
    """Above the paper limit shares must be sold first, as far as any can be (2.6.2.6)."""
    if at_paper_limit(table, seat, over=1) and next(sales(table, seat), None) is not None:
        return refuse("2.6.2.6", "over_the_limit", limit=paper_limit(table, seat))
    return None


def shares_worth_explaining(table: Table, seat: int) -> Iterator[Action]:
    """Shares of every AG, and one's own."""
    return worth_explaining(table, seat, table.rules.printed.companies)


def turn_ended(turn: Move, step: StockTurn) -> None:
    """Who bought will have another turn; who passed may act again if the round goes on (2.6.1.4)."""
    if not step.bought and not step.sold:
        turn.emit(PlayerPassed(step.seat))
    quiet, buyer = (0, step.seat) if step.bought else (step.quiet + 1, step.buyer)
    turn.push(StockRound(next_seat(turn, step.seat), quiet, buyer))


def only_in_its_time(table: Table, action: object) -> Refusal | None:
    """Preußen has its own time (4.6)."""
    return why_not_now(action)


TURNS = Turns(
    buys={BuyShare: replace(SHARES, worth_explaining=shares_worth_explaining)},
    sells={SellShares: SALES},
    closes=sell_buy_sell,
    must_sell=must_sell,
    ended=turn_ended,
    other=only_in_its_time,
)


class PacketTurn(Decision, frozen=True):
    """A player may buy one paper of the packet or pass (2.4). `queue` is what is left of a variant's order."""

    seat: int
    quiet: int = 0
    buyer: int = -1
    queue: tuple[int, ...] = ()
    passed: frozenset[int] = frozenset()
    """Who has not bought since the last purchase: variants ask some players twice before others (2.3)."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for paper in for_sale(table):
            action = BuyPaper(seat, paper)
            if self.refusal(table, action) is None:
                yield action
        yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyPaper]:
        return (BuyPaper(seat, paper) for row in packet_left(table)[:2] for paper in row)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyPaper):
            return why_not_now(action) or refuse("2.4", "only_the_packet")
        if action.paper not in for_sale(table):
            return refuse("2.5.1", "not_for_sale", paper=action.paper)
        cost = paper_price(table, action.paper)
        if table.state.cash[self.seat] < cost:
            return refuse("2.4", "paper_too_dear", cost=cost, cash=table.state.cash[self.seat])
        new = 2 if action.paper in table.rules.printed.brings else 1
        if count_papers(table, self.seat) + new > paper_limit(table, self.seat):
            return refuse("2.6.2.6", "paper_limit", limit=paper_limit(table, self.seat))
        return None

    def idle(self, table: Table) -> bool:
        """Nothing can be paid: the turn passes by itself."""
        return not self.can_act(table)

    def skip(self, turn: Move) -> None:
        turn.emit(PlayerPassed(self.seat))
        self._next(turn, self.passed | {self.seat}, self.buyer)

    def apply(self, turn: Move, action: Pass | BuyPaper) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
            return
        cost = paper_price(turn, action.paper)
        turn.emit(PaperBought(self.seat, action.paper, cost))
        pay(turn, self.seat, BANK, cost, "packet")
        # With the packet sold its variants end: left of the buyer goes on (2.5.2).
        last = packet_left(turn) == [[action.paper]]
        step = self.with_(queue=()) if last else self
        step._next(turn, frozenset(), self.seat)
        hand_over(turn, action.paper, self.seat)

    def _next(self, turn: Move, passed: frozenset[int], buyer: int) -> None:
        seat, *queue = self.queue or (next_seat(turn, self.seat),)
        turn.push(StockRound(seat, len(passed), buyer, tuple(queue), passed))


# Operating rounds -------------------------------------------------------------------------------------------


def round_opens(turn: Move) -> None:
    """Preußen first (5.3.1), then private incomes (5.3.2), then the companies (5.3.3, 5.3.4)."""
    turn.set(powers_used=frozenset(), barren={})
    turn.push(*round_begins(turn), PrivateIncome())


def in_order(table: Table) -> list[str]:
    """Vorpreußische by number, then AGs by price as it stands now (1.1.3, 5.3.3, 5.3.4)."""
    minors = [] if minors_wait(table) else list(table.rules.printed.minors)
    return minors + table.state.chart.order(table.rules.printed.sheet)


def steps(table: Table, company: str) -> tuple[Step, ...]:
    """Trains come last: a new one waits (5.5.4.1). One by one (5.5.4.2), none ever sold to the bank (5.5.4.10)."""
    lays = 1 if is_minor(table, company) else phase35(table).lays
    return LayStep(company, lays), StationStep(company), RunTrains(company), TrainStep(company)


def minors_wait(table: Table) -> bool:
    """Whether the Vorpreußische do not act yet: by 7.3 until the packet is sold, or until Bayern floats."""
    if table.rules.options.minors_wait == "packet":
        return bool(packet_left(table))
    return table.rules.habits.minors_wait == "bayern" and "BY" not in table.state.in_operation


def draws_again(turn: Move) -> None:
    """What drew nothing in this round does so from now on (4.5)."""
    turn.set(barren={})


def is_last_round(table: Table) -> bool:
    """Whether the game ends with this operating round (5.3.5, 6.1)."""
    state = table.state
    last = state.operating_round == state.operating_rounds or not table.rules.habits.end_after_set
    return bool(state.bank_broken_in and state.operating_round) and last


# When its turn is over a company's shares may be sold (2.6.3.2). After a set comes a stock round (1.1.1), or the
# end once the bank is broken (5.3.5, 6.1).
FLOW = Flow(
    round_begins=(round_opens,),
    companies=in_order,
    steps=steps,
    round_ends=(draws_again,),
    is_last=is_last_round,
    stock_round=BeginStockRound,
)
