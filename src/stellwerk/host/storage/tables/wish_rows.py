"""How fast and how well tables that wait for people want to play."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from ..database import Database
from ..schema import wishes


class Wish(Struct, frozen=True):
    """What somebody wishes of a table."""

    pace: str = ""
    level: str = ""
    people: bool = False
    """Whether programs shall not sit down."""


class WishRows(Database):
    """Wishes in the database."""

    def set_wish(self, game: str, wish: Wish) -> None:
        """What a table wants of those who sit down."""
        with self.writing() as connection:
            connection.execute(sa.delete(wishes).where(wishes.c.game == game))
            connection.execute(
                sa.insert(wishes).values(game=game, pace=wish.pace, level=wish.level, people=wish.people)
            )

    def wishes_of(self, games: Sequence[str]) -> dict[str, Wish]:
        """Wishes by table; one that was laid out before there were wishes has none."""
        query = sa.select(wishes).where(wishes.c.game.in_(games))
        with self.reading() as connection:
            return {row.game: Wish(row.pace, row.level, bool(row.people)) for row in connection.execute(query)}
