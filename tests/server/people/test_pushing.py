"""Messages to browsers, taken by a service that is none: it reads them as a browser would, and who sent them."""

from __future__ import annotations

import http.client
import http.server
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import msgspec
import pytest
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from starlette.applications import Starlette

from stellwerk.host.notices import notices
from stellwerk.host.notices.pushing import letters, read_bytes
from stellwerk.host.settings import Settings
from stellwerk.view.texts import text
from stellwerk.web import calling

from ..conftest import Caller

ADDRESS = "https://push.example.org/to/ada?x=1"
AUTH = bytes(range(16))


class Browser:
    """A browser's keys."""

    def __init__(self) -> None:
        self.private = ec.generate_private_key(ec.SECP256R1())
        self.public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        self.keys = {"p256dh": letters(self.public), "auth": letters(AUTH)}

    def read(self, body: bytes) -> Any:
        """What a message says (RFC 8291, section 3.4)."""
        salt, size, long = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + long], body[21 + long :]
        assert len(body) <= size == 4096
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private.exchange(ec.ECDH(), other)
        keyed = _derived(AUTH, shared, b"WebPush: info\0" + self.public + sender, 32)
        key = _derived(salt, keyed, b"Content-Encoding: aes128gcm\0", 16)
        nonce = _derived(salt, keyed, b"Content-Encoding: nonce\0", 12)
        told = AESGCM(key).decrypt(nonce, sealed, None)
        assert told[-1:] == b"\x02"
        return msgspec.json.decode(told[:-1])


def _derived(salt: bytes, secret: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def _proved(header: str) -> dict[str, Any]:
    """What a sender says of itself, if its signature is right (RFC 8292)."""
    scheme, _, rest = header.partition(" ")
    assert scheme == "vapid"
    parts = dict(part.strip().split("=", 1) for part in rest.split(","))
    told, _, signature = parts["t"].rpartition(".")
    r, s = (int.from_bytes(half, "big") for half in (read_bytes(signature)[:32], read_bytes(signature)[32:]))
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read_bytes(parts["k"]))
    public.verify(encode_dss_signature(r, s), told.encode(), ec.ECDSA(hashes.SHA256()))
    return {"k": parts["k"], **msgspec.json.decode(read_bytes(told.partition(".")[2]))}


class Service:
    """Takes messages for browsers, on a socket of its own."""

    def __init__(self) -> None:
        self.taken: list[tuple[str, Mapping[str, str], bytes]] = []
        self.status = 201
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["content-length"]))
                service.taken.append((self.path, dict(self.headers.items()), body))
                self.send_response(service.status)
                self.end_headers()

            def log_message(self, *values: Any) -> None:
                """Nothing."""

        self.server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, args=(0.05,))
        self.thread.start()

    def send(self, url: str, body: bytes, headers: Mapping[str, str]) -> int:
        """As `calling.send` does, but to this one."""
        parts = urlsplit(url)
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=120)
        connection.request("POST", f"{parts.path}?{parts.query}", body, dict(headers))
        status = connection.getresponse().status
        connection.close()
        return status


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    address = "https://games.example.org/"
    return Settings(data=tmp_path, pace=0.0, processes=0, rate=10_000, burst=10_000, address=address)


@pytest.fixture
def service(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> Iterator[Service]:
    made = Service()
    monkeypatch.setattr(app.state.notices, "send", made.send)
    yield made
    made.server.shutdown()
    made.thread.join()
    made.server.server_close()


@pytest.fixture
def waited_for(
    app: Starlette, visit: Callable[..., Caller], monkeypatch: pytest.MonkeyPatch
) -> tuple[Caller, notices.Notices, float]:
    """Ada, who has an account and a game that waits for her; who tells her of it; and when."""
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada", password="a long enough secret")
    id_ = bo.new("chicago-express", "open", "me")
    ada.post(f"/games/{id_}/seats")
    teller: notices.Notices = app.state.notices
    monkeypatch.setattr(teller.visitors, "idle", lambda person: notices.AWAY)
    return ada, teller, max(row.changed for row in teller.storage.list_games("running", 9)) + notices.AWAY


def _keep(caller: Caller, address: str, keys: Any) -> int:
    answer = caller.client.post("/me/push", headers=caller.headers, json={"endpoint": address, "keys": keys})
    return int(answer.status_code)


def test_a_browser_reads_whose_turn_it_is_and_who_says_so(
    waited_for: tuple[Caller, notices.Notices, float], service: Service
) -> None:
    (ada, teller, later), browser = waited_for, Browser()
    assert _keep(ada, ADDRESS, browser.keys) == 201
    assert teller.look(later) == 1
    ((path, headers, body),) = service.taken
    assert path == "/to/ada?x=1"
    told = browser.read(body)
    assert (told["title"], told["url"]) == (text("notice.subject", "en", count=1), "/mine")
    assert "Chicago Express" in told["body"]
    who = _proved(headers["authorization"])
    assert (who["aud"], who["sub"]) == ("https://push.example.org", "https://games.example.org/")
    assert later < who["exp"] <= later + 24 * 3600
    assert f'data-push="{who["k"]}"' in ada.client.get("/me", headers=ada.headers).text
    altered = headers["authorization"].replace("vapid t=eyJ", "vapid t=eyK")
    with pytest.raises(InvalidSignature):
        _proved(altered)
    assert teller.look(later + 60) == 0  # not twice in an hour
    assert len(service.taken) == 1


def test_a_browser_that_its_service_has_forgotten_is_told_nothing_more(
    waited_for: tuple[Caller, notices.Notices, float], service: Service
) -> None:
    ada, teller, later = waited_for
    _keep(ada, ADDRESS, Browser().keys)
    service.status = 410
    teller.look(later)
    assert teller.storage.pushes_of(1) == []


def test_the_key_stays_for_as_long_as_the_server_is_kept(app: Starlette) -> None:
    teller = app.state.notices
    assert notices.Sender(teller.storage.secret("push"), "").public == teller.sender.public
    assert teller.storage.secret("push") != teller.storage.secret()


def test_what_cannot_be_a_browser_is_not_kept_and_nothing_goes_into_our_own_network(
    waited_for: tuple[Caller, notices.Notices, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    (ada, teller, later), keys = waited_for, Browser().keys
    for address in ("http://push.example.org/", "https://push.example.org:8443/", "file:///etc/passwd", "", 7):
        assert _keep(ada, address, keys) == 400  # type: ignore[arg-type]
    for wrong in (None, [], {}, keys | {"auth": "AAAA"}, keys | {"p256dh": "AAAA"}, keys | {"p256dh": "é" * 20}):
        assert _keep(ada, ADDRESS, wrong) == 400
    assert teller.storage.pushes_of(1) == []
    assert _keep(ada, ADDRESS, keys) == 201
    monkeypatch.setattr(teller, "send", calling.send)
    monkeypatch.setattr(socket, "getaddrinfo", lambda *values, **more: [(0, 0, 0, "", ("10.0.0.1", 443))])
    monkeypatch.setattr(socket, "create_connection", lambda *values: pytest.fail("somebody was called"))
    assert teller.look(later) == 1
    assert len(teller.storage.pushes_of(1)) == 1


def test_the_script_that_browsers_keep_keeps_no_pages(app: Starlette, visit: Callable[..., Caller]) -> None:
    answer = visit().client.get("/worker.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert answer.headers["cache-control"] == "no-cache"
    assert "caches" not in answer.text
    assert '"fetch"' not in answer.text
