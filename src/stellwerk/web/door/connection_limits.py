"""The door: how long a connection may keep us waiting, and who goes when there is no room for another.

Whoever is waited for (nothing said yet, half a request, an answer that is not fetched) has a time limit, and is
the first to go when the house is full. Whoever is being answered stays.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import socket
from asyncio.trsock import TransportSocket
from functools import partial
from typing import Any, ClassVar

import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from stellwerk.host.settings import Settings
from stellwerk.view.texts import text

from .addresses import neighbourhood

_log = logging.getLogger(__name__)

AT_ONCE = 32
"""Connections that are let in before the first of them is looked at."""
QUEUE = 256
"""Connections that may wait outside, where they cost us nothing."""
HEAD_BYTES = 64 * 1024
HEADERS = 256
"""What the head of a request may have; the parser itself would take any number."""
PIPELINED = 100
"""Requests that may be sent before the first of them is answered."""
BESIDE, PEERS = "beside", "peers"
"""Who asks for somebody else: another of our processes on this computer, or whoever says to be one on another."""


def open_files() -> int:
    """How many files this process may have open, after asking for as many as it can get."""
    try:
        import resource
    except ModuleNotFoundError:  # not a Unix
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != hard:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
        except (OSError, ValueError):  # some systems name a hard limit that they do not grant
            return soft
    return hard if hard != resource.RLIM_INFINITY else 2**20


class Doorkeeper:
    """Counts connections, in total and by address, and finds out who has kept us waiting longest."""

    def __init__(self, most: int, most_each: int | None) -> None:
        self.most, self.most_each = most, most_each
        self._inside: dict[Connection, str] = {}
        self._homes: dict[str, int] = {}
        self._waited_for: dict[Connection, None] = {}
        self._held: dict[Connection, None] = {}

    def come(self, connection: Connection, address: str) -> bool:
        """Whether there is room, perhaps because another had to go."""
        crowded = self.most_each is not None and self._homes.get(address, 0) >= self.most_each
        if crowded or len(self._inside) >= self.most:
            those = (*self._held, *self._waited_for)
            idle = next((c for c in those if not crowded or self._inside[c] == address), None)
            _log.warning("There is no room for more connections: who is waited for longest goes first.")
            if idle is None:
                return False
            self.go(idle)
            idle.transport.abort()
        self._inside[connection] = address
        self._homes[address] = self._homes.get(address, 0) + 1
        return True

    def go(self, connection: Connection) -> None:
        """Somebody leaves; said twice it counts once."""
        self._waited_for.pop(connection, None)
        self._held.pop(connection, None)
        address = self._inside.pop(connection, None)
        if address is not None:
            self._homes[address] -= 1
            if not self._homes[address]:
                del self._homes[address]

    def wait_for(self, connection: Connection, waited: bool) -> None:
        """Whether it is now for the other side to do something."""
        self._waited_for.pop(connection, None)
        if waited and connection in self._inside:
            self._waited_for[connection] = None

    def hold(self, connection: Connection, held: bool) -> None:
        """Whether it is kept waiting because it asks too much: it is the first to go."""
        self._held.pop(connection, None)
        if held and connection in self._inside:
            self._held[connection] = None


class Config(uvicorn.Config):
    """How uvicorn runs, and who keeps its door."""

    def __init__(self, app: Any, settings: Settings, **values: Any) -> None:
        values |= {"http": Connection, "ws": "none", "proxy_headers": False, "access_log": False}
        values["timeout_keep_alive"] = math.ceil(settings.idle_seconds)
        super().__init__(app, backlog=AT_ONCE, **values)
        self.settings = settings
        self.peers_port = int(settings.peers_at.rpartition(":")[2] or 0)
        most = min(settings.connections, open_files() // 2)  # the rest: games, workers, who is not looked at yet
        self.doorkeeper = Doorkeeper(most, None if settings.behind_proxy else settings.connections_each)


class Immoderate(Exception):
    """A request that asks for more than any has to; the parser answers it with 400."""


class Connection(HttpToolsProtocol):
    """A connection that is closed when the other side takes too long, or says too much."""

    IDLE: ClassVar = "idle"
    HEAD: ClassVar = "head"
    BODY: ClassVar = "body"
    ANSWER: ClassVar = "answer"

    config: Config
    _owes = ""
    _unsent = 0
    _patience: asyncio.TimerHandle | None = None
    _begun = _in_body = False
    _message = _size = 0
    """The number of the request that is being read, and how much of it came after what it began with."""
    passed_on = ""
    """Where another of our own processes asks, for somebody else: by which way."""

    def __init__(self, *values: Any, **named: Any) -> None:
        super().__init__(*values, **named)
        self.app = partial(_through, self, self.app)

    def hold(self, held: bool) -> None:
        """Whether the answer is held back because too much was asked."""
        self.config.doorkeeper.hold(self, held)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let it in, or tell it that there is no room."""
        super().connection_made(transport)
        self.passed_on = self._way(transport.get_extra_info("socket"))
        if not self.config.doorkeeper.come(self, self._home()):
            transport.write(_full())
            transport.close()
            return
        transport.set_write_buffer_limits(0)  # so that every answer that is not fetched is noticed
        _tune(transport, self.config.settings.answer_seconds)
        self._look()

    def _way(self, known: socket.socket) -> str:
        if known.family == getattr(socket, "AF_UNIX", None):
            return BESIDE
        return PEERS if known.getsockname()[1] == self.config.peers_port else ""

    def _home(self) -> str:
        """Whose connections it is counted among; those of our own processes are nobody's."""
        return f"passed on {id(self)}" if self.passed_on else neighbourhood(self.client[0] if self.client else "")

    def connection_lost(self, exc: Exception | None) -> None:
        """It is gone."""
        self.config.doorkeeper.go(self)
        self._stop_waiting()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Some of a request."""
        before = self._message
        super().data_received(data)
        if self._begun and self._message == before:
            self._size += len(data)
            if self._size > HEAD_BYTES + (self.config.settings.largest_file if self._in_body else 0):
                self.transport.abort()
        self._look()

    def on_message_begin(self) -> None:
        """A request begins, perhaps while others wait for their answer."""
        if len(self.pipeline) >= PIPELINED:
            raise Immoderate
        self._begun, self._message, self._size = True, self._message + 1, 0
        super().on_message_begin()

    def on_header(self, name: bytes, value: bytes) -> None:
        """A line of the head; what comes after a body says nothing to us."""
        if self._in_body:
            return
        if len(self.headers) >= HEADERS:
            raise Immoderate
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """All of the head is there."""
        self._in_body = True
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """All of the request is there."""
        self._begun = self._in_body = False
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """An answer is on its way; the next request may come."""
        super().on_response_complete()
        self._look()

    def pause_writing(self) -> None:
        """The other side does not fetch what it asked for."""
        super().pause_writing()
        self._look()

    def resume_writing(self) -> None:
        """It has fetched everything."""
        super().resume_writing()
        self._look()

    def _owed(self) -> str:
        """What the other side has to do next."""
        if self.flow.write_paused:
            return self.ANSWER
        if self._in_body:
            return self.BODY
        if self.cycle is not None and not self.cycle.response_complete:
            return ""
        return self.HEAD if self._begun or self.cycle is None else self.IDLE

    def _look(self) -> None:
        """Give the other side its time when it has something else to do than before."""
        owes = self._owed()
        if owes != self._owes:
            self._owes = owes
            self.config.doorkeeper.wait_for(self, bool(owes))
            self._stop_waiting()
            if owes:
                self._wait()

    def _wait(self) -> None:
        settings = self.config.settings
        if self._owes == self.IDLE:
            seconds = settings.idle_seconds
        elif self._owes == self.HEAD:
            seconds = settings.head_seconds
        elif self._owes == self.BODY:
            seconds = settings.body_seconds
        else:
            seconds = settings.answer_seconds
            self._unsent = self.transport.get_write_buffer_size()
        self._patience = self.loop.call_later(seconds, self._too_late)

    def _stop_waiting(self) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None

    def _too_late(self) -> None:
        """Only who fetches an answer slowly, but does, gets more time."""
        if self._owes == self.ANSWER and self.transport.get_write_buffer_size() < self._unsent:
            self._wait()
        else:
            self.transport.abort()


async def _through(door: Connection, app: ASGIApp, scope: Scope, receive: Receive, send: Send) -> None:
    """Let the application know by which connection a request came."""
    scope["door"], scope["passed_on"] = door, door.passed_on
    await app(scope, receive, send)


def lengthen_queue(listening: socket.socket | TransportSocket) -> None:
    """Let more wait outside than are let in at once; asyncio has one figure for both."""
    with socket.socket(fileno=os.dup(listening.fileno())) as same:
        same.listen(QUEUE)


def _tune(transport: asyncio.Transport, seconds: float) -> None:
    """Send answers at once, and let the system close connections whose other side has vanished without a word.

    asyncio sees to the first where a socket names its protocol; one that was made by `socket.create_server` does
    not, and the body of every answer waited there for the other side to acknowledge its head, 40 ms.
    """
    known: socket.socket = transport.get_extra_info("socket")
    if known.family in (socket.AF_INET, socket.AF_INET6):
        known.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        known.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
        if hasattr(socket, "TCP_USER_TIMEOUT"):
            known.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(1000 * seconds))


def _full() -> bytes:
    said = f"{text('fault.crowded', 'en')}\n{text('fault.crowded', 'de')}\n".encode()
    return (
        b"HTTP/1.1 503 Service Unavailable\r\nconnection: close\r\nretry-after: 10\r\n"
        b"content-type: text/plain; charset=utf-8\r\ncontent-length: %d\r\n\r\n" % len(said)
    ) + said
