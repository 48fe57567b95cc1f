"""What people say at a table, whom they do not hear, and what they write down for themselves."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import sqlalchemy as sa
from msgspec import Struct

from ..storage import Storage
from .meeting import mutes, notes, talk


class Message(Struct, frozen=True):
    """Something that was said; `seat` is None for who only watched."""

    number: int
    room: str
    person: int
    seat: int | None
    name: str
    body: str
    at: float


def last(storage: Storage, game: str) -> dict[str, int]:
    """The number of the last message in each room."""
    query = sa.select(talk.c.room, sa.func.max(talk.c.number)).where(talk.c.game == game).group_by(talk.c.room)
    with storage.reading() as connection:
        return {str(room): int(number) for room, number in connection.execute(query)}


def last_at(storage: Storage, games: Collection[str], room: str) -> dict[str, int]:
    """The number of the last message in a room, at each of some tables."""
    here = talk.c.game.in_(games) & (talk.c.room == room)
    query = sa.select(talk.c.game, sa.func.max(talk.c.number)).where(here).group_by(talk.c.game)
    with storage.reading() as connection:
        return {str(game): int(number) for game, number in connection.execute(query)}


def said(storage: Storage, game: str, rooms: Sequence[str], since: int, most: int) -> list[Message]:
    """The last messages of these rooms after one, the oldest first."""
    query = sa.select(talk).where(talk.c.game == game, talk.c.room.in_(rooms), talk.c.number > since)
    with storage.reading() as connection:
        rows: Any = connection.execute(query.order_by(talk.c.number.desc()).limit(most)).all()
    return [Message(*(getattr(row, name) for name in Message.__struct_fields__)) for row in rows][::-1]


def say(storage: Storage, game: str, message: Message, kept: int) -> None:
    """One more message; of all but the last ones of its room nothing is kept."""
    with storage.writing() as connection:
        values = {name: getattr(message, name) for name in Message.__struct_fields__}
        connection.execute(sa.insert(talk).values(game=game, **values))
        here = (talk.c.game == game) & (talk.c.room == message.room)
        last = sa.select(talk.c.number).where(here).order_by(talk.c.number.desc()).offset(kept).limit(1)
        if (old := connection.scalar(last)) is not None:
            connection.execute(sa.delete(talk).where(here & (talk.c.number <= old)))


def speakers(storage: Storage, game: str, rooms: Sequence[str], most: int) -> list[Message]:
    """The last message of each who has said something in these rooms, the last first."""
    last = sa.select(sa.func.max(talk.c.number)).where(talk.c.game == game, talk.c.room.in_(rooms))
    query = sa.select(talk).where(talk.c.game == game, talk.c.number.in_(last.group_by(talk.c.person)))
    with storage.reading() as connection:
        rows: Any = connection.execute(query.order_by(talk.c.number.desc()).limit(most)).all()
    return [Message(*(getattr(row, name) for name in Message.__struct_fields__)) for row in rows]


def who_said(storage: Storage, game: str, number: int, rooms: Sequence[str]) -> int | None:
    """Whose message it was, if it was said in one of these rooms."""
    query = sa.select(talk.c.person).where(
        talk.c.game == game, talk.c.number == number, talk.c.room.in_(rooms)
    )
    with storage.reading() as connection:
        return connection.scalar(query)


def muted(storage: Storage, game: str, person: int) -> set[int]:
    """Whom somebody does not want to hear."""
    query = sa.select(mutes.c.other).where(mutes.c.game == game, mutes.c.person == person)
    with storage.reading() as connection:
        return set(connection.scalars(query))


def mute(storage: Storage, game: str, person: int, other: int, wanted: bool) -> None:
    """Hear somebody no more, or again."""
    values = {"game": game, "person": person, "other": other}
    with storage.writing() as connection:
        one = (mutes.c.game == game) & (mutes.c.person == person) & (mutes.c.other == other)
        connection.execute(sa.delete(mutes).where(one))
        if wanted:
            connection.execute(sa.insert(mutes).values(values))


def written(storage: Storage, game: str, seat: int) -> dict[str, str]:
    """What a seat has written down, by place."""
    query = sa.select(notes.c.place, notes.c.body).where(notes.c.game == game, notes.c.seat == seat)
    with storage.reading() as connection:
        return {str(place): str(body) for place, body in connection.execute(query.order_by(notes.c.place))}


def write(storage: Storage, game: str, seat: int, place: str, body: str) -> None:
    """Write something down; nothing takes it away."""
    with storage.writing() as connection:
        one = (notes.c.game == game) & (notes.c.seat == seat) & (notes.c.place == place)
        connection.execute(sa.delete(notes).where(one))
        if body:
            connection.execute(sa.insert(notes).values(game=game, seat=seat, place=place, body=body))
