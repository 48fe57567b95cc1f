"""How long people wait for bots: `python tests/measure/load.py` plays many games at once against a server.

A game has one person, who answers by lot as soon as it is their turn, and two bots. Measured is the time from an
accepted action to the next turn of one's own where bots moved between, and how many moves of theirs that were.
Waits that the end cuts short count as long as they lasted.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import resource
import socket
import statistics
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx2 as httpx

from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.door.run import Server


@dataclass
class Figures:
    """What was measured so far."""

    waits: list[float] = field(default_factory=list)
    answers: list[int] = field(default_factory=list)
    moves: int = 0
    began: float = 0.0


@dataclass
class Table:
    """One person's game."""

    client: httpx.AsyncClient
    id: str
    pages: bool
    lots: random.Random
    figures: Figures
    news: asyncio.Event = field(default_factory=asyncio.Event)
    acted: float = 0.0
    number: int = 0
    over: bool = False

    async def listen(self) -> None:
        """Hear of every change, as a page does."""
        async with self.client.stream("GET", f"/api/games/{self.id}/stream", timeout=None) as stream:
            async for line in stream.aiter_lines():
                if line.startswith("data:"):
                    self.over = json.loads(line[5:])["status"] == "finished"
                    self.news.set()

    async def play(self, until: float) -> None:
        """Answer whenever it is one's turn."""
        self.acted = time.perf_counter()
        while not self.over and time.perf_counter() < until:
            self.news.clear()
            if self.pages:
                await self.client.get(f"/games/{self.id}/view")
            legal = (await self.client.get(f"/api/games/{self.id}/actions")).json()
            if legal["choices"]:
                await self._answer(legal)
            else:
                await asyncio.wait_for(self.news.wait(), 600)

    async def _answer(self, legal: Any) -> None:
        waited, figures = time.perf_counter() - self.acted, self.figures
        action = self.lots.choice(legal["choices"])["action"]
        body = {"decision": legal["decision"], "action": action}
        answer = await self.client.post(f"/api/games/{self.id}/actions?quiet=1", json=body)
        self.acted = time.perf_counter()
        if answer.status_code != 200:
            return
        number = answer.json()["number"]
        if number > self.number + 1:
            figures.waits.append(waited)
            figures.answers.append(number - self.number - 1)
        figures.moves += number - self.number
        self.number = number


async def _sit_down(base: str, title: str, number: int, pages: bool, figures: Figures) -> Table:
    limits = httpx.Limits(max_connections=4)
    client = httpx.AsyncClient(base_url=base, timeout=600, limits=limits)
    token = (await client.post("/api/guests", json={"name": f"P{number}"})).json()["token"]
    client.headers["authorization"] = f"Bearer {token}"
    seats = [{"kind": "me"}, {"kind": "bot", "level": "steady"}, {"kind": "bot", "level": "steady"}]
    seats = seats[number % 3 :] + seats[: number % 3]
    body = {"title": title, "seats": seats, "seed": number}
    id_ = (await client.post("/api/games", json=body)).json()["id"]
    return Table(client, id_, pages, random.Random(number), figures)


async def measure(base: str, title: str, games: int, seconds: float, pages: bool) -> Figures:
    """Play for so many seconds at so many tables."""
    figures = Figures()
    tables = [await _sit_down(base, title, number, pages, figures) for number in range(games)]
    ears = [asyncio.create_task(table.listen()) for table in tables]
    figures.began = time.perf_counter()
    until = figures.began + seconds
    await asyncio.wait([asyncio.create_task(table.play(until)) for table in tables], timeout=seconds)
    now = time.perf_counter()
    figures.waits += [now - table.acted for table in tables if not table.over]
    for ear in ears:
        ear.cancel()
    return figures


def _serve(port: int, folder: str, processes: int | None, pace: float | None) -> None:
    wanted: dict[str, Any] = {"processes": processes, "pace": pace}
    given = {key: value for key, value in wanted.items() if value is not None}
    Server(create_app(Settings(data=Path(folder), rate=1e6, burst=10**6, **given)), "127.0.0.1", port).run()


def _say(figures: Figures, taken: float) -> None:
    waits, answers = sorted(figures.waits), sorted(figures.answers)
    if len(waits) < 2:
        print("too few turns to tell")
        return
    late, many = waits[int(len(waits) * 0.99)], answers[int(len(answers) * 0.99)]
    print(f"{len(waits)} waits: median {statistics.median(waits):.2f} s, 99% {late:.2f} s, max {waits[-1]:.2f} s")
    print(f"moves of bots between two turns: median {statistics.median(answers)}, 99% {many}, max {answers[-1]}")
    print(f"{figures.moves / taken:.1f} moves a second in all; load {os.getloadavg()[0]:.1f}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print(f"{1000 * (used.ru_utime + used.ru_stime) / figures.moves:.1f} ms of processor time a move in all")


def _until_open(base: str) -> None:
    while True:
        try:
            httpx.get(f"{base}/api/titles")
            return
        except httpx.HTTPError:
            time.sleep(0.1)


def main() -> None:
    """A server in a process of its own, on a free port and in a folder that goes away."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--title", default="1835")
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pages", action="store_true", help="fetch the page's new parts at every change")
    parser.add_argument("--processes", type=int, help="that think for bots")
    parser.add_argument("--pace", type=float, help="seconds between two moves of bots")
    given = parser.parse_args()
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    with tempfile.TemporaryDirectory() as folder:
        server = multiprocessing.get_context("spawn").Process(
            target=_serve, args=(port, folder, given.processes, given.pace)
        )
        server.start()
        base = f"http://127.0.0.1:{port}"
        try:
            _until_open(base)
            figures = asyncio.run(measure(base, given.title, given.games, given.seconds, given.pages))
        finally:
            server.terminate()
            server.join()
        _say(figures, given.seconds)


if __name__ == "__main__":
    main()
