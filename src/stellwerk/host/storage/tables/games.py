"""Games, their seats, and the append-only log of every game."""

from __future__ import annotations

import json
import logging
import time
from collections.abc import Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from stellwerk.play.typed import convert
from stellwerk.view.faults import Unkept

from ..cells import Damaged
from ..database import Database
from ..rows import BOT, FINISHED, LISTED, OPEN, RUNNING, Deed, GameRow, Seat, Standing
from ..schema import accounts, drawn_orders, games, lessons, log, removed, resigned, seats, turns, views
from .meeting import branches

_log = logging.getLogger(__name__)
LOOKED_THROUGH = 500
"""Games that are looked through for a list."""


# What every move writes.
_ENTER = "INSERT INTO log (game, number, body, at) VALUES (:game, :number, :body, :at)"
_GO_ON = "UPDATE games SET changed = :now, status = :status, result = :result WHERE id = :game"
_FORGET_TURN = "DELETE FROM turns WHERE game = :game"
_NOTE_TURN = (
    "INSERT INTO turns (game, waiting) VALUES (:game, :waiting)"
    " ON CONFLICT (game) DO UPDATE SET waiting = excluded.waiting"
)


class Games(Database):
    """Games in the database."""

    def add_game(self, row: GameRow, entries: Sequence[bytes] = (), lesson: bool = False) -> None:
        """A new game with its seats, perhaps with a past, perhaps one that is played as a lesson."""
        values = {name: getattr(row, name) for name in games.c.keys()}  # noqa: SIM118  # a collection, no dict
        with self.writing() as connection:
            connection.execute(sa.insert(games).values(values))
            connection.execute(sa.insert(seats), [_seat_values(row.id, seat) for seat in row.seats])
            if entries:
                rows = [
                    {"game": row.id, "number": number, "body": body, "at": row.created}
                    for number, body in enumerate(entries, 1)
                ]
                connection.execute(sa.insert(log), rows)
            if row.drawn:
                connection.execute(sa.insert(drawn_orders).values(game=row.id))
            if lesson:
                connection.execute(sa.insert(lessons).values(game=row.id))

    def is_lesson(self, id_: str) -> bool:
        """Whether a game is played as a lesson."""
        with self.reading() as connection:
            return connection.scalar(sa.select(lessons.c.game).where(lessons.c.game == id_)) is not None

    def end_lesson(self, id_: str) -> None:
        """Let a game be one like any other; pages kept of it still teach, so they go."""
        with self.writing() as connection:
            connection.execute(sa.delete(lessons).where(lessons.c.game == id_))
            connection.execute(sa.delete(views).where(views.c.game == id_))

    def game(self, id_: str) -> GameRow | None:
        """A game by its id."""
        found, damaged = self._games(sa.select(games).where(games.c.id == id_))
        if damaged:
            raise Unkept("fault.damaged_game", problem=damaged[id_])
        return found[0] if found else None

    def standing(self, person: int) -> Standing:
        """What a person has that is not finished."""
        mine = (games.c.owner == person) & games.c.status.in_((OPEN, RUNNING))
        sits = (seats.c.person == person) & (seats.c.game == games.c.id)
        unfinished = games.c.status.in_((OPEN, RUNNING))
        counts = (
            sa.select(sa.func.count()).select_from(games).where(mine),
            sa.select(sa.func.count()).select_from(games).where(mine, games.c.status == OPEN),
            sa.select(sa.func.count(seats.c.game.distinct())).where(sits, games.c.status == OPEN),
            sa.select(sa.func.count()).where(sits, unfinished),
            sa.select(sa.func.count()).where(mine, seats.c.game == games.c.id, seats.c.kind == BOT),
        )
        with self.reading() as connection:
            return Standing(*(connection.execute(count).scalar_one() for count in counts))

    def list_games(
        self, status: str, limit: int = 30, person: int | None = None, each: int | None = None
    ) -> list[GameRow]:
        """Games of a status, the last changed first; with a person, only theirs; or so many of each owner."""
        # What somebody tries out alone is found at the game that it came from.
        query = sa.select(games).where(games.c.status == status, games.c.id.not_in(sa.select(branches.c.game)))
        if person is None:
            query = query.where(games.c.access == LISTED)
        if person is None and status == OPEN:  # nobody waits for somebody who cannot come in
            closed = sa.select(accounts.c.person).where(accounts.c.suspended.is_not(None))
            there = sa.select(seats.c.game).where(seats.c.person.in_(closed))
            query = query.where(games.c.id.not_in(there), sa.func.coalesce(games.c.owner, 0).not_in(closed))
        if each is not None:
            last = query.with_only_columns(games.c.id, games.c.owner, games.c.changed)
            some = last.order_by(games.c.changed.desc()).limit(LOOKED_THROUGH).subquery()
            rank = sa.func.row_number().over(
                partition_by=sa.func.coalesce(sa.cast(some.c.owner, sa.String), some.c.id),
                order_by=some.c.changed.desc(),
            )
            ranked = sa.select(some.c.id, rank.label("rank")).subquery()
            query = query.where(games.c.id.in_(sa.select(ranked.c.id).where(ranked.c.rank <= each)))
        if person is not None:
            query = query.where(games.c.id.in_(sa.select(seats.c.game).where(seats.c.person == person)))
        found, damaged = self._games(query.order_by(games.c.changed.desc()).limit(limit))
        for id_, problem in damaged.items():
            _log.error("game %s is left out of a list, its row is damaged: %s", id_, problem)
        return found

    def last_changed(self, status: str, limit: int) -> list[str]:
        """Ids of games of a status, the last changed first; a row that cannot be read does not hide the others."""
        query = sa.select(games.c.id).where(games.c.status == status)
        with self.reading() as connection:
            return list(connection.scalars(query.order_by(games.c.changed.desc()).limit(limit)))

    def _games(self, query: sa.Select[Any]) -> tuple[list[GameRow], dict[str, str]]:
        """Games, and what is wrong with those whose rows cannot be read: one of them hides no other."""
        with self.reading() as connection:
            rows = connection.execute(query).all()
            wanted = [row.id for row in rows]
            places = connection.execute(
                sa.select(seats).where(seats.c.game.in_(wanted)).order_by(seats.c.seat)
            ).all()
            waits = connection.execute(sa.select(turns).where(turns.c.game.in_(wanted))).all()
            drawn = set(connection.scalars(sa.select(drawn_orders.c.game).where(drawn_orders.c.game.in_(wanted))))
        by_game: dict[str, list[dict[str, Any]]] = {}
        for place in places:
            by_game.setdefault(place.game, []).append(_fields(place))
        waiting = {row.game: row.waiting for row in waits}
        found: list[GameRow] = []
        damaged: dict[str, str] = {}
        for row in rows:
            fields = _fields(row) | {
                "seats": by_game.get(row.id, []),
                "waiting": waiting.get(row.id, []),
                "drawn": row.id in drawn,
            }
            try:
                found.append(_game_row(fields))
            except msgspec.ValidationError as error:
                damaged[row.id] = str(error)
        return found, damaged

    def renew(self, id_: str, rules: int) -> None:
        """Let a game that has not begun be played by other rules."""
        with self.writing() as connection:
            connection.execute(sa.update(games).where(games.c.id == id_).values(rules=rules))

    def wait_for(self, id_: str, waiting: Sequence[int]) -> None:
        """Which seats a game waits for."""
        with self.moving([_waiting_for(id_, waiting)]):
            pass

    def set_seats(self, id_: str, places: Sequence[Seat], status: str) -> None:
        """Who sits where, and whether play begins."""
        with self.writing() as connection:
            connection.execute(sa.delete(seats).where(seats.c.game == id_))
            connection.execute(sa.insert(seats), [_seat_values(id_, seat) for seat in places])
            now = time.time()
            connection.execute(sa.update(games).where(games.c.id == id_).values(status=status, changed=now))

    def entries(self, id_: str, after: int = 0, until: int | None = None) -> list[bytes]:
        """The log of a game, or a part; where an entry is missing there is an empty one, which none can follow."""
        query = sa.select(log.c.number, log.c.body).where(log.c.game == id_).order_by(log.c.number)
        if after:
            query = query.where(log.c.number > after)
        if until is not None:
            query = query.where(log.c.number <= until)
        found: list[bytes] = []
        with self.reading() as connection:
            for number, body in connection.execute(query):
                if number != after + len(found) + 1:
                    return [*found, b""]
                found.append(body)
        return found

    def extend(
        self,
        id_: str,
        first: int,
        bodies: Sequence[bytes],
        result: list[int] | None,
        over: bool,
        waiting: Sequence[int] = (),
        beside: Sequence[sa.Executable] = (),
    ) -> None:
        """More entries, numbered from `first`, with what belongs to them; all or nothing is kept.

        Raises `Taken` when a number is not free.
        """
        now = time.time()
        status = FINISHED if over else RUNNING
        deeds: list[Deed] = [
            (_ENTER, {"game": id_, "number": number, "body": body, "at": now})
            for number, body in enumerate(bodies, first)
        ]
        deeds.append((_GO_ON, {"game": id_, "now": now, "status": status, "result": json.dumps(result)}))
        deeds.append(_waiting_for(id_, waiting))
        with self.moving(deeds) as connection:
            for each in beside:
                connection.execute(each)

    def remove_person(self, game: str, person: int) -> None:
        """Let somebody not sit down at a table again."""
        with self.writing() as connection:
            connection.execute(sa.delete(removed).where(removed.c.game == game, removed.c.person == person))
            connection.execute(sa.insert(removed).values(game=game, person=person))

    def resign(self, game: str, person: int, seat: int | None) -> None:
        """Note that somebody has let a bot play on in their seat; none where they play again themselves."""
        mine = (resigned.c.game == game) & (resigned.c.person == person)
        with self.writing() as connection:
            connection.execute(sa.delete(resigned).where(mine))
            if seat is not None:
                connection.execute(sa.insert(resigned).values(game=game, person=person, seat=seat))

    def was_removed(self, game: str, person: int) -> bool:
        """Whether somebody may not sit down at a table again."""
        query = sa.select(removed.c.game).where(removed.c.game == game, removed.c.person == person)
        with self.reading() as connection:
            return connection.scalar(query) is not None


def _fields(row: sa.Row[Any]) -> dict[str, Any]:
    return {str(name): value for name, value in row._mapping.items()}  # names of their own kind, as they come


def _game_row(fields: dict[str, Any]) -> GameRow:
    """A game from what the database has of it."""
    for name, value in fields.items():
        if isinstance(value, Damaged):
            if name != "waiting":
                raise msgspec.ValidationError(f"{name}: {value.problem}")
            fields = fields | {name: []}  # a list of games does without
    return convert(fields, GameRow)


def _waiting_for(game: str, waiting: Sequence[int]) -> Deed:
    """Note which seats a game waits for."""
    if waiting:
        return _NOTE_TURN, {"game": game, "waiting": json.dumps(waiting)}
    return _FORGET_TURN, {"game": game}


def _seat_values(game: str, seat: Seat) -> dict[str, Any]:
    return {
        "game": game,
        "seat": seat.seat,
        "kind": seat.kind,
        "name": seat.name,
        "person": seat.person,
        "level": seat.level,
        "program": seat.program,
    }
