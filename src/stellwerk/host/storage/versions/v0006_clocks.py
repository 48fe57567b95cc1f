"""Clocks of games, and people who are away.

Revision ID: 0006
Revises: 0005
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0006", "0005"


def upgrade() -> None:
    """Two tables of their own."""
    op.create_table(
        "clocks",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("terms", sa.LargeBinary, nullable=False),
        sa.Column("began", sa.Float),
        sa.Column("due", sa.Float, index=True),
    )
    op.create_table(
        "vacations",
        sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("start", sa.Float, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
        sa.Column("year", sa.Integer, nullable=False),
        sa.Column("used", sa.Float, nullable=False),
    )
