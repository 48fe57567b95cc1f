"""Games that people bring along: our own files, and records of other programs that `stellwerk replay` reads.

Each is read in a process of its own (`reading`) with little memory and little time. A few are read at once,
the next wait a moment, and each visitor has one at a time, so that whoever only plays notices nothing of it.
The process plays every action once and for all: what it hands over is kept as it is, and played again only when
somebody looks at the game.
"""

from __future__ import annotations

import asyncio
import logging
import sys
from asyncio import StreamReader, StreamWriter
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable
from typing import TypeVar

import msgspec

from stellwerk.play.limits import Limits
from stellwerk.play.typed import decode
from stellwerk.view.faults import Busy, Fault, TooLarge
from stellwerk.view.names import guest, unlike

from ..people.visitors import clean_name
from .import_worker import Beyond, Brought, Found, Progress, Unreadable

AT_ONCE = 2
MOST_WAITING = 6
MOST_NEIGHBOURS = 5
"""Files of one address that are read or wait."""
PATIENCE = 10.0
"""Seconds that a file waits for its turn."""
BUSY = 6
"""So much longer than it computes a process may take, where the machine has others to serve."""
GRACE = 3.0
"""Seconds that the process may take beyond its limit to say so itself."""
LONGEST_LINE = 16 * 1024 * 1024
SHORT = 100
"""More than any word on how far it is has bytes."""
T = TypeVar("T")
_log = logging.getLogger(__name__)


class Imports:
    """Reads what visitors bring."""

    command: tuple[str, ...] = (sys.executable, "-B", "-m", "stellwerk.host.imports.import_worker")

    def __init__(self, limits: Limits) -> None:
        self.limits = limits
        self._visitors: dict[str, Progress] = {}
        self._homes: dict[str, str] = {}
        """The addresses of these visitors."""
        self._slots = asyncio.Semaphore(AT_ONCE)

    def progress(self, visitor: str) -> Progress | None:
        """How far the file is that a visitor has brought; None if none is being read."""
        return self._visitors.get(visitor)

    async def bring(
        self, visitor: str, language: str, data: bytes, keep: Callable[[Brought], T], address: str = ""
    ) -> T:
        """Read a file for a visitor and keep the game in it."""
        if visitor in self._visitors:
            raise Busy("fault.import_yours")
        neighbours = sum(address == home for home in self._homes.values()) if address else 0
        if len(self._visitors) >= AT_ONCE + MOST_WAITING or neighbours >= MOST_NEIGHBOURS:
            raise Busy("fault.import_busy")

        def tell(progress: Progress) -> None:
            self._visitors[visitor] = progress

        tell(Progress())
        self._homes[visitor] = address
        try:
            brought = await self._in_turn(data, tell)
            return await asyncio.to_thread(keep, with_clean_names(brought))
        finally:
            del self._visitors[visitor], self._homes[visitor]

    async def _in_turn(self, data: bytes, tell: Callable[[Progress], None]) -> Brought:
        try:
            async with asyncio.timeout(PATIENCE):
                await self._slots.acquire()
        except TimeoutError:
            raise Busy("fault.import_busy") from None
        try:
            return await self.read(data, tell)
        finally:
            self._slots.release()

    async def read(self, data: bytes, tell: Callable[[Progress], None] = lambda progress: None) -> Brought:
        """The game in a file; `tell` hears how far it is."""
        if len(data) > self.limits.bytes:
            raise _beyond("bytes", self.limits.bytes)
        match await self._ask(data, tell):
            case Brought() as brought:
                return brought
            case Beyond(what, limit):
                raise _beyond(what, limit)
            case Unreadable(problem, record):
                raise Fault("fault.record" if record else "fault.file", problem=problem)

    async def _ask(self, data: bytes, tell: Callable[[Progress], None]) -> Found:
        """Let a process read the file; it is gone when this ends, whatever happens."""
        limits = msgspec.json.encode(self.limits).decode()
        process = await asyncio.create_subprocess_exec(
            *self.command, limits, stdin=PIPE, stdout=PIPE, stderr=PIPE, limit=LONGEST_LINE
        )
        try:
            async with asyncio.timeout(BUSY * self.limits.seconds + GRACE):
                said, errors = await _heard(process, data, tell)
        except TimeoutError:
            raise _beyond("seconds", self.limits.seconds) from None
        except ValueError as error:  # a line beyond all bounds, or one that says nothing
            said, errors = b"", str(error).encode()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        try:
            found: Found = decode(said, Found)
        except msgspec.DecodeError:
            _log.error("a file could not be read (status %s): %s", process.returncode, errors[-2000:].decode())
            raise Fault("fault.import_failed") from None
        return found


async def _heard(process: Process, data: bytes, tell: Callable[[Progress], None]) -> tuple[bytes, bytes]:
    """The last line that a process says, and its errors, after it has been given the file."""
    assert process.stdin
    assert process.stdout
    assert process.stderr
    _, said, errors = await asyncio.gather(
        _give(process.stdin, data), _last_line(process.stdout, tell), process.stderr.read()
    )
    await process.wait()
    return said, errors


async def _give(stream: StreamWriter, data: bytes) -> None:
    try:
        stream.write(data)
        await stream.drain()
    except (BrokenPipeError, ConnectionResetError):  # it has heard enough
        pass
    finally:
        stream.close()


async def _last_line(stream: StreamReader, tell: Callable[[Progress], None]) -> bytes:
    said = b""
    async for said in stream:
        if len(said) < SHORT:
            found: Progress | Found = decode(said, Progress | Found)
            if isinstance(found, Progress):
                tell(found)
    return said


def _beyond(what: str, limit: int) -> TooLarge:
    return TooLarge(f"fault.limit_{what}", limit=limit)


def with_clean_names(brought: Brought) -> Brought:
    """The game with players' names as harmless as those of guests, and each a name of their own."""
    names = [clean_name(name) or guest(number) for number, name in enumerate(brought.players, 1)]
    return msgspec.structs.replace(brought, players=tuple(unlike(names)))
