"""What bots are to think about, wherever they think, and who has let a bot play on.

Revision ID: 0009
Revises: 0008
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0009", "0008"


def upgrade() -> None:
    """Tables of their own."""
    op.create_table(
        "resigned",
        sa.Column("game", sa.String, sa.ForeignKey("games.id"), primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True, index=True),
        sa.Column("seat", sa.Integer, nullable=False),
    )
    op.create_table(
        "questions",
        sa.Column("id", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("game", sa.String, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("level", sa.String, nullable=False),
        sa.Column("at", sa.Float, nullable=False, index=True),
        sa.Column("taken", sa.Float),
        sa.Column("worker", sa.Integer),
        sa.Column("answer", sa.LargeBinary),
    )
