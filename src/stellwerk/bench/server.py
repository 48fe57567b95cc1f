"""A server's speed, measured from outside: `stellwerk serve` in a process of its own, people on real sockets."""

from __future__ import annotations

import asyncio
import os
import random
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from os import getloadavg, sysconf
from pathlib import Path
from typing import Any

from msgspec import Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import title_ids

from .http_line import Line
from .server_games import long_game, prolong, seated
from .server_people import REPAINT, Seat, Waits, play_calmly, play_fully, spread

AT_ONCE = 8
"""People who are answered at the same time where nobody thinks."""
SHORT, LONG = 100, 10_000
"""Moves of the two games that differ in length alone."""
REST = 60
"""Moves that are left of a game that came to an end."""
HASTE = 10_000.0
"""Changes a second that the server is told to allow where one person plays alone as fast as they can."""
PAUSE = 0.2
END = 120.0
"""Seconds that a server may take to end."""


class Plan(Struct, frozen=True):
    """What is measured: so many tables, a third of them with bots, and so long each time."""

    games: int = 500
    seconds: float = 30.0
    turns_per_s: float = 20.0
    titles: tuple[str, ...] = ()
    long: int = LONG
    database: str = ""
    """The URL of a database of PostgreSQL without games; otherwise a file that goes away."""
    processes: int = 1
    """Processes that serve together."""


class Served(Struct, frozen=True):
    """A running server."""

    port: int
    pid: int
    processes: int = 1

    def used(self) -> float | None:
        """Seconds of processor time that it took, without processes in which bots think, and the database's."""
        try:
            found = [_stat(pid) for pid in self._pids()]
        except OSError:  # not a Linux
            return None
        return sum(int(fields[11]) + int(fields[12]) for fields in found) / float(sysconf("SC_CLK_TCK"))

    def memory_mb(self) -> int | None:
        """Megabytes that it takes."""
        try:
            told = "".join(Path(f"/proc/{pid}/status").read_text() for pid in self._pids())
        except OSError:
            return None
        return sum(map(int, re.findall(r"VmRSS:\s*(\d+)", told))) // 1024

    def _pids(self) -> list[int]:
        """The process that was started, and those that serve together if it started such."""
        return [self.pid, *(_serving_below(self.pid) if self.processes > 1 else ())]


def _stat(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()


def _serving_below(pid: int) -> list[int]:
    """Processes that one has started to serve."""
    found = []
    for each in Path("/proc").glob("[0-9]*"):
        try:
            child = _stat(int(each.name))[1] == str(pid)
            if child and b"serve" in (each / "cmdline").read_bytes().split(b"\0"):
                found.append(int(each.name))
        except OSError:  # it has just ended
            continue
    return found


@contextmanager
def serving(folder: Path, plan: Plan | None = None, rate: float | None = None) -> Iterator[Served]:
    """A server on a free port that keeps its games in a folder, or as the plan says; it ends with this."""
    plan = plan or Plan()
    command = [sys.executable, "-m", "stellwerk", "serve", "--port", "0", "--data", str(folder)]
    command += ["--processes", str(plan.processes)]
    command += ["--rate", str(rate)] if rate is not None else []
    where = {**os.environ, "STELLWERK_DATABASE": plan.database}  # others see what a command was called with
    with (
        tempfile.TemporaryFile("w+") as said,
        subprocess.Popen(command, stdout=subprocess.PIPE, stderr=said, text=True, env=where) as process,
    ):
        try:
            assert process.stdout is not None
            told = re.search(r"http://[^ ]*:(\d+)", process.stdout.readline())
            if told is None:
                said.seek(0)
                raise StellwerkError(f"The server did not start: {said.read().strip()}")
            yield Served(int(told[1]), process.pid, plan.processes)
        finally:
            process.terminate()
            try:
                process.communicate(timeout=END)
            except subprocess.TimeoutExpired:
                process.kill()


def measure(plan: Plan) -> dict[str, Any]:
    """All figures."""
    titles = plan.titles or tuple(title_ids())
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        with serving(folder, plan) as served:
            figures = asyncio.run(_many(served, plan, titles))
        figures["growth"] = _growth(folder, plan, titles)
    return figures | {"load": round(getloadavg()[0], 1)}


async def _many(served: Served, plan: Plan, titles: tuple[str, ...]) -> dict[str, Any]:
    """Many tables: first turns without thinking, at those without bots; then a few a second, at all."""
    await _be_empty(served)
    seats = await _seats(served, plan, titles)
    alone = [seat for number, seat in enumerate(seats) if number % 3 != 2]
    full, spent, used = await _fully(served, alone, AT_ONCE, plan.seconds)
    lots, until = random.Random(1), time.perf_counter() + plan.seconds
    calm = await play_calmly(seats, plan.turns_per_s, until, lots)
    _hang_up(seats)
    repaints = (full if REPAINT not in calm.taken else calm).taken.get(REPAINT, [])
    return {
        "games": plan.games,
        "database": "postgresql" if plan.database else "sqlite",
        "processes": plan.processes,
        "actions_per_s": round(full.turns / spent, 1),
        **_costs(full, used),
        **(spread(calm.all) if calm.all else {}),
        "repaint": spread(repaints) if repaints else {},
        "errors": full.errors + calm.errors,
        "memory_mb": served.memory_mb(),
        "full": full.told(),
        "calm": {"turns": calm.turns, **calm.told()},
    }


async def _be_empty(served: Served) -> None:
    """Measure nothing where others play: what is laid out stays, and their games would be measured too."""
    line = Line(served.port)
    there = [(await line.get(f"/api/games?status={status}")).json() for status in ("open", "running", "finished")]
    line.close()
    if any(there):
        raise StellwerkError("There are games in this database; measure with one of its own.")


async def _seats(served: Served, plan: Plan, titles: tuple[str, ...]) -> list[Seat]:
    """Everybody at their tables, a few sitting down at the same time."""
    door = asyncio.Semaphore(AT_ONCE)

    async def sit(number: int) -> Seat:
        async with door:
            return await seated(served.port, number, titles[number % len(titles)], bots=number % 3 == 2)

    return await asyncio.gather(*map(sit, range(plan.games)))


async def _fully(served: Served, seats: list[Seat], at_once: int, seconds: float) -> tuple[Waits, float, float]:
    """What people waited, and seconds that it took, by the clock and of the processor."""
    before, start = served.used(), time.perf_counter()
    waits = await play_fully(seats, at_once, start + seconds)
    after = served.used()
    used = after - before if before is not None and after is not None else 0.0
    return waits, time.perf_counter() - start, used


def _costs(waits: Waits, used: float) -> dict[str, float]:
    """Processor time of a turn: list, act, view."""
    if not waits.turns or not used:
        return {}
    return {
        "cpu_ms_per_turn": round(1000 * used / waits.turns, 2),
        "turns_per_s_core": round(waits.turns / used, 1),
    }


def _growth(folder: Path, plan: Plan, titles: tuple[str, ...]) -> dict[str, Any]:
    """The same turns in a short game and in a long one of the same title, one after the other."""
    game = long_game(plan.long, list(titles))
    longest = len(game.actions) - (REST if game.over else 0)
    lengths = {"short": min(SHORT, longest), "long": longest}

    async def laid_out(port: int) -> dict[str, Seat]:
        found = {}
        for number, name in enumerate(lengths, 60_000):
            found[name] = await seated(port, number, game.title.id, bots=False)
            found[name].line.close()
        return found

    with serving(folder, plan) as served:
        seats = asyncio.run(laid_out(served.port))
    prolong(folder, plan.database, {seat.game: lengths[name] for name, seat in seats.items()}, game)
    with serving(folder, plan, HASTE) as served:
        return {
            name: asyncio.run(_one(served, seat, plan.seconds / 2)) | {"moves": lengths[name]}
            for name, seat in seats.items()
        }


async def _one(served: Served, seat: Seat, seconds: float) -> dict[str, Any]:
    """Turns in one game, after a first one that opens it."""
    seat.line.move(served.port)
    while (await seat.line.get(f"/api/games/{seat.game}")).status != 200:  # whose process may still be starting
        await asyncio.sleep(PAUSE)
    opening = Waits()
    await seat.turn(opening)
    waits, spent, used = await _fully(served, [seat], 1, seconds)
    seat.line.close()
    return {
        "actions_per_s": round(waits.turns / spent, 1),
        **_costs(waits, used),
        **(spread(waits.all) if waits.all else {}),
        "errors": opening.errors + waits.errors,
        **waits.told(),
    }


def _hang_up(seats: list[Seat]) -> None:
    for seat in seats:
        seat.line.close()
