"""Accounts and what goes with them: kinds of keys, blocks, reports, notices, an operator's log, unlisted tables.

Revision ID: 0004
Revises: 0003
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0004", "0003"


def _id() -> sa.Column[int]:
    return sa.Column("id", sa.Integer, primary_key=True)


def _person(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, sa.ForeignKey("people.id"), primary_key=True)


def _text(name: str, default: str | None = None) -> sa.Column[str]:
    return sa.Column(name, sa.String, nullable=False, server_default=default)


def _moment(name: str) -> sa.Column[float]:
    return sa.Column(name, sa.Float, nullable=False)


def upgrade() -> None:
    """From guests alone."""
    op.add_column("keys", _text("kind", "session"))
    op.add_column("keys", _text("label", ""))
    op.add_column("keys", _text("scopes", ""))
    op.add_column("games", _text("access", "listed"))
    op.create_table(
        "accounts",
        _person("person"),
        _text("name"),
        sa.Column("likeness", sa.String, nullable=False, unique=True),
        _text("password"),
        sa.Column("email", sa.String),
        _moment("created"),
        sa.Column("suspended", sa.Float),
    )
    op.create_table("blocks", _person("person"), _person("blocked"))
    op.create_table(
        "reports",
        _id(),
        _moment("at"),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("about", sa.Integer, sa.ForeignKey("people.id")),
        _text("game"),
        _text("words"),
        sa.Column("closed", sa.Float),
    )
    op.create_table(
        "audit", _id(), _moment("at"), _text("operator"), _text("what"), _text("about"), _text("why", "")
    )
    op.create_table("announcements", _id(), _moment("at"), _moment("until"), _text("de"), _text("en"))
    op.create_table(
        "notices",
        _person("person"),
        sa.Column("email", sa.Boolean, nullable=False),
        _text("webhook"),
        _text("language"),
        _moment("sent"),
    )
