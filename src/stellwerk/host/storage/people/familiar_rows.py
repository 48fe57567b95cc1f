"""Browsers that came in to an account before, as digests of what proves it."""

from __future__ import annotations

import time
from collections.abc import Sequence

import sqlalchemy as sa

from ..database import Database
from ..schema import familiar

MOST = 20
"""Browsers of an account; with one more the one goes that has been known the longest."""


class FamiliarRows(Database):
    """Such browsers in the database."""

    def familiar(self, person: int, digests: Sequence[str]) -> str:
        """Which of these an account knows, if any."""
        one = sa.select(familiar.c.digest).where(familiar.c.person == person, familiar.c.digest.in_(digests))
        with self.reading() as connection:
            return str(connection.scalar(one) or "")

    def add_familiar(self, person: int, digest: str) -> None:
        """Know one more."""
        with self.writing() as connection:
            connection.execute(sa.insert(familiar).values(digest=digest, person=person, created=time.time()))
            theirs = sa.select(familiar.c.digest).where(familiar.c.person == person)
            old = theirs.order_by(familiar.c.created.desc(), familiar.c.digest).offset(MOST)
            if gone := list(connection.scalars(old)):
                connection.execute(sa.delete(familiar).where(familiar.c.digest.in_(gone)))
