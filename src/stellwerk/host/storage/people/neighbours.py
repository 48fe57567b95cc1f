"""People who do not want to meet, and what people report to whoever runs the place."""

from __future__ import annotations

import time
from collections.abc import Sequence

import sqlalchemy as sa

from ..database import Database
from ..schema import blocks, people, reports

MOST_BLOCKED = 500


class Neighbours(Database):
    """Blocks and reports in the database."""

    def block(self, person: int, other: int) -> None:
        """Somebody does not want to play with somebody else."""
        mine = (blocks.c.person == person) & (blocks.c.blocked == other)
        with self.writing() as connection:
            connection.execute(sa.delete(blocks).where(mine))
            many = connection.scalar(
                sa.select(sa.func.count()).select_from(blocks).where(blocks.c.person == person)
            )
            if (many or 0) < MOST_BLOCKED:
                connection.execute(sa.insert(blocks).values(person=person, blocked=other))

    def unblock(self, person: int, other: int) -> None:
        """They may meet again."""
        with self.writing() as connection:
            connection.execute(sa.delete(blocks).where(blocks.c.person == person, blocks.c.blocked == other))

    def blocked_by(self, person: int) -> dict[int, str]:
        """With whom somebody does not want to play, by name."""
        query = sa.select(people.c.id, people.c.name).join(blocks, blocks.c.blocked == people.c.id)
        with self.reading() as connection:
            rows = connection.execute(query.where(blocks.c.person == person).order_by(people.c.name))
            return {row.id: row.name for row in rows}

    def apart(self, person: int, others: Sequence[int]) -> bool:
        """Whether somebody and one of the others do not want to meet, whoever of them said so."""
        either = sa.or_(
            (blocks.c.person == person) & blocks.c.blocked.in_(others),
            (blocks.c.blocked == person) & blocks.c.person.in_(others),
        )
        with self.reading() as connection:
            return (
                connection.scalar(sa.select(sa.literal(1)).where(sa.select(blocks).where(either).exists()))
                is not None
            )

    def apart_from(self, person: int) -> set[int]:
        """Everybody whom somebody does not want to meet, or who does not want to meet them."""
        mine = sa.select(blocks.c.blocked).where(blocks.c.person == person)
        theirs = sa.select(blocks.c.person).where(blocks.c.blocked == person)
        with self.reading() as connection:
            return set(connection.scalars(sa.union(mine, theirs)))

    def report(self, person: int, about: int | None, game: str, words: str) -> None:
        """Something that whoever runs the place should look at."""
        values = {"person": person, "about": about, "game": game, "words": words, "at": time.time()}
        with self.writing() as connection:
            connection.execute(sa.insert(reports).values(values))
