"""What players of 1881 decide beforehand."""

from __future__ import annotations

from typing import ClassVar

from stellwerk.eighteen import programs
from stellwerk.play.core import Decision
from stellwerk.play.programs import Program

from .papers.stock import StockTurn


class PassUntil(programs.PassUntil, frozen=True):
    """Pass in stock rounds (4.1)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)


class BuyUntil(programs.BuyUntil, frozen=True):
    """Buy in stock rounds (4.1)."""

    turns: ClassVar[tuple[type[Decision], ...]] = (StockTurn,)


PROGRAMS: tuple[type[Program], ...] = (PassUntil, BuyUntil, programs.DeclineBelow)
