"""What else somebody who is not here should hear of: what others ask of them, and where they were named."""

from __future__ import annotations

from collections.abc import Sequence

import sqlalchemy as sa
from msgspec import Struct

from ..storage.people.notice_rows import Notice
from ..storage.rows import GameRow
from ..storage.schema import blocks
from ..storage.storage import Storage
from ..storage.tables import ask_rows
from ..storage.tables.meeting import mutes, talk
from ..tables.talk import TABLE

LOOKED_THROUGH = 500
"""Messages and requests that are looked through."""


class Call(Struct, frozen=True):
    """Somebody asks something at a table, or names somebody there."""

    row: GameRow
    kind: str
    name: str


def names(body: str, name: str) -> bool:
    """Whether somebody is named by `@`, as a whole word.

    >>> names("Well, @ada lovelace?", "Ada Lovelace"), names("@Adalbert", "Ada"), names("Ada", "Ada")
    (True, False, False)
    """
    wanted, said = f"@{name.lower()}", body.lower()
    at = said.find(wanted) if name else -1
    while at >= 0:
        after = said[at + len(wanted) : at + len(wanted) + 1]
        if not after.isalnum():
            return True
        at = said.find(wanted, at + 1)
    return False


def calls(storage: Storage, notice: Notice, games: Sequence[GameRow], until: float) -> list[Call]:
    """What somebody was asked, and where they were named, since they were told last and up to a moment."""
    by_id = {row.id: row for row in games}
    found: list[Call] = []
    if by_id and notice.asks:
        found += _asked(storage, notice, by_id, until)
    if by_id and notice.talk:
        found += _named(storage, notice, by_id, until)
    return found


def _asked(storage: Storage, notice: Notice, by_id: dict[str, GameRow], until: float) -> list[Call]:
    return [
        Call(by_id[game], ask.kind, ask.name)
        for game, ask in ask_rows.of_games(storage, by_id.keys(), LOOKED_THROUGH)
        if ask.asks(notice.person) and notice.sent < ask.at <= until
    ]


def _named(storage: Storage, notice: Notice, by_id: dict[str, GameRow], until: float) -> list[Call]:
    """Once for each who has named them at a table; whom they do not hear does not count."""
    deaf = sa.select(mutes.c.other).where(mutes.c.game == talk.c.game, mutes.c.person == notice.person)
    apart = sa.select(blocks.c.blocked).where(blocks.c.person == notice.person)
    query = (
        sa.select(talk.c.game, talk.c.name, talk.c.body)
        .where(
            talk.c.game.in_(by_id),
            talk.c.room == TABLE,
            talk.c.person != notice.person,
            talk.c.at > notice.sent,
            talk.c.at <= until,
            talk.c.body.contains("@"),
            talk.c.person.not_in(deaf),
            talk.c.person.not_in(apart),
        )
        .order_by(talk.c.at.desc())
        .limit(LOOKED_THROUGH)
    )
    with storage.reading() as connection:
        rows = connection.execute(query).all()
    found: dict[tuple[str, str], Call] = {}
    for row in rows:
        mine = [seat.name for seat in by_id[row.game].seats if seat.person == notice.person]
        if any(names(row.body, name) for name in mine):
            found.setdefault((row.game, row.name), Call(by_id[row.game], "named", row.name))
    return list(found.values())
