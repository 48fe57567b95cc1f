"""The file that everything is kept in: transactions, damage that is noticed, tables brought up to date.

The engine is synchronous and called from threads. SQLite writes ahead (`WAL`) and flushes every commit
(`synchronous=FULL`); a transaction that will write says so from its start (`BEGIN IMMEDIATE`).
"""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from stellwerk.view.faults import Fault, Unkept

from .permissions import private_file
from .schema import meta, metadata
from .storage_errors import told
from .upgrading import bring_up_to_date

_log = logging.getLogger(__name__)
DAMAGE = "fault.damaged"


class Database:
    """An SQLite file, its connections and its state of health."""

    def __init__(self, url: str, patience: float = 5.0) -> None:
        """`patience` is how many seconds a write waits for one of another program."""
        self.patience = patience
        self.engine = sa.create_engine(url)
        self._writing = threading.Lock()
        self.in_use = False
        """Whether visitors come already; before that, whoever starts the server is told what is wrong."""
        self._damage = ""
        self._file: tuple[int, int] | None = None
        sa.event.listen(self.engine, "connect", self._prepare)
        with self.writing() as connection:
            bring_up_to_date(connection, self._keep_copy)
        self._file = self._identity()

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

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes: all of it is kept, or nothing.

        Threads wait in line, as SQLite would let them sleep and try again.
        """
        with self._told(), self._writing, self.engine.connect() as connection:
            self._be_sound()
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A look at what is there."""
        with self._told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever SQLite could not do is a fault with a sentence; of damage it is remembered."""
        try:
            yield
        except (sa.exc.DBAPIError, sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
            fault: Fault = told(error)
            if fault.key == DAMAGE:
                self._note_damage(fault.values["problem"])
            raise fault from None

    def _note_damage(self, problem: str) -> None:
        if self.in_use and not self._damage:
            _log.error("the database is damaged and takes no more changes, put a backup in its place: %s", problem)
        self._damage = problem

    def _be_sound(self) -> None:
        """Write nothing more into a file that is damaged, or that is no longer where it was."""
        if self._damage:
            raise Unkept(DAMAGE, problem=self._damage)
        if self._file and self._file != self._identity():
            raise Unkept("fault.storage", problem="the file was removed or replaced while the server was running")

    def _identity(self) -> tuple[int, int] | None:
        """Which file it is, whatever its name."""
        try:
            found = os.stat(self.engine.url.database or "")
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def _keep_copy(self, version: str) -> None:
        """Keep the file as it is beside itself before its tables change."""
        file = Path(self.engine.url.database or "")
        copy = file.with_name(f"{file.name}.before-{version}")
        private_file(copy)
        with closing(sqlite3.connect(file)) as old, closing(sqlite3.connect(copy)) as new:
            old.backup(new)
        _log.warning("the tables of %s are brought up to date; as it was it is kept as %s", file, copy)

    def check(self) -> None:
        """Look through the file for damage, which may lie where nothing is read for a long time."""
        with self.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            lacking = _lacking(connection)
        if found != "ok" or lacking:
            self._note_damage(problem := lacking if found == "ok" else found)
            raise Unkept(DAMAGE, problem=problem)

    def secret(self) -> bytes:
        """The server's own secret, made once."""
        with self.writing() as connection:
            found = connection.scalar(sa.select(meta.c.value).where(meta.c.key == "secret"))
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(sa.insert(meta).values(key="secret", value=found))
        return bytes.fromhex(found)


def _legible(text: bytes) -> str:
    """Text of a file that may be damaged."""
    return text.decode("utf-8", "replace")


def _lacking(connection: sa.Connection) -> str:
    """What a table should have and has not, as in a file of another program; empty if there is everything."""
    inspector = sa.inspect(connection)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                return f"table {table.name} has no column {column.name}"
    return ""


def _roll_back(connection: sa.Connection) -> None:
    """Take a transaction back that SQLite may have taken back by itself; never use a connection that cannot."""
    raw: Any = connection.connection.dbapi_connection
    try:
        if raw is not None and raw.in_transaction:
            connection.exec_driver_sql("ROLLBACK")
    except sa.exc.DBAPIError:
        connection.invalidate()
