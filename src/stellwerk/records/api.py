"""What titles and replays of other programs' records have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from copy import copy
from typing import Any, Self

from msgspec import Struct

from stellwerk.play.core import Action, Event
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game

# A statement that both the other program and our events make, such as ("revenue", "BY", "260").
Fact = tuple[str, ...]


class Unknown(StellwerkError):
    """A decision names something that the title does not have.

    >>> raise Unknown("company", "XX")
    Traceback (most recent call last):
    stellwerk.records.api.Unknown: there is no company 'XX'
    """

    def __init__(self, what: str, name: str) -> None:
        super().__init__(f"there is no {what} {name[:40]!r}")


class Answer(Struct, frozen=True):
    """What a recorded decision means in the present position.

    `actions` are alternatives where the record does not tell which one was meant; `done` says that nothing
    of the decision is left afterwards. No actions and not done: the position is not the decision's, so the
    present step must pass first. `or_later` says that it may as well have to pass first, as the decision is
    nobody's in turn. `needs` are options without which no rule of ours knows such a decision; `told` is what
    the position says about a decision beside the events that it brings about.
    """

    actions: tuple[Action, ...] = ()
    done: bool = True
    or_later: bool = False
    needs: Mapping[str, Any] = {}
    told: tuple[Fact, ...] = ()


NOTHING = Answer()
NOT_YET = Answer(done=False)


class Account:
    """Our events as facts, in segments: a round's beginning, a company's turn. A title adds the facts."""

    def __init__(self) -> None:
        self.segments: list[Counter[Fact]] = [Counter()]
        self.anywhere: Counter[Fact] = Counter()
        self.spare: set[Fact] = set()
        """Facts that the transcript may leave out."""

    def add(self, game: Game, events: Sequence[Event]) -> None:
        """Note what an action brought about."""
        raise NotImplementedError

    def copy(self) -> Self:
        """An account that goes its own way from here."""
        twin = copy(self)
        twin.segments = [*self.segments[:-1], self.segments[-1].copy()]
        twin.anywhere = self.anywhere.copy()
        twin.spare = self.spare.copy()
        return twin

    def begin(self) -> None:
        """A new segment begins."""
        self.segments.append(Counter())

    def note(self, *fact: object) -> None:
        """A fact of this segment."""
        self.segments[-1][tuple(map(str, fact))] += 1

    def note_perhaps(self, *fact: object) -> None:
        """A fact of this segment that the transcript may leave out."""
        self.note(*fact)
        self.spare.add(tuple(map(str, fact)))

    def note_anywhere(self, *fact: object) -> None:
        """A fact that the transcript may state at a slightly different moment."""
        self.anywhere[tuple(map(str, fact))] += 1
