"""What people ask of each other at a table, and games that go on from another one's position.

Revision ID: 0005
Revises: 0004
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0005", "0004"


def upgrade() -> None:
    """Two tables of their own."""
    op.create_table(
        "asks",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "branches",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("move", sa.Integer, nullable=False),
        sa.Column("person", sa.Integer, nullable=False),
    )
