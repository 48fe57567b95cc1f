"""Whose turn it is to have a thread: few requests work at once, those of each kind in a lane of their own.

Waiting costs no thread. Whoever was served longest ago comes first, by address and then by visitor, so that a
crowd waits for itself; in one game one request works at a time, as its lock would have it anyway.
"""

from __future__ import annotations

import asyncio
import threading
from collections import Counter, OrderedDict

from msgspec import Struct

from stellwerk.view.faults import Busy

REMEMBERED = 10_000
"""Visitors and addresses of whom is known when they had their last turn."""


class Asker(Struct, frozen=True):
    """For whom something is done: a visitor at an address."""

    visitor: str
    address: str


class Kind(Struct, frozen=True):
    """A kind of work: how much of it is done at once in all, for an address and for a visitor."""

    name: str
    at_once: int
    each_address: int
    each: int
    waiting: int
    """Requests of a visitor that may wait for it."""
    apart: bool = False
    """Whether it takes so long that it does not count among the rest."""
    elsewhere: bool = False
    """Whether a thread only waits for another process that does it."""


LOOKUPS = Kind("lookups", at_once=4, each_address=2, each=2, waiting=16, apart=True)
OPENINGS = Kind("openings", at_once=3, each_address=2, each=1, waiting=6, apart=True)
ADVICE = Kind("advice", at_once=3, each_address=2, each=1, waiting=1, apart=True, elsewhere=True)
VIEWS = Kind("views", at_once=4, each_address=2, each=1, waiting=8)
PREVIEWS = Kind("previews", at_once=2, each_address=1, each=1, waiting=8)
CHANGES = Kind("changes", at_once=3, each_address=2, each=1, waiting=8)
LISTS = Kind("lists", at_once=3, each_address=2, each=1, waiting=8)
EXTRAS = Kind("extras", at_once=2, each_address=1, each=1, waiting=8)
"""Pictures, files and books of games."""


class Rules(Struct, frozen=True):
    """Limits over all kinds that do not stand apart, and of those who wait."""

    at_once: int = 6
    each_address: int = 4
    each: int = 2
    waiting_game: int = 24
    """Requests that may wait for one game."""
    waiting: int = 400
    """Requests that may wait in all."""


def _counts(kind: Kind, asker: Asker) -> list[object]:
    counted: list[object] = [kind.name, (kind.name, "@", asker.address), (kind.name, asker.visitor)]
    if not kind.apart:
        counted += ["", ("", "@", asker.address), ("", asker.visitor)]
    return counted


class Turn:
    """A request that waits or works: wait for it by `async with`."""

    def __init__(self, lanes: Lanes, kind: Kind, asker: Asker, game: str, number: int) -> None:
        self.kind, self.asker, self.game, self.number = kind, asker, game, number
        self.loop = asyncio.get_running_loop()
        self.come: asyncio.Future[None] = self.loop.create_future()
        self.working = False
        self.lanes = lanes
        self.counts = _counts(kind, asker)
        """What its work counts for, each with a limit of its own."""

    async def __aenter__(self) -> None:
        try:
            await self.come
        except BaseException:
            self.lanes.leave(self)
            raise

    async def __aexit__(self, *error: object) -> None:
        self.lanes.leave(self)

    @property
    def place(self) -> tuple[str, str] | None:
        """The game that it works in; opening it is another thing."""
        return (self.kind.name if self.kind.apart else "", self.game) if self.game else None


class Lanes:
    """Hands out turns. Safe for threads and for several event loops."""

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules = rules or Rules()
        self._lock = threading.Lock()
        self._working: Counter[object] = Counter()
        self._places: set[tuple[str, str]] = set()
        self._waiting: list[Turn] = []
        self._served: OrderedDict[str, int] = OrderedDict()
        self._tickets = 0

    def working(self, kind: Kind) -> int:
        """How much of a kind is being done."""
        with self._lock:
            return self._working[kind.name]

    def waiting(self, kind: Kind) -> int:
        """How much of a kind is waited for."""
        with self._lock:
            return sum(turn.kind is kind for turn in self._waiting)

    def line_up(self, kind: Kind, asker: Asker, game: str = "") -> Turn:
        """A turn that comes when it is entered; raises `Busy` where too many wait already."""
        with self._lock:
            self._tickets += 1
            turn = Turn(self, kind, asker, game, self._tickets)
            if self._may_work(turn):
                self._begin(turn)
                turn.come.set_result(None)
                return turn
            mine = sum(one.kind is kind and one.asker.visitor == asker.visitor for one in self._waiting)
            if mine >= kind.waiting:
                raise Busy(f"fault.busy_{kind.name}")
            if turn.place and sum(one.place == turn.place for one in self._waiting) >= self.rules.waiting_game:
                raise Busy("fault.busy_game")
            if len(self._waiting) >= self.rules.waiting:
                raise Busy("fault.busy_all")
            self._waiting.append(turn)
        return turn

    def _may_work(self, turn: Turn) -> bool:
        kind, rules, working = turn.kind, self.rules, self._working
        limits = kind.at_once, kind.each_address, kind.each, rules.at_once, rules.each_address, rules.each
        for what, limit in zip(turn.counts, limits, strict=False):
            if working.get(what, 0) >= limit:
                return False
        return turn.place not in self._places

    def _begin(self, turn: Turn) -> None:
        turn.working = True
        for what in turn.counts:  # quicker by far than to update a counter
            self._working[what] += 1
        if turn.place:
            self._places.add(turn.place)
        self._tickets += 1
        for who in (turn.asker.visitor, f"@{turn.asker.address}"):
            self._served[who] = self._tickets
            self._served.move_to_end(who)
        while len(self._served) > REMEMBERED:
            self._served.popitem(last=False)

    def leave(self, turn: Turn) -> None:
        """Done, or given up; whoever can work now is told so."""
        with self._lock:
            if not turn.working:
                self._waiting.remove(turn)
                return
            for what in turn.counts:
                self._working[what] -= 1
                if not self._working[what]:
                    del self._working[what]
            if turn.place:
                self._places.discard(turn.place)
            if not self._waiting:
                return
            for one in sorted(self._waiting, key=self._rank):
                if self._may_work(one):
                    self._waiting.remove(one)
                    self._begin(one)
                    _call(one)

    def _rank(self, turn: Turn) -> tuple[int, int, int]:
        served = self._served
        return served.get(f"@{turn.asker.address}", 0), served.get(turn.asker.visitor, 0), turn.number


def _call(turn: Turn) -> None:
    def come() -> None:
        if not turn.come.done():
            turn.come.set_result(None)

    turn.loop.call_soon_threadsafe(come)
