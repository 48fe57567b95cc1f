"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

from .cells import Json

metadata = sa.MetaData()
meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("value", sa.String, nullable=False),
)
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float),
)
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)
games = sa.Table(
    "games",
    metadata,
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
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("person", sa.ForeignKey("people.id"), index=True),
    sa.Column("level", sa.String, nullable=False, server_default=""),
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
turns = sa.Table(
    "turns",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("waiting", Json, nullable=False),
)
views = sa.Table(
    "views",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("language", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("waiting", Json, nullable=False),
    sa.Column("edition", sa.String, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
lessons = sa.Table(
    "lessons",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
)
drawn_orders = sa.Table(  # games whose order of play is by lot: drawn when play began, or to be drawn then
    "drawn_orders",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
)

removed = sa.Table(
    "removed",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
)
