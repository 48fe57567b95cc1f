"""What players of titles of the 1830 kind decide beforehand."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.play.core import Decision, Event
from stellwerk.play.programs import BidUpTo, Program

from .. import programs
from .events import CompanyStarted
from .stock import StockTurn


class PassUntil(programs.PassUntil, frozen=True):
    """Pass in stock rounds."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)
    starting: ClassVar[tuple[type[Event], ...]] = (CompanyStarted,)


class BuyUntil(programs.BuyUntil, frozen=True):
    """Buy in stock rounds."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)


PROGRAMS: tuple[type[Program], ...] = (BidUpTo, PassUntil, BuyUntil, programs.DeclineBelow)
