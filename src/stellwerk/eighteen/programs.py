"""What players of 18xx decide beforehand: to pass, to buy, and which offers they decline."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.play.core import Action, Decision, Event
from stellwerk.play.playable import Playable
from stellwerk.play.programs import Ended, Field, Form, Program, legal_pass

from .actions import AnswerOffer, BuyShare
from .events import ShareBought, SharesSold, StockRoundEnded
from .offers import PriceOffer
from .shares import purchase_price
from .state import percent

SELLS, STARTS = "sells", "starts"
PASS, ASK = "pass", "ask"
"""What is done meanwhile."""
HIGHEST = 9_999
"""An offer that nobody makes."""


class StockProgram(Program, frozen=True):
    """Something for the turns of stock rounds; a title says which steps these are."""

    turns: ClassVar[tuple[type[Decision], ...]] = ()
    starting: ClassVar[tuple[type[Event], ...]] = ()
    """What tells that somebody has started a company, beside a director's paper that is bought."""

    @classmethod
    def in_round(cls, position: Playable) -> bool:
        """Whether it is somebody's turn in a stock round."""
        return isinstance(position.step, cls.turns)

    def replaces(self, other: Program) -> bool:
        """Only one of them has the turns of stock rounds: the one given last."""
        return isinstance(other, StockProgram)

    def my_turn(self, position: Playable) -> bool:
        """Whether it is the seat's own turn."""
        return self.in_round(position) and self.seat in position.waiting_for()

    def passes(self, position: Playable) -> Action | Ended:
        """Pass, or say that one cannot."""
        return legal_pass(position, self.seat) or Ended("must_act")


class PassUntil(StockProgram, frozen=True):
    """Pass until another player sells, starts a company or buys what was named; at most to the round's end.

    Between stock rounds it is meant for the coming one.
    """

    tells_nothing: ClassVar[bool] = True

    until: tuple[str, ...] = ()
    named: tuple[str, ...] = ()
    coming: bool = False

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        until = Field("until", options=(SELLS, STARTS), several=True)
        papers = (*cls.beside_shares(position), *position.rules.printed.companies)
        coming = not cls.in_round(position)
        yield Form(cls(seat, coming=coming), (until, Field("named", options=papers, several=True)))

    @classmethod
    def beside_shares(cls, position: Playable) -> tuple[str, ...]:
        """What others may buy beside shares, and one may name; titles say it that have such."""
        return ()

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        for event in events:
            ended = self._broken(position, event)
            if ended:
                return ended
        return self.passes(position) if self.my_turn(position) else None

    def _broken(self, position: Playable, event: Event) -> Ended | None:
        if isinstance(event, StockRoundEnded):
            return Ended("round_over")
        seat = getattr(event, "seat", self.seat)
        if seat == self.seat:
            return None
        if isinstance(event, SharesSold) and SELLS in self.until:
            return Ended("sold", {"seat": seat, "company": event.company})
        bought, started = self.bought(event), self.started(position, event)
        if bought in self.named:
            return Ended("bought", {"seat": seat, "company": bought})
        if started and (STARTS in self.until or started in self.named):
            return Ended("started", {"seat": seat, "company": started})
        return None

    def bought(self, event: Event) -> str:
        """What somebody has bought, as it is named here; empty where an event tells of nothing of the kind."""
        return event.company if isinstance(event, ShareBought) else ""

    def started(self, position: Playable, event: Event) -> str:
        """The company that somebody has started."""
        starts = isinstance(event, self.starting) or (isinstance(event, ShareBought) and event.director)
        return getattr(event, "company", "") if starts else ""


class BuyUntil(StockProgram, frozen=True):
    """Buy a share of a company in each turn until so much of it is one's own, none above a price; then pass."""

    company: str
    percent: int
    most: int

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if cls.in_round(position):
            offered = position.rules.shares.purchases.offered(position, seat)
            there = tuple(dict.fromkeys(each.company for each in offered if each.source in (ISSUE, POOL)))
            highest = max(1, position.state.cash[seat])
            if there:
                share, price = Field("percent", 5, 100, 5), Field("most", 1, highest)
                yield Form(cls(seat, there[0], 50, highest), (Field("company", options=there), share, price))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        for event in events:
            if isinstance(event, StockRoundEnded):
                return Ended("round_over")
            if isinstance(event, SharesSold) and event.company == self.company and event.seat != self.seat:
                return Ended("sold", {"seat": event.seat, "company": event.company})
        if not self.my_turn(position):
            return None
        if getattr(position.step, "bought", False) or percent(position, self.company, self.seat) >= self.percent:
            return self.passes(position)
        shares = [each for each in position.choices(self.seat) if self._wanted(each)]
        priced = [(purchase_price(position, each), each) for each in shares if isinstance(each, BuyShare)]
        if not priced:
            return Ended("none_to_buy", {"company": self.company})
        price, share = min(priced, key=lambda one: one[0])
        return share if price <= self.most else Ended("too_dear", {"company": self.company, "price": price})

    def _wanted(self, choice: object) -> bool:
        return isinstance(choice, BuyShare) and choice.company == self.company and choice.source in (ISSUE, POOL)


class DeclineBelow(Program, frozen=True):
    """Decline every offer below a price, as long as one directs anything; other offers are one's own to answer."""

    least: int

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        if directs(position, seat):
            yield Form(cls(seat, 100), (Field("least", 1, HIGHEST),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if not directs(position, self.seat):
            return Ended("directs_nothing")
        step = position.step
        if not isinstance(step, PriceOffer) or self.seat not in position.waiting_for():
            return None
        if step.offer.price >= self.least:
            return None
        answers = (each for each in position.choices(self.seat) if isinstance(each, AnswerOffer))
        return next((answer for answer in answers if not answer.accept), None)


def directs(position: Playable, seat: int) -> bool:
    """Whether a player decides for anything that could be asked for something."""
    rules = position.rules
    return any(rules.director(position, company) == seat for company in position.state.in_operation)
