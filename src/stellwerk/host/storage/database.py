"""What is kept: people, games, seats, and the append-only log of every game, in SQLite.

The engine is synchronous and called from threads. SQLite writes ahead (`WAL`) and flushes every commit
(`synchronous=FULL`); a transaction that will write says so from its start (`BEGIN IMMEDIATE`).
"""

from __future__ import annotations

import logging
import os
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from stellwerk.view.faults import Fault, Unkept

from .cells import Damaged, Json
from .page_cache import KeptView
from .storage_errors import told

_log = logging.getLogger(__name__)

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
)
games = sa.Table(
    "games",
    metadata,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("title", sa.String, nullable=False),
    sa.Column("rules", sa.Integer, nullable=False),
    sa.Column("options", Json, nullable=False),
    sa.Column("seed", sa.Integer, nullable=False),
    sa.Column("owner", sa.ForeignKey("people.id")),
    sa.Column("status", sa.String, nullable=False, index=True),
    sa.Column("created", sa.Float, nullable=False),
    sa.Column("changed", sa.Float, nullable=False),
    sa.Column("result", Json),
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

DAMAGE = "fault.damaged"
removed = sa.Table(
    "removed",
    metadata,
    sa.Column("game", sa.ForeignKey("games.id"), primary_key=True),
    sa.Column("person", sa.ForeignKey("people.id"), primary_key=True),
)
LISTED = 500
"""Games that are looked through for a list."""
ADDED = (people.c.seen,)
"""Columns that files of earlier versions do not have yet."""

OPEN, RUNNING, FINISHED = "open", "running", "finished"
PERSON, BOT, FREE = "person", "bot", "free"


class Seat(Struct, frozen=True):
    """A place at the table: a person's, a bot's, or free."""

    seat: int
    kind: str
    name: str
    person: int | None = None
    level: str = ""


class GameRow(Struct, frozen=True):
    """A game as it is listed."""

    id: str
    title: str
    rules: int
    options: dict[str, Any]
    seed: int
    owner: int | None
    status: str
    created: float
    changed: float
    result: list[int] | None
    seats: tuple[Seat, ...] = ()
    waiting: tuple[int, ...] = ()
    """Seats that the game waits for, so that a list of games tells without looking into each."""
    drawn: bool = False
    """Whether the order of play is by lot; while the game is open it has yet to be drawn."""


class Person(Struct, frozen=True):
    """Somebody who plays."""

    id: int
    name: str


class Standing(Struct, frozen=True):
    """What somebody has that is not finished: games laid out, tables and places that wait, seats, and bots."""

    games: int
    tables: int
    places: int
    seats: int
    bots: int


class Taken(Exception):
    """A log number that is in use already: somebody else was faster."""


class Storage:
    """Everything that survives a restart."""

    def __init__(self, url: str, patience: float = 5.0) -> None:
        """`patience` is how many seconds a write waits for one of another program."""
        self.patience = patience
        self.engine = sa.create_engine(url)
        self._writing = threading.Lock()
        self.in_use = False
        """Whether visitors come already; before that, whoever starts the server is told what is wrong."""
        self._damage = ""
        self._file: tuple[int, int] | None = None
        sa.event.listen(self.engine, "connect", self._prepare)
        with self.writing() as connection:
            _add_columns(connection)
            metadata.create_all(connection)
        self._file = self._identity()

    def _prepare(self, connection: Any, record: Any) -> None:
        """Settings of every connection; transactions begin where we say so."""
        connection.isolation_level = None
        connection.text_factory = _legible
        cursor = connection.cursor()
        cursor.execute(f"PRAGMA busy_timeout={round(self.patience * 1000)}")
        cursor.execute("PRAGMA journal_mode=WAL")
        cursor.execute("PRAGMA synchronous=FULL")
        cursor.execute("PRAGMA foreign_keys=ON")
        cursor.close()

    def close(self) -> None:
        """Let go of the file."""
        self.engine.dispose()

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """A transaction that writes: all of it is kept, or nothing.

        Threads wait in line, as SQLite would let them sleep and try again.
        """
        with self._told(), self._writing, self.engine.connect() as connection:
            self._be_sound()
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            try:
                yield connection
                connection.exec_driver_sql("COMMIT")
            except BaseException:
                _roll_back(connection)
                raise

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """A look at what is there."""
        with self._told(), self.engine.connect() as connection:
            yield connection

    @contextmanager
    def _told(self) -> Iterator[None]:
        """Whatever SQLite could not do is a fault with a sentence; of damage it is remembered."""
        try:
            yield
        except (sa.exc.DBAPIError, sqlite3.Error, OverflowError, UnicodeEncodeError) as error:
            fault: Fault = told(error)
            if fault.key == DAMAGE:
                self._note_damage(fault.values["problem"])
            raise fault from None

    def _note_damage(self, problem: str) -> None:
        if self.in_use and not self._damage:
            _log.error("the database is damaged and takes no more changes, put a backup in its place: %s", problem)
        self._damage = problem

    def _be_sound(self) -> None:
        """Write nothing more into a file that is damaged, or that is no longer where it was."""
        if self._damage:
            raise Unkept(DAMAGE, problem=self._damage)
        if self._file and self._file != self._identity():
            raise Unkept("fault.storage", problem="the file was removed or replaced while the server was running")

    def _identity(self) -> tuple[int, int] | None:
        """Which file it is, whatever its name."""
        try:
            found = os.stat(self.engine.url.database or "")
        except OSError:
            return None
        return found.st_dev, found.st_ino

    def check(self) -> None:
        """Look through the file for damage, which may lie where nothing is read for a long time."""
        with self.reading() as connection:
            found = connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
            lacking = _lacking(connection)
        if found != "ok" or lacking:
            self._note_damage(problem := lacking if found == "ok" else found)
            raise Unkept(DAMAGE, problem=problem)

    def secret(self) -> bytes:
        """The server's own secret, made once."""
        with self.writing() as connection:
            found = connection.scalar(sa.select(meta.c.value).where(meta.c.key == "secret"))
            if found is None:
                found = secrets.token_hex(32)
                connection.execute(sa.insert(meta).values(key="secret", value=found))
        return bytes.fromhex(found)

    # People -------------------------------------------------------------------------------------------------

    def person_with(self, digest: str) -> Person | None:
        """Who holds a key."""
        query = sa.select(people.c.id, people.c.name).join(keys, keys.c.person == people.c.id)
        with self.reading() as connection:
            row = connection.execute(query.where(keys.c.digest == digest)).first()
        return Person(*row) if row else None

    def add_person(self, name: str, digest: str) -> Person:
        """A new person with a first key, or who has come in by it meanwhile."""
        now = time.time()
        with self.writing() as connection:
            query = sa.select(people.c.id, people.c.name).join(keys, keys.c.person == people.c.id)
            known = connection.execute(query.where(keys.c.digest == digest)).first()
            if known:
                return Person(*known)
            made = connection.execute(sa.insert(people).values(name=name, created=now).returning(people.c.id))
            id_: int = made.scalar_one()
            connection.execute(sa.insert(keys).values(digest=digest, person=id_, created=now))
        return Person(id_, name)

    def add_key(self, person: int, digest: str) -> None:
        """One more key for a person."""
        with self.writing() as connection:
            connection.execute(sa.insert(keys).values(digest=digest, person=person, created=time.time()))

    def replace_keys(self, person: int, digest: str) -> None:
        """One key for a person instead of all there were."""
        with self.writing() as connection:
            connection.execute(sa.delete(keys).where(keys.c.person == person))
            connection.execute(sa.insert(keys).values(digest=digest, person=person, created=time.time()))

    def rename(self, person: int, name: str) -> None:
        """A new nickname, for games to come."""
        with self.writing() as connection:
            connection.execute(sa.update(people).where(people.c.id == person).values(name=name))

    # Games --------------------------------------------------------------------------------------------------

    def add_game(self, row: GameRow, entries: Sequence[bytes] = (), lesson: bool = False) -> None:
        """A new game with its seats, perhaps with a past, perhaps one that is played as a lesson."""
        values = {name: getattr(row, name) for name in games.c.keys()}  # noqa: SIM118  # a collection, no dict
        with self.writing() as connection:
            connection.execute(sa.insert(games).values(values))
            connection.execute(sa.insert(seats), [_seat_values(row.id, seat) for seat in row.seats])
            if entries:
                rows = [
                    {"game": row.id, "number": number, "body": body, "at": row.created}
                    for number, body in enumerate(entries, 1)
                ]
                connection.execute(sa.insert(log), rows)
            if row.drawn:
                connection.execute(sa.insert(drawn_orders).values(game=row.id))
            if lesson:
                connection.execute(sa.insert(lessons).values(game=row.id))

    def is_lesson(self, id_: str) -> bool:
        """Whether a game is played as a lesson."""
        with self.reading() as connection:
            return connection.scalar(sa.select(lessons.c.game).where(lessons.c.game == id_)) is not None

    def end_lesson(self, id_: str) -> None:
        """Let a game be one like any other; pages kept of it still teach, so they go."""
        with self.writing() as connection:
            connection.execute(sa.delete(lessons).where(lessons.c.game == id_))
            connection.execute(sa.delete(views).where(views.c.game == id_))

    def game(self, id_: str) -> GameRow | None:
        """A game by its id."""
        found, damaged = self._games(sa.select(games).where(games.c.id == id_))
        if damaged:
            raise Unkept("fault.damaged_game", problem=damaged[id_])
        return found[0] if found else None

    def standing(self, person: int) -> Standing:
        """What a person has that is not finished."""
        mine = (games.c.owner == person) & games.c.status.in_((OPEN, RUNNING))
        sits = (seats.c.person == person) & (seats.c.game == games.c.id)
        unfinished = games.c.status.in_((OPEN, RUNNING))
        counts = (
            sa.select(sa.func.count()).select_from(games).where(mine),
            sa.select(sa.func.count()).select_from(games).where(mine, games.c.status == OPEN),
            sa.select(sa.func.count(seats.c.game.distinct())).where(sits, games.c.status == OPEN),
            sa.select(sa.func.count()).where(sits, unfinished),
            sa.select(sa.func.count()).where(mine, seats.c.game == games.c.id, seats.c.kind == BOT),
        )
        with self.reading() as connection:
            return Standing(*(connection.execute(count).scalar_one() for count in counts))

    def list_games(
        self, status: str, limit: int = 30, person: int | None = None, each: int | None = None
    ) -> list[GameRow]:
        """Games of a status, the last changed first; with a person, only theirs; or so many of each owner."""
        query = sa.select(games).where(games.c.status == status)
        if each is not None:
            last = query.with_only_columns(games.c.id, games.c.owner, games.c.changed)
            some = last.order_by(games.c.changed.desc()).limit(LISTED).subquery()
            rank = sa.func.row_number().over(
                partition_by=sa.func.coalesce(some.c.owner, some.c.id), order_by=some.c.changed.desc()
            )
            ranked = sa.select(some.c.id, rank.label("rank")).subquery()
            query = query.where(games.c.id.in_(sa.select(ranked.c.id).where(ranked.c.rank <= each)))
        if person is not None:
            query = query.where(games.c.id.in_(sa.select(seats.c.game).where(seats.c.person == person)))
        found, damaged = self._games(query.order_by(games.c.changed.desc()).limit(limit))
        for id_, problem in damaged.items():
            _log.error("game %s is left out of a list, its row is damaged: %s", id_, problem)
        return found

    def last_changed(self, status: str, limit: int) -> list[str]:
        """Ids of games of a status, the last changed first; a row that cannot be read does not hide the others."""
        query = sa.select(games.c.id).where(games.c.status == status)
        with self.reading() as connection:
            return list(connection.scalars(query.order_by(games.c.changed.desc()).limit(limit)))

    def _games(self, query: sa.Select[Any]) -> tuple[list[GameRow], dict[str, str]]:
        """Games, and what is wrong with those whose rows cannot be read: one of them hides no other."""
        with self.reading() as connection:
            rows = connection.execute(query).all()
            wanted = [row.id for row in rows]
            places = connection.execute(
                sa.select(seats).where(seats.c.game.in_(wanted)).order_by(seats.c.seat)
            ).all()
            waits = connection.execute(sa.select(turns).where(turns.c.game.in_(wanted))).all()
            drawn = set(connection.scalars(sa.select(drawn_orders.c.game).where(drawn_orders.c.game.in_(wanted))))
        by_game: dict[str, list[dict[str, Any]]] = {}
        for place in places:
            by_game.setdefault(place.game, []).append(_fields(place))
        waiting = {row.game: row.waiting for row in waits}
        found: list[GameRow] = []
        damaged: dict[str, str] = {}
        for row in rows:
            fields = _fields(row) | {
                "seats": by_game.get(row.id, []),
                "waiting": waiting.get(row.id, []),
                "drawn": row.id in drawn,
            }
            try:
                found.append(_game_row(fields))
            except msgspec.ValidationError as error:
                damaged[row.id] = str(error)
        return found, damaged

    def renew(self, id_: str, rules: int) -> None:
        """Let a game that has not begun be played by other rules."""
        with self.writing() as connection:
            connection.execute(sa.update(games).where(games.c.id == id_).values(rules=rules))

    def wait_for(self, id_: str, waiting: Sequence[int]) -> None:
        """Which seats a game waits for."""
        with self.writing() as connection:
            _wait_for(connection, id_, waiting)

    def set_seats(self, id_: str, places: Sequence[Seat], status: str) -> None:
        """Who sits where, and whether play begins."""
        with self.writing() as connection:
            connection.execute(sa.delete(seats).where(seats.c.game == id_))
            connection.execute(sa.insert(seats), [_seat_values(id_, seat) for seat in places])
            now = time.time()
            connection.execute(sa.update(games).where(games.c.id == id_).values(status=status, changed=now))

    def entries(self, id_: str) -> list[bytes]:
        """The log of a game; where an entry is missing there is an empty one, which no game can follow."""
        query = sa.select(log.c.number, log.c.body).where(log.c.game == id_).order_by(log.c.number)
        found: list[bytes] = []
        with self.reading() as connection:
            for number, body in connection.execute(query):
                if number != len(found) + 1:
                    return [*found, b""]
                found.append(body)
        return found

    def extend(
        self,
        id_: str,
        first: int,
        bodies: Sequence[bytes],
        result: list[int] | None,
        over: bool,
        waiting: Sequence[int] = (),
    ) -> None:
        """More entries, numbered from `first`, all or none; raises `Taken` when a number is not free."""
        now = time.time()
        status = FINISHED if over else RUNNING
        rows = [
            {"game": id_, "number": number, "body": body, "at": now} for number, body in enumerate(bodies, first)
        ]
        with self.writing() as connection:
            try:
                connection.execute(sa.insert(log), rows)
            except sa.exc.IntegrityError:
                raise Taken from None
            values = {"changed": now, "status": status, "result": result}
            connection.execute(sa.update(games).where(games.c.id == id_).values(values))
            _wait_for(connection, id_, waiting)

    def remove_person(self, game: str, person: int) -> None:
        """Let somebody not sit down at a table again."""
        with self.writing() as connection:
            connection.execute(sa.delete(removed).where(removed.c.game == game, removed.c.person == person))
            connection.execute(sa.insert(removed).values(game=game, person=person))

    def was_removed(self, game: str, person: int) -> bool:
        """Whether somebody may not sit down at a table again."""
        query = sa.select(removed.c.game).where(removed.c.game == game, removed.c.person == person)
        with self.reading() as connection:
            return connection.scalar(query) is not None

    # Pages kept between two looks ---------------------------------------------------------------------------

    def keep_views(self, game: str, kept: Sequence[KeptView]) -> None:
        """Keep views instead of older ones; those of another edition go."""
        with self.writing() as connection:
            for view in kept:
                mine = (views.c.game == game) & (views.c.language == view.language)
                old = (views.c.seat == _watcher(view.seat)) | (views.c.edition != view.edition)
                connection.execute(sa.delete(views).where(mine & old))
                values = {
                    "game": game,
                    "seat": _watcher(view.seat),
                    "language": view.language,
                    "number": view.number,
                    "waiting": view.waiting,
                    "edition": view.edition,
                    "body": view.body,
                }
                connection.execute(sa.insert(views).values(values))

    def kept_views(self, game: str, language: str, edition: str) -> list[KeptView]:
        """The views of a game that still count: of this edition, and made after the last entry of its log."""
        last = sa.select(sa.func.coalesce(sa.func.max(log.c.number), 0)).where(log.c.game == game)
        query = sa.select(views).where(
            views.c.game == game,
            views.c.language == language,
            views.c.edition == edition,
            views.c.number == last.scalar_subquery(),
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [
            KeptView(
                None if row.seat < 0 else row.seat, language, row.number, tuple(row.waiting), edition, row.body
            )
            for row in rows
            if isinstance(row.waiting, list)
        ]


def _legible(text: bytes) -> str:
    """Text of a file that may be damaged."""
    return text.decode("utf-8", "replace")


def _add_columns(connection: sa.Connection) -> None:
    """Bring the tables of an earlier version up to date."""
    inspector = sa.inspect(connection)
    for column in ADDED:
        table = column.table.name
        if inspector.has_table(table) and column.name not in {one["name"] for one in inspector.get_columns(table)}:
            kind = column.type.compile(connection.dialect)
            connection.exec_driver_sql(f"ALTER TABLE {table} ADD COLUMN {column.name} {kind}")


def _lacking(connection: sa.Connection) -> str:
    """What a table should have and has not, as in a file of another program; empty if there is everything."""
    inspector = sa.inspect(connection)
    for table in metadata.sorted_tables:
        there = {column["name"] for column in inspector.get_columns(table.name)}
        for column in table.columns:
            if column.name not in there:
                return f"table {table.name} has no column {column.name}"
    return ""


def _fields(row: sa.Row[Any]) -> dict[str, Any]:
    return {str(name): value for name, value in row._mapping.items()}  # names of their own kind, as they come


def _game_row(fields: dict[str, Any]) -> GameRow:
    """A game from what the database has of it."""
    for name, value in fields.items():
        if isinstance(value, Damaged):
            if name != "waiting":
                raise msgspec.ValidationError(f"{name}: {value.problem}")
            fields = fields | {name: []}  # a list of games does without
    return msgspec.convert(fields, GameRow)


def _wait_for(connection: sa.Connection, id_: str, waiting: Sequence[int]) -> None:
    connection.execute(sa.delete(turns).where(turns.c.game == id_))
    if waiting:
        connection.execute(sa.insert(turns).values(game=id_, waiting=list(waiting)))


def _watcher(seat: int | None) -> int:
    """A seat's number; -1 for those who watch."""
    return -1 if seat is None else seat


def _seat_values(game: str, seat: Seat) -> dict[str, Any]:
    return {
        "game": game,
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "person": seat.person,
        "level": seat.level,
    }


def _roll_back(connection: sa.Connection) -> None:
    """Take a transaction back that SQLite may have taken back by itself; never use a connection that cannot."""
    raw: Any = connection.connection.dbapi_connection
    try:
        if raw is not None and raw.in_transaction:
            connection.exec_driver_sql("ROLLBACK")
    except sa.exc.DBAPIError:
        connection.invalidate()
