"""What people ask of each other at a table, and where games that are tried out come from."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import sqlalchemy as sa

from stellwerk.play.typed import decode

from ...tables.asks import Ask, Branch
from ..storage import Storage
from .meeting import asks, branches


def read(storage: Storage, game: str) -> dict[int, Ask]:
    """All that was asked at a table."""
    query = sa.select(asks.c.body).where(asks.c.game == game).order_by(asks.c.id)
    with storage.reading() as connection:
        found = [decode(body, Ask) for body in connection.scalars(query)]
    return {ask.id: ask for ask in found}


def of_games(storage: Storage, games: Collection[str], most: int) -> list[tuple[str, Ask]]:
    """What was asked at some tables, with the table."""
    query = sa.select(asks.c.game, asks.c.body).where(asks.c.game.in_(games)).limit(most)
    with storage.reading() as connection:
        return [(str(row.game), decode(row.body, Ask)) for row in connection.execute(query)]


def keep(storage: Storage, game: str, ask: Ask) -> None:
    """Something is asked, or was answered."""
    body = msgspec.json.encode(ask)
    with storage.writing() as connection:
        one = (asks.c.game == game) & (asks.c.id == ask.id)
        connection.execute(sa.delete(asks).where(one))
        connection.execute(sa.insert(asks).values(game=game, id=ask.id, body=body))


def forget(storage: Storage, game: str, ask: int) -> None:
    """What was asked is told no more."""
    with storage.writing() as connection:
        connection.execute(sa.delete(asks).where(asks.c.game == game, asks.c.id == ask))


def note_branch(storage: Storage, game: str, branch: Branch) -> None:
    """Where a game comes from that somebody tries out alone."""
    values = {"game": game, "source": branch.source, "move": branch.move, "person": branch.person}
    with storage.writing() as connection:
        connection.execute(sa.insert(branches).values(values))


def branch_of(storage: Storage, game: str) -> Branch | None:
    """Where a game comes from, if somebody tries it out alone."""
    query = sa.select(branches.c.source, branches.c.move, branches.c.person).where(branches.c.game == game)
    with storage.reading() as connection:
        row = connection.execute(query).first()
    return Branch(*row) if row else None


def tried_out(storage: Storage, source: str, person: int, most: int) -> list[tuple[str, int]]:
    """Games that somebody tries out from positions of one: id and move, the last first."""
    query = sa.select(branches.c.game, branches.c.move).where(
        branches.c.source == source, branches.c.person == person
    )
    with storage.reading() as connection:
        rows = connection.execute(query.order_by(branches.c.move.desc()).limit(most)).all()
    return [(str(game), int(move)) for game, move in rows]
