"""Stock rounds (2.1–2.3, 2.6)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.events import PlayerPassed, StockRoundBegan, StockRoundEnded
from stellwerk.play.core import Choice, Decision, Pass, Procedure
from stellwerk.play.errors import Refusal, refuse

from .data import EXCHANGE
from .packet import PacketTurn, opening_order
from .shares import buy, purchases, sales, sell, why_not_buy, why_not_sell
from .state import (
    Move,
    Table,
    at_paper_limit,
    move_price,
    next_seat,
    packet_left,
    paper_limit,
    percent,
    price,
    seats_from,
)
from .timing import why_not_now


class BeginStockRound(Procedure, frozen=True):
    """The start player begins (2.1), after Preußen has been founded or joined by those who wish (4.6, 4.7)."""

    def run(self, turn: Move) -> None:
        from .prussia import round_begins

        first = next(seats_from(turn, turn.state.start_player))
        turn.set(stock_round=turn.state.stock_round + 1, operating_round=0, sold={}, start_player=first)
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
        players = turn.state.seats - len(turn.state.bankrupt)
        if self.quiet >= players:
            turn.push(EndStockRound(self.buyer))
        elif packet_left(turn):
            turn.push(PacketTurn(self.seat, self.quiet, self.buyer, self.queue, self.passed))
        else:
            turn.push(StockTurn(self.seat, self.quiet, self.buyer))


class EndStockRound(Procedure, frozen=True):
    """Sold-out AGs rise (2.6.3.4); left of the last buyer starts next time, nobody bought: no change (2.3)."""

    buyer: int

    def run(self, turn: Move) -> None:
        from .operating import BeginOperatingRound

        for company in turn.state.chart.order(turn.rules.material.sheet):
            if sold_out(turn, company):
                move_price(turn, company, "up", "sold_out")
        start = next_seat(turn, self.buyer) if self.buyer >= 0 else turn.state.start_player
        rounds = turn.rules.material.phases[turn.state.phase].rounds  # 1.1.4
        waiting = turn.state.packet_rounds + bool(packet_left(turn))
        turn.set(start_player=start, operating_rounds=rounds, packet_rounds=waiting)
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
    sold_at: tuple[tuple[str, int], ...] = ()

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        if not self.bought:
            for purchase in purchases(table, seat):
                if self.refusal(table, purchase) is None:
                    yield purchase
        for sale in sales(table, seat):
            if self.refusal(table, sale) is None:
                yield sale
        end = Pass(seat)
        if self.refusal(table, end) is None:
            yield end

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
        return over and any(why_not_sell(table, sale) is None for sale in sales(table, self.seat))

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
            earlier = dict(self.sold_at)
            first = earlier.setdefault(action.company, price(turn, action.company))
            again = first if turn.rules.options.same_price_sales and len(earlier) == len(self.sold_at) else 0
            turn.push(self.with_(sold=True, sold_at=tuple(earlier.items())))
            sell(turn, action, again)

    def _end(self, turn: Move) -> None:
        """Who bought will have another turn; who passed may act again if the round goes on (2.6.1.4)."""
        if not self.bought and not self.sold:
            turn.emit(PlayerPassed(self.seat))
        quiet, buyer = (0, self.seat) if self.bought else (self.quiet + 1, self.buyer)
        turn.push(StockRound(next_seat(turn, self.seat), quiet, buyer))
