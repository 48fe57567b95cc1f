"""Limits that processes which serve together count alike: each tells the others once a second what people used.

Whoever asks all of them at once may have as much of each for that second; then all of them know.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Mapping

import msgspec

from stellwerk.play.typed import decode

from .buckets import Buckets

WORTH = 0.02
"""The part of a full bucket below which what somebody used is not told yet."""
LONGEST = 6000
"""Bytes of a message; PostgreSQL takes 8,000."""
EVERY = 1.0
Used = dict[str, dict[str, float]]


class Shared:
    """Buckets of several processes, by name.

    >>> here, there = Buckets(1, 100), Buckets(1, 100)
    >>> ours, theirs = Shared({"looks": here}), Shared({"looks": there})
    >>> here.charge("ada", 60, now=0.0)
    >>> for said in ours.told(): theirs.hear(said); ours.hear(said)
    >>> round(here.left("ada", 0.0)), there.left("ada", time.monotonic()) < 41, ours.told()
    (40, True, [])
    """

    def __init__(self, buckets: Mapping[str, Buckets]) -> None:
        self._buckets = dict(buckets)
        self._me = secrets.token_hex(4)
        self._last = 0.0
        for bucket in self._buckets.values():
            bucket.spent = {}

    def told(self) -> list[str]:
        """What was used here since this was asked, as messages; at most once a second."""
        now = time.monotonic()
        if now - self._last < EVERY:
            return []
        self._last = now
        found: Used = {name: used for name, bucket in self._buckets.items() if (used := bucket.taken(WORTH))}
        return [*self._messages(found)] if found else []

    def _messages(self, found: Used) -> list[str]:
        said, part, size = [], dict[str, dict[str, float]](), 0
        for name, used in found.items():
            for who, cost in used.items():
                part.setdefault(name, {})[who] = round(cost, 1)
                size += len(who.encode()) + 12
                if size > LONGEST:
                    said.append(self._message(part))
                    part, size = {}, 0
        return [*said, self._message(part)] if part else said

    def _message(self, part: Used) -> str:
        return f"{self._me} {msgspec.json.encode(part).decode()}"

    def hear(self, said: str) -> None:
        """Charge what was used elsewhere."""
        who_says, _, body = said.partition(" ")
        if who_says == self._me:
            return
        now = time.monotonic()
        for name, used in decode(body, Used).items():
            bucket = self._buckets.get(name)
            for who, cost in used.items() if bucket else ():
                assert bucket is not None
                bucket.charge(who, cost, now, elsewhere=True)
