"""What somebody asks of the others at a table, and what was taken back, as it is kept."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from stellwerk.play.core import Event

UNDO, SUBSTITUTE, A_BOT, HAND_ON = "undo", "substitute", "bot", "hand_on"
OPEN, GRANTED, DECLINED, WITHDRAWN, LAPSED, EXPIRED = (
    "open", "granted", "declined", "withdrawn", "lapsed", "expired"
)  # fmt: skip


class Ask(Struct):
    """To take back to a move, to take a seat, or to have a bot play on in somebody's; or a seat that is handed on.

    All others who are still there must grant it, one who declines is enough; whoever takes one's own seat need not
    be agreed to.
    """

    id: int
    kind: str
    person: int
    name: str
    seat: int
    """Who asks to take back, or the seat that somebody else or a bot would take."""
    move: int = 0
    """Moves that would be left, or that there were when a seat was asked for."""
    mark: int = 0
    """The log's length after that move: it tells whether it is still the same past."""
    answers: dict[int, bool] = {}
    """By person."""
    status: str = OPEN
    at: float = 0.0
    """When it was asked; not known of what was asked before that was kept."""
    to: int | None = None
    """The person to whom a seat is handed on, if one is named."""

    def asks(self, person: int) -> bool:
        """Whether somebody at the table has yet to say what they think of it."""
        asked = self.status == OPEN and self.kind != HAND_ON
        return asked and self.person != person and person not in self.answers


SHOWN = 60
"""Of all that was taken back, so much is told."""


class Gone(Struct, frozen=True):
    """A move that was taken back: its number then, who made it, and what came of it, by the seat that may know."""

    move: int
    seat: int
    events: Mapping[int | None, tuple[Event, ...]]
    """That of none is what those may know who only watch, and everybody where nothing is hidden."""


class Branch(Struct, frozen=True):
    """Where a game that somebody tries out comes from."""

    source: str
    move: int
    person: int
