"""PostgreSQL, named by a URL: for many tables, and for those who have it anyway.

One server a database: it holds an advisory lock, which the database takes away with the connection. Where that was
lost, as when the database was started anew, nothing is written before the lock is held again. Processes that serve
together share it, and each of them writes only while it is believed to serve (`lease_rows.py`).
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from stellwerk.play.extras import needing
from stellwerk.view.faults import Unkept

from .rows import Deed, Taken

LOCK = 0x57E11
"""The number of the lock; the database's other users have others."""
WAITED = "55P03"
"""What PostgreSQL says when a lock was waited for too long."""
MAKING = 0x57E12
"""The number of the lock of whoever makes what is made once: tables, secrets."""
SHARING = 0x57E13
"""The number of the lock of whoever takes or leaves a share of the games."""
WORKER = 0x57E2
"""The first number of the lock by which whoever thinks for bots is seen to be there."""
_THERE = "SELECT 1 FROM serving WHERE id = %s FOR KEY SHARE"
"""It goes well with those who renew the row, and lets nobody take it away before the end."""
CONNECTIONS = 12
SECONDS = 30
"""What a single statement may take."""
VANISHED = 15
"""Seconds after which a machine counts as gone that says nothing, not even that it is there."""
_BEATS = {"keepalives_idle": 5, "keepalives_interval": 5, "keepalives_count": 2}


@lru_cache(maxsize=64)
def _as_named(statement: str) -> str:
    """A statement whose values have their places as psycopg wants them.

    >>> _as_named("SELECT 1 WHERE id = :id")
    'SELECT 1 WHERE id = %(id)s'
    """
    return re.sub(r":(\w+)", r"%(\1)s", statement)


def is_postgres(url: str) -> bool:
    """Whether a URL names a database of this kind."""
    return url.partition(":")[0] in ("postgresql", "postgres")


class Postgres:
    """A database and its connections."""

    one_writes = False
    """Whether those who write wait for each other."""

    def __init__(self, url: str, patience: float, together: bool = False) -> None:
        """`together` is one among several processes that serve."""
        self._together = together
        self.member = ""
        """As whom we serve, where others do beside us: nothing is written once they believe that we are gone."""
        with needing("postgres", "A database of PostgreSQL"):
            import psycopg  # noqa: F401  # SQLAlchemy would not say which extra is missing
        wait = round(patience * 1000)
        options = f"-c lock_timeout={wait} -c statement_timeout={SECONDS * 1000}"
        options += "".join(f" -c tcp_{name}={figure}" for name, figure in _BEATS.items())
        if together:  # whoever vanishes in the middle of something must not keep others from it
            options += f" -c idle_in_transaction_session_timeout={VANISHED * 1000}"
        self.engine = sa.create_engine(
            sa.make_url(url).set(drivername="postgresql+psycopg"),
            pool_pre_ping=True,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_timeout=patience,
            connect_args={"connect_timeout": max(1, round(patience)), "options": options, **_BEATS},
        )
        self.copy: Callable[[sa.Engine, str], None] | None = None
        """Makes a copy of what is there, and of which version it is, before that is changed."""
        self._failure: Any = self.engine.dialect.loaded_dbapi.Error
        self._lock: sa.Connection | None = None
        self._claiming = threading.Lock()
        self._doubtful = False
        sa.event.listen(self.engine, "connect", self._connected)

    def _connected(self, connection: Any, record: Any) -> None:
        self._doubtful = True  # perhaps because all connections were lost

    def claim(self) -> None:
        """Have the database for this server alone; one that is just ending is waited for."""
        self._let_go()
        lock = self.engine.connect().execution_options(isolation_level="AUTOCOMMIT")
        try:
            having = sa.func.pg_advisory_lock_shared if self._together else sa.func.pg_advisory_lock
            lock.execute(sa.select(having(LOCK)))
        except BaseException as error:
            lock.invalidate()
            lock.close()
            if isinstance(error, sa.exc.DBAPIError) and getattr(error.orig, "sqlstate", "") == WAITED:
                raise Unkept("fault.busy", problem="another server uses it") from None
            raise
        self._lock, self._doubtful = lock, False

    def _let_go(self) -> None:
        lock, self._lock = self._lock, None
        if lock is not None:
            with suppress(sa.exc.SQLAlchemyError):  # then it goes with the connection
                lock.execute(sa.select(sa.func.pg_advisory_unlock_all()))
            lock.invalidate()
            lock.close()

    def made(self) -> None:
        """The tables are there; they cannot move away from under us as a file can."""

    def close(self) -> None:
        """Let go of the lock and of all connections."""
        self._let_go()
        self.engine.dispose()

    @contextmanager
    def transaction(self, connection: sa.Connection, deeds: Sequence[Deed] = ()) -> Iterator[None]:
        """All of it is kept, or nothing; of several who serve only by one whom the others believe to be there."""
        with connection.begin():
            if self.member or deeds:
                self._begin(connection, deeds)
            yield

    def _begin(self, connection: sa.Connection, deeds: Sequence[Deed]) -> None:
        """See whether we are there, and run what is to be done, on one way to the database and back."""
        raw: Any = connection.connection.dbapi_connection
        try:
            with raw.pipeline():
                there = raw.execute(_THERE, (self.member,)) if self.member else None
                for statement, values in deeds:
                    raw.execute(_as_named(statement), values)
        except self._failure as error:
            if raw.closed:
                connection.invalidate()
            failed = sa.exc.DBAPIError.instance("", {}, error, self._failure, dialect=self.engine.dialect)
            if isinstance(failed, sa.exc.IntegrityError):
                raise Taken from None
            raise failed from None
        if there is not None and there.fetchone() is None:
            raise Unkept("fault.storage", problem="others have taken over what this process had")

    @contextmanager
    def without_others(self) -> Iterator[bool]:
        """Whether nobody else serves; until the end of it nobody else begins to."""
        assert self._lock is not None
        alone = bool(self._lock.scalar(sa.select(sa.func.pg_try_advisory_lock(LOCK))))
        try:
            yield alone
        finally:
            if alone:
                self._lock.execute(sa.select(sa.func.pg_advisory_unlock(LOCK)))

    def be_ours(self) -> None:
        """Make sure that no other server has the database by now."""
        if self._lock is not None and not self._doubtful:
            return
        with self._claiming:
            try:
                if self._lock is None:
                    raise sa.exc.InvalidRequestError
                self._lock.scalar(sa.select(1))
                self._doubtful = False
            except sa.exc.SQLAlchemyError:
                self.claim()

    def tell(self, connection: sa.Connection, channel: str, what: str) -> None:
        """Have all who listen hear something."""
        connection.execute(sa.select(sa.func.pg_notify(channel, what)))

    def in_haste(self, connection: sa.Connection) -> None:
        """Do not wait until this transaction is on the disk."""
        connection.exec_driver_sql("SET LOCAL synchronous_commit TO off")

    def one_at_a_time(self, connection: sa.Connection, number: int = MAKING) -> None:
        """Let processes that do the same at once do it after each other, until this one ends."""
        connection.execute(sa.select(sa.func.pg_advisory_xact_lock(number)))

    def problem(self, connection: sa.Connection) -> str:
        """It looks after damage by itself."""
        return ""

    def columns(self, connection: sa.Connection) -> set[tuple[str, str]]:
        """Every table with each of its columns, by one question."""
        found = sa.inspect(connection).get_multi_columns()
        return {(table, column["name"]) for (_, table), columns in found.items() for column in columns}

    def keep_copy(self, connection: sa.Connection, found: str | None, version: str) -> None:
        """Have all that is kept there copied before its tables change.

        Steps are not taken below others who serve: these would find what they do not know, and what they play
        after the copy would be missing in it. Whoever begins to serve waits for us first (`one_at_a_time`).
        """
        if self._together:
            with self.without_others() as alone:
                if not alone:
                    raise Unkept("fault.busy", problem="others serve by an earlier version")
        if self.copy is not None and found is not None and self._holds(connection):
            # This connection says nothing for as long as the copy takes.
            connection.exec_driver_sql("SET LOCAL idle_in_transaction_session_timeout TO 0")
            self.copy(self.engine, found)

    def _holds(self, connection: sa.Connection) -> bool:
        """Whether there is anybody, or any game, in tables of whatever version."""
        tables = [sa.table(name, sa.column("id")) for name in ("people", "games")]
        return any(connection.scalar(sa.select(table.c.id).limit(1)) is not None for table in tables)


@contextmanager
def ears(engine: sa.Engine, channel: str, number: int = 0) -> Iterator[Callable[[float], list[str]]]:
    """A connection of one's own by which to hear others; it is asked for what came within some seconds.

    With a number, others see by a lock that whoever has it is still there.
    """
    import psycopg

    beats = {name: str(figure) for name, figure in _BEATS.items()}
    url = engine.url.set(drivername="postgresql").update_query_dict(beats).render_as_string(hide_password=False)
    with psycopg.connect(url, autocommit=True, connect_timeout=SECONDS) as connection:
        if number:
            connection.execute(f"SELECT pg_advisory_lock({WORKER}, {number})")
        connection.execute(f"LISTEN {channel}")
        # The first that comes ends the waiting: nobody shall hear of it later than it was said.
        yield lambda seconds: [each.payload for each in connection.notifies(timeout=seconds, stop_after=1)]
