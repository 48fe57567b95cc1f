"""What bots and the judgement of a title share. A title's `judgement.py` may import this and nothing else of bots.

A title keeps a value `JUDGEMENT` in a module `judgement` of its package: a `Judge`, which weighs every choice
itself, or a `Railways`, which tells in the words common to all 18xx what a choice is about and lets
`stellwerk.bots` weigh it.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Action, Choice, Position

Table = Position[Any, Any]
"""Rules with a state as one seat may see it."""


class Reason(Struct, frozen=True):
    """Why a choice is good or bad: a key of the catalogue (`advice.<key>`) and its values; no prose."""

    key: str
    values: Mapping[str, Any] = {}


def reason(key: str, **values: Any) -> Reason:
    """Shorthand: `reason("income_grows", company="BY", amount=30)`."""
    return Reason(key, values)


class Weighed(Struct, frozen=True):
    """An action with its score: what it is thought to bring, in the game's money, against doing nothing."""

    action: Action
    score: float
    reasons: tuple[Reason, ...] = ()


class Judge(ABC):
    """Weighs choices. Everything it may know is in the table, which is what the seat sees."""

    @abstractmethod
    def weigh(self, table: Table, seat: int, choices: Sequence[Choice]) -> Iterable[Weighed]:
        """Score choices, at least one of them; the same table and choices always give the same scores."""
