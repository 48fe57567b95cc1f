"""What players of 1835 decide beforehand."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.eighteen import programs
from stellwerk.eighteen.classic.programs import BuyUntil
from stellwerk.eighteen.events import CertificateReceived, PaperBought
from stellwerk.play.core import Decision, Event
from stellwerk.play.playable import Playable
from stellwerk.play.programs import Program

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


PROGRAMS: tuple[type[Program], ...] = (PassUntil, BuyUntil, programs.DeclineBelow)
