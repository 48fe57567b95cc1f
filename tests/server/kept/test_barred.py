"""Games that this program cannot play on: of a title that is not there, by newer rules, with a damaged log."""

from __future__ import annotations

from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.host.host import Host
from stellwerk.host.storage.schema import games, log
from stellwerk.view.texts import text

from ..conftest import Caller

CHICAGO = "chicago-express"


def _alter(host: Host, id_: str, **values: Any) -> None:
    host._forget(id_)
    with host.storage.writing() as connection:
        connection.execute(sa.update(games).where(games.c.id == id_).values(values))


def _page(caller: Caller, path: str, language: str = "en") -> Any:
    return caller.client.get(path, headers=caller.headers | {"accept-language": language})


def test_an_unknown_title_does_not_keep_others_from_the_lobby(ada: Caller, bo: Caller, host: Host) -> None:
    lost, found = ada.new(CHICAGO, "me", "friend"), ada.new(CHICAGO, "me", "friend")
    _alter(host, lost, title="1829-north")
    for caller in (ada, bo):
        lobby = _page(caller, "/")
        assert lobby.status_code == 200
        assert "1829-north" in lobby.text
        assert lobby.text.count("cannot be played here") == 1
        assert f"/games/{found}" in lobby.text
    for path in (f"/games/{lost}", f"/games/{lost}/view", f"/api/games/{lost}", f"/api/games/{lost}/stream"):
        answer = _page(ada, path)
        assert answer.status_code == 404
        assert "1829-north" in answer.text
    assert "nicht installiert" in _page(ada, f"/games/{lost}", "de").text
    assert {row["id"] for row in bo.get("/games?status=running")} == {lost, found}


def test_a_server_starts_beside_an_unknown_title(ada: Caller, host: Host, caplog: Any) -> None:
    lost, found = ada.new(CHICAGO, "me", "friend"), ada.new(CHICAGO, "me", "friend")
    _alter(host, lost, title="1829-north")
    host._forget(found)
    host.wake()
    assert set(host._live) == {found}
    assert [record.exc_info for record in caplog.records if lost in record.getMessage()] == [None]


def test_newer_rules_are_looked_at_and_not_played(ada: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "friend")
    for _ in range(3):
        ada.choose(id_)
    legal = ada.get(f"/games/{id_}/actions")
    assert _page(ada, f"/games/{id_}").status_code == 200
    _alter(host, id_, rules=99)
    state = ada.get(f"/games/{id_}?language=en")
    assert (state["moves"], state["undo"]) == (3, False)
    assert "version 99" in state["broken"]
    asked = {"decision": legal["decision"], "action": legal["choices"][0]["action"]}
    for path, body in (("actions", asked), ("undo", {"number": 3})):
        refused = ada.post(f"/games/{id_}/{path}", 409, **body)
        assert refused["key"] == "fault.newer_rules"
    assert ada.get(f"/games/{id_}")["number"] == 3
    assert ada.get(f"/games/{id_}/actions")["choices"] == []
    for language, word in (("en", "later rules"), ("de", "neueren Regeln")):
        assert word in _page(ada, f"/games/{id_}", language).text
    assert "cannot be played here" in _page(ada, "/").text
    assert _page(ada, f"/games/{id_}/file").status_code == 409


def test_bots_do_not_play_by_newer_rules(ada: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "open", "open")
    _alter(host, id_, rules=99)
    assert ada.post(f"/games/{id_}/bots", 409, level="random")["key"] == "fault.newer_rules"
    _alter(host, id_, status="running")
    with host.storage.writing() as connection:
        connection.exec_driver_sql("UPDATE seats SET kind='bot', level='random', name='B'||seat, person=NULL")
    assert host.settled(id_).number == 0


def test_older_rules_go_on(ada: Caller, host: Host) -> None:
    id_ = ada.new(CHICAGO, "me", "friend")
    _alter(host, id_, rules=0)
    assert ada.choose(id_)["number"] == 1


@pytest.mark.parametrize(
    "body", [b"", b"\xff", b"{", b"[]", b"null", b'{"type":"undo"}', b'{"type":"pass","seat":1' + b"0" * 30 + b"}"]
)
def test_a_damaged_entry_is_shown_up_to_it(ada: Caller, host: Host, body: bytes) -> None:
    id_ = ada.new(CHICAGO, "me", "friend")
    for _ in range(2):
        ada.choose(id_)
    host._forget(id_)
    with host.storage.writing() as connection:
        connection.execute(sa.update(log).where(log.c.game == id_, log.c.number == 1).values(body=body))
    assert _page(ada, "/").status_code == 200
    assert _page(ada, f"/games/{id_}").status_code == 200
    assert ada.get(f"/games/{id_}")["moves"] == 0
    assert ada.get(f"/games/{id_}")["broken"] == text("fault.broken", "en")
    assert host.settled(id_).broken.startswith("1:")  # for the log of who runs the place
