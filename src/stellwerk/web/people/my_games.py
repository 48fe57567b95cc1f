"""All my games on one calm page, those that wait for me first, and the way from one to the next."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stellwerk.host.clocks.timekeeper import LONGEST
from stellwerk.host.limits.lanes import LISTS
from stellwerk.host.live import barred, is_turn_of
from stellwerk.host.storage.rows import FINISHED, OPEN, RUNNING, GameRow, Person

from ..door.work import done
from ..render import page
from ..request import host_of, visitor_of
from ..tables.absence import away_until

SHOWN = 200
KINDS = ("waiting", "others", "open", "finished")
LATELY = 20
"""Finished games that are shown."""


def _lists(request: Request, person: Person) -> dict[str, list[GameRow]]:
    storage = host_of(request).storage
    running = storage.list_games(RUNNING, SHOWN, person.id)
    waiting = [row for row in running if is_turn_of(row, person.id) and not barred(row)]
    ids = {row.id for row in waiting}
    return {
        "waiting": sorted(waiting, key=lambda row: row.changed),  # who has waited longest first
        "others": [row for row in running if row.id not in ids],
        "open": storage.list_games(OPEN, SHOWN, person.id),
        "finished": storage.list_games(FINISHED, LATELY, person.id),
    }


async def here(request: Request) -> Response:
    """Somebody looks at a page for long without asking for anything: nobody needs to write to them."""
    return Response(status_code=204)


async def mine(request: Request) -> Response:
    """All my games."""
    person = visitor_of(request).person

    def made() -> Response:
        games = _lists(request, person) if person else {kind: [] for kind in KINDS}
        turns = {row.id for row in games["waiting"]}
        return page(
            request,
            "mine.html",
            games=games,
            turns=turns,
            away=away_until(request),
            most_days=LONGEST,
            now=time.time(),
        )

    return await done(request, LISTS, made)


async def next_game(request: Request) -> Response:
    """The next game that waits for me, after the one that I come from; without one, all of them."""
    person = visitor_of(request).person
    if person is None:
        return RedirectResponse("/mine", 303)
    found = await done(request, LISTS, lambda: _lists(request, person)["waiting"])
    after, ids = request.query_params.get("after", ""), [row.id for row in found]
    place = ids.index(after) + 1 if after in ids else 0
    other = next((id_ for id_ in ids[place:] + ids[:place] if id_ != after), None)
    return RedirectResponse(f"/games/{other}" if other else "/mine", 303)
