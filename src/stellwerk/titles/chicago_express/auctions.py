"""Auctions of shares (Versteigerung); the opening and the Wabash's first use the same bidding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.play.core import Choice, Decision, Pass, Range
from stellwerk.play.errors import Refusal, refuse

from .actions import Bid, OfferShare
from .data import AUCTION
from .events import ActionWasted, AuctionBegan, BidderPassed, BidMade, ShareSold, ShareUnsold
from .state import Move, Railway, Table, change, is_open, seats_from


class Auction(Decision, frozen=True):
    """Bids go round; who passes is out, and the last one left gets the share (Versteigerung).

    `bidders` are those still in, the next to speak first; `leader` made the highest `bid`, if there is one.
    """

    section: ClassVar[str] = "Versteigerung"

    company: str
    opener: int
    minimum: int
    bidders: tuple[int, ...]
    bid: int = 0
    leader: int | None = None

    def waiting(self, table: Table) -> tuple[int, ...]:
        return self.bidders[:1]

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        low, high = self._least(), table.state.cash[seat]
        if low <= high:
            yield Range(Bid(seat, low), "amount", low, high)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, Bid):
            return refuse(self.section, "only_bids_now", company=self.company)
        if action.amount < self._least():
            return refuse(self.section, "bid_too_low", least=self._least())
        if action.amount > table.state.cash[action.seat]:
            return refuse(self.section, "too_little_cash", cash=table.state.cash[action.seat])
        return None

    def _least(self) -> int:
        """The lowest bid that counts; bids are whole dollars."""
        return max(self.minimum, self.bid + 1)

    def idle(self, table: Table) -> bool:
        """The next bidder cannot afford a bid and passes by himself."""
        return table.state.cash[self.bidders[0]] < self._least()

    def skip(self, turn: Move) -> None:
        seat, *others = self.bidders
        turn.emit(BidderPassed(seat, self.company))
        self.with_(bidders=tuple(others))._go_on(turn)

    def apply(self, turn: Move, action: Pass | Bid) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
            return
        turn.emit(BidMade(action.seat, self.company, action.amount))
        bidders = (*self.bidders[1:], action.seat)
        self.with_(bidders=bidders, bid=action.amount, leader=action.seat)._go_on(turn)

    def _go_on(self, turn: Move) -> None:
        """The auction ends with one bidder left who has bid, or with none; one who has not bid still may."""
        if self.leader is not None and self.bidders == (self.leader,):
            self.sell(turn, self.leader, self.bid)
        elif not self.bidders:
            self.nobody_bid(turn)
        else:
            turn.push(self)

    def sell(self, turn: Move, seat: int, price: int) -> None:
        """The money goes to the company, the share lies open before its buyer (Versteigerung)."""
        railway = turn.state.railways[self.company]
        shares = tuple(number + (other == seat) for other, number in enumerate(railway.shares))
        change(turn, self.company, unsold=railway.unsold - 1, shares=shares)
        turn.emit(ShareSold(seat, self.company, price))
        turn.pay(seat, self.company, price, "share")

    def nobody_bid(self, turn: Move) -> None:
        """What happens to a share that nobody wants."""
        raise NotImplementedError


class ShareAuction(Auction, frozen=True):
    """An auction during play: without a bid the share stays with the company (Versteigerung)."""

    def nobody_bid(self, turn: Move) -> None:
        turn.emit(ShareUnsold(self.company))


def start_bid(railway: Railway) -> int:
    """Income by shares out, the one on offer included, rounded up (Versteigerung)."""
    return -(-railway.income // (railway.sold + 1))


def hold_auction(turn: Move, company: str, opener: int) -> None:
    """Put a share up; its opener has the first bid."""
    minimum = start_bid(turn.state.railways[company])
    turn.emit(AuctionBegan(company, opener, minimum))
    turn.push(ShareAuction(company, opener, minimum, seats_from(turn, opener)))


class OfferStep(Decision, frozen=True):
    """The player may offer a share of any open company, or waste the action (Versteigerung)."""

    seat: int

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for company in table.state.railways:
            if why_not_offer(table, company) is None:
                yield OfferShare(seat, company)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Pass):
            return None
        if not isinstance(action, OfferShare):
            return refuse("Versteigerung", "only_an_offer_now")
        return why_not_offer(table, action.company)

    def idle(self, table: Table) -> bool:
        return all(why_not_offer(table, company) for company in table.state.railways)

    def skip(self, turn: Move) -> None:
        turn.emit(ActionWasted(self.seat, AUCTION))

    def apply(self, turn: Move, action: Pass | OfferShare) -> None:
        if isinstance(action, Pass):
            self.skip(turn)
        else:
            hold_auction(turn, action.company, self.seat)


def why_not_offer(table: Table, company: str) -> Refusal | None:
    """What forbids an offer. That nobody could pay for the share does not."""
    railway = table.state.railways.get(company)
    if railway is None:
        return refuse("Versteigerung", "no_such_company", company=company)
    if not is_open(railway):
        return refuse("Versteigerung", "not_open_yet", company=company)
    if not railway.unsold:
        return refuse("Versteigerung", "sold_out", company=company)
    return None
