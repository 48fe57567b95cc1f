"""What people decide beforehand.

Revision ID: 0002
Revises: 0001
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0002", "0001"


def upgrade() -> None:
    """Two tables of their own."""
    op.create_table(
        "programs",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("since", sa.Integer, nullable=False),
        sa.Column("ended", sa.LargeBinary),
    )
    op.create_table(
        "program_moves",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("program", sa.Integer, nullable=False),
    )
