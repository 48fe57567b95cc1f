"""What a turn costs a server, without sockets: `python tests/measure/turns.py [--calls | --where FILE] [TURNS]`.

The application answers in this very process, in one thread, what people ask at fifteen tables of all titles: the
list of choices, an action by lot, and what it changed on the page. Only the application's own processor time
counts, or with `--calls` its calls, which hardly change on a busy machine; `--where` writes a profile of it. A
digest of all answers tells whether two programs said the same.
"""

from __future__ import annotations

import argparse
import asyncio
import cProfile
import gc
import gzip
import hashlib
import json
import pstats
import random
import re
import tempfile
import time
from collections import Counter
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from stellwerk.bench.http_line import Answer
from stellwerk.bench.server_people import Seat, Waits
from stellwerk.host.settings import Settings
from stellwerk.titles.registry import find_title, title_ids
from stellwerk.web.app import create_app
from stellwerk.web.door import work
from stellwerk.web.door.garbage import Garbage

TABLES = 15
WARMING = 10
"""Turns at each table that are not counted: what lasts is made then."""
ANOTHER = re.compile(rb'"id":"[^"]*"|/games/\w+|"known":\{[^}]*\}')
"""What is another in every run: how games are called, and by which signs pages know what they have."""


class Here(Executor):
    """Does at once what threads would do, so that all of it is counted in one."""

    def submit(self, fn: Any, /, *args: Any, **kwargs: Any) -> Future[Any]:
        """What it comes to, which is known already."""
        done: Future[Any] = Future()
        try:
            done.set_result(fn(*args, **kwargs))
        except BaseException as error:
            done.set_exception(error)
        return done


class Straight:
    """Asks the application itself, as `http_line.Line` does over a socket."""

    def __init__(self, app: Any, address: str, meter: Meter) -> None:
        self._app, self._client, self._meter = app, (address, 1), meter
        self.headers = {"host": "here", "accept-encoding": "gzip"}

    async def get(self, path: str) -> Answer:
        """Look at something."""
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: Any) -> Answer:
        """Ask for a change."""
        return await self._ask("POST", path, json.dumps(body).encode())

    def close(self) -> None:
        """Nothing is open."""

    async def _ask(self, method: str, path: str, body: bytes) -> Answer:
        where, _, query = path.partition("?")
        headers = {**self.headers, "content-length": str(len(body))}
        scope = {
            "type": "http", "http_version": "1.1", "method": method, "scheme": "http", "path": where,
            "raw_path": where.encode(), "query_string": query.encode(), "root_path": "", "client": self._client,
            "server": ("here", 80), "headers": [(k.encode(), v.encode()) for k, v in headers.items()], "state": {},
        }  # fmt: skip
        sent: list[dict[str, Any]] = []
        given = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return given.pop() if given else await asyncio.get_running_loop().create_future()

        async def send(message: Any) -> None:
            sent.append(message)

        kind = "view" if where.endswith("/view") else "repaint" if where.endswith("/act") else method
        with self._meter.counting(kind):
            await self._app(scope, receive, send)
        said = b"".join(each.get("body", b"") for each in sent)
        if any(name == b"content-encoding" for name, _ in sent[0]["headers"]):
            said = gzip.decompress(said)
        self._meter.note(said)
        return Answer(sent[0]["status"], said)


class Meter:
    """Counts what the application does."""

    def __init__(self, profiled: bool) -> None:
        self.profile = cProfile.Profile(time.thread_time) if profiled else None
        self.on = False
        self.spent: Counter[str] = Counter()
        self.asked: Counter[str] = Counter()
        self.digest = hashlib.blake2b(digest_size=8)
        """Of all that was said."""
        self._kind, self._start = "", 0.0

    def counting(self, kind: str) -> Meter:
        """Count a request of a kind until it is answered."""
        self._kind = kind
        return self

    def __enter__(self) -> None:
        self._start = time.process_time()
        if self.on and self.profile:
            self.profile.enable()

    def __exit__(self, *error: object) -> None:
        if self.on and self.profile:
            self.profile.disable()
        if self.on:
            self.spent[self._kind] += time.process_time() - self._start
            self.asked[self._kind] += 1

    def note(self, said: bytes) -> None:
        """What was said, without what is another in every run."""
        if self.on:
            self.digest.update(ANOTHER.sub(b"", said))


async def main(turns: int, profiled: bool, where: str) -> None:
    """Have so many turns taken, and tell what they cost."""
    work._THREADS = Here()
    meter = Meter(profiled)
    with tempfile.TemporaryDirectory() as folder:
        app = create_app(Settings(data=Path(folder), processes=0))
        async with app.router.lifespan_context(app):
            titles = sorted(title_ids())
            seats = [await seated(app, number, titles[number % len(titles)], meter) for number in range(TABLES)]
            garbage, waits = Garbage(), Waits()
            for _ in range(WARMING):
                for seat in seats:
                    await seat.turn(waits)
            garbage.begin()
            meter.on, waits = True, Waits()
            while waits.turns < turns and any(not seat.over for seat in seats):
                for seat in seats:
                    if not seat.over:
                        await seat.turn(waits)
            meter.on = False
            garbage.end()
    told = f"{waits.turns} turns, {waits.errors} errors, digest {meter.digest.hexdigest()}"
    if meter.profile:
        found = pstats.Stats(meter.profile)
        calls = found.total_calls  # type: ignore[attr-defined]
        print(f"{told}: {calls / waits.turns:.0f} calls a turn")
        if where:
            found.dump_stats(where)
    else:
        each = {kind: round(1000 * meter.spent[kind] / many, 2) for kind, many in sorted(meter.asked.items())}
        print(f"{told}: {1000 * sum(meter.spent.values()) / waits.turns:.2f} ms a turn; {each}")


async def seated(app: Any, number: int, title: str, meter: Meter) -> Seat:
    """Somebody at a table of their own, for all seats."""
    line = Straight(app, f"127.1.0.{number + 1}", meter)
    made = await line.post("/api/guests", {"name": f"P{number}"})
    line.headers["authorization"] = f"Bearer {made.json()['token']}"
    people = [{"kind": "me"}, *[{"kind": "friend"}] * (max(3, find_title(title).players[0]) - 1)]
    wanted = {"title": title, "seats": people, "seed": number, "as_seated": True}
    found = await line.post("/api/games", wanted)
    return Seat(line, found.json()["id"], random.Random(number))  # type: ignore[arg-type]


if __name__ == "__main__":
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("turns", nargs="?", type=int, default=600)
    reader.add_argument("--calls", action="store_true")
    reader.add_argument("--where", default="")
    asked = reader.parse_args()
    gc.collect()
    asyncio.run(main(asked.turns, asked.calls or bool(asked.where), asked.where))
