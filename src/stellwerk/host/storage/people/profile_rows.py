"""What people show of themselves, and which games count for ratings."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa
from msgspec import Struct

from ..database import Database
from ..rows import BOT, FINISHED, LISTED, PERSON
from ..schema import accounts, games, lessons, log, profiles, resigned, seats
from ..tables.meeting import branches


class Profile(Struct, frozen=True):
    """What somebody shows."""

    person: int
    shown: bool = False
    rated: float | None = None
    """Since when they want to be rated; none where they do not."""
    words: str = ""


class Counted(Struct, frozen=True):
    """A finished game between people who are rated: who sat there, and everybody's worth.

    Whoever let a bot play on is below all others, whatever it made of the seat.
    """

    id: str
    people: tuple[int, ...]
    worth: tuple[int, ...]


Ended = tuple[str, float, list[int], list[tuple[str, int | None]], dict[int, int]]
"""A finished game: id, when it was laid out, everybody's worth, kind and person of every seat, and the seats of
those who have let a bot play on."""
_BEGUN_HERE = ~sa.exists().where(log.c.game == games.c.id, log.c.number == 1, log.c.at <= games.c.created)
"""What was laid out with a past is a copy or was brought along: it may have begun one move before the end."""
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

    def shown_people(self, people: Collection[int]) -> set[int]:
        """Which of these show their profile."""
        query = sa.select(profiles.c.person).join(accounts, accounts.c.person == profiles.c.person)
        with self.reading() as connection:
            here = query.where(profiles.c.person.in_(people), profiles.c.shown, accounts.c.suspended.is_(None))
            return set(connection.scalars(here))

    def begun_here(self, ids: Collection[str]) -> set[str]:
        """Which of these games were laid out without a past."""
        with self.reading() as connection:
            return set(connection.scalars(sa.select(games.c.id).where(games.c.id.in_(ids), _BEGUN_HERE)))

    def left_to_bots(self, ids: Collection[str]) -> set[tuple[str, int]]:
        """Games and seats in which a bot plays on for somebody."""
        query = sa.select(resigned.c.game, resigned.c.seat).where(resigned.c.game.in_(ids))
        with self.reading() as connection:
            return {(str(row.game), int(row.seat)) for row in connection.execute(query)}

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
            .where(_OPEN_TO_ALL, _BEGUN_HERE, games.c.title == title, games.c.id.not_in(beside))
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
            gone: dict[str, dict[int, int]] = {row.id: {} for row in rows}
            left = sa.select(resigned).where(resigned.c.game.in_(last.with_only_columns(games.c.id)))
            for one in connection.execute(left):
                gone.get(one.game, {})[one.person] = one.seat
        return [
            (row.id, row.created, row.result, by_game[row.id], gone[row.id])
            for row in rows
            if isinstance(row.result, list)
        ]


def among(found: list[Ended], since: dict[int, float]) -> list[Counted]:
    """Those games at which only rated people sat, each in one seat, who had all said so when it was laid out."""
    counted = []
    for id_, created, worth, places, gone in found:
        by_seat = {seat: person for person, seat in gone.items()}
        sat = [
            person if kind == PERSON else by_seat.get(seat) if kind == BOT else None
            for seat, (kind, person) in enumerate(places)
        ]
        people = [*sat, *(person for person in gone if person not in sat)]  # a substitute may have the seat
        alone = None not in people and len(set(people)) == len(people) and len(sat) == len(worth)
        if alone and len(people) > 1 and all(one in since and since[one] <= created for one in people if one):
            last = min(worth) - 1
            worths = [*worth, *[last] * (len(people) - len(worth))]
            rated = [(one, last if one in gone else have) for one, have in zip(people, worths, strict=True) if one]
            counted.append(Counted(id_, tuple(one for one, _ in rated), tuple(have for _, have in rated)))
    return counted
