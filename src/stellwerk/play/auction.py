"""Ascending auctions: bids go round, who passes is out, and the last one left gets the lot."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

from .core import Action, Choice, Decision, Event, Pass, Range, purse
from .errors import Refusal, refuse


class Bid(Action, frozen=True):
    """Bid for what is up for auction."""

    amount: int


class BidMade(Event, frozen=True):
    seat: int
    lot: str
    amount: int


class BidderPassed(Event, frozen=True):
    idle: ClassVar[bool] = True

    seat: int
    lot: str


class Auction(Decision, frozen=True):
    """A title adds what selling means (`sell`), and what becomes of a lot that nobody wants (`nobody_bid`).

    `bidders` are those still in, the next to speak first; `leader` made the highest `bid`, if there is one.
    """

    section: ClassVar[str] = ""
    """The paragraph or section of the rules on this auction."""
    raise_by: ClassVar[int] = 1
    """How much more a bid has to be than the one before."""
    multiple: ClassVar[int] = 1
    """Every bid is a multiple of this."""

    lot: str
    minimum: int
    bidders: tuple[int, ...]
    bid: int = 0
    leader: int | None = None

    def sell(self, turn: Any, seat: int, price: int) -> None:
        """Hand the lot over for this price."""
        raise NotImplementedError

    def nobody_bid(self, turn: Any) -> None:
        """What happens to a lot that nobody wants."""
        raise NotImplementedError

    def waiting(self, position: Any) -> tuple[int, ...]:
        return self.bidders[:1]

    def choices(self, position: Any, seat: int) -> Iterator[Choice]:
        low, high = self.least(), purse(position, seat)
        if low <= high:
            yield Range(Bid(seat, low), "amount", low, high - (high - low) % self.multiple, self.multiple)
        yield Pass(seat)

    def refusal(self, position: Any, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Bid):
            return refuse(self.cited(position, "only_bids_now"), "only_bids_now", lot=self.lot)
        if action.amount < self.least():
            return refuse(self.cited(position, "bid_too_low"), "bid_too_low", least=self.least())
        if action.amount % self.multiple:
            return refuse(self.cited(position, "bid_not_a_multiple"), "bid_not_a_multiple", step=self.multiple)
        cash = purse(position, action.seat)
        if action.amount > cash:
            return refuse(self.cited(position, "bid_above_cash"), "bid_above_cash", cash=cash)
        return None

    def cited(self, position: Any, reason: str) -> str:
        """The paragraph behind a reason to refuse a bid."""
        return self.section

    def assent(self, position: Any, seat: int) -> Action | None:
        """Whoever leads wins if others bid no more."""
        return Pass(self.bidders[0]) if seat == self.leader else None

    def least(self) -> int:
        """The lowest bid that counts."""
        return self.minimum if self.leader is None else self.bid + self.raise_by

    def can_act(self, position: Any) -> bool:
        return not self.idle(position)

    def idle(self, position: Any) -> bool:
        """The next bidder cannot afford a bid and passes by himself."""
        return purse(position, self.bidders[0]) < self.least()

    def skip(self, turn: Any) -> None:
        seat, *others = self.bidders
        turn.emit(BidderPassed(seat, self.lot))
        self.with_(bidders=tuple(others))._go_on(turn)

    def apply(self, turn: Any, action: Pass | Bid) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
            return
        turn.emit(BidMade(action.seat, self.lot, action.amount))
        bidders = (*self.bidders[1:], action.seat)
        self.with_(bidders=bidders, bid=action.amount, leader=action.seat)._go_on(turn)

    def _go_on(self, turn: Any) -> None:
        """The auction ends with one bidder left who has bid, or with none; one who has not bid still may."""
        if self.leader is not None and self.bidders == (self.leader,):
            self.sell(turn, self.leader, self.bid)
        elif not self.bidders:
            self.nobody_bid(turn)
        else:
            turn.push(self)
