"""One game out of a file that is damaged: every row of it that can still be read, whatever lies around it."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.play.typed import convert

from .live import LiveGame
from .storage.rows import GameRow

CHUNK = 1024
"""Rows that are read at once, as long as all of them can be."""
VAIN = 8
"""So often nothing is found before a search ends where nothing tells how many rows there are."""


class Salvaged(Struct, frozen=True):
    """What could be read of a game."""

    file: str
    """The game as a file that can be brought to any server."""
    moves: int
    entries: int
    lost: int
    """Entries of the log behind the first that is missing."""
    problem: str
    """What stops the rest from being followed."""


def salvage(file: Path, id_: str) -> Salvaged:
    """A game as far as it can be followed."""
    with _copied(file) as connection:
        rows = [row for row in _rows(connection, "games") if row.get("id") == id_]
        places = [row for row in _rows(connection, "seats") if row.get("game") == id_]
        drawn = any(row.get("game") == id_ for row in _rows(connection, "drawn_orders"))
        bodies = {row["number"]: row["body"] for row in _rows(connection, "log") if row.get("game") == id_}
    if not rows or not places:
        raise StellwerkError(f"Of game {id_} it cannot be read any more who plays what.")
    try:
        row = _game(rows[0], places, drawn)
    except (msgspec.MsgspecError, TypeError, ValueError) as error:
        raise StellwerkError(f"The row of game {id_} cannot be read ({error}).") from None
    entries: list[bytes] = []
    while isinstance(body := bodies.get(len(entries) + 1), bytes):
        entries.append(body)
    live = LiveGame(row)
    live.follow(*entries)
    moves = len(live.game.actions)
    return Salvaged(live.game.to_json(), moves, len(entries), len(bodies) - len(entries), live.broken)


def games_in(file: Path) -> list[tuple[str, str, str]]:
    """Games whose rows can be read: id, title, status."""
    with _copied(file) as connection:
        return [
            (str(row.get("id")), str(row.get("title")), str(row.get("status")))
            for row in _rows(connection, "games")
        ]


def _game(row: dict[str, Any], places: list[dict[str, Any]], drawn: bool) -> GameRow:
    fields = {name: row.get(name) for name in GameRow.__struct_fields__ if name in row}
    fields["options"] = msgspec.json.decode(row["options"])
    fields["result"] = None
    fields["seats"] = sorted(
        (place | {"program": bool(place.get("program"))} for place in places), key=lambda place: int(place["seat"])
    )
    return convert(fields | {"drawn": drawn}, GameRow)


@contextmanager
def _copied(file: Path) -> Iterator[sqlite3.Connection]:
    """A copy of a file, byte by byte, with what SQLite has put beside it."""
    if not file.is_file():
        raise StellwerkError(f"There is no {file}.")
    with tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:
        copy = Path(folder) / "damaged.sqlite3"
        for ending in ("", "-wal"):
            part = file.with_name(file.name + ending)
            if part.exists():
                shutil.copyfile(part, copy.with_name(copy.name + ending))
        with closing(sqlite3.connect(copy)) as connection:
            connection.text_factory = lambda text: text.decode("utf-8", "replace")
            try:
                connection.execute("SELECT name FROM sqlite_master").fetchall()
            except sqlite3.DatabaseError:  # every question would fail, one row after the other
                raise StellwerkError(f"Of {file} it cannot be read any more where anything lies in it.") from None
            yield connection


def _rows(connection: sqlite3.Connection, table: str) -> Iterator[dict[str, Any]]:
    """Rows of a table in the order of the file, without its indexes; those that cannot be read are left out."""
    connection.row_factory = sqlite3.Row
    last: int | None = None
    try:
        last = connection.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0
    except sqlite3.DatabaseError as error:
        if "no such table" in str(error):
            return
    first, vain = 1, 0
    while vain < VAIN if last is None else first <= last:
        found = list(_between(connection, table, first, first + CHUNK - 1))
        yield from found
        vain = 0 if found else vain + 1
        first += CHUNK


def _between(connection: sqlite3.Connection, table: str, first: int, last: int) -> Iterator[dict[str, Any]]:
    query = f"SELECT * FROM {table} NOT INDEXED WHERE rowid BETWEEN ? AND ?"
    try:
        found = [dict(row) for row in connection.execute(query, (first, last))]
    except sqlite3.DatabaseError:
        if first == last:
            return
        middle = (first + last) // 2
        found = [*_between(connection, table, first, middle), *_between(connection, table, middle + 1, last)]
    yield from found
