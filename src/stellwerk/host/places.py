"""Which of several processes has a game: every game lies in a drawer, told by its id alone, and whoever holds the
drawer has the game. Drawers are held for a while and held again (`drawers.py`); alone one has them all.
"""

from __future__ import annotations

import os
import signal
import threading
import time
import zlib
from collections.abc import Iterable

from stellwerk.view.faults import Busy

from .ids import new_id

LIFE = "STELLWERK_LIFE"
"""The variable that tells by which pipe the process is seen to be there that started us."""
DRAWERS = 256
"""So many, that some processes hold about as many each; ids of games tell in which one they lie, for ever."""
FIRST = 0
"""Whoever holds this one does what is done once for all."""


class Place:
    """One process: alone it has everything, among several what its drawers hold.

    >>> Place().has("any"), Place("one").has("any")
    (True, False)
    >>> place = Place("one")
    >>> place.hold(range(DRAWERS), until=time.monotonic() + 60)
    >>> place.has("any"), place.first
    (True, True)
    >>> place.hold(range(DRAWERS), until=time.monotonic())
    >>> place.has("any")
    False
    """

    def __init__(self, name: str = "") -> None:
        """`name` is that of one process among several; one that is started again has the same."""
        self.name = name
        self._held: tuple[frozenset[int], float] = frozenset(), 0.0

    @property
    def together(self) -> bool:
        """Whether others serve beside this one."""
        return bool(self.name)

    def hold(self, drawers: Iterable[int], until: float) -> None:
        """Have these drawers and no others, until a moment of our own clock."""
        self._held = frozenset(drawers), until

    @property
    def drawers(self) -> frozenset[int]:
        """Those that are held now."""
        drawers, until = self._held
        return drawers if time.monotonic() < until else frozenset()

    def holds(self, drawer: int) -> bool:
        """Whether a drawer is ours."""
        return not self.together or drawer in self.drawers

    def has(self, game: str) -> bool:
        """Whether a game belongs here."""
        return self.holds(drawer_of(game))

    def new_id(self) -> str:
        """An id that nobody can guess, of a game that belongs here."""
        while not self.has(found := new_id()):
            if not self.drawers:
                raise Busy("fault.restarting")
        return found

    @property
    def first(self) -> bool:
        """Whether what is done once for all is done here."""
        return self.holds(FIRST)


def drawer_of(game: str) -> int:
    """The drawer in which a game lies."""
    return zlib.crc32(game.encode("utf-8", "replace")) % DRAWERS


def end_with_life() -> bool:
    """End when the one that started us does, however; whether there is one."""
    told = os.environ.pop(LIFE, "")

    def wait() -> None:
        os.read(int(told), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    if told:
        threading.Thread(target=wait, name="life", daemon=True).start()
    return bool(told)
