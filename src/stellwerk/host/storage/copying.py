"""Copies of everything that is kept, made while a server runs, and what such a copy is put back into.

A copy is one SQLite file, whichever database it was made of; so it also carries games from one kind to the other.
"""

from __future__ import annotations

import sqlite3
import tempfile
from pathlib import Path

import sqlalchemy as sa

from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Unkept

from ..settings import Settings
from .data_dir import claim, open_storage
from .earlier import AT_ONCE, copy_of, seal
from .permissions import private_file
from .postgres import Postgres
from .schema import games, metadata, people
from .sqlite_file import copy_file
from .storage import Storage
from .upgrading import VERSION, version_of


def backup(settings: Settings, copy: Path) -> None:
    """A copy of all that a server keeps, as it is this moment; only its owner may read it."""
    if copy.exists():
        raise StellwerkError(f"{copy} is there already; name a file that is not.")
    if not settings.postgres and not settings.file.exists():
        raise StellwerkError(f"There is no {settings.file} (--data).")
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    try:
        if settings.postgres:
            _fetch(settings, part)
        else:
            copy_file(settings.file, part)
        if problem := seal(part, copy):
            raise StellwerkError(
                f"{settings.file} is damaged ({problem}); `stellwerk salvage` reads what is left of it."
            )
    except (OSError, sqlite3.Error) as error:
        raise StellwerkError(f"No copy could be made ({error}).") from None
    finally:
        part.unlink(missing_ok=True)


def restore(settings: Settings, copy: Path, replace: bool = False) -> None:
    """Put a copy back, where nothing is kept yet, or instead of all that is; no server may run there."""
    if not copy.is_file():
        raise StellwerkError(f"There is no {copy}.")
    with claim(settings), tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:
        read = Settings(data=Path(folder))
        try:
            copy_file(copy, read.file)
        except sqlite3.Error as error:
            raise StellwerkError(f"{copy} is damaged, or no copy of Stellwerk's ({error}).") from None
        source = open_storage(read)
        try:
            target = open_storage(settings)
            try:
                if _holds(target) and not replace:
                    raise StellwerkError("Something is kept there already; --replace puts the copy in its place.")
                if _holds(target):
                    _copied(target.engine, _beside(settings))
                _put(source, target)
            finally:
                target.close()
        finally:
            source.close()


def _holds(storage: Storage) -> bool:
    with storage.reading() as connection:
        return any(connection.scalar(sa.select(sa.func.count()).select_from(table)) for table in (people, games))


def _put(source: Storage, target: Storage) -> None:
    """All rows of one database instead of all of another, in one transaction."""
    with source.reading() as old, target.writing() as new:
        for table in reversed(metadata.sorted_tables):
            new.execute(sa.delete(table))
        copy_rows(old, new)
        if isinstance(target.keeper, Postgres):
            _count_on(new)


def _beside(settings: Settings) -> Path:
    """A name for what is replaced."""
    number = 1
    while (found := settings.data / f"stellwerk.before-restore-{number}.sqlite3").exists():
        number += 1
    found.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    return found


def _fetch(settings: Settings, part: Path) -> None:
    """All rows of PostgreSQL in a new file; a server may go on there."""
    keeper = Postgres(settings.postgres, settings.patience)
    try:
        with keeper.engine.connect() as old:
            found = version_of(old)
        if found == VERSION:
            _copied(keeper.engine, part)
        else:
            copy_of(keeper.engine, part, found or "")
    except Unkept:
        raise StellwerkError(f"The database is of version {found}, and this program knows {VERSION}.") from None
    except sa.exc.DBAPIError as error:
        raise StellwerkError(f"The database cannot be read ({str(error.orig).strip()}).") from None
    finally:
        keeper.close()


def _copied(engine: sa.Engine, copy: Path) -> None:
    """All rows of a database, as they are at one moment, in a new file."""
    private_file(copy)
    storage = Storage(f"sqlite:///{copy}")
    try:
        with engine.connect() as old:
            if engine.dialect.name == "postgresql":
                old.execution_options(isolation_level="REPEATABLE READ")
            with storage.writing() as new:
                copy_rows(old, new)
    finally:
        storage.close()


def copy_rows(old: sa.Connection, new: sa.Connection) -> None:
    """All rows of all tables."""
    for table in metadata.sorted_tables:
        with old.execution_options(yield_per=AT_ONCE).execute(sa.select(table)) as rows:
            for some in rows.mappings().partitions():
                try:
                    new.execute(sa.insert(table), [dict(row) for row in some])
                except sa.exc.StatementError as error:
                    if isinstance(error, sa.exc.DBAPIError):
                        raise
                    raise StellwerkError(f"A row of {table.name} is damaged and cannot be copied.") from None


def _count_on(connection: sa.Connection) -> None:
    """Have numbers that PostgreSQL gives by itself go on behind those that came with a copy."""
    for table in metadata.sorted_tables:
        column = table.autoincrement_column
        if column is not None:
            last = sa.select(sa.func.coalesce(sa.func.max(column), 0) + 1).scalar_subquery()
            name = sa.func.pg_get_serial_sequence(table.name, column.name)
            connection.execute(sa.select(sa.func.setval(name, last, False)))
