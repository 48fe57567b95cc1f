"""What players of 1844 decide beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.bank.papers import ISSUE
from stellwerk.eighteen import programs as eighteen
from stellwerk.eighteen.classic.programs import BuyUntil
from stellwerk.eighteen.classic.programs import PassUntil as ClassicPassUntil
from stellwerk.play import programs
from stellwerk.play.core import Action, Event, Range
from stellwerk.play.playable import Playable
from stellwerk.play.programs import BidUpTo, Ended, Field, Form, Program

from .actions import Repay
from .auction import PrivateAuction
from .events import MountainBought, TunnelBought

TUNNELS, MOUNTAINS = "tunnels", "mountains"


class BidWhenAuctioned(programs.BidWhenAuctioned, frozen=True):
    """For a private railway that comes later in the auction (Auktionsrunde)."""

    @classmethod
    def coming(cls, position: Playable) -> Iterator[tuple[str, int]]:
        step = position.step
        for private in position.rules.printed.privates.values():
            now = isinstance(step, PrivateAuction) and step.lot == private.id
            if position.state.papers[private.id] == ISSUE and not now:
                yield private.id, private.price


class PassUntil(ClassicPassUntil, frozen=True):
    """Pass in stock rounds; of tunnels and mountain railways any is as good as another (Kauf von Aktien)."""

    @classmethod
    def beside_shares(cls, position: Playable) -> tuple[str, ...]:
        printed = position.rules.printed
        kinds = {TUNNELS: printed.tunnel_papers, MOUNTAINS: printed.mountain_papers}
        return tuple(
            kind
            for kind, papers in kinds.items()
            if any(position.state.papers[paper] == ISSUE for paper in papers)
        )

    def bought(self, event: Event) -> str:
        if isinstance(event, TunnelBought):
            return TUNNELS
        return MOUNTAINS if isinstance(event, MountainBought) else super().bought(event)


class RepayLoan(Program, frozen=True):
    """Pay a loan back out of what comes in while others act, but keep so much (Loks kaufen)."""

    tells_nothing: ClassVar[bool] = True

    keep: int = 0

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if seat in position.state.loans:
            yield Form(cls(seat), (Field("keep", 0, eighteen.HIGHEST),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if self.seat not in position.state.loans:
            return Ended("debt_free")
        if self.seat in position.waiting_for():
            return None
        for choice in position.choices(self.seat):
            if isinstance(choice, Range) and isinstance(choice.action, Repay):
                amount = min(choice.high, position.state.cash[self.seat] - self.keep)
                return choice.at(amount) if amount >= choice.low else None
        return None


PROGRAMS: tuple[type[Program], ...] = (
    BidUpTo, PassUntil, BuyUntil, eighteen.DeclineBelow, RepayLoan, BidWhenAuctioned,
)  # fmt: skip
