"""When people were here last."""

from __future__ import annotations

from collections.abc import Collection

import sqlalchemy as sa

from ..schema import accounts, keys, people
from ..storage import Storage
from ..tables.meeting import vacations


def last_here(storage: Storage, persons: Collection[int], now: float) -> dict[int, float]:
    """Until when people were here, or on a vacation that has begun; who has no way in any more never was."""
    who = people.c.id.in_(persons)
    way_in = sa.or_(
        sa.select(keys.c.person).where(keys.c.person == people.c.id).exists(),
        sa.select(accounts.c.person).where(accounts.c.person == people.c.id).exists(),
    )
    seen = sa.select(people.c.id, sa.func.coalesce(people.c.seen, people.c.created)).where(who & way_in)
    begun = vacations.c.person.in_(persons) & (vacations.c.start <= now)
    ends = sa.select(vacations.c.person, sa.func.max(vacations.c.until)).where(begun)
    with storage.reading() as connection:
        found = {int(person): float(at) for person, at in connection.execute(seen)}
        for person, until in connection.execute(ends.group_by(vacations.c.person)):
            if person in found:
                found[person] = max(found[person], until)
    return dict.fromkeys(persons, 0.0) | found
