"""Programs that people have set up at a table, and which moves were theirs."""

from __future__ import annotations

from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from ..storage import Storage
from .meeting import program_moves, programs


class ProgramRow(Struct, frozen=True):
    """A program as it is kept; `ended` says why it is over, if it is."""

    id: int
    body: bytes
    since: int
    ended: bytes | None = None


def read(storage: Storage, game: str) -> tuple[list[ProgramRow], dict[int, int]]:
    """All programs of a game, and the entries of its log that they made."""
    with storage.reading() as connection:
        rows: Any = connection.execute(sa.select(programs).where(programs.c.game == game).order_by(programs.c.id))
        found = [ProgramRow(row.id, row.body, row.since, row.ended) for row in rows]
        made: Any = connection.execute(sa.select(program_moves).where(program_moves.c.game == game))
        return found, {row.number: row.program for row in made}


def add(storage: Storage, game: str, row: ProgramRow) -> None:
    """One more program."""
    with storage.writing() as connection:
        values = {"game": game, "id": row.id, "body": row.body, "since": row.since, "ended": row.ended}
        connection.execute(sa.insert(programs).values(values))


def end(storage: Storage, game: str, id_: int, ended: bytes) -> None:
    """A program is over."""
    with storage.writing() as connection:
        connection.execute(ending(game, id_, ended))


def ending(game: str, id_: int, ended: bytes) -> sa.Executable:
    """That a program is over, to be written with what ends it."""
    return sa.update(programs).where(programs.c.game == game, programs.c.id == id_).values(ended=ended)


def making(game: str, number: int, id_: int) -> sa.Executable:
    """That an entry of the log is a program's, to be written with it."""
    return sa.insert(program_moves).values(game=game, number=number, program=id_)
