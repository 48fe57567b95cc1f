"""What people say at a table and what they write down: who hears it, within which bounds, and as what."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from stellwerk.host.host import Host
from stellwerk.host.limits.buckets import Buckets
from stellwerk.host.tables import talk

from ..conftest import Caller

Table = tuple[str, Caller, Caller, Caller]


@pytest.fixture
def table(ada: Caller, bo: Caller, visit: Callable[..., Caller]) -> Table:
    """Ada and Bo at a table, and somebody who watches."""
    id_ = ada.new("chicago-express", "me", "open")
    bo.post(f"/games/{id_}/seats")
    return id_, ada, bo, visit().enter("Watcher")


def texts(person: Caller, id_: str) -> list[str]:
    """What somebody hears."""
    return [one["text"] for one in person.get(f"/games/{id_}/talk")["messages"]]


def test_everybody_hears_the_table_and_players_do_not_hear_who_watches(table: Table, host: Host) -> None:
    id_, ada, bo, watcher = table
    ada.post(f"/games/{id_}/talk", 201, text="  Good\nluck ")
    watcher.post(f"/games/{id_}/talk", 201, text="Ada will win")
    assert texts(ada, id_) == texts(bo, id_) == ["Good luck"]
    assert texts(watcher, id_) == ["Good luck", "Ada will win"]
    host._forget(id_)
    bo.post(f"/games/{id_}/talk", 201, text="Thanks")
    numbers = [one["number"] for one in watcher.get(f"/games/{id_}/talk")["messages"]]
    assert numbers == [1, 2, 3]
    page = bo.client.get(f"/games/{id_}/talk", headers=bo.headers).text
    assert "Good luck" in page
    assert "Ada will win" not in page


def test_who_watches_makes_nothing_go_that_was_said_at_the_table(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, ada, bo, watcher = table
    monkeypatch.setattr(talk, "KEPT", 2)
    ada.post(f"/games/{id_}/talk", 201, text="first")
    for number in range(4):
        watcher.post(f"/games/{id_}/talk", 201, text=f"noise {number}")
    bo.post(f"/games/{id_}/talk", 201, text="second")
    assert texts(ada, id_) == ["first", "second"]
    assert texts(watcher, id_) == ["first", "noise 2", "noise 3", "second"]


def test_moves_are_links_and_nothing_else_is_html(table: Table) -> None:
    id_, ada, bo, _ = table
    ada.choose(id_)
    said = ada.post(f"/games/{id_}/talk", 201, text="<b>see</b> #1, not #99 <script>alert(1)</script>")
    assert said["moves"] == [1]
    page = bo.client.get(f"/games/{id_}/talk", headers=bo.headers).text
    assert '<a href="?at=1" data-at="1">#1</a>' in page
    assert "&lt;script&gt;" in page
    assert "<script>" not in page
    assert 'data-at="99"' not in page


def test_who_is_muted_is_not_heard_until_one_wants_to(table: Table) -> None:
    id_, ada, bo, _ = table
    number = ada.post(f"/games/{id_}/talk", 201, text="blah")["number"]
    told = bo.post(f"/games/{id_}/talk/mute", number=number)
    assert (told["messages"], told["muted"]) == ([], [{"number": number, "name": "Ada", "blocked": False}])
    assert texts(ada, id_) == ["blah"]
    ada.post(f"/games/{id_}/talk/mute", 403, number=number)
    assert bo.post(f"/games/{id_}/talk/mute", number=number, muted=False)["muted"] == []
    assert texts(bo, id_) == ["blah"]
    bo.post(f"/games/{id_}/talk/mute", 404, number=99)


def test_talk_is_bounded(table: Table, host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    id_, ada, _, _ = table
    ada.post(f"/games/{id_}/talk", 400, text=" \u202e\x00 ")
    ada.post(f"/games/{id_}/talk", 400, text=7)
    assert len(ada.post(f"/games/{id_}/talk", 201, text="x" * 5000)["text"]) == talk.LONGEST
    monkeypatch.setattr(talk, "KEPT", 3)
    for number in range(4):
        ada.post(f"/games/{id_}/talk", 201, text=str(number))
    assert texts(ada, id_) == ["1", "2", "3"]
    host.talk._pace = Buckets(rate=0, burst=1)
    ada.post(f"/games/{id_}/talk", 201, text="one more")
    ada.post(f"/games/{id_}/talk", 429, text="and another")


def test_who_has_no_name_only_listens(table: Table, visit: Callable[..., Caller]) -> None:
    id_, ada, _, _ = table
    ada.post(f"/games/{id_}/talk", 201, text="hello")
    stranger = visit()
    assert texts(stranger, id_) == ["hello"]
    stranger.post(f"/games/{id_}/talk", 403, text="me too")


def test_notes_are_ones_own_and_stay_with_the_seat(table: Table, host: Host) -> None:
    id_, ada, bo, watcher = table
    ada.post(f"/games/{id_}/notes", text="Bo has 40\nand waits")
    ada.post(f"/games/{id_}/notes", place="H4", text="mountain")
    host._forget(id_)
    assert ada.get(f"/games/{id_}/notes") == {"": "Bo has 40\nand waits", "H4": "mountain"}
    assert bo.get(f"/games/{id_}/notes") == watcher.get(f"/games/{id_}/notes") == {}
    watcher.post(f"/games/{id_}/notes", 403, text="mine")
    for person in (bo, watcher):
        for path in ("notes", "notes?place=H4", "hexes/H4", "talk"):
            assert "mountain" not in person.client.get(f"/games/{id_}/{path}", headers=person.headers).text
    assert "mountain" in ada.client.get(f"/games/{id_}/hexes/H4", headers=ada.headers).text
    assert ada.post(f"/games/{id_}/notes", place="H4", text="") == {"": "Bo has 40\nand waits"}


def test_notes_are_bounded(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    id_, ada, _, _ = table
    monkeypatch.setattr(talk, "PLACES", 2)
    ada.post(f"/games/{id_}/notes", place="A1", text="x" * 20_000)
    assert len(ada.get(f"/games/{id_}/notes")["A1"]) == talk.LONGEST_NOTE
    ada.post(f"/games/{id_}/notes", place="A2", text="x")
    ada.post(f"/games/{id_}/notes", 403, place="A3", text="x")
    ada.post(f"/games/{id_}/notes", place="A2", text="y")
    ada.post(f"/games/{id_}/notes", 400, place=7, text="y")
