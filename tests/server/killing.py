"""Processes that serve together, and PostgreSQL, killed while people play: what was accepted stays.

`PYTHONPATH=src:tests .venv/bin/python -m server.killing --rounds 50`: by hand, no test. Every round kills one of
these with SIGKILL: a process that serves, the worker that takes bots' questions, one in which a bot thinks,
PostgreSQL; with `--machines 2`, which have no folder in common, all processes of a machine, too, which is started
again when its games have gone on elsewhere. Everybody notes what was accepted (the number of the log that an
action was answered with). The next round begins when somebody of each process has had an answer again, and a bot
where it was bots that were hit: what is killed while it starts proves nothing, and a server that does not come
back is told of (`stuck`). In the end every log is read from the database: each number once and without a gap, each
accepted action at its place, as often as it was accepted. Where a game is over the next begins: with twelve games
alone nobody would play any more after some rounds.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from contextlib import closing, suppress
from itertools import chain
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from stellwerk.bench.http_line import Line
from stellwerk.bench.server_games import seated
from stellwerk.host.places import drawer_of
from stellwerk.host.storage.schema import drawers, log

from .postgres import Cluster, cluster

KINDS = ("process", "worker", "bot", "database")
MACHINE = "machine"
PROCESSES = 2
PEERS = 28_100
"""The first port at which machines reach each other."""
KEY = "a key that is known to all machines of a place"
LOST = (OSError, TimeoutError, asyncio.IncompleteReadError, json.JSONDecodeError)
"""What becomes of a question where somebody was killed."""
BACK = 120.0
"""Seconds after which a server that has not come back is stuck."""


class Player:
    """Somebody at a table who notes what was accepted."""

    def __init__(self, line: Line, game: str, lots: random.Random, alone: bool) -> None:
        self.line, self.game, self.lots, self.alone = line, game, lots, alone
        self.accepted: list[tuple[int, Any]] = []
        self.doubtful: list[Any] = []
        self.refused = self.port = 0
        self.over = False

    def move(self, port: int) -> None:
        """Ask at another machine from now on."""
        self.port = port
        self.line.move(port)

    async def play(self, ended: asyncio.Event) -> None:
        """Play on until it is enough, whatever happens to the server."""
        while not ended.is_set() and not self.over:
            try:
                if not await self._turn():
                    await asyncio.sleep(0.1)
            except LOST:
                self.line.close()
                await asyncio.sleep(0.2)

    async def _turn(self) -> bool:
        legal = await self.line.get(f"/api/games/{self.game}/actions")
        if legal.status != 200 or not (choices := legal.json()["choices"]):
            if legal.status == 200:
                self.over = (await self.line.get(f"/api/games/{self.game}")).json().get("status") == "finished"
            return False
        action = self.lots.choice(choices)["action"]
        body = {"decision": legal.json()["decision"], "action": action}
        try:
            self.line.close()  # on a new line nothing is asked a second time by itself
            answer = await self.line.post(f"/api/games/{self.game}/actions?quiet=1", body)
        except (OSError, TimeoutError, asyncio.IncompleteReadError):
            self.doubtful.append(action)
            raise
        if answer.status == 200:
            self.accepted.append((answer.json()["number"], action))
            return True
        if answer.status >= 500:
            self.doubtful.append(action)
        self.refused += 1
        return False


def children(pid: int) -> list[int]:
    """Processes that a process has started and that have not ended."""
    found = []
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = stat.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == pid and fields[0] != "Z":
            found.append(int(stat.parent.name))
    return found


def _thinks(pid: int) -> bool:
    """Whether a process was started as a worker."""
    try:
        return b"worker" in Path(f"/proc/{pid}/cmdline").read_bytes().split(b"\0")
    except OSError:
        return False


class Machine:
    """Processes that serve together and share nothing but the database with those of other machines."""

    def __init__(self, url: str, peers_at: str = "") -> None:
        self._environment = {**os.environ, "STELLWERK_DATABASE": url, "STELLWERK_PEERS_KEY": KEY}
        self._command = [sys.executable, "-m", "stellwerk", "serve", "--port", "0"]
        self._command += ["--processes", str(PROCESSES), *(["--peers-at", peers_at] if peers_at else [])]
        self.start()

    def start(self) -> None:
        """Begin to serve, at another port than before."""
        self.front = subprocess.Popen(self._command, stdout=subprocess.PIPE, text=True, env=self._environment)
        assert self.front.stdout is not None
        told = re.search(r":(\d+)", self.front.stdout.readline())
        assert told is not None
        self.port, self.there = int(told[1]), True

    def kill(self) -> None:
        """End all of it at once."""
        self.there = False
        for one in (self.front.pid, *(found := children(self.front.pid)), *chain(*map(children, found))):
            with suppress(ProcessLookupError):
                os.kill(one, signal.SIGKILL)
        self.end()

    def end(self) -> None:
        """End it, and wait until it has."""
        self.front.terminate()
        self.front.wait()
        assert self.front.stdout is not None
        self.front.stdout.close()


def kill(kind: str, machines: list[Machine], base: Cluster, lots: random.Random) -> str:
    """End something at once; what it was."""
    if kind == MACHINE:
        lots.choice(machines).kill()
        return "a machine"
    processes = [one for machine in machines for one in children(machine.front.pid)]
    workers = [one for one in processes if _thinks(one)]
    serving = [one for one in processes if one not in workers]
    if kind == "database":
        base.kill()
        base.start()
        return "PostgreSQL"
    below = [bot for one in workers for bot in children(one)]
    those = {"process": serving, "worker": workers, "bot": below}[kind]
    if not those:
        return "nothing"
    one = lots.choice(those)
    try:
        os.kill(one, signal.SIGKILL)
    except ProcessLookupError:
        return "nothing"
    return f"{kind} {one}"


async def rounds(
    machines: list[Machine], base: Cluster, many: int, games: int, seconds: float
) -> tuple[list[Player], int]:
    """Let people play while things are killed."""
    lots = random.Random(1)
    kinds = KINDS if len(machines) == 1 else (*KINDS, MACHINE)
    players: list[Player] = []
    playing: list[asyncio.Task[None]] = []
    ended, stuck = asyncio.Event(), 0

    async def sit_down() -> None:
        """One more table, a fourth of them with bots."""
        number, bots = len(players), sum(not one.alone and not one.over for one in players) < games // 4
        there = [machine.port for machine in machines if machine.there]
        try:
            seat = await seated(there[number % len(there)], number, "1835", bots)
        except (*LOST, KeyError):  # something is just being started
            await asyncio.sleep(0.5)
            return
        players.append(Player(seat.line, seat.game, random.Random(number), not bots))
        players[-1].port = there[number % len(there)]
        playing.append(asyncio.create_task(players[-1].play(ended)))

    for number in range(many + 1):
        while sum(not one.over for one in players) < games:  # one game is over: the next
            await sit_down()
        before = [len(one.accepted) for one in players]
        begun, held = time.monotonic(), await asyncio.to_thread(_holders, base.url)
        await asyncio.sleep(seconds * lots.uniform(0.6, 1.4))
        while not (back := _all_back(players, before, held)) and time.monotonic() - begun < BACK:
            await asyncio.sleep(0.1)
        stuck += not back
        since = sum(len(one.accepted) - was for one, was in zip(players, before, strict=True))
        ended_games = sum(one.over for one in players)
        told = f"{since} accepted in {time.monotonic() - begun:.1f} s{'' if back else ', not all came back'}"
        told += f", {ended_games} games over"
        for machine in machines:
            if not machine.there:
                await asyncio.to_thread(machine.start)
                await asyncio.to_thread(_all_hold, base.url, PROCESSES * len(machines))
        if number < many:
            what = await asyncio.to_thread(kill, kinds[number % len(kinds)], machines, base, lots)
            print(f"{number + 1}: {told}; then {what} was killed", flush=True)
            alive = [machine.port for machine in machines if machine.there]
            for one in players:
                if one.port not in alive:
                    one.move(alive[0])
        else:
            print(f"in the end: {told}", flush=True)
    ended.set()
    await asyncio.gather(*playing)
    for one in players:
        one.line.close()
    return players, stuck


def _holders(url: str) -> dict[int, str]:
    """Who has the games of each drawer."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with closing(engine.connect()) as connection:
        found = {row.number: row.holder for row in connection.execute(sa.select(drawers))}
    engine.dispose()
    return found


def _all_hold(url: str, many: int) -> None:
    """Wait until so many processes have games."""
    begun = time.monotonic()
    while len(set(_holders(url).values())) != many and time.monotonic() - begun < BACK:
        time.sleep(0.2)


def _all_back(players: list[Player], before: list[int], held: dict[int, str]) -> bool:
    """Whether games of every process, and games with bots, have gone on: two answers mean that a bot has moved."""
    more = [len(one.accepted) - was for one, was in zip(players, before, strict=True)]
    there = {held[drawer_of(one.game)] for one in players if not one.over}
    moved = {held[drawer_of(one.game)] for one, many in zip(players, more, strict=True) if many}
    bots = [many for one, many in zip(players, more, strict=True) if not one.alone]
    return moved >= there and max(bots, default=2) > 1


def compare(url: str, players: list[Player]) -> dict[str, int]:
    """What the logs say of what was accepted."""
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    lost = twice = gaps = unexplained = 0
    with engine.connect() as connection:
        for one in players:
            query = sa.select(log.c.number, log.c.body).where(log.c.game == one.game).order_by(log.c.number)
            entries = [(number, json.loads(bytes(body))) for number, body in connection.execute(query)]
            gaps += [number for number, _ in entries] != list(range(1, len(entries) + 1))
            by_number = dict(entries)
            last, explained = 0, set[int]()
            for number, action in one.accepted:
                # what was answered is the log's length after it, passes that were no choice and marks included
                there = [at for at in range(last + 1, number + 1) if _same(by_number.get(at), action)]
                lost += not there
                last = there[0] if there else last
                explained.add(last)
            numbers = [number for number, _ in one.accepted]
            twice += len(numbers) - len(set(numbers))
            if one.alone:  # then every entry is theirs, but for passes that were no choice, and marks
                left = [entry for number, entry in entries if number not in explained and _chosen(entry)]
                for action in one.doubtful:
                    left = _without(left, action)
                unexplained += len(left)
    engine.dispose()
    return {"lost": lost, "twice": twice + unexplained, "gaps": gaps}


def _chosen(entry: Any) -> bool:
    return isinstance(entry, dict) and "seat" in entry and entry.get("type") != "pass"


def _without(entries: list[Any], action: Any) -> list[Any]:
    """All but the first that is this action."""
    place = next((place for place, entry in enumerate(entries) if _same(entry, action)), None)
    return entries if place is None else entries[:place] + entries[place + 1 :]


def _same(entry: Any, action: Any) -> bool:
    return isinstance(entry, dict) and all(entry.get(name) == value for name, value in action.items())


def main() -> None:
    """Run it, and say what came of it."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=50)
    parser.add_argument("--games", type=int, default=12)
    parser.add_argument("--seconds", type=float, default=8.0)
    parser.add_argument("--machines", type=int, default=1)
    asked = parser.parse_args()
    with cluster(fsync=True, connections=20 + 30 * asked.machines) as base:
        several = asked.machines > 1
        machines = [
            Machine(base.url, f"127.0.0.1:{PEERS + number * PROCESSES}" if several else "")
            for number in range(asked.machines)
        ]
        try:
            start = time.monotonic()
            players, stuck = asyncio.run(rounds(machines, base, asked.rounds, asked.games, asked.seconds))
        finally:
            for machine in machines:
                machine.end()
        found = {
            "rounds": asked.rounds,
            "accepted": sum(len(one.accepted) for one in players),
            "doubtful": sum(len(one.doubtful) for one in players),
            "seconds": round(time.monotonic() - start),
            "stuck": stuck,
            **compare(base.url, players),
        }
        print(json.dumps(found))


if __name__ == "__main__":
    main()
