"""Who sits at a table, with whom one does not want to play, and what one reports to whoever runs the place."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import PERSON
from stellwerk.host.written import plain
from stellwerk.view.faults import Fault, Stale

from ..door.work import done, opened, tab_of
from ..render import page
from ..request import allowances_of, body, field, form, host_of, somebody, visitor_of, whole

LONGEST = 1000
"""Signs of a report."""


class Other(Struct, frozen=True):
    """Somebody at a table, or who has said something there: by a seat, or by a message."""

    field: str
    number: int
    name: str
    person: int
    watches: bool = False
    program: bool = False


def _others(request: Request, live: LiveGame, mine: int | None) -> list[Other]:
    """Who sits at a table, and who has said something that one hears; oneself left out."""
    places = [
        Other("seat", seat.seat, seat.name, seat.person)
        for seat in live.seats
        if seat.kind == PERSON and seat.person is not None and seat.person != mine
    ]
    known = {mine, *(one.person for one in places)}
    said = host_of(request).talk.speakers(live, mine)
    watching = [Other("said", one.number, one.name, one.person, True) for one in said if one.person not in known]
    others = places + watching
    programs = host_of(request).storage.programs_among([one.person for one in others])
    return [replace(one, program=one.person in programs) for one in others]


async def people(request: Request) -> Response:
    """Who sits at a table, and who else has said something there."""
    live, person = await opened(request), visitor_of(request).person
    storage, mine = host_of(request).storage, person.id if person else None

    def found() -> tuple[list[Other], dict[int, str]]:
        return _others(request, live, mine), storage.blocked_by(mine) if mine is not None else {}

    others, blocked = await done(request, LISTS, found)
    told = next((word for word in ("blocked", "reported") if word in request.query_params), "")
    about = f"said {request.query_params.get('said', '')[:9]}"
    return page(
        request, "people.html", live=live, others=others, blocked=blocked, told=told, longest=LONGEST, about=about
    )


async def block(request: Request) -> Response:
    """Not play with somebody at a table any more, or again."""
    data = await form(request)
    await _block(request, data.get("seat"), data.get("said"), bool(field(data, "again")))
    return RedirectResponse(f"/games/{request.path_params['id']}/people?blocked=1", 303)


async def _block(request: Request, seat: object, said: object, again: bool) -> None:
    person, storage = somebody(request), host_of(request).storage
    other = await _somebody_there(request, seat, said)
    if other is None or other == person.id:
        raise Stale("fault.nobody_there")
    change = storage.unblock if again else storage.block
    await done(request, CHANGES, lambda: change(person.id, other))


async def _somebody_there(request: Request, seat: object, said: object) -> int | None:
    """Who sits in a seat, or has said something."""
    live, talk = await opened(request), host_of(request).talk
    if seat is None and said is not None:
        number, person = whole(said, 0, 10**6), visitor_of(request).person
        return await done(request, LISTS, lambda: talk.speaker(live, person.id if person else None, number))
    place = whole(seat, 0, 99)
    if place >= len(live.seats):
        raise Stale("fault.nobody_there")
    return live.seats[place].person


async def report(request: Request) -> Response:
    """Tell whoever runs the place of somebody, or of something at a table."""
    data = await form(request)
    which, _, number = field(data, "whom").partition(" ")
    seat, said = (number if which == kind else None for kind in ("seat", "said"))
    await _report(request, seat, said, field(data, "words", longest=LONGEST))
    return RedirectResponse(f"/games/{request.path_params['id']}/people?reported=1", 303)


async def _report(request: Request, seat: object, said: object, words: str) -> None:
    person, storage, live = somebody(request), host_of(request).storage, await opened(request)
    about = None if seat is None and said is None else await _somebody_there(request, seat, said)
    words = plain(words, LONGEST)
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
    await _block(request, data.get("seat"), data.get("said"), bool(data.get("again")))
    return JSONResponse({})


async def call_report(request: Request) -> Response:
    """The same for programs."""
    data = await body(request)
    await _report(request, data.get("seat"), data.get("said"), str(data.get("words") or "")[:LONGEST])
    return JSONResponse({}, 201)
