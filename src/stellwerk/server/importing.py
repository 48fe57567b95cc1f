"""Games that people bring along: our own files, and records of other programs that `stellwerk replay` reads.

Each is read in a process of its own (`reading`) with little memory and little time. A few are read at once,
the next wait a moment, and each visitor has one at a time, so that whoever only plays notices nothing of it.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio.subprocess import PIPE
from collections.abc import Callable

import msgspec
from starlette.concurrency import run_in_threadpool as threaded

from stellwerk.play.limits import Limits

from .faults import Busy, Fault, TooLarge
from .live import LiveGame, unlike
from .reading import Beyond, Brought, Found, Unreadable
from .texts import text
from .visitors import clean_name

AT_ONCE = 2
MOST_WAITING = 6
MOST_NEIGHBOURS = 5
"""Files of one address that are read or wait."""
PATIENCE = 10.0
"""Seconds that a file waits for its turn."""
GRACE = 3.0
"""Seconds that the process may take beyond its limit to say so itself."""
_log = logging.getLogger(__name__)


class Imports:
    """Reads what visitors bring."""

    command: tuple[str, ...] = (sys.executable, "-B", "-m", "stellwerk.server.reading")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._visitors: dict[str, str] = {}
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def bring(
        self, visitor: str, language: str, data: bytes, keep: Callable[[Brought], LiveGame], address: str = ""
    ) -> LiveGame:
        """Read a file for a visitor and keep the game in it."""
        if visitor in self._visitors:
            raise Busy("fault.import_yours")
        neighbours = sum(address == home for home in self._visitors.values()) if address else 0
        if len(self._visitors) >= AT_ONCE + MOST_WAITING or neighbours >= MOST_NEIGHBOURS:
            raise Busy("fault.import_busy")
        self._visitors[visitor] = address
        try:
            return await self._in_turn(language, data, keep)
        finally:
            self._visitors.pop(visitor, None)

    async def _in_turn(self, language: str, data: bytes, keep: Callable[[Brought], LiveGame]) -> LiveGame:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._slots.acquire()
        except TimeoutError:
            raise Busy("fault.import_busy") from None
        try:
            brought = with_clean_names(await self.read(data), language)
            return await threaded(keep, brought)
        finally:
            self._slots.release()

    async def read(self, data: bytes) -> Brought:
        """The game in a file."""
        if len(data) > self.limits.bytes:
            raise _beyond("bytes", self.limits.bytes)
        match await self._ask(data):
            case Brought() as brought:
                return brought
            case Beyond(what, limit):
                raise _beyond(what, limit)
            case Unreadable(problem, record):
                raise Fault("fault.record" if record else "fault.file", problem=problem)

    async def _ask(self, data: bytes) -> Found:
        """Let a process read the file; it is gone when this ends, whatever happens."""
        limits = msgspec.json.encode(self.limits).decode()
        process = await asyncio.create_subprocess_exec(
            *self.command, limits, stdin=PIPE, stdout=PIPE, stderr=PIPE
        )
        try:
            async with asyncio.timeout(self.limits.seconds + GRACE):
                said, errors = await process.communicate(data)
        except TimeoutError:
            raise _beyond("seconds", self.limits.seconds) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        try:
            found: Found = msgspec.json.decode(said, type=Found)
        except msgspec.DecodeError:
            _log.error("a file could not be read (status %s): %s", process.returncode, errors[-2000:].decode())
            raise Fault("fault.import_failed") from None
        return found


def _beyond(what: str, limit: int) -> TooLarge:
    return TooLarge(f"fault.limit_{what}", limit=limit)


def with_clean_names(brought: Brought, language: str) -> Brought:
    """The game with players' names as harmless as those of guests, and each a name of their own."""
    names = [
        clean_name(name) or text("seat.guest", language, number=number)
        for number, name in enumerate(brought.players, 1)
    ]
    return msgspec.structs.replace(brought, players=tuple(unlike(names)))
