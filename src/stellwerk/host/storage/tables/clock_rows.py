"""What was agreed about time, when somebody's is up, and who is on vacation."""

from __future__ import annotations

from collections.abc import Collection

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from stellwerk.play.typed import decode

from ...clocks.clock import Terms
from ..schema import seats
from ..storage import Storage
from .meeting import clocks, vacations


class Vacation(Struct, frozen=True):
    """Somebody is away from and until."""

    person: int
    start: float
    until: float


def agree(storage: Storage, game: str, terms: Terms) -> None:
    """What players agree on at the start."""
    with storage.writing() as connection:
        connection.execute(sa.insert(clocks).values(game=game, terms=msgspec.json.encode(terms)))


def read(storage: Storage, game: str) -> tuple[Terms | None, float | None]:
    """What was agreed, and when play began."""
    query = sa.select(clocks.c.terms, clocks.c.began).where(clocks.c.game == game)
    with storage.reading() as connection:
        row = connection.execute(query).first()
    return (decode(row.terms, Terms), row.began) if row else (None, None)


def begin(storage: Storage, game: str, now: float) -> None:
    """Play begins."""
    with storage.writing() as connection:
        connection.execute(sa.update(clocks).where(clocks.c.game == game).values(began=now))


def note_due(storage: Storage, game: str, due: float | None) -> None:
    """When the next one's time is up; the log says so, too, and this only where to look."""
    with storage.writing() as connection:
        connection.execute(sa.update(clocks).where(clocks.c.game == game).values(due=due))


def ends(storage: Storage, games: Collection[str]) -> dict[str, float]:
    """When somebody's time is up, of games with a clock that runs; those to be looked at again are left out."""
    query = sa.select(clocks.c.game, clocks.c.due).where(clocks.c.game.in_(games), clocks.c.due > 0.0)
    with storage.reading() as connection:
        return {str(row.game): float(row.due) for row in connection.execute(query)}


def overdue(storage: Storage, now: float) -> list[str]:
    """Games in which somebody's time may be up."""
    query = sa.select(clocks.c.game).where(clocks.c.due <= now).order_by(clocks.c.due)
    with storage.reading() as connection:
        return list(connection.scalars(query))


def vacations_of(storage: Storage, person: int) -> list[Vacation]:
    """The vacations of a person, the oldest first."""
    return away(storage, [person])


def away(storage: Storage, persons: Collection[int]) -> list[Vacation]:
    """The vacations of some people, the oldest first."""
    query = sa.select(vacations).where(vacations.c.person.in_(persons)).order_by(vacations.c.start)
    with storage.reading() as connection:
        return [Vacation(row.person, row.start, row.until) for row in connection.execute(query)]


def leave(storage: Storage, kept: Vacation, before: float, now: float) -> None:
    """Somebody goes on vacation, or comes back, instead of what was planned; all their clocks are looked at again.

    What ended before a time is told no more: no clock has run since then.
    """
    with storage.writing() as connection:
        mine = vacations.c.person == kept.person
        old = (vacations.c.start == kept.start) | (vacations.c.start > now) | (vacations.c.until < before)
        connection.execute(sa.delete(vacations).where(mine & old))
        if kept.until > kept.start:
            values = {name: getattr(kept, name) for name in Vacation.__struct_fields__}
            connection.execute(sa.insert(vacations).values(values))
        theirs = sa.select(seats.c.game).where(seats.c.person == kept.person)
        again = clocks.c.game.in_(theirs) & clocks.c.due.is_not(None)
        connection.execute(sa.update(clocks).where(again).values(due=0.0))
