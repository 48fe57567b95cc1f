"""Tables of earlier versions brought up to date, in one transaction and after a copy was made.

A new table or column stands in `schema.py`, in a step under `versions`, and raises `VERSION`. An empty database
gets today's tables at once; a test holds both ways against each other.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from stellwerk.view.faults import Unkept

from .schema import metadata

VERSION = "0012"
"""The last step."""
_stamp = sa.Table("alembic_version", sa.MetaData(), sa.Column("version_num", sa.String(32), primary_key=True))


def bring_up_to_date(
    connection: sa.Connection, keep_copy: Callable[[sa.Connection, str | None, str], None]
) -> None:
    """Make tables in an empty database, or take the steps that are due; `keep_copy` is called before the first,
    with the version there is and the one there will be.

    A database of a newer program is left alone.
    """
    there = set(sa.inspect(connection).get_table_names())
    if not there & set(metadata.tables):
        make(connection, VERSION)
        return
    found = version_of(connection) if _stamp.name in there else None
    if found != VERSION:
        _known(found)
        keep_copy(connection, found, VERSION)
        _step(connection, VERSION)


def make(connection: sa.Connection, version: str) -> list[str]:
    """The tables of a version in an empty database; which ones."""
    if version == VERSION:
        for statement in _making(connection.dialect.name):
            connection.exec_driver_sql(statement)
        connection.execute(sa.insert(_stamp).values(version_num=VERSION))
    else:
        _known(version)
        _step(connection, version)
    return [table for table in sa.inspect(connection).get_table_names() if table != _stamp.name]


@cache
def _making(dialect: str) -> tuple[str, ...]:
    """What makes today's tables; worked out once, as servers of a test are made by the hundred."""
    made: list[str] = []

    def keep(statement: Any, *_: Any) -> None:
        made.append(str(statement.compile(dialect=engine.dialect)))

    engine = sa.create_mock_engine(f"{dialect}://", keep)
    metadata.create_all(engine, checkfirst=False)
    _stamp.create(engine, checkfirst=False)
    return tuple(made)


def version_of(connection: sa.Connection) -> str | None:
    """The version of the tables."""
    return connection.scalar(sa.select(_stamp.c.version_num))


# Alembic is looked for only here: it takes longer to load than a server that is up to date takes to start.


def _steps() -> Any:
    from alembic.script import ScriptDirectory

    return ScriptDirectory(str(Path(__file__).parent))


def _known(version: str | None) -> None:
    """Refuse a version of which there is no step."""
    if version is not None and version not in {step.revision for step in _steps().walk_revisions()}:
        raise Unkept(
            "fault.storage", problem=f"it is of version {version}, and this program knows {VERSION} at most"
        )


def _step(connection: sa.Connection, until: str) -> None:
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext

    steps = _steps()

    def due(revision: Any, context: MigrationContext) -> Any:
        return steps._upgrade_revs(until, revision)

    context = MigrationContext.configure(connection, opts={"fn": due, "script": steps})
    with Operations.context(context):
        context.run_migrations()
