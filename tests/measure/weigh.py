"""Figures for docs/hosting.md: `python tests/measure/weigh.py` lays siege to a game's log and to the memory.

What long games cost to open, to look at and to keep; one that is played and taken back for ever; views of all
moves; games that are laid out as fast as that can be done.
"""

from __future__ import annotations

import gc
import random
import statistics
import tempfile
import threading
import time
import tracemalloc
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.live import LiveGame, Look
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Person, Seat
from stellwerk.play.core import Action, Pass
from stellwerk.web.render import templates
from stellwerk.web.tables.parts import fragments

MEGABYTE = 1024 * 1024
UNDO = b'{"type":"undo"}'
LENGTHS = (100, 1_000, 10_000)


def played(title: str, moves: int, passing: bool = False) -> stellwerk.Game:
    """A game by lot; passing wherever that is possible makes some last."""
    game, lots = stellwerk.new(title, ["Ada", "Bo", "Cleo"], seed=3), random.Random(3)
    while len(game.actions) < moves and not game.over:
        game.play(choice(game, lots, passing))
    return game


def choice(game: stellwerk.Game, lots: random.Random, passing: bool) -> Action:
    """What the next player does."""
    nothing = Pass(game.waiting_for()[0])
    return nothing if passing and game.refusal(nothing) is None else game.legal_actions(nothing.seat).pick(lots)


@contextmanager
def hosted(**values: Any) -> Iterator[tuple[Host, Person]]:
    """A host in a folder that goes away."""
    with tempfile.TemporaryDirectory() as folder:
        host = Host(Settings(data=Path(folder), pace=0.0, processes=0, **values))
        try:
            yield host, host.storage.add_person("Ada", "key")
        finally:
            host.close()


def put(host: Host, ada: Person, game: stellwerk.Game, entries: list[bytes], name: str) -> str:
    """A log, as if it had been played here."""
    seats = tuple(Seat(seat, PERSON, player, ada.id) for seat, player in enumerate(game.players))
    rules = game.title.rules_version
    row = GameRow(
        name, game.title.id, rules, game.options, game.seed, ada.id, RUNNING, 1.0, 1.0, None, seats
    )  # fmt: skip
    host.storage.add_game(row, entries)
    return name


def median(times: int, what: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> float:
    """Milliseconds of the processor, whatever else it does."""
    taken = []
    for _ in range(times):
        before()
        start = time.thread_time()
        what()
        taken.append(1000 * (time.thread_time() - start))
    return statistics.median(taken)


def waited(times: int, what: Callable[[], Any]) -> float:
    """Milliseconds by the clock, in the middle."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        what()
        taken.append(1000 * (time.perf_counter() - start))
    return statistics.median(taken)


def figures(host: Host, ada: Person, id_: str) -> str:
    """What a game costs: to open, and for each move to play it and to make a page anew."""
    start = time.thread_time()
    live = host.open(id_)
    opened = time.thread_time() - start
    lots = random.Random(1)

    def act() -> None:
        if not live.game.over:
            action = choice(live.game, lots, True)
            host.act(id_, ada, live.decision(action.seat), msgspec.to_builtins(action))

    def page() -> None:
        fragments(live, Look(live.game.waiting_for()[0] if live.game.waiting_for() else 0, "en"), templates())

    page()
    shown = median(9, page, act)
    acted = median(9, act)
    back = median(5, lambda: host.undo(id_, ada, live.number))
    at = iter(range(0, len(live.game.actions), max(1, len(live.game.actions) // 9)))
    looked = median(8, lambda: fragments(live, Look(0, "en", at=next(at)), templates()))
    return (
        f"{len(live.game.actions)} moves of {live.number} entries: opened in {opened:.2f} s, page {shown:.0f} ms, "
        f"an earlier move {looked:.0f} ms, act {acted:.1f} ms, undo {back:.1f} ms"
    )


def lengths() -> None:
    """Long games, and short ones with a long log."""
    long = [("1844, passing", played("1844", moves, passing=True)) for moves in LENGTHS]
    lots = [(f"{title}, by lot", played(title, moves)) for title in ("1835", "1873") for moves in (100, 700)]
    for name, game in (*long, *lots):
        with hosted() as (host, ada):
            entries = [msgspec.json.encode(action) for action in game.actions]
            print(f"{name}: {figures(host, ada, put(host, ada, game, entries, 'long'))}", flush=True)
    game = played("1835", 60)
    first = [msgspec.json.encode(action) for action in game.actions]
    unbounded = {"longest_log": 10**6} if "longest_log" in Settings.__struct_fields__ else {}
    for count in (*LENGTHS, 100_000):
        with hosted(**unbounded) as (host, ada):
            entries = [*first, *[UNDO, first[-1]] * (count // 2)]
            print(f"act and undo: {figures(host, ada, put(host, ada, game, entries, 'loop'))}", flush=True)


def beside() -> None:
    """How long somebody else waits for a page while a slow game is opened."""
    slow, quick = played("1844", 400), played("chicago-express", 60)
    with hosted() as (host, ada):
        put(host, ada, slow, [msgspec.json.encode(action) for action in slow.actions], "slow")
        id_ = put(host, ada, quick, [msgspec.json.encode(action) for action in quick.actions], "quick")
        live = host.open(id_)

        def page() -> None:
            live.memo.clear()
            fragments(live, Look(0, "en"), templates())

        page()
        alone = waited(20, page)
        done = threading.Event()

        def opening() -> None:
            while not done.is_set():
                host.open("slow")
                host._forget("slow")

        threads = [threading.Thread(target=opening) for _ in range(2)]
        for thread in threads:
            thread.start()
        disturbed = waited(20, page)
        done.set()
        for thread in threads:
            thread.join()
        print(f"a page of another game: {alone:.0f} ms, while a slow one is opened by two {disturbed:.0f} ms")


def taken_by(made: Callable[[], Any]) -> tuple[float, Any]:
    """Megabytes that something takes, after one like it was made to have what all of them share."""
    made()
    gc.collect()
    tracemalloc.start()
    kept = made()
    gc.collect()
    size = tracemalloc.get_traced_memory()[0] / MEGABYTE
    tracemalloc.stop()
    return size, kept


def memory() -> None:
    """A thousand moves, and every look at them."""
    for title in stellwerk.title_ids():
        game = played(title, 1_000)
        with hosted() as (host, ada):
            id_ = put(host, ada, game, [msgspec.json.encode(action) for action in game.actions], "long")

            def opened(host: Host = host, id_: str = id_) -> LiveGame:
                host._forget(id_)
                return host.open(id_)

            size, live = taken_by(opened)
            each = size * 1000 / max(1, len(live.game.actions))
            print(f"{title}: {len(live.game.actions)} moves take {size:.2f} MB, {each:.2f} for 1,000", flush=True)
    game = played("1835", 600)
    with hosted() as (host, ada):
        id_ = put(host, ada, game, [msgspec.json.encode(action) for action in game.actions], "long")
        live = host.open(id_)
        fragments(live, Look(0, "en"), templates())
        gc.collect()
        tracemalloc.start()
        for at in range(0, 600, 2):
            fragments(live, Look(0, "en", at=at), templates())
        gc.collect()
        print(f"300 looks at one game pin {tracemalloc.get_traced_memory()[0] / MEGABYTE:.0f} MB", flush=True)
        tracemalloc.stop()


def crowd() -> None:
    """Games laid out without end, while somebody plays one."""
    with hosted() as (host, ada):
        mine = host.create(ada, "1835", [Seat(n, PERSON, f"P{n}", ada.id) for n in range(3)], {}, 1)
        lots = random.Random(1)
        for _ in range(20):
            action = choice(mine.game, lots, False)
            host.act(mine.row.id, ada, mine.decision(action.seat), msgspec.to_builtins(action))
        end, made = time.monotonic() + 30, 0
        while time.monotonic() < end and made < 6000 and not mine.gone:
            host.create(ada, "chicago-express", [Seat(n, PERSON, f"P{n}", ada.id) for n in range(3)], {}, 1)
            made += 1
        fate = "went out of memory" if mine.gone else "stayed in memory"
        print(f"{made} games laid out, {len(host._live)} of them in memory: the one that was played {fate}")


def main() -> None:
    """Everything, one after the other."""
    with suppress(KeyboardInterrupt):
        lengths()
        beside()
        memory()
        crowd()


if __name__ == "__main__":
    main()
