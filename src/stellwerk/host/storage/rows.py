"""What the database tells: people, games, seats."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

OPEN, RUNNING, FINISHED = "open", "running", "finished"
PERSON, BOT, FREE = "person", "bot", "free"


class Seat(Struct, frozen=True):
    """A place at the table: a person's, a bot's, or free."""

    seat: int
    kind: str
    name: str
    person: int | None = None
    level: str = ""


class GameRow(Struct, frozen=True):
    """A game as it is listed."""

    id: str
    title: str
    rules: int
    options: dict[str, Any]
    seed: int
    owner: int | None
    status: str
    created: float
    changed: float
    result: list[int] | None
    seats: tuple[Seat, ...] = ()
    waiting: tuple[int, ...] = ()
    """Seats that the game waits for, so that a list of games tells without looking into each."""
    drawn: bool = False
    """Whether the order of play is by lot; while the game is open it has yet to be drawn."""


class Person(Struct, frozen=True):
    """Somebody who plays."""

    id: int
    name: str


class Standing(Struct, frozen=True):
    """What somebody has that is not finished: games laid out, tables and places that wait, seats, and bots."""

    games: int
    tables: int
    places: int
    seats: int
    bots: int


class Taken(Exception):
    """A log number that is in use already: somebody else was faster."""
