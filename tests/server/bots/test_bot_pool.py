"""What workers are told of a game: only what is new, and all of it where their past is another."""

from __future__ import annotations

import itertools
import logging
import random
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from stellwerk import bots
from stellwerk.host.bots.bot_pool import Desk, Forgotten, Question, Robots
from stellwerk.host.bots.workers import Occupied
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import BOT, RUNNING, GameRow, Seat
from stellwerk.host.storage.tables.journal import UNDO


@pytest.fixture
def robots() -> Iterator[Robots]:
    made = Robots(1)
    yield made
    made.close()


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[tuple[int, bool]]:
    """How many actions each question carried, and whether it could be answered."""
    found: list[tuple[int, bool]] = []
    answer = Desk.__call__

    def noted(self: Desk, question: Question) -> Any:
        answered = answer(self, question)
        found.append((len(msgspec.json.decode(question.new)), not isinstance(answered, Forgotten)))
        return answered

    monkeypatch.setattr(Desk, "__call__", noted)
    return found


def _live(id_: str = "a") -> LiveGame:
    seats = tuple(Seat(seat, BOT, f"B{seat}", None, "steady") for seat in range(3))
    return LiveGame(GameRow(id_, "chicago-express", 1, {}, 1, None, RUNNING, 0.0, 0.0, None, seats))


def _move(robots: Robots, live: LiveGame, level: str = "random") -> None:
    action = robots.choose(live, live.game.waiting_for()[0], level)
    live.follow(msgspec.json.encode(action))
    assert not live.broken


def test_only_what_is_new_is_sent(asked: list[tuple[int, bool]]) -> None:
    robots, live = Robots(0), _live()
    for _ in range(5):
        _move(robots, live)
    assert asked == [(0, True), (1, True), (1, True), (1, True), (1, True)]


def test_who_asks_twice_about_the_same_position_sends_nothing(asked: list[tuple[int, bool]]) -> None:
    robots, live = Robots(0), _live()
    _move(robots, live)
    for _ in range(2):
        assert robots.choose(live, live.game.waiting_for()[0], "random")
    assert asked[1:] == [(1, True), (0, True)]


def test_after_an_undo_the_bot_knows_the_new_past(asked: list[tuple[int, bool]]) -> None:
    robots, live = Robots(0), _live()
    for _ in range(6):
        _move(robots, live)
    for _ in range(2):
        live.follow(UNDO)
    other = live.game.legal_actions().pick(random.Random(5))
    live.follow(msgspec.json.encode(other))
    live.follow(msgspec.json.encode(live.game.legal_actions().pick(random.Random(5))))
    seat = live.game.waiting_for()[0]
    assert len(live.game.actions) == 6
    lots = random.Random(f"1/6/{seat}")
    assert robots.choose(live, seat, "steady") == bots.choose(live.game, seat, "steady", lots)
    assert asked[-1] == (6, True)


def test_a_worker_that_has_forgotten_a_game_is_told_all(asked: list[tuple[int, bool]]) -> None:
    robots, live = Robots(0), _live()
    for _ in range(3):
        _move(robots, live)
    robots._here = Desk()
    _move(robots, live)
    assert asked[-2:] == [(1, False), (3, True)]


def test_a_worker_that_was_killed_is_replaced_without_a_word(robots: Robots) -> None:
    live = _live()
    for _ in range(3):
        _move(robots, live)
    process = robots._workers[0]._process
    assert process is not None
    process.kill()
    process.join()
    _move(robots, live)
    assert len(live.game.actions) == 4


def test_a_bot_that_fails_plays_by_lot_and_says_so_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*values: Any) -> None:
        raise KeyError("no such share")

    monkeypatch.setattr(bots, "decide", fails)
    robots, live = Robots(0), _live()
    for _ in range(4):
        _move(robots, live, "steady")
    (told,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert "no such share" in told.getMessage()


def test_a_frozen_worker_holds_no_other(asked: list[tuple[int, bool]], monkeypatch: pytest.MonkeyPatch) -> None:
    """While one thinks on and on, the game is asked about where another is free, who is told all of it."""
    robots, live = Robots(2), _live()
    desks = [Desk(), Desk()]
    home = zlib.crc32(live.row.id.encode()) % 2
    for place, worker in enumerate(robots._workers):
        monkeypatch.setattr(worker, "ask", lambda question, more, place=place: desks[place](question))
    for _ in range(3):
        _move(robots, live)

    @contextmanager
    def occupied(whatever_happens: bool = False) -> Iterator[None]:
        raise Occupied
        yield

    with monkeypatch.context() as frozen:
        frozen.setattr(robots._workers[home], "turn", occupied)
        _move(robots, live)
    _move(robots, live)
    assert asked == [(0, True), (1, True), (1, True), (3, True), (2, True)]
    assert live.row.id in desks[1 - home]._games


def test_what_a_game_has_waited_counts_for_the_time_to_think(monkeypatch: pytest.MonkeyPatch) -> None:
    robots, live, clock, given = Robots(0), _live(), [100.0], []
    decide = bots.decide

    def noted(game: Any, seat: int, level: str, lots: random.Random, budget: bots.Budget) -> Any:
        given.append(budget.seconds)
        return decide(game, seat, level, lots, budget)

    class Busy:
        """Whoever thinks is free after a second."""

        def __enter__(self) -> None:
            clock[0] += 1.0

        def __exit__(self, *failed: object) -> None:
            pass

    monkeypatch.setattr("stellwerk.host.bots.bot_pool.bots.decide", noted)
    monkeypatch.setattr("stellwerk.host.bots.bot_pool.time.monotonic", lambda: clock[0])
    monkeypatch.setattr(robots, "_here_turn", Busy())
    _move(robots, live)
    assert given == [bots.Budget().seconds - 1.0]


def test_a_decision_that_was_cut_short_is_counted_and_told(
    robots: Robots, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """In the process that thinks nobody reads a log: it tells whoever asked."""
    live, clock = _live(), itertools.count(step=10.0)
    while len(live.game.legal_actions(live.game.waiting_for()[0])) < 2:
        _move(robots, live)
    assert robots.cuts.counts() == {"strong": 0}
    with monkeypatch.context() as late:
        late.setattr("stellwerk.host.bots.bot_pool.time", SimpleNamespace(monotonic=lambda: next(clock)))
        assert robots.choose(live, live.game.waiting_for()[0], "strong")
    assert robots.cuts.counts() == {"strong": 1}
    (told,) = [record for record in caplog.records if record.levelno >= logging.WARNING]
    assert told.getMessage().endswith("(strong, chicago-express)")
