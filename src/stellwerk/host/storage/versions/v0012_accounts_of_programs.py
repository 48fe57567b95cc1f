"""Accounts that programs play by, tables for people only, and browsers that came in to an account before.

Revision ID: 0012
Revises: 0011
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0012", "0011"


def _mark(name: str) -> sa.Column[bool]:
    return sa.Column(name, sa.Boolean, nullable=False, server_default=sa.false())


def upgrade() -> None:
    """What there is belongs to people until somebody says otherwise."""
    op.add_column("accounts", _mark("program"))
    op.add_column("seats", _mark("program"))
    op.add_column("wishes", _mark("people"))
    op.create_table(
        "familiar",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("created", sa.Float, nullable=False),
    )
