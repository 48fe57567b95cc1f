"""Sealed bids, the exchange of envelopes, and the first purchases (2.4–2.10)."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen.actions import BuyShare
from stellwerk.eighteen.events import PlayerPassed
from stellwerk.eighteen.shares import buy, new_and_old, purchases, why_not_buy
from stellwerk.play.core import Choice, Decision, Pass, Procedure, Range
from stellwerk.play.errors import Refusal, refuse

from ..actions import SealBid
from ..events import EnvelopeSealed, EnvelopesOpened
from ..state import Move, Table, is_sbahn
from .floating import CheckFloat
from .shares import open_company


class SealedBids(Decision, frozen=True):
    """Everybody puts money into an envelope, at once and unseen (2.5, 2.6)."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return tuple(seat for seat in range(table.state.seats) if seat not in table.state.envelopes)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        rules, cash = table.rules.printed.title["opening"], table.state.cash[seat]
        low, step = rules["least"], rules["step"]
        yield Range(SealBid(seat, low), "amount", low, cash - cash % step, step)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        rules = table.rules.printed.title["opening"]
        if not isinstance(action, SealBid):
            return refuse("2.5", "only_bids_now", lot="")
        if action.amount < rules["least"]:
            return refuse("2.6", "bid_too_low", least=rules["least"])
        if action.amount % rules["step"]:
            return refuse("2.6", "bid_not_a_multiple", step=rules["step"])
        cash = table.state.cash[action.seat]
        return refuse("2.5", "bid_above_cash", cash=cash) if action.amount > cash else None

    def apply(self, turn: Move, action: SealBid) -> None:
        turn.set(envelopes={**turn.state.envelopes, action.seat: action.amount})
        turn.emit(EnvelopeSealed(action.seat))
        turn.push(self if self.waiting(turn) else OpenEnvelopes())


class OpenEnvelopes(Procedure, frozen=True):
    """The highest bid swaps with the lowest, the second with the last but one, and so on (2.7, 2.8)."""

    def run(self, turn: Move) -> None:
        state = turn.state
        bids = tuple(state.envelopes[seat] for seat in range(state.seats))

        def rank(seat: int) -> tuple[int, int]:
            return -bids[seat], (seat - state.auctioneer) % state.seats

        order = tuple(sorted(range(state.seats), key=rank))
        cash = dict(state.cash)
        for giver, taker in zip(order, reversed(order), strict=True):
            cash[taker] += bids[giver] - bids[taker]
        turn.set(cash=cash, envelopes={}, rank=order, tram=order[0])
        turn.emit(EnvelopesOpened(bids, order, tuple(cash[seat] for seat in range(state.seats))))
        papers: int = turn.rules.printed.title["opening"]["papers"]
        turn.push(*(FirstPurchases(seat, papers) for seat in order))


class FirstPurchases(Decision, frozen=True):
    """Up to four shares of tram companies, any company may be opened (2.9)."""

    seat: int
    left: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for purchase in purchases(table, seat):
            if self.refusal(table, purchase) is None:
                yield purchase
        yield Pass(seat)

    def worth_explaining(self, table: Table, seat: int) -> Iterator[BuyShare]:
        return new_and_old(table, seat, table.rules.printed.companies)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, BuyShare):
            return refuse("2.9", "only_purchases_now")
        if action.company in table.rules.printed.companies and is_sbahn(table, action.company):
            return refuse("2.9", "trams_only", company=action.company)
        return why_not_buy(table, action)

    def idle(self, table: Table) -> bool:
        return not self.left or not self.can_act(table)

    def apply(self, turn: Move, action: Pass | BuyShare) -> None:
        if isinstance(action, Pass):
            turn.emit(PlayerPassed(self.seat))
            return
        turn.push(CheckFloat(action.company), self.with_(left=self.left - 1))
        assert action.source == ISSUE
        open_company(turn, action)
        buy(turn, action)
