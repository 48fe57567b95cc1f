"""All my games on one calm page, those that wait for me first, and the way from one to the next."""

from __future__ import annotations

import math
import time
from collections.abc import Mapping

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response

from stellwerk.host.clocks.timekeeper import LONGEST
from stellwerk.host.limits.lanes import LISTS
from stellwerk.host.live import barred, is_turn_of
from stellwerk.host.storage.rows import FINISHED, OPEN, RUNNING, GameRow, Person
from stellwerk.host.storage.tables import ask_rows, clock_rows, talk_rows
from stellwerk.host.tables.talk import TABLE

from ..door.work import done
from ..render import page
from ..request import host_of, visitor_of
from ..tables.absence import vacation_of

SHOWN = 200
KINDS = ("waiting", "others", "open", "finished")
LATELY = 20
"""Finished games that are shown."""
LOOKED_THROUGH = 500
"""What was asked at these tables that is looked through."""


class Mine(Struct, frozen=True):
    """Somebody's games: in lists, what each wants of them and until when, and the last that was said there."""

    lists: Mapping[str, list[GameRow]]
    turns: frozenset[str] = frozenset()
    asked: frozenset[str] = frozenset()
    ends: dict[str, float] = {}
    said: dict[str, int] = {}


def _mine(request: Request, person: Person) -> Mine:
    storage = host_of(request).storage
    running = storage.list_games(RUNNING, SHOWN, person.id)
    here = [row for row in running if not barred(row)]
    ids = {row.id for row in here}
    turns = frozenset(row.id for row in here if is_turn_of(row, person.id))
    asks = ask_rows.of_games(storage, ids, LOOKED_THROUGH)
    asked = frozenset(game for game, ask in asks if ask.asks(person.id))
    ends = clock_rows.ends(storage, ids)
    # Whose time is up first, then who has waited longest.
    waiting = sorted(
        (row for row in here if row.id in turns | asked),
        key=lambda row: (row.id not in turns, ends.get(row.id, math.inf), row.changed),
    )
    lists = {
        "waiting": waiting,
        "others": [row for row in running if row.id not in turns | asked],
        "open": storage.list_games(OPEN, SHOWN, person.id),
        "finished": storage.list_games(FINISHED, LATELY, person.id),
    }
    return Mine(lists, turns, asked, ends, talk_rows.last_at(storage, ids, TABLE))


async def here(request: Request) -> Response:
    """Somebody looks at a page for long without asking for anything: nobody needs to write to them."""
    return Response(status_code=204)


async def mine(request: Request) -> Response:
    """All my games."""
    person = visitor_of(request).person

    def made() -> Response:
        found = _mine(request, person) if person else Mine({kind: [] for kind in KINDS})
        return page(
            request,
            "mine.html",
            games=found.lists,
            turns=found.turns,
            asked=found.asked,
            ends=found.ends,
            said=found.said,
            vacation=vacation_of(request),
            most_days=LONGEST,
            now=time.time(),
        )

    return await done(request, LISTS, made)


async def next_game(request: Request) -> Response:
    """The next game that waits for me, after the one that I come from; without one, all of them."""
    person = visitor_of(request).person
    if person is None:
        return RedirectResponse("/mine", 303)
    found = await done(request, LISTS, lambda: _mine(request, person).lists["waiting"])
    after, ids = request.query_params.get("after", ""), [row.id for row in found]
    place = ids.index(after) + 1 if after in ids else 0
    other = next((id_ for id_ in ids[place:] + ids[:place] if id_ != after), None)
    return RedirectResponse(f"/games/{other}" if other else "/mine", 303)
