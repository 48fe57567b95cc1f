"""Requests for games that another of our processes has are passed on to it, by a socket in a folder of ours.

All processes listen at the same port; whichever takes a request answers it, unless it is about a game of another.
What is about people and not about a game goes to the first, which counts how often a password is tried. A process
that was ended is waited for a while: it is started again. Where one ends with a request in its hands, looks are
asked for again; of a change nobody knows whether it was kept, and whoever asked for it is told to look.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stellwerk.host.places import place_of
from stellwerk.host.settings import Settings
from stellwerk.view.faults import Busy, Fault, Stale, TooLarge
from stellwerk.view.texts import language_for

from .middleware import refusal

GAME = re.compile(r"/(?:api/)?games/([^/]+)")
HERE = re.compile(
    r"/$|/static/|/titles/|/api/titles|/api/?$|/api/openapi|/(?:table|lesson)\.|/app\.|/(?:api/)?games$|/lessons$"
    r"|/health$|/metrics$|/mine$|/next$"
)
CLIENT, SCHEME = "x-stellwerk-client", "x-stellwerk-scheme"
OWN = {b"connection", b"transfer-encoding", b"content-length", CLIENT.encode(), SCHEME.encode(), b"expect"}
PASSED = {b"host", b"accept-language", b"user-agent", b"x-forwarded-for", b"x-forwarded-proto"}
"""What is told of whoever asks where something is asked for in their name."""
ANEW = {b"connection", b"transfer-encoding", b"date", b"server", b"keep-alive"}
PIECE = 64 * 1024
TRIES, PAUSE = 150, 0.2
"""How often, and after how many seconds, a process is asked again that is being started."""


class Gone(Exception):
    """A process has ended while it was asked."""


class Passing:
    """Answers what belongs here and passes on the rest."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app, self.place, self.folder = app, settings.place, settings.meeting
        self.largest = settings.largest_file

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or have it answered."""
        if scope["type"] != "http" or self.place.of == 1:
            await self.app(scope, receive, send)
            return
        if scope.get("passed_on"):
            headers = Headers(scope=scope)
            scope["client"] = (headers.get(CLIENT, ""), 0)
            scope["scheme"] = headers.get(SCHEME, "http")
            await self.app(scope, receive, send)
            return
        owner = wanted_place(scope["path"], self.place.of)
        if owner is None or owner == self.place.number:
            await self.app(scope, receive, send)
            return
        try:
            await self._pass_on(owner, scope, receive, send)
        except ClientDisconnect:
            return
        except Fault as fault:
            language = language_for(Headers(scope=scope).get("accept-language", ""))
            await refusal(fault, language)(scope, receive, send)

    async def _pass_on(self, owner: int, scope: Scope, receive: Receive, send: Send) -> None:
        asked = _head(scope, body := await self._whole(receive)) + body
        for _ in range(TRIES):
            try:
                reader, writer = await asyncio.open_unix_connection(str(socket_of(self.folder, owner)))
            except OSError:  # it is being started
                await asyncio.sleep(PAUSE)
                continue
            watching = asyncio.create_task(_hang_up(receive, writer))
            try:
                writer.write(asked)
                await _answer(reader, send, scope["method"] == "HEAD")
                return
            except Gone:
                if scope["method"] not in ("GET", "HEAD"):
                    break
            except OSError:
                return  # in the middle of an answer, or whoever asked is gone
            finally:
                watching.cancel()
                writer.close()
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
    settings: Settings = request.app.state.host.settings
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

    place = place_of(game, settings.place.of)
    try:
        reader, writer = await asyncio.open_unix_connection(str(socket_of(settings.meeting, place)))
        try:
            writer.write(_head(scope, b"{}") + b"{}")
            await _answer(reader, send, False)
        finally:
            writer.close()
    except (OSError, Gone):
        raise Busy("fault.restarting") from None
    if answer["status"] != 200:
        raise Stale("fault.stale")
    told: dict[str, Any] = msgspec.json.decode(answer["body"])
    return told


def wanted_place(path: str, places: int) -> int | None:
    """Which place should answer; None where any can.

    >>> wanted_place("/", 2), wanted_place("/api/games", 2), wanted_place("/enter", 2)
    (None, None, 0)
    """
    game = GAME.match(path)
    if game:
        return place_of(game[1], places)
    return None if HERE.match(path) else 0


def socket_of(folder: Path, place: int) -> Path:
    """Where a process hears what others pass on."""
    return folder / f"{place}.socket"


def _head(scope: Scope, body: bytes) -> bytes:
    path = scope["raw_path"] + (b"?" + scope["query_string"] if scope["query_string"] else b"")
    client = scope.get("client")
    lines = [scope["method"].encode() + b" " + path + b" HTTP/1.1"]
    lines += [name + b": " + value for name, value in scope["headers"] if name not in OWN]
    lines += [f"{CLIENT}: {client[0] if client else ''}".encode(), f"{SCHEME}: {scope['scheme']}".encode()]
    lines += [f"content-length: {len(body)}".encode(), b"connection: close", b"", b""]
    return b"\r\n".join(lines)


async def _answer(reader: asyncio.StreamReader, send: Send, head_alone: bool) -> None:
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, OSError):
        raise Gone from None
    first, *lines = head[:-4].split(b"\r\n")
    headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    start: Message = {
        "type": "http.response.start",
        "status": int(first.split()[1]),
        "headers": [(name, value) for name, value in headers if name not in ANEW],
    }
    await send(start)
    fields = dict(headers)
    if not head_alone:
        length = fields.get(b"content-length")
        pieces = _counted(reader, int(length)) if length is not None else _chunks(reader)
        try:
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        except asyncio.IncompleteReadError:
            raise OSError("an answer that was not finished") from None
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _counted(reader: asyncio.StreamReader, length: int) -> AsyncIterator[bytes]:
    while length:
        piece = await reader.read(min(PIECE, length))
        if not piece:
            raise asyncio.IncompleteReadError(piece, length)
        length -= len(piece)
        yield piece


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while size := int((await reader.readuntil(b"\r\n")).split(b";")[0], 16):
        yield await reader.readexactly(size)
        await reader.readexactly(2)


async def _hang_up(receive: Receive, writer: asyncio.StreamWriter) -> None:
    """End a stream whose listener has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    writer.close()
