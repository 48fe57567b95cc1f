"""Passkeys, and what they must answer: each challenge is good once, in whichever process it was given out."""

from __future__ import annotations

import hashlib
import time

import sqlalchemy as sa
from msgspec import Struct

from ..database import Database
from ..rows import Taken
from ..schema import challenges, passkeys

MOST_CHALLENGES = 2000
"""Challenges that are waited for; with one more the oldest goes."""


class Passkey(Struct, frozen=True):
    """What somebody can come in by; `uses` is as many as its keeper has counted."""

    id: str
    person: int
    public: bytes
    uses: int
    label: str
    created: float


class PasskeyRows(Database):
    """Passkeys in the database."""

    def passkeys_of(self, person: int) -> list[Passkey]:
        """All of somebody's, the newest first."""
        query = sa.select(passkeys).where(passkeys.c.person == person).order_by(passkeys.c.created.desc())
        with self.reading() as connection:
            return [Passkey(*row) for row in connection.execute(query)]

    def passkey(self, id_: str) -> Passkey | None:
        """The one of this name."""
        with self.reading() as connection:
            row = connection.execute(sa.select(passkeys).where(passkeys.c.id == id_)).first()
        return Passkey(*row) if row else None

    def add_passkey(self, passkey: Passkey) -> None:
        """One more; raises `Taken` where there is one of this name."""
        values = {name: getattr(passkey, name) for name in Passkey.__struct_fields__}
        with self.writing() as connection:
            try:
                connection.execute(sa.insert(passkeys).values(values))
            except sa.exc.IntegrityError:
                raise Taken from None

    def note_passkey_used(self, id_: str, uses: int) -> None:
        """Somebody came in by it."""
        with self.writing() as connection:
            connection.execute(sa.update(passkeys).where(passkeys.c.id == id_).values(uses=uses))

    def end_passkey(self, person: int, id_: str) -> bool:
        """Let nobody come in by it any more; whether there was one."""
        mine = (passkeys.c.person == person) & (passkeys.c.id == id_)
        with self.writing() as connection:
            return connection.execute(sa.delete(passkeys).where(mine)).rowcount > 0

    def give_challenge(self, challenge: bytes, person: int | None, until: float) -> None:
        """Something to be answered until then, by somebody, or by whoever can."""
        with self.writing() as connection:
            connection.execute(sa.delete(challenges).where(challenges.c.until < time.time()))
            old = sa.select(challenges.c.digest).order_by(challenges.c.until.desc()).offset(MOST_CHALLENGES)
            connection.execute(sa.delete(challenges).where(challenges.c.digest.in_(list(connection.scalars(old)))))
            values = {"digest": _digest(challenge), "person": person, "until": until}
            connection.execute(sa.insert(challenges).values(values))

    def take_challenge(self, challenge: bytes, person: int | None) -> bool:
        """Whether it was given out to them, is not too old, and nobody has answered it before."""
        whose = challenges.c.person.is_(None) if person is None else challenges.c.person == person
        asked = (challenges.c.digest == _digest(challenge)) & whose & (challenges.c.until >= time.time())
        with self.writing() as connection:
            return connection.execute(sa.delete(challenges).where(asked)).rowcount > 0


def _digest(challenge: bytes) -> str:
    return hashlib.sha256(challenge).hexdigest()
