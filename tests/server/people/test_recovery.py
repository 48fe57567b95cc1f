"""A lost password: a letter that tells nobody but its reader anything, and a link that is good once."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.limits.attempts import LETTERS
from stellwerk.host.notices import mailing
from stellwerk.host.people import recovery
from stellwerk.host.settings import Settings
from stellwerk.host.storage.people.passkey_rows import Passkey

from ..conftest import Caller

SECRET, OTHER = "ein langes Passwort", "noch ein längeres"
Letters = list[tuple[str, str, str]]
Visit = Callable[..., Caller]


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A server that can write letters."""
    return Settings(
        data=tmp_path / "data", pace=0.0, processes=0, rate=10_000, burst=10_000,
        mail="smtps://mail.example?from=games@example.org", address="https://games.example.org/",
    )  # fmt: skip


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> Letters:
    """Letters that were written."""
    found: Letters = []
    monkeypatch.setattr(mailing.Mailer, "send", lambda self, *letter: found.append(letter) or True)
    return found


def _post(client: TestClient, path: str, **fields: str) -> Any:
    csrf = re.search(r'name="csrf" content="(\w+)"', client.get("/me").text)
    assert csrf is not None
    return client.post(path, data={"csrf": csrf[1], **fields})


def _links(letters: Letters) -> list[str]:
    return re.findall(r"https://games\.example\.org(/lost/[\w-]+)", "".join(letter[2] for letter in letters))


def test_a_letter_lets_its_reader_choose_another_password_once(
    visit: Visit, app: Starlette, host: Host, letters: Letters
) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET, email="Ada@Example.org")
    client = visit().client
    assert 'href="/lost"' in client.get("/enter").text
    assert "asked=1" in str(_post(client, "/lost", who="ada@example.org").url)
    _post(client, "/lost", who="ADA")
    app.state.recovery.settle()
    assert [to for to, _, _ in letters] == ["Ada@Example.org"] * 2
    first, second = _links(letters)
    kept = host.settings.file.with_name("stellwerk.sqlite3-wal").read_bytes() + host.settings.file.read_bytes()
    assert first.removeprefix("/lost/").encode() not in kept
    assert "Ada" in client.get(first).text  # looking uses nothing up
    assert client.get(f"{first}x").status_code == 404
    assert _post(client, first, password="short").status_code == 400
    assert "/enter?recovered" in str(_post(client, first, password=OTHER).url)
    ada.post("/sessions/end", 401)
    for link in (first, second):
        assert client.get(link).status_code == _post(client, link, password=SECRET).status_code == 404
    visit().post("/sessions", 403, name="Ada", password=SECRET)
    visit().post("/sessions", 201, name="Ada", password=OTHER)


def test_passkeys_end_with_a_recovery_unless_they_shall_stay(
    visit: Visit, app: Starlette, host: Host, letters: Letters
) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET, email="Ada@Example.org")
    host.storage.add_passkey(Passkey("one", 1, b"", 0, "Somebody's phone", 1.0))
    for keep, left in (({"keep": "1"}, 1), ({}, 0)):
        app.state.recovery.answer("Ada", "en")
        link = _links(letters)[-1]
        assert "Somebody&#39;s phone" in visit().client.get(link).text
        _post(visit().client, link, password=OTHER, **keep)
        assert len(host.storage.passkeys_of(1)) == left


def test_nobody_learns_whether_there_is_such_an_account(visit: Visit, app: Starlette, letters: Letters) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada", password=SECRET, email="ada@example.org")
    bo.post("/accounts", 201, name="Bo", password=SECRET)
    answers = []
    for who in ("Ada", "Bo", "Nobody", "ada@example.org", "eve@example.org", "%@example.org", "x\ud800"):
        answer = visit().client.post("/api/account/lost", content=b'{"who": "%s"}' % who.encode("utf-8", "ignore"))
        answers.append((answer.status_code, answer.content, sorted(answer.headers)))
    app.state.recovery.settle()
    assert len(set(map(str, answers))) == 1
    assert len(letters) == 2
    for number in range(LETTERS):
        answer = visit().client.post("/api/account/lost", json={"who": f"N{number}"})
    assert answer.status_code == 429


def test_letters_are_few_and_links_do_not_last(
    visit: Visit, app: Starlette, host: Host, letters: Letters, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET, email="ada@example.org")
    helper: recovery.Recovery = app.state.recovery
    for _ in range(recovery.LINKS + 2):
        helper.answer("Ada", "de")
    assert len(letters) == recovery.LINKS
    key = _links(letters)[0].removeprefix("/lost/")
    now = time.time()
    monkeypatch.setattr(recovery.time, "time", lambda: now + recovery.GOOD + 1)
    visit().post("/account/recover", 404, key=key, password=OTHER)
    monkeypatch.setattr(recovery.time, "time", lambda: now)
    host.storage.suspend(1, now)
    helper.answer("Ada", "de")
    visit().post("/account/recover", 404, key=key, password=OTHER)
    assert len(letters) == recovery.LINKS


def test_an_address_is_changed_by_who_knows_the_password_and_ends_earlier_links(
    visit: Visit, app: Starlette, host: Host, letters: Letters
) -> None:
    client = visit().client
    _post(client, "/me/account", name="Ada", password=SECRET, email="ada@example.org")
    app.state.recovery.answer("Ada", "en")
    assert _post(client, "/me/email", email="eve@example.org", password=OTHER).status_code == 403
    account = host.storage.account(1)
    assert account is not None
    assert account.email == "ada@example.org"
    assert _post(client, "/me/email", email="bo@example.org", password=SECRET).status_code == 200
    visit().post("/account/recover", 404, key=_links(letters)[0].removeprefix("/lost/"), password=OTHER)


def test_where_no_letters_are_written_the_page_says_so(tmp_path: Path) -> None:
    from stellwerk.web.app import create_app

    app = create_app(Settings(data=tmp_path / "other", processes=0))
    with TestClient(app) as client:
        assert 'action="/lost"' not in client.get("/lost").text
        assert 'href="/lost"' not in client.get("/enter").text
        assert client.post("/api/account/lost", json={"who": "Ada"}).status_code == 404
