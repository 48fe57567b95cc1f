"""Games in memory: restarts, games that no longer replay, several readers, bots, news."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk.host.host import Host
from stellwerk.host.live import BASE, MOVE, LiveGame
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import BOT, FREE, PERSON, Person, Seat
from stellwerk.host.storage.tables.journal import UNDO
from stellwerk.host.tables import sitting_down
from stellwerk.view.faults import Stale

CHICAGO = "chicago-express"


def _host(folder: Path, **values: float) -> Host:
    return Host(Settings(data=folder, pace=0.0, processes=0, **values))  # type: ignore[arg-type]


def _game(host: Host, *kinds: str) -> tuple[Person, LiveGame]:
    person = host.storage.add_person("Ada", str(kinds))
    seats = [
        Seat(n, kind, f"P{n}", person.id if kind == PERSON else None, "random" if kind == BOT else "")
        for n, kind in enumerate(kinds)
    ]
    return person, host.create(person, CHICAGO, seats, {}, 1)


def _finished(work: Coroutine[Any, Any, Any]) -> Any:
    """Run in a thread of its own: another test's browser may hold an event loop in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, work).result()


def _first(host: Host, person: Person, live: LiveGame) -> None:
    seat = live.game.waiting_for()[0]
    action = live.game.legal_actions(seat).pick(random.Random(1))
    host.act(live.row.id, person, live.decision(seat), msgspec.to_builtins(action))


def test_a_restart_finds_every_game_as_it_was(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)
    for _ in range(6):
        _first(host, person, live)
    host.undo(live.row.id, person, live.number)
    digest, number, decision = live.game.digest(), live.number, live.decision(0)
    host.close()
    again = _host(tmp_path)
    found = again.open(live.row.id)
    assert (found.game.digest(), found.number, found.decision(0)) == (digest, number, decision)
    assert again.storage.entries(live.row.id)[-1] == UNDO
    again.close()


def test_bots_go_on_after_a_restart(tmp_path: Path) -> None:
    host = _host(tmp_path)
    _, live = _game(host, BOT, BOT)
    host.close()  # wherever they were
    again = _host(tmp_path)
    again.wake()
    assert again.settled(live.row.id).game.over
    again.close()


def test_a_game_that_no_longer_replays_is_shown_and_not_played(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)
    _first(host, person, live)
    host.storage.extend(live.row.id, 2, [b'{"type":"develop","seat":0,"hex":"A2"}'], None, False)
    host.close()
    again = _host(tmp_path)
    found = again.open(live.row.id)
    assert found.broken.startswith("2:")
    assert len(found.game.actions) == 1
    with pytest.raises(Stale):
        _first(again, person, found)
    again.close()


def test_what_cannot_be_kept_has_not_happened(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)
    host.storage.extend(live.row.id, 1, [b'{"type":"pass","seat":0}'], None, False)  # another process was faster
    before = live.game.digest()
    with pytest.raises(Stale):
        _first(host, person, live)
    assert live.game.digest() == before
    assert host.open(live.row.id).number == 1
    host.close()


def test_memory_is_bounded(tmp_path: Path) -> None:
    host = _host(tmp_path, games_bytes=3 * (BASE + MOVE))
    lives = [_game(host, PERSON, PERSON, *([PERSON] * n))[1] for n in range(4)]
    ids = [live.row.id for live in lives]
    assert [live.gone for live in lives] == [True, False, False, False]
    assert len(host._live) == 3
    assert host.open(ids[0]).row.id == ids[0]
    host.close()


def test_seats_fill_and_empty_until_play_begins(tmp_path: Path) -> None:
    host = _host(tmp_path)
    _, live = _game(host, PERSON, FREE, FREE)
    bo = host.storage.add_person("P0", "bo")
    sitting_down.sit(host, live.row.id, bo)
    assert [seat.name for seat in live.seats] == ["P0", "P0 2", ""]
    sitting_down.rise(host, live.row.id, bo)
    sitting_down.sit(host, live.row.id, bo, 2)
    sitting_down.sit(host, live.row.id, host.storage.add_person("Cleo", "c"), 1)
    assert live.game.players == ("P0", "Cleo", "P0 2")
    with pytest.raises(Stale):
        sitting_down.rise(host, live.row.id, bo)
    host.close()


def test_news_reach_everybody_who_looks(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)

    async def listen() -> list[bytes]:
        stream = host.news.stream(live)
        heard = [await anext(stream), await anext(stream)]
        await asyncio.to_thread(_first, host, person, live)
        heard.append(await anext(stream))
        await asyncio.to_thread(host.news.close)
        heard += [part async for part in stream]
        return heard

    retry, now, news = _finished(listen())
    assert retry.startswith(b"retry:")
    assert b'"number":0' in now
    assert news.startswith(b"id: 1\nevent: change\n")
    host.close()


def test_who_comes_back_with_the_last_number_hears_only_what_is_new(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)

    async def listen() -> bytes:
        stream = host.news.stream(live, "0")
        await anext(stream)
        waiting = asyncio.ensure_future(anext(stream))
        await asyncio.to_thread(_first, host, person, live)
        return await waiting

    assert b'"number":1' in _finished(listen())
    host.close()
