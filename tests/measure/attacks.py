"""Figures for docs/hosting.md: `python tests/measure/attacks.py` lets one visitor attack by many connections.

Another visitor, from the same address, asks for the lobby, for the page of a game of their own and for its parts,
one after the other; how long that takes is what is printed. The crowd asks again as soon as it is answered, in a
process of low priority, as it stands for other computers.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import multiprocessing
import os
import random
import secrets
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any

import httpx2 as httpx
import msgspec

import stellwerk
from stellwerk.host.people.visitors import COOKIE, Visitors
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import FINISHED, PERSON, RUNNING, GameRow, Person, Seat
from stellwerk.host.storage.storage import Storage
from stellwerk.titles.registry import find_title

TITLE, PLAYERS = "1835", ("Ada", "Bo", "Cleo")
LONG, SLOW_GAMES = 900, 250
PAUSE = 0.05


class Scene(msgspec.Struct, frozen=True):
    """Who is there, and what there is to ask for."""

    honest: str
    hostile: str
    page: str
    game: str
    moves: int
    actions: list[dict[str, Any]]
    slow: list[str]


Asks = Callable[[Scene, random.Random], bytes]


def _get(scene: Scene, path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nhost: 127.0.0.1\r\ncookie: {COOKIE}={scene.hostile}\r\n\r\n".encode()


def advice(scene: Scene, lots: random.Random) -> bytes:
    """What a bot thinks, again and again."""
    return _get(scene, f"/api/games/{scene.game}/advice?language={lots.choice(('de', 'en'))}")


def views(scene: Scene, lots: random.Random) -> bytes:
    """One game as it was after any move."""
    return _get(scene, f"/games/{scene.game}/view?at={lots.randrange(scene.moves)}")


def openings(scene: Scene, lots: random.Random) -> bytes:
    """Games that take long to open."""
    return _get(scene, f"/api/games/{lots.choice(scene.slow)}")


def previews(scene: Scene, lots: random.Random) -> bytes:
    """What many actions would bring, never the same ones."""
    asked = [
        {key: value + lots.randrange(50) if type(value) is int and key != "seat" else value
         for key, value in lots.choice(scene.actions).items()} for _ in range(40)
    ]  # fmt: skip
    body = json.dumps({"actions": asked}).encode()
    head = f"POST /api/games/{scene.game}/preview HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-length: {len(body)}"
    return f"{head}\r\nauthorization: Bearer {scene.hostile}\r\n\r\n".encode() + body


def mixed(scene: Scene, lots: random.Random) -> bytes:
    """Something of everything, and pages that need no game."""
    others: tuple[Asks, ...] = (advice, views, openings, previews)
    pages = ("/", f"/games/{scene.game}", f"/games/{scene.game}/end", f"/titles/{TITLE}/light.svg", "/api/games")
    return lots.choice(others)(scene, lots) if lots.random() < 0.7 else _get(scene, lots.choice(pages))


ATTACKS: dict[str, Asks] = {one.__name__: one for one in (advice, views, openings, previews, mixed)}


def _long_game() -> stellwerk.Game:
    game, lots = stellwerk.new(TITLE, players=list(PLAYERS), seed=3), random.Random(4)
    while len(game.actions) < LONG and not game.over:
        game.play(game.legal_actions().pick(lots))
    return game


def prepare(folder: Path) -> Scene:
    """A folder with two people, a long game of each, and many more that nobody has open."""
    settings = Settings(data=folder)
    folder.mkdir()
    storage = Storage(settings.database)
    visitors, game = Visitors(storage), _long_game()
    entries = [msgspec.json.encode(action) for action in game.actions]

    def person(name: str) -> tuple[Person, str]:
        key = visitors.new_key()
        return storage.add_person(name, visitors._digest(key)), key

    def table(owner: Person, status: str) -> str:
        now = time.time()
        seats = tuple(Seat(seat, PERSON, name, owner.id) for seat, name in enumerate(PLAYERS))
        row = GameRow(
            secrets.token_urlsafe(9), TITLE, find_title(TITLE).rules_version, game.options, game.seed, owner.id,
            status, now, now, None, seats,
        )  # fmt: skip
        storage.add_game(row, entries)
        return row.id

    (honest, honest_key), (hostile, hostile_key) = person("Honest"), person("Hostile")
    page, target = table(honest, RUNNING), table(hostile, RUNNING)
    slow = [table(hostile, FINISHED) for _ in range(SLOW_GAMES)]
    storage.close()
    legal = game.legal_actions(game.waiting_for()[0])
    actions = [msgspec.to_builtins(getattr(choice, "action", choice)) for choice in list(legal)[:40]]
    return Scene(honest_key, hostile_key, page, target, len(game.actions), actions, slow)


async def _press(port: int, ask: Callable[[], bytes], told: Counter[str]) -> None:
    """One connection that never stops asking, and comes again when it is closed."""
    while True:
        with suppress(OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            reading, writing = await asyncio.open_connection("127.0.0.1", port)
            try:
                while True:
                    writing.write(ask())
                    head = (await reading.readuntil(b"\r\n\r\n")).lower()
                    told[head.split(b" ", 2)[1].decode()] += 1
                    if b"content-length: " in head:
                        await reading.readexactly(int(head.partition(b"content-length: ")[2].split(b"\r\n")[0]))
                    elif b"chunked" in head:
                        await reading.readuntil(b"0\r\n\r\n")
            finally:
                writing.close()
        told["closed"] += 1
        await asyncio.sleep(0.05)


def _crowd(port: int, scene: Scene, attack: str, connections: int, seconds: float, said: Any) -> None:
    os.nice(10)
    told: Counter[str] = Counter()

    async def pressing() -> None:
        asks = [partial(ATTACKS[attack], scene, random.Random(number)) for number in range(connections)]
        await asyncio.wait([asyncio.create_task(_press(port, ask, told)) for ask in asks], timeout=seconds)

    with suppress(asyncio.CancelledError):
        asyncio.run(pressing())
    said.send(dict(told))


def ask_for_pages(port: int, scene: Scene, seconds: float) -> tuple[list[float], Counter[str]]:
    """How long each page took, in milliseconds, and what else came than pages."""
    taken: list[float] = []
    failed: Counter[str] = Counter()
    paths = ("/", f"/games/{scene.page}", f"/games/{scene.page}/view")
    asking = http.client.HTTPConnection("127.0.0.1", port, timeout=20)
    end, number = time.monotonic() + seconds, 0
    while time.monotonic() < end:
        start = time.perf_counter()
        try:
            asking.request("GET", paths[number % len(paths)], headers={"cookie": f"{COOKIE}={scene.honest}"})
            answer = asking.getresponse()
            answer.read()
            if answer.status != 200:
                failed[str(answer.status)] += 1
        except (OSError, http.client.HTTPException) as error:
            failed[type(error).__name__] += 1
            asking.close()
        taken.append(1000 * (time.perf_counter() - start))
        number += 1
        time.sleep(PAUSE)
    asking.close()
    return taken, failed


def _say(attack: str, connections: int, taken: list[float], failed: Counter[str], crowd: dict[str, int]) -> None:
    taken.sort()
    late, median = taken[int(len(taken) * 0.99)], taken[len(taken) // 2]
    fate = ", ".join(f"{count} × {what}" for what, count in sorted(crowd.items())) or "none"
    print(
        f"{attack} by {connections}: {len(taken)} pages, median {median:.0f} ms, 99% {late:.0f} ms,"
        f" max {taken[-1]:.0f} ms, failed {dict(failed) or 0}; crowd: {fate}; load {os.getloadavg()[0]:.1f}",
        flush=True,
    )


def attacked(port: int, scene: Scene, attack: str, connections: int, seconds: float) -> None:
    """One attack, and the figure of it."""
    hear, say = multiprocessing.Pipe(duplex=False)
    context = multiprocessing.get_context("spawn")
    crowd = context.Process(target=_crowd, args=(port, scene, attack, connections, seconds + 2, say), daemon=True)
    if connections:
        crowd.start()
        time.sleep(2)
    taken, failed = ask_for_pages(port, scene, seconds)
    fate: dict[str, int] = {}
    if connections:
        crowd.join(30)
        fate = hear.recv() if hear.poll() else {}
        if crowd.is_alive():
            crowd.kill()
    _say(attack, connections, taken, failed, fate)


def _until_open(port: int) -> None:
    for _ in range(600):
        with suppress(httpx.HTTPError):
            httpx.get(f"http://127.0.0.1:{port}/api/titles", timeout=2)
            return
        time.sleep(0.1)
    raise SystemExit("the server did not open")


def main() -> None:
    """A server of its own for every attack."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", default=list(ATTACKS), help=f"of {', '.join(ATTACKS)}")
    parser.add_argument("--connections", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        scene = prepare(Path(folder) / "games")
        for number, attack in enumerate(["calm", *given.attacks]):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                port = probe.getsockname()[1]
            program = [sys.executable, "-c", "from stellwerk.cli import main; main()"]
            with (Path(folder) / f"log{number}").open("wb") as out:
                server = subprocess.Popen(
                    [*program, "serve", "--port", str(port), "--data", f"{folder}/games"], stdout=out, stderr=out
                )
                try:
                    _until_open(port)
                    ask_for_pages(port, scene, 3)  # the first look, by which all is at hand
                    attacked(port, scene, attack, given.connections if attack != "calm" else 0, given.seconds)
                finally:
                    server.terminate()
                    server.wait(30)
            said = (Path(folder) / f"log{number}").read_text(errors="replace").splitlines()
            if len(said) > 1:
                print(f"  the server's log has {len(said) - 1} lines: {said[1][:200]}", flush=True)


if __name__ == "__main__":
    main()
