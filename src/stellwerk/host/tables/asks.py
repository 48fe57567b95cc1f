"""What somebody asks of the others at a table, as it is kept."""

from __future__ import annotations

from msgspec import Struct

UNDO, SUBSTITUTE = "undo", "substitute"
OPEN, GRANTED, DECLINED, WITHDRAWN, LAPSED = "open", "granted", "declined", "withdrawn", "lapsed"


class Ask(Struct):
    """To take back to a move, or to take a seat. All others must grant it; one who declines is enough."""

    id: int
    kind: str
    person: int
    name: str
    seat: int
    """Who asks to take back, or the seat that somebody would take."""
    move: int = 0
    """Moves that would be left, or that there were when a seat was asked for."""
    mark: int = 0
    """The log's length after that move: it tells whether it is still the same past."""
    answers: dict[int, bool] = {}
    """By person."""
    status: str = OPEN
    at: float = 0.0
    """When it was asked; not known of what was asked before that was kept."""


class Branch(Struct, frozen=True):
    """Where a game that somebody tries out comes from."""

    source: str
    move: int
    person: int
