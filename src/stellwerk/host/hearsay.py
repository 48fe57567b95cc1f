"""What processes that serve together tell each other through PostgreSQL (LISTEN, NOTIFY).

It is told what is to be looked at again: who holds keys (in the transaction that ends them), or a game that
somebody did something to elsewhere; and how much visitors have used, so that all processes count alike. Whoever
has lost the connection does not know what was missed, asks the storage for every key meanwhile, and then looks at
everything again; and keys are looked at again every minute whatever is heard.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from stellwerk.view.faults import Fault

from .bots.queued import Queued
from .drawers import Drawers
from .host import GAME, Host
from .limits.shared import Shared
from .people.visitors import Visitors
from .storage.database import CHANNEL, KEYS
from .storage.lease_rows import MOVED
from .storage.postgres import ears
from .storage.question_rows import ANSWERED
from .storage.storage import Storage

HERE, LIMITS = "here", "limits"
BEAT = 20.0
"""Seconds between two times that it is told who was here."""
AGAIN = 60.0
"""Seconds after which keys are looked at again."""
PAUSE = 1.0
"""Seconds before a lost connection is tried again."""
MANY = 500
"""People who are told of at once: a message has 8,000 bytes at most."""
_log = logging.getLogger(__name__)


class Hearsay:
    """Listens in a thread of its own, and tells others."""

    def __init__(
        self,
        storage: Storage,
        hear: Callable[[str, str], None],
        seen: Callable[[], Sequence[int]],
        used: Callable[[], Sequence[str]],
    ) -> None:
        """`hear` is told what others say, and with nothing that everything may have changed; `seen` says who was
        here lately, `used` what people have used up of what they may."""
        self._storage, self._hear, self._seen, self._used = storage, hear, seen, used
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._run, name="hearsay", daemon=True)
        self.listening = threading.Event()
        """Whether what others say is heard."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End."""
        self._ended.set()
        self._thread.join()

    def tell(self, what: str, about: str = "") -> None:
        """Tell the others."""
        self._storage.tell(CHANNEL, f"{what} {about}")

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                with ears(self._storage.engine, CHANNEL) as heard:
                    self._hear("", "")  # whatever was said meanwhile
                    self.listening.set()
                    self._listen(heard)
            except Exception as error:  # such as a database that is started anew
                _log.warning("what others say is not heard: %s", str(error).partition("\n")[0])
            finally:
                self.listening.clear()
            self._ended.wait(PAUSE)

    def _listen(self, heard: Callable[[float], list[str]]) -> None:
        told = again = time.monotonic()
        while not self._ended.is_set():
            for said in heard(PAUSE):
                what, _, about = said.partition(" ")
                self._hear(what, about)
            for used in self._used():
                self.tell(LIMITS, used)
            now = time.monotonic()
            if now - told > BEAT:
                told = now
                people = list(self._seen())[:MANY]
                if people:
                    self.tell(HERE, ",".join(map(str, people)))
            if now - again > AGAIN:
                again = now
                self._hear(KEYS, "")


def numbers(about: str) -> list[int]:
    """People who were told of.

    >>> numbers("3,14,x")
    [3, 14]
    """
    return [int(part) for part in about.split(",") if part.isdecimal()]


def listening_to_others(host: Host, visitors: Visitors, limits: Shared, drawers: Drawers | None) -> Hearsay:
    """What a process that serves together with others tells them and does about what they say."""

    def hear(what: str, about: str) -> None:
        if what == KEYS and about:
            visitors.hear(numbers(about))
        elif what in (KEYS, ""):
            visitors.forget_all()
        if what == LIMITS:
            limits.hear(about)
        if what == HERE:
            visitors.were_here(numbers(about))
        if what == ANSWERED and isinstance(host.robots, Queued):
            host.robots.heard(about)
        if what in (MOVED, "") and drawers is not None:
            drawers.look_again()
        if what == GAME and host.place.has(about):
            host.look_again([about])
        if not what:
            host.look_again(host.ids_in_memory())

    hearsay = Hearsay(host.storage, hear, visitors.lately, limits.told)

    def tell(what: str, about: str = "") -> None:
        with suppress(Fault):  # they look again before long
            hearsay.tell(what, about)

    host.tell_others = tell
    visitors.tell_others = lambda persons: tell(KEYS, ",".join(map(str, persons[:MANY])) if persons else "0")
    visitors.in_touch = hearsay.listening.is_set
    return hearsay
