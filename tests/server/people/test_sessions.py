"""Who somebody is: keys that are given and taken back, private links, cookies, proxies, and rights on files."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.people.visitors import Visitors
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import Person
from stellwerk.view.texts import text
from stellwerk.web.app import create_app

from ..conftest import Caller

Visit = Callable[..., Caller]
OWN = "A" * 32
"""A key that somebody thought up."""


def _csrf(client: TestClient) -> str:
    found = re.search(r'name="csrf" content="(\w+)"', client.get("/").text)
    assert found
    return found[1]


def _named(client: TestClient) -> str:
    """Who the page says one is."""
    found = re.search(r'class="me">([^<]*)<', client.get("/").text)
    assert found
    return found[1]


def _become(client: TestClient, name: str) -> TestClient:
    assert client.post("/me", data={"csrf": _csrf(client), "name": name}).status_code == 200
    return client


def _link(client: TestClient) -> str:
    page = client.post("/me", data={"csrf": _csrf(client), "link": "1"}).text
    found = re.search(r'value="http://testserver(/come/[^"]+)"', page)
    assert found
    return found[1]


# Keys -------------------------------------------------------------------------------------------------------


def test_who_asks_again_with_the_same_sign_gets_the_same_key_and_seat(ada: Caller, visit: Visit) -> None:
    game = ada.new("chicago-express", "me", "open", "open")

    def sat(once: str) -> str | None:
        """Sits down by the page's form, in a browser that has no key, and returns the key that was handed out."""
        client = visit().client
        form = {"csrf": _csrf(client), "name": "Bo", "once": once}
        return client.post(f"/games/{game}/sit", data=form, follow_redirects=False).cookies.get("stellwerk")

    first = sat(OWN)
    assert first is not None
    assert sat(OWN) == first  # the answer was lost
    assert [seat["name"] for seat in ada.get(f"/games/{game}")["seats"]] == ["Ada", "Bo", ""]
    assert sat("short") not in (None, first)
    heads = {"idempotency-key": "x" * 40}
    told = [visit().client.post("/api/guests", headers=heads, json={"name": "Cleo"}).json() for _ in range(2)]
    assert told[0] == told[1]


def test_a_key_that_was_thought_up_never_becomes_somebody(visit: Visit) -> None:
    client = visit().client
    client.cookies.set("stellwerk", OWN)
    _become(client, "Ada")
    thief = visit().client
    thief.cookies.set("stellwerk", OWN)
    assert _named(thief) == "Guest"


def test_a_key_that_somebody_planted_is_replaced_when_one_gets_a_name(visit: Visit) -> None:
    thief, client = visit().client, visit().client
    thief.get("/")
    planted = thief.cookies["stellwerk"]
    client.cookies.set("stellwerk", planted, domain="testserver.local", path="/")
    _become(client, "Ada")
    assert _named(client) == "Ada"
    assert _named(thief) == "Guest"


@pytest.mark.parametrize("token", [OWN.encode(), b"x", b"\xfc" * 20, "✓".encode() * 20, b"\xff" * 32])
@pytest.mark.parametrize("path", ["/api/games", "/api/games/nothing/actions", "/api/guests"])
def test_a_token_that_nobody_holds_is_told_so(visit: Visit, token: bytes, path: str) -> None:
    client = visit().client
    answer = client.post(path, headers={b"authorization": b"Bearer " + token}, json={"title": "1835"})
    assert answer.status_code == 401
    assert answer.json()["key"] == "fault.token"
    assert answer.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("token", ["ü".encode("latin-1"), "✓".encode(), b"\xff" * 32])
def test_a_pages_token_may_be_any_nonsense(visit: Visit, token: bytes) -> None:
    client = visit().client
    client.get("/")
    assert client.post("/api/games", headers={b"x-csrf": token}, json={}).status_code == 403
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/me", headers=form, content=b"csrf=" + token).status_code == 403
    odd = {b"cookie": b"stellwerk=" + token * 20}
    assert client.post("/api/games", headers=odd, json={}).status_code == 403


@pytest.mark.parametrize("name", ["[", "a b", "ü.example", "[::1", "here:port", ""])
def test_a_servers_name_may_be_any_nonsense(visit: Visit, name: str) -> None:
    answer = visit().client.get("/prefer/theme/dark", headers={b"host": name.encode("latin-1")})
    assert answer.status_code == 400
    assert answer.json()["error"] == text("fault.request", "en")


# Private links ----------------------------------------------------------------------------------------------


def test_a_private_link_asks_before_it_replaces_who_one_is(visit: Visit) -> None:
    ada, bo = _become(visit().client, "Ada"), _become(visit().client, "Bo")
    link = _link(ada)
    page = bo.get(link)
    assert text("come.heading", "en", name="Ada") in page.text
    assert "Bo" in page.text
    assert "set-cookie" not in page.headers
    assert _named(bo) == "Bo"
    for forged in ({"csrf": ""}, {"csrf": _csrf(ada)}):
        assert bo.post(link, data=forged).status_code == 403
        assert _named(bo) == "Bo"
    bo.post(link, data={"csrf": _csrf(bo)})
    assert _named(bo) == "Ada"


def test_who_comes_by_their_own_link_is_not_asked(visit: Visit) -> None:
    ada = _become(visit().client, "Ada")
    answer = ada.get(_link(ada), follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/me")


def test_a_new_key_ends_links_and_other_browsers_at_once(visit: Visit) -> None:
    ada, elsewhere, late = _become(visit().client, "Ada"), visit().client, visit().client
    link = _link(ada)
    elsewhere.post(link, data={"csrf": _csrf(elsewhere)})
    assert _named(elsewhere) == "Ada"
    assert text("me.renewed", "en") in ada.post("/me/renew", data={"csrf": _csrf(ada)}).text
    assert _named(ada) == "Ada"
    assert _named(elsewhere) == "Guest"
    assert late.get(link).status_code == 404
    assert late.post(link, data={"csrf": _csrf(late)}).status_code == 404
    assert late.get(_link(ada)).status_code == 200


def test_a_new_token_ends_the_old_one(ada: Caller) -> None:
    new = ada.post("/token", 201)["token"]
    assert ada.client.get("/api/games", headers=ada.headers).status_code == 401
    ada.headers = {"authorization": f"Bearer {new}"}
    ada.get("/games?mine=1")


def test_only_somebody_can_revoke(visit: Visit) -> None:
    client = visit().client
    assert client.post("/me/renew", data={"csrf": _csrf(client)}).status_code == 403


def test_a_key_revoked_while_it_is_looked_up_is_not_remembered(
    app: Starlette, visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = _become(visit().client, "Ada")
    visitors: Visitors = app.state.visitors
    storage = app.state.host.storage
    key, find = ada.cookies["stellwerk"], storage.person_with
    visitors._known.clear()

    def slow(digest: str) -> Person | None:
        person: Person | None = find(digest)
        monkeypatch.setattr(storage, "person_with", find)
        assert ada.post("/me/renew", data={"csrf": _csrf(ada)}).status_code == 200
        return person

    monkeypatch.setattr(storage, "person_with", slow)
    visitors.find(key)
    assert visitors.find(key) is None


# Ways back --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("referer", "back"),
    [
        (b"http://testserver/games/a?at=3", "/games/a?at=3"),
        (b"http://evil.example/trap?x=1", "/"),
        (b"http://testserver//evil.example/trap", "/evil.example/trap"),
        (b"http://testserver/\\evil.example", "/evil.example"),
        (b"http://testserver@evil.example/", "/"),
        (b"//evil.example/", "/"),
        (b"javascript://testserver/%0aalert(1)", "/"),
        (b"http://[", "/"),
        (b"http://[::1", "/"),
        (b"\xff\xfe", "/"),
        ("http://testserver/spiele/ü".encode(), "/spiele/%C3%83%C2%BC"),
    ],
)
def test_back_to_our_own_pages_only(visit: Visit, referer: bytes, back: str) -> None:
    headers = {b"referer": referer}
    answer = visit().client.get("/prefer/theme/dark", headers=headers, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, back)


# Proxies and cookies ----------------------------------------------------------------------------------------


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Callable[..., TestClient]]:
    """A server with settings of its own."""
    made: list[TestClient] = []

    def serve(**values: Any) -> TestClient:
        made.append(TestClient(create_app(Settings(data=tmp_path, processes=0, **values))))
        made[-1].__enter__()
        return made[-1]

    yield serve
    for client in made:
        client.__exit__()


def _guests(client: TestClient, *asked_for: str) -> list[int]:
    headers = [{"x-forwarded-for": value} for value in asked_for]
    return [client.post("/api/guests", json={}, headers=one).status_code for one in headers]


def test_without_a_proxy_nobody_says_where_they_come_from(served: Callable[..., TestClient]) -> None:
    client = served(rate=0.0, burst=1)
    assert _guests(client, "192.0.2.1", "192.0.2.2") == [201, 429]
    cookie = client.get("/", headers={"x-forwarded-proto": "https"}).headers["set-cookie"]
    assert "Secure" not in cookie


def test_behind_a_proxy_the_address_that_it_added_counts(served: Callable[..., TestClient]) -> None:
    client = served(rate=0.0, burst=1, behind_proxy=True)
    assert _guests(client, "192.0.2.1", "192.0.2.1, 192.0.2.2") == [201, 201]
    assert _guests(client, "192.0.2.9, 192.0.2.1", "198.51.100.1,192.0.2.2") == [429, 429]
    assert _guests(client, "nonsense", "other nonsense") == [201, 429]
    assert _guests(client, "2001:db8::1", "2001:db8::2") == [201, 429]


def test_behind_a_proxy_with_https_cookies_and_links_are_for_https(served: Callable[..., TestClient]) -> None:
    client = served(behind_proxy=True)
    client.headers["x-forwarded-proto"] = "https"
    client.base_url = client.base_url.copy_with(scheme="https")
    for path in ("/", "/prefer/theme/dark"):
        assert client.get(path, follow_redirects=False).headers["set-cookie"].endswith("; Secure")
    assert "https://testserver/come/" in client.post("/me", data={"csrf": _csrf(client), "link": "1"}).text


def test_secure_cookies_can_be_switched_on(served: Callable[..., TestClient]) -> None:
    client = served(secure_cookies=True)
    cookie = client.get("/").headers["set-cookie"]
    assert {"HttpOnly", "SameSite=Lax", "Secure"} <= set(cookie.split("; "))
    assert client.get("/prefer/theme/dark", follow_redirects=False).headers["set-cookie"].endswith("; Secure")


# Files ------------------------------------------------------------------------------------------------------


def _rights(path: Path) -> str:
    return oct(stat.S_IMODE(path.stat().st_mode))


@pytest.fixture
def open_handed() -> Iterator[None]:
    """A system where new files are everybody's."""
    before = os.umask(0)
    yield
    os.umask(before)


@pytest.mark.usefixtures("open_handed")
def test_what_is_kept_is_for_its_owner_only(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path / "new" / "games", processes=0)
    with TestClient(create_app(settings)) as client:
        client.post("/api/guests", json={})
        assert _rights(settings.data) == "0o700"
        kept = {file.name: _rights(file) for file in settings.data.iterdir()}
    names = [f"stellwerk.sqlite3{ending}" for ending in ("", "-shm", "-wal")]
    assert [kept[name] for name in names] == ["0o600"] * 3


@pytest.mark.usefixtures("open_handed")
def test_a_database_that_everybody_could_read_is_closed(tmp_path: Path) -> None:
    settings = Settings(data=tmp_path, processes=0)
    settings.file.touch(0o644)
    with TestClient(create_app(settings)):
        assert _rights(settings.file) == "0o600"
