"""What people at a table agree on: taking back, seats, trying out. For pages and for programs."""

from __future__ import annotations

import time
from functools import partial
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from stellwerk.bots import usual_level
from stellwerk.host.clocks.timekeeper import LONGEST
from stellwerk.host.limits.lanes import CHANGES, EXTRAS, LISTS, VIEWS
from stellwerk.host.live import LiveGame
from stellwerk.host.people.visitors import clean_name
from stellwerk.host.storage.rows import INVITED, PERSON, Person
from stellwerk.host.storage.tables import ask_rows
from stellwerk.host.tables import agreements, handing_on, trying_out
from stellwerk.host.tables.asking import STALLS, deserted, earliest, patience, springs, voters
from stellwerk.host.tables.asks import HAND_ON, OPEN, Ask
from stellwerk.host.tables.sitting_down import invitation_to
from stellwerk.host.tables.undone import Undone, undone
from stellwerk.view.faults import Fault
from stellwerk.view.names import called

from ..api import changed_by, language_of
from ..door.work import done, opened, seen, tab_of, welcomed
from ..render import page
from ..request import allowances_of, body, field, form, host_of, somebody, visitor_of, whole
from .absence import standing, vacation_of

SHOWN = 5
"""Of what was asked and answered so much is told."""


def waiting_for(live: LiveGame, person: Person | None) -> int:
    """How much is asked of a person that they have not answered, and that was not asked before."""
    return sum(_asks_of(live, ask, person) and springs(live, ask) for ask in live.asks.values()) if person else 0


def _asks_of(live: LiveGame, ask: Ask, person: Person | None) -> bool:
    return person is not None and ask.status == OPEN and person.id in _yet_to_answer(live, ask)


def _yet_to_answer(live: LiveGame, ask: Ask) -> set[int]:
    return voters(live, ask) - set(ask.answers) if ask.status == OPEN else set()


def _told(request: Request, live: LiveGame, person: Person | None, language: str) -> list[dict[str, Any]]:
    """What is asked, and what was; the last first."""
    names = live.names(language)
    told = sorted(live.asks.values(), key=lambda ask: (ask.status != OPEN, -ask.id))[: 3 * SHOWN]
    waits = {ask.id: _yet_to_answer(live, ask) for ask in told}
    programs = host_of(request).storage.programs_among({ask.person for ask in told}) if told else set()
    return [
        {
            "number": ask.id,
            "kind": ask.kind,
            "name": called(ask.name, language),
            "program": ask.person in programs,
            "seat": ask.seat,
            "player": names[ask.seat],
            "move": ask.move,
            "status": ask.status,
            "mine": person is not None and ask.person == person.id,
            "asks_me": person is not None and person.id in waits[ask.id],
            "link": _link(request, live, ask, person),
            "waits_for": [names[seat.seat] for seat in live.seats if seat.person in waits[ask.id]],
        }
        for ask in told
    ]


def _link(request: Request, live: LiveGame, ask: Ask, person: Person | None) -> str:
    """Where a seat can be taken that is handed on, for whoever offers it and for whoever was named."""
    if person is None or ask.kind != HAND_ON or ask.status != OPEN or person.id not in (ask.person, ask.to):
        return ""
    key = "" if ask.to is not None else "-" + handing_on.key_to(host_of(request), live.row.id, ask.id)
    return f"{request.base_url}games/{live.row.id}/take?seat={ask.id}{key}"


async def _answer(request: Request, live: LiveGame, status: int = 200) -> Response:
    person, language = visitor_of(request).person, language_of(request)
    return JSONResponse(
        await done(request, LISTS, lambda: _told(request, live, person, language), live.row.id), status
    )  # fmt: skip


async def listed(request: Request) -> Response:
    """What is asked at a table."""
    return await _answer(request, await opened(request))


async def ask(request: Request) -> Response:
    """Ask the others: to take back to a move (`keep`), for a seat, or for a bot in one; or hand one's own on."""
    data = await body(request)
    person, id_, host = somebody(request), request.path_params["id"], host_of(request)
    if data.get("kind") == "undo":
        keep = whole(data.get("keep"), 0, 10**6)
        live = await changed_by(request, lambda: agreements.ask_back(host, id_, person, keep))
    elif data.get("kind") == "substitute":
        seat = whole(data.get("seat"), 0, 99)

        def asked() -> LiveGame:
            allowances_of(request).seat(person, tab_of(request).asker)
            return agreements.ask_seat(host, id_, person, seat, str(data.get("invitation") or ""))

        live = await changed_by(request, asked)
    elif data.get("kind") == "hand_on":
        mine, name = whole(data.get("seat"), 0, 99), clean_name(str(data.get("name") or ""))
        live = await changed_by(request, lambda: handing_on.offer(host, id_, person, mine, name))
    elif data.get("kind") == "bot":
        deserted = whole(data.get("seat"), 0, 99)
        live = await changed_by(request, lambda: agreements.ask_bot(host, id_, person, deserted))
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


async def take(request: Request) -> Response:
    """Take a seat that is handed on: its `number` in the list, and the `key` of its link."""
    data = await body(request)
    number, key = whole(data.get("number"), 0, 10**6), str(data.get("key") or "")
    return await _answer(request, await _taken(request, number, key, str(data.get("name") or "")))


async def _taken(request: Request, number: int, key: str, name: str) -> LiveGame:
    def seated() -> LiveGame:
        person, tab = welcomed(request, name), tab_of(request)
        may = partial(allowances_of(request).seat, person, tab.asker)
        return handing_on.take(host_of(request), request.path_params["id"], person, number, key[:40], may)

    return await changed_by(request, seated)


async def offered(request: Request) -> Response:
    """The page behind the link to a seat that is handed on."""
    number, _, key = request.query_params.get("seat", "")[:60].partition("-")
    live = await opened(request)
    ask = live.asks.get(int(number)) if number.isdecimal() else None
    there = ask is not None and ask.kind == HAND_ON and ask.status == OPEN
    seat = live.names(visitor_of(request).language)[ask.seat] if ask is not None and there else ""
    return page(request, "take.html", live=live, seat=seat, given=f"{number}-{key}")


async def take_offered(request: Request) -> Response:
    """Take that seat, from this page."""
    data = await form(request)
    number, _, key = field(data, "seat").partition("-")
    wanted = whole(number, 0, 10**6)
    live = await _taken(request, wanted, key, field(data, "name"))
    return RedirectResponse(f"/games/{live.row.id}", 303)


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
    return undone(host_of(request).storage, live, live.seat_for(person.id if person else None), language)


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


def _invitation(request: Request, live: LiveGame) -> str:
    """What to hand to somebody who shall ask for a seat of a table for those who are invited."""
    if live.row.access != INVITED or live.game.over:
        return ""
    key = invitation_to(host_of(request), live.row.id)
    return f"{request.base_url}games/{live.row.id}?invitation={key}"


async def beside(request: Request) -> Response:
    """All of it for the table's page; `at` is the move that is looked at."""
    visitor, at = visitor_of(request), request.query_params.get("at")
    host, invited = host_of(request), request.query_params.get("invitation", "")[:40]

    def made(live: LiveGame) -> Response:
        person, moves = visitor.person, len(live.game.actions)
        mine = live.seats_of(person.id if person else None)
        move = whole(at, 0, 10**6) if at else moves
        tried = ask_rows.tried_out(host.storage, live.row.id, person.id, SHOWN) if person else []
        told = _told(request, live, person, visitor.language)
        return page(
            request, "table/agree.html", id=live.row.id, live=live, mine=mine, moves=moves, move=min(move, moves),
            asked=[one for one in told if one["status"] == OPEN],
            answered=[one for one in told if one["status"] != OPEN][:SHOWN],
            clock=standing(live, visitor.language), now=time.time(),
            vacation=vacation_of(request), most_days=LONGEST,
            deserted=deserted(live) if mine and not live.game.over else [], missing_days=patience(live),
            stalling=live.stalling() if mine and not live.game.over else set(), stalling_days=STALLS,
            earliest=earliest(live), tried=tried, names=live.names(visitor.language),
            invited=invited, invitation=_invitation(request, live) if mine else "",
            alone=all(seat.kind != PERSON or seat.seat in mine for seat in live.seats),
        )  # fmt: skip

    return await seen(request, VIEWS, made)
