"""How much one person and one address may take up, and what the owner of a table may do before play begins."""

from __future__ import annotations

import re
from collections.abc import Callable

import msgspec
import pytest

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.limits.quotas import Quotas
from stellwerk.host.settings import Settings
from stellwerk.view.texts import text

from ..conftest import Caller

CHICAGO = "chicago-express"


@pytest.fixture
def settings(settings: Settings, request: pytest.FixtureRequest) -> Settings:
    """As everywhere, with the limits that the test names."""
    return msgspec.structs.replace(settings, quotas=Quotas(**getattr(request, "param", {})))


def limited(**limits: int) -> pytest.MarkDecorator:
    """A test with limits of its own."""
    return pytest.mark.parametrize("settings", [limits], indirect=True, ids=list(limits))


def _refused(caller: Caller, path: str, status: int, key: str, limit: int, **body: object) -> None:
    answer = caller.client.post(f"/api{path}", headers=caller.headers, json=body)
    told = answer.json()
    assert (answer.status_code, told["key"]) == (status, key)
    assert told["error"] == text(key, "en", limit=limit)
    assert str(limit) in told["error"]
    assert str(limit) in text(key, "de", limit=limit)
    assert ("retry-after" in answer.headers) == (status == 429)


def _new(*kinds: str) -> dict[str, object]:
    return {"title": CHICAGO, "seats": [{"kind": kind} for kind in kinds]}


@limited(games=2)
def test_games_of_a_person(ada: Caller, bo: Caller) -> None:
    for _ in range(2):
        ada.new(CHICAGO, "me", "friend")
    _refused(ada, "/games", 403, "quota.games", 2, **_new("me", "friend"))
    bo.new(CHICAGO, "me", "friend")


@limited(tables=1)
def test_tables_that_wait(ada: Caller) -> None:
    waiting = ada.new(CHICAGO, "me", "open")
    _refused(ada, "/games", 403, "quota.tables", 1, **_new("me", "open"))
    ada.new(CHICAGO, "me", "friend")
    ada.post(f"/games/{waiting}/close")
    ada.new(CHICAGO, "me", "open")


@limited(places=1)
def test_places_at_tables_that_wait(ada: Caller, bo: Caller) -> None:
    first, second = (ada.new(CHICAGO, "me", "open", "open") for _ in range(2))
    bo.post(f"/games/{first}/seats")
    _refused(bo, f"/games/{second}/seats", 403, "quota.places", 1)
    bo.post(f"/games/{first}/leave")
    bo.post(f"/games/{second}/seats")


@limited(seats=3)
def test_seats_of_a_person(ada: Caller, bo: Caller) -> None:
    ada.new(CHICAGO, "me", "friend")
    _refused(ada, "/games", 403, "quota.seats", 3, **_new("me", "friend"))
    table = bo.new(CHICAGO, "me", "open", "open")
    ada.post(f"/games/{table}/seats")
    other = bo.new(CHICAGO, "me", "open", "open")
    _refused(ada, f"/games/{other}/seats", 403, "quota.seats", 3)


@limited(bots=3)
def test_bots_of_a_person(ada: Caller) -> None:
    table = ada.new(CHICAGO, "me", "open", "open", "open")
    ada.new(CHICAGO, "me", "bot")
    _refused(ada, "/games", 403, "quota.bots", 3, **_new("me", "bot", "bot", "bot"))
    _refused(ada, f"/games/{table}/bots", 403, "quota.bots", 3)


def _bring(caller: Caller) -> tuple[int, str]:
    file = stellwerk.new(CHICAGO, players=list("AB"), seed=1).to_json()
    answer = caller.client.post("/api/games/import", headers=caller.headers, content=file)
    return answer.status_code, answer.json().get("key", "")


@limited(files=1)
def test_files_of_a_person(ada: Caller, bo: Caller) -> None:
    assert _bring(ada) == (201, "")
    assert _bring(ada) == (429, "quota.files")
    assert _bring(bo) == (201, "")


@limited(address_files=1)
def test_files_of_an_address(ada: Caller, bo: Caller) -> None:
    assert _bring(ada) == (201, "")
    assert _bring(bo) == (429, "quota.address_files")


@limited(address_games=1)
def test_games_of_an_address(ada: Caller, bo: Caller) -> None:
    ada.new(CHICAGO, "me", "friend")
    _refused(bo, "/games", 429, "quota.address_games", 1, **_new("me", "friend"))


@limited(address_bots=2)
def test_bots_of_an_address(ada: Caller, bo: Caller) -> None:
    ada.new(CHICAGO, "me", "bot", "bot")
    _refused(bo, "/games", 429, "quota.address_bots", 2, **_new("me", "bot"))


@limited(address_seats=1)
def test_seats_of_an_address(visit: Callable[..., Caller], ada: Caller, bo: Caller) -> None:
    table = ada.new(CHICAGO, "me", "open", "open")
    bo.post(f"/games/{table}/seats")
    _refused(visit().enter("Cleo"), f"/games/{table}/seats", 429, "quota.address_seats", 1)


@limited(address_guests=1)
def test_guests_of_an_address(visit: Callable[..., Caller], ada: Caller) -> None:
    _refused(visit(), "/guests", 429, "quota.address_guests", 1, name="Bo")


def test_the_lobby_shows_few_games_of_one_person(host: Host, ada: Caller, bo: Caller) -> None:
    early = bo.new(CHICAGO, "me", "open")
    for _ in range(5):
        ada.new(CHICAGO, "me", "open")
    listed = [row["id"] for row in ada.get("/games?status=open")]
    assert len(listed) == 1 + host.settings.listed_each
    assert early in listed
    assert len(ada.get("/games?status=open&mine=1")) == 5
    assert len(re.findall('href="/games/', bo.client.get("/", headers=bo.headers).text)) == len(listed)


def test_a_person_has_one_seat_unless_the_table_is_for_several_at_one_screen(ada: Caller, bo: Caller) -> None:
    table = ada.new(CHICAGO, "me", "open", "open")
    bo.post(f"/games/{table}/seats")
    assert bo.post(f"/games/{table}/seats", 409, seat=2)["key"] == "fault.seated"
    assert bo.post(f"/games/{table}/seats")["mine"] == [1]  # who asks again has not heard the answer
    shared = ada.new(CHICAGO, "me", "friend", "open")
    assert ada.get(f"/games/{shared}")["mine"] == [0, 1]


def test_the_owner_removes_a_guest_who_does_not_come_back(
    ada: Caller, bo: Caller, visit: Callable[..., Caller]
) -> None:
    table = ada.new(CHICAGO, "me", "open", "open")
    bo.post(f"/games/{table}/seats", seat=2)
    assert bo.post(f"/games/{table}/remove", 403, seat=0)["key"] == "fault.not_owner"
    page = ada.client.get(f"/games/{table}", headers=ada.headers).text
    assert text("waiting.remove_whom", "en", name="Bo") in page
    left = ada.post(f"/games/{table}/remove", seat=2)
    assert [seat["kind"] for seat in left["seats"]] == ["person", "free", "free"]
    assert bo.post(f"/games/{table}/seats", 403)["key"] == "fault.removed"
    for seat in (0, 1, 9):
        assert ada.post(f"/games/{table}/remove", 409, seat=seat)["key"] == "fault.nobody_there"
    visit().enter("Cleo").post(f"/games/{table}/seats")
    visit().enter("Dan").post(f"/games/{table}/seats")
    assert ada.post(f"/games/{table}/remove", 409, seat=1)["key"] == "fault.begun"


def test_the_owner_closes_a_table_before_play_begins(ada: Caller, bo: Caller) -> None:
    table = ada.new(CHICAGO, "me", "open")
    assert bo.post(f"/games/{table}/close", 403)["key"] == "fault.not_owner"
    assert 'action="/games/' + table + '/close"' in ada.client.get(f"/games/{table}", headers=ada.headers).text
    ada.post(f"/games/{table}/close")
    assert bo.client.get(f"/api/games/{table}").status_code == 404
    assert ada.get("/games?status=open") == []
    begun = ada.new(CHICAGO, "me", "friend")
    assert ada.post(f"/games/{begun}/close", 409)["key"] == "fault.begun"
