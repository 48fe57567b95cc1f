"""What people leave at a table beside their moves: tables of the database, read by modules of their own."""

from __future__ import annotations

import sqlalchemy as sa

from .schema import metadata

programs = sa.Table(
    "programs",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("since", sa.Integer, nullable=False),
    sa.Column("ended", sa.LargeBinary),
)
program_moves = sa.Table(  # entries of the log that a program made
    "program_moves",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("program", sa.Integer, nullable=False),
)

BESIDE_A_GAME = (program_moves, programs)
"""What goes with a game."""
