"""Links for lost passwords, accounts that look after the place, wishes of tables, profiles, tournaments.

Revision ID: 0008
Revises: 0007
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0008", "0007"


def _person(name: str = "person", key: bool = False, needed: bool = True, found: bool = False) -> sa.Column[int]:
    people = sa.ForeignKey("people.id")
    return sa.Column(name, sa.Integer, people, primary_key=key, nullable=not (key or needed), index=found or None)


def _game(name: str = "game") -> sa.Column[str]:
    return sa.Column(name, sa.String, sa.ForeignKey("games.id"), primary_key=True)


def _tournament(key: bool) -> sa.Column[str]:
    theirs = sa.ForeignKey("tournaments.id")
    return sa.Column("tournament", sa.String, theirs, primary_key=key, nullable=False, index=not key or None)


def upgrade() -> None:
    """Tables of their own, and what else somebody wants to be told of."""
    op.create_table(
        "recoveries",
        sa.Column("digest", sa.String, primary_key=True),
        _person(found=True),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table("operators", _person(key=True), sa.Column("since", sa.Float, nullable=False))
    op.create_table(
        "profiles",
        _person(key=True),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("rated", sa.Float),
        sa.Column("words", sa.String, nullable=False),
    )
    op.create_table(
        "wishes",
        _game(),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("level", sa.String, nullable=False),
    )
    op.create_table(
        "tournaments",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        _person("owner", needed=False, found=True),
        sa.Column("title", sa.String, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("begun", sa.Float),
    )
    op.create_table("tournament_people", _tournament(key=True), _person(key=True, found=True))
    op.create_table(
        "tournament_games",
        _game(),
        _tournament(key=False),
        sa.Column("round", sa.Integer, nullable=False),
    )
    op.add_column("notices", sa.Column("asks", sa.Boolean, nullable=False, server_default=sa.true()))
    op.add_column("notices", sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.true()))
