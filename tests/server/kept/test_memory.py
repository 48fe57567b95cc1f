"""What stays in memory: games by reason, use and size, and one cache by bytes for what is made of them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from stellwerk.host.kept.cache import ENTRY, Cache, Shelf, measured
from stellwerk.host.kept.memory import surplus
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.titles.registry import find_title


def _game(id_: str, moves: int, weight: int = 100) -> Any:
    return SimpleNamespace(row=SimpleNamespace(id=id_), marks=[0] * (moves + 1), weight=weight)


def test_who_lays_out_games_sends_only_these_out_of_memory() -> None:
    mine, new = _game("mine", 40), [_game(f"new {number}", 0) for number in range(5)]
    assert surplus([mine, *new], 300, lambda id_: 0) == new[:3]


def test_what_somebody_looks_at_goes_last_and_the_newest_never() -> None:
    games = [_game("looked at", 9), _game("bots", 9), _game("old", 9), _game("newest", 9)]
    stays = {"looked at": 2, "bots": 1}
    assert [one.row.id for one in surplus(games, 0, lambda id_: stays.get(id_, 0))] == ["old", "bots", "looked at"]
    assert surplus(games, 400, lambda id_: 0) == []


def test_one_cache_for_all_games_never_takes_more_than_its_limit() -> None:
    cache = Cache(10 * (ENTRY + measured("x" * 1000)))
    shelves = [Shelf(cache) for _ in range(4)]
    for number in range(100):
        shelves[number % 4].put(number, "x" * 1000)
    assert cache.size <= cache.limit
    assert len(cache) == 10 == sum(map(len, shelves))
    assert shelves[3].get(99)
    assert shelves[0].get(0) is None
    shelves[3].clear()
    assert shelves[3].get(99) is None
    assert cache.size == sum(shelf.size for shelf in shelves)
    Shelf(cache).put("too large", "x" * cache.limit)
    assert cache.size <= cache.limit


def test_games_share_the_cache_that_they_are_given_also_while_nothing_is_in_it() -> None:
    cache, seats = Cache(10_000), tuple(Seat(seat, PERSON, f"P{seat}", 1) for seat in range(3))
    rules = find_title("chicago-express").rules_version
    rows = [
        GameRow(id_, "chicago-express", rules, {}, 1, None, RUNNING, 0.0, 0.0, None, seats) for id_ in "ab"
    ]
    for live in [LiveGame(row, cache=cache) for row in rows]:
        live.log_memo.put("a line", "x" * 1000)
    assert len(cache) == 2
