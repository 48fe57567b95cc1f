"""What players of 1835 decide beforehand."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.eighteen import programs
from stellwerk.eighteen.classic.programs import BuyUntil
from stellwerk.play.core import Decision
from stellwerk.play.programs import Program

from .rounds import PacketTurn, StockTurn


class PassUntil(programs.PassUntil, frozen=True):
    """Pass in stock rounds, also while the packet is sold (1.1.2, 2.4)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn, PacketTurn)


PROGRAMS: tuple[type[Program], ...] = (PassUntil, BuyUntil, programs.DeclineBelow)
