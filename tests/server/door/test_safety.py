"""What strangers may not do: forged forms, floods, nonsense, other people's seats."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.web.app import API, PAGES, create_app

from ..conftest import Caller

POSTS = [route.path for route in [*PAGES, *API] if "POST" in (route.methods or ()) and route.path != "/api/guests"]


def _csrf(client: TestClient) -> str:
    found = re.search(r'name="csrf" content="(\w+)"', client.get("/").text)
    assert found
    return found[1]


@pytest.mark.parametrize("path", POSTS)
def test_every_change_needs_the_pages_own_token(visit: Callable[..., Caller], path: str) -> None:
    client = visit().client
    client.get("/")
    address = path.format(id="nothing", key="nothing", tournament="nothing")
    for headers, content in (
        ({}, {"data": {"title": "1835"}}),
        ({"x-csrf": "0" * 32}, {"json": {}}),
        ({"origin": "http://evil.example"}, {"data": {"csrf": "x"}}),
    ):
        assert client.post(address, headers=headers, **content).status_code in (400, 403)


def test_a_form_with_the_token_is_accepted(visit: Callable[..., Caller]) -> None:
    client = visit().client
    token = _csrf(client)
    answer = client.post("/games", data={"csrf": token, "title": "chicago-express"}, follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"].startswith("/games/")


def test_a_token_is_worth_nothing_to_somebody_else(visit: Callable[..., Caller]) -> None:
    one, other = visit().client, visit().client
    token = _csrf(one)
    other.get("/")
    assert other.post("/games", data={"csrf": token, "title": "1835"}).status_code == 403


def test_pages_carry_no_script_or_style_of_their_own(visit: Callable[..., Caller], host: Host) -> None:
    client = visit().client
    token = _csrf(client)
    table = client.post("/games", data={"csrf": token, "title": "1835"})
    for page in (client.get("/"), client.get("/titles/1835"), client.get("/me"), client.get("/api"), table):
        assert page.status_code == 200
        policy = page.headers["content-security-policy"]
        assert "unsafe" not in policy
        assert "default-src 'none'" in policy
        assert not re.search(r"<[^>]*\s(style|on\w+)=", page.text)
        for script in re.findall(r"<script[^>]*>", page.text):
            assert "src=" in script or 'type="application/json"' in script
    assert table.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"decision": 1, "action": {}}',
        b'{"decision": "0.0", "action": []}',
        b'{"decision": "0.0", "action": {"type": "no_such_thing", "seat": 0}}',
        b'{"decision": "0.0", "action": {"type": "bid", "seat": "0", "amount": 1e99}}',
        b'{"decision": "0.0", "action": {"type": "bid", "seat": 0, "amount": 99999999999999999999999999}}',
        b'{"decision": "0.0", "action": {"type": "bid", "seat": -1, "amount": 7}}',
        b'{"decision": "0.0", "action": {"type": "bid", "seat": 77, "amount": 7}}',
        b'{"a":' * 5000,
    ],
)
def test_nonsense_is_refused_and_changes_nothing(ada: Caller, body: bytes) -> None:
    game = ada.new("chicago-express", "me", "friend")
    before = ada.get(f"/games/{game}/view")
    answer = ada.client.post(f"/api/games/{game}/actions", headers=ada.headers, content=body)
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text
    assert answer.json()["error"]
    assert ada.get(f"/games/{game}/view") == before


@pytest.mark.parametrize(
    "path",
    [
        "/games/nothing",
        "/games/../../etc/passwd",
        "/titles/1830",
        "/titles/%00",
        "/come/wrong",
        "/prefer/language/xx",
        "/static/../app.py",
        "/api/games/nothing/view",
        "/api/games?status=x",
        "/api/games?limit=-1",
        "/nowhere",
    ],
)
def test_what_does_not_exist_is_said_so(visit: Callable[..., Caller], path: str) -> None:
    answer = visit().client.get(path)
    assert 400 <= answer.status_code < 500
    assert "Traceback" not in answer.text


def test_seats_and_options_that_make_no_sense(ada: Caller) -> None:
    for body in (
        {"title": "1835", "seats": [{"kind": "me"}]},
        {"title": "1835", "seats": [{"kind": "king"}] * 3},
        {"title": "1835", "seats": "me"},
        {"title": "1835", "seats": [{"kind": "me"}] * 500},
        {"title": "1835", "seats": [{"kind": "me"}] * 3, "options": {"no_such": 1}},
        {"title": "1835", "seats": [{"kind": "me"}] * 3, "options": {"track_anywhere": True}},
        {"title": "1835", "seats": [{"kind": "me"}] * 3, "options": {"minors_wait": "bayern"}},
        {"title": "1835", "seats": [{"kind": "me"}] * 3, "seed": "x"},
        {"title": "1835", "seats": [{"kind": "bot", "level": "genius"}] * 3},
    ):
        answer = ada.client.post("/api/games", headers=ada.headers, json=body)
        assert answer.status_code == 400, body


def test_what_is_too_large_is_not_read(ada: Caller, settings: Settings) -> None:
    huge = b"x" * (settings.largest_body + 1)
    assert ada.client.post("/api/games", headers=ada.headers, content=huge).status_code == 413
    parts = (b"x" * 1000 for _ in range(settings.largest_body // 1000 + 2))  # no length told in advance
    assert ada.client.post("/api/games", headers=ada.headers, content=parts).status_code == 413
    files = b"x" * (settings.largest_file + 1)
    assert ada.client.post("/api/games/import", headers=ada.headers, content=files).status_code == 413


def test_floods_are_held_back(tmp_path: Path) -> None:
    app: Starlette = create_app(Settings(data=tmp_path, processes=0, rate=0.0, burst=3))
    with TestClient(app) as client:
        statuses = [client.post("/api/guests", json={}).status_code for _ in range(5)]
    assert statuses == [201, 201, 201, 429, 429]


def test_a_broken_file_is_told_in_one_sentence(ada: Caller) -> None:
    for content in (b"{}", b"\xac\xed\x00\x05junk", b'{"stellwerk": 99}', b"\x00" * 100):
        answer = ada.client.post("/api/games/import", headers=ada.headers, content=content)
        assert answer.status_code == 400
        assert "Traceback" not in answer.text


def test_names_are_harmless(visit: Callable[..., Caller]) -> None:
    caller = visit().enter("<script>alert(1)</script>")
    game = caller.new("chicago-express", "me", "friend")
    page = caller.client.get(f"/games/{game}").text
    assert "<script>alert" not in page
    assert "scriptalert1script" in page


def test_a_secret_key_never_leaves_with_a_page(visit: Callable[..., Caller]) -> None:
    client = visit().client
    token = _csrf(client)
    key = client.cookies["stellwerk"]
    page = client.post("/games", data={"csrf": token, "title": "1835"})
    assert key not in page.text
