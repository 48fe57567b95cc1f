"""How people want to see things, passkeys, and browsers that are told of a turn.

Revision ID: 0007
Revises: 0006
"""

import sqlalchemy as sa
from alembic import op

revision, down_revision = "0007", "0006"


def upgrade() -> None:
    """Four tables of their own."""
    op.create_table(
        "looks",
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), primary_key=True),
        sa.Column("chosen", sa.String, nullable=False),
    )
    op.create_table(
        "passkeys",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("public", sa.LargeBinary, nullable=False),
        sa.Column("uses", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
    op.create_table(
        "challenges",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("person", sa.Integer),
        sa.Column("until", sa.Float, nullable=False, index=True),
    )
    op.create_table(
        "pushes",
        sa.Column("digest", sa.String, primary_key=True),
        sa.Column("person", sa.Integer, sa.ForeignKey("people.id"), nullable=False, index=True),
        sa.Column("address", sa.String, nullable=False),
        sa.Column("public", sa.String, nullable=False),
        sa.Column("auth", sa.String, nullable=False),
        sa.Column("label", sa.String, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
    )
