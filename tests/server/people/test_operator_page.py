"""The operators' page: everything noted, and for nobody else is there anything at its address."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from starlette.applications import Starlette

from stellwerk.host.host import Host
from stellwerk.host.operator import Acts

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
Visit = Callable[..., Caller]


@pytest.fixture
def operator(visit: Visit, host: Host) -> Caller:
    """Somebody who looks after the place."""
    found = visit().enter("Olga")
    found.post("/accounts", 201, name="Olga", password=SECRET)
    Acts(host.storage, "root").appoint("Olga", "")
    return found


def _post(caller: Caller, what: str, **fields: Any) -> int:
    page = caller.client.get("/me", headers=caller.headers).text
    csrf = re.search(r'name="csrf" content="(\w+)"', page)
    assert csrf is not None
    data = {"csrf": csrf[1], **fields}
    answer = caller.client.post(f"/operator/{what}", data=data, headers=caller.headers, follow_redirects=False)
    return int(answer.status_code)


def _page(caller: Caller, query: str = "") -> str:
    answer = caller.client.get(f"/operator{query}", headers=caller.headers)
    assert answer.status_code == 200
    return str(answer.text)


def test_for_everybody_else_there_is_nothing(visit: Visit, operator: Caller, host: Host) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    token = operator.post("/tokens", 201, label="x", scopes=["read", "play", "tables"])["token"]
    program = visit()
    program.headers = {"authorization": f"Bearer {token}"}
    closed = visit().enter("Cleo")
    closed.post("/accounts", 201, name="Cleo", password=SECRET)
    Acts(host.storage, "root").appoint("Cleo", "")
    Acts(host.storage, "root").dismiss("Cleo", "")
    for caller in (visit(), ada, closed, program):
        for method in ("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS", "FOO"):
            for path in ("", "/", "/suspend", "/suspend/", "/announce", "/a/b", "/a/b/", "?people=a", "x"):
                there, nowhere = (
                    caller.client.request(method, f"/{name}{path}", headers=caller.headers, follow_redirects=False)
                    for name in ("operator", "operat0r")
                )
                same = [(one.status_code, re.sub(r"\w{32}", "", one.text)) for one in (there, nowhere)]
                assert same[0] == same[1], (method, path)
                assert same[0][0] in (403, 404)
        assert "/operator" not in caller.client.get("/me", headers=caller.headers).text
    assert [note.what for note in host.storage.notes()] == ["dismiss", "appoint", "appoint"]
    assert 'href="/operator"' in operator.client.get("/me", headers=operator.headers).text


def test_what_an_operator_does_is_done_and_noted(
    visit: Visit, operator: Caller, host: Host, app: Starlette
) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    bo.post(f"/games/{game}/report", 201, seat=0, words="<b>rude</b>")
    page = _page(operator, "?people=ad&status=running")
    assert "&lt;b&gt;rude" in page
    assert game in page
    assert _post(operator, "suspend", number="2", why="rude") == 303
    ada.post("/sessions/end", 401)
    assert _post(operator, "readmit", number="2") == 303
    visit().post("/sessions", 201, name="Ada", password=SECRET)
    assert _post(operator, "unlist", game=game) == 303
    assert game not in str(visit().client.get("/api/games?status=running").json())
    assert _post(operator, "relist", game=game) == 303
    assert game in str(visit().client.get("/api/games?status=running").json())
    assert _post(operator, "looked-at", number="1") == 303
    assert _post(operator, "announce", english="Closed", german="Zu", days="3") == 303
    assert "Closed" in visit().client.get("/").text
    assert _post(operator, "withdraw", number="1") == 303
    notes = [note for note in host.storage.notes() if note.operator == "Olga"]
    done = ["suspend", "readmit", "unlist", "list", "report", "announce", "withdraw"]
    assert [note.what for note in reversed(notes)] == done
    assert notes[-1].why == "rude"
    assert "rude" in _page(operator)


def test_an_operator_sets_what_people_may_have(visit: Visit, operator: Caller, host: Host, app: Starlette) -> None:
    ada = visit().enter("Ada")
    assert _post(operator, "limit", limit="tables", most="1", why="a small place") == 303
    ada.new(CHICAGO, "me", "open")
    refused = {"title": CHICAGO, "seats": [{"kind": "me"}, {"kind": "open"}]}
    answer = ada.client.post("/api/games", json=refused, headers=ada.headers)
    assert (answer.status_code, answer.json()["key"]) == (403, "quota.tables")
    assert "usually 6" in _page(operator)
    assert _post(operator, "limit", limit="tables", most="") == 303  # as usual
    ada.new(CHICAGO, "me", "open")
    assert _post(operator, "limit", limit="files", most="1") == 303
    keys = [ada.client.post("/api/games/import", content=b"{}", headers=ada.headers).json()["key"] for _ in (1, 2)]
    assert (keys[0] != "quota.files", keys[1]) == (True, "quota.files")
    for name, most in (("tables", "0"), ("tables", "many"), ("tables", "10001"), ("rate", "5")):
        assert _post(operator, "limit", limit=name, most=most) in (400, 404)
    told = [(note.what, note.about, note.why) for note in host.storage.notes() if note.what == "limit"]
    assert told == [("limit", "files 1", ""), ("limit", "tables -", ""), ("limit", "tables 1", "a small place")]
    Acts(host.storage, "root").limit("seats", 1, "")  # beside a running server, which hears of it
    app.state.bulletin.look()
    answer = ada.client.post("/api/games", json=refused, headers=ada.headers)
    assert answer.json()["key"] == "quota.seats"


def test_what_no_operator_does(visit: Visit, operator: Caller, host: Host) -> None:
    other = visit().enter("Ada")
    other.post("/accounts", 201, name="Ada", password=SECRET, email="ada@example.org")
    Acts(host.storage, "root").appoint("Ada", "")
    before = len(host.storage.notes())
    private = visit().enter("Bo").new(CHICAGO, "me", "open", access="unlisted")
    assert _post(operator, "suspend", number="2") == 403
    assert _post(operator, "suspend", number="77") == 404
    assert _post(operator, "relist", game=private) == 404
    assert _post(operator, "looked-at", number="9") == 404
    assert _post(operator, "announce", english="x" * 501, german="Zu", days="3") == 400
    assert _post(operator, "announce", english="x", german="Zu", days="999") == 400
    assert operator.client.post("/operator/withdraw", data={"csrf": "0" * 32}).status_code == 404
    assert len(host.storage.notes()) == before
    assert "ada@example" not in _page(operator)


def test_what_is_noted_says_nothing_to_a_terminal(operator: Caller, host: Host) -> None:
    """The log is read at a command line, too, where signs without letters could rewrite what stands there."""
    _post(operator, "announce", english="Closed\x1b[2J", german="Zu\x1b[2J", days=1)
    _post(operator, "withdraw", number=1)
    ada = operator.new(CHICAGO, "me", "open")
    assert _post(operator, "unlist", game=ada, why="why\x1b[1A\u202enot" + 90 * "\u0301") == 303
    notes = host.storage.notes()
    assert notes[0].why == "why [1A not" + 4 * "\u0301"
    assert _page(operator).count("\x1b") == 0
