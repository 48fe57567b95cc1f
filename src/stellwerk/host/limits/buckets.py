"""How much of the server a visitor and an address may still use: by the work it makes, not only by requests."""

from __future__ import annotations

import threading
from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager

from .lanes import Asker

WORK = 25.0
"""Milliseconds of work that cost as much as a request for a change."""
LOOKS = 8
"""Looking is so much cheaper than changing."""
NEIGHBOURS = 6
"""An address may use as much as so many visitors."""


class Buckets:
    """How much each may still ask for: it fills up again at a steady rate. Who has some left may fall into debt.

    >>> buckets = Buckets(rate=1, burst=2)
    >>> [buckets.take("ada", now) for now in (0, 0, 0, 1)]
    [True, True, False, True]
    >>> buckets.charge("ada", 1.5, now=2)
    >>> buckets.take("ada", now=2), buckets.seconds("ada", now=2)
    (False, 0.5)
    """

    def __init__(self, rate: float, burst: float, kept: int = 10_000) -> None:
        self.rate, self.burst, self.kept = rate, burst, kept
        self._levels: OrderedDict[str, tuple[float, float]] = OrderedDict()
        self._lock = threading.Lock()
        self.spent: dict[str, float] | None = None
        """What others have not been told of yet that count the same; None where nobody else does."""

    def left(self, who: str, now: float) -> float:
        """What is left; below zero is debt."""
        level, since = self._levels.get(who, (float(self.burst), now))
        return min(self.burst, level + (now - since) * self.rate)

    def charge(self, who: str, cost: float, now: float, elsewhere: bool = False) -> None:
        """Take away what was used, here or elsewhere; no debt is larger than what a full bucket holds."""
        with self._lock:
            if self.spent is not None and not elsewhere and len(self.spent) < self.kept:
                self.spent[who] = self.spent.get(who, 0.0) + cost
            self._levels[who] = (max(-self.burst, self.left(who, now) - cost), now)
            self._levels.move_to_end(who)
            if len(self._levels) > self.kept:
                self._levels.popitem(last=False)

    def taken(self, part: float) -> dict[str, float]:
        """What was used since this was asked, by those who used so large a part of a full bucket."""
        with self._lock:
            spent = self.spent or {}
            told = {who: cost for who, cost in spent.items() if cost >= part * self.burst}
            if len(spent) >= self.kept:
                spent.clear()
            for who in told:
                spent.pop(who, None)
        return told

    def take(self, who: str, now: float, cost: float = 1.0) -> bool:
        """Whether something is left; then it is charged."""
        granted = self.left(who, now) > 0
        if granted:
            self.charge(who, cost, now)
        return granted

    def grant(self, who: str, now: float, cost: float = 1.0) -> bool:
        """Whether all that is asked for is left; then it is charged, and nobody falls into debt."""
        granted = self.left(who, now) >= min(cost, self.burst)
        if granted:
            self.charge(who, cost, now)
        return granted

    def seconds(self, who: str, now: float, cost: float = 0.0) -> float:
        """How long until so much is left again."""
        lacking = min(cost, self.burst) - self.left(who, now)
        return max(0.0, lacking / self.rate) if self.rate else 60.0


class Purses:
    """What visitors may still use, and what addresses may."""

    def __init__(self, rate: float, burst: float) -> None:
        self.visitors = Buckets(rate, burst)
        self.addresses = Buckets(rate * NEIGHBOURS, burst * NEIGHBOURS)

    @property
    def named(self) -> dict[str, Buckets]:
        """All of them, for processes that count together."""
        return {"visitors": self.visitors, "addresses": self.addresses}

    def take(self, asker: Asker, cost: float, now: float) -> bool:
        """Whether a request is granted; what a visitor is refused costs the neighbours nothing."""
        if self.visitors.left(asker.visitor, now) <= 0:
            return False
        return self.addresses.take(asker.address, now, cost) and self.visitors.take(asker.visitor, now, cost)

    def charge(self, asker: Asker, milliseconds: float, now: float) -> None:
        """Work was done for somebody."""
        self.visitors.charge(asker.visitor, milliseconds / WORK, now)
        self.addresses.charge(asker.address, milliseconds / WORK, now)

    def seconds(self, asker: Asker, now: float) -> float:
        """How long until both have something left."""
        return max(self.visitors.seconds(asker.visitor, now), self.addresses.seconds(asker.address, now))


class Crowd:
    """Requests that are being answered, of a visitor and of an address."""

    def __init__(self, each: int, each_address: int) -> None:
        self.each, self.each_address = each, each_address
        self._there: Counter[str] = Counter()

    def full(self, asker: Asker) -> bool:
        """Whether somebody has as many as they may have."""
        crowded = self._there[f"@{asker.address}"] >= self.each_address
        return crowded or self._there[asker.visitor] >= self.each

    @contextmanager
    def among(self, asker: Asker) -> Iterator[list[str]]:
        """One more, until this ends or what is yielded is cleared by `leave`."""
        counted = [asker.visitor, f"@{asker.address}"]
        for who in counted:
            self._there[who] += 1
        try:
            yield counted
        finally:
            self.leave(counted)

    def leave(self, counted: list[str]) -> None:
        """It no longer counts; said twice it counts once."""
        for who in counted:
            self._there[who] -= 1
            if self._there[who] <= 0:
                del self._there[who]
        counted.clear()
