"""What players of 1835 decide beforehand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from stellwerk.eighteen import programs
from stellwerk.eighteen.classic.programs import BuyUntil
from stellwerk.eighteen.events import CertificateReceived, PaperBought
from stellwerk.play.core import Action, Decision, Event
from stellwerk.play.playable import Playable
from stellwerk.play.programs import Ended, Field, Form, Program, legal_pass

from .actions import BuyPaper, ExchangePaper, FoundPrussia
from .packet import for_sale, paper_price
from .prussia import FOUNDER, ExchangeTurn, OfferFounding, exchangeable
from .rounds import PacketTurn, StockTurn
from .state import packet_left


class PassUntil(programs.PassUntil, frozen=True):
    """Pass in stock rounds, also while the packet is sold (1.1.2, 2.4)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn, PacketTurn)

    @classmethod
    def beside_shares(cls, position: Playable) -> tuple[str, ...]:
        return tuple(paper for row in packet_left(position) for paper in row)

    def bought(self, event: Event) -> str:
        return event.paper if isinstance(event, PaperBought) else super().bought(event)

    def started(self, position: Playable, event: Event) -> str:
        """Who buys of the packet starts Vorpreußische, and what its directors' papers are of (2.5, 3.3)."""
        if isinstance(event, CertificateReceived):
            return event.company if event.director else ""
        if isinstance(event, PaperBought):
            printed = position.rules.printed
            certificate = printed.register.by_id.get(event.paper)
            if certificate is not None:
                return certificate.company if certificate.director else ""
            return event.paper if event.paper in printed.minors else ""
        return super().started(position, event)


class BuyOfPacket(programs.StockProgram, frozen=True):
    """Buy of the packet what was named as soon as it is on sale, the first of it where several are (2.4, 2.5).

    Until then one passes or is asked. It stands until nothing of it is left, through all stock rounds.
    """

    turns: ClassVar[tuple[type[Decision], ...]] = (PacketTurn,)

    named: tuple[str, ...]
    most: int
    then: str = programs.PASS

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        left, cash = _packet(position), position.state.cash[seat]
        if left and cash:
            named = Field("named", options=left, several=True)
            fields = (named, Field("most", 1, cash), Field("then", options=(programs.PASS, programs.ASK)))
            yield Form(cls(seat, left[:1], cash), fields)

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        left = _packet(position)
        if not any(paper in left for paper in self.named):
            return Ended("packet_gone")
        if not self.my_turn(position):
            return None
        wanted = [paper for paper in for_sale(position) if paper in self.named]
        if not wanted:
            return self.passes(position) if self.then == programs.PASS else None
        listed = {each.paper: each for each in position.choices(self.seat) if isinstance(each, BuyPaper)}
        bought = next((listed[paper] for paper in wanted if self._is_cheap(position, paper, listed)), None)
        return bought or Ended("paper_not_bought", {"paper": wanted[0]})

    def _is_cheap(self, position: Playable, paper: str, listed: dict[str, BuyPaper]) -> bool:
        return paper in listed and paper_price(position, paper) <= self.most


def _packet(position: Playable) -> tuple[str, ...]:
    return tuple(paper for row in packet_left(position) for paper in row)


class JoinPrussia(Program, frozen=True):
    """Exchange these of one's papers as soon as one is asked, and no others (4.3, 4.7).

    Berlin-Potsdamer among them opens Preußen (4.6).
    """

    named: tuple[str, ...] = ()

    @classmethod
    def forms(cls, position: Playable, seat: int) -> Iterator[Form]:
        papers = _of_prussia(position, seat)
        if papers:
            yield Form(cls(seat), (Field("named", options=papers, several=True),))

    def next(self, position: Playable, events: Sequence[Event]) -> Action | Ended | None:
        if not _of_prussia(position, self.seat):
            return Ended("nothing_to_exchange")
        step = position.step
        if not isinstance(step, OfferFounding | ExchangeTurn) or self.seat not in position.waiting_for():
            return None
        for choice in position.choices(self.seat):
            if isinstance(choice, FoundPrussia | ExchangePaper) and _given(choice) in self.named:
                return choice
        return legal_pass(position, self.seat)


def _given(choice: FoundPrussia | ExchangePaper) -> str:
    return FOUNDER if isinstance(choice, FoundPrussia) else choice.paper


def _of_prussia(position: Playable, seat: int) -> tuple[str, ...]:
    """A player's papers that Preußen asks about."""
    founds = position.state.papers[FOUNDER] == seat
    return (*((FOUNDER,) if founds else ()), *exchangeable(position, seat))


PROGRAMS: tuple[type[Program], ...] = (PassUntil, BuyOfPacket, BuyUntil, JoinPrussia, programs.DeclineBelow)
