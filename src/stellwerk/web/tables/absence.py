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

LATEST = 10**11
"""A time that no vacation begins at."""


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


def vacation_of(request: Request) -> dict[str, float]:
    """For pages: until when the visitor is away, or when they leave and for how long; 0 where they do not."""
    person, now = visitor_of(request).person, moves.now()
    found = _vacation(host_of(request).storage, person.id) if person else None
    if found is None:
        return {"away": 0.0, "leaves": 0.0, "stays": 0.0}
    if found.start <= now:
        return {"away": found.until, "leaves": 0.0, "stays": 0.0}
    return {"away": 0.0, "leaves": found.start, "stays": found.until - found.start}


def _vacation(storage: Storage, person: int) -> Vacation | None:
    vacations, now = clock_rows.vacations_of(storage, person), moves.now()
    return timekeeper.on_vacation(vacations, now) or timekeeper.coming(vacations, now)


async def vacation(request: Request) -> Response:
    """My vacation, if I am on one or have planned one: from, until."""
    person, storage = somebody(request), host_of(request).storage
    found = await done(request, LISTS, lambda: _vacation(storage, person.id))
    return JSONResponse({"start": found.start, "until": found.until} if found else {})


async def leave(request: Request) -> Response:
    """Go on vacation for so many days, from a time on or from now; 0 comes back, or stays."""
    data = await body(request)
    days = whole(data.get("days"), 0, 366)
    start = whole(data.get("from") or 0, 0, LATEST)
    person, storage = somebody(request), host_of(request).storage
    found = await done(request, CHANGES, lambda: timekeeper.leave(storage, person.id, days, float(start)))
    return JSONResponse({"start": found.start, "until": found.until})
