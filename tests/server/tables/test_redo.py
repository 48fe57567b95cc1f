"""Doing again what was taken back, and lists of games that tell whose turn it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from stellwerk.host.live import is_turn_of
from stellwerk.host.storage.rows import BOT, PERSON
from stellwerk.view.faults import Forbidden, Stale

from ..conftest import Caller
from .test_host import _first, _game, _host


def test_what_was_taken_back_is_done_again_one_by_one(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)
    digests = [live.game.digest()]
    for _ in range(3):
        _first(host, person, live)
        digests.append(live.game.digest())
    for _ in range(2):
        host.undo(live.row.id, person, live.number)
    assert live.game.digest() == digests[1]
    host.redo(live.row.id, person, live.number)
    assert live.game.digest() == digests[2]
    host.close()

    again = _host(tmp_path)  # a restart knows what is still to be done again
    found = again.redo(live.row.id, person, live.number)
    assert found.game.digest() == digests[3]
    assert len(found.game.actions) == 3
    assert found.number == 3 + 2 + 2
    with pytest.raises(Forbidden):
        again.redo(live.row.id, person, found.number)
    again.close()


def test_another_way_ends_the_one_that_was_taken_back(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)
    _first(host, person, live)
    host.undo(live.row.id, person, live.number)
    played = live.taken_back[-1]
    seat = live.game.waiting_for()[0]
    other = next(a for a in live.game.legal_actions(seat) if a != played and hasattr(a, "seat"))
    host.act(live.row.id, person, live.decision(seat), {"type": "pass", "seat": other.seat})
    with pytest.raises(Forbidden):
        host.redo(live.row.id, person, live.number)
    host.close()


def test_what_bots_answered_comes_back_with_it(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, BOT)
    _first(host, person, live)
    live = host.settled(live.row.id)
    digest, moves = live.game.digest(), len(live.game.actions)
    assert moves > 1
    host.undo(live.row.id, person, live.number)
    assert not live.game.actions
    host.redo(live.row.id, person, live.number)
    assert (live.game.digest(), len(live.game.actions)) == (digest, moves)
    assert live.marks == sorted(set(live.marks))
    host.close()


def test_redo_is_for_who_took_it_back_and_for_what_they_saw(tmp_path: Path) -> None:
    host = _host(tmp_path)
    person, live = _game(host, PERSON, PERSON)
    stranger = host.storage.add_person("Bo", "another key")
    _first(host, person, live)
    host.undo(live.row.id, person, live.number)
    with pytest.raises(Forbidden):
        host.redo(live.row.id, stranger, live.number)
    with pytest.raises(Stale):
        host.redo(live.row.id, person, live.number - 1)
    host.close()


def test_a_list_of_games_tells_whose_turn_it_is(tmp_path: Path) -> None:
    host = _host(tmp_path)
    ada, live = _game(host, PERSON, PERSON)
    bo = host.storage.add_person("Bo", "another key")
    row = host.storage.game(live.row.id)
    assert row is not None
    assert row.waiting == (0,)  # before anybody has moved
    assert is_turn_of(row, ada.id)
    assert not is_turn_of(row, bo.id)
    _first(host, ada, live)
    row = host.storage.game(live.row.id)
    assert row is not None
    assert row.waiting == (1,)
    host.close()


def test_the_lobby_begins_with_games_that_wait_for_me(ada: Caller) -> None:
    mine = ada.new("chicago-express", "me", "friend")
    elsewhere = ada.new("chicago-express", "open", "me")
    Caller(ada.client, "Bo").post(f"/games/{elsewhere}/seats")  # who then begins
    html = ada.client.get("/", headers=ada.headers).text
    assert html.index(mine) < html.index(elsewhere)  # though the other one is newer
    assert html.count('class="mine-now"') == 1
    assert "<title>(1) Stellwerk</title>" in html
    listed = ada.get("/games?mine=1&status=running")
    assert [one["waiting_for"] for one in listed if one["id"] == mine] == [[0]]
