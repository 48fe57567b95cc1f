"""Tournaments: who takes part, and which tables belong to one."""

from __future__ import annotations

from typing import Any

import msgspec
import sqlalchemy as sa
from msgspec import Struct

from stellwerk.play.typed import decode

from ...clocks.clock import Terms
from ..database import Database
from ..schema import people, tournament_games, tournament_people, tournaments


class Plan(Struct, frozen=True):
    """How the tables of a tournament are laid out."""

    players: int
    seed: int
    options: dict[str, Any] = {}
    terms: Terms | None = None
    removed: tuple[int, ...] = ()
    """People whom the owner does not want to take part."""


class Tournament(Struct, frozen=True):
    """A tournament."""

    id: str
    name: str
    owner: int | None
    title: str
    plan: Plan
    created: float
    begun: float | None


class TournamentRows(Database):
    """Tournaments in the database."""

    def add_tournament(self, one: Tournament) -> None:
        """A new tournament; who makes it takes part."""
        values = {name: getattr(one, name) for name in ("id", "name", "owner", "title", "created", "begun")}
        with self.writing() as connection:
            connection.execute(sa.insert(tournaments).values(values | {"body": msgspec.json.encode(one.plan)}))
            connection.execute(sa.insert(tournament_people).values(tournament=one.id, person=one.owner))

    def tournament(self, id_: str) -> Tournament | None:
        """A tournament by its id."""
        return next(iter(self._tournaments(sa.select(tournaments).where(tournaments.c.id == id_))), None)

    def last_tournaments(self, limit: int) -> list[Tournament]:
        """The last ones."""
        return self._tournaments(sa.select(tournaments).order_by(tournaments.c.created.desc()).limit(limit))

    def _tournaments(self, query: sa.Select[Any]) -> list[Tournament]:
        with self.reading() as connection:
            rows = connection.execute(query).all()
        return [
            Tournament(
                row.id, row.name, row.owner, row.title, decode(row.body, Plan), row.created,
                row.begun,
            )
            for row in rows
        ]  # fmt: skip

    def tournaments_of(self, owner: int, since: float) -> tuple[int, int]:
        """How many somebody has made since then, and how many of theirs have not begun."""
        mine = sa.select(sa.func.count()).select_from(tournaments).where(tournaments.c.owner == owner)
        with self.reading() as connection:
            lately = connection.scalar(mine.where(tournaments.c.created > since)) or 0
            return lately, connection.scalar(mine.where(tournaments.c.begun.is_(None))) or 0

    def taking_part(self, id_: str) -> dict[int, str]:
        """Who takes part, by name, in the order in which they were known here."""
        query = (
            sa.select(people.c.id, people.c.name)
            .join(tournament_people, tournament_people.c.person == people.c.id)
            .where(tournament_people.c.tournament == id_)
            .order_by(people.c.id)
        )
        with self.reading() as connection:
            return {row.id: row.name for row in connection.execute(query)}

    def join_tournament(self, id_: str, person: int, most: int) -> bool:
        """One more takes part; whether there was room and it has not begun."""
        theirs = tournament_people.c.tournament == id_
        with self.writing() as connection:
            waits = sa.select(tournaments.c.id).where(tournaments.c.id == id_, tournaments.c.begun.is_(None))
            many = connection.scalar(sa.select(sa.func.count()).select_from(tournament_people).where(theirs)) or 0
            if connection.scalar(waits) is None or many >= most:
                return False
            connection.execute(sa.delete(tournament_people).where(theirs, tournament_people.c.person == person))
            connection.execute(sa.insert(tournament_people).values(tournament=id_, person=person))
        return True

    def leave_tournament(self, id_: str, person: int, plan: Plan | None = None) -> None:
        """Somebody takes part no more; with a plan, it is another one from now on."""
        theirs = (tournament_people.c.tournament == id_) & (tournament_people.c.person == person)
        with self.writing() as connection:
            connection.execute(sa.delete(tournament_people).where(theirs))
            if plan is not None:
                mine = sa.update(tournaments).where(tournaments.c.id == id_)
                connection.execute(mine.values(body=msgspec.json.encode(plan)))

    def begin_tournament(self, id_: str, now: float) -> bool:
        """It begins; whether it had not yet: only one process lays its tables out."""
        waits = (tournaments.c.id == id_) & tournaments.c.begun.is_(None)
        with self.writing() as connection:
            return connection.execute(sa.update(tournaments).where(waits).values(begun=now)).rowcount > 0

    def drop_tournament(self, id_: str) -> bool:
        """A tournament that has not begun goes; whether there was one."""
        waits = (tournaments.c.id == id_) & tournaments.c.begun.is_(None)
        with self.writing() as connection:
            if connection.scalar(sa.select(tournaments.c.id).where(waits)) is None:
                return False
            connection.execute(sa.delete(tournament_people).where(tournament_people.c.tournament == id_))
            connection.execute(sa.delete(tournaments).where(waits))
        return True

    def add_to_tournament(self, id_: str, game: str, number: int) -> None:
        """A table of a tournament."""
        with self.writing() as connection:
            connection.execute(sa.insert(tournament_games).values(game=game, tournament=id_, round=number))

    def tables_of(self, id_: str) -> list[str]:
        """Its tables, in their order."""
        query = sa.select(tournament_games.c.game).where(tournament_games.c.tournament == id_)
        with self.reading() as connection:
            return list(connection.scalars(query.order_by(tournament_games.c.round)))
