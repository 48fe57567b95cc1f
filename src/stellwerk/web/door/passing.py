"""Requests for games that another of our processes has are passed on to it (`ways.py`).

All processes of a computer listen at the same port; whichever takes a request answers it, unless it is about a
game of another. What is about people and not about a game goes to whoever has the first drawer, which counts how
often a password is tried. A process that was ended is waited for a while: it is started again, or others take over
what it had. Where one ends with a request in its hands, looks are asked for again; of a change nobody knows
whether it was kept, and whoever asked for it is told to look.
"""

from __future__ import annotations

import asyncio
import logging
import re
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.host.places import FIRST, drawer_of
from stellwerk.host.settings import Settings
from stellwerk.view.faults import Busy, Fault, Stale, TooLarge
from stellwerk.view.texts import language_for

from .connection_limits import PEERS
from .middleware import refusal
from .ways import ELSEWHERE, Gone, Moved, Ways, as_signed

GAME = re.compile(r"/(?:api/)?games/([^/]+)")
HERE = re.compile(
    r"/$|/static/|/titles/|/api/titles|/api/?$|/api/openapi|/(?:table|lesson)\.|/app\.|/(?:api/)?games$|/lessons$"
    r"|/health$|/metrics$|/mine$|/next$"
)
PASSED = {b"host", b"accept-language", b"user-agent", b"x-forwarded-for", b"x-forwarded-proto"}
"""What is told of whoever asks where something is asked for in their name."""
TRIES, PAUSE = 150, 0.2
"""How often, and after how many seconds, it is tried again to find who has a game."""
_log = logging.getLogger(__name__)


class Passing:
    """Answers what belongs here and passes on the rest."""

    def __init__(self, app: ASGIApp, settings: Settings, ways: Ways | None) -> None:
        self.app, self.place, self.ways = app, settings.place, ways
        self.largest = settings.largest_file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have it answered."""
        if scope["type"] != "http" or self.ways is None:
            await self.app(scope, receive, send)
            return
        drawer = wanted_drawer(scope["path"])
        try:
            if scope.get("passed_on"):
                await self._take(self.ways, drawer, scope, receive, send)
            elif drawer is None or self.place.holds(drawer):
                await self.app(scope, receive, send)
            else:
                await self._pass_on(self.ways, drawer, scope, receive, send)
        except ClientDisconnect:
            return
        except Fault as fault:
            language = language_for(Headers(scope=scope).get("accept-language", ""))
            await refusal(fault, language)(scope, receive, send)

    async def _take(self, ways: Ways, drawer: int | None, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer for another process, if it is one of ours, and for what is here."""
        if not ways.come(scope):
            _log.warning("a request at the address for other machines was refused: keys or clocks may differ")
            await _elsewhere(scope, receive, send)
            return
        if scope["passed_on"] == PEERS:
            body = await self._whole(receive)
            receive = _given(body, receive)
            if not as_signed(scope, body):
                await _elsewhere(scope, receive, send)
                return
        if drawer is not None and not self.place.holds(drawer):
            await _elsewhere(scope, receive, send)
            return
        await self.app(scope, receive, send)

    async def _pass_on(self, ways: Ways, drawer: int, scope: Scope, receive: Receive, send: Send) -> None:
        body = await self._whole(receive)
        for _ in range(TRIES):
            if self.place.holds(drawer):
                await self.app(scope, _given(body, receive), send)
                return
            began = False

            async def sending(message: Message) -> None:
                nonlocal began
                began = True
                await send(message)

            holder = ways.drawers.holder(drawer)
            try:
                if holder is not None and holder.id != ways.drawers.me.id:
                    await ways.ask(holder, scope, body, sending, receive)
                    return
            except Moved:
                ways.drawers.look_again()
            except Gone:
                if scope["method"] not in ("GET", "HEAD"):
                    break
            except OSError:  # it is being started, unless in the middle of an answer, or whoever asked is gone
                if began:
                    return
            await asyncio.sleep(PAUSE)
        raise Busy("fault.restarting")

    async def _whole(self, receive: Receive) -> bytes:
        """All of a request, as large as any may be."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise ClientDisconnect
            body += bytes(message.get("body", b""))
            if len(body) > self.largest:
                raise TooLarge("fault.too_large", limit=self.largest)
            if not message.get("more_body"):
                return body


async def sit_elsewhere(request: Request, game: str, key: str) -> dict[str, Any]:
    """Have somebody sit down at a table of another process, by their own key: the game as programs are told."""
    ways: Ways = request.app.state.ways
    kept = [(name, value) for name, value in request.scope["headers"] if name in PASSED]
    kept += [(b"authorization", f"Bearer {key}".encode()), (b"content-type", b"application/json")]
    scope = {
        **request.scope, "method": "POST", "raw_path": f"/api/games/{game}/seats".encode(), "query_string": b"",
        "headers": kept,
    }  # fmt: skip
    answer: dict[str, Any] = {"status": 503, "body": b""}

    async def send(message: Message) -> None:
        answer["status"] = message.get("status", answer["status"])
        answer["body"] += message.get("body", b"")

    holder = ways.drawers.holder(drawer_of(game))
    try:
        if holder is None:
            raise Gone
        await ways.ask(holder, scope, b"{}", send)
    except (OSError, Gone, Moved):
        raise Busy("fault.restarting") from None
    if answer["status"] != 200:
        raise Stale("fault.stale")
    told: dict[str, Any] = msgspec.json.decode(answer["body"])
    return told


def wanted_drawer(path: str) -> int | None:
    """Whose holder should answer; None where anybody can.

    >>> wanted_drawer("/"), wanted_drawer("/api/games"), wanted_drawer("/enter")
    (None, None, 0)
    """
    game = GAME.match(path)
    if game:
        return drawer_of(game[1])
    return None if HERE.match(path) else FIRST


def _given(body: bytes, receive: Receive) -> Receive:
    """A body that was read already, and what comes after it."""
    given = False

    async def again() -> Message:
        nonlocal given
        if given:
            return await receive()
        given = True
        return {"type": "http.request", "body": body, "more_body": False}

    return again


async def _elsewhere(scope: Scope, receive: Receive, send: Send) -> None:
    await Response(status_code=ELSEWHERE, headers={"connection": "close"})(scope, receive, send)
