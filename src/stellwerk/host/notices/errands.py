"""What may take others' servers long: a few errands at once, so that slow ones keep others waiting little."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from queue import SimpleQueue

_log = logging.getLogger(__name__)


class Errands:
    """Runs errands in a few threads of their own, in the order in which they come."""

    def __init__(self, name: str, at_once: int) -> None:
        self._queue: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._left, self._done = 0, threading.Condition()
        self._ended = False
        self._threads = [
            threading.Thread(target=self._run, name=f"{name}-{number}", daemon=True) for number in range(at_once)
        ]

    def start(self) -> None:
        """Begin, unless that was done."""
        for thread in self._threads:
            if thread.ident is None:
                thread.start()

    def stop(self) -> None:
        """Run no more of them; what is on its way is not waited for."""
        self._ended = True

    def put(self, errand: Callable[[], None]) -> None:
        """One more."""
        self.start()
        with self._done:
            self._left += 1
        self._queue.put(errand)

    def wait(self) -> None:
        """Until all that were put are done."""
        with self._done:
            self._done.wait_for(lambda: not self._left)

    def _run(self) -> None:
        while True:
            errand = self._queue.get()
            try:
                if not self._ended:
                    errand()
            except Exception:  # somebody else's errand must not suffer from it
                _log.exception("an errand failed")
            with self._done:
                self._left -= 1
                self._done.notify_all()
