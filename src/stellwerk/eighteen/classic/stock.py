"""A player's turn in a stock round, and the end of the round."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from msgspec import Struct

from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.play.core import Action, Choice, Decision, Pass, Procedure
from stellwerk.play.errors import Refusal

from .. import shares
from ..changes import move_price
from ..clauses import refuse
from ..events import PlayerPassed, StockRoundEnded
from ..rules import answered
from ..shares import can_sell, purchases, sales, sell, why_not_buy, why_not_sell
from ..state import Move, Table, next_seat, percent, phase, seats_from
from .operating import BeginOperatingRound


def nothing_to_explain(table: Any, seat: int) -> Iterable[Action]:
    """What players look for whether it is possible or not: nothing of this kind."""
    return ()


def never(table: Any, asked: Any) -> None:
    """Nothing forbids it."""


class Deal(Struct, frozen=True):
    """One kind of thing that is bought or sold in a turn."""

    legal: Callable[[Any, int], Iterable[Action]]
    why_not: Callable[[Any, Any], Refusal | None]
    make: Callable[[Any, Any], None]
    worth_explaining: Callable[[Any, int], Iterable[Action]] = nothing_to_explain
    likely: Callable[[Any, int], bool] | None = None
    """Whether anything of it is legal, where that is known sooner than by listing."""

    def possible(self, table: Any, seat: int) -> bool:
        """Whether anything of it is legal."""
        return any(True for _ in self.legal(table, seat)) if self.likely is None else self.likely(table, seat)


def sell_buy(step: StockTurn) -> bool:
    """Sales come before the purchase."""
    return True


def sell_buy_sell(step: StockTurn) -> bool:
    """Sales at any time."""
    return False


def sell_buy_or_buy_sell(step: StockTurn) -> bool:
    """Sales come before the purchase or after it."""
    return step.sold


def one_purchase(table: Any, action: Any) -> bool:
    """One purchase a turn, whatever is bought."""
    return False


def count_passes(turn: Move, step: StockTurn) -> None:
    """Who has sold has acted, though he buys nothing; the others have passed one after another."""
    acted = step.sold or step.bought
    if not acted:
        turn.emit(PlayerPassed(step.seat))
    turn.set(passes=0 if acted else turn.state.passes + 1)


def note_the_last(turn: Move, step: StockTurn) -> None:
    """The same; who sits after the last to act begins the next round."""
    count_passes(turn, step)
    if not turn.state.passes:
        turn.set(last_to_act=step.seat)


def nothing_else(table: Any, seat: int) -> bool:
    """Nothing beside the turn lets a player go on who can neither buy nor sell."""
    return False


class Turns(Struct, frozen=True, kw_only=True):
    """What a player may do in one turn."""

    buys: Mapping[type[Action], Deal]
    """What is bought, by the action that buys it."""
    sells: Mapping[type[Action], Deal]
    closes: Callable[[StockTurn], bool]
    """Whether nothing more is sold after a purchase that is made now."""
    must_sell: Callable[[Any, int], Refusal | None] = never
    """Why a player can do nothing but sell."""
    more: Callable[[Any, Any], bool] = one_purchase
    """Whether more of the same may be bought after this purchase."""
    ended: Callable[[Any, Any], None] = count_passes
    """What follows from a turn that is over."""
    busy: Callable[[Any, int], bool] = nothing_else
    """Whether something else could let a player go on who can neither buy nor sell now."""
    other: Callable[[Any, object], Refusal | None] = never
    """Why an action of quite another kind is not for this turn, where there is more to say than that."""


class StockTurn(Decision, frozen=True):
    """Purchases and sales in the order that the title's rules allow."""

    seat: int
    sold: bool = False
    bought: bool = False
    closed: bool = False
    """Nothing more is sold in this turn."""
    more: str = ""
    """A company of which more may be bought after a purchase."""

    late: ClassVar[Mapping[str, Any]] = {"bought": False, "closed": False, "more": ""}

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        turns = answered(table.rules.turns)
        must_sell = self._must_sell(table)
        if not must_sell and (self.more or not self.bought):
            for deal in turns.buys.values():
                yield from (each for each in deal.legal(table, seat) if self._why_no_more(table, each) is None)
        if not self.closed:
            for deal in turns.sells.values():
                yield from deal.legal(table, seat)
        if not must_sell:
            yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[Action]:
        turns = answered(table.rules.turns)
        for deal in (*turns.buys.values(), *turns.sells.values()):
            yield from deal.worth_explaining(table, seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        turns = answered(table.rules.turns)
        kind: Any = type(action)
        if kind in turns.sells:
            return refuse(table, "no_sale_after") if self.closed else turns.sells[kind].why_not(table, action)
        known = isinstance(action, Pass) or kind in turns.buys
        must_sell = self._must_sell(table) if known else None
        if must_sell or isinstance(action, Pass):
            return must_sell
        if not known:
            return turns.other(table, action) or refuse(table, "only_shares")
        return self._why_no_more(table, action) or turns.buys[kind].why_not(table, action)

    def _why_no_more(self, table: Table, action: Any) -> Refusal | None:
        """One purchase a turn, and more only of what allows it."""
        if not self.bought:
            return None
        if self.more and action.company == self.more and answered(table.rules.turns).more(table, action):
            return None
        return refuse(table, "bought_already")

    def _must_sell(self, table: Table) -> Refusal | None:
        return None if self.closed else answered(table.rules.turns).must_sell(table, self.seat)

    def can_act(self, table: Table) -> bool:
        """Whether anything can be sold or bought; what can be sold is found sooner."""
        turns, seat = answered(table.rules.turns), self.seat
        if not self.closed and any(deal.possible(table, seat) for deal in turns.sells.values()):
            return True
        if (self.bought and not self.more) or self._must_sell(table):
            return False
        bought = (each for deal in turns.buys.values() for each in deal.legal(table, seat))
        return any(self._why_no_more(table, each) is None for each in bought)

    def idle(self, table: Table) -> bool:
        """Nothing can be bought or sold: the turn ends by itself, unless something else would change that."""
        if self.can_act(table):
            return False
        return self.bought or not answered(table.rules.turns).busy(table, self.seat)

    def skip(self, turn: Move) -> None:
        answered(turn.rules.turns).ended(turn, self)

    def apply(self, turn: Move, action: Any) -> None:
        turns = answered(turn.rules.turns)
        if isinstance(action, Pass):
            turns.ended(turn, self)
        elif type(action) in turns.sells:
            turn.push(self.with_(sold=True, more=""))
            turns.sells[type(action)].make(turn, action)
        else:
            more = action.company if turns.more(turn, action) else ""
            after = self.with_(bought=True, closed=self.closed or turns.closes(self), more=more)
            if after.closed and not more:
                turns.ended(turn, after)
            else:
                turn.push(after)
            turns.buys[type(action)].make(turn, action)


# Answers ----------------------------------------------------------------------------------------------------


def shares_worth_explaining(table: Table, seat: int) -> Iterator[Action]:
    """Shares of what has been started, and one's own."""
    return shares.worth_explaining(table, seat, table.state.par)


SHARES = Deal(purchases, why_not_buy, shares.buy, shares_worth_explaining)
SALES = Deal(sales, why_not_sell, sell, likely=can_sell)


# The end of a round -----------------------------------------------------------------------------------------


class EndStockRound(Procedure, frozen=True):
    """Prices move, the order of players is settled, and the operating rounds begin."""

    def run(self, turn: Move) -> None:
        rounds = answered(turn.rules.stock_rounds)
        for follows in rounds.ends:
            follows(turn)
        turn.set(order=rounds.next_order(turn), operating_rounds=phase(turn).rounds)
        turn.emit(StockRoundEnded(turn.state.stock_round, turn.state.order[0]))
        turn.push(BeginOperatingRound(1))


def sold_out_rises(turn: Move) -> None:
    """What players hold wholly rises."""
    for company in turn.state.chart.order(turn.rules.printed.sheet):
        if not percent(turn, company, POOL) and not percent(turn, company, ISSUE):
            move_price(turn, company, "up", "sold_out")


def after_the_last(table: Table) -> tuple[int, ...]:
    """Who sits after the last to act begins; where all have passed, the order stays."""
    last = table.state.last_to_act
    return tuple(seats_from(table, next_seat(table, last))) if last >= 0 else table.state.order
