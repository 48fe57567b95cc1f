"""What people at a table agree on: taking back further, seats that change hands, and trying out for oneself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from stellwerk.host.host import Host
from stellwerk.play.auction import Bid

from .conftest import Caller

Table = tuple[str, Caller, Caller, Caller]


@pytest.fixture
def table(ada: Caller, bo: Caller, visit: Callable[..., Caller]) -> Table:
    """Ada, Bo and Cleo have each bid once."""
    cleo = visit().enter("Cleo")
    id_ = ada.new("chicago-express", "me", "open", "open")
    for person in (bo, cleo):
        person.post(f"/games/{id_}/seats")
    for person, amount in ((ada, 7), (bo, 8), (cleo, 9)):
        bid(person, id_, amount)
    return id_, ada, bo, cleo


def bid(person: Caller, id_: str, amount: int) -> None:
    """Bid in the opening auction."""
    legal = person.get(f"/games/{id_}/actions")
    action = {"type": "bid", "seat": legal["seat"], "amount": amount}
    person.post(f"/games/{id_}/actions", decision=legal["decision"], action=action)


def asked(person: Caller, id_: str) -> Any:
    """The last thing that was asked."""
    return person.get(f"/games/{id_}/asks")[0]


# Taking back --------------------------------------------------------------------------------------------------


def test_all_others_must_agree_and_what_was_taken_back_stays_visible(table: Table, host: Host) -> None:
    id_, ada, bo, cleo = table
    ada.post(f"/games/{id_}/undo", 403, number=host.open(id_).number)
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=1)
    number = asked(bo, id_)["number"]
    assert (asked(bo, id_)["asks_me"], asked(ada, id_)["asks_me"]) == (True, False)
    bo.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert len(host.open(id_).game.actions) == 3
    host._forget(id_)  # as after a restart: Bo need not be asked again
    assert asked(ada, id_)["waits_for"] == ["Cleo"]
    cleo.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert host.open(id_).game.actions == [Bid(0, 7)]
    assert asked(ada, id_)["status"] == "granted"
    gone = ada.get(f"/games/{id_}/undone?language=en")
    assert [(one["move"], one["seat"]) for one in gone] == [(2, 1), (3, 2)]
    assert "8" in gone[0]["lines"][0]
    bo.post(f"/games/{id_}/asks/answer", 409, number=number, grant=False)


def test_one_who_declines_is_enough(table: Table, host: Host) -> None:
    id_, ada, bo, cleo = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=0)
    ada.post(f"/games/{id_}/asks", 409, kind="undo", keep=1)
    number = asked(bo, id_)["number"]
    bo.post(f"/games/{id_}/asks/answer", number=number, grant=False)
    cleo.post(f"/games/{id_}/asks/answer", 409, number=number, grant=True)
    assert asked(ada, id_)["status"] == "declined"
    assert len(host.open(id_).game.actions) == 3


def test_it_can_be_withdrawn_and_nobody_else_answers(table: Table, visit: Callable[..., Caller]) -> None:
    id_, ada, _, _ = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=0)
    number = asked(ada, id_)["number"]
    watcher = visit().enter("Watcher")
    watcher.post(f"/games/{id_}/asks/answer", 403, number=number, grant=True)
    watcher.post(f"/games/{id_}/asks", 403, kind="undo", keep=0)
    ada.post(f"/games/{id_}/asks/answer", 403, number=number, grant=True)
    ada.post(f"/games/{id_}/asks/answer", number=number, grant=False)
    assert asked(ada, id_)["status"] == "withdrawn"


def test_what_went_another_way_meanwhile_lapses(table: Table, host: Host) -> None:
    id_, ada, bo, cleo = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=2)
    number = asked(ada, id_)["number"]
    bo.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    cleo.post(f"/games/{id_}/undo", number=host.open(id_).number)
    cleo.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert asked(ada, id_)["status"] == "lapsed"
    assert len(host.open(id_).game.actions) == 2


def test_who_plays_with_bots_alone_goes_back_as_far_as_they_like(ada: Caller, host: Host) -> None:
    id_ = ada.new("chicago-express", "me", "friend", "friend")
    for _ in range(5):
        ada.choose(id_)
    ada.post(f"/games/{id_}/asks", 403, kind="undo", keep=5)
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=1)
    assert len(host.open(id_).game.actions) == 1


def test_what_came_to_light_is_not_taken_back_by_consent(sealed: str, ada: Caller, host: Host) -> None:
    id_ = ada.new(sealed, "me", "friend", options={"cards": False})
    for seat in range(2):
        legal = ada.get(f"/games/{id_}/actions")
        action = {"type": "seal_bid", "seat": seat, "amount": 10 + seat}
        ada.post(f"/games/{id_}/actions", decision=legal["decision"], action=action)
    assert host.open(id_).game.irrevocable == 2
    ada.post(f"/games/{id_}/asks", 403, kind="undo", keep=0)


# Seats --------------------------------------------------------------------------------------------------------


def test_a_seat_is_given_to_a_bot_and_taken_over_by_consent(
    table: Table, host: Host, visit: Callable[..., Caller]
) -> None:
    id_, ada, bo, cleo = table
    bo.post(f"/games/{id_}/notes", text="remember")
    bo.post(f"/games/{id_}/resign", 403, seat=0, sure=True)
    bo.post(f"/games/{id_}/resign", 400, seat=1)
    bo.post(f"/games/{id_}/resign", seat=1, sure=True)
    assert host.settled(id_).seats[1].kind == "bot"
    assert bo.get(f"/games/{id_}/notes") == {}
    dora = visit().enter("Dora")
    dora.post(f"/games/{id_}/asks", 201, kind="substitute", seat=1)
    ada.post(f"/games/{id_}/asks", 409, kind="substitute", seat=1)
    number = asked(ada, id_)["number"]
    for person in (ada, cleo):
        person.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert dora.get(f"/games/{id_}")["mine"] == [1]
    assert [seat["name"] for seat in dora.get(f"/games/{id_}")["seats"]] == ["Ada", "Dora", "Cleo"]
    assert dora.get(f"/games/{id_}/notes") == {"": "remember"}  # notes stay with the seat
    host._forget(id_)
    assert dora.get(f"/games/{id_}")["mine"] == [1]


# Trying out ---------------------------------------------------------------------------------------------------


def test_what_somebody_tries_out_is_theirs_alone(table: Table, host: Host) -> None:
    id_, ada, bo, _ = table
    made = ada.post(f"/games/{id_}/branch", 201, at=1)
    mine = made["id"]
    assert len(host.open(mine).game.actions) == 1
    assert ada.get(f"/games/{mine}")["mine"] == [0, 1, 2]
    bid(ada, mine, 11)
    assert len(host.open(id_).game.actions) == 3  # the game itself is as it was
    for path in ("", "/log", "/actions", "/file", "/talk"):
        assert bo.client.get(f"/api/games/{mine}{path}", headers=bo.headers).status_code == 404
    assert bo.client.get(f"/games/{mine}", headers=bo.headers).status_code == 404
    host._forget(mine)
    assert bo.client.get(f"/games/{mine}", headers=bo.headers).status_code == 404
    assert mine not in [one["id"] for one in bo.get("/games?status=running")]
    assert [one["id"] for one in ada.get("/games?status=running&mine=1")] == [id_]
    assert f"/games/{mine}" in ada.client.get(f"/games/{id_}/agree", headers=ada.headers).text
    page = ada.client.get(f"/games/{mine}", headers=ada.headers).text
    assert f"/games/{id_}?at=1" in page
    bo.post(f"/games/{mine}/discard", 404)
    assert ada.post(f"/games/{mine}/discard")["id"] == id_
    assert ada.client.get(f"/api/games/{mine}", headers=ada.headers).status_code == 404
    ada.post(f"/games/{id_}/discard", 403)


def test_a_copy_is_a_game_like_any_other_and_bots_may_play_on(table: Table, host: Host) -> None:
    id_, ada, bo, _ = table
    copy = ada.post(f"/games/{id_}/branch", 201, at=3, bots=True, alone=False)["id"]
    assert [seat.kind for seat in host.settled(copy).seats] == ["person", "bot", "bot"]
    assert bo.get(f"/games/{copy}")["mine"] == []


def test_what_is_hidden_is_not_copied(sealed: str, ada: Caller, bo: Caller, host: Host) -> None:
    id_ = ada.new(sealed, "me", "open", options={"cards": False})
    bo.post(f"/games/{id_}/seats")
    legal = ada.get(f"/games/{id_}/actions")
    action = {"type": "seal_bid", "seat": 0, "amount": 7}
    ada.post(f"/games/{id_}/actions", decision=legal["decision"], action=action)
    tried = bo.post(f"/games/{id_}/branch", 201)["id"]
    assert host.open(tried).game.actions == []
    with_cards = ada.new(sealed, "me", "friend")
    ada.post(f"/games/{with_cards}/branch", 403)
