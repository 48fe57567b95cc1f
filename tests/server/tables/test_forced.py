"""A step in which only passing is legal passes by itself: in the log, by undo and redo, for people and bots."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from forced_games import before_a_forced_pass
from stellwerk.host.host import Host
from stellwerk.host.live import LiveGame
from stellwerk.host.storage.rows import BOT, PERSON, Person, Seat
from stellwerk.play.core import Action
from stellwerk.play.game import Game

from .test_host import _host


def _seated(host: Host, game: Game, *kinds: str) -> tuple[Person, Person, LiveGame]:
    """A table where such a game has been played so far; the other person sits at seats named so."""
    ada, bo = host.storage.add_person("Ada", "a key"), host.storage.add_person("Bo", "another")
    sitting = {"me": ada.id, "other": bo.id}
    seats = [
        Seat(n, BOT if kind == BOT else PERSON, name, sitting.get(kind), "steady" if kind == BOT else "")
        for n, (kind, name) in enumerate(zip(kinds, game.players, strict=True))
    ]
    live = host.create(ada, game.title.id, seats, {}, game.seed)
    for number, action in enumerate(game.actions, 1):
        host.storage.extend(live.row.id, number, [msgspec.json.encode(action)], None, False)
    host.drop(live)
    return ada, bo, host.open(live.row.id)


def _act(host: Host, live: LiveGame, ada: Person, after: Game) -> None:
    action = after.actions[len(live.game.actions)]
    host.act(live.row.id, ada, live.decision(action.seat), msgspec.to_builtins(action))


def test_the_pass_follows_at_once_and_goes_back_with_the_choice_before_it(tmp_path: Path) -> None:
    host = _host(tmp_path)
    before, after = before_a_forced_pass("1835")
    ada, _, live = _seated(host, before, "me", "me", "me")
    _act(host, live, ada, after)
    assert live.game.actions == after.actions
    assert live.game.digest() == after.digest()
    kept = host.storage.entries(live.row.id)
    assert [msgspec.json.decode(entry)["type"] for entry in kept[len(before.actions) + 1 :]] == ["pass"] * (
        len(after.actions) - len(before.actions) - 1
    )

    host.undo(live.row.id, ada, live.number)
    assert live.game.digest() == before.digest()  # not to the pass, which would only follow again
    host.redo(live.row.id, ada, live.number)
    assert live.game.digest() == after.digest()
    assert not live.taken_back
    host.undo(live.row.id, ada, live.number)
    host.close()

    again = _host(tmp_path)  # a restart reads the same
    found = again.redo(live.row.id, ada, live.number)
    assert found.game.digest() == after.digest()
    again.close()


def test_a_forced_pass_of_somebody_else_does_not_settle_what_one_did(tmp_path: Path) -> None:
    host = _host(tmp_path)
    before, after = before_a_forced_pass("1844")
    actor = after.actions[len(before.actions)].seat
    ada, bo, live = _seated(host, before, *("me" if seat == actor else "other" for seat in range(3)))
    _act(host, live, ada, after)
    assert live.game.actions == after.actions
    passed = {action.seat for action in after.actions[len(before.actions) + 1 :]}
    assert live.last_of(ada.id) == len(before.actions)
    if passed - {actor}:
        assert live.last_of(bo.id) is None  # nothing was chosen there
    host.undo(live.row.id, ada, live.number)
    assert live.game.digest() == before.digest()
    host.close()


def test_bots_are_not_asked_for_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    host = _host(tmp_path)
    before, after = before_a_forced_pass("1835")
    actor = after.actions[len(before.actions)].seat
    asked: list[int] = []
    choose = host.robots.choose

    def noted(live: LiveGame, seat: int, level: str) -> Action | None:
        asked.append(len(live.game.actions))
        return choose(live, seat, level)

    monkeypatch.setattr(host.robots, "choose", noted)
    ada, _, live = _seated(host, before, *("me" if seat == actor else BOT for seat in range(3)))
    _act(host, live, ada, after)
    live = host.settled(live.row.id)
    forced = range(len(before.actions) + 1, len(after.actions))
    assert live.game.actions[: len(after.actions)] == after.actions
    assert not set(forced) & set(asked)
    host.close()
