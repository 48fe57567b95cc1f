"""Figures for docs/hosting.md: `python tests/measure/measure.py` starts a server and measures it from outside."""

from __future__ import annotations

import json
import random
import socket
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

import httpx2 as httpx

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.host.storage.schema import views
from stellwerk.web.app import create_app
from stellwerk.web.door.run import Server


def _timed(times: int, what: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> list[float]:
    taken = []
    for _ in range(times):
        before()
        start = time.perf_counter()
        what()
        taken.append(1000 * (time.perf_counter() - start))
    return taken


def _say(what: str, taken: list[float]) -> None:
    late = sorted(taken)[int(len(taken) * 0.95)]
    print(f"{what}: median {statistics.median(taken):.1f} ms, 95% {late:.1f} ms, max {max(taken):.1f} ms")


def _long_game() -> stellwerk.Game:
    game, lots = stellwerk.new("1835", players=["Ada", "Bo", "Cleo", "Dan"], seed=3), random.Random(4)
    while len(game.actions) < 1000 and not game.over:
        game.play(game.legal_actions().pick(lots))
    print(f"1835, {len(game.actions)} actions, {sum(bool(t.tile) for t in game.state.board.tracks)} tiles laid")
    return game


def measure(host: Host, base: str) -> None:
    """Everything, one after the other."""
    token = httpx.post(f"{base}/api/guests", json={"name": "Ada"}).json()["token"]
    client = httpx.Client(base_url=base, headers={"authorization": f"Bearer {token}"})
    id_ = client.post("/api/games/import", content=_long_game().to_json()).json()["id"]
    page = f"/games/{id_}"

    def forget_page() -> None:
        live = host.open(id_)
        live.memo.clear()
        live.log_memo.clear()

    def cold() -> None:
        time.sleep(0.5)  # what the last page left to be done
        host._forget(id_)

    def unkept() -> None:
        cold()
        with host.storage.writing() as connection:
            connection.execute(views.delete())

    _say("from the log, replayed", _timed(5, lambda: client.get(page), unkept))
    _say("not in memory, view kept", _timed(10, lambda: client.get(page), cold))
    _say("page, nothing kept", _timed(20, lambda: client.get(page), forget_page))
    _say("page, kept", _timed(30, lambda: client.get(page)))
    answer = client.get(page)
    sent, plain = answer.num_bytes_downloaded / 1000, len(answer.content) / 1000
    print(f"page: {sent:.1f} kB compressed, {plain:.0f} kB plain")
    moves = iter(range(0, 1000, 37))
    _say("another move", _timed(27, lambda: client.get(f"{page}/view?at={next(moves)}")))
    _actions(client, base, id_)


def _actions(client: httpx.Client, base: str, id_: str) -> None:
    heard: dict[int, float] = {}
    news, ready = threading.Condition(), threading.Event()

    def listen() -> None:
        stream_at = f"{base}/api/games/{id_}/stream"
        with suppress(httpx.HTTPError), httpx.stream("GET", stream_at, timeout=120) as stream:
            for line in stream.iter_lines():
                ready.set()
                if line.startswith("data:"):
                    with news:
                        heard[json.loads(line[5:])["number"]] = time.perf_counter()
                        news.notify_all()

    threading.Thread(target=listen, daemon=True).start()
    ready.wait()
    taken, parts, lots = [], [], random.Random(1)
    for _ in range(150):
        legal = client.get(f"/api/games/{id_}/actions").json()
        body = {"decision": legal["decision"], "action": lots.choice(legal["choices"])["action"]}
        start = time.perf_counter()
        number: int = client.post(f"/api/games/{id_}/actions?quiet=1", json=body).json()["number"]
        with news:
            news.wait_for(lambda: number in heard)  # noqa: B023  # asked before the next number
        taken.append(1000 * (heard[number] - start))
        parts += _timed(1, lambda: client.get(f"/games/{id_}/view"))
    _say("from an action to the news of it", taken)
    _say("the page's new parts", parts)


def main() -> None:
    """A server on a free port, in a folder that goes away."""
    with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
        probe.close()
        app = create_app(Settings(data=Path(folder), processes=0, rate=1e6, burst=10**6))
        server = Server(app, "127.0.0.1", port)
        thread = threading.Thread(target=server.run)
        thread.start()
        while not server.started:
            time.sleep(0.05)
        try:
            measure(app.state.host, f"http://127.0.0.1:{port}")
        finally:
            server.should_exit = True
            thread.join()


if __name__ == "__main__":
    main()
