"""People who play, and the keys by which they are known."""

from __future__ import annotations

import time

import sqlalchemy as sa

from .database import Database
from .rows import Person
from .schema import keys, people


class People(Database):
    """People in the database."""

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
