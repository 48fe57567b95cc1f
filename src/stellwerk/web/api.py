"""The JSON interface: everything that pages can do, for programs. Described by `openapi`."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse

from stellwerk import bots, words
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.host import corrections
from stellwerk.host.clocks.clock import read_terms
from stellwerk.host.imports.import_worker import Brought, Progress
from stellwerk.host.limits.lanes import ADVICE, CHANGES, LISTS, VIEWS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import FINISHED, FREE, OPEN, RUNNING, GameRow, Person, Seat
from stellwerk.host.tables import beside, open_tables, sitting_down, table_setup
from stellwerk.play.core import Choice, Range
from stellwerk.titles.registry import find_title
from stellwerk.view.about import about, shelf
from stellwerk.view.faults import Fault, Forbidden
from stellwerk.view.names import called
from stellwerk.view.texts import text
from stellwerk.words import LANGUAGES

from .door.work import done, named, opened, placed, seen, tab_of, welcomed
from .request import allowances_of, body, host_of, imports_of, somebody, visitor_of, visitors_of, whole
from .tables.table import log_entries, may_redo, may_undo, teller


def language_of(request: Request) -> str:
    """The language that is asked for, or the visitor's own."""
    wanted = request.query_params.get("language", "")
    return wanted if wanted in LANGUAGES else visitor_of(request).language


def listed(row: GameRow, language: str) -> dict[str, Any]:
    """A game as it stands in a list."""
    seats = [
        {
            "seat": s.seat,
            "kind": s.kind,
            "name": _name(s, language),
            "level": s.level,
            "program": s.played_by_program,
        }
        for s in row.seats
    ]
    return {
        "id": row.id,
        "title": row.title,
        "status": row.status,
        "options": row.options,
        "created": row.created,
        "changed": row.changed,
        "result": row.result,
        "access": row.access,
        "seats": seats,
        "waiting_for": row.waiting if row.status == RUNNING else (),
    }


def _name(seat: Seat, language: str) -> str:
    return called(seat.name, language) if seat.kind != FREE else seat.name


def state(live: LiveGame, person: Person | None, language: str) -> dict[str, Any]:
    """Where a game stands, as this person may see it."""
    with live.lock:
        seat = live.seat_for(person.id if person else None)
        game = live.seen(seat, language)
        step = game.step
        running = step is not None and not live.waits_for_people
        return listed(live.row, language) | {
            "number": live.number,
            "moves": len(game.actions),
            "mine": live.seats_of(person.id if person else None),
            "seat": seat,
            "waiting_for": game.waiting_for() if running else (),
            "decision": live.decision(seat) if seat is not None else "",
            "prompt": words.prompt(step, game, language) if running and step else "",
            "summary": words.summary(game, language),
            "undo": may_undo(live, person),
            "redo": may_redo(live, person),
            "broken": _why(live.closed, language),
            "corrections": [corrections.plain(note) for note in corrections.notes(live, seat, language)],
            "worth": [game.result()[seat] for seat in range(len(game.players))],
        }


def _why(closed: Fault | None, language: str) -> str:
    return text(closed.key, language, **closed.values) if closed else ""


async def _state(request: Request, live: LiveGame, status: int = 200) -> Response:
    """Where a game stands, for whoever asks."""
    person, language = visitor_of(request).person, language_of(request)
    found = await done(request, VIEWS, lambda: state(live, person, language), live.row.id)
    return JSONResponse(found, status)


async def changed_by(request: Request, change: Callable[[], LiveGame]) -> LiveGame:
    """A game after a change of it."""
    live = await opened(request)
    return await done(request, CHANGES, change, live.row.id)


async def titles(request: Request) -> Response:
    """All titles."""
    return JSONResponse([msgspec.to_builtins(one) for one in shelf(language_of(request))])


async def title(request: Request) -> Response:
    """One title."""
    known = table_setup.known_title(request.path_params["title"])
    told = about(known, language_of(request))
    return JSONResponse(msgspec.to_builtins(told) | {"bots": bots.levels(find_title(known))})


async def become_guest(request: Request) -> Response:
    """A new guest with a token of their own."""
    data = await open_body(request)
    newcomer = msgspec.structs.replace(visitor_of(request), person=None)
    name = str(data.get("name") or "")
    person = await done(request, CHANGES, lambda: welcomed(request, name, newcomer))
    return JSONResponse({"token": newcomer.key, "name": called(person.name, language_of(request))}, 201)


async def renew(request: Request) -> Response:
    """A new token; private links and all other tokens of mine are revoked."""
    await body(request)
    same, person = msgspec.structs.replace(visitor_of(request)), somebody(request)
    await done(request, CHANGES, lambda: visitors_of(request).renew(same, person))
    return JSONResponse({"token": same.key, "name": called(person.name, language_of(request))}, 201)


async def open_body(request: Request) -> dict[str, Any]:
    """A body that anybody may send: it changes nothing of the sender's."""
    try:
        data = msgspec.json.decode(await request.body() or b"{}")
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise Fault("fault.json") from None
    if not isinstance(data, dict):
        raise Fault("fault.json")
    return data


async def games(request: Request) -> Response:
    """Games of a status, mine or everybody's."""
    status = request.query_params.get("status", RUNNING)
    if status not in (OPEN, RUNNING, FINISHED):
        raise Fault("fault.status")
    limit = whole(request.query_params.get("limit"), 1, 100, 30)
    person = somebody(request).id if request.query_params.get("mine") else None
    host = host_of(request)
    each = None if person else host.settings.listed_each

    def found() -> list[GameRow]:
        rows, me = host.storage.list_games(status, limit, person, each), visitor_of(request).person
        apart = host.storage.apart_from(me.id) if me and status == OPEN and not person else set()
        return [row for row in rows if not open_tables.meets(row, apart)]

    rows = await done(request, LISTS, found)
    return JSONResponse([listed(row, language_of(request)) for row in rows])


async def create(request: Request) -> Response:
    """Lay out a game."""
    data = await body(request)
    host = host_of(request)
    known = table_setup.known_title(str(data.get("title")))
    options = data.get("options") or {}
    if not isinstance(options, dict):
        raise Fault("fault.json")
    seed, as_seated, terms = data.get("seed"), data.get("as_seated", False), read_terms(data.get("clock"))
    if not isinstance(as_seated, bool):
        raise Fault("fault.json")
    wish, people = open_tables.known_wish("", str(data.get("wish") or "")).level, data.get("people", False)
    if not isinstance(people, bool):
        raise Fault("fault.json")

    def created() -> LiveGame:
        person = welcomed(request, str(data.get("name") or ""))
        wanted = placed(request, person, known, data.get("seats") or [])
        number = None if seed is None else whole(seed, 0, 2**31)
        allowances_of(request).new_game(person, tab_of(request).asker, wanted)
        access = table_setup.known_access(str(data.get("access") or ""))
        live = host.create(person, known, wanted, options, number, as_seated, access, terms=terms)
        open_tables.wish(host, live, terms, wish, people)
        return live

    return await _state(request, await done(request, CHANGES, created), 201)


async def bring(request: Request) -> Response:
    """A game from a file's text."""
    if not visitors_of(request).vouched(visitor_of(request), request.headers.get("x-csrf")):
        raise Forbidden("fault.csrf")
    raw = await request.body()
    person = somebody(request)
    visitor, host = visitor_of(request), host_of(request)
    asker, allowances = tab_of(request).asker, allowances_of(request)
    allowances.file(asker)

    def keep(brought: Brought) -> str:
        allowances.brought(person, asker, len(brought.players), 1 + len(brought.beside.lines))
        return beside.take_in(host, person, named(request, person, brought))

    id_ = await imports_of(request).bring(asker.visitor, visitor.language, raw, keep, asker.address)
    return await _state(request, await opened(request, id_), 201)


async def bringing(request: Request) -> Response:
    """How far the file is that the visitor has brought."""
    progress = imports_of(request).progress(tab_of(request).asker.visitor)
    return JSONResponse({"reading": progress is not None, **msgspec.structs.asdict(progress or Progress())})


async def game(request: Request) -> Response:
    """One game."""
    return await _state(request, await opened(request))


async def game_view(request: Request) -> Response:
    """The whole state as the visitor's seat may see it, now or after a move."""
    person = visitor_of(request).person
    at = request.query_params.get("at")

    def plain(live: LiveGame) -> Any:
        with live.lock:
            moves = len(live.game.actions)
            number = whole(at, 0, moves) if at else moves
            game = live.game.seen(live.seat_for(person.id if person else None), number)
        return msgspec.json.encode({"move": number, "state": game.state}, enc_hook=_plain)

    return Response(await seen(request, VIEWS, plain), media_type="application/json")


def _plain(value: Any) -> Any:
    """What is no struct: the board, holders of papers, and keys of two parts, such as fields of a chart."""
    if isinstance(value, tuple):  # only as a key: values of this kind need no help
        return ",".join(map(str, value))
    if isinstance(value, Board):
        names = value.box.grid.names
        laid = {names[i]: [t.tile, t.rotation] for i, t in enumerate(value.tracks) if t.tile}
        stations = {f"{names[stop // PLACES]}.{stop % PLACES}": there for stop, there in value.stations.items()}
        return {"tiles": laid, "stations": stations, "left": dict(value.left)}
    if isinstance(value, frozenset):
        return sorted(value, key=str)
    if hasattr(value, "items"):
        return {str(key): item for key, item in value.items()}
    if hasattr(value, "__iter__"):
        return list(value)
    return str(value)


async def tables(request: Request) -> Response:
    """Everything in numbers."""
    person, language = visitor_of(request).person, language_of(request)

    def grids(live: LiveGame) -> Any:
        with live.lock:
            seat = live.seat_for(person.id if person else None)
            found = words.grids(live.seen(seat, language), language, seat)
            return [msgspec.to_builtins(grid) for grid in found.values()]

    return JSONResponse(await seen(request, VIEWS, grids))


async def legal(request: Request) -> Response:
    """What my seat may do now."""
    person, language = visitor_of(request).person, language_of(request)

    def found(live: LiveGame) -> bytes:
        with live.lock:
            seat = live.seat_for(person.id if person else None)
            if seat is None or live.waits_for_people or live.closed:
                return msgspec.json.encode({"decision": "", "choices": []})
            game = live.seen(seat, language)
            with teller(live, seat, language) as tell:
                choices = [_choice(choice, tell(choice, game, language)) for choice in game.legal_actions(seat)]
            return msgspec.json.encode({"decision": live.decision(seat), "seat": seat, "choices": choices})

    return Response(await seen(request, VIEWS, found), media_type="application/json")


def _choice(choice: Choice, told: str) -> dict[str, Any]:
    """What can be done, in words and as it is to be sent."""
    if isinstance(choice, Range):
        bounds = [choice.low, choice.high, choice.step]
        return {"text": told, "range": bounds, "field": choice.field, "action": choice.action}
    return {"text": told, "action": choice}


async def taken(request: Request) -> LiveGame:
    """The game after the action that is asked for."""
    data = await body(request)
    decision = data.get("decision")
    if not isinstance(decision, str) or not isinstance(data.get("action"), dict):
        raise Fault("fault.json")
    person, id_ = visitor_of(request).person, request.path_params["id"]
    return await changed_by(request, lambda: host_of(request).act(id_, person, decision, data["action"]))


async def act(request: Request) -> Response:
    """Take an action."""
    live = await taken(request)
    if request.query_params.get("quiet"):
        return JSONResponse({"number": live.number})
    return await _state(request, live)


async def undo(request: Request) -> Response:
    """Take my last action back."""
    data = await body(request)
    person = visitor_of(request).person
    number = whole(data.get("number"), 0, 10**7)
    id_ = request.path_params["id"]
    return await _state(request, await changed_by(request, lambda: host_of(request).undo(id_, person, number)))


async def redo(request: Request) -> Response:
    """Do again what I have taken back."""
    data = await body(request)
    person = visitor_of(request).person
    number = whole(data.get("number"), 0, 10**7)
    id_ = request.path_params["id"]
    return await _state(request, await changed_by(request, lambda: host_of(request).redo(id_, person, number)))


async def sit(request: Request) -> Response:
    """Take a free seat."""
    data = await body(request)
    seat = data.get("seat")
    number = None if seat is None else whole(seat, 0, 99)

    def seated() -> LiveGame:
        person = welcomed(request, str(data.get("name") or ""))
        invitation = str(data.get("invitation") or "")
        return sitting_down.sit(
            host_of(request), request.path_params["id"], person, number, invitation,
            lambda: allowances_of(request).seat(person, tab_of(request).asker),
        )  # fmt: skip

    return await _state(request, await changed_by(request, seated))


async def fill(request: Request) -> Response:
    """Bots for the free seats."""
    data = await body(request)
    person = somebody(request)
    level = table_setup.known_level(str(data.get("level") or ""), (await opened(request)).row.title)
    return await _state(request, await filled(request, person, level))


async def filled(request: Request, person: Person, level: str) -> LiveGame:
    """A table with bots in the free seats."""
    host, live = host_of(request), await opened(request)

    def change() -> LiveGame:
        free = sum(seat.kind == FREE for seat in live.seats)
        allowances_of(request).more_bots(person, tab_of(request).asker, free)
        return sitting_down.fill(host, live.row.id, person, level)

    return await changed_by(request, change)


async def rise(request: Request) -> Response:
    """Leave a table before play has begun."""
    await body(request)
    person, id_ = somebody(request), request.path_params["id"]
    return await _state(
        request, await changed_by(request, lambda: sitting_down.rise(host_of(request), id_, person))
    )


async def remove(request: Request) -> Response:
    """Free a seat of my table before play has begun."""
    data = await body(request)
    person, id_, seat = somebody(request), request.path_params["id"], whole(data.get("seat"), 0, 99)
    return await _state(
        request, await changed_by(request, lambda: sitting_down.remove(host_of(request), id_, person, seat))
    )


async def shut(request: Request) -> Response:
    """Close my table before play has begun."""
    await body(request)
    await closed_by(request, somebody(request))
    return JSONResponse({})


async def closed_by(request: Request, person: Person) -> None:
    """Have a table closed."""
    live = await opened(request)
    await done(request, CHANGES, lambda: sitting_down.shut(host_of(request), live.row.id, person), live.row.id)


async def log(request: Request) -> Response:
    """What happened, in sentences, from a move on."""
    first = whole(request.query_params.get("since"), 0, 10**6, 0)
    person, language = visitor_of(request).person, language_of(request)

    def entries(live: LiveGame) -> Any:
        with live.lock:
            seat = live.seat_for(person.id if person else None)
            found = log_entries(live, seat, language, first, first + 499)
            return [msgspec.to_builtins(entry) for entry in found][::-1]

    return JSONResponse(await seen(request, VIEWS, entries))


async def advice(request: Request) -> Response:
    """What a bot thinks of my choices."""
    person, language = somebody(request), language_of(request)
    live, advisers = await opened(request), request.app.state.advisers
    found = advisers.at_hand(live, person, language)
    if found is None:
        found = await done(request, ADVICE, lambda: advisers.think(live, person, language), live.row.id)
    return JSONResponse(found)


async def stream(request: Request) -> Response:
    """Changes as they come, as server-sent events."""
    live, asker = await opened(request), tab_of(request).asker
    news = host_of(request).news
    return StreamingResponse(
        news.stream(live, request.headers.get("last-event-id"), asker.address, asker.visitor),
        media_type="text/event-stream",
        headers={"cache-control": "no-store", "x-accel-buffering": "no"},
    )
