"""What people decide beforehand: told to its owner alone, set up, stopped."""

from __future__ import annotations

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stellwerk.host.limits.lanes import VIEWS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import Person
from stellwerk.view import orders
from stellwerk.view.faults import Fault

from ..api import changed_by, language_of
from ..door.work import done, seen
from ..render import page
from ..request import body, host_of, visitor_of, whole

ENDED = 3
"""Of those that are over so many are told."""


def _told(live: LiveGame, person: Person | None, language: str) -> dict[str, Any]:
    """All about the seat whose view a person has."""
    with live.lock:
        seat = live.seat_for(person.id if person else None)
        if seat is None or live.waits_for_people:
            return {"seat": None, "standing": [], "over": [], "forms": []}
        game, mine = live.seen(seat, language), live.orders.of(seat)
        standing = [
            {
                "number": order.id,
                "text": orders.standing(game, order.program, language),
                "program": msgspec.to_builtins(order.program),
            }
            for order in mine
            if order.ended is None
        ]
        over = [
            {
                "number": order.id,
                "text": orders.standing(game, order.program, language),
                "reason": orders.over(game, order.ended, language),
            }
            for order in mine
            if order.ended is not None
        ]
        forms = [] if live.closed else orders.forms(game, seat, language)
        return {"seat": seat, "standing": standing, "over": over[-ENDED:][::-1], "forms": forms}


def standing_for(live: LiveGame, person: Person | None) -> int:
    """How many programs of the seat whose view a person has stand."""
    seat = live.seat_for(person.id if person else None)
    return 0 if seat is None else sum(order.ended is None for order in live.orders.of(seat))


async def _answer(request: Request, live: LiveGame) -> Response:
    person, language = visitor_of(request).person, language_of(request)
    told = await done(request, VIEWS, lambda: _told(live, person, language), live.row.id)
    forms = [msgspec.to_builtins(form) | {"program": msgspec.json.decode(form.program)} for form in told["forms"]]
    return JSONResponse(told | {"forms": forms})


async def listed(request: Request) -> Response:
    """What my seat has decided beforehand, and what it could."""
    return await _answer(request, await seen(request, VIEWS, lambda live: live))


async def set_up(request: Request) -> Response:
    """Decide something beforehand."""
    data = await body(request)
    raw = data.get("program")
    if not isinstance(raw, dict):
        raise Fault("fault.json")
    person, id_ = visitor_of(request).person, request.path_params["id"]
    return await _answer(request, await changed_by(request, lambda: host_of(request).set_up(id_, person, raw)))


async def stop(request: Request) -> Response:
    """Stop it."""
    data = await body(request)
    number = whole(data.get("number"), 0, 10**6)
    person, id_ = visitor_of(request).person, request.path_params["id"]
    return await _answer(request, await changed_by(request, lambda: host_of(request).stop(id_, person, number)))


async def beside(request: Request) -> Response:
    """The same for the table's page."""
    person, language = visitor_of(request).person, visitor_of(request).language

    def made(live: LiveGame) -> Response:
        told = _told(live, person, language)
        return page(request, "table/orders.html", id=live.row.id, **told)

    return await seen(request, VIEWS, made)
