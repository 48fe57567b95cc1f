"""The order of rounds and turns (1.1, 2.1–2.3, 2.6, 5.1–5.4)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.events import (
    CompanyActs,
    OperatingRoundBegan,
    OperatingRoundEnded,
    PaperBought,
    PlayerPassed,
    StockRoundBegan,
    StockRoundEnded,
)
from stellwerk.eighteen.shares import buy, purchases, sales, sell, sought, why_not_buy, why_not_sell
from stellwerk.eighteen.state import acting_seat, next_seat, percent, phase, seats_from
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Choice, Decision, Pass, Procedure
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
    director,
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
        turn.set(sold_at={})
        if self.quiet >= len(turn.state.order):
            turn.push(EndStockRound(self.buyer))
        elif packet_left(turn):
            turn.push(PacketTurn(self.seat, self.quiet, self.buyer, self.queue, self.passed))
        else:
            turn.push(StockTurn(self.seat, self.quiet, self.buyer))


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
    if table.rules.options.prussia_rises_when_complete:
        places.append(EXCHANGE)
    return not any(percent(table, company, place) for place in places)


class StockTurn(Decision, frozen=True):
    """At most one purchase and any number of sales, in any order (1.1.2, 2.6.1.3)."""

    seat: int
    quiet: int
    buyer: int
    bought: bool = False
    sold: bool = False

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        must_sell = self._must_sell(table)
        if not self.bought and not must_sell:
            yield from purchases(table, seat)
        yield from sales(table, seat)
        if not must_sell:
            yield Pass(seat)

    def sought(self, table: Table, seat: int) -> Iterator[BuyShare | SellShares]:
        return sought(table, seat, table.rules.printed.companies)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, SellShares):
            return why_not_sell(table, action)
        if isinstance(action, BuyShare | Pass) and self._must_sell(table):
            return refuse("2.6.2.6", "over_the_limit", limit=paper_limit(table, self.seat))
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyShare):
            return why_not_now(action) or refuse("2.6.1.1", "only_shares")
        if self.bought:
            return refuse("2.6.1.3", "bought_already")
        return why_not_buy(table, action)

    def _must_sell(self, table: Table) -> bool:
        """Above the paper limit shares must be sold first, as far as any can be (2.6.2.6)."""
        over = at_paper_limit(table, self.seat, over=1)
        return over and next(sales(table, self.seat), None) is not None

    def idle(self, table: Table) -> bool:
        """Nothing can be bought or sold: the turn ends by itself."""
        return isinstance(next(self.choices(table, self.seat)), Pass)

    def skip(self, turn: Move) -> None:
        self._end(turn)

    def apply(self, turn: Move, action: Pass | BuyShare | SellShares) -> None:
        if isinstance(action, Pass):
            self._end(turn)
        elif isinstance(action, BuyShare):
            turn.push(self.with_(bought=True))
            buy(turn, action)
        else:
            turn.push(self.with_(sold=True))
            sell(turn, action)

    def _end(self, turn: Move) -> None:
        """Who bought will have another turn; who passed may act again if the round goes on (2.6.1.4)."""
        if not self.bought and not self.sold:
            turn.emit(PlayerPassed(self.seat))
        quiet, buyer = (0, self.seat) if self.bought else (self.quiet + 1, self.buyer)
        turn.push(StockRound(next_seat(turn, self.seat), quiet, buyer))


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

    def sought(self, table: Table, seat: int) -> Iterator[BuyPaper]:
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
        return isinstance(next(self.choices(table, self.seat)), Pass)

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


class BeginOperatingRound(Procedure, frozen=True):
    """Preußen first (5.3.1), then private incomes (5.3.2), then the companies (5.3.3, 5.3.4)."""

    index: int

    def run(self, turn: Move) -> None:
        nobody: frozenset[str] = frozenset()
        turn.set(operating_round=self.index, acted=nobody, powers_used=nobody, barren={})
        turn.emit(OperatingRoundBegan(turn.state.stock_round, self.index, turn.state.operating_rounds))
        turn.push(*round_begins(turn), PrivateIncome(), NextCompany())


class NextCompany(Procedure, frozen=True):
    """Vorpreußische by number, then AGs by price as it stands now (1.1.3, 5.3.3, 5.3.4)."""

    def run(self, turn: Move) -> None:
        company = next_to_act(turn)
        if company is None:
            turn.push(EndOperatingRound())
            return
        turn.set(acted=turn.state.acted | {company})
        turn.emit(CompanyActs(company, acting_seat(turn, company)))
        lays = 1 if is_minor(turn, company) else phase35(turn).lays
        turn.push(
            LayStep(company, lays),
            StationStep(company),
            RunTrains(company),
            # One by one (5.5.4.2), none ever sold to the bank (5.5.4.10); last, so that a new one waits (5.5.4.1).
            TrainStep(company),
            EndTurn(company),
            NextCompany(),
        )


def next_to_act(table: Table) -> str | None:
    """The company whose turn is next in this operating round."""
    return next(still_to_act(table), None)


def still_to_act(table: Table) -> Iterator[str]:
    """Companies that have had no turn in this operating round, in the order in which they would act now."""
    state = table.state
    owned = [minor for minor in table.rules.printed.minors if director(table, minor) is not None]
    minors = [] if minors_wait(table) else owned
    for company in minors + state.chart.order(table.rules.printed.sheet):
        if company in state.in_operation and company not in state.acted:
            yield company


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


def acting(table: Table) -> str | None:
    """The company whose turn is being played."""
    return next((step.company for step in table.state.agenda if isinstance(step, EndTurn)), None)


class EndOperatingRound(Procedure, frozen=True):
    """Another operating round, a stock round (1.1.1), or the end once the bank is broken (5.3.5, 6.1)."""

    def run(self, turn: Move) -> None:
        state = turn.state
        turn.emit(OperatingRoundEnded(state.stock_round, state.operating_round))
        turn.set(barren={})
        if is_last_round(turn):
            turn.push(EndGame())
        elif state.operating_round < state.operating_rounds:
            turn.push(BeginOperatingRound(state.operating_round + 1))
        else:
            turn.push(BeginStockRound())


def is_last_round(table: Table) -> bool:
    """Whether the game ends with this operating round (5.3.5, 6.1)."""
    state = table.state
    last = state.operating_round == state.operating_rounds or not table.rules.options.end_after_set
    return bool(state.bank_broken_in and state.operating_round) and last
