"""Accounts beside guests: names, passwords, sessions, and going without a record going."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.limits.attempts import ACCOUNTS, ADDRESS, HERE, NAME, PROOFS
from stellwerk.host.people import accounts, look_alikes
from stellwerk.host.storage.people.people import MOST_KEYS
from stellwerk.host.storage.rows import SESSION
from stellwerk.view.names import GUEST
from stellwerk.view.texts import text

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET, OTHER = "ein langes Passwort", "noch ein längeres"
Visit = Callable[..., Caller]


def _csrf(client: TestClient) -> str:
    found = re.search(r'name="csrf" content="(\w+)"', client.get("/me").text)
    assert found is not None
    return found[1]


def _post(client: TestClient, path: str, status: int = 200, **fields: str) -> Any:
    answer = client.post(path, data={"csrf": _csrf(client), **fields})
    assert answer.status_code == status, answer.text
    return answer


def _called(client: TestClient) -> str:
    found = re.search(r'class="me">([^<]*)<', client.get("/").text)
    assert found is not None
    return found[1]


def _register(client: TestClient, name: str, **fields: str) -> Any:
    return _post(client, "/me/account", name=name, **{"password": SECRET, **fields})


def test_a_guest_becomes_somebody_and_keeps_the_seat(visit: Visit, host: Host) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    ada.post("/accounts", 201, name="Ada L", password=SECRET)
    assert ada.get(f"/games/{game}")["mine"] == [0]
    ada.post("/accounts", 409, name="Ada M", password=SECRET)
    elsewhere = visit()
    token = elsewhere.post("/sessions", 201, name="ada l", password=SECRET)["token"]
    elsewhere.headers = {"authorization": f"Bearer {token}"}
    assert elsewhere.get(f"/games/{game}")["mine"] == [0]
    assert elsewhere.get("/games?mine=1")[0]["id"] == game


def test_pages_make_an_account_and_let_one_in_and_out(visit: Visit) -> None:
    client, other = visit().client, visit().client
    page = _register(client, "Ada", email="ada@example.org").text
    assert text("me.made", "en") in page
    assert _called(client) == "Ada"
    wrong = _post(other, "/enter", 403, name="Ada", password=OTHER)
    assert text("fault.password", "en") in wrong.text
    assert wrong.text.replace("Ada", "?") == _post(other, "/enter", 403, name="Eve", password=OTHER).text.replace(
        "Eve", "?"
    )
    before = other.cookies["stellwerk"]
    _post(other, "/enter", name="ADA", password=SECRET)
    assert other.cookies["stellwerk"] != before
    assert _called(other) == "Ada"
    thief = visit().client
    thief.cookies.set("stellwerk", other.cookies["stellwerk"])
    _post(other, "/exit")
    assert _called(other) == _called(thief) == "Guest"
    assert _called(client) == "Ada"


def test_forms_of_accounts_must_come_from_our_pages(visit: Visit, app: Starlette) -> None:
    client = visit().client
    _register(client, "Ada")
    own = [route.path for route in app.routes if "POST" in (getattr(route, "methods", None) or ())]
    forms = [path for path in own if path.startswith(("/me", "/enter", "/exit"))]
    assert len(forms) >= 8
    for path in forms:
        fields = {"name": "Ada", "password": SECRET, "old": SECRET, "csrf": "0" * 32}
        assert client.post(path, data=fields).status_code == 403, path
    assert _called(client) == "Ada"


@pytest.mark.parametrize("name", ["Ada", "ADA", "Аda", "A.d-a", "Adä", "ａｄａ", "Ada\u3164", "Ada\u02bc"])
def test_names_that_look_alike_are_one(visit: Visit, name: str) -> None:
    _register(visit().client, "Ada")
    taken = text("fault.name_taken", "en")
    other = visit().client
    for path, fields in (
        ("/me", {}),
        ("/games", {"title": CHICAGO}),
    ):
        assert taken in _post(other, path, 409, name=name, **fields).text
    answer = other.post("/me/account", data={"csrf": _csrf(other), "name": name, "password": SECRET})
    assert answer.status_code in (400, 409)
    assert _called(other) == "Guest"
    assert visit().client.post("/api/guests", json={"name": name}).status_code == 409


def test_a_guests_name_is_seen_and_of_one_alphabet(visit: Visit) -> None:
    assert visit().post("/guests", 201, name="\u3164")["name"] == "Guest"
    assert visit().post("/guests", 400, name="Λda")["key"] == "fault.name_scripts"
    for name in ("田中さん", "キム 김", "Łukasz Ø", "Иван"):
        assert visit().post("/guests", 201, name=name)["name"] == name
        visit().enter("x").post("/accounts", 201, name=name, password=SECRET)


def test_nobody_sits_under_anothers_name(visit: Visit) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    bo = visit().enter("Bo")
    for kind in ("me", "friend", "bot"):
        seats = [{"kind": "me"}, {"kind": "bot"}] if kind != "me" else [{"kind": "bot"}, {"kind": "bot"}]
        seats.append({"kind": kind, "name": "Аdа"})
        bo.post("/games", 409, title=CHICAGO, seats=seats)
    ada.post("/games", 201, title=CHICAGO, seats=[{"kind": "me", "name": "Ada"}, {"kind": "bot"}])


@pytest.mark.parametrize(
    ("fields", "key"),
    [
        ({"password": "short"}, "fault.password_length"),
        ({"password": "x" * 201}, "fault.password_length"),
        ({"password": "aaaaaaaaaaaaaaa"}, "fault.password_weak"),
        ({"name": "Adalbert Stifter", "password": "adalbertstifter"}, "fault.password_weak"),
        ({"name": "A"}, "fault.name_short"),
        ({"name": "<>"}, "fault.name_short"),
        ({"name": "Adа Lovelace"}, "fault.name_scripts"),
        ({"email": "ada"}, "fault.email"),
        ({"email": "ada@example.org\nBcc: all@example.org"}, "fault.email"),
    ],
)
def test_what_no_account_may_have(visit: Visit, fields: dict[str, str], key: str) -> None:
    ada = visit().enter("Ada")
    body = {"name": "Ada", "password": SECRET} | fields
    assert ada.post("/accounts", 400, **body)["key"] == key


def test_who_may_make_no_more_accounts_costs_no_more_digests(
    visit: Visit, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit().enter("x").post("/accounts", 201, name="Ada", password=SECRET)
    work = Mock(return_value="no digest")
    monkeypatch.setattr(accounts, "hashed", work)
    guest, tries, body = visit().enter("Bo"), ACCOUNTS + 5, {"name": "Ada", "password": SECRET}
    answers = [guest.client.post("/api/accounts", headers=guest.headers, json=body) for _ in range(tries)]
    refused = tries - ACCOUNTS + 1
    assert [answer.status_code for answer in answers] == [409] * (ACCOUNTS - 1) + [429] * refused
    assert work.call_count == ACCOUNTS - 1


def test_passwords_are_kept_as_digests_and_tried_a_few_times_only(
    visit: Visit, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    content = host.settings.file.read_bytes() + host.settings.file.with_name("stellwerk.sqlite3-wal").read_bytes()
    assert SECRET.encode() not in content
    assert b"$argon2id$" in content
    held: list[str] = []
    verify = accounts._verified
    monkeypatch.setattr(accounts, "_verified", lambda digest, given: held.append(digest) or verify(digest, given))
    for name in ("Ada", "Nobody"):
        for _ in range(HERE):
            visit().post("/sessions", 403, name=name, password=OTHER)
        assert visit().post("/sessions", 429, name=name, password=SECRET)["key"] == "fault.attempts"
    assert len(held) == 2 * HERE  # also for a name that nobody has, and never where it was refused
    for number in range(ADDRESS):
        visit().client.post("/api/sessions", json={"name": f"N{number}", "password": OTHER})
    visit().post("/sessions", 429, name="Somebody else", password=SECRET)


def test_who_guesses_from_elsewhere_keeps_nobody_from_their_own_account(visit: Visit, app: Starlette) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    for number in range(NAME):  # strangers, each from an address of their own
        app.state.accounts._attempts.password("ada", f"10.0.0.{number}")
    visit().post("/sessions", 429, name="Ada", password=SECRET)
    ada.post("/account/password", 403, old=OTHER, password=OTHER)
    renewed = ada.post("/account/password", old=SECRET, password=OTHER)
    ada.headers = {"authorization": f"Bearer {renewed['token']}"}
    for _ in range(PROOFS - 2):
        ada.post("/account/delete", 403, password=SECRET)
    ada.post("/account/delete", 429, password=OTHER)


def test_names_that_were_kept_by_an_older_rule_of_looking_alike(visit: Visit, host: Host, app: Starlette) -> None:
    for name in ("Zoe", "Gina", "Bo 2"):
        visit().enter("x").post("/accounts", 201, name=name, password=SECRET)
    storage = host.storage
    for person, name, likeness in ((1, "2oe", "2oe"), (2, "Gina", "gina"), (3, "Bo 2", "bo2")):
        storage.rename_account(person, name, likeness)  # as a server kept them to which 2 was no Z
    zoe = visit().enter("x")
    zoe.post("/accounts", 201, name="Zoe", password=SECRET)
    storage.keep_likenesses(f"{look_alikes.RULE}, later", look_alikes.likeness)
    visit().enter("x").post("/accounts", 409, name="Bo z", password=SECRET)
    for name in ("2oe", "Zoe", "Gina", "bo 2"):  # two that look alike since stay apart
        made = visit().post("/sessions", 201, name=name, password=SECRET)
        assert made["name"].lower() == name.lower()


def test_sessions_are_listed_and_ended(visit: Visit) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    phone = visit(headers={"user-agent": "Mozilla/5.0 (iPhone) Safari <b>"})
    phone.headers = {
        "authorization": f"Bearer {phone.post('/sessions', 201, name='Ada', password=SECRET)['token']}"
    }
    listed = ada.get("/sessions")
    assert [(one["label"], one["here"]) for one in listed] == [("Safari, iPhone", False), ("", True)]
    ada.post("/sessions/end", session=listed[0]["handle"])
    phone.post("/sessions/end", 401, session=listed[1]["handle"])
    ada.post("/sessions/end", 404, session=listed[0]["handle"])
    eve = visit().enter("Eve")
    eve.post("/sessions/end", 404, session=listed[1]["handle"])
    assert len(ada.get("/sessions")) == 1


def test_another_password_ends_everything_else(visit: Visit) -> None:
    ada, other = visit().enter("Ada"), visit()
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    other.headers = {
        "authorization": f"Bearer {other.post('/sessions', 201, name='Ada', password=SECRET)['token']}"
    }
    ada.post("/account/password", 403, old=OTHER, password=OTHER)
    token = ada.post("/account/password", old=SECRET, password=OTHER)["token"]
    ada.headers = {"authorization": f"Bearer {token}"}
    assert len(ada.get("/sessions")) == 1
    other.post("/sessions/end", 401)
    visit().post("/sessions", 403, name="Ada", password=SECRET)
    visit().post("/sessions", 201, name="Ada", password=OTHER)


def test_who_goes_leaves_a_guest_in_the_seat(visit: Visit, host: Host) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada Lovelace", password=SECRET, email="ada@example.org")
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    ada.choose(game)
    ada.client.get(f"/games/{game}", headers=ada.headers)
    number = bo.get(f"/games/{game}")["number"]
    ada.post("/account/delete", 403, password=OTHER)
    ada.post("/account/delete", password=SECRET)
    ada.post("/sessions/end", 401)
    told = bo.get(f"/games/{game}")
    assert told["number"] == number
    assert [seat["name"] for seat in told["seats"]] == ["Guest", "Bo"]
    assert "Lovelace" not in bo.client.get(f"/games/{game}", headers=bo.headers).text
    host.storage.engine.dispose()  # which writes everything into the file
    host.close()
    assert b"Lovelace" not in _vacuumed(host)
    assert b"ada@example" not in _vacuumed(host)
    assert GUEST.encode() in _vacuumed(host)


def test_no_name_stays_on_bots_branches_copies_and_what_was_asked(visit: Visit, host: Host) -> None:
    ada, bo = visit().enter("Ada"), visit().enter("Bo")
    ada.post("/accounts", 201, name="Ada Lovelace", password=SECRET)
    game = ada.new(CHICAGO, "me", "open")
    other = bo.new(CHICAGO, "me", "bot")
    bo.post(f"/games/{game}/seats")
    bo.choose(other)
    ada.post(f"/games/{other}/asks", 201, kind="substitute", seat=1)
    ada.choose(game)
    ada.post(f"/games/{game}/asks", 201, kind="undo", keep=0)
    tried = bo.post(f"/games/{game}/branch", 201, at=1, bots=True)["id"]
    again = bo.post(f"/games/{tried}/branch", 201, at=1, bots=True)["id"]
    copied = bo.post(f"/games/{game}/branch", 201, at=1, bots=True, alone=False)["id"]
    ada.post(f"/games/{game}/resign", seat=0, sure=True)
    assert "Lovelace" in bo.client.get(f"/games/{again}", headers=bo.headers).text
    ada.post("/account/delete", password=SECRET)
    for id_, name in ((game, "Guest"), (tried, "Guest"), (again, "Guest"), (copied, "Albert")):
        assert [seat["name"] for seat in bo.get(f"/games/{id_}")["seats"]] == [name, "Bo"]
        assert "Lovelace" not in bo.client.get(f"/games/{id_}", headers=bo.headers).text
    for id_ in (game, other):
        assert [ask["name"] for ask in bo.get(f"/games/{id_}/asks")] == ["Guest"]
    host.storage.engine.dispose()
    host.close()
    assert b"Lovelace" not in _vacuumed(host)


def _vacuumed(host: Host) -> bytes:
    import sqlite3
    from contextlib import closing

    with closing(sqlite3.connect(host.settings.file)) as file:
        file.execute("VACUUM")
    return host.settings.file.read_bytes()


def test_a_name_is_free_again_after_its_owner_went(visit: Visit) -> None:
    ada = visit().enter("Ada")
    ada.post("/accounts", 201, name="Ada", password=SECRET)
    ada.post("/account/delete", password=SECRET)
    visit().enter("Ada").post("/accounts", 201, name="Ada", password=SECRET)


def test_keys_of_a_person_are_bounded(host: Host, visit: Visit) -> None:
    ada = host.storage.add_person("Ada", "first")
    for number in range(MOST_KEYS + 5):
        host.storage.add_key(ada.id, f"{number:064}", SESSION)
    assert len(host.storage.keys_of(ada.id)) == MOST_KEYS
