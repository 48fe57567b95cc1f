"""What people leave at a table beside their moves: tables of the database, read by modules of their own."""

from __future__ import annotations

import sqlalchemy as sa

from ..schema import metadata

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

talk = sa.Table(  # what people say; who they are is theirs to forget, so that no row of people is needed
    "talk",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("room", sa.String, nullable=False),
    sa.Column("person", sa.Integer, nullable=False),
    sa.Column("seat", sa.Integer),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("body", sa.String, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
mutes = sa.Table(  # whom somebody does not want to hear at a table
    "mutes",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("other", sa.Integer, primary_key=True, autoincrement=False),
)
notes = sa.Table(  # what somebody has written down beside the board; it goes with the seat
    "notes",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("place", sa.String, primary_key=True),
    sa.Column("body", sa.String, nullable=False),
)

asks = sa.Table(  # what somebody asks of the others at a table
    "asks",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
branches = sa.Table(  # games that somebody plays on from a position of another one
    "branches",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("source", sa.String, nullable=False),
    sa.Column("move", sa.Integer, nullable=False),
    sa.Column("person", sa.Integer, nullable=False),
)

clocks = sa.Table(  # games with a clock: what was agreed, when play began, and when somebody's time is up
    "clocks",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("terms", sa.LargeBinary, nullable=False),
    sa.Column("began", sa.Float),
    sa.Column("due", sa.Float, index=True),
)
vacations = sa.Table(  # people who are or were away; who is away twice at once is so only once
    "vacations",
    metadata,
    sa.Column("person", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("start", sa.Float, primary_key=True, autoincrement=False),
    sa.Column("until", sa.Float, nullable=False),
)

BESIDE_A_GAME = (program_moves, programs, talk, mutes, notes, asks, branches, clocks)
"""What goes with a game."""
