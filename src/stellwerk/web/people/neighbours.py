"""Who sits at a table, with whom one does not want to play, and what one reports to whoever runs the place."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.storage.rows import PERSON, Seat
from stellwerk.view.faults import Fault, Stale

from .render import page
from .request import allowances_of, body, field, form, host_of, somebody, visitor_of, whole
from .work import done, opened, tab_of

LONGEST = 1000
"""Signs of a report."""


async def people(request: Request) -> Response:
    """Who sits at a table."""
    live, person = await opened(request), visitor_of(request).person
    storage = host_of(request).storage
    blocked = await done(request, LISTS, lambda: storage.blocked_by(person.id) if person else {})
    mine = person.id if person else None
    told = next((word for word in ("blocked", "reported") if word in request.query_params), "")
    others = [seat for seat in live.seats if seat.kind == PERSON and seat.person != mine]
    return page(request, "people.html", live=live, others=others, blocked=blocked, told=told, longest=LONGEST)


async def block(request: Request) -> Response:
    """Not play with somebody at a table any more, or again."""
    data = await form(request)
    await _block(request, data.get("seat"), bool(field(data, "again")))
    return RedirectResponse(f"/games/{request.path_params['id']}/people?blocked=1", 303)


async def _block(request: Request, seat: object, again: bool) -> None:
    person, storage = somebody(request), host_of(request).storage
    other = (await _seat(request, seat)).person
    if other is None or other == person.id:
        raise Stale("fault.nobody_there")
    change = storage.unblock if again else storage.block
    await done(request, CHANGES, lambda: change(person.id, other))


async def _seat(request: Request, value: object) -> Seat:
    seat, live = whole(value, 0, 99), await opened(request)
    if seat >= len(live.seats):
        raise Stale("fault.nobody_there")
    return live.seats[seat]


async def report(request: Request) -> Response:
    """Tell whoever runs the place of somebody, or of something at a table."""
    data = await form(request)
    await _report(request, data.get("seat") or None, field(data, "words", longest=LONGEST))
    return RedirectResponse(f"/games/{request.path_params['id']}/people?reported=1", 303)


async def _report(request: Request, seat: object, words: str) -> None:
    person, storage, live = somebody(request), host_of(request).storage, await opened(request)
    about = None if seat is None else (await _seat(request, seat)).person
    words = " ".join("".join(sign if sign.isprintable() else " " for sign in words).split())
    if not words:
        raise Fault("fault.no_words")
    allowances_of(request).report(tab_of(request).asker)
    await done(request, CHANGES, lambda: storage.report(person.id, about, live.row.id, words))


async def unblock(request: Request) -> Response:
    """Play with somebody again."""
    data = await form(request)
    person, other = somebody(request), whole(data.get("person"), 1, 10**9)
    await done(request, CHANGES, lambda: host_of(request).storage.unblock(person.id, other))
    return RedirectResponse("/me?saved=1", 303)


async def call_block(request: Request) -> Response:
    """The same for programs."""
    data = await body(request)
    await _block(request, data.get("seat"), bool(data.get("again")))
    return JSONResponse({})


async def call_report(request: Request) -> Response:
    """The same for programs."""
    data = await body(request)
    await _report(request, data.get("seat"), str(data.get("words") or "")[:LONGEST])
    return JSONResponse({}, 201)
