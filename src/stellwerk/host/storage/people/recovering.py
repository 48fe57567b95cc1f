"""Links by which somebody who has lost a password sets another one: only their digests, for a short time."""

from __future__ import annotations

import sqlalchemy as sa

from ..database import Database
from ..rows import Account
from ..schema import accounts, familiar, keys, passkeys, recoveries


class Recovering(Database):
    """Links of letters in the database."""

    def accounts_at(self, email: str, limit: int) -> list[Account]:
        """Accounts that have named an address, in whatever letters."""
        columns = (accounts.c[name] for name in Account.__struct_fields__)
        query = sa.select(*columns).where(sa.func.lower(accounts.c.email) == email.lower())
        with self.reading() as connection:
            rows = connection.execute(query.order_by(accounts.c.created).limit(limit)).all()
        return [Account(*row) for row in rows]

    def add_recovery(self, digest: str, person: int, now: float, until: float, most: int, since: float) -> bool:
        """One more link for somebody; whether there were not too many since then already."""
        mine = recoveries.c.person == person
        with self.writing() as connection:
            connection.execute(sa.delete(recoveries).where(recoveries.c.at <= since))
            many = connection.scalar(sa.select(sa.func.count()).select_from(recoveries).where(mine))
            there = connection.scalar(sa.select(accounts.c.person).where(accounts.c.person == person))
            if there is None or (many or 0) >= most:
                return False
            values = {"digest": digest, "person": person, "at": now, "until": until}
            connection.execute(sa.insert(recoveries).values(values))
        return True

    def recovered(self, digest: str, now: float) -> Account | None:
        """Whose password a link is for, if its time is not over and nobody has closed the account."""
        columns = (accounts.c[name] for name in Account.__struct_fields__)
        query = sa.select(*columns).join(recoveries, recoveries.c.person == accounts.c.person)
        with self.reading() as connection:
            row = connection.execute(query.where(_good(digest, now), accounts.c.suspended.is_(None))).first()
        return Account(*row) if row else None

    def recover(self, digest: str, now: float, person: int, password: str, keep_passkeys: bool = False) -> bool:
        """Set another password by a link, which all links, sessions and passkeys end with; whether it was good.

        Whoever has lost an account to somebody else must not leave them a way in; passkeys stay only on request.
        """
        with self.writing() as connection:
            if not connection.execute(sa.delete(recoveries).where(_good(digest, now))).rowcount:
                return False
            connection.execute(sa.update(accounts).where(accounts.c.person == person).values(password=password))
            for table in (keys, recoveries, familiar, *(() if keep_passkeys else (passkeys,))):
                connection.execute(sa.delete(table).where(table.c.person == person))
            self.keys_ended(connection, person)
        return True


def _good(digest: str, now: float) -> sa.ColumnElement[bool]:
    return (recoveries.c.digest == digest) & (recoveries.c.until > now)
