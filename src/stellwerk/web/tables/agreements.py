"""What people at a table agree on: taking back, seats, trying out. For pages and for programs."""

from __future__ import annotations

import time
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stellwerk.bots import usual_level
from stellwerk.host import agreements, trying_out
from stellwerk.host.asking import earliest, voters
from stellwerk.host.asks import OPEN, Ask
from stellwerk.host.limits.lanes import CHANGES, EXTRAS, LISTS, VIEWS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage import ask_rows, clock_rows
from stellwerk.host.storage.rows import PERSON, Person
from stellwerk.host.timekeeper import LONGEST
from stellwerk.host.undone import Undone, undone
from stellwerk.view.faults import Fault
from stellwerk.view.names import called

from .absence import standing
from .api import changed_by, language_of
from .render import page
from .request import allowances_of, body, host_of, somebody, visitor_of, whole
from .work import done, opened, seen, tab_of

SHOWN = 5
"""Of what was asked and answered so much is told."""


def waiting_for(live: LiveGame, person: Person | None) -> int:
    """How much is asked of a person that they have not answered."""
    return sum(_asks_of(live, ask, person) for ask in live.asks.values()) if person else 0


def _asks_of(live: LiveGame, ask: Ask, person: Person | None) -> bool:
    return (
        ask.status == OPEN
        and person is not None
        and person.id in voters(live, ask)
        and person.id not in ask.answers
    )


def _told(live: LiveGame, person: Person | None, language: str) -> list[dict[str, Any]]:
    """What is asked, and what was; the last first."""
    names = live.names(language)
    return [
        {
            "number": ask.id,
            "kind": ask.kind,
            "name": called(ask.name, language),
            "seat": ask.seat,
            "player": names[ask.seat],
            "move": ask.move,
            "status": ask.status,
            "mine": person is not None and ask.person == person.id,
            "asks_me": _asks_of(live, ask, person),
            "waits_for": [
                names[seat.seat]
                for seat in live.seats
                if ask.status == OPEN and seat.person in voters(live, ask) and seat.person not in ask.answers
            ],
        }
        for ask in sorted(live.asks.values(), key=lambda ask: (ask.status != OPEN, -ask.id))[: 3 * SHOWN]
    ]


async def _answer(request: Request, live: LiveGame, status: int = 200) -> Response:
    person, language = visitor_of(request).person, language_of(request)
    return JSONResponse(
        await done(request, LISTS, lambda: _told(live, person, language), live.row.id), status
    )  # fmt: skip


async def listed(request: Request) -> Response:
    """What is asked at a table."""
    return await _answer(request, await opened(request))


async def ask(request: Request) -> Response:
    """Ask the others: to take back to a move (`keep`), or for a seat."""
    data = await body(request)
    person, id_, host = somebody(request), request.path_params["id"], host_of(request)
    if data.get("kind") == "undo":
        keep = whole(data.get("keep"), 0, 10**6)
        live = await changed_by(request, lambda: agreements.ask_back(host, id_, person, keep))
    elif data.get("kind") == "substitute":
        seat = whole(data.get("seat"), 0, 99)

        def asked() -> LiveGame:
            allowances_of(request).seat(person, tab_of(request).asker)
            return agreements.ask_seat(host, id_, person, seat)

        live = await changed_by(request, asked)
    else:
        raise Fault("fault.json")
    return await _answer(request, live, 201)


async def answer(request: Request) -> Response:
    """Grant or decline what another one asks; who asked withdraws it by declining."""
    data = await body(request)
    grant, number = data.get("grant"), whole(data.get("number"), 0, 10**6)
    if not isinstance(grant, bool):
        raise Fault("fault.json")
    person, id_, host = somebody(request), request.path_params["id"], host_of(request)
    return await _answer(
        request, await changed_by(request, lambda: agreements.answer(host, id_, person, number, grant))
    )


async def resign(request: Request) -> Response:
    """Let a bot play on in my seat, for good: who asks for it says `sure`."""
    data = await body(request)
    if data.get("sure") is not True:
        raise Fault("fault.json")
    person, id_, host = somebody(request), request.path_params["id"], host_of(request)
    seat = whole(data.get("seat"), 0, 99)
    return await _answer(request, await changed_by(request, lambda: agreements.resign(host, id_, person, seat)))


# Trying out ---------------------------------------------------------------------------------------------------


async def branch(request: Request) -> Response:
    """Go on from a position alone, with bots or for all seats, or copy the game to play on."""
    data = await body(request)
    live, host, person = await opened(request), host_of(request), somebody(request)
    moves = len(live.game.actions)
    move = whole(data.get("at"), 0, moves, moves)
    with_bots, alone = data.get("bots", False), data.get("alone", True)
    if not isinstance(with_bots, bool) or not isinstance(alone, bool):
        raise Fault("fault.json")
    level = usual_level(live.title) if with_bots else ""

    def made() -> str:
        allowances_of(request).brought(person, tab_of(request).asker, len(live.seats))
        return trying_out.branch(host, live.row.id, person, move, level, alone)

    id_ = await done(request, CHANGES, made, live.row.id)
    return JSONResponse({"id": id_, "url": f"/games/{id_}"}, 201)


async def discard(request: Request) -> Response:
    """Throw away what I have tried out."""
    await body(request)
    live, host, person = await opened(request), host_of(request), somebody(request)
    source = await done(request, CHANGES, lambda: trying_out.discard(host, live.row.id, person), live.row.id)
    return JSONResponse({"id": source, "url": f"/games/{source}"})


# What was taken back ------------------------------------------------------------------------------------------


def _undone(request: Request, live: LiveGame, language: str) -> list[Undone]:
    person = visitor_of(request).person
    entries = host_of(request).storage.entries(live.row.id)
    return undone(live, entries, live.seat_for(person.id if person else None), language)


async def taken_back(request: Request) -> Response:
    """What was taken back, the last first."""
    live, language = await opened(request), language_of(request)
    found = await done(request, EXTRAS, lambda: _undone(request, live, language), live.row.id)
    return JSONResponse([msgspec.to_builtins(one) for one in found])


async def taken_back_beside(request: Request) -> Response:
    """The same for the table's page."""
    language = visitor_of(request).language

    def made(live: LiveGame) -> Response:
        return page(
            request, "table/undone.html", undone=_undone(request, live, language), names=live.names(language)
        )

    return await seen(request, EXTRAS, made)


def _away(request: Request) -> float:
    """Until when the visitor is on vacation; 0 where they are not."""
    person = visitor_of(request).person
    found = clock_rows.vacation(host_of(request).storage, person.id) if person else None
    return found.until if found and found.until > time.time() else 0.0


async def beside(request: Request) -> Response:
    """All of it for the table's page; `at` is the move that is looked at."""
    visitor, at = visitor_of(request), request.query_params.get("at")

    def made(live: LiveGame) -> Response:
        person, moves = visitor.person, len(live.game.actions)
        mine = live.seats_of(person.id if person else None)
        move = whole(at, 0, 10**6) if at else moves
        tried = ask_rows.tried_out(host_of(request).storage, live.row.id, person.id, SHOWN) if person else []
        told = _told(live, person, visitor.language)
        return page(
            request, "table/agree.html", id=live.row.id, live=live, mine=mine, moves=moves, move=min(move, moves),
            asked=[one for one in told if one["status"] == OPEN],
            answered=[one for one in told if one["status"] != OPEN][:SHOWN],
            clock=standing(live, visitor.language), away=_away(request), most_days=LONGEST, now=time.time(),
            earliest=earliest(live), tried=tried, names=live.names(visitor.language),
            alone=all(seat.kind != PERSON or seat.seat in mine for seat in live.seats),
        )  # fmt: skip

    return await seen(request, VIEWS, made)
