"""What processes that serve together tell each other through PostgreSQL (LISTEN, NOTIFY).

Nothing is told but that something is to be looked at again: who holds keys, or a game that somebody did something
to elsewhere. Whoever has lost the connection does not know what was missed and looks at everything again; and keys
are looked at again every minute whatever is heard, should somebody have ended before telling.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress

from stellwerk.view.faults import Fault

from .host import GAME, Host
from .storage.postgres import ears
from .storage.storage import Storage
from .visitors import Visitors

CHANNEL = "stellwerk"
KEYS, HERE = "keys", "here"
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
        self, storage: Storage, hear: Callable[[str, str], None], seen: Callable[[], Sequence[int]]
    ) -> None:
        """`hear` is told what others say, and with nothing that everything may have changed; `seen` says who was
        here lately."""
        self._storage, self._hear, self._seen = storage, hear, seen
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


def listening_to_others(host: Host, visitors: Visitors) -> Hearsay:
    """What a process that serves together with others tells them and does about what they say."""

    def hear(what: str, about: str) -> None:
        if what in (KEYS, ""):
            visitors.forget_all()
        if what == HERE:
            visitors.were_here(numbers(about))
        if what == GAME and host.place.has(about):
            host.look_again([about])
        if not what:
            host.look_again(host.ids_in_memory())

    hearsay = Hearsay(host.storage, hear, visitors.lately)

    def tell(what: str, about: str = "") -> None:
        with suppress(Fault):  # they look again before long
            hearsay.tell(what, about)

    host.tell_others = tell
    visitors.tell_others = lambda: tell(KEYS)
    return hearsay
