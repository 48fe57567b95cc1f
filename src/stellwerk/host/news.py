"""News of games for everybody who looks at one: a number that grew, and nothing else.

What has changed is fetched by each page for its own seat; so nothing here can tell a secret.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter
from collections.abc import AsyncIterator

import msgspec

from .live import LiveGame

BEAT = 15.0
"""Seconds between two signs of life."""


class _Ear:
    """One open stream."""

    def __init__(self, loop: asyncio.AbstractEventLoop, address: str, visitor: str) -> None:
        self.loop, self.address, self.visitor = loop, address, visitor
        self.ended = False
        self.heard = asyncio.Event()
        self.last = b""

    def say(self, what: bytes) -> None:
        self.last = what
        self.loop.call_soon_threadsafe(self.heard.set)

    def end(self) -> None:
        self.ended = True
        self.say(b"")


class News:
    """Brings changes, made in threads, to the streams of the event loop."""

    def __init__(self, most: int, most_each: int) -> None:
        self.most, self.most_each = most, most_each
        self._homes: dict[str, dict[_Ear, None]] = {}
        self._ears: dict[str, set[_Ear]] = {}
        self._lock = threading.Lock()
        self.closed = False

    def tell(self, live: LiveGame) -> None:
        """A game has changed."""
        what = summary(live)
        with self._lock:
            for ear in self._ears.get(live.row.id, ()):
                ear.say(what)

    def watched(self, id_: str) -> bool:
        """Whether anybody listens for news of a game."""
        with self._lock:
            return id_ in self._ears

    def listening(self) -> int:
        """How many streams are open."""
        with self._lock:
            return sum(map(len, self._ears.values()))

    def is_closed(self) -> bool:
        """Whether the server is about to stop."""
        return self.closed

    def close(self) -> None:
        """End all streams."""
        with self._lock:
            self.closed = True
            ears = [ear for ears in self._ears.values() for ear in ears]
        for ear in ears:
            if not ear.loop.is_closed():
                ear.end()

    def end(self, id_: str) -> None:
        """End the streams of a game that another process has from now on; whoever listens may come again."""
        with self._lock:
            ears = list(self._ears.get(id_, ()))
        for ear in ears:
            ear.end()

    def _listen(self, id_: str, ear: _Ear) -> None:
        """One more; if that is one too many, the oldest of whoever has most, at the address that does, must go.

        It may come again.
        """
        with self._lock:
            self._ears.setdefault(id_, set()).add(ear)
            self._homes.setdefault(ear.address, {})[ear] = None
            crowd = self._homes[ear.address]
            if len(crowd) <= self.most_each and sum(map(len, self._homes.values())) > self.most:
                crowd = max(self._homes.values(), key=len)
            elif len(crowd) <= self.most_each:
                return
            busiest, _ = Counter(one.visitor for one in crowd).most_common(1)[0]
            oldest = next(one for one in crowd if one.visitor == busiest)
            self._forget(oldest)
        oldest.end()

    def _forget(self, ear: _Ear) -> None:
        home = self._homes.get(ear.address, {})
        home.pop(ear, None)
        if not home:
            self._homes.pop(ear.address, None)

    async def stream(
        self, live: LiveGame, seen: str | None = None, address: str = "", visitor: str = ""
    ) -> AsyncIterator[bytes]:
        """Server-sent events: where the game stands now, unless that was `seen`, and every change from then on."""
        id_, ear = live.row.id, _Ear(asyncio.get_running_loop(), address, visitor)
        self._listen(id_, ear)
        try:
            yield b"retry: 2000\n\n"
            told = b""
            if seen != str(live.number):
                told = summary(live)
                yield _event(live, told)
            while not (self.closed or ear.ended):
                try:
                    await asyncio.wait_for(ear.heard.wait(), BEAT)
                except TimeoutError:
                    yield b": still here\n\n"
                    continue
                ear.heard.clear()
                if ear.last and ear.last != told:
                    told = ear.last
                    yield _event(live, told)
        finally:
            with self._lock:
                self._forget(ear)
                self._ears[id_].discard(ear)
                if not self._ears[id_]:
                    del self._ears[id_]


def summary(live: LiveGame) -> bytes:
    """Where a game stands."""
    return msgspec.json.encode(
        {
            "number": live.number,
            "moves": len(live.game.actions),
            "version": live.version,
            "status": live.row.status,
            "talk": live.said,
        }
    )


def _event(live: LiveGame, what: bytes) -> bytes:
    number = msgspec.json.decode(what)["number"]
    return f"id: {number}\nevent: change\ndata: {what.decode()}\n\n".encode()
