"""What whoever runs the place looks at and does, each thing noted with who did it."""

from __future__ import annotations

import time
from collections.abc import Sequence

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from stellwerk.play.typed import decode

from .database import Database
from .schema import accounts, announcements, audit, games, meta, operators, people, reports, seats

SHOWN = 200
LIMITS = "limits"
"""Where limits are kept that are not as usual."""


class Announcement(Struct, frozen=True):
    """What everybody is told."""

    id: int
    until: float
    de: str
    en: str


class Note(Struct, frozen=True):
    """Something that was done."""

    id: int
    at: float
    operator: str
    what: str
    about: str
    why: str


class Known(Struct, frozen=True):
    """A person as an operator sees them."""

    id: int
    name: str
    account: bool
    email: str | None
    seen: float | None
    suspended: float | None
    seats: int
    program: bool


class Report(Struct, frozen=True):
    """What somebody reported."""

    id: int
    at: float
    person: int
    about: int | None
    game: str
    words: str
    closed: float | None


class Operating(Database):
    """An operator's view of the database."""

    def note(self, operator: str, what: str, about: str, why: str = "") -> None:
        """Note what was done."""
        values = {"at": time.time(), "operator": operator, "what": what, "about": about, "why": why}
        with self.writing() as connection:
            connection.execute(sa.insert(audit).values(values))

    def notes(self, after: int = 0, limit: int = SHOWN) -> list[Note]:
        """What was done since a note, the last first."""
        query = sa.select(audit).where(audit.c.id > after).order_by(audit.c.id.desc()).limit(limit)
        with self.reading() as connection:
            return [
                Note(row.id, row.at, row.operator, row.what, row.about, row.why)
                for row in connection.execute(query)
            ]

    def noted(self, what: str, about: Sequence[str]) -> set[str]:
        """About which of these something was done."""
        query = sa.select(audit.c.about).where(audit.c.what == what, audit.c.about.in_(about)).distinct()
        with self.reading() as connection:
            return set(connection.scalars(query))

    def is_operator(self, person: int) -> bool:
        """Whether an account looks after the place."""
        query = sa.select(operators.c.person).join(accounts, accounts.c.person == operators.c.person)
        with self.reading() as connection:
            found = connection.scalar(query.where(operators.c.person == person, accounts.c.suspended.is_(None)))
        return found is not None

    def set_operator(self, person: int, since: float | None) -> None:
        """Let an account look after the place, or no more."""
        with self.writing() as connection:
            connection.execute(sa.delete(operators).where(operators.c.person == person))
            if since is not None:
                connection.execute(sa.insert(operators).values(person=person, since=since))

    def counted(self) -> dict[str, int]:
        """How many people, accounts, and games of each status there are."""
        with self.reading() as connection:
            found = {
                table.name: connection.scalar(sa.select(sa.func.count()).select_from(table)) or 0
                for table in (people, accounts)
            }
            by_status = sa.select(games.c.status, sa.func.count()).group_by(games.c.status)
            return found | {str(status): many for status, many in connection.execute(by_status).all()}

    def people_called(self, like: str = "", limit: int = SHOWN) -> list[Known]:
        """People whose name has something in it, who was here last first; with a number, that person."""
        sits = sa.select(sa.func.count()).where(seats.c.person == people.c.id).scalar_subquery()
        query = sa.select(
            people,
            accounts.c.person.is_not(None),
            accounts.c.email,
            accounts.c.suspended,
            sits,
            accounts.c.program,
        ).outerjoin(accounts, accounts.c.person == people.c.id)
        if like.isdecimal():
            query = query.where(people.c.id == int(like))
        elif like:
            query = query.where(people.c.name.icontains(like, autoescape=True))
        query = query.order_by(sa.func.coalesce(people.c.seen, people.c.created).desc()).limit(limit)
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [Known(row[0], row[1], bool(row[4]), row[5], row[3], row[6], row[7], bool(row[8])) for row in rows]

    def set_access(self, game: str, access: str) -> bool:
        """Let a table be found or not; whether there is one."""
        with self.writing() as connection:
            return (
                connection.execute(sa.update(games).where(games.c.id == game).values(access=access)).rowcount > 0
            )

    def reports(self, all_of_them: bool = False) -> list[Report]:
        """What was reported and not looked at yet."""
        query = sa.select(reports).order_by(reports.c.id.desc()).limit(SHOWN)
        if not all_of_them:
            query = query.where(reports.c.closed.is_(None))
        with self.reading() as connection:
            return [Report(*row) for row in connection.execute(query)]

    def close_report(self, number: int) -> bool:
        """A report was looked at; whether there is one."""
        done = sa.update(reports).where(reports.c.id == number).values(closed=time.time())
        with self.writing() as connection:
            return connection.execute(done).rowcount > 0

    def announce(self, de: str, en: str, until: float) -> int:
        """Tell everybody something for a while."""
        values = {"at": time.time(), "until": until, "de": de, "en": en}
        with self.writing() as connection:
            made = connection.execute(sa.insert(announcements).values(values).returning(announcements.c.id))
            id_: int = made.scalar_one()
        return id_

    def withdraw(self, number: int) -> bool:
        """Tell it no more; whether there was something."""
        with self.writing() as connection:
            return connection.execute(sa.delete(announcements).where(announcements.c.id == number)).rowcount > 0

    def limits(self) -> dict[str, int]:
        """What an operator wants people to have at most, by name; of all else as much as usual."""
        with self.reading() as connection:
            found = connection.scalar(sa.select(meta.c.value).where(meta.c.key == LIMITS))
        return decode(found, dict[str, int]) if found else {}

    def set_limit(self, name: str, most: int | None) -> None:
        """Let people have so much at most; or as much as usual."""
        with self.writing() as connection:
            self.keeper.one_at_a_time(connection)
            found = connection.scalar(sa.select(meta.c.value).where(meta.c.key == LIMITS))
            chosen = decode(found, dict[str, int | None]) if found else {}
            kept = {each: value for each, value in (chosen | {name: most}).items() if value is not None}
            connection.execute(sa.delete(meta).where(meta.c.key == LIMITS))
            connection.execute(sa.insert(meta).values(key=LIMITS, value=msgspec.json.encode(kept).decode()))

    def announced(self, now: float) -> list[Announcement]:
        """What everybody is told now."""
        query = sa.select(announcements).where(announcements.c.until > now).order_by(announcements.c.id.desc())
        with self.reading() as connection:
            return [Announcement(row.id, row.until, row.de, row.en) for row in connection.execute(query.limit(5))]
