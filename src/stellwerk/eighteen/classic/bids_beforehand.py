"""Bids beforehand in the auction of the private railways, and all that may be decided where there is one."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.play.core import Action, Event, Range, purse
from stellwerk.play.playable import Playable
from stellwerk.play.programs import BidUpTo, Ended, Field, Form, Program, legal_pass

from ..programs import ASK, PASS
from . import programs
from .actions import BidFor
from .auction import AuctionTurn, LotAuction, raise_by, sale, unsold


class BidBeforehand(Program, frozen=True):
    """In the auction of the private railways: bid for a later one as little as counts, but no more than `most`,
    and go on so when it is auctioned; while one's bid is the highest, pass or be asked."""

    lot: str
    most: int
    then: str = PASS

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        step = position.step
        if not isinstance(step, AuctionTurn):
            return
        then = Field("then", options=(PASS, ASK))
        for private in unsold(position)[1:]:
            made = step.bids.get(private, ())
            least = raise_by(position) + (made[-1][1] if made else step.price(position, private))
            most = purse(position, seat) + dict(made).get(seat, 0)
            if least <= most:
                yield Form(cls(seat, private, least), (Field("most", least, most), then))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        step = position.step
        if isinstance(step, LotAuction) and step.lot == self.lot:
            return BidUpTo(self.seat, self.lot, self.most).next(position, events)
        auction = sale(position)
        if auction.seat < 0 or self.lot not in unsold(position):
            return Ended("auction_over", {"lot": self.lot})
        if not isinstance(step, AuctionTurn) or self.seat != step.seat:
            return None
        made = step.bids.get(self.lot, ())
        if made and made[-1][0] == self.seat:
            return legal_pass(position, self.seat) if self.then == PASS else None
        for choice in position.choices(self.seat):
            if isinstance(choice, Range) and isinstance(choice.action, BidFor) and choice.action.paper == self.lot:
                return choice.at(choice.low) if choice.low <= self.most else Ended("too_high", {"lot": self.lot})
        return Ended("no_bid", {"lot": self.lot})


PROGRAMS: tuple[type[Program], ...] = (BidBeforehand, *programs.PROGRAMS)
