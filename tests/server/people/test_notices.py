"""One's games on one page, and being told of one's turn: not while one looks, never into our own network."""

from __future__ import annotations

import re
import socket
import ssl
import threading
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette

from stellwerk.host.host import Host
from stellwerk.host.notices import mailing, notices
from stellwerk.host.notices.webhooks import good_webhook, open_address
from stellwerk.host.settings import Settings
from stellwerk.host.storage.people.notice_rows import Notice
from stellwerk.host.storage.rows import GameRow
from stellwerk.view.faults import Fault
from stellwerk.view.texts import text
from stellwerk.web import calling

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
MAIL = "smtps://ada:secret@mail.example?from=games@example.org"
HOOK = "https://hooks.example.org/T1?key=2"


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A server that can write letters."""
    return Settings(
        data=tmp_path / "data", pace=0.0, processes=0, rate=10_000, burst=10_000, mail=MAIL,
        address="https://games.example.org/",
    )  # fmt: skip


@pytest.fixture
def letters(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str, str]]:
    """Letters that were written."""
    found: list[tuple[str, str, str]] = []
    monkeypatch.setattr(mailing.Mailer, "send", lambda self, *letter: found.append(letter) or True)
    return found


@pytest.fixture
def posts(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, Any]]:
    """Messages that were sent."""
    found: list[tuple[str, Any]] = []
    told = app.state.notices
    monkeypatch.setattr(told, "post", lambda url, body: found.append((url, msgspec.json.decode(body))) or True)
    return found


def _form(caller: Caller, path: str, **fields: str) -> Any:
    page = caller.client.get("/me", headers=caller.headers).text
    csrf = re.search(r'name="csrf" content="(\w+)"', page)
    assert csrf is not None
    return caller.client.post(path, data={"csrf": csrf[1], **fields}, headers=caller.headers)


def test_all_my_games_and_the_way_from_one_to_the_next(ada: Caller, bo: Caller) -> None:
    games = [ada.new(CHICAGO, "me", "friend") for _ in range(3)]
    theirs = bo.new(CHICAGO, "me", "open")
    ada.post(f"/games/{theirs}/seats")
    page = ada.client.get("/mine", headers=ada.headers).text
    shown = re.findall(r'data-game="([^"]+)"', page)
    assert (shown[:3], shown[3:]) == (games, [theirs])  # the one that has waited longest first
    assert page.count("mine-now") == 3
    round_trip = [
        ada.client.get(f"/next?after={here}", headers=ada.headers, follow_redirects=False) for here in games
    ]
    assert [answer.headers["location"][7:] for answer in round_trip] == [
        *games[1:],
        games[0],
    ]  # none is passed over
    for here, there in pairwise(games):
        ada.choose(here)
        answer = ada.client.get(f"/next?after={here}", headers=ada.headers, follow_redirects=False)
        assert answer.headers["location"] == f"/games/{there}"
    assert 'name="days"' in page
    ada.post("/vacation", days=3)
    away = ada.client.get("/mine", headers=ada.headers).text
    assert 'name="days"' not in away
    assert 'data-days="0"' in away
    nobody = ada.client.get("/next", follow_redirects=False)
    assert nobody.headers["location"] == "/mine"
    assert theirs not in bo.client.get("/mine").text


def _waiting(page: str) -> str:
    """The part of the page of all one's games that waits for oneself."""
    return page.partition(text("mine.waiting", "en") + " (")[2].partition("</section>")[0]


def test_what_one_is_asked_waits_for_oneself_too(ada: Caller, bo: Caller) -> None:
    id_ = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{id_}/seats")
    ada.choose(id_)
    bo.choose(id_)
    asked, to_move = text("mine.asked", "en"), text("mine.to_move", "en")
    page = bo.client.get("/mine", headers=bo.headers).text
    assert id_ not in _waiting(page)
    assert f"{to_move} <b>Ada</b>" in page
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=0)
    page = bo.client.get("/mine", headers=bo.headers).text
    assert id_ in _waiting(page)
    assert asked in _waiting(page)
    away = bo.client.get("/next", headers=bo.headers, follow_redirects=False)
    assert away.headers["location"] == f"/games/{id_}"
    assert asked not in ada.client.get("/mine", headers=ada.headers).text
    bo.post(f"/games/{id_}/asks/answer", number=1, grant=False)
    assert asked not in bo.client.get("/mine", headers=bo.headers).text


def test_games_whose_time_is_up_first_come_first(ada: Caller) -> None:
    slow, quick, free = (
        ada.new(CHICAGO, "me", "friend", **clock)
        for clock in (
            {"clock": {"kind": "daily", "moves": 1}}, {"clock": {"kind": "daily", "moves": 4}}, {},
        )
    )  # fmt: skip
    page = ada.client.get("/mine", headers=ada.headers).text
    assert re.findall(r'data-game="([^"]+)"', page) == [quick, slow, free]
    assert len(re.findall(r"(?:d|h|min|s) left", page)) == 2


def test_told_of_ones_turn_once_an_hour_and_not_while_looking(
    app: Starlette,
    host: Host,
    visit: Callable[..., Caller],
    letters: Any,
    posts: Any,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada", password=SECRET, email="ada@example.org")
    games = []
    for _ in range(2):
        games.append(bo.new(CHICAGO, "open", "me"))
        ada.post(f"/games/{games[-1]}/seats")
    assert _form(ada, "/me/notices", email="yes", webhook=HOOK).url.query == b"asked=1"
    assert host.storage.notice(1).email is False
    (asked,) = letters
    link = re.search(r"https://games.example.org(/confirm/\w+)", asked[2])
    assert link is not None
    assert bo.client.get(link[1], headers=bo.headers).status_code == 403
    assert ada.client.get(link[1][:-1] + "x", headers=ada.headers).status_code == 404
    assert ada.client.get(link[1], headers=ada.headers).url.query == b"confirmed=1"
    letters.clear()

    teller: notices.Notices = app.state.notices
    began = [row.changed for row in teller.storage.list_games("running", 9)]
    later = max(began) + notices.AWAY
    assert teller.look(later) == 0  # she has just been here
    monkeypatch.setattr(teller.visitors, "idle", lambda person: notices.AWAY)
    assert teller.look(min(began) + notices.AWAY - 1) == 0  # it has only just become her turn
    assert teller.look(later) == 1
    ((to, _, words),), ((url, message),) = letters, posts
    assert (to, url) == ("ada@example.org", HOOK)
    assert all(f"https://games.example.org/games/{game}" in words for game in games)
    assert [one["id"] for one in message["games"]] == games
    assert teller.look(later + notices.HOUR + 1) == 0  # nothing new waits
    assert len(letters) == len(posts) == 1

    _form(ada, "/me/email", email="eve@example.org", password=SECRET)
    assert host.storage.notice(1).email is False
    assert ada.client.get(link[1], headers=ada.headers).status_code == 404


def test_told_again_when_time_runs_short(
    app: Starlette, visit: Callable[..., Caller], posts: list[tuple[str, Any]], monkeypatch: pytest.MonkeyPatch
) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    slow = bo.new(CHICAGO, "open", "me", clock={"kind": "daily", "moves": 1})
    quick = bo.new(CHICAGO, "open", "me", clock={"kind": "daily", "moves": 4})  # six hours are all that there is
    for game in (slow, quick):
        ada.post(f"/games/{game}/seats")
    _form(ada, "/me/notices", webhook=HOOK)
    teller: notices.Notices = app.state.notices
    monkeypatch.setattr(teller.visitors, "idle", lambda person: notices.AWAY)
    due = app.state.host.open(slow).clock.asked[0] + 24 * notices.HOUR
    assert teller.look(due - 23 * notices.HOUR) == 1
    assert posts[-1][1]["text"].startswith(text("notice.subject", "en", count=2))
    assert f"{text('mine.left', 'en', time='23 h')}: " in posts[-1][1]["text"]
    assert teller.look(due - notices.SHORT - 1) == 0
    assert teller.look(due - notices.SHORT) == 1
    assert posts[-1][1]["text"].startswith(text("notice.short", "en", count=1))
    assert teller.look(due - 2 * notices.HOUR) == 0  # and not again
    assert len(posts) == 2


def test_who_looks_is_here_and_no_page_in_the_background_and_no_program(
    app: Starlette, visit: Callable[..., Caller]
) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    token = ada.post("/tokens", 201, label="reads", scopes=["read"])["token"]
    visitors = app.state.visitors
    for forgotten in (False, True):  # who holds a key is in memory, or looked up
        for headers, looks in (
            (ada.headers | {"x-unseen": "1"}, False),
            ({"authorization": f"Bearer {token}"}, False),
            (ada.headers, True),
        ):
            visitors._last.clear()
            visitors.lately()
            if forgotten:
                visitors.forget([1])
            ada.client.get("/here", headers=headers)
            assert (visitors.idle(1) < notices.AWAY, visitors.lately() == [1]) == (looks, looks)


def test_told_of_requests_and_of_being_named_but_not_of_what_was_said(
    app: Starlette,
    visit: Callable[..., Caller],
    posts: list[tuple[str, Any]],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    game = bo.new(CHICAGO, "me", "open")
    ada.post(f"/games/{game}/seats")
    assert _form(ada, "/me/notices", webhook=HOOK, asks="yes", talk="yes").status_code == 200
    teller: notices.Notices = app.state.notices
    monkeypatch.setattr(teller.visitors, "idle", lambda person: notices.AWAY)
    bo.post(f"/games/{game}/talk", 201, text="Adalbert, @Adalbert, Ada")
    now = time.time()
    assert teller.look(now + notices.AWAY) == 0  # Bo's turn, and nobody was named
    bo.post(f"/games/{game}/talk", 201, text="look here, @ada! a secret")
    assert teller.look(time.time()) == 0  # only just
    later = time.time() + notices.AWAY
    assert teller.look(later) == 1
    ((_, message),) = posts
    assert message["called"] == [{"game": game, "kind": "named", "url": f"https://games.example.org/games/{game}"}]
    assert "Bo" in message["text"]
    assert "secret" not in str(message)
    assert teller.look(later + notices.HOUR + 1) == 0
    posts.clear()

    cleo = visit().enter("Cleo")
    teller.storage.note_sent(1, 0.0)
    number = bo.post(f"/games/{game}/talk", 201, text="@Ada again")["number"]
    ada.post(f"/games/{game}/talk/mute", number=number, muted=True)
    cleo.post(f"/games/{game}/talk", 201, text="@Ada from those who watch")
    later = time.time() + notices.AWAY
    assert teller.look(later) == 0
    cleo.post(f"/games/{game}/asks", 201, kind="substitute", seat=0)
    later = time.time() + notices.AWAY
    _form(ada, "/me/notices", webhook=HOOK, talk="yes")
    assert teller.look(later) == 0  # she does not want to hear of it
    _form(ada, "/me/notices", webhook=HOOK, asks="yes")
    assert teller.look(later) == 1
    assert posts[0][1]["called"][0]["kind"] == "substitute"


def _waits_for(host: Host, person: Caller, name: str, games: int = 1, **how: Any) -> list[str]:
    """Somebody with an account who has so many games that wait for them, the last laid out last."""
    person.post("/accounts", 201, name=name, password=SECRET, email=f"{name.lower()}@example.org")
    account = host.storage.account_called(name, "")
    assert account is not None
    number = account.person
    host.storage.set_notice(Notice(number, **how))
    return [person.new(CHICAGO, "me", "bot") for _ in range(games)]


def test_one_who_cannot_be_told_keeps_nobody_from_being_told(
    app: Starlette, host: Host, ada: Caller, bo: Caller, letters: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for person, name in ((ada, "Ada"), (bo, "Bo")):
        _waits_for(host, person, name, email=True)
    teller = app.state.notices
    monkeypatch.setattr(teller.visitors, "idle", lambda person: notices.AWAY)
    line = teller._line

    def stumbles(row: GameRow, notice: Notice) -> str:
        if notice.person == 1:
            raise RuntimeError("something nobody thought of")
        return str(line(row, notice))

    monkeypatch.setattr(teller, "_line", stumbles)
    assert teller.look(time.time() + notices.AWAY) == 1
    assert [letter[0] for letter in letters] == ["bo@example.org"]


def test_games_that_wait_longest_are_told_first_however_many_there_are(
    app: Starlette, host: Host, ada: Caller, posts: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notices, "MOST", 3)
    monkeypatch.setattr(app.state.notices.visitors, "idle", lambda person: notices.AWAY)
    games = _waits_for(host, ada, "Ada", 5, webhook=HOOK)
    assert app.state.notices.look(time.time() + notices.AWAY) == 1
    assert [one["id"] for one in posts[0][1]["games"]] == games[:3]
    assert posts[0][1]["text"].startswith("Your turn: 5")


def test_slow_addresses_keep_no_letter_waiting(
    app: Starlette, host: Host, visit: Callable[..., Caller], letters: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(notices.CALLS + 1):
        _waits_for(host, visit().enter("x"), f"Anna{chr(ord('a') + number)}", webhook=HOOK)
    _waits_for(host, visit().enter("x"), "Zacharias", email=True)
    teller, answers, asked = app.state.notices, threading.Event(), threading.Semaphore(0)

    def slow(url: str, body: bytes) -> bool:
        asked.release()
        return answers.wait(60)

    monkeypatch.setattr(teller, "post", slow)
    monkeypatch.setattr(teller.visitors, "idle", lambda person: notices.AWAY)
    assert teller._look(time.time() + notices.AWAY) == notices.CALLS + 2
    for _ in range(notices.CALLS):
        assert asked.acquire(timeout=60)
    teller._letters.wait()
    assert [letter[0] for letter in letters] == ["zacharias@example.org"]
    assert not asked.acquire(blocking=False)  # no more than so many at once
    answers.set()
    teller._calls.wait()
    assert asked.acquire(blocking=False)


@pytest.mark.parametrize(
    "url",
    ["http://example.org/", "https://a:b@example.org/", "https://example.org:8443/", "https:///", "file:///etc/passwd",
     "https://example.org/ x",
     "https://example.org/\r\nhost: x", "https://exämple.org/", "https://[", "https://x" * 99,
     "https://127.0.0.1/", "https://[::1]/", "https://10.0.0.3/", "https://localhost/", "https://nas.local./"],
)  # fmt: skip
def test_addresses_that_are_not_kept(url: str) -> None:
    with pytest.raises(Fault):
        good_webhook(url)


@pytest.mark.parametrize(
    "addresses",
    [["127.0.0.1"], ["10.0.0.7"], ["192.168.1.1"], ["172.16.0.1"], ["169.254.169.254"], ["0.0.0.0"], ["::1"],
     ["::"],
     ["fe80::1%eth0"], ["fc00::1"], ["fec0::1"], ["::ffff:127.0.0.1"], ["::ffff:8.8.8.8"], ["64:ff9b::7f00:1"],
     ["2002:7f00:1::"],
     ["100.64.0.1"], ["224.0.0.1"], ["8.8.8.8", "10.0.0.1"], []],
)  # fmt: skip
def test_nothing_is_sent_into_our_own_network(addresses: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    found = [(0, 0, 0, "", (address, 443)) for address in addresses]
    monkeypatch.setattr(socket, "getaddrinfo", lambda *values, **more: found)
    monkeypatch.setattr(socket, "create_connection", lambda *values: pytest.fail("somebody was called"))
    with pytest.raises(Fault):
        calling.post(HOOK, b"{}")


def test_the_address_that_was_looked_at_is_the_one_that_is_called(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that leads elsewhere the next time it is asked for leads nowhere."""
    answers = iter([[(0, 0, 0, "", ("8.8.8.8", 443))], [(0, 0, 0, "", ("127.0.0.1", 443))]])
    called: list[Any] = []

    def connect(address: Any, timeout: float) -> Any:
        called.append(address)
        raise ConnectionRefusedError

    monkeypatch.setattr(socket, "getaddrinfo", lambda *values, **more: next(answers))
    monkeypatch.setattr(socket, "create_connection", connect)
    assert calling.post(HOOK, b"{}") is False
    assert called == [("8.8.8.8", 443)]
    connection = calling._Pinned("hooks.example.org", "8.8.8.8")
    assert connection._tls.verify_mode is ssl.CERT_REQUIRED
    assert connection._tls.check_hostname
    with pytest.raises(Fault):
        open_address("hooks.example.org")
