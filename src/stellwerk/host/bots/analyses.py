"""Finished games looked back on, one after the other in a process of their own; what was found is kept a while."""

from __future__ import annotations

import logging
import multiprocessing
import os
import threading
import time
from collections import OrderedDict
from collections.abc import Callable
from multiprocessing.connection import Connection

from msgspec import Struct

from stellwerk.bots.analysis import Analysis, analyse
from stellwerk.play.files import from_json
from stellwerk.titles.registry import find_title
from stellwerk.view.faults import Busy

KEPT = 100
"""Analyses that are kept, and such as failed."""
MOST_WAITING = 12
LONGEST = 600.0
"""Seconds that one may take on a machine that has others to serve."""
_log = logging.getLogger(__name__)

Key = tuple[str, int]
"""A game, and how many actions it had."""
Tell = Callable[[int], None]


class Job(Struct):
    """How far an analysis is, in percent; found, or failed."""

    text: str
    percent: int = 0
    begun: bool = False
    found: Analysis | None = None
    failed: bool = False

    def tell(self, percent: int) -> None:
        """It has come so far."""
        self.percent = percent

    @property
    def done(self) -> bool:
        """Whether there is nothing more to wait for."""
        return self.failed or self.found is not None


class Analyses:
    """Takes games in the order in which somebody asks for them."""

    def __init__(self, work: Callable[[str, Tell], Analysis | None] | None = None) -> None:
        self._work = work or self._elsewhere
        self._jobs: OrderedDict[Key, Job] = OrderedDict()
        self._change = threading.Condition()
        self._thread: threading.Thread | None = None
        self._closing = False
        self._process: multiprocessing.process.BaseProcess | None = None

    def look(self, key: Key, text: Callable[[], str]) -> Job:
        """How far the analysis of a game is; the first who asks has it begun."""
        with self._change:
            job = self._jobs.get(key)
            if job is not None:
                self._jobs.move_to_end(key)
                return job
            if sum(not each.done for each in self._jobs.values()) >= MOST_WAITING or self._closing:
                raise Busy("fault.analyses_busy")
            job = self._jobs[key] = Job(text())
            while len(self._jobs) > KEPT:
                oldest = next((each for each, kept in self._jobs.items() if kept.done), None)
                if oldest is None:
                    break
                del self._jobs[oldest]
            if self._thread is None:
                self._thread = threading.Thread(target=self._go, name="analyses", daemon=True)
                self._thread.start()
            self._change.notify_all()
            return job

    def close(self) -> None:
        """End at once, even in the middle of a game."""
        with self._change:
            self._closing = True
            self._change.notify_all()
            process = self._process
        if process is not None:
            process.kill()
        if self._thread is not None:
            self._thread.join()

    def _go(self) -> None:
        while (job := self._next()) is not None:
            try:
                found = self._work(job.text, job.tell)
            except Exception:
                _log.exception("a game could not be analysed")
                found = None
            with self._change:
                job.found, job.failed, job.text = found, found is None, ""
                self._change.notify_all()

    def _next(self) -> Job | None:
        with self._change:
            while not self._closing:
                job = next((each for each in self._jobs.values() if not each.done), None)
                if job is not None:
                    job.begun = True
                    return job
                self._change.wait()
        return None

    def wait(self, key: Key) -> Job:
        """Wait until an analysis that somebody has asked for is done."""
        with self._change:
            self._change.wait_for(lambda: self._jobs[key].done)
            return self._jobs[key]

    def _elsewhere(self, text: str, tell: Tell) -> Analysis | None:
        context = multiprocessing.get_context("spawn")
        ours, theirs = context.Pipe()
        process = context.Process(target=_work, args=(theirs, text), name="analysis", daemon=True)
        with self._change:
            if self._closing:
                return None
            process.start()
            self._process = process
        theirs.close()
        until = time.monotonic() + LONGEST
        try:
            while ours.poll(max(0.0, until - time.monotonic())):
                heard: int | Analysis = ours.recv()
                if isinstance(heard, Analysis):
                    return heard
                tell(heard)
        except (EOFError, OSError):
            pass
        finally:
            process.kill()
            process.join()
            ours.close()
            self._process = None
        if not self._closing:
            _log.error("the analysis of a game came to no end")
        return None


# In the process ---------------------------------------------------------------------------------------------


def _work(line: Connection, text: str) -> None:
    threading.Thread(target=_end_with_parent, daemon=True).start()
    if hasattr(os, "nice"):
        os.nice(10)  # whoever plays comes first
    told = -1

    def tick(done: int, whole: int) -> None:
        nonlocal told
        percent = min(99, 100 * done // max(1, whole))
        if percent > told:
            told = percent
            line.send(percent)

    line.send(analyse(from_json(text, find_title), tick))


def _end_with_parent() -> None:
    """However the server ended, nobody needs this process any more."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
