"""What people at a table agree on: taking back further, seats that change hands, and trying out for oneself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
import sqlalchemy as sa

from stellwerk.host import moves
from stellwerk.host.host import Host
from stellwerk.host.storage.schema import people, resigned
from stellwerk.host.storage.tables.meeting import vacations
from stellwerk.host.tables import asking
from stellwerk.play.auction import Bid

from ..conftest import Caller

DAY = 86_400
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


def test_what_was_taken_back_is_read_out_of_the_log_once(
    table: Table, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, ada, _, cleo = table
    cleo.post(f"/games/{id_}/undo", number=host.open(id_).number)
    assert [one["move"] for one in ada.get(f"/games/{id_}/undone")] == [3]
    with monkeypatch.context() as patch:
        patch.setattr(host.storage, "entries", None)
        bid(cleo, id_, 11)
        cleo.post(f"/games/{id_}/undo", number=host.open(id_).number)
        kept = ada.get(f"/games/{id_}/undone?language=en")
    assert [(one["move"], one["seat"]) for one in kept] == [(3, 2), (3, 2)]
    assert "11" in kept[0]["lines"][0]
    host._forget(id_)
    assert ada.get(f"/games/{id_}/undone?language=en") == kept


def test_what_was_taken_back_stays_hidden_from_others(sealed: str, ada: Caller, bo: Caller, host: Host) -> None:
    id_ = ada.new(sealed, "me", "open", options={"cards": False})
    bo.post(f"/games/{id_}/seats")
    for amount in (17, 19):
        legal = ada.get(f"/games/{id_}/actions")
        action = {"type": "seal_bid", "seat": 0, "amount": amount}
        ada.post(f"/games/{id_}/actions", decision=legal["decision"], action=action)
        ada.post(f"/games/{id_}/undo", number=host.open(id_).number)
        mine, others = (str(person.get(f"/games/{id_}/undone?language=en")) for person in (ada, bo))
        assert str(amount) in mine
        assert str(amount) not in others


def test_one_who_declines_is_enough(table: Table, host: Host) -> None:
    id_, ada, bo, cleo = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=0)
    ada.post(f"/games/{id_}/asks", 409, kind="undo", keep=1)
    number = asked(bo, id_)["number"]
    bo.post(f"/games/{id_}/asks/answer", number=number, grant=False)
    cleo.post(f"/games/{id_}/asks/answer", 409, number=number, grant=True)
    assert asked(ada, id_)["status"] == "declined"
    told = [person.client.get(f"/games/{id_}/agree", headers=person.headers).text for person in (ada, bo)]
    assert ['class="ordered over mine"' in page for page in told] == [True, False]  # at the top, for who asked
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
    with host.storage.reading() as connection:
        assert connection.execute(sa.select(resigned.c.game, resigned.c.seat)).all() == [(id_, 1)]
    assert bo.get(f"/games/{id_}/notes") == {}
    dora = visit().enter("Dora")
    dora.post(f"/games/{id_}/asks", 201, kind="substitute", seat=1)
    ada.post(f"/games/{id_}/asks", 409, kind="substitute", seat=1)
    number = asked(ada, id_)["number"]
    for person in (ada, cleo):
        person.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert dora.get(f"/games/{id_}")["mine"] == [1]
    assert [seat["name"] for seat in dora.get(f"/games/{id_}")["seats"]] == ["Ada", "Dora", "Cleo"]
    told = dora.client.get(f"/games/{id_}/agree?language=en", headers=dora.headers).text
    assert "Dora plays on in a seat" in told  # not for herself, as the seat is called now
    assert dora.get(f"/games/{id_}/notes") == {"": "remember"}  # notes stay with the seat
    host._forget(id_)
    assert dora.get(f"/games/{id_}")["mine"] == [1]


def test_a_seat_is_handed_on_by_a_link_that_is_good_once(
    table: Table, host: Host, visit: Callable[..., Caller]
) -> None:
    id_, ada, bo, _ = table
    ada.post(f"/games/{id_}/notes", text="remember")
    bo.post(f"/games/{id_}/asks", 403, kind="hand_on", seat=0)
    ada.post(f"/games/{id_}/asks", 201, kind="hand_on", seat=0)
    offer = asked(ada, id_)
    assert (asked(bo, id_)["link"], offer["asks_me"], offer["waits_for"]) == ("", False, [])
    number, _, key = offer["link"].partition("?seat=")[2].partition("-")
    dora = visit()
    dora.post(f"/games/{id_}/asks/take", 403, number=int(number), key="x" * 20)
    bo.post(f"/games/{id_}/asks/take", 409, number=int(number), key=key)  # has a seat
    page = dora.client.get(offer["link"])
    assert page.status_code == 200
    assert key in page.text
    dora.enter("Dora").post(f"/games/{id_}/asks/take", number=int(number), key=key)
    dora.post(f"/games/{id_}/asks/take", number=int(number), key=key)  # the answer was lost
    assert dora.get(f"/games/{id_}")["mine"] == [0]
    assert dora.get(f"/games/{id_}/notes") == {"": "remember"}
    told = bo.client.get(f"/games/{id_}/agree?language=en", headers=bo.headers).text
    assert "Ada has handed the seat on; Dora plays there now." in told
    visit().enter("Eve").post(f"/games/{id_}/asks/take", 409, number=int(number), key=key)
    host._forget(id_)
    assert ada.get(f"/games/{id_}")["mine"] == []


def test_a_seat_is_handed_on_to_somebody_named_or_not_after_all(
    table: Table, visit: Callable[..., Caller]
) -> None:
    id_, ada, _, _ = table
    dora = visit().enter("Guest")
    dora.post("/accounts", 201, name="Dora", password="long enough")
    ada.post(f"/games/{id_}/asks", 404, kind="hand_on", seat=0, name="Nobody")
    ada.post(f"/games/{id_}/asks", 201, kind="hand_on", seat=0)
    first = asked(ada, id_)
    ada.post(f"/games/{id_}/asks", 201, kind="hand_on", seat=0, name="dora")
    number, key = first["number"], first["link"][-20:]
    visit().enter("Eve").post(f"/games/{id_}/asks/take", 409, number=number, key=key)  # another offer stands now
    visit().enter("Fay").post(f"/games/{id_}/asks/take", 403, number=number + 1, key="")
    assert asked(dora, id_)["link"]
    page = dora.client.get(f"/games/{id_}/agree?language=en", headers=dora.headers).text
    assert "Take this seat" in page
    ada.post(f"/games/{id_}/asks/answer", number=number + 1, grant=False)
    dora.post(f"/games/{id_}/asks/take", 409, number=number + 1)
    ada.post(f"/games/{id_}/asks", 201, kind="hand_on", seat=0, name="Dora")
    dora.post(f"/games/{id_}/asks/take", number=number + 2)
    assert dora.get(f"/games/{id_}")["mine"] == [0]


def test_strangers_keep_nobody_from_asking(table: Table, visit: Callable[..., Caller]) -> None:
    id_, ada, _, _ = table
    dora = visit().enter("Dora")
    springs = []
    for _ in range(asking.EACH_STRANGER):
        dora.post(f"/games/{id_}/asks", 201, kind="substitute", seat=1)
        facts = ada.client.get(f"/games/{id_}/view", headers=ada.headers).json()["facts"]
        springs.append(facts["asks"])
        dora.post(f"/games/{id_}/asks/answer", number=asked(dora, id_)["number"], grant=False)
    assert springs == [1, 0, 0]  # the panel does not open again for the same
    assert dora.post(f"/games/{id_}/asks", 403, kind="substitute", seat=2)["key"] == "fault.many_asks"
    for number in range(asking.AT_ONCE):
        visit().enter(f"Guest {number}").post(f"/games/{id_}/asks", 201, kind="substitute", seat=1)
    one_more = visit().enter("Eve").post(f"/games/{id_}/asks", 403, kind="substitute", seat=1)
    assert one_more["key"] == "fault.many_strangers"
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=1)


def test_old_requests_for_seats_make_room(
    table: Table, visit: Callable[..., Caller], host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, _, bo, _ = table
    monkeypatch.setattr(asking, "KEPT", 2)
    for name in ("Dora", "Eve", "Fay", "Gil"):
        visit().enter(name).post(f"/games/{id_}/asks", 201, kind="substitute", seat=1)
        bo.post(f"/games/{id_}/asks/answer", number=asked(bo, id_)["number"], grant=False)
    host._forget(id_)
    assert [one["name"] for one in bo.get(f"/games/{id_}/asks")] == ["Gil", "Fay", "Eve"]


def test_who_is_blocked_or_not_invited_cannot_ask(
    table: Table, ada: Caller, bo: Caller, visit: Callable[..., Caller], host: Host
) -> None:
    id_, _, _, _ = table
    eve = visit().enter("Eve")
    with host.storage.reading() as connection:
        ids = dict(connection.execute(sa.select(people.c.name, people.c.id)).all())
    host.storage.block(ids["Bo"], ids["Eve"])
    assert eve.post(f"/games/{id_}/asks", 403, kind="substitute", seat=0)["key"] == "fault.apart"
    shut = ada.new("chicago-express", "me", "friend", access="invited")
    gil = visit().enter("Gil")
    assert gil.post(f"/games/{shut}/asks", 403, kind="substitute", seat=1)["key"] == "fault.not_invited"
    page = ada.client.get(f"/games/{shut}/agree", headers=ada.headers).text
    key = page.partition("?invitation=")[2].partition('"')[0]
    gil.post(f"/games/{shut}/asks", 201, kind="substitute", seat=1, invitation=key)


# Who is not there ---------------------------------------------------------------------------------------------


def gone(host: Host, name: str, days: int) -> None:
    """Somebody was here last so many days ago."""
    with host.storage.writing() as connection:
        connection.execute(sa.update(people).where(people.c.name == name).values(seen=moves.now() - days * DAY))


def test_who_has_not_been_there_for_long_is_not_waited_for(table: Table, host: Host) -> None:
    id_, ada, bo, _ = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=1)
    gone(host, "Cleo", 6)
    bo.post(f"/games/{id_}/asks/answer", number=asked(bo, id_)["number"], grant=True)
    assert asked(ada, id_)["waits_for"] == ["Cleo"]
    gone(host, "Cleo", 8)
    host.review()
    assert asked(ada, id_)["status"] == "granted"
    assert host.open(id_).game.actions == [Bid(0, 7)]


def test_what_has_no_room_in_the_log_any_more_lapses(table: Table, host: Host) -> None:
    id_, ada, bo, _ = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=1)
    bo.post(f"/games/{id_}/asks/answer", number=asked(bo, id_)["number"], grant=True)
    gone(host, "Cleo", 8)
    live = host.open(id_)
    live.longest = 6  # of which a quarter is for playing to the end
    host.review()
    assert asked(ada, id_)["status"] == "lapsed"
    assert len(host.open(id_).game.actions) == 3


def test_a_bot_plays_on_for_who_has_vanished(table: Table, host: Host, visit: Callable[..., Caller]) -> None:
    id_, ada, bo, cleo = table
    ada.post(f"/games/{id_}/asks", 403, kind="bot", seat=2)
    gone(host, "Cleo", 8)
    cleo.post("/vacation", days=1)
    ada.post(f"/games/{id_}/asks", 403, kind="bot", seat=2)  # who said so is away, and not gone
    cleo.post("/vacation", days=0)
    with host.storage.writing() as connection:
        connection.execute(sa.delete(vacations))
    visit().enter("Dora").post(f"/games/{id_}/asks", 403, kind="bot", seat=2)
    assert (
        "Let a bot play on for Cleo" in ada.client.get(f"/games/{id_}/agree?language=en", headers=ada.headers).text
    )
    ada.post(f"/games/{id_}/asks", 201, kind="bot", seat=2)
    assert host.open(id_).seats[2].kind == "person"
    bo.post(f"/games/{id_}/asks/answer", number=asked(bo, id_)["number"], grant=True)
    assert host.settled(id_).seats[2].kind == "bot"
    gone(host, "Bo", 8)
    ada.post(f"/games/{id_}/asks", 403, kind="undo", keep=0)  # nobody is there to agree
    ada.post(f"/games/{id_}/asks", 201, kind="bot", seat=1)  # nobody is left who could be asked
    assert host.settled(id_).seats[1].kind == "bot"


def test_a_bot_plays_on_for_who_keeps_the_game_waiting_but_is_about(
    table: Table, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, ada, bo, cleo = table
    assert host.open(id_).game.waiting_for() == (0,)
    now = moves.now()

    def later(days: float) -> None:
        monkeypatch.setattr(moves, "now", lambda: now + days * DAY)
        for name in ("Ada", "Bo", "Cleo"):
            gone(host, name, 0)  # all of them are about

    later(13)
    bo.post(f"/games/{id_}/asks", 403, kind="bot", seat=0)
    later(15)
    bo.post(f"/games/{id_}/asks", 403, kind="bot", seat=2)  # nobody waits for Cleo
    ada.post("/vacation", days=1)
    bo.post(f"/games/{id_}/asks", 403, kind="bot", seat=0)
    with host.storage.writing() as connection:
        connection.execute(sa.delete(vacations))
    page = bo.client.get(f"/games/{id_}/agree?language=en", headers=bo.headers).text
    assert "Ada has kept this game waiting for 14 days" in page
    bo.post(f"/games/{id_}/asks", 201, kind="bot", seat=0)
    assert asked(bo, id_)["waits_for"] == ["Cleo"]
    number = asked(cleo, id_)["number"]
    ada.post(f"/games/{id_}/asks/answer", 403, number=number, grant=False)  # it is not theirs to say
    assert host.open(id_).seats[0].kind == "person"
    cleo.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert host.settled(id_).seats[0].kind == "bot"


def test_who_has_planned_a_vacation_is_missing_until_it_begins(table: Table, host: Host) -> None:
    id_, ada, _, cleo = table
    cleo.post("/vacation", days=5, **{"from": int(moves.now()) + 10 * DAY})
    gone(host, "Cleo", 8)
    ada.post(f"/games/{id_}/asks", 201, kind="bot", seat=2)


def test_who_has_agreed_on_more_time_is_missing_later(ada: Caller, bo: Caller, host: Host) -> None:
    seats = [{"kind": kind} for kind in ("me", "open")]
    slow, daily = (
        ada.post("/games", 201, title="chicago-express", seats=seats, clock=clock)["id"]
        for clock in ({"kind": "bank", "bank": 20 * DAY}, {"kind": "daily"})
    )
    for id_ in (slow, daily):
        bo.post(f"/games/{id_}/seats")
    gone(host, "Bo", 19)
    ada.post(f"/games/{slow}/asks", 403, kind="bot", seat=1)
    ada.post(f"/games/{daily}/asks", 201, kind="bot", seat=1)
    gone(host, "Bo", 21)
    ada.post(f"/games/{slow}/asks", 201, kind="bot", seat=1)


def test_the_seat_of_a_deleted_account_can_be_taken_over(
    table: Table, host: Host, visit: Callable[..., Caller]
) -> None:
    id_, ada, bo, cleo = table
    cleo.post("/accounts", 201, name="Cleo", password="long enough")
    cleo.post("/account/delete", password="long enough")
    dora = visit().enter("Dora")
    dora.post(f"/games/{id_}/asks", 201, kind="substitute", seat=2)
    number = asked(ada, id_)["number"]
    assert asked(ada, id_)["waits_for"] == ["Ada", "Bo"]
    for person in (ada, bo):
        person.post(f"/games/{id_}/asks/answer", number=number, grant=True)
    assert dora.get(f"/games/{id_}")["mine"] == [2]


def test_what_nobody_answers_is_over_after_a_while(
    table: Table, host: Host, monkeypatch: pytest.MonkeyPatch
) -> None:
    id_, ada, bo, _ = table
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=1)
    late = moves.now() + 7.5 * DAY
    monkeypatch.setattr(moves, "now", lambda: late)
    with host.storage.writing() as connection:
        connection.execute(sa.update(people).values(seen=late))
    host._forget(id_)
    assert asked(bo, id_)["status"] == "expired"
    ada.post(f"/games/{id_}/asks", 201, kind="undo", keep=2)


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


def test_a_copy_by_who_only_watched_bears_no_name_of_others(
    table: Table, visit: Callable[..., Caller], host: Host
) -> None:
    id_, *_ = table
    watcher = visit().enter("Zoe")
    for bots in (True, False):
        copy = watcher.post(f"/games/{id_}/branch", 201, bots=bots, alone=False)["id"]
        assert host.settled(copy).seats[0].name == "Zoe"
        assert not {"Ada", "Bo"} & {seat.name for seat in host.settled(copy).seats}


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
