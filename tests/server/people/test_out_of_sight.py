"""Who has gone, is blocked or cannot come in, and what is in no list, shows nowhere that it should not."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.host.host import Host
from stellwerk.host.operator import Acts
from stellwerk.host.storage.rows import FINISHED, PERSON, GameRow, Seat
from stellwerk.host.storage.tables.meeting import notes

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
Visit = Callable[..., Caller]
EVERYBODYS = (
    "/", "/tables", "/finished", f"/finished?title={CHICAGO}", f"/ratings?title={CHICAGO}", "/tournaments",
    "/api/games?status=open", "/api/games?status=running", "/api/games?status=finished", "/api/tables",
    f"/api/ratings?title={CHICAGO}", "/api/tournaments",
)  # fmt: skip


def _account(visit: Visit, name: str) -> Caller:
    found = visit().enter(name)
    found.post("/accounts", 201, name=name, password=SECRET)
    return found


@pytest.fixture
def ada(visit: Visit) -> Caller:
    """Somebody with a name that stands nowhere by itself, person 1."""
    return _account(visit, "Zyxadora")


@pytest.fixture
def bo(visit: Visit) -> Caller:
    """Somebody else, person 2 where there is Ada."""
    return _account(visit, "Bo")


def _reads(caller: Caller, *paths: str) -> set[str]:
    """Pages on which her name stands."""
    found = set()
    for path in paths or EVERYBODYS:
        answer = caller.client.get(path, headers=caller.headers)
        if "Zyxadora" in answer.text:
            found.add(path)
    return found


def _ended(host: Host, id_: str, **values: Any) -> None:
    seats = (Seat(0, PERSON, "Zyxadora", 1), Seat(1, PERSON, "Bo", 2))
    host.storage.add_game(GameRow(id_, CHICAGO, 1, {}, 1, 1, FINISHED, 9e9, 9e9, [2, 1], seats, **values))


def test_whoever_goes_is_gone_from_every_page(ada: Caller, bo: Caller, visit: Visit, host: Host) -> None:
    for one in (ada, bo):
        one.post("/account/profile", shown=True, rated=True, words="hello")
    waits = bo.new(CHICAGO, "me", "open", "open")
    hers = ada.new(CHICAGO, "me", "open", "open")
    ada.post(f"/games/{waits}/seats")
    runs = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{runs}/seats")
    ada.post(f"/games/{runs}/notes", text="a secret of mine")
    ada.post(f"/games/{runs}/talk", 201, text="hello")
    bo.post(f"/games/{runs}/notes", text="Bo's own")
    _ended(host, "over")
    cup = bo.post("/tournaments", 201, name="Cup", title=CHICAGO, players=2)["id"]
    ada.post(f"/tournaments/{cup}/join")
    own = ada.post("/tournaments", 201, name="Bowl", title=CHICAGO, players=2)["id"]
    bo.post(f"/tournaments/{own}/join")
    begun = bo.post("/tournaments", 201, name="Vase", title=CHICAGO, players=2)["id"]
    ada.post(f"/tournaments/{begun}/join")
    bo.post(f"/tournaments/{begun}/begin")
    beside = [
        f"/games/{game}{part}" for game in (waits, hers, runs) for part in ("", "/people", "/talk", "/agree")
    ]
    beside += [f"/tournaments/{one}" for one in (cup, own, begun)] + [
        "/people/Zyxadora",
        "/people/Bo",
        "/mine",
        "/me",
    ]
    beside += [f"/api/games/{runs}/{part}" for part in ("file", "file?beside=1", "talk", "log", "tables", "asks")]
    beside += [f"/api/games/{runs}", f"/api/tournaments/{begun}", "/api/people/Bo", f"/games/{runs}/end"]
    everywhere = (*EVERYBODYS, *beside)
    assert len(_reads(bo, *everywhere)) > 12
    ada.post("/account/delete", password=SECRET)
    for caller in (bo, visit()):
        assert _reads(caller, *everywhere) == set()
    assert [seat["kind"] for seat in bo.get(f"/games/{waits}")["seats"]] == ["person", "free", "free"]
    assert bo.get(f"/tournaments/{cup}")["people"] == ["Bo"]
    assert bo.client.get(f"/api/tournaments/{own}", headers=bo.headers).status_code == 404
    assert sorted(bo.get(f"/tournaments/{begun}")["people"]) == ["Bo", "Guest"]
    with host.storage.reading() as connection:
        assert list(connection.scalars(sa.select(notes.c.body))) == ["Bo's own"]


LISTS = ("/", "/tables", "/api/games?status=open", "/api/tables")
"""Where tables stand that wait."""


def _lists(caller: Caller, game: str) -> list[bool]:
    """Which of these have a game."""
    return [game in caller.client.get(path, headers=caller.headers).text for path in LISTS]


@pytest.mark.parametrize("she_says_so", [True, False])
def test_who_do_not_want_to_meet_see_no_table_of_the_other(
    ada: Caller, bo: Caller, visit: Visit, host: Host, she_says_so: bool
) -> None:
    met = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{met}/seats")
    for one in (ada, bo):
        one.post("/account/profile", shown=True, rated=True)
    _ended(host, "over")
    hers = ada.new(CHICAGO, "me", "open", "open")
    profile, ratings = "/people/Zyxadora", f"/ratings?title={CHICAGO}"
    assert all(_lists(bo, hers))
    assert profile in bo.client.get(ratings, headers=bo.headers).text
    one, seat = (bo, 0) if not she_says_so else (ada, 1)
    one.post(f"/games/{met}/block", seat=seat)
    assert not any(_lists(bo, hers))
    assert all(_lists(visit(), hers))
    assert profile not in bo.client.get(ratings, headers=bo.headers).text  # which would lead to nothing
    assert bo.client.get(profile, headers=bo.headers).status_code == 404


def test_a_table_with_whom_one_does_not_want_to_meet_is_none_whoever_has_laid_it_out(
    ada: Caller, bo: Caller, visit: Visit
) -> None:
    game = visit().enter("Cleo").new(CHICAGO, "me", "open", "open")
    runs = ada.new(CHICAGO, "me", "open", access="unlisted")
    bo.post(f"/games/{runs}/seats")
    bo.post(f"/games/{runs}/block", seat=0)
    assert all(_lists(bo, game))
    ada.post(f"/games/{game}/seats")
    assert not any(_lists(bo, game))


def test_nobody_waits_for_who_cannot_come_in(ada: Caller, bo: Caller, visit: Visit, host: Host) -> None:
    hers, his = ada.new(CHICAGO, "me", "open", "open"), bo.new(CHICAGO, "me", "open", "open")
    ada.post(f"/games/{his}/seats")
    acts = Acts(host.storage, "root")
    for closed in (True, False):
        (acts.suspend if closed else acts.readmit)("Zyxadora", "")
        for game in (hers, his):
            assert _lists(visit(), game) == [not closed] * len(LISTS)


def test_what_is_in_no_list_is_in_none(ada: Caller, bo: Caller, visit: Visit, host: Host) -> None:
    for one in (ada, bo):
        one.post("/account/profile", shown=True, rated=True)
    for access in ("unlisted", "invited"):
        ada.new(CHICAGO, "me", "open", access=access)
        game = ada.new(CHICAGO, "me", "bot", access=access)
        _ended(host, f"over-{access}", access=access)
        copied = bo.post(f"/games/{game}/branch", 201, at=0, bots=True, alone=False)
        assert copied["id"] not in visit().client.get("/api/games?status=running").text
    assert _reads(visit()) == _reads(bo) == set()
    assert bo.get("/people/Zyxadora")["games"] == []


def test_a_table_that_an_operator_took_out_is_not_at_its_tournament(
    ada: Caller, bo: Caller, visit: Visit, host: Host
) -> None:
    cup = bo.post("/tournaments", 201, name="Cup", title=CHICAGO, players=2)["id"]
    ada.post(f"/tournaments/{cup}/join")
    bo.post(f"/tournaments/{cup}/begin")
    (game,) = (one["id"] for one in visit().get(f"/tournaments/{cup}")["games"])
    Acts(host.storage, "root").unlist(game, "")
    assert visit().get(f"/tournaments/{cup}")["games"] == []
    assert game not in visit().client.get(f"/tournaments/{cup}").text
    assert [one["id"] for one in ada.get(f"/tournaments/{cup}")["games"]] == [game]


def test_whoever_is_named_in_a_file_has_not_sat_here(ada: Caller, bo: Caller, visit: Visit) -> None:
    game = visit().enter("Zyxadora Two").new(CHICAGO, "me", "friend")
    kept = bo.client.get(f"/api/games/{game}/file", headers=bo.headers).content
    assert b"Zyxadora Two" in kept
    before = _reads(visit())
    brought = bo.client.post("/api/games/import", content=kept, headers=bo.headers)
    assert brought.status_code == 201
    assert brought.json()["access"] == "unlisted"
    assert brought.json()["id"] in bo.client.get("/", headers=bo.headers).text
    assert _reads(visit()) == before == {"/", "/api/games?status=running"}
    assert brought.json()["id"] not in visit().client.get("/").text
