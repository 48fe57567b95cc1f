"""Who sits where while a game waits for people."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence

import msgspec

from stellwerk.play.order import drawn
from stellwerk.view.faults import Stale
from stellwerk.view.names import unlike

from ..live import LiveGame
from ..storage.rows import FINISHED, FREE, OPEN, RUNNING, GameRow, Seat
from ..storage.storage import Storage

LOTS: random.Random = random.SystemRandom()
"""What nobody can preview, whoever chose the game's seed."""


def free_seat(live: LiveGame, seat: int | None) -> int:
    """The seat that was asked for, or the first, if it is free."""
    for place in live.seats:
        if place.kind == FREE and seat in (None, place.seat):
            return place.seat
    raise Stale("fault.begun" if not live.waits_for_people else "fault.seat_taken")


def reseat(storage: Storage, live: LiveGame, change: Callable[[Seat], Seat]) -> None:
    """Change seats, all at once; with the last free one play begins. Callers hold the lock (`Host.held`)."""
    if not live.waits_for_people:
        raise Stale("fault.begun")
    if live.closed:
        raise live.closed
    row = begun(_named(live.row, [change(place) for place in live.seats]))
    game = LiveGame(row).game
    storage.set_seats(row.id, row.seats, row.status)
    live.row, live.seats, live.game = row, row.seats, game
    live.version += 1
    live.memo.clear()
    live.kept.clear()


def hand_over(storage: Storage, live: LiveGame, place: Seat) -> None:
    """Let somebody else have a seat of a game that is being played. Callers hold the lock."""
    seats = [place if each.seat == place.seat else each for each in live.seats]
    row = _named(live.row, seats)
    storage.set_seats(row.id, row.seats, row.status)
    storage.forget_views(row.id)
    live.row, live.seats = row, row.seats
    game = live.game.copy()
    game.players = tuple(seat.name for seat in row.seats)
    live.game = game
    live.forget()
    live.news_beside_the_log()


def begun(row: GameRow) -> GameRow:
    """A game with its seats in the order of play, once all are taken: by lot where that is wanted."""
    if row.status == OPEN or not row.drawn:
        return row
    return msgspec.structs.replace(row, seats=in_order(drawn(row.seats, LOTS)))


def in_order(places: Sequence[Seat]) -> tuple[Seat, ...]:
    """The same places, numbered anew."""
    return tuple(msgspec.structs.replace(place, seat=seat) for seat, place in enumerate(places))


def _named(row: GameRow, places: list[Seat]) -> GameRow:
    names = unlike([place.name or str(place.seat + 1) for place in places])
    seats = tuple(
        place if place.kind == FREE else msgspec.structs.replace(place, name=name)
        for place, name in zip(places, names, strict=True)
    )
    free = any(place.kind == FREE for place in seats)
    status = OPEN if free else FINISHED if row.status == FINISHED else RUNNING
    return msgspec.structs.replace(row, status=status, seats=seats)
