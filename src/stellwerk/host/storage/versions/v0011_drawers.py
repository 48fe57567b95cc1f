"""Which processes serve, on which machines, and who holds which games.

Revision ID: 0011
Revises: 0010
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0011", "0010"


def upgrade() -> None:
    """Tables of their own."""
    op.create_table(
        "serving",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("socket", sa.String, nullable=False),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("until", sa.Float, nullable=False),
    )
    op.create_table(
        "drawers",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("holder", sa.String, nullable=False),
    )
