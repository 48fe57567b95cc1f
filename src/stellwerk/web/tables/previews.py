"""What choices would bring, before they are taken: for the table's page, and for programs."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from stellwerk import words
from stellwerk.host.limits.lanes import PREVIEWS
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import Person
from stellwerk.play.core import Action
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game
from stellwerk.play.runs import RunTrains
from stellwerk.view.faults import Fault, Forbidden, Stale
from stellwerk.words import LANGUAGES
from stellwerk.words.preview import preview_text

from ..door.work import seen
from ..request import body, visitor_of

MOST = 40
"""Actions that can be asked about at once."""
MOST_RUNS = 2
"""Of these runs of trains: whether one is legal can take long to find out."""
LONGEST = 12_000
"""Characters of a question that stands in an address."""


async def preview(request: Request) -> Response:
    """What actions of mine would bring, for programs."""
    data = await body(request)
    wanted = data.get("actions", [data.get("action")])
    language = request.query_params.get("language", "")
    return await _answer(request, wanted, language if language in LANGUAGES else visitor_of(request).language)


async def beside(request: Request) -> Response:
    """The same for the choices that a page shows."""
    raw = request.query_params.get("actions", "")
    try:
        wanted = msgspec.json.decode(raw) if len(raw) <= LONGEST else None
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        wanted = None
    return await _answer(request, wanted, visitor_of(request).language)


async def _answer(request: Request, wanted: Any, language: str) -> Response:
    if not isinstance(wanted, list) or not all(isinstance(raw, dict) for raw in wanted):
        raise Fault("fault.json")
    if len(wanted) > MOST:
        raise Fault("fault.many_actions", limit=MOST)
    person = visitor_of(request).person
    return JSONResponse(await seen(request, PREVIEWS, lambda live: previews(live, person, wanted, language)))


def previews(live: LiveGame, person: Person | None, wanted: Sequence[Any], language: str) -> dict[str, Any]:
    """What each action would bring, or why it is not legal, at the game's present number."""
    with live.lock:
        number = live.number
        actions = [_read(live, person, raw) for raw in wanted]
        if live.waits_for_people:
            raise Stale("fault.not_begun")
        if live.closed:
            raise live.closed
        seat = live.seat_for(person.id if person else None)
        game = live.seen(seat, language)
    if sum(isinstance(action, RunTrains) for action in actions) > MOST_RUNS:
        raise Fault("fault.many_actions", limit=MOST_RUNS)
    found = []
    for action in actions:
        with live.lock:  # one by one, so that nobody else waits for more than one of them
            known = live.previews.get((number, seat, language, action))
            if known is None:
                known = _told(game, action, seat, language)
                live.previews.put((number, seat, language, action), known)
            found.append(known)
    return {"number": number, "previews": found}


def _read(live: LiveGame, person: Person | None, raw: Any) -> Action:
    try:
        action = live.read(raw)
    except msgspec.ValidationError as error:
        raise Fault("fault.unreadable", problem=str(error)) from None
    if person is None or action.seat not in live.seats_of(person.id):
        raise Forbidden("fault.not_your_seat")
    return action


def _told(game: Game, action: Action, seat: int | None, language: str) -> dict[str, Any]:
    try:
        found = preview_text(action, game, language, seat)
    except IllegalAction as error:
        refusal = error.refusal
        sentence = words.refusal(refusal, game, language)
        return {"refusal": sentence[:1].upper() + sentence[1:], "rule": refusal.rule, "reason": refusal.reason}
    return {
        "text": found.text,
        "parts": found.parts,
        "others": found.others,
        "run": found.run if found.run[1] is not None else None,
        "money": {str(owner): amount for owner, amount in found.money.items()},
    }
