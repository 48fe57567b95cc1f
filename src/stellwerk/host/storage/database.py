"""Where everything is kept: transactions, damage that is noticed, tables brought up to date.

The engine is synchronous and called from threads. What one kind of database does otherwise than the other is in
`sqlite_file.py` and `postgres.py`.
"""

from __future__ import annotations

import logging
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext

import sqlalchemy as sa

from stellwerk.view.faults import Fault, Unkept

from .postgres import Postgres, is_postgres
from .rows import Deed
from .schema import meta, metadata
from .sqlite_file import SqliteFile
from .storage_errors import FAILURES, told
from .upgrading import bring_up_to_date

_log = logging.getLogger(__name__)
DAMAGE = "fault.damaged"
CHANNEL, KEYS = "stellwerk", "keys"
"""Where processes that serve together hear each other, and that somebody's keys are others now."""


class Database:
    """A database, its connections and its state of health."""

    def __init__(
        self,
        url: str,
        patience: float = 5.0,
        alone: bool = True,
        together: bool = False,
        copy: Callable[[sa.Engine, str], None] | None = None,
    ) -> None:
        """`patience` is how many seconds a write waits for one of another program.

        `alone` is a server; whoever else looks in beside it leaves the lock and the tables as they are. `together`
        is one of several processes that serve, of which none is alone but each has its own games. `copy` is asked
        for a copy of what PostgreSQL has before tables of an earlier version are brought up to date; SQLite makes
        its own.
        """
        self.keeper: Postgres | SqliteFile
        if is_postgres(url):
            self.keeper = Postgres(url, patience, together)
            self.keeper.copy = copy
        else:
            self.keeper = SqliteFile(url, patience)
        self.engine = self.keeper.engine
        self._writing = threading.Lock()
        self.in_use = False
        """Whether visitors come already; before that, whoever starts the server is told what is wrong."""
        self._damage = ""
        self.alone = alone
        self._secrets: dict[str, bytes] = {}
        try:
            if alone:
                with self._told():
                    self.keeper.claim()
                with self.writing() as connection:
                    self.keeper.one_at_a_time(connection)
                    bring_up_to_date(connection, self.keeper.keep_copy)
            self.keeper.made()
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let go of it."""
        self.keeper.close()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes: all of it is kept, or nothing.

        Threads wait in line, as SQLite would let them sleep and try again.
        """
        with self._told(), self._writing, self.engine.connect() as connection:
            self.be_sound()
            with self.keeper.transaction(connection):
                yield connection

    @contextmanager
    def moving(self, deeds: Sequence[Deed]) -> Iterator[sa.Connection]:
        """A transaction that begins with deeds in a game whose lock is held.

        Raises `Taken` where something is there already. PostgreSQL writes the moves of several games at once, and
        has to wait for the disk once only.
        """
        line = self._writing if self.keeper.one_writes else nullcontext()
        with self._told(), line, self.engine.connect() as connection:
            self.be_sound()
            with self.keeper.transaction(connection, deeds):
                yield connection

    @contextmanager
    def passing(self) -> Iterator[sa.Connection]:
        """A transaction about what is worth nothing after a restart, as questions are: it waits for no disk."""
        with self._told(), self.engine.begin() as connection:
            self.keeper.in_haste(connection)
            yield connection

    @contextmanager
    def leasing(self) -> Iterator[sa.Connection]:
        """A transaction about who serves: whoever is believed to be gone may write this and nothing else."""
        with self._told():
            self.be_sound()
            with self.engine.begin() as connection:
                yield connection

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A look at what is there."""
        with self._told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever the database could not do is a fault with a sentence; of damage it is remembered."""
        try:
            yield
        except FAILURES as error:
            fault: Fault = told(error)
            if fault.key == DAMAGE:
                self._note_damage(fault.values["problem"])
            raise fault from None

    def _note_damage(self, problem: str) -> None:
        if self.in_use and not self._damage:
            _log.error("the database is damaged and takes no more changes, put a backup in its place: %s", problem)
        self._damage = problem

    def be_sound(self) -> None:
        """Write nothing more into what is damaged, or no longer ours."""
        if self._damage:
            raise Unkept(DAMAGE, problem=self._damage)
        if self.alone:
            self.keeper.be_ours()

    def tell(self, channel: str, what: str) -> None:
        """Have other processes hear something."""
        with self.writing() as connection:
            self.keeper.tell(connection, channel, what)

    def keys_ended(self, connection: sa.Connection, person: int | None = None) -> None:
        """Have all processes look again for whose keys are worth something: with the change itself, or not."""
        self.keeper.tell(connection, CHANNEL, f"{KEYS} {'' if person is None else person}")

    def check(self) -> None:
        """Look for damage, which may lie where nothing is read for a long time."""
        with self.reading() as connection:
            problem = self.keeper.problem(connection) or self._lacking(connection)
        if problem:
            self._note_damage(problem)
            raise Unkept(DAMAGE, problem=problem)

    def secret(self, name: str = "secret") -> bytes:
        """A secret of the server's own, made once."""
        if name not in self._secrets:
            with self.writing() as connection:
                self.keeper.one_at_a_time(connection)
                found = connection.scalar(sa.select(meta.c.value).where(meta.c.key == name))
                if found is None:
                    found = secrets.token_hex(32)
                    connection.execute(sa.insert(meta).values(key=name, value=found))
            self._secrets[name] = bytes.fromhex(found)
        return self._secrets[name]

    def _lacking(self, connection: sa.Connection) -> str:
        """What a table should have and has not, as in a file of another program; empty if there is everything."""
        there = self.keeper.columns(connection)
        for table in metadata.sorted_tables:
            for column in table.columns:
                if (table.name, column.name) not in there:
                    return f"table {table.name} has no column {column.name}"
        return ""
