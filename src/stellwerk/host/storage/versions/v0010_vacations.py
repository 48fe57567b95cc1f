"""Vacations one by one, since each of them stops clocks for as long as it lasted.

Revision ID: 0010
Revises: 0009
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0010", "0009"


def upgrade() -> None:
    """The same table with a row a vacation; the one that was kept of each person stays."""
    old = sa.table("vacations", *map(sa.column, ("person", "start", "until")))
    kept = op.get_bind().execute(sa.select(old.c.person, old.c.start, old.c.until)).all()
    op.drop_table("vacations")
    new = op.create_table(
        "vacations",
        sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("start", sa.Float, primary_key=True, autoincrement=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    if kept:
        op.bulk_insert(new, [dict(row._mapping) for row in kept])
