"""Bots of many games: nobody's stop for others', for damage, for storage that fails, or for want of memory."""

from __future__ import annotations

import logging
import random
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest
import sqlalchemy as sa

from stellwerk.host import host as host_module
from stellwerk.host.bots import bot_queue
from stellwerk.host.bots.driver import Driver
from stellwerk.host.host import Host
from stellwerk.host.live import BASE, MOVE, LiveGame
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import BOT, PERSON, Person, Seat
from stellwerk.host.storage.schema import log
from stellwerk.play.core import Action
from stellwerk.view.faults import Full, Missing


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot_queue, "FIRST_DELAY", 0.0)


def _host(folder: Path, **values: Any) -> Host:
    return Host(Settings(data=folder, pace=0.0, processes=0, **values))


def _ada(host: Host) -> Person:
    return host.storage.person_with("ada") or host.storage.add_person("Ada", "ada")


def _new(host: Host, *kinds: str, seed: int = 1) -> str:
    ada = _ada(host)
    seats = [
        Seat(n, kind, f"P{n}", ada.id if kind == PERSON else None, "random" if kind == BOT else "")
        for n, kind in enumerate(kinds)
    ]
    return host.create(ada, "chicago-express", seats, {}, seed).row.id


def _act(host: Host, live: LiveGame) -> None:
    action = live.game.legal_actions(0).pick(random.Random(1))
    host.act(live.row.id, _ada(host), live.decision(0), msgspec.to_builtins(action))


class Gate:
    """Lets bots choose once it is open, and notes for which game they do."""

    def __init__(self, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
        self.moves: list[str] = []
        self.open = threading.Event()
        choose = host.robots.choose

        def noted(live: LiveGame, seat: int, level: str) -> Action:
            self.open.wait()
            self.moves.append(live.row.id)
            return choose(live, seat, level)

        monkeypatch.setattr(host.robots, "choose", noted)


# Many games -------------------------------------------------------------------------------------------------


def test_games_of_bots_alone_move_in_turn(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Of two threads one may be kept waiting by the machine, with a game that then moves less often.
    monkeypatch.setattr(host_module, "Driver", lambda *args: Driver(*args[:-1], 1))
    host = _host(tmp_path)
    gate = Gate(host, monkeypatch)
    ids = [_new(host, BOT, BOT, BOT, seed=seed) for seed in range(8)]
    gate.open.set()
    for id_ in ids:
        assert host.settled(id_).game.over
    assert Counter(gate.moves[:80]) == dict.fromkeys(ids, 10)
    host.close()


def test_bots_answer_a_person_while_others_play_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = _host(tmp_path)
    gate = Gate(host, monkeypatch)
    alone = [_new(host, BOT, BOT, BOT, seed=seed) for seed in range(8)]
    mine = _new(host, PERSON, BOT)
    _act(host, host.open(mine))
    gate.open.set()
    for id_ in (mine, *alone):
        host.settled(id_)
    assert mine in gate.moves[:4]  # the threads held a move each when the person's game came first
    host.close()


@pytest.mark.long
def test_a_game_that_leaves_memory_keeps_its_bots(tmp_path: Path) -> None:
    host = _host(tmp_path, games_bytes=2 * (BASE + 250 * MOVE))
    ids = [_new(host, BOT, BOT, seed=seed) for seed in range(4)]
    for id_ in ids:
        assert host.settled(id_).game.over
    assert sum(live.weight for live in host._live.values()) <= 2 * (BASE + 300 * MOVE)
    assert len(host._live) < 4
    host.close()


@pytest.mark.long
def test_a_bot_plays_on_in_the_game_that_is_in_memory_now(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = _host(tmp_path)
    choose = host.robots.choose

    def forgetful(live: LiveGame, seat: int, level: str) -> Action:
        host._forget(live.row.id)
        host.open(live.row.id)
        return choose(live, seat, level)

    monkeypatch.setattr(host.robots, "choose", forgetful)
    live = host.settled(_new(host, BOT, BOT))
    assert live.game.over
    entries = host.storage.entries(live.row.id)
    assert live.number == len(entries)
    assert len(live.game.actions) == sum(b'"type":"mark"' not in entry for entry in entries)
    assert not caplog.records
    host.close()


# Faults -----------------------------------------------------------------------------------------------------


def _fail(host: Host, monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    extend, left = host.storage.extend, [times]

    def failing(*values: Any) -> None:
        if left[0]:
            left[0] -= 1
            raise Full("fault.full", problem="database or disk is full")
        extend(*values)

    monkeypatch.setattr(host.storage, "extend", failing)


def test_a_storage_error_is_told_once_and_bots_go_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    host = _host(tmp_path)
    _fail(host, monkeypatch, 3)
    id_ = _new(host, BOT, BOT)
    assert host.settled(id_).game.over
    (told,) = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert id_ in told.getMessage()
    assert told.exc_info is not None
    host.close()


def _damage(host: Host, statement: Any) -> None:
    with host.storage.writing() as connection:
        connection.execute(statement)


def _no_json(id_: str) -> Any:
    return sa.update(log).where(log.c.game == id_, log.c.number == 2).values(body=b'{"type":')


def _no_action(id_: str) -> Any:
    return sa.update(log).where(log.c.game == id_, log.c.number == 2).values(body=b"[[]]")


@pytest.mark.parametrize("damage", [_no_json, _no_action])
def test_a_damaged_game_is_marked_and_others_go_on(
    tmp_path: Path, damage: Callable[[str], Any], caplog: pytest.LogCaptureFixture
) -> None:
    host = _host(tmp_path)
    bad, good = _new(host, PERSON, PERSON), _new(host, BOT, BOT, seed=2)
    for seat in (0, 1, 0):
        live = host.open(bad)
        if seat in live.game.waiting_for():
            action = live.game.legal_actions(seat).pick(random.Random(1))
            host.act(bad, _ada(host), live.decision(seat), msgspec.to_builtins(action))
    assert host.open(bad).number == 3
    _damage(host, damage(bad))
    host.close()
    again = _host(tmp_path)
    again.wake()
    assert again.open(bad).broken.startswith("2:")
    assert again.settled(good).game.over
    assert bad in caplog.text
    again.close()


def test_a_log_with_a_hole_is_damaged_even_if_the_rest_could_be_played(tmp_path: Path) -> None:
    host = _host(tmp_path)
    id_ = _new(host, PERSON, PERSON)
    _act(host, host.open(id_))
    host.undo(id_, _ada(host), 1)
    _act(host, host.open(id_))
    _damage(host, sa.delete(log).where(log.c.game == id_, log.c.number < 3))
    host._forget(id_)
    assert host.open(id_).broken.startswith("1:")
    host.close()


def test_a_row_that_cannot_be_read_does_not_keep_others_from_waking(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    host = _host(tmp_path)
    bad, good = _new(host, PERSON, PERSON), _new(host, PERSON, BOT)
    _damage(host, sa.text("UPDATE games SET options = '{' WHERE id = :id").bindparams(id=bad))
    host.close()
    again = _host(tmp_path)
    again.wake()
    assert list(again._live) == [good]
    assert bad in caplog.text
    again.close()


# Threads ----------------------------------------------------------------------------------------------------


def _driver(move: Callable[[str], bool], pace: float = 0.0) -> Driver:
    return Driver(move, lambda game: True, lambda game: True, pace, 2)


def test_no_error_ends_a_thread() -> None:
    left = Counter({"a": 5, "b": 5, "c": 5})

    def move(game: str) -> bool:
        left[game] -= 1
        if left[game]:
            raise AssertionError(f"{game} {left[game]}")
        return False

    driver = _driver(move)
    for game in "abc":
        driver.want(game)
    for game in "abc":
        driver.wait(game)
    assert not any(left.values())
    driver.stop()
    driver.join()


def test_a_game_that_is_gone_is_dropped() -> None:
    def move(game: str) -> bool:
        raise Missing("fault.no_game")

    driver = _driver(move)
    driver.want("a")
    driver.wait("a")
    driver.stop()
    driver.join()


def test_closing_does_not_wait_for_what_is_due_later() -> None:
    driver = _driver(lambda game: True, pace=3600)
    driver.want("a")
    driver.stop()
    driver.join()
    driver.wait("a")
    driver.want("b")
    assert not any(thread.is_alive() for thread in driver._threads)
