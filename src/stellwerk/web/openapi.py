"""The description of the JSON interface, for programs (`/api/openapi.json`) and for people (`/api`)."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from .door.scopes import SCOPES
from .render import page

Schema = dict[str, Any]
TEXT: Schema = {"type": "string"}
WHOLE: Schema = {"type": "integer"}
THING: Schema = {"type": "object"}
TRUTH: Schema = {"type": "boolean"}


def _listing(items: Schema) -> Schema:
    return {"type": "array", "items": items}


def _object(**fields: Schema) -> Schema:
    return {"type": "object", "properties": fields}


SEAT = _object(
    kind={"type": "string", "enum": ["me", "friend", "open", "bot"]},
    name=TEXT,
    level={**TEXT, "example": "steady"},
)
CLOCK = _object(
    kind={"type": "string", "enum": ["bank", "daily"]},
    bank=WHOLE,
    increment=WHOLE,
    moves=WHOLE,
    late={"type": "string", "enum": ["move", "bot", "seat"]},
)
WISH: Schema = {"type": "string", "enum": ["", "new", "some", "sharp"]}
PACE: Schema = {"type": "string", "enum": ["", "free", "days", "live"]}
BODIES: dict[str, Schema] = {
    "guest": _object(name=TEXT),
    "account": _object(name=TEXT, password=TEXT, email=TEXT, program=TRUTH),
    "mark": _object(program=TRUTH),
    "enter": _object(name=TEXT, password=TEXT),
    "password": _object(old=TEXT, password=TEXT),
    "session": _object(session=TEXT),
    "secret": _object(password=TEXT),
    "lost": _object(who=TEXT),
    "profile": _object(shown=TRUTH, rated=TRUTH, words=TEXT),
    "tournament": _object(name=TEXT, title=TEXT, players=WHOLE, clock=CLOCK),
    "recover": _object(key=TEXT, password=TEXT, keep_passkeys=TRUTH),
    "token": _object(label=TEXT, scopes=_listing({"type": "string", "enum": list(SCOPES)})),
    "block": _object(seat=WHOLE, said=WHOLE, again=TRUTH),
    "report": _object(seat=WHOLE, said=WHOLE, words=TEXT),
    "anywhere": _object(title=TEXT, pace=PACE, level=WISH, usual=TRUTH, people=TRUTH, name=TEXT),
    "new": _object(
        access=TEXT,
        wish=WISH,
        people=TRUTH,
        title=TEXT,
        options=THING,
        seed=WHOLE,
        as_seated=TRUTH,
        name=TEXT,
        clock=CLOCK,
        seats=_listing(SEAT),
    ),
    "act": _object(decision=TEXT, action=THING),
    "preview": _object(actions=_listing(THING)),
    "program": _object(program=THING),
    "ask": _object(
        kind={"type": "string", "enum": ["undo", "substitute", "bot", "hand_on"]},
        keep=WHOLE,
        seat=WHOLE,
        name=TEXT,
        invitation=TEXT,
    ),
    "take": _object(number=WHOLE, key=TEXT, name=TEXT),
    "grant": _object(number=WHOLE, grant=TRUTH),
    "branch": _object(at=WHOLE, bots=TRUTH, alone=TRUTH),
    "resign": _object(seat=WHOLE, sure=TRUTH),
    "vacation": _object(days=WHOLE, **{"from": WHOLE}),
    "say": _object(text=TEXT),
    "mute": _object(number=WHOLE, muted=TRUTH),
    "note": _object(place=TEXT, text=TEXT),
    "undo": _object(number=WHOLE),
    "sit": _object(seat=WHOLE, name=TEXT, invitation=TEXT),
    "fill": _object(level=TEXT),
    "remove": _object(seat=WHOLE),
    "file": {"type": "string", "format": "binary"},
}
LANGUAGE = ("language", "de or en; otherwise the browser's")
# method, path, what it does, parameters of the query, body
CALLS: tuple[tuple[str, str, str, tuple[tuple[str, str], ...], str], ...] = (
    ("get", "/titles", "All titles with players, length, complexity and options.", (LANGUAGE,), ""),
    ("get", "/titles/{title}", "One title, and the levels of bots.", (LANGUAGE,), ""),
    ("post", "/guests", "Become a guest; the token goes into `Authorization: Bearer …`.", (), "guest"),
    ("post", "/token", "A new token; all others of yours and your private links stop at once.", (), ""),
    ("post", "/accounts", "An account for the guest whose token it is; seats stay. `program` as below.", (),
     "account"),
    ("post", "/account/program",
     "Say that a program plays by your account, as everybody is told (`program` of a seat), or a person again: "
     "not while it sits at games that have not ended.",
     (), "mark"),
    ("post", "/sessions", "A token for whoever knows name and password of an account.", (), "enter"),
    ("post", "/games/{id}/block",
     "Neither play with nor hear whoever has that seat, or said that message; or `again`.", (), "block"),
    ("post", "/games/{id}/report",
     "Tell whoever runs the place of a seat, of who said a message, or of the table.", (), "report"),
    ("post", "/tokens",
     "A token for a program of yours, by scopes: read (look), play (actions, seats), tables (lay out, close), "
     "private (read your notes and orders).",
     (), "token"),
    ("get", "/sessions", "Where you are signed in; `here` is what you ask by.", (), ""),
    ("post", "/sessions/end", "Sign out somewhere; `session` is a `handle` of the list.", (), "session"),
    ("post", "/account/password", "Another password; answers with a new token, all others stop.", (), "password"),
    ("post", "/account/lost",
     "A letter for whoever has lost a password (`who`: name or e-mail address); the answer never tells whom.",
     (LANGUAGE,), "lost"),
    ("post", "/account/recover", "Another password by a letter's `key`; sessions and passkeys end.", (),
     "recover"),
    ("post", "/account/delete", "Delete your account: games stay, with a guest in your seats.", (), "secret"),
    ("get", "/games", "Games, the last changed first.",
     (("status", "open, running or finished"), ("mine", "1: only mine"), ("limit", "1 to 100")), ""),
    ("get", "/people/{name}", "What somebody shows: games and places by title, ratings, last games.",
     (LANGUAGE,), ""),
    ("get", "/ratings", "Where people stand who want to be rated, by which edition and from which games.",
     (("title", "of this one"),), ""),
    ("post", "/account/profile", "Show your profile or not, be rated or not, a few words.", (), "profile"),
    ("get", "/tournaments", "Tournaments, the last first.", (), ""),
    ("post", "/tournaments", "A new tournament: every group of so many `players` meets once.", (), "tournament"),
    ("get", "/tournaments/{tournament}", "Who takes part, tables and results.", (LANGUAGE,), ""),
    ("post", "/tournaments/{tournament}/join", "Take part.", (), ""),
    ("post", "/tournaments/{tournament}/leave", "Take part no more, before it begins.", (), ""),
    ("post", "/tournaments/{tournament}/begin", "Lay out all tables of your tournament.", (), ""),
    ("get", "/tables", "Tables that wait for people, with what they wish.",
     (LANGUAGE, ("title", "only this one"), ("pace", "free, days or live"), ("level", "new, some or sharp"),
      ("usual", "1: only the usual rules"), ("people", "1: only where no programs take a seat")), ""),
    ("post", "/tables/anywhere", "A seat at any table that fits; one of the title is laid out where none does.",
     (LANGUAGE,), "anywhere"),
    ("post", "/games",
     "Lay out a game. Seats: me, friend (same screen), open, bot. Access: listed, unlisted, invited. `people`: no "
     "programs take a free seat.",
     (LANGUAGE,), "new"),
    ("post", "/games/import", "A game from its file, or from one of Rails or 18xx.games.", (), "file"),
    ("get", "/games/import", "How far the file is that you have brought: actions `done` of so many.", (), ""),
    ("get", "/games/{id}", "Where a game stands: seats, prompt, decision, worth.", (LANGUAGE,), ""),
    ("get", "/games/{id}/view", "The whole state as your seat may see it.", (("at", "after this move"),), ""),
    ("get", "/games/{id}/tables", "Players, companies, trains in numbers.", (LANGUAGE,), ""),
    ("get", "/games/{id}/books", "The books: rounds, worth, shares and prices by round, all incomes, trains.",
     (LANGUAGE,), ""),
    ("get", "/games/{id}/actions", "Every legal action of your seat, and the decision's id.", (LANGUAGE,), ""),
    ("post", "/games/{id}/actions", "Take an action that answers the decision with this id.",
     (LANGUAGE, ("quiet", "1: answer with the number only")), "act"),
    ("post", "/games/{id}/preview",
     "What actions of yours would bring: text, money by seat or company, run before and after; or the refusal.",
     (LANGUAGE,), "preview"),
    ("get", "/games/{id}/programs",
     "What your seat has decided beforehand (`standing`, `over`), and what it could (`forms` with open fields).",
     (LANGUAGE,), ""),
    ("post", "/games/{id}/programs",
     "Decide something beforehand: a form's `program` with its fields filled in. Nobody else is told.",
     (LANGUAGE,), "program"),
    ("post", "/games/{id}/programs/stop", "Stop one of your own at once.", (LANGUAGE,), "undo"),
    ("get", "/games/{id}/talk", "What was said, as far as you hear it; those who only watch talk apart.",
     (LANGUAGE, ("since", "after this message")), ""),
    ("post", "/games/{id}/talk", "Say something; `#57` names a move.", (LANGUAGE,), "say"),
    ("post", "/games/{id}/talk/mute", "Hear whoever said `number` no more, or again.", (LANGUAGE,), "mute"),
    ("get", "/games/{id}/notes", "What your seat has written down, by place.", (), ""),
    ("post", "/games/{id}/notes", "Write something down: beside the board (`place` empty), at a hex or a company.",
     (), "note"),
    ("get", "/games/{id}/asks", "What is asked of the others at a table, and what became of it.", (LANGUAGE,), ""),
    ("post", "/games/{id}/asks",
     "Ask the others: `undo` to take back all moves but the first `keep`, `substitute` for a `seat`, `bot` for a "
     "bot in the `seat` of somebody who has not been there for a week. `hand_on` offers your own `seat`, to an "
     "account of that `name` if there is one: the list has its `link`.",
     (LANGUAGE,), "ask"),
    ("post", "/games/{id}/asks/answer", "Grant or decline; who asked withdraws so.", (LANGUAGE,), "grant"),
    ("post", "/games/{id}/asks/take", "Take a seat that is handed on: its `number`, and the `key` of its link.",
     (LANGUAGE,), "take"),
    ("post", "/games/{id}/resign", "Let a bot play on in your seat, for good.", (LANGUAGE,), "resign"),
    ("post", "/games/{id}/branch",
     "Go on from a position (`at`), for all seats or with `bots`; `alone` keeps it from everybody else.",
     (), "branch"),
    ("post", "/games/{id}/discard", "Throw away what you have tried out.", (), ""),
    ("get", "/games/{id}/undone", "What was taken back, the last first.", (LANGUAGE,), ""),
    ("get", "/games/{id}/clock", "What was agreed about time, and how the clocks stand.", (LANGUAGE,), ""),
    ("get", "/vacation", "Your vacation, if you are on one or have planned one: from, until.", (), ""),
    ("post", "/vacation", "Go on vacation for `days`, `from` then or now; 0 comes back or stays.", (), "vacation"),
    ("post", "/games/{id}/undo", "Take your last action back; `number` is the one you saw.", (), "undo"),
    ("post", "/games/{id}/redo", "Do again what you have taken back; `number` is the one you saw.", (), "undo"),
    ("post", "/games/{id}/seats", "Take a free seat.", (), "sit"),
    ("post", "/games/{id}/bots", "Give the free seats to bots.", (), "fill"),
    ("post", "/games/{id}/leave", "Leave a table before play has begun.", (), ""),
    ("post", "/games/{id}/remove", "Free a seat of your table before play has begun.", (), "remove"),
    ("post", "/games/{id}/close", "Close your table before play has begun.", (), ""),
    ("get", "/games/{id}/log", "What happened, in sentences.", (LANGUAGE, ("since", "from this move on")), ""),
    ("get", "/games/{id}/advice", "What a bot thinks of your choices, why, and by which measure they compare.",
     (LANGUAGE,), ""),
    ("get", "/games/{id}/file", "The game's file, up to the first thing still hidden from your seat.",
     (("beside", "1: with your own notes and what you have tried out, which an import brings back"),), ""),
    ("get", "/games/{id}/stream", "Server-sent events: `change` with number, moves, status, talk.", (), ""),
)  # fmt: skip
FAULTS = {
    "400": "The request cannot be read.",
    "401": "Nobody holds this token.",
    "403": "Not your seat, more than one person may have, or the page's token is missing.",
    "404": "There is no such thing.",
    "409": "The decision is no longer open; `state` has where the game stands.",
    "413": "Too large.",
    "422": "The rules forbid it; `rule` is the paragraph.",
    "429": "Too many requests; `Retry-After` says when to come again.",
    "503": "Too much to do, or the storage cannot be used just now; come again in a moment.",
}


def description() -> dict[str, Any]:
    """The interface in OpenAPI's terms."""
    paths: dict[str, Any] = {}
    for method, path, what, query, body in CALLS:
        names = [part[1:-1] for part in path.split("/") if part.startswith("{")]
        parameters = [{"name": name, "in": "path", "required": True, "schema": TEXT} for name in names]
        parameters += [{"name": name, "in": "query", "description": told, "schema": TEXT} for name, told in query]
        call: dict[str, Any] = {
            "summary": what,
            "parameters": parameters,
            "responses": {
                "200": {"description": "It is done."},
                "default": {"description": "A fault: `error` says what is wrong."},
            },
        }
        if body:
            kind = "application/octet-stream" if body == "file" else "application/json"
            call["requestBody"] = {"content": {kind: {"schema": BODIES[body]}}}
        paths.setdefault(f"/api{path}", {})[method] = call
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stellwerk",
            "version": "1",
            "description": " ".join(f"{status}: {what}" for status, what in FAULTS.items()),
        },
        "components": {"securitySchemes": {"guest": {"type": "http", "scheme": "bearer"}}},
        "security": [{"guest": []}, {}],
        "paths": paths,
    }


async def described(request: Request) -> Response:
    """For programs."""
    return JSONResponse(description())


async def readable(request: Request) -> Response:
    """For people."""
    return page(request, "api.html", calls=CALLS, bodies=BODIES, faults=FAULTS)
