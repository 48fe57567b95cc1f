"""Auctions of shares (Versteigerung); the opening and the Wabash's first use the same bidding."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from stellwerk.play.auction import Auction
from stellwerk.play.core import Choice, Decision, Pass
from stellwerk.play.errors import Refusal, refuse

from .actions import OfferShare
from .data import AUCTION
from .events import ActionWasted, AuctionBegan, ShareSold, ShareUnsold
from .state import Move, Railway, Table, change, is_open, seats_from


class CompanyAuction(Auction, frozen=True, kw_only=True):
    """The share goes to the last bidder left, his money to the company (Versteigerung); bids are whole dollars."""

    section: ClassVar[str] = "Versteigerung"

    opener: int

    def sell(self, turn: Move, seat: int, price: int) -> None:
        """The money goes to the company, the share lies open before its buyer (Versteigerung)."""
        railway = turn.state.railways[self.lot]
        shares = tuple(number + (other == seat) for other, number in enumerate(railway.shares))
        change(turn, self.lot, unsold=railway.unsold - 1, shares=shares)
        turn.emit(ShareSold(seat, self.lot, price))
        turn.pay(seat, self.lot, price, "share")


class ShareAuction(CompanyAuction, frozen=True):
    """An auction during play: without a bid the share stays with the company (Versteigerung)."""

    def nobody_bid(self, turn: Move) -> None:
        turn.emit(ShareUnsold(self.lot))


def start_bid(railway: Railway) -> int:
    """Income by shares out, the one on offer included, rounded up (Versteigerung)."""
    return -(-railway.income // (railway.sold + 1))


def hold_auction(turn: Move, company: str, opener: int) -> None:
    """Put a share up; its opener has the first bid."""
    minimum = start_bid(turn.state.railways[company])
    turn.emit(AuctionBegan(company, opener, minimum))
    turn.push(ShareAuction(company, minimum, seats_from(turn, opener), opener=opener))


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

    def worth_explaining(self, table: Table, seat: int) -> Iterator[OfferShare]:
        return (OfferShare(seat, company) for company in table.state.railways)

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
