"""Which of several processes has a game: each has its own ones, told by their ids alone, so that none need ask."""

from __future__ import annotations

import os
import signal
import threading
import zlib

from msgspec import Struct

from .ids import new_id

LIFE = "STELLWERK_LIFE"
"""The variable that tells by which pipe the process is seen to be there that started us."""


class Place(Struct, frozen=True):
    """One process among several that serve together; alone it has everything.

    >>> Place().has("any"), Place(0, 2).has("any"), Place(1, 2).has("any")
    (True, True, False)
    """

    number: int = 0
    of: int = 1

    def has(self, game: str) -> bool:
        """Whether a game belongs here."""
        return place_of(game, self.of) == self.number

    def new_id(self) -> str:
        """An id that nobody can guess, of a game that belongs here."""
        while not self.has(found := new_id()):
            pass
        return found

    @property
    def first(self) -> bool:
        """Whether what is done once for all is done here."""
        return self.number == 0


def place_of(game: str, places: int) -> int:
    """The number of the place that has a game."""
    return zlib.crc32(game.encode("utf-8", "replace")) % places


def end_with_life() -> bool:
    """End when the one that started us does, however; whether there is one."""
    told = os.environ.pop(LIFE, "")

    def wait() -> None:
        os.read(int(told), 1)
        os.kill(os.getpid(), signal.SIGTERM)

    if told:
        threading.Thread(target=wait, name="life", daemon=True).start()
    return bool(told)
