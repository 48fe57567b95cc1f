"""Names that somebody who goes has left where no row says whose they are.

That is on a seat that a bot has since, at games that went on from a position of theirs, in what they asked,
and in the operators' log.
"""

from __future__ import annotations

import msgspec
import sqlalchemy as sa

from stellwerk.play.typed import decode
from stellwerk.view.names import GUEST

from ...tables.asks import Ask
from ..rows import FREE, OPEN
from ..schema import accounts, audit, games, resigned, seats, tournament_people, tournaments
from ..tables.meeting import asks, notes


def forget_names(connection: sa.Connection, person: int) -> set[str]:
    """Call somebody a guest wherever they sat; the games in which somebody is called otherwise now."""
    name = connection.scalar(sa.select(accounts.c.name).where(accounts.c.person == person))
    connection.execute(sa.update(audit).where(audit.c.operator == name).values(operator=f"#{person}"))
    return _on_seats(connection, person) | _in_asks(connection, person)


def leave_tables(connection: sa.Connection, person: int) -> None:
    """Have nobody wait for somebody who goes: at tables and tournaments that have not begun; and what they wrote
    for themselves is not for whoever gets their seat."""
    sits = (seats.c.person == person) & (seats.c.game == notes.c.game) & (seats.c.seat == notes.c.seat)
    connection.execute(sa.delete(notes).where(sa.exists().where(sits)))
    waits = sa.select(games.c.id).where(games.c.status == OPEN)
    theirs = (seats.c.person == person) & seats.c.game.in_(waits)
    connection.execute(sa.update(seats).where(theirs).values(kind=FREE, name="", person=None, program=False))
    later = sa.select(tournaments.c.id).where(tournaments.c.begun.is_(None))
    mine, there = later.where(tournaments.c.owner == person), tournament_people.c.tournament
    gone = there.in_(mine) | ((tournament_people.c.person == person) & there.in_(later))
    connection.execute(sa.delete(tournament_people).where(gone))
    connection.execute(sa.delete(tournaments).where(tournaments.c.owner == person, tournaments.c.begun.is_(None)))


def _on_seats(connection: sa.Connection, person: int) -> set[str]:
    """Their seats, those that they gave to bots, and those seats of branches and copies, which share the seed."""
    left = sa.exists().where(
        resigned.c.game == seats.c.game, resigned.c.seat == seats.c.seat, resigned.c.person == person
    )
    theirs = sa.or_(seats.c.person == person, sa.and_(seats.c.person.is_(None), left))
    places = sa.select(seats.c.seat, seats.c.name, games.c.title, games.c.seed).distinct()
    changed: set[str] = set()
    for place in connection.execute(places.join(games, games.c.id == seats.c.game).where(theirs)).all():
        alike = sa.select(games.c.id).where(games.c.title == place.title, games.c.seed == place.seed)
        there = (seats.c.seat == place.seat) & (seats.c.name == place.name) & seats.c.game.in_(alike)
        changed.update(connection.scalars(sa.select(seats.c.game).where(there)))
        connection.execute(sa.update(seats).where(there).values(name=GUEST))
    return changed


def _in_asks(connection: sa.Connection, person: int) -> set[str]:
    changed: set[str] = set()
    for row in connection.execute(sa.select(asks)).all():
        ask = decode(row.body, Ask)
        if ask.person == person:
            ask.name = GUEST
            one = (asks.c.game == row.game) & (asks.c.id == row.id)
            connection.execute(sa.update(asks).where(one).values(body=msgspec.json.encode(ask)))
            changed.add(row.game)
    return changed
