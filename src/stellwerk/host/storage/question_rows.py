"""What bots are to think about, in the database: asked by processes that serve, taken by those that think.

PostgreSQL alone has it: with a file there is one process, and whoever thinks for it is its child. A question is
taken by one at a time (`SKIP LOCKED`); it is free again when whoever took it is gone, as the lock tells that goes
with their connection, or has thought for too long.
"""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct

from .postgres import WORKER
from .schema import questions
from .storage import Storage

CHANNEL = "stellwerk_questions"
"""Where those who think hear that there is something."""
ANSWERED = "answered"
"""What those who serve hear, with the question's id."""
LEASE = 30.0
"""Seconds after which a question is given to somebody else."""
OLD = 600.0
"""Seconds after which nobody can still wait for an answer."""
_NOW = sa.text("extract(epoch from clock_timestamp())")
_TAKE = sa.text(
    """
    WITH next AS (
      SELECT id FROM questions AS one
      WHERE answer IS NULL AND (worker IS NULL OR taken < extract(epoch from clock_timestamp()) - :lease
        OR NOT EXISTS (
          SELECT 1 FROM pg_locks AS held JOIN pg_database AS base ON base.oid = held.database
          WHERE held.locktype = 'advisory' AND held.classid = :kind AND held.objid = one.worker AND held.granted
            AND base.datname = current_database()))
      ORDER BY at LIMIT 1 FOR UPDATE SKIP LOCKED)
    UPDATE questions SET worker = :worker, taken = extract(epoch from clock_timestamp())
    FROM next WHERE questions.id = next.id
    RETURNING questions.id, questions.game, questions.number, questions.seat, questions.level
    """
)


class Asked(Struct, frozen=True):
    """A question: what a bot of a level would do in a game whose log is so long; without a level it is advice."""

    id: int
    game: str
    number: int
    seat: int
    level: str


def ask(storage: Storage, asked: Asked) -> None:
    """Have it thought about."""
    values = {name: getattr(asked, name) for name in Asked.__struct_fields__}
    with storage.passing() as connection:
        connection.execute(sa.insert(questions).values(**values, at=_NOW))
        storage.keeper.tell(connection, CHANNEL, "")


def take(storage: Storage, worker: int) -> Asked | None:
    """The question that has waited longest, for whoever has this number; none where nobody waits."""
    with storage.passing() as connection:
        row = connection.execute(_TAKE, {"worker": worker, "kind": WORKER, "lease": LEASE}).first()
    return Asked(*row) if row else None


def answer(storage: Storage, channel: str, id_: int, worker: int, body: bytes) -> None:
    """Tell whoever asks, unless somebody else has the question by now."""
    mine = (questions.c.id == id_) & (questions.c.worker == worker)
    with storage.passing() as connection:
        if connection.execute(sa.update(questions).where(mine).values(answer=body)).rowcount:
            storage.keeper.tell(connection, channel, f"{ANSWERED} {id_}")


def answered(storage: Storage, asked: Asked) -> bytes | None:
    """The answer, if there is one; then the question is gone. One that a database has lost is asked again."""
    there = questions.c.id == asked.id
    with storage.passing() as connection:
        row = connection.execute(sa.select(questions.c.answer).where(there)).first()
        if row is not None and row.answer is not None:
            connection.execute(sa.delete(questions).where(there))
    if row is None:  # its transaction did not wait for the disk
        ask(storage, asked)
    return row.answer if row else None


def drop(storage: Storage, id_: int) -> None:
    """Nobody asks any more."""
    with storage.passing() as connection:
        connection.execute(sa.delete(questions).where(questions.c.id == id_))


def clear(storage: Storage) -> None:
    """Let go of questions whose askers have ended."""
    with storage.passing() as connection:
        connection.execute(sa.delete(questions).where(questions.c.at < sa.literal_column(f"{_NOW.text} - {OLD}")))


def waiting(storage: Storage) -> int:
    """How many are not answered."""
    query = sa.select(sa.func.count()).select_from(questions).where(questions.c.answer.is_(None))
    with storage.reading() as connection:
        return connection.scalar(query) or 0
