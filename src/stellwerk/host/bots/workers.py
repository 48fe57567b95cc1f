"""Processes that answer questions one after the other, and end with the server, however that ends."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from typing import Any

from stellwerk.play.errors import StellwerkError

PATIENCE = 8.0
"""Seconds that a worker may think; then it is ended, and the next question gets a new one."""
START = 60.0
"""Seconds that a new one may take until it can be asked."""
SLOW = 1.0
"""Seconds after which who thinks is not waited for where others are free."""
_READY = "ready"

Answerer = Callable[[Any], Any]
"""Answers questions; made in the worker, where it keeps what it has learnt."""


class Lost(Exception):
    """A worker ended before it had answered."""


class Occupied(Exception):
    """A worker thinks for so long about something else that others should be asked."""


class Worker:
    """One process, started when it is first asked. Several threads may ask; each waits for its turn."""

    def __init__(self, make: Callable[[], Answerer]) -> None:
        self._make = make
        self._turn = threading.RLock()
        self._since: float | None = None
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._closed = False

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process else None

    @contextmanager
    def turn(self, whatever_happens: bool = False) -> Iterator[None]:
        """Have it to oneself; raises `Occupied` where it comes to no end, unless it is waited for anyway."""
        while not self._turn.acquire(timeout=-1 if whatever_happens else SLOW / 4):
            since = self._since
            if since is not None and time.monotonic() - since > SLOW:
                raise Occupied
        try:
            yield
        finally:
            self._turn.release()

    def ask(self, question: Any, more: float = 0.0) -> Any:
        """The answer to a question, which may take more seconds than usual; what it raises is raised here."""
        with self._turn:
            self._since = time.monotonic()
            try:
                answer, error = self._answered(self._open_line(), question, PATIENCE + more)
            except (OSError, EOFError, Lost):
                self._end()
                raise Lost("a worker ended before it had answered") from None
            finally:
                self._since = None
        if error is not None:
            raise error
        return answer

    def _answered(self, line: Connection, question: Any, patience: float) -> Any:
        line.send(question)
        if not line.poll(patience):
            raise Lost
        return line.recv()

    def _open_line(self) -> Connection:
        if self._closed:
            raise Lost
        if self._line is None:
            context = multiprocessing.get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=_work, args=(theirs, self._make), name="bots", daemon=True)
            self._process.start()
            theirs.close()
            if not self._line.poll(START) or self._line.recv() != _READY:
                raise Lost
        return self._line

    def _end(self) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.join()
        if self._line is not None:
            self._line.close()
        self._process = self._line = None

    def close(self) -> None:
        """End the process at once, even while it thinks."""
        self._closed = True
        process = self._process
        if process is not None:
            process.kill()
        with self._turn:
            self._end()


# In the worker ----------------------------------------------------------------------------------------------


def _work(line: Connection, make: Callable[[], Answerer]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is for the server, which then ends this process
    threading.Thread(target=_end_with_parent, daemon=True).start()
    answer = make()
    line.send(_READY)
    while True:
        try:
            question = line.recv()
        except EOFError:
            return
        try:
            found, failed = answer(question), None
        except Exception as error:
            found, failed = None, _sendable(error)
        line.send((found, failed))


def _end_with_parent() -> None:
    """However the server ended, its end of a pipe closes, and nobody needs this process any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _sendable(error: Exception) -> Exception:
    """An error that can be told through a pipe whatever it carries; where it came from is in its note."""
    told = StellwerkError(str(error)) if isinstance(error, StellwerkError) else RuntimeError(repr(error))
    told.add_note("".join(traceback.format_exception(error)))
    return told
