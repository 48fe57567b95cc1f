"""What requests have done in threads: in a lane, and charged by the milliseconds that it took."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

import msgspec
from msgspec import Struct
from starlette.requests import Request

from stellwerk.host.host import Host
from stellwerk.host.imports.import_worker import Brought
from stellwerk.host.limits.buckets import Purses
from stellwerk.host.limits.lanes import OPENINGS, Asker, Kind, Lanes, Turn
from stellwerk.host.live import LiveGame
from stellwerk.host.people.visitors import Visitor, clean_name
from stellwerk.host.storage.rows import Person, Seat
from stellwerk.host.tables import table_setup
from stellwerk.view.faults import Busy, Missing
from stellwerk.view.names import guest

from ..request import allowances_of, visitor_of, visitors_of

T = TypeVar("T")
_THREADS = ThreadPoolExecutor(64, "request")
"""More than lanes let in at once: whoever has a turn need not wait for a thread."""


class Tab(Struct, frozen=True):
    """Whose work it is, who is charged for it, and what is waited for before a refusal."""

    asker: Asker
    purses: Purses
    hold: Callable[[], Awaitable[None]]

    async def turn(self, lanes: Lanes, kind: Kind, game: str = "") -> Turn:
        """One's turn in a lane, which comes when it is entered."""
        try:
            return lanes.line_up(kind, self.asker, game)
        except Busy:
            await self.hold()
            raise

    async def timed(self, kind: Kind, what: Callable[[], T]) -> T:
        """Have something done in a thread; what others do for us is charged by the clock on the wall."""
        clock, used = (time.monotonic if kind.elsewhere else time.thread_time), 0.0

        def measured() -> T:
            nonlocal used
            start = clock()
            try:
                return what()
            finally:
                used = clock() - start

        done = asyncio.get_running_loop().run_in_executor(_THREADS, measured)
        try:
            return await asyncio.shield(done)
        except asyncio.CancelledError:
            await asyncio.wait([done])  # the lane is taken as long as there is work
            raise
        finally:
            self.purses.charge(self.asker, 1000 * used, time.monotonic())


def tab_of(request: Request) -> Tab:
    """Who is charged for a request."""
    tab: Tab = request.scope["state"]["tab"]
    return tab


def welcomed(request: Request, name: str, visitor: Visitor | None = None, once: str = "") -> Person:
    """Whoever asks as a person, if there may be one more; with a sign of their own they may ask again."""
    asker, allowances = tab_of(request).asker, allowances_of(request)
    known = visitor_of(request) if visitor is None else visitor
    sign = once or request.headers.get("idempotency-key", "")
    return visitors_of(request).welcome(known, name, lambda: allowances.guest(asker), sign)


def placed(request: Request, person: Person, title: str, wanted: list[dict[str, Any]]) -> list[Seat]:
    """Seats as they were asked for, nobody under the name of somebody else's account."""
    seats = table_setup.places(person, title, wanted)
    visitors_of(request).be_free(*(clean_name(str(one.get("name") or "")) for one in wanted), whose=person.id)
    return seats


def named(request: Request, person: Person, brought: Brought) -> Brought:
    """A game that somebody brings along: whom its file calls as others are called here is a guest in it."""
    others = visitors_of(request).of_others(brought.players, person.id)
    names = (guest(seat) if name in others else name for seat, name in enumerate(brought.players, 1))
    return msgspec.structs.replace(brought, players=tuple(names))


def lanes_of(request: Request) -> Lanes:
    """Where requests wait for their turn."""
    lanes: Lanes = request.app.state.lanes
    return lanes


async def done(request: Request, kind: Kind, what: Callable[[], T], game: str = "") -> T:
    """Have something done for a request as soon as it is its turn."""
    tab = tab_of(request)
    async with await tab.turn(lanes_of(request), kind, game):
        return await tab.timed(kind, what)


async def opened(request: Request, id_: str | None = None) -> LiveGame:
    """The game that a request is about: at hand, or replayed from its log when it is this request's turn."""
    host: Host = request.app.state.host
    wanted = request.path_params["id"] if id_ is None else id_
    live = host.at_hand(wanted)
    if live is None:
        tab = tab_of(request)
        async with await tab.turn(lanes_of(request), OPENINGS, wanted):
            live = host.at_hand(wanted)  # whoever came first may have opened it
            if live is None:
                live = await tab.timed(OPENINGS, lambda: host.open(wanted))
    person = visitor_of(request).person
    if live.branch and (person is None or person.id != live.branch.person):
        raise Missing("fault.no_game")
    return live


async def seen(request: Request, kind: Kind, what: Callable[[LiveGame], T]) -> T:
    """Have something done with the game that a request is about."""
    live = await opened(request)
    return await done(request, kind, lambda: what(live), live.row.id)
