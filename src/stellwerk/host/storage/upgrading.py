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


def bring_up_to_date(connection: sa.Connection, keep_copy: Callable[[str], None]) -> None:
    """Make tables in an empty database, or take the steps that are due; `keep_copy` is called before the first.

    A database of a newer program is left alone.
    """
    there = set(sa.inspect(connection).get_table_names())
    if not there & set(metadata.tables):
        for statement in _making(connection.dialect.name):
            connection.exec_driver_sql(statement)
        connection.execute(sa.insert(_stamp).values(version_num=VERSION))
        return
    found = version_of(connection) if _stamp.name in there else None
    if found != VERSION:
        _step(connection, found, keep_copy)


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


def _step(connection: sa.Connection, found: str | None, keep_copy: Callable[[str], None]) -> None:
    # Only here, since it takes longer to load than a server that is up to date takes to start.
    from alembic.operations import Operations
    from alembic.runtime.migration import MigrationContext
    from alembic.script import ScriptDirectory

    steps = ScriptDirectory(str(Path(__file__).parent))
    known = {step.revision for step in steps.walk_revisions()}
    if found is not None and found not in known:
        raise Unkept(
            "fault.storage", problem=f"it is of version {found}, and this program knows {VERSION} at most"
        )
    keep_copy(VERSION)

    def due(revision: Any, context: MigrationContext) -> Any:
        return steps._upgrade_revs(VERSION, revision)

    context = MigrationContext.configure(connection, opts={"fn": due, "script": steps})
    with Operations.context(context):
        context.run_migrations()
