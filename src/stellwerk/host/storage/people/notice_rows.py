"""Where people want to be told of their turn, and when they were told last."""

from __future__ import annotations

import sqlalchemy as sa
from msgspec import Struct

from ..database import Database
from ..schema import accounts, notices, pushes


class Notice(Struct, frozen=True):
    """How somebody is told."""

    person: int
    email: bool = False
    webhook: str = ""
    language: str = "en"
    sent: float = 0.0
    asks: bool = True
    """Whether they hear of what others ask of them, too."""
    talk: bool = True
    """Whether they hear of where they are named."""


class NoticeRows(Database):
    """Notices in the database."""

    def notice(self, person: int) -> Notice:
        """How somebody is told."""
        with self.reading() as connection:
            row = connection.execute(sa.select(notices).where(notices.c.person == person)).first()
        return Notice(*row) if row else Notice(person)

    def set_notice(self, notice: Notice) -> None:
        """Tell somebody so from now on."""
        values = {name: getattr(notice, name) for name in Notice.__struct_fields__}
        with self.writing() as connection:
            connection.execute(sa.delete(notices).where(notices.c.person == notice.person))
            connection.execute(sa.insert(notices).values(values))

    def noticed(self, before: float) -> list[tuple[Notice, str | None]]:
        """Who wants to be told and was not since then, with their e-mail address."""
        somewhere = sa.select(pushes.c.digest).where(pushes.c.person == notices.c.person).exists()
        wanted = sa.or_(notices.c.email, notices.c.webhook != "", somewhere)
        query = sa.select(notices, accounts.c.email.label("address")).join(
            accounts, accounts.c.person == notices.c.person
        )
        with self.reading() as connection:
            rows = connection.execute(query.where(wanted, notices.c.sent < before, accounts.c.suspended.is_(None)))
            return [(Notice(*row[:-1]), row[-1]) for row in rows]

    def note_sent(self, person: int, now: float) -> None:
        """Somebody was told."""
        with self.writing() as connection:
            connection.execute(sa.update(notices).where(notices.c.person == person).values(sent=now))
