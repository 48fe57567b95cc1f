"""The ways from one process that serves to another: a socket in a folder of ours on the same computer, an address
of the private network on another, where what is asked is signed. What goes along them is the same.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

from starlette.types import Message, Receive, Scope, Send

from stellwerk.host.drawers import Drawers
from stellwerk.host.settings import Settings
from stellwerk.host.storage.lease_rows import Member

from .connection_limits import BESIDE, PEERS
from .peers import BODY, SIGNATURE, Seal, address, digest

CLIENT, SCHEME = b"x-stellwerk-client", b"x-stellwerk-scheme"
OWN = {b"connection", b"transfer-encoding", b"content-length", b"expect", CLIENT, SCHEME, BODY, SIGNATURE}
"""What is said anew on each way; from outside it says nothing."""
ANEW = {b"connection", b"transfer-encoding", b"date", b"server", b"keep-alive"}
ELSEWHERE = 421
"""How a process answers that is asked for what another has, or by somebody who cannot prove to be one of ours."""
PIECE = 64 * 1024
CONNECT, SILENCE = 3.0, 120.0
"""Seconds for which one is waited for who shall take a request, and who has said nothing more of the answer."""
VANISHED = 15
"""Seconds after which a machine counts as gone whose system says nothing, either."""


class Gone(Exception):
    """A process has ended while it was asked."""


class Moved(Exception):
    """Another one has by now what was asked for; nothing was done."""


class Ways:
    """From one process to all others."""

    def __init__(self, settings: Settings, drawers: Drawers) -> None:
        self.drawers = drawers
        self._seal = Seal(settings.peers_key) if settings.peers_key else None
        self.passed: Counter[str] = Counter()
        """How much was passed on, by way."""
        self.refused = 0
        """How often somebody could not prove to be one of ours."""

    async def ask(self, to: Member, scope: Scope, body: bytes, send: Send, receive: Receive | None = None) -> None:
        """Have a process answer a request; the answer goes to `send`, until `receive` tells that nobody listens.

        An OSError where it is not there, and in the middle of an answer; `Gone` where it has ended in between.
        """
        async with self._line(to) as (reader, writer):
            watching = asyncio.create_task(_hang_up(receive, writer)) if receive is not None else None
            try:
                writer.write(self._head(to, scope, body) + body)
                await _answer(reader, send, scope["method"] == "HEAD")
            finally:
                if watching is not None:
                    watching.cancel()

    @asynccontextmanager
    async def _line(self, to: Member) -> AsyncIterator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
        async with asyncio.timeout(CONNECT):
            if self.drawers.away(to):
                if not to.address or self._seal is None:
                    raise OSError("no way to another machine")
                reader, writer = await asyncio.open_connection(*address(to.address))
                _notice_silence(writer.get_extra_info("socket"))
            else:
                reader, writer = await asyncio.open_unix_connection(to.socket)
        self.passed[PEERS if self.drawers.away(to) else BESIDE] += 1
        try:
            yield reader, writer
        finally:
            writer.close()

    def _head(self, to: Member, scope: Scope, body: bytes) -> bytes:
        client = scope.get("client")
        fields = [(name, value) for name, value in scope["headers"] if name not in OWN]
        fields += [(CLIENT, (client[0] if client else "").encode()), (SCHEME, scope["scheme"].encode())]
        path = _path(scope)
        if self._seal is not None and self.drawers.away(to):
            fields.append((BODY, digest(body)))
            fields.append((SIGNATURE, self._seal.sign(to.id, scope["method"], path, fields)))
        fields += [(b"content-length", b"%d" % len(body)), (b"connection", b"close")]
        lines = [scope["method"].encode() + b" " + path + b" HTTP/1.1"]
        return b"\r\n".join([*lines, *(name + b": " + value for name, value in fields), b"", b""])

    def come(self, scope: Scope) -> bool:
        """Take over who asks from a process that has passed a request on; whether it is one of ours."""
        fields = dict(scope["headers"])
        if scope["passed_on"] == PEERS:
            signed = [each for each in scope["headers"] if each[0] not in OWN or each[0] in (CLIENT, SCHEME, BODY)]
            good = self._seal is not None and self._seal.good(
                self.drawers.me.id, scope["method"], _path(scope), signed, fields.get(SIGNATURE, b"")
            )
            if not good or BODY not in fields:
                self.refused += 1
                return False
        scope["client"] = (fields.get(CLIENT, b"").decode("latin-1"), 0)
        scope["scheme"] = fields.get(SCHEME, b"http").decode("latin-1")
        return True


def as_signed(scope: Scope, body: bytes) -> bool:
    """Whether the body is the one of which the head tells."""
    return dict(scope["headers"]).get(BODY) == digest(body)


def socket_of(folder: Path, number: int) -> Path:
    """Where a process hears those of the same computer."""
    return folder / f"{number}.socket"


def _path(scope: Scope) -> bytes:
    path: bytes = scope["raw_path"]
    return path + (b"?" + scope["query_string"] if scope["query_string"] else b"")


async def _answer(reader: asyncio.StreamReader, send: Send, head_alone: bool) -> None:
    try:
        async with asyncio.timeout(SILENCE):
            head = await reader.readuntil(b"\r\n\r\n")
    except (asyncio.IncompleteReadError, asyncio.LimitOverrunError, OSError):
        raise Gone from None
    first, *lines = head[:-4].split(b"\r\n")
    status = int(first.split()[1])
    if status == ELSEWHERE:
        raise Moved
    headers = [(name.lower(), value.strip()) for name, _, value in (line.partition(b":") for line in lines)]
    start: Message = {
        "type": "http.response.start",
        "status": status,
        "headers": [(name, value) for name, value in headers if name not in ANEW],
    }
    await send(start)
    fields: Mapping[bytes, Any] = dict(headers)
    if not head_alone:
        length = fields.get(b"content-length")
        pieces = _counted(reader, int(length)) if length is not None else _chunks(reader)
        try:
            async for piece in pieces:
                await send({"type": "http.response.body", "body": piece, "more_body": True})
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            raise OSError("an answer that was not finished") from None
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _counted(reader: asyncio.StreamReader, length: int) -> AsyncIterator[bytes]:
    while length:
        async with asyncio.timeout(SILENCE):
            piece = await reader.read(min(PIECE, length))
        if not piece:
            raise asyncio.IncompleteReadError(piece, length)
        length -= len(piece)
        yield piece


async def _chunks(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    while True:
        async with asyncio.timeout(SILENCE):
            size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
            if not size:
                return
            piece = await reader.readexactly(size)
            await reader.readexactly(2)
        yield piece


async def _hang_up(receive: Receive, writer: asyncio.StreamWriter) -> None:
    """End a stream whose listener has gone."""
    while (await receive())["type"] != "http.disconnect":
        pass
    writer.close()


def _notice_silence(known: socket.socket) -> None:
    """Have the system find out that a machine has vanished without a word, also while nothing is sent to it."""
    known.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    known.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    figures = {"TCP_KEEPIDLE": 5, "TCP_KEEPINTVL": 5, "TCP_KEEPCNT": 2, "TCP_USER_TIMEOUT": 1000 * VANISHED}
    for name, figure in figures.items():
        if hasattr(socket, name):
            known.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), figure)
