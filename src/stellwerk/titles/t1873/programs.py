"""What players of 1873 decide beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.eighteen import programs
from stellwerk.play import programs as play
from stellwerk.play.auction import Auction
from stellwerk.play.core import Action, Decision, Event
from stellwerk.play.playable import Playable
from stellwerk.play.programs import BidUpTo, Ended, Field, Form, Program, legal_pass

from .actions import BuyLot
from .companies.equipment import EquipStep
from .events import LotBought, RailwayFounded, WorksFounded
from .lines.track import Building
from .papers.auction import AuctionTurn, LotAuction, OpeningSale, for_sale, least, lots
from .papers.stock import StockTurn
from .state import is_work


class PassUntil(programs.PassUntil, frozen=True):
    """Pass in stock rounds (3.2)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)
    starting: ClassVar[tuple[type[Event], ...]] = (RailwayFounded, WorksFounded)


class BuyUntil(programs.BuyUntil, frozen=True):
    """Buy in stock rounds (3.2)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)


class TakeAt(Program, frozen=True):
    """Pass in the first auction until the premium has fallen to `premium`, and then take a lot (2.1)."""

    lot: str
    premium: int

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        step = position.step
        if isinstance(step, OpeningSale):
            lots, by = tuple(for_sale(position)), position.rules.printed.title["auction"]["step"]
            yield Form(
                cls(seat, lots[0], step.premium),
                (Field("lot", options=lots), Field("premium", step.premium % by, step.premium, by)),
            )

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        for event in events:
            if isinstance(event, LotBought) and event.lot == self.lot:
                return Ended("lot_gone", {"lot": self.lot, "seat": event.seat})
        step = position.step
        if not isinstance(step, OpeningSale):
            return Ended("auction_over", {"lot": self.lot})
        if self.seat not in position.waiting_for():
            return None
        if step.premium > self.premium:
            return legal_pass(position, self.seat) or Ended("must_act")
        lots = (each for each in position.choices(self.seat) if isinstance(each, BuyLot))
        return next((each for each in lots if each.lot == self.lot), Ended("lot_too_dear", {"lot": self.lot}))


class BidWhenAuctioned(play.BidWhenAuctioned, frozen=True):
    """For a concession or a purchase option that somebody puts up (3.1)."""

    multiple: ClassVar[int] = LotAuction.multiple

    @classmethod
    def coming(cls, position: Playable) -> Iterator[tuple[str, int]]:
        step = position.step
        for lot in () if isinstance(step, OpeningSale) else lots(position):
            if not isinstance(step, Auction) or step.lot != lot:
                yield lot, least(position, lot)


class PassAuctions(Program, frozen=True):
    """Put nothing up in this auction round and pass when others do, but for some things (3.1)."""

    asked_last: ClassVar[bool] = True

    named: tuple[str, ...] = ()

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if isinstance(position.step, AuctionTurn | LotAuction):
            yield Form(cls(seat), (Field("named", options=tuple(lots(position)), several=True),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        step = position.step
        if not isinstance(step, AuctionTurn | LotAuction):
            return Ended("auctions_over")
        asked = self.seat in position.waiting_for() and getattr(step, "lot", "") not in self.named
        return legal_pass(position, self.seat) if asked else None


class OnlyEarn(Program, frozen=True):
    """Works of one's own neither build nor buy, as long as one has any: they only earn (4.2)."""

    tells_nothing: ClassVar[bool] = True

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if _works(position, seat):
            yield Form(cls(seat))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if not _works(position, self.seat):
            return Ended("no_works")
        step = position.step
        if not isinstance(step, Building | EquipStep) or self.seat not in position.waiting_for():
            return None
        return legal_pass(position, self.seat) if is_work(position, step.company) else None


def _works(position: Playable, seat: int) -> bool:
    return any(position.state.papers[work] == seat for work in position.rules.printed.works)


PROGRAMS: tuple[type[Program], ...] = (
    BidUpTo, TakeAt, PassAuctions, PassUntil, BuyUntil, programs.DeclineBelow, OnlyEarn, BidWhenAuctioned,
)  # fmt: skip
