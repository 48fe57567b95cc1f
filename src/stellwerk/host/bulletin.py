"""What a running server hears of that an operator did beside it, and what everybody is told."""

from __future__ import annotations

import logging
import threading
import time

from stellwerk.view.faults import Unkept

from .host import Host
from .limits.quotas import otherwise
from .operator import PERSON, PROGRAM
from .people.visitors import Visitors
from .storage.operating import Announcement

SECONDS = 5.0
"""Between two looks."""
_log = logging.getLogger(__name__)


class Bulletin:
    """Looks at the operator's log now and then, in a thread of its own."""

    def __init__(self, host: Host, visitors: Visitors) -> None:
        self.host, self.visitors = host, visitors
        self._told: list[Announcement] = []
        self._last = -1
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="bulletin", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def announced(self, language: str) -> list[str]:
        """What everybody is told now."""
        now = time.time()
        return [one.de if language == "de" else one.en for one in self._told if one.until > now]

    def _run(self) -> None:
        while True:
            try:
                self.look()
            except Unkept as fault:
                _log.warning("what an operator did cannot be read: %s", fault.values["problem"])
            if self._ended.wait(SECONDS):
                return

    def look(self) -> None:
        """Hear of what was done since the last look: keys that are worth nothing, tables that are not found,
        limits."""
        notes = self.host.storage.notes(max(self._last, 0), 50)
        if not notes and self._last >= 0:
            return
        self._told = self.host.storage.announced(time.time())
        self.host.quotas = otherwise(self.host.settings.quotas, self.host.storage.limits())
        if self._last >= 0:
            self.visitors.forget_all()
            self.host.look_again([note.about for note in notes if note.what in ("unlist", "list")])
            marked = {int(note.about) for note in notes if note.what in (PROGRAM, PERSON)}
            self.host.look_again(self.host.in_memory_with(marked))
        self._last = notes[0].id if notes else 0
