"""SQLite: everything in one file.

It writes ahead (`WAL`) and flushes every commit (`synchronous=FULL`); a transaction that will write says so from
its start (`BEGIN IMMEDIATE`).
"""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from stellwerk.view.faults import Unkept

from .permissions import private_file
from .rows import Deed, Taken

_log = logging.getLogger(__name__)


class SqliteFile:
    """A file and its connections."""

    one_writes = True
    """Whether those who write wait for each other."""

    def __init__(self, url: str, patience: float) -> None:
        self.patience = patience
        self.engine = sa.create_engine(url)
        self._file: tuple[int, int] | None = None
        sa.event.listen(self.engine, "connect", self._prepare)

    def _prepare(self, connection: Any, record: Any) -> None:
        """Settings of every connection; transactions begin where we say so."""
        connection.isolation_level = None
        connection.text_factory = _legible
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(self.patience * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    def claim(self) -> None:
        """Who may use it is told by the lock of its folder (`data_dir.py`)."""

    def made(self) -> None:
        """The file is there."""
        self._file = self._identity()

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    @contextmanager
    def transaction(self, connection: sa.Connection, deeds: Sequence[Deed] = ()) -> Iterator[None]:
        """All of it is kept, or nothing. Around each deed SQLAlchemy would take as long as SQLite for it."""
        raw = _raw(connection)
        raw.execute("BEGIN IMMEDIATE")
        try:
            _run(raw, deeds)
            yield
            raw.execute("COMMIT")
        except BaseException:
            _roll_back(connection)
            raise

    def be_ours(self) -> None:
        """Raise a fault where the file is no longer where it was."""
        if self._file and self._file != self._identity():
            raise Unkept("fault.storage", problem="the file was removed or replaced while the server was running")

    def _identity(self) -> tuple[int, int] | None:
        """Which file it is, whatever its name."""
        try:
            found = os.stat(self.engine.url.database or "")
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def tell(self, connection: sa.Connection, channel: str, what: str) -> None:
        """Nobody else is there."""

    def in_haste(self, connection: sa.Connection) -> None:
        """It is in haste anyway."""

    def one_at_a_time(self, connection: sa.Connection, number: int = 0) -> None:
        """Whoever writes is the only one."""

    def problem(self, connection: sa.Connection) -> str:
        """What is damaged; empty if nothing is."""
        found = str(connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one())
        return "" if found == "ok" else found

    def columns(self, connection: sa.Connection) -> set[tuple[str, str]]:
        """Every table with each of its columns, by one question."""
        found = connection.exec_driver_sql(
            "SELECT t.name, c.name FROM sqlite_master t JOIN pragma_table_info(t.name) c WHERE t.type = 'table'"
        )
        return {(table, column) for table, column in found}

    def keep_copy(self, connection: sa.Connection, found: str | None, version: str) -> None:
        """Keep the file as it is beside itself before its tables change."""
        file = Path(self.engine.url.database or "")
        copy = file.with_name(f"{file.name}.before-{version}")
        copy_file(file, copy)
        _log.warning("the tables of %s are brought up to date; as it was it is kept as %s", file, copy)


def copy_file(file: Path, copy: Path) -> None:
    """A copy of a file as it is this moment, whoever writes to it meanwhile; only its owner may read it."""
    private_file(copy)
    with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
        old.backup(new)


def _raw(connection: sa.Connection) -> Any:
    """The connection below SQLAlchemy's."""
    return connection.connection.dbapi_connection


def _run(raw: Any, deeds: Sequence[Deed]) -> None:
    try:
        for statement, values in deeds:
            raw.execute(statement, values)
    except sqlite3.IntegrityError:
        raise Taken from None


def _legible(text: bytes) -> str:
    """Text of a file that may be damaged."""
    return text.decode("utf-8", "replace")


def _roll_back(connection: sa.Connection) -> None:
    """Take a transaction back that SQLite may have taken back by itself; never use a connection that cannot."""
    raw = _raw(connection)
    try:
        if raw is not None and raw.in_transaction:
            connection.exec_driver_sql("ROLLBACK")
    except sa.exc.DBAPIError:
        connection.invalidate()
