"""How people who have an account want to see boards and tables."""

from __future__ import annotations

import sqlalchemy as sa

from ..database import Database
from ..schema import looks


class LookRows(Database):
    """Looks in the database, each as a short text that whoever draws can read."""

    def look(self, person: int) -> str:
        """What somebody has chosen; empty where that is nothing."""
        with self.reading() as connection:
            return connection.scalar(sa.select(looks.c.chosen).where(looks.c.person == person)) or ""

    def set_look(self, person: int, chosen: str) -> None:
        """Show it to somebody so from now on."""
        with self.writing() as connection:
            connection.execute(sa.delete(looks).where(looks.c.person == person))
            if chosen:
                connection.execute(sa.insert(looks).values(person=person, chosen=chosen))
