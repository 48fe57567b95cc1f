"""The second edition: players bid for the premium of the first auction, and the price of the MHE moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from msgspec.structs import replace

from stellwerk.eighteen.events import OrderChanged, SharesSold
from stellwerk.play.auction import Auction, Bid, BidderPassed
from stellwerk.play.core import Choice, Pass, Range
from stellwerk.play.errors import Refusal, refuse

from .events import PremiumSettled
from .papers.auction import OpeningSale, for_sale, least
from .papers.external import LARGEST, External
from .papers.shares import price_after_payout, step_price
from .state import Move, Rules, Table, external

PREMIUM = "premium"


def second_edition(rules: Rules) -> Rules:
    """The rules with all that the second edition changes beside the tiles (`data.material`)."""
    start = rules.printed.title["second_edition"]["external_start"]
    return replace(
        rules,
        opening=PremiumAuction(PREMIUM, 0, tuple(range(rules.players))),
        external=External(start, falls, rises),
    )


# The premium --------------------------------------------------------------------------------------------------


class PremiumAuction(Auction, frozen=True):
    """Bids from 0 in tens, and who has passed is out; nobody pays, but the highest bid is the premium (2.1)."""

    section: ClassVar[str] = "2.1"
    raise_by: ClassVar[int] = 10
    multiple: ClassVar[int] = 10

    passed: tuple[int, ...] = ()
    """Who has passed, the last one first."""

    def most(self, table: Table, seat: int) -> int:
        """The winner has to buy something, so he must be able to."""
        cheapest = min(least(table, lot) for lot in for_sale(table))
        most = table.state.cash[seat] - cheapest
        return most - most % self.multiple

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        low, high = self.least(), self.most(table, seat)
        if low <= high:
            yield Range(Bid(seat, low), "amount", low, high, self.multiple)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if isinstance(action, Bid) and action.amount > self.most(table, action.seat):
            return refuse(self.section, "premium_too_high", most=self.most(table, action.seat))
        return super().refusal(table, action)

    def idle(self, table: Table) -> bool:
        return self.most(table, self.bidders[0]) < self.least()

    def skip(self, turn: Move) -> None:
        seat, *others = self.bidders
        turn.emit(BidderPassed(seat, self.lot))
        self.with_(bidders=tuple(others), passed=(seat, *self.passed))._go_on(turn)

    def sell(self, turn: Move, seat: int, price: int) -> None:
        """The winner comes first, then the others, the first to pass last; he has to buy in his first turn."""
        self._settle(turn, (seat, *self.passed), price, must_buy=True)

    def nobody_bid(self, turn: Move) -> None:
        self._settle(turn, self.passed, 0, must_buy=False)

    def _settle(self, turn: Move, order: tuple[int, ...], premium: int, must_buy: bool) -> None:
        turn.set(order=order)
        turn.emit(PremiumSettled(premium))
        turn.emit(OrderChanged(order))
        turn.push(OpeningSale(order[0], premium, must_buy=must_buy))


# The MHE ------------------------------------------------------------------------------------------------------


def falls(turn: Move, sale: SharesSold) -> None:
    """Each share that is sold moves the price down a field (3.2.7)."""
    if moves(turn):
        step_price(turn, sale.company, -len(sale.papers), "sold")


def rises(turn: Move, each: int) -> None:
    """A payout moves the price up like that of any company (3.2.7, 4.3.3)."""
    if moves(turn):
        price_after_payout(turn, external(turn), 10 * each, "dividend")


def moves(table: Table) -> bool:
    """The price stays for good once the MHE has a locomotive of the largest size (3.2.7)."""
    kinds = table.rules.printed.trains
    return all(kinds[train].size < LARGEST for train in table.state.trains[external(table)])
