"""How much of a file from outside is read: whatever goes beyond is refused with the limit named."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

from msgspec import Struct

from .errors import StellwerkError

SENTENCES = {
    "bytes": "it has more than {limit} bytes",
    "objects": "it has more than {limit} values",
    "depth": "its values are nested more than {limit} deep",
    "actions": "it has more than {limit} actions",
    "memory": "reading it takes more than {limit} megabytes of memory",
    "seconds": "reading it takes longer than {limit} seconds",
}


class Limits(Struct, frozen=True):
    """What may be asked of a reader. A long game has 2,000 actions, 20,000 values and 200,000 bytes."""

    bytes: int = 1_000_000
    objects: int = 200_000
    depth: int = 30
    actions: int = 6_000
    memory: int = 600
    """Megabytes of the process that reads; a reader in one's own process does not look at it."""
    seconds: int = 20
    """Of computing: how long that takes depends on what else the machine does."""


PATIENT = Limits(seconds=600)
"""For records that whoever runs the program looks at in their own time."""
OWN = Limits(bytes=20_000_000, objects=4_000_000, actions=100_000, seconds=600)
"""For games that this program has written itself: whatever was saved can be loaded."""


class Excess(StellwerkError):
    """A file beyond a limit.

    >>> raise Excess("big.json", "actions", 6000)
    Traceback (most recent call last):
    stellwerk.play.limits.Excess: big.json is not read: it has more than 6000 actions. Nothing was changed.
    """

    def __init__(self, name: str, what: str, limit: int) -> None:
        super().__init__(f"{name} is not read: {SENTENCES[what].format(limit=limit)}. Nothing was changed.")
        self.what = what
        self.limit = limit


def _unheard(done: int, of: int) -> None:
    """Nobody wants to know how far it is."""


class Gauge:
    """Measures one file while it is read, in the thread that made it; `tell` hears how far that is."""

    def __init__(self, name: str, limits: Limits = PATIENT, tell: Callable[[int, int], None] = _unheard) -> None:
        self.name, self.limits, self.tell = name, limits, tell
        self._objects = self._furthest = 0
        self._until = time.thread_time() + limits.seconds

    def excess(self, what: str) -> Excess:
        """What to raise where something goes beyond a limit."""
        return Excess(self.name, what, getattr(self.limits, what))

    def size(self, number: int) -> None:
        """The file has so many bytes."""
        if number > self.limits.bytes:
            raise self.excess("bytes")

    def value(self, depth: int) -> None:
        """One more value, so deep inside others."""
        self._objects += 1
        if self._objects > self.limits.objects:
            raise self.excess("objects")
        if depth > self.limits.depth:
            raise self.excess("depth")

    def actions(self, number: int) -> None:
        """The file has so many actions."""
        if number > self.limits.actions:
            raise self.excess("actions")

    def time(self) -> None:
        """Some time has passed."""
        if time.thread_time() > self._until:
            raise self.excess("seconds")

    def reached(self, done: int, of: int) -> None:
        """So many of all actions have been played; whoever begins again is not heard until he is further."""
        self.time()
        if done > self._furthest:
            self._furthest = done
            self.tell(done, of)

    def plain(self, data: Any) -> None:
        """Everything in lists and mappings, however deep, without recursion."""
        pending = [(data, 0)]
        while pending:
            value, depth = pending.pop()
            self.value(depth)
            if isinstance(value, dict):
                pending += [(inner, depth + 1) for inner in value.values()]
            elif isinstance(value, list):
                pending += [(inner, depth + 1) for inner in value]
