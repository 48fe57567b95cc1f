"""The tables of files that had no version yet: whatever of them is missing is made.

Revision ID: 0001
Revises:
"""

import sqlalchemy as sa
from alembic import op

from stellwerk.host.storage.cells import Json

revision, down_revision = "0001", None


def _game() -> sa.Column[str]:
    return sa.Column("game", sa.ForeignKey("games.id"), primary_key=True)


def upgrade() -> None:
    """Make what is missing; no file of then has a column too many."""
    tables = sa.MetaData()
    sa.Table(
        "meta",
        tables,
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("value", sa.String, nullable=False),
    )
    sa.Table(
        "people",
        tables,
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float),
    )
    sa.Table(
        "keys",
        tables,
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
    sa.Table(
        "games",
        tables,
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("rules", sa.Integer, nullable=False),
        sa.Column("options", Json, nullable=False),
        sa.Column("seed", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("owner", sa.ForeignKey("people.id")),
        sa.Column("status", sa.String, nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("result", Json),
    )
    sa.Table(
        "seats",
        tables,
        _game(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("person", sa.ForeignKey("people.id"), index=True),
        sa.Column("level", sa.String, nullable=False, server_default=""),
    )
    sa.Table(
        "log",
        tables,
        _game(),
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("at", sa.Float, nullable=False),
    )
    sa.Table("turns", tables, _game(), sa.Column("waiting", Json, nullable=False))
    sa.Table(
        "views",
        tables,
        _game(),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("language", sa.String, primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("waiting", Json, nullable=False),
        sa.Column("edition", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    sa.Table("lessons", tables, _game())
    sa.Table("drawn_orders", tables, _game())
    sa.Table("removed", tables, _game(), sa.Column("person", sa.ForeignKey("people.id"), primary_key=True))
    connection = op.get_bind()
    there = sa.inspect(connection)
    if there.has_table("people") and "seen" not in {column["name"] for column in there.get_columns("people")}:
        op.add_column("people", sa.Column("seen", sa.Float))
    tables.create_all(connection)
