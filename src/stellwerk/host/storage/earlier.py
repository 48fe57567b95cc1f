"""A copy of a database of PostgreSQL as it is, before its tables are brought up to date.

It is one SQLite file with the tables of the earlier version, made by the same steps: this program puts it back
(`stellwerk restore`) as well as the earlier one does.
"""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from stellwerk.play.errors import StellwerkError

from ..settings import Settings
from .permissions import private_file, private_folder
from .upgrading import VERSION, make

AT_ONCE = 500
"""Rows that are read and written at a time."""
_log = logging.getLogger(__name__)


def keeping(settings: Settings) -> Callable[[sa.Engine, str], None] | None:
    """What makes a copy before the first step; nothing where whoever starts the server has one."""
    if settings.copied:
        return None

    def keep(engine: sa.Engine, version: str) -> None:
        copy = settings.copy_to or settings.data / f"stellwerk.before-{VERSION}.sqlite3"
        try:
            if settings.copy_to is None:
                private_folder(settings.data)  # a copy of the same name is of a step that came to nothing
            elif copy.exists():
                raise StellwerkError(f"{copy} is there already; name a file that is not (--copy-to).")
            _keep(engine, copy, version)
        except (OSError, sqlite3.Error, sa.exc.SQLAlchemyError) as error:
            raise StellwerkError(
                f"The tables are of an earlier version, and no copy of them could be written to {copy}"
                f" ({str(getattr(error, 'orig', error)).strip()}). Nothing was changed. Name another file"
                " (--copy-to), or say that you have made a copy (--copy-made)."
            ) from None
        _log.warning("the tables are brought up to date; as they were they are kept as %s", copy)

    return keep


def _keep(engine: sa.Engine, copy: Path, version: str) -> None:
    part = copy.with_name(f"{copy.name}.part")
    part.unlink(missing_ok=True)
    try:
        copy_of(engine, part, version)
        if problem := seal(part, copy):
            raise sqlite3.DatabaseError(problem)
    finally:
        part.unlink(missing_ok=True)


def seal(part: Path, copy: Path) -> str:
    """Have a file that was written to its end be the copy, in one piece, if it is sound; or what is not."""
    with closing(sqlite3.connect(part)) as made:
        found = made.execute("PRAGMA quick_check(1)").fetchone()[0]
        made.execute("PRAGMA journal_mode=DELETE")  # one file, and none beside it
    if found != "ok":
        return str(found)
    part.rename(copy)
    return ""


def copy_of(engine: sa.Engine, file: Path, version: str) -> None:
    """All rows of a database of some version, as they are at one moment, in a new file."""
    private_file(file)
    target = sa.create_engine(f"sqlite:///{file}")
    try:
        with engine.connect() as old, target.begin() as new:
            old.execution_options(isolation_level="REPEATABLE READ")
            names = make(new, version)
            there = sa.inspect(new)
            for name in names:
                columns: list[sa.ColumnClause[Any]] = [
                    sa.column(column["name"]) for column in there.get_columns(name)
                ]
                table = sa.table(name, *columns)  # without kinds: cells go over as they are
                with old.execution_options(yield_per=AT_ONCE).execute(sa.select(table)) as rows:
                    for some in rows.mappings().partitions():
                        new.execute(sa.insert(table), [dict(row) for row in some])
    finally:
        target.dispose()
