"""Browsers that want to be told of somebody's turn."""

from __future__ import annotations

import hashlib
import time

import sqlalchemy as sa
from msgspec import Struct

from ..database import Database
from ..schema import pushes

MOST_BROWSERS = 8
"""Of a person; with one more the oldest goes."""


class Push(Struct, frozen=True):
    """Where a browser's messages go, and the keys by which it reads them."""

    digest: str
    person: int
    address: str
    public: str
    auth: str
    label: str
    created: float


class PushRows(Database):
    """Browsers in the database."""

    def pushes_of(self, person: int) -> list[Push]:
        """All of somebody's, the newest first."""
        query = sa.select(pushes).where(pushes.c.person == person).order_by(pushes.c.created.desc())
        with self.reading() as connection:
            return [Push(*row) for row in connection.execute(query)]

    def add_push(self, person: int, address: str, public: str, auth: str, label: str) -> None:
        """One more browser; who comes in by another name takes it along."""
        found = Push(digest_of(address), person, address, public, auth, label, time.time())
        values = {name: getattr(found, name) for name in Push.__struct_fields__}
        with self.writing() as connection:
            connection.execute(sa.delete(pushes).where(pushes.c.digest == found.digest))
            connection.execute(sa.insert(pushes).values(values))
            mine = sa.select(pushes.c.digest).where(pushes.c.person == person)
            old = mine.order_by(pushes.c.created.desc(), pushes.c.digest).offset(MOST_BROWSERS)
            connection.execute(sa.delete(pushes).where(pushes.c.digest.in_(list(connection.scalars(old)))))

    def end_push(self, person: int, digest: str) -> bool:
        """Tell a browser nothing more; whether there was one."""
        mine = (pushes.c.person == person) & (pushes.c.digest == digest)
        with self.writing() as connection:
            return connection.execute(sa.delete(pushes).where(mine)).rowcount > 0


def digest_of(address: str) -> str:
    """A short name for the address of a browser."""
    return hashlib.sha256(address.encode()).hexdigest()[:32]
