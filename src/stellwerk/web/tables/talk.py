"""What people say at a table, and their own notes: for pages and for programs."""

from __future__ import annotations

import re
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stellwerk.host.limits.lanes import CHANGES, LISTS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import Person
from stellwerk.host.storage.tables.talk_rows import Message
from stellwerk.host.tables.talk import LONGEST, LONGEST_NOTE, PLACES
from stellwerk.view.faults import Fault
from stellwerk.view.names import called
from stellwerk.words.sentences import writer_for

from ..api import language_of
from ..door.work import done, opened, seen
from ..render import page
from ..request import body, host_of, somebody, visitor_of, whole

_MOVE = re.compile(r"#(\d{1,6})\b")


class Part(Struct, frozen=True):
    """A piece of a message: words, or a link to a move."""

    text: str
    move: int | None = None


def parts(text: str, moves: int) -> list[Part]:
    """A message with the moves that it names.

    >>> [part.move for part in parts("after #57, not #9999", 60)]
    [None, 57, None]
    """
    found: list[Part] = []
    at = 0
    for match in _MOVE.finditer(text):
        move = int(match[1])
        if move <= moves:
            found += [Part(text[at : match.start()])] if match.start() > at else []
            found.append(Part(match[0], move))
            at = match.end()
    return [*found, Part(text[at:])] if at < len(text) else found


def _plain(
    message: Message, live: LiveGame, person: Person | None, language: str, program: bool
) -> dict[str, Any]:
    return {
        "number": message.number,
        "room": message.room,
        "seat": message.seat,
        "name": called(message.name, language),
        "program": program,
        "text": message.body,
        "at": message.at,
        "mine": person is not None and message.person == person.id,
        "moves": [part.move for part in parts(message.body, len(live.game.actions)) if part.move is not None],
    }


def _heard(request: Request, live: LiveGame, language: str, since: int = 0) -> dict[str, Any]:
    person = visitor_of(request).person
    host = host_of(request)
    said, silent = host.talk.heard(live, person.id if person else None, since)
    blocked = host.storage.blocked_by(person.id) if person and silent else {}
    programs = host.storage.programs_among({one.person for one in said}) if said else set()
    return {
        "messages": [_plain(one, live, person, language, one.person in programs) for one in said],
        "muted": [
            {"number": one.number, "name": called(one.name, language), "blocked": one.person in blocked}
            for one in silent
        ],
    }


def last_heard(request: Request, live: LiveGame) -> int:
    """The number of the last message that the visitor hears."""
    person = visitor_of(request).person
    rooms = host_of(request).talk.rooms(live, person.id if person else None)
    return max((live.said.get(room, 0) for room in rooms), default=0)


async def heard(request: Request) -> Response:
    """What was said, as far as the visitor hears it."""
    since, language = whole(request.query_params.get("since"), 0, 10**6, 0), language_of(request)
    live = await opened(request)
    return JSONResponse(await done(request, LISTS, lambda: _heard(request, live, language, since), live.row.id))


async def say(request: Request) -> Response:
    """Say something."""
    data = await body(request)
    text = data.get("text")
    if not isinstance(text, str):
        raise Fault("fault.json")
    live, host, person, language = await opened(request), host_of(request), somebody(request), language_of(request)

    def said() -> dict[str, Any]:
        message = host.talk.say(live, person, text)
        host.news.tell(live)
        return _plain(message, live, person, language, person.program)

    return JSONResponse(await done(request, CHANGES, said, live.row.id), 201)


async def mute(request: Request) -> Response:
    """Hear whoever said something no more, or again."""
    data = await body(request)
    number, wanted = whole(data.get("number"), 0, 10**6), data.get("muted", True)
    if not isinstance(wanted, bool):
        raise Fault("fault.json")
    live, host, person, language = await opened(request), host_of(request), somebody(request), language_of(request)

    def done_so() -> dict[str, Any]:
        host.talk.mute(live, person, number, wanted)
        return _heard(request, live, language)

    return JSONResponse(await done(request, CHANGES, done_so, live.row.id))


async def beside(request: Request) -> Response:
    """The talk for the table's page."""
    language = visitor_of(request).language

    def made(live: LiveGame) -> Response:
        told, moves = _heard(request, live, language), len(live.game.actions)
        person = visitor_of(request).person
        watches = not live.seats_of(person.id if person else None)
        for one in told["messages"]:
            one["parts"] = parts(one["text"], moves)
        return page(
            request, "table/talk.html", id=live.row.id, watches=watches, longest=LONGEST, **told
        )  # fmt: skip

    return await seen(request, LISTS, made)


# Notes --------------------------------------------------------------------------------------------------------


def notes_at(request: Request, live: LiveGame, place: str) -> str:
    """What the visitor's seat has written down about a place."""
    person = visitor_of(request).person
    return host_of(request).talk.notes(live, person.id if person else None).get(place, "")


async def notes(request: Request) -> Response:
    """What my seat has written down, by place."""
    live, person = await opened(request), visitor_of(request).person
    found = await done(
        request, LISTS, lambda: host_of(request).talk.notes(live, person.id if person else None), live.row.id
    )
    return JSONResponse(found)


async def write(request: Request) -> Response:
    """Write something down beside the board, at a hex or at a company; an empty text takes it away."""
    data = await body(request)
    place, text = data.get("place", ""), data.get("text")
    if not isinstance(place, str) or not isinstance(text, str):
        raise Fault("fault.json")
    live, person, talk = await opened(request), somebody(request), host_of(request).talk

    def written() -> dict[str, str]:
        talk.write(live, person, place, text)
        return talk.notes(live, person.id)

    return JSONResponse(await done(request, CHANGES, written, live.row.id))


async def notes_beside(request: Request) -> Response:
    """The notes for the table's page; `place` is where one is about to write."""
    visitor, place = visitor_of(request), request.query_params.get("place", "")[:24]

    def made(live: LiveGame) -> Response:
        person = visitor.person
        found = host_of(request).talk.notes(live, person.id if person else None)
        writer = writer_for(live.game, visitor.language)
        companies = getattr(getattr(live.game.rules, "printed", None), "companies", {})
        others = {where: text for where, text in found.items() if where}
        return page(
            request, "table/notes.html", id=live.row.id, general=found.get("", ""), notes=others, place=place,
            named=lambda where: writer.name(where) if where in companies else writer.place(where),
            companies=[(each, writer.name(each)) for each in companies if each not in others],
            longest=LONGEST_NOTE, full=len(found) >= PLACES,
        )  # fmt: skip

    return await seen(request, LISTS, made)
