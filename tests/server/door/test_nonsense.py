"""Requests that make no sense, some found by hand and many by lot: never an answer of 500, always a sentence."""

from __future__ import annotations

import json
import random
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.web.app import API, PAGES

from ..conftest import SIGNING_OUT, Caller

CHICAGO = "chicago-express"
ROUNDS = 600
ENDLESS_OR_SIGNING_OUT = ("/stream", *SIGNING_OUT)


def _raw(caller: Caller, method: str, path: str, headers: dict[str, Any], content: bytes = b"") -> Any:
    """A request whose headers are bytes as somebody may send them."""
    sent = {name: value if isinstance(value, bytes) else value.encode() for name, value in headers.items()}
    pairs = [(name.encode(), value) for name, value in sent.items()]
    return caller.client.request(method, path, headers=pairs, content=content, follow_redirects=False)


@pytest.mark.parametrize("token", [b"\xfc" * 32, "ü".encode() * 16, b"\xff", b"", b"0" * 4000])
def test_tokens_of_any_letters(visit: Callable[..., Caller], token: bytes) -> None:
    caller = visit()
    assert _raw(caller, "POST", "/api/games", {"x-csrf": token}, b"{}").status_code == 403
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert _raw(caller, "POST", "/games", form, b"csrf=" + token).status_code == 403
    assert _raw(caller, "GET", "/me", {"cookie": b"stellwerk=" + token}).status_code == 200
    answer = _raw(caller, "GET", "/me", {"authorization": b"Bearer " + token})
    assert answer.status_code == (401 if token else 200)
    assert _raw(caller, "GET", f"/come/{'%FC' * 20}", {}).status_code == 404


@pytest.mark.parametrize("referer", [b"http://[", b"http://[::1", b"//\xff", b"http://a:b:c/", b"\\", b"?" * 3000])
def test_a_referer_of_any_kind(visit: Callable[..., Caller], referer: bytes) -> None:
    answer = _raw(visit(), "GET", "/prefer/theme/dark", {"referer": referer})
    assert answer.status_code == 303


@pytest.mark.parametrize("host", [b"[", b"[::1", b"\xff", b"a b", b"x" * 3000, b""])
def test_a_host_of_any_kind(ada: Caller, host: bytes) -> None:
    waiting = ada.new(CHICAGO, "me", "open")
    for path in ("/", "/me", f"/games/{waiting}", "/nowhere", "/api/nowhere", "/prefer/theme/dark"):
        assert _raw(ada, "GET", path, {**ada.headers, "host": host}).status_code < 500


@pytest.mark.parametrize(
    "values",
    [
        {"seed": 2**31 + 1},
        {"seed": 2**63},
        {"seed": 10**400},
        {"seed": -1},
        {"seed": 1.5},
        {"seed": True},
        {"options": {"x": 2**63}},
        {"options": {"\ud800": 1}},
        {"name": "\ud800"},
        {"seats": [{"kind": "me", "name": "\udfff"}, {"kind": "friend"}]},
        {"title": "\ud800"},
    ],
)
def test_a_game_that_cannot_be_laid_out(ada: Caller, values: dict[str, Any]) -> None:
    body = {"title": CHICAGO, "seats": [{"kind": "me"}, {"kind": "friend"}]} | values
    answer = ada.client.post("/api/games", headers=ada.headers, content=json.dumps(body))
    assert 400 <= answer.status_code < 500
    assert answer.json()["error"]
    assert ada.get("/games?status=running") == []


@pytest.mark.parametrize("charset", ["raw_unicode_escape", "undefined", "utf-7", "hex", "idna", "\xff"])
def test_forms_in_any_alphabet(visit: Callable[..., Caller], charset: str) -> None:
    caller = visit()
    found = re.search(r'name="csrf" content="(\w+)"', caller.client.get("/").text)
    assert found
    parts = {"csrf": found[1], "title": CHICAGO, "name": "\\ud800 Ada", "name1": "\\udfff"}
    content = "".join(
        f'--x\r\ncontent-disposition: form-data; name="{name}"\r\n\r\n{value}\r\n' for name, value in parts.items()
    )
    kind = f"multipart/form-data; charset={charset}; boundary=x".encode("latin-1")
    answer = _raw(caller, "POST", "/games", {"content-type": kind}, f"{content}--x--\r\n".encode())
    assert answer.status_code < 500


def test_a_number_that_the_storage_cannot_hold_is_refused(host: Host, ada: Caller) -> None:
    person = host.storage.add_person("Ada", "some key")
    with pytest.raises(Exception, match=r"fault\.unkeepable"):
        host.storage.rename(2**70, "x")
    with pytest.raises(Exception, match=r"fault\.unkeepable"):
        host.storage.rename(person.id, "\ud800")
    assert host.storage.person_with("some key") == person


def test_two_requests_of_one_newcomer_make_one_person(host: Host, ada: Caller) -> None:
    first = host.storage.add_person("Bo", "same key")
    assert host.storage.add_person("Bo", "same key") == first


# By lot -----------------------------------------------------------------------------------------------------

ODD: list[Any] = [
    None, True, 0, -1, 1, 2**31, 2**63, 2**64, 10**300, 0.5, 1e308, "", "0", "-0", "1e9", "\x00", "ü" * 40, "💥",
    "\u202e", "\u0661", "../..", "%00", "'\"><b>", "x" * 5000, [], [[]], {}, {"type": "undo"}, {"a": {"b":
    [None]}}, ["me"], "\ud800",
]  # fmt: skip
WORDS = [
    "title", "seats", "options", "seed", "name", "kind", "level", "decision", "action", "type", "seat",
    "amount", "number", CHICAGO, "1835", "me", "bot", "open", "pass", "bid", "random", "0.0", "limit", "status",
    "mine", "at", "run", "since", "before", "known", "language", "de", "quiet",
]  # fmt: skip
HEADERS = [
    "accept", "accept-language", "accept-encoding", "authorization", "content-length", "content-type", "cookie",
    "host", "if-none-match", "last-event-id", "origin", "range", "referer", "x-csrf", "x-forwarded-for",
    "x-forwarded-proto",
]  # fmt: skip
ODD_HEADERS = [
    b"", b"\xff\xfe", b"0", b"-1", b"9" * 30, b"*/*", b"application/json", b"multipart/form-data", b"text/html",
    b"application/x-www-form-urlencoded", b"multipart/form-data; boundary=", b"bytes=9-0",
    b"bytes=0-99999999999999999999", b"bytes=a-b,-", b"de;q=nan,en;q=1e999",
    b"stellwerk=\"\\377\\000\"; language=de", b"a=b; a; =; ;;", b"Bearer", b"Bearer \xfc" + b"x" * 20,
    b"http://[::", b"[", b"gzip;q=x",
    b"x" * 2000,
]  # fmt: skip


def _value(lots: random.Random, depth: int = 0) -> Any:
    if depth < 3 and lots.random() < 0.5:
        if lots.random() < 0.3:
            return [_value(lots, depth + 1) for _ in range(lots.randrange(4))]
        return {str(_word(lots)): _value(lots, depth + 1) for _ in range(lots.randrange(5))}
    return _word(lots)


def _word(lots: random.Random) -> Any:
    return lots.choice(WORDS if lots.random() < 0.6 else ODD)


def _address(lots: random.Random, path: str, game: str) -> str:
    def filled(match: re.Match[str]) -> str:
        known = {"id": game, "title": CHICAGO, "hex": "D8", "theme": "light", "what": "theme", "value": "dark"}
        if lots.random() < 0.8:
            return known.get(match[1], "x")
        return lots.choice(["%00", "%FF", "..", "x" * 300, "ü", "-1"])

    address = re.sub(r"\{(\w+)\}", filled, path)
    pairs = [(lots.choice(WORDS), str(_word(lots))) for _ in range(lots.randrange(3))]
    return address + "?" + urlencode(pairs, errors="surrogatepass")


def _content(lots: random.Random) -> bytes:
    if lots.random() < 0.15:
        return lots.randbytes(lots.randrange(200))
    body = json.dumps(_value(lots)).encode()
    if lots.random() < 0.15:
        cut = lots.randrange(len(body) + 1)
        body = body[:cut] + lots.randbytes(2) + body[cut:]
    return body


@pytest.mark.long
@pytest.mark.parametrize("seed", range(3))
def test_nothing_sent_by_lot_is_our_mistake(ada: Caller, host: Host, seed: int) -> None:
    lots = random.Random(seed)
    game, spare = ada.new(CHICAGO, "me", "friend"), ada.new(CHICAGO, "me", "open")
    caller = Caller(TestClient(ada.client.app, raise_server_exceptions=False))
    routes = [route for route in (*PAGES, *API) if not route.path.endswith(ENDLESS_OR_SIGNING_OUT)]
    for number in range(ROUNDS):
        route = lots.choice(routes)
        method = lots.choice(sorted(route.methods or ("GET", "POST"))) if lots.random() < 0.95 else "DELETE"
        headers: dict[str, Any] = dict(ada.headers) if lots.random() < 0.8 else {}
        for _ in range(lots.choice([0, 0, 1, 2])):
            headers[lots.choice(HEADERS)] = lots.choice(ODD_HEADERS)
        path = _address(lots, route.path, lots.choice([game, spare]))
        content = _content(lots) if method not in ("GET", "HEAD") else b""
        answer = _raw(caller, method, path, headers, content)
        assert answer.status_code < 500, (seed, number, method, path, headers, content, answer.text[:300])
        assert "Traceback" not in answer.text
    assert ada.get(f"/games/{game}")["number"] == host.open(game).number
