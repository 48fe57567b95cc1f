"""What the database tells: people, games, seats."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

OPEN, RUNNING, FINISHED = "open", "running", "finished"
LISTED, UNLISTED, INVITED = "listed", "unlisted", "invited"
"""A table that everybody finds; one for those who have its link; one whose seats are for those who are invited."""
SESSION, LINK, TOKEN = "session", "link", "token"
"""Keys: of a browser or a program that has come in, of a private link, of a program that was given it."""
PERSON, BOT, FREE = "person", "bot", "free"


class Seat(Struct, frozen=True):
    """A place at the table: a person's, a bot's, or free."""

    seat: int
    kind: str
    name: str
    person: int | None = None
    level: str = ""
    program: bool = False
    """Whether a program plays by this person's account, or did before a bot."""

    @property
    def played_by_program(self) -> bool:
        """Whether the name there is a program's."""
        return self.program and self.kind == PERSON


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
    access: str = LISTED
    """Who finds it, and who may sit down."""


class Person(Struct, frozen=True):
    """Somebody who plays."""

    id: int
    name: str
    account: bool = False
    """Whether they have a password, or are a guest."""
    scopes: str = ""
    """What the key opens by which they came; empty is everything."""
    program: bool = False
    """Whether a program plays by this account."""
    look: str = ""
    """How they want to see things (`view/appearance.py`), where they have an account."""


class Account(Struct, frozen=True):
    """What is kept of somebody who is no guest."""

    person: int
    name: str
    password: str
    email: str | None
    created: float
    suspended: float | None
    program: bool = False


class Key(Struct, frozen=True):
    """A key of somebody's, as it is listed."""

    handle: str
    """A part of its digest, which opens nothing."""
    kind: str
    label: str
    scopes: str
    created: float


class Standing(Struct, frozen=True):
    """What somebody has that is not finished: games laid out, tables and places that wait, seats, and bots."""

    games: int
    tables: int
    places: int
    seats: int
    bots: int


Deed = tuple[str, Mapping[str, Any]]
"""A statement that every move runs, with its values where `:name` stands for one."""


class Taken(Exception):
    """A log number that is in use already: somebody else was faster."""
