"""People who play over a network: what they ask a server for, and how long they wait."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Sequence
from typing import Any

from msgspec import Struct, field

from .http_line import Answer, Line

LIST, ACT, VIEW, REPAINT = "list", "act", "view", "repaint"
SHOWN = {"board": "players.companies", "market": "players.companies.chart.train.holdings"}
"""What a page on a wide screen shows besides what it always does, by what is on the stage (`step.js`)."""
STEP = 8
"""Every so many turns are taken as a page takes them: an action, and all that it changed, in one request."""


class Waits(Struct):
    """Milliseconds that people waited, by what for; turns that they took, and answers that were none."""

    taken: dict[str, list[float]] = field(default_factory=dict)
    turns: int = 0
    errors: int = 0

    def told(self) -> dict[str, dict[str, float]]:
        """The middle and the last hundredth of each."""
        return {kind: spread(waits) for kind, waits in sorted(self.taken.items())}

    @property
    def all(self) -> list[float]:
        """Waits for any answer."""
        return [wait for waits in self.taken.values() for wait in waits]


def spread(waits: Sequence[float]) -> dict[str, float]:
    """The middle and the last hundredth.

    >>> spread([3, 1, 2])
    {'p50_ms': 2, 'p99_ms': 3}
    """
    order = sorted(waits)
    return {"p50_ms": round(order[len(order) // 2], 1), "p99_ms": round(order[int(len(order) * 0.99)], 1)}


class Seat:
    """One person at one table."""

    def __init__(self, line: Line, game: str, lots: random.Random) -> None:
        self.line, self.game = line, game
        self._lots = lots
        self._known: dict[str, str] = {}
        self._stage = "board"
        self._turns = 0
        self.over = False

    async def turn(self, waits: Waits) -> bool:
        """Look what can be done, do something by lot, and look at the table; whether it was one's turn."""
        legal = await self._timed(waits, LIST, "GET", f"/api/games/{self.game}/actions")
        if legal is None or not (choices := legal.json()["choices"]):
            return False
        body = {"decision": legal.json()["decision"], "action": self._lots.choice(choices)["action"]}
        self._turns += 1
        query = f"known={'.'.join(self._known.values())}&shows={SHOWN[self._stage]}"
        if self._turns % STEP == 0:
            seen = await self._timed(waits, REPAINT, "POST", f"/games/{self.game}/act?{query}", body)
        elif await self._timed(waits, ACT, "POST", f"/api/games/{self.game}/actions?quiet=1", body) is None:
            return False
        else:
            seen = await self._timed(waits, VIEW, "GET", f"/games/{self.game}/view?{query}")
        if seen is None:
            return False
        facts = seen.json()["facts"]
        self._known |= facts["known"]
        self._stage, self.over = facts["stage"], facts["status"] == "finished"
        waits.turns += 1
        return True

    async def _timed(self, waits: Waits, kind: str, method: str, path: str, body: Any = None) -> Answer | None:
        start = time.perf_counter()
        try:
            answer = await (self.line.get(path) if method == "GET" else self.line.post(path, body))
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            waits.errors += 1
            return None
        if answer.status != 200:
            waits.errors += 1
            return None
        waits.taken.setdefault(kind, []).append(1000 * (time.perf_counter() - start))
        return answer


async def play_fully(seats: Sequence[Seat], at_once: int, until: float) -> Waits:
    """Have so many people at a time take turns, at all tables in turn, without thinking."""
    waits, left = Waits(), asyncio.Queue[Seat]()
    for seat in seats:
        left.put_nowait(seat)

    async def hurry() -> None:
        while not left.empty():
            seat = left.get_nowait()
            await seat.turn(waits)
            if not seat.over:
                left.put_nowait(seat)
            if time.perf_counter() > until:
                return

    await asyncio.gather(*(hurry() for _ in range(at_once)))
    return waits


async def play_calmly(seats: Sequence[Seat], turns_per_s: float, until: float, lots: random.Random) -> Waits:
    """Have everybody take a turn now and then, by lot, so many a second together."""
    waits = Waits()

    async def think(seat: Seat) -> None:
        while not seat.over:
            pause = lots.expovariate(turns_per_s / len(seats))
            if time.perf_counter() + pause > until:
                return
            await asyncio.sleep(pause)
            await seat.turn(waits)

    await asyncio.gather(*map(think, seats))
    return waits
