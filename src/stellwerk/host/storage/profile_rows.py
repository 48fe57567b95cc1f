"""What people show of themselves, and which games count for ratings."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct

from .database import Database
from .meeting import branches
from .rows import FINISHED, LISTED, PERSON
from .schema import accounts, games, lessons, profiles, seats


class Profile(Struct, frozen=True):
    """What somebody shows."""

    person: int
    shown: bool = False
    rated: float | None = None
    """Since when they want to be rated; none where they do not."""
    words: str = ""


class Counted(Struct, frozen=True):
    """A finished game between people who are rated: who sat there, and everybody's worth."""

    id: str
    people: tuple[int, ...]
    worth: tuple[int, ...]


Ended = tuple[str, float, list[int], list[tuple[str, int | None]]]
"""A finished game: id, when it was laid out, everybody's worth, kind and person of every seat."""
_OPEN_TO_ALL = (games.c.status == FINISHED) & (games.c.access == LISTED)


class ProfileRows(Database):
    """Profiles in the database."""

    def profile(self, person: int) -> Profile:
        """What somebody shows; nothing where they have said nothing."""
        with self.reading() as connection:
            row = connection.execute(sa.select(profiles).where(profiles.c.person == person)).first()
        return Profile(row.person, bool(row.shown), row.rated, row.words) if row else Profile(person)

    def set_profile(self, profile: Profile) -> None:
        """Show so much from now on."""
        values = {name: getattr(profile, name) for name in Profile.__struct_fields__}
        with self.writing() as connection:
            connection.execute(sa.delete(profiles).where(profiles.c.person == profile.person))
            connection.execute(sa.insert(profiles).values(values))

    def rated_people(self) -> dict[int, tuple[str, float, bool]]:
        """Who wants to be rated: name, since when, and whether their profile is shown."""
        query = (
            sa.select(accounts.c.person, accounts.c.name, profiles.c.rated, profiles.c.shown)
            .join(profiles, profiles.c.person == accounts.c.person)
            .where(profiles.c.rated.is_not(None), accounts.c.suspended.is_(None))
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
            return {row.person: (row.name, row.rated, bool(row.shown)) for row in rows}

    def last_finished(self, title: str) -> tuple[int, float]:
        """How many games of a title are over that everybody finds, and when the last one was."""
        query = sa.select(sa.func.count(), sa.func.coalesce(sa.func.max(games.c.changed), 0.0))
        with self.reading() as connection:
            many, last = connection.execute(query.where(_OPEN_TO_ALL, games.c.title == title)).one()
        return many, last

    def ended_games(self, title: str, limit: int) -> list[Ended]:
        """Finished games of a title that everybody finds, in the order in which they ended, the last so many."""
        beside = sa.union(sa.select(branches.c.game), sa.select(lessons.c.game))
        last = (
            sa.select(games.c.id, games.c.created, games.c.changed, games.c.result)
            .where(_OPEN_TO_ALL, games.c.title == title, games.c.id.not_in(beside))
            .order_by(games.c.changed.desc(), games.c.id.desc())
            .limit(limit)
        )
        with self.reading() as connection:
            rows = list(reversed(connection.execute(last).all()))
            there = sa.select(seats.c.game, seats.c.kind, seats.c.person).order_by(seats.c.game, seats.c.seat)
            by_game: dict[str, list[tuple[str, int | None]]] = {row.id: [] for row in rows}
            for seat in connection.execute(there.where(seats.c.game.in_(last.with_only_columns(games.c.id)))):
                if seat.game in by_game:
                    by_game[seat.game].append((seat.kind, seat.person))
        return [(row.id, row.created, row.result, by_game[row.id]) for row in rows if isinstance(row.result, list)]


def among(found: list[Ended], since: dict[int, float]) -> list[Counted]:
    """Those games at which only rated people sat, each in one seat, who had all said so when it was laid out."""
    counted = []
    for id_, created, worth, places in found:
        people = tuple(person for kind, person in places if kind == PERSON and person is not None)
        alone = len(set(people)) == len(places) == len(worth) and len(people) > 1
        if alone and all(person in since and since[person] <= created for person in people):
            counted.append(Counted(id_, people, tuple(worth)))
    return counted
