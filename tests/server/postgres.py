"""A PostgreSQL of the tests' own: in a folder that goes away, with a socket in it, so that it takes no port."""

from __future__ import annotations

import os
import shutil
import signal
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.host.storage.upgrading import make

PLACES = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
HASTE = ("fsync=off", "full_page_writes=off", "listen_addresses=", "log_min_messages=log")


def _program(name: str) -> str:
    found = shutil.which(name, path=os.pathsep.join([*map(str, PLACES), os.environ.get("PATH", "")]))
    if found is None:
        pytest.skip("PostgreSQL is not here (Debian: apt-get install postgresql): nothing is tested with it")
    return found


class Cluster:
    """A PostgreSQL that can be ended and started."""

    def __init__(self, folder: Path, options: tuple[str, ...]) -> None:
        self.folder, self.user = folder, "postgres" if os.geteuid() == 0 else None
        self._options = [part for option in options for part in ("-c", option)]
        self._run: subprocess.Popen[str] | None = None
        self.url = f"postgresql://stellwerk@/postgres?host={folder}"

    def lay_out(self) -> None:
        """Make the files. PostgreSQL does not run as root: then its own user has it."""
        if self.user:
            try:
                shutil.chown(self.folder, "postgres", "postgres")
            except LookupError:
                pytest.skip("there is no user postgres, and PostgreSQL does not run as root")
        data = self.folder / "data"
        made = [_program("initdb"), "-D", data, "-U", "stellwerk", "-A", "trust", "-E", "UTF8", "--locale=C", "-N"]
        self._as_user(subprocess.run, made, check=True, capture_output=True, timeout=120)

    def _as_user(self, call: Callable[..., Any], command: list[Any], **values: Any) -> Any:
        return call(command, user=self.user, group=self.user, cwd=self.folder, **values)

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        started = [_program("postgres"), "-D", self.folder / "data", *self._options]
        run = self._run = self._as_user(subprocess.Popen, started, stderr=subprocess.PIPE, text=True)
        assert run.stderr is not None
        said: list[str] = []
        for line in iter(run.stderr.readline, ""):
            said.append(line)
            if "ready to accept connections" in line:
                break
        assert run.poll() is None, "".join(said)

    def kill(self, how: signal.Signals = signal.SIGKILL) -> None:
        """End it at once, and wait until all of its processes are gone."""
        run, self._run = self._run, None
        if run is not None:
            run.send_signal(how)
            run.wait()
            assert run.stderr is not None
            run.stderr.read()  # the others have it open as long as they are there
            run.stderr.close()


@contextmanager
def cluster(fsync: bool = False, connections: int = 60) -> Iterator[Cluster]:
    """A PostgreSQL with an empty database; `fsync` as one that is not for tests."""
    folder = Path(tempfile.mkdtemp(prefix="stellwerk-postgres-"))
    haste = HASTE if not fsync else tuple(option for option in HASTE if "=off" not in option)
    made = Cluster(folder, (*haste, f"max_connections={connections}", f"unix_socket_directories={folder}"))
    try:
        made.lay_out()
        made.start()
        try:
            yield made
        finally:
            made.kill(signal.SIGQUIT)  # at once
    finally:
        shutil.rmtree(folder)


@contextmanager
def postgres() -> Iterator[str]:
    """The URL of an empty database."""
    with cluster() as made:
        yield made.url


def empty(url: str) -> None:
    """Nothing is kept there any more."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("DROP SCHEMA public CASCADE")
        connection.exec_driver_sql("CREATE SCHEMA public")
    engine.dispose()


def put(url: str, file: Path, version: str) -> None:
    """The tables of an earlier version in an empty database, with all rows of an SQLite file of that version."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with closing(sqlite3.connect(file)) as old, engine.begin() as new:
        make(new, version)
        tables = sa.MetaData()
        tables.reflect(new)
        for table in tables.sorted_tables:
            if table.name != "alembic_version":
                names = [column.name for column in table.columns]
                rows = old.execute(f"SELECT {', '.join(names)} FROM {table.name}").fetchall()
                if rows:
                    new.execute(sa.insert(table), [dict(zip(names, row, strict=True)) for row in rows])
            counted = table.autoincrement_column
            if counted is not None and counted.server_default is not None:
                last = f"(SELECT coalesce(max({counted.name}), 0) + 1 FROM {table.name})"
                new.exec_driver_sql(
                    f"SELECT setval(pg_get_serial_sequence('{table.name}', '{counted.name}'), {last}, false)"
                )
    engine.dispose()
