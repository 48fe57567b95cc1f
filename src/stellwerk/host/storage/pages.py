"""Pages that are kept between two looks at a game, in the database."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa

from .database import Database
from .page_cache import KeptView
from .schema import log, views


class Pages(Database):
    """Pages in the database."""

    def keep_views(self, game: str, kept: Sequence[KeptView]) -> None:
        """Keep views instead of older ones; those of another edition go."""
        with self.writing() as connection:
            for view in kept:
                mine = (views.c.game == game) & (views.c.language == view.language)
                old = (views.c.seat == _watcher(view.seat)) | (views.c.edition != view.edition)
                connection.execute(sa.delete(views).where(mine & old))
                values = {
                    "game": game,
                    "seat": _watcher(view.seat),
                    "language": view.language,
                    "number": view.number,
                    "waiting": view.waiting,
                    "edition": view.edition,
                    "body": view.body,
                }
                connection.execute(sa.insert(views).values(values))

    def forget_views(self, game: str) -> None:
        """Keep no view of a game: what a seat saw may be for somebody else from now on."""
        with self.writing() as connection:
            connection.execute(sa.delete(views).where(views.c.game == game))

    def kept_views(self, game: str, language: str, edition: str) -> list[KeptView]:
        """The views of a game that still count: of this edition, and made after the last entry of its log."""
        last = sa.select(sa.func.coalesce(sa.func.max(log.c.number), 0)).where(log.c.game == game)
        query = sa.select(views).where(
            views.c.game == game,
            views.c.language == language,
            views.c.edition == edition,
            views.c.number == last.scalar_subquery(),
        )
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [
            KeptView(
                None if row.seat < 0 else row.seat, language, row.number, tuple(row.waiting), edition, row.body
            )
            for row in rows
            if isinstance(row.waiting, list)
        ]


def _watcher(seat: int | None) -> int:
    """A seat's number; -1 for those who watch."""
    return -1 if seat is None else seat
