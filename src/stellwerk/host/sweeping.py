"""What goes by itself: tables at which nobody has played, pages that were kept, and guests who stay away."""

from __future__ import annotations

import logging
import threading
import time

from stellwerk.view.faults import Unkept

from .host import Host
from .people.visitors import Visitors
from .storage.expiring import expire_people, expire_views, note_seen, unplayed

AT_ONCE = 200
"""Games that go in one sweep; the next has the rest."""
DAY = 24 * 3600.0
_log = logging.getLogger(__name__)


class Sweeper:
    """Looks for what has expired, at the start and now and then, in a thread of its own."""

    def __init__(self, host: Host, visitors: Visitors) -> None:
        self.host, self.visitors = host, visitors
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="sweep", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End, and keep who was here."""
        self._ended.set()
        self._thread.join()
        try:
            self._note_seen(time.time())
        except Unkept as fault:
            _log.warning("who was here cannot be kept: %s", fault.values["problem"])

    def _run(self) -> None:
        while True:
            try:
                self.sweep(time.time())
            except Unkept as fault:
                _log.error("what has expired stays: %s", fault.values["problem"])
            except Exception:  # games go on without a sweep
                _log.exception("what has expired stays")
            if self._ended.wait(self.host.settings.sweep_hours * 3600):
                return
            try:
                self.host.storage.check()
            except Unkept as fault:
                _log.error("the database was looked through: %s", fault.values["problem"])

    def sweep(self, now: float) -> None:
        """Let go what has expired by now."""
        storage, settings = self.host.storage, self.host.settings
        for id_, status, changed in unplayed(storage, now - settings.unplayed_days * DAY, AT_ONCE):
            self.host.let_go(id_, status, changed)
        expire_views(storage, now - settings.page_days * DAY)
        self._note_seen(now)
        self.host.review()
        self.visitors.forget(expire_people(storage, now - settings.guest_days * DAY))

    def _note_seen(self, now: float) -> None:
        note_seen(self.host.storage, self.visitors.seen(), now)
