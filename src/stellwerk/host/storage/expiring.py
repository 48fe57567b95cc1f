"""What leaves the storage: tables that are closed, and what nobody needs any more. Played games never do."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
import sqlalchemy as sa

from .rows import OPEN, PERSON, RUNNING
from .schema import (
    accounts,
    blocks,
    drawn_orders,
    games,
    keys,
    lessons,
    log,
    looks,
    notices,
    passkeys,
    people,
    pushes,
    removed,
    reports,
    resigned,
    seats,
    tournament_games,
    tournament_people,
    tournaments,
    turns,
    views,
    wishes,
)
from .storage import Storage
from .tables.games import LOOKED_THROUGH
from .tables.meeting import BESIDE_A_GAME


def delete_game(storage: Storage, id_: str, status: str, changed: float) -> bool:
    """Let a game go with all that belongs to it, if it is as it was when that was decided."""
    with storage.writing() as connection:
        same = (games.c.id == id_) & (games.c.status == status) & (games.c.changed <= changed)
        if connection.scalar(sa.select(games.c.id).where(same).with_for_update()) is None:
            return False
        for table in (
            *BESIDE_A_GAME,
            views,
            turns,
            log,
            lessons,
            drawn_orders,
            removed,
            resigned,
            wishes,
            tournament_games,
            seats,
        ):
            connection.execute(sa.delete(table).where(table.c.game == id_))
        connection.execute(sa.delete(games).where(games.c.id == id_))
    return True


def unplayed(storage: Storage, before: float, limit: int) -> list[tuple[str, str, float]]:
    """Games not changed since then in which no person has made a move here: id, status, and when they changed.

    What stood in the log when a game was laid out, as for lessons and games from files, is no move made here.
    Where only bots sit they play to the end, however long that takes.
    """
    sits = sa.select(seats.c.seat).where(seats.c.game == games.c.id, seats.c.kind == PERSON).exists()
    query = sa.select(games.c.id, games.c.status, games.c.changed, games.c.created).where(
        games.c.status.in_((OPEN, RUNNING)), games.c.changed < before, sits | (games.c.status == OPEN)
    )
    found: list[tuple[str, str, float]] = []
    with storage.reading() as connection:
        for row in connection.execute(query.order_by(games.c.changed)).all():
            if len(found) == limit:
                break
            if not _played(connection, row.id, row.created):
                found.append((row.id, row.status, row.changed))
    return found


def _played(connection: sa.Connection, id_: str, created: float) -> bool:
    """Whether a person has made a move in a game since it was laid out; who takes back is a person, too."""
    theirs = sa.select(seats.c.seat).where(seats.c.game == id_, seats.c.kind == PERSON)
    persons = (None, *connection.scalars(theirs))
    entries = sa.select(log.c.body).where(log.c.game == id_, log.c.at > created).order_by(log.c.number)
    for body in connection.scalars(entries):
        try:
            action = msgspec.json.decode(body)
        except msgspec.DecodeError:  # what cannot be read may have been one
            return True
        if isinstance(action, dict) and action.get("type") == "clock":
            continue
        if not isinstance(action, dict) or action.get("seat") in persons:
            return True
    return False


def expire_views(storage: Storage, before: float) -> int:
    """Let kept pages go of games that have not changed since then, or that have gone on; how many."""
    last = sa.select(sa.func.coalesce(sa.func.max(log.c.number), 0)).where(log.c.game == views.c.game)
    idle = sa.select(games.c.id).where(games.c.changed < before)
    with storage.writing() as connection:
        old = views.c.game.in_(idle) | (views.c.number != last.scalar_subquery())
        return connection.execute(sa.delete(views).where(old)).rowcount


def note_seen(storage: Storage, persons: Sequence[int], now: float) -> None:
    """These people were here."""
    if persons:
        with storage.writing() as connection:
            for person in persons:
                connection.execute(sa.update(people).where(people.c.id == person).values(seen=now))


def expire_people(storage: Storage, before: float) -> list[int]:
    """Let guests go who have not been here since then and have no games; who they were."""
    idle = sa.select(people.c.id).where(
        people.c.created < before,
        sa.func.coalesce(people.c.seen, 0.0) < before,
        ~sa.select(seats.c.game).where(seats.c.person == people.c.id).exists(),
        ~sa.select(games.c.id).where(games.c.owner == people.c.id).exists(),
        ~sa.select(accounts.c.person).where(accounts.c.person == people.c.id).exists(),
        ~sa.select(reports.c.id)
        .where(sa.or_(reports.c.person == people.c.id, reports.c.about == people.c.id))
        .exists(),
    )
    with storage.writing() as connection:
        gone = list(connection.scalars(idle.limit(LOOKED_THROUGH)))
        for table in (keys, removed, resigned, blocks, notices, looks, passkeys, pushes, tournament_people):
            connection.execute(sa.delete(table).where(table.c.person.in_(gone)))
        connection.execute(sa.update(tournaments).where(tournaments.c.owner.in_(gone)).values(owner=None))
        connection.execute(sa.delete(blocks).where(blocks.c.blocked.in_(gone)))
        connection.execute(sa.delete(people).where(people.c.id.in_(gone)))
    return gone
