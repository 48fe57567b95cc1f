"""Who serves, at which address, and who holds which drawers of games: in the database, for a while each time.

Whoever does not renew in time loses the row of theirs, and with it the right to write: each of their transactions
looks for that row and keeps it from being taken away until its end (`Postgres.transaction`). So what was held by a
process that has died, or that only believes to be there, is taken by others, and two never both write. Time is
that of the database. Where that itself was away, and nobody could renew, everybody has as long again.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

import sqlalchemy as sa
from msgspec import Struct

from ..places import DRAWERS
from .database import CHANNEL
from .postgres import SHARING
from .schema import drawers, serving
from .storage import Storage

MOVED = "drawers"
"""What all who serve hear where somebody has come or gone."""
NOBODY = ""
_NOW = sa.literal_column("extract(epoch from clock_timestamp())", sa.Float)
_UP = sa.literal_column("extract(epoch from pg_postmaster_start_time())", sa.Float)


class Member(Struct, frozen=True):
    """A process that serves: `id` is its own, `name` also that of whatever is started in its stead.

    Those of the same computer reach it by `socket`, others at `address`, if at all.
    """

    id: str
    name: str
    socket: str
    address: str = ""


class Held(Struct, frozen=True):
    """Who holds what."""

    mine: frozenset[int]
    surplus: frozenset[int]
    """Those of them that others shall have."""
    holders: Mapping[int, Member]


def join(storage: Storage, me: Member, seconds: float) -> None:
    """Begin to serve; what an earlier process of the same name held is ours."""
    values = {name: getattr(me, name) for name in Member.__struct_fields__}
    earlier = sa.select(serving.c.id).where(serving.c.name == me.name)
    with storage.leasing() as connection:
        storage.keeper.one_at_a_time(connection, SHARING)
        before = list(connection.scalars(earlier))
        connection.execute(sa.delete(serving).where(serving.c.id.in_(before)))
        connection.execute(sa.insert(serving).values(**values, until=_NOW + seconds))
        connection.execute(sa.update(drawers).where(drawers.c.holder.in_(before)).values(holder=me.id))
        storage.keeper.tell(connection, CHANNEL, MOVED)


def renew(storage: Storage, me: Member, seconds: float) -> Held | None:
    """Go on serving, with as many drawers as everybody has; None where others think that we are gone."""
    with storage.leasing() as connection:
        storage.keeper.one_at_a_time(connection, SHARING)
        renewed = sa.update(serving).where(serving.c.id == me.id).values(until=_NOW + seconds)
        if not connection.execute(renewed).rowcount:
            return None
        others = serving.c.id != me.id  # we are there, however long this takes
        late = sa.select(serving.c.id).where(others & (serving.c.until < _NOW) & (_UP + seconds < _NOW))
        gone = list(connection.scalars(late.with_for_update(skip_locked=True)))
        connection.execute(sa.delete(serving).where(serving.c.id.in_(gone)))
        there = {one.id: one for one in _members(connection)}
        holders = _holders(connection)
        mine = {number for number, holder in holders.items() if holder == me.id}
        share = _share(sorted(there, key=lambda id_: (there[id_].name, id_)).index(me.id), len(there))
        free = [number for number, holder in holders.items() if holder not in there]
        taken = free[: max(0, share - len(mine))]
        if taken:
            connection.execute(sa.update(drawers).where(drawers.c.number.in_(taken)).values(holder=me.id))
            holders |= dict.fromkeys(taken, me.id)
        if taken or gone:
            storage.keeper.tell(connection, CHANNEL, MOVED)
    mine |= set(taken)
    return Held(
        frozenset(mine),
        frozenset(sorted(mine)[share:]),
        {number: there[holder] for number, holder in holders.items() if holder in there},
    )


def give_up(storage: Storage, me: Member, those: Collection[int]) -> None:
    """Let others have some drawers."""
    ours = (drawers.c.holder == me.id) & drawers.c.number.in_(those)
    with storage.leasing() as connection:
        connection.execute(sa.update(drawers).where(ours).values(holder=NOBODY))
        storage.keeper.tell(connection, CHANNEL, MOVED)


def leave(storage: Storage, me: Member) -> None:
    """Serve no longer."""
    with storage.leasing() as connection:
        storage.keeper.one_at_a_time(connection, SHARING)
        connection.execute(sa.delete(serving).where(serving.c.id == me.id))
        storage.keeper.tell(connection, CHANNEL, MOVED)


def clear(storage: Storage) -> None:
    """Nobody serves: whoever did has ended, as whoever has the database alone knows."""
    with storage.leasing() as connection:
        connection.execute(sa.delete(serving))


def members(storage: Storage) -> list[Member]:
    """All who serve."""
    with storage.reading() as connection:
        return _members(connection)


def holders(storage: Storage) -> dict[int, str]:
    """The ids of those who hold drawers, also of those who have gone."""
    with storage.reading() as connection:
        return {row.number: row.holder for row in connection.execute(_ALL) if row.holder != NOBODY}


_ALL = sa.select(drawers.c.number, drawers.c.holder).order_by(drawers.c.number)


def _members(connection: sa.Connection) -> list[Member]:
    columns = [serving.c[name] for name in Member.__struct_fields__]
    return [Member(*row) for row in connection.execute(sa.select(*columns))]


def _holders(connection: sa.Connection) -> dict[int, str]:
    found = {row.number: row.holder for row in connection.execute(_ALL)}
    if lacking := [{"number": number, "holder": NOBODY} for number in range(DRAWERS) if number not in found]:
        connection.execute(sa.insert(drawers), lacking)
        found |= {row["number"]: NOBODY for row in lacking}
    return found


def _share(number: int, of: int) -> int:
    """How many drawers one of several holds.

    >>> [_share(number, 3) for number in range(3)]
    [86, 85, 85]
    """
    return DRAWERS // of + (number < DRAWERS % of)
