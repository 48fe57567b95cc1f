"""The tables of the database."""

from __future__ import annotations

import sqlalchemy as sa

from .cells import Json

metadata = sa.MetaData()
meta = sa.Table(
    "meta",
    metadata,
    sa.Column("key", sa.String, primary_key=True),
    sa.Column("value", sa.String, nullable=False),
)
people = sa.Table(
    "people",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("seen", sa.Float),
)
keys = sa.Table(
    "keys",
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("kind", sa.String, nullable=False, server_default="session"),  # or a link, or a token of a program
    sa.Column("label", sa.String, nullable=False, server_default=""),
    sa.Column("scopes", sa.String, nullable=False, server_default=""),  # what it opens; empty is everything
)
accounts = sa.Table(  # people who have a name of their own and a password
    "accounts",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("likeness", sa.String, nullable=False, unique=True),  # the same for all names that look alike
    sa.Column("password", sa.String, nullable=False),
    sa.Column("email", sa.String),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("suspended", sa.Float),
    sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()),  # not a person plays by it
)
familiar = sa.Table(  # browsers that came in to an account before, by what each of them proves it with, as digests
    "familiar",
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
)
recoveries = sa.Table(  # links of letters to those who have lost their password, as digests
    "recoveries",
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
operators = sa.Table(  # accounts that look after the place, by a page of their own
    "operators",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("since", sa.Float, nullable=False),
)
profiles = sa.Table(  # what somebody shows of themselves, and since when they want to be rated
    "profiles",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("shown", sa.Boolean, nullable=False),
    sa.Column("rated", sa.Float),
    sa.Column("words", sa.String, nullable=False),
)
blocks = sa.Table(  # people with whom somebody does not want to play
    "blocks",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("blocked", sa.ForeignKey("people.id"), primary_key=True),
)
reports = sa.Table(
    "reports",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("about", sa.ForeignKey("people.id")),
    sa.Column("game", sa.String, nullable=False),
    sa.Column("words", sa.String, nullable=False),
    sa.Column("closed", sa.Float),
)
audit = sa.Table(  # what operators did, and what a running server must hear of
    "audit",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("operator", sa.String, nullable=False),
    sa.Column("what", sa.String, nullable=False),
    sa.Column("about", sa.String, nullable=False),
    sa.Column("why", sa.String, nullable=False, server_default=""),
)
announcements = sa.Table(
    "announcements",
    metadata,
    sa.Column("id", sa.Integer, primary_key=True),
    sa.Column("at", sa.Float, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
    sa.Column("de", sa.String, nullable=False),
    sa.Column("en", sa.String, nullable=False),
)
notices = sa.Table(  # where somebody wants to be told that it is their turn
    "notices",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("email", sa.Boolean, nullable=False),
    sa.Column("webhook", sa.String, nullable=False),
    sa.Column("language", sa.String, nullable=False),
    sa.Column("sent", sa.Float, nullable=False),
    sa.Column("asks", sa.Boolean, nullable=False, server_default=sa.true()),
    sa.Column("talk", sa.Boolean, nullable=False, server_default=sa.true()),
)
looks = sa.Table(  # how somebody who has an account wants to see boards and tables
    "looks",
    metadata,
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
    sa.Column("chosen", sa.String, nullable=False),
)
passkeys = sa.Table(  # what proves who somebody is instead of a password
    "passkeys",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("public", sa.LargeBinary, nullable=False),
    sa.Column("uses", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
    sa.Column("label", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
challenges = sa.Table(  # what a passkey must answer, once and soon
    "challenges",
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.Integer),
    sa.Column("until", sa.Float, nullable=False, index=True),
)
pushes = sa.Table(  # browsers that want to be told of somebody's turn
    "pushes",
    metadata,
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), nullable=False, index=True),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("public", sa.String, nullable=False),
    sa.Column("auth", sa.String, nullable=False),
    sa.Column("label", sa.String, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", Json, nullable=False),
    sa.Column("seed", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
    sa.Column("owner", sa.ForeignKey("people.id")),
    sa.Column("status", sa.String, nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("result", Json),
    sa.Column("access", sa.String, nullable=False, server_default="listed"),
)
seats = sa.Table(
    "seats",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("kind", sa.String, nullable=False),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("person", sa.ForeignKey("people.id"), index=True),
    sa.Column("level", sa.String, nullable=False, server_default=""),
    sa.Column("program", sa.Boolean, nullable=False, server_default=sa.false()),  # as it was when the game ended
)
log = sa.Table(
    "log",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("at", sa.Float, nullable=False),
)
turns = sa.Table(
    "turns",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("waiting", Json, nullable=False),
)
views = sa.Table(
    "views",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("language", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("waiting", Json, nullable=False),
    sa.Column("edition", sa.String, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
)
lessons = sa.Table(
    "lessons",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
)
drawn_orders = sa.Table(  # games whose order of play is by lot: drawn when play began, or to be drawn then
    "drawn_orders",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
)

removed = sa.Table(
    "removed",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
)
wishes = sa.Table(  # how fast and how well somebody wants a table to play that waits for people
    "wishes",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("pace", sa.String, nullable=False),
    sa.Column("level", sa.String, nullable=False),
    sa.Column("people", sa.Boolean, nullable=False, server_default=sa.false()),  # no programs
)
tournaments = sa.Table(
    "tournaments",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("owner", sa.ForeignKey("people.id"), index=True),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("body", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("begun", sa.Float),
)
tournament_people = sa.Table(
    "tournament_people",
    metadata,
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True, index=True),
)
tournament_games = sa.Table(
    "tournament_games",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("tournament", sa.ForeignKey("tournaments.id"), nullable=False, index=True),
    sa.Column("round", sa.Integer, nullable=False),
)
resigned = sa.Table(  # whoever has let a bot play on in their seat, which they do not rise by
    "resigned",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True, index=True),
    sa.Column("seat", sa.Integer, nullable=False),
)
questions = sa.Table(  # what bots are to think about, asked by whoever serves and answered by whoever thinks
    "questions",
    metadata,
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
serving = sa.Table(  # processes that serve together, on one machine or several, and until when each is believed to
    "serving",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("name", sa.String, nullable=False),
    sa.Column("socket", sa.String, nullable=False),
    sa.Column("address", sa.String, nullable=False),
    sa.Column("until", sa.Float, nullable=False),
)
drawers = sa.Table(  # which of them has which games
    "drawers",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("holder", sa.String, nullable=False),
)
