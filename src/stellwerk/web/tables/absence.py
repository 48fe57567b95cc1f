"""Clocks of games and vacations of people."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stellwerk.host import moves
from stellwerk.host.clocks import timekeeper
from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import PERSON
from stellwerk.host.storage.storage import Storage
from stellwerk.host.storage.tables import clock_rows
from stellwerk.host.storage.tables.clock_rows import Vacation

from ..api import language_of
from ..door.work import done, seen
from ..request import body, host_of, somebody, visitor_of, whole


def clock_facts(live: LiveGame, language: str) -> list[dict[str, Any]]:
    """Whose time runs and when it is up, for the table's script; nothing where there is no clock."""
    if live.clock is None or live.game.over:
        return []
    names = live.names(language)
    found = []
    for seat in live.game.waiting_for():
        end = timekeeper.ends_at(live, seat) if live.seats[seat].kind == PERSON else None
        if end is not None:
            found.append({"seat": seat, "name": names[seat], "until": end})
    return found


def standing(live: LiveGame, language: str) -> dict[str, Any]:
    """What was agreed, and how the clocks stand."""
    if live.terms is None:
        return {"terms": None, "seats": []}
    away, names, now = live.away(), live.names(language), moves.now()
    seats = [
        {
            "seat": seat.seat,
            "name": names[seat.seat],
            "left": live.clock.left.get(seat.seat) if live.clock else None,
            "until": timekeeper.ends_at(live, seat.seat),
            "away": next((until for start, until in away.get(seat.seat, ()) if start <= now < until), None),
        }
        for seat in live.seats
        if seat.kind == PERSON
    ]
    return {"terms": msgspec.to_builtins(live.terms), "seats": seats}


async def clock(request: Request) -> Response:
    """What was agreed about time, and how the clocks stand."""
    language = language_of(request)

    def told(live: LiveGame) -> dict[str, Any]:
        with live.lock:
            return standing(live, language)

    return JSONResponse(await seen(request, LISTS, told))


def away_until(request: Request) -> float:
    """Until when the visitor is on vacation; 0 where they are not."""
    person = visitor_of(request).person
    found = _vacation(host_of(request).storage, person.id) if person else None
    return found.until if found else 0.0


def _vacation(storage: Storage, person: int) -> Vacation | None:
    return timekeeper.on_vacation(clock_rows.vacations_of(storage, person), moves.now())


async def vacation(request: Request) -> Response:
    """My vacation, if I am on one: from, until."""
    person, storage = somebody(request), host_of(request).storage
    found = await done(request, LISTS, lambda: _vacation(storage, person.id))
    return JSONResponse({"start": found.start, "until": found.until} if found else {})


async def leave(request: Request) -> Response:
    """Go on vacation for so many days; 0 comes back."""
    data = await body(request)
    days = whole(data.get("days"), 0, 366)
    person, storage = somebody(request), host_of(request).storage
    found = await done(request, CHANGES, lambda: timekeeper.leave(storage, person.id, days))
    return JSONResponse({"start": found.start, "until": found.until})
