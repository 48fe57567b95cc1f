"""Python's search for cycles, as suits a process with many games in memory.

By itself it looks through all of them again whenever there is a quarter more: a seventh of a server's time, and
pauses that grow with the number of games. Here whatever has survived such a look is set aside (`gc.freeze`), so
that the next one is about what came since. What nothing refers to any more is freed all the same; what only refers
to itself waits until everything is looked through, once in a while.
"""

from __future__ import annotations

import gc
from collections.abc import Mapping
from typing import Any

FEW = 20_000
"""Objects more than before after which the young ones are looked at."""
WHOLE = 16
"""Looks at what came since, after which everything is looked through."""


class Garbage:
    """Sets aside what has survived, from `begin` to `end`."""

    def __init__(self) -> None:
        self._usual = gc.get_threshold()
        self._looks = 0

    def begin(self) -> None:
        """Set aside what is there already: modules, titles, texts."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(FEW, *self._usual[1:])
        gc.callbacks.append(self._looked)

    def end(self) -> None:
        """Leave it as it was."""
        if self._looked in gc.callbacks:
            gc.callbacks.remove(self._looked)
            gc.set_threshold(*self._usual)
            gc.unfreeze()

    def _looked(self, phase: str, info: Mapping[str, Any]) -> None:
        """Young objects are about to be looked at, or all that are not set aside; or that is done."""
        if info["generation"] < 2:
            return
        if phase == "stop":
            gc.freeze()
            self._looks += 1
        elif self._looks >= WHOLE:
            gc.unfreeze()
            self._looks = 0
