"""People who play, and the keys by which they are known."""

from __future__ import annotations

import time

import sqlalchemy as sa

from ..database import Database
from ..rows import LINK, SESSION, Key, Person
from ..schema import accounts, familiar, keys, looks, people

MOST_KEYS = 60
"""Keys of a person; with one more the oldest goes."""
HANDLE = 16
"""Signs of a digest by which a key is named."""
_WHO = (
    sa.select(
        people.c.id,
        people.c.name,
        accounts.c.person.is_not(None),
        keys.c.scopes,
        accounts.c.program,
        looks.c.chosen,
    )
    .join(keys, keys.c.person == people.c.id)
    .outerjoin(accounts, accounts.c.person == people.c.id)
    .outerjoin(looks, looks.c.person == people.c.id)
    .where(keys.c.digest == sa.bindparam("digest"))
)


class People(Database):
    """People in the database."""

    def person_with(self, digest: str) -> Person | None:
        """Who holds a key."""
        with self.reading() as connection:
            row = connection.execute(_WHO, {"digest": digest}).first()
        return _person(row)

    def add_person(self, name: str, digest: str, label: str = "") -> Person:
        """A new person with a first key, or who has come in by it meanwhile."""
        now = time.time()
        with self.writing() as connection:
            known = _person(connection.execute(_WHO, {"digest": digest}).first())
            if known:
                return known
            made = connection.execute(sa.insert(people).values(name=name, created=now).returning(people.c.id))
            id_: int = made.scalar_one()
            connection.execute(sa.insert(keys).values(digest=digest, person=id_, created=now, label=label))
        return Person(id_, name)

    def add_key(self, person: int, digest: str, kind: str = LINK, label: str = "", scopes: str = "") -> None:
        """One more key for a person."""
        values = {"digest": digest, "person": person, "created": time.time(), "kind": kind, "label": label}
        with self.writing() as connection:
            connection.execute(sa.insert(keys).values(values | {"scopes": scopes}))
            mine = sa.select(keys.c.digest).where(keys.c.person == person)
            old = mine.order_by(keys.c.created.desc(), keys.c.digest).offset(MOST_KEYS)
            if ended := list(connection.scalars(old)):
                connection.execute(sa.delete(keys).where(keys.c.digest.in_(ended)))
                self.keys_ended(connection, person)

    def replace_keys(self, person: int, digest: str, label: str = "") -> None:
        """One key for a person instead of all there were."""
        values = {"digest": digest, "person": person, "created": time.time(), "kind": SESSION, "label": label}
        with self.writing() as connection:
            self._know_nothing(connection, person)
            connection.execute(sa.insert(keys).values(values))
            self.keys_ended(connection, person)

    def keys_of(self, person: int) -> list[Key]:
        """The keys of a person, the newest first."""
        query = sa.select(keys).where(keys.c.person == person).order_by(keys.c.created.desc())
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [Key(row.digest[:HANDLE], row.kind, row.label, row.scopes, row.created) for row in rows]

    def end_key(self, person: int, handle: str) -> bool:
        """Let a key open nothing any more; whether there was one."""
        named = (keys.c.person == person) & (sa.func.substr(keys.c.digest, 1, HANDLE) == handle)
        with self.writing() as connection:
            self.keys_ended(connection, person)
            return connection.execute(sa.delete(keys).where(named)).rowcount > 0

    def end_keys(self, person: int) -> None:
        """Let no key of somebody's open anything any more."""
        with self.writing() as connection:
            self._know_nothing(connection, person)
            self.keys_ended(connection, person)

    def _know_nothing(self, connection: sa.Connection, person: int) -> None:
        """Have nothing that anybody has speak for somebody any more, neither keys nor browsers that came in."""
        for table in (keys, familiar):
            connection.execute(sa.delete(table).where(table.c.person == person))

    def end_digest(self, digest: str) -> None:
        """The same for a key that somebody brought."""
        with self.writing() as connection:
            connection.execute(sa.delete(keys).where(keys.c.digest == digest))
            self.keys_ended(connection)

    def rename(self, person: int, name: str) -> None:
        """A new nickname, for games to come."""
        with self.writing() as connection:
            connection.execute(sa.update(people).where(people.c.id == person).values(name=name))


def _person(row: sa.Row[int, str, bool, str, bool | None, str | None] | None) -> Person | None:
    return Person(row[0], row[1], bool(row[2]), row[3], bool(row[4]), row[5] or "") if row else None
