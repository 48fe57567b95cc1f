"""What choices would bring, asked of the server: by the page, by programs, and by those who should not ask."""

from __future__ import annotations

import json
from typing import Any

import pytest

from stellwerk.host.host import Host
from stellwerk.web.tables.previews import MOST

from ..conftest import Caller

CHICAGO = "chicago-express"


def bid(amount: int, seat: int = 0) -> dict[str, Any]:
    return {"type": "bid", "seat": seat, "amount": amount}


def asked(caller: Caller, game: str, actions: Any, status: int = 200) -> Any:
    """As the page asks."""
    query = {"actions": actions if isinstance(actions, str) else json.dumps(actions)}
    answer = caller.client.get(
        f"/games/{game}/preview", params=query, headers={**caller.headers, "accept": "application/json"}
    )
    assert answer.status_code == status, answer.text
    return answer.json()


def test_a_bid_and_its_refusal_in_both_languages(ada: Caller, host: Host) -> None:
    """The Pennsylvania begins at 7, each of three players has 40; its income is 7 for one share."""
    game = ada.new(CHICAGO, "me", "friend", "friend")
    before = host.open(game).game.digest()
    texts = {
        "en": "if nobody bids more · you −9 (31 left) · PRR +9 · the share pays 7",
        "de": "wenn niemand mehr bietet · du −9 (31 übrig) · PRR +9 · die Aktie bringt 7",
    }
    for language, text in texts.items():
        found = ada.post(f"/games/{game}/preview?language={language}", actions=[bid(9), bid(3)])
        good, bad = found["previews"]
        assert (found["number"], good["text"], good["run"]) == (0, text, None)
        assert good["money"] == {"0": -9, "PRR": 9}
        assert "7" in bad["refusal"]
        assert (bad["rule"], bad["reason"]) == ("Spielvorbereitung", "bid_too_low")
    assert host.open(game).game.digest() == before
    assert host.open(game).number == 0


def test_page_and_program_are_told_the_same_and_it_is_worked_out_once(ada: Caller, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    one = ada.post(f"/games/{game}/preview?language=en", actions=[bid(9)])
    assert asked(ada, game, [bid(9)]) == one
    live = host.open(game)
    assert len(live.previews) == 1
    ada.choose(game)
    assert len(live.previews) == 0


def test_every_legal_action_can_be_asked_about(ada: Caller) -> None:
    game = ada.new("1835", "me", "friend", "friend")
    choices = ada.get(f"/games/{game}/actions?language=en")["choices"]
    found = ada.post(f"/games/{game}/preview?language=en", actions=[choice["action"] for choice in choices])
    texts = {choice["text"]: one["text"] for choice, one in zip(choices, found["previews"], strict=True)}
    assert texts["Buy Nürnberg-Fürth for 100 M, with 10% of Bayern"] == "you −100 (500 left) · Bayern 0% → 10%"
    assert texts["Pass"] == ""


def test_only_the_holder_of_a_seat_is_told(ada: Caller, bo: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    assert bo.post(f"/games/{game}/preview", 403, actions=[bid(9)])["key"] == "fault.not_your_seat"
    assert asked(bo, game, [bid(9)], 403)["key"] == "fault.not_your_seat"
    other = ada.post(f"/games/{game}/preview", actions=[bid(9, seat=1)])["previews"][0]
    assert other["reason"] == "not_your_turn"


def test_before_all_have_come_there_is_nothing_to_preview(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "open")
    assert ada.post(f"/games/{game}/preview", 409, actions=[bid(9)])["key"] == "fault.not_begun"


@pytest.mark.parametrize("actions", [None, {}, "x", [1], [[]], "[" * 3000, "9" * 20_000])
def test_nonsense_is_answered_with_a_sentence(ada: Caller, actions: Any) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    assert ada.post(f"/games/{game}/preview", 400, actions=actions)["error"]
    assert asked(ada, game, actions, 400)["error"]


def test_no_more_is_asked_at_once_than_can_be_answered(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    many = [bid(7 + number) for number in range(MOST + 1)]
    assert ada.post(f"/games/{game}/preview", 400, actions=many)["key"] == "fault.many_actions"
    assert len(ada.post(f"/games/{game}/preview", actions=many[:-1])["previews"]) == MOST
    run = {"type": "run_trains", "seat": 0, "company": "JN", "ways": []}
    other = ada.new("1844", "me", "friend", "friend")
    assert ada.post(f"/games/{other}/preview", 400, actions=[run] * 3)["key"] == "fault.many_actions"
    assert ada.post(f"/games/{other}/preview", actions=[run])["previews"][0]["refusal"]
    told = ada.post(f"/games/{other}/preview", 400, actions=[{"type": "no_such"}])
    assert told["key"] == "fault.unreadable"
    assert "no_such" not in told["error"]
    assert "no_such" in told["problem"]  # for programs


def test_where_there_is_room_for_it_on_the_page(ada: Caller) -> None:
    """Every button of the menu has its place, and the page's script and style are there."""
    game = ada.new("1835", "me", "friend", "friend")
    page = ada.client.get(f"/games/{game}", headers=ada.headers).text
    menu = page[page.index('id="menu"') : page.index('id="refusal"')]  # cards have the same buttons once more
    assert menu.count('class="do') == menu.count('class="brings"') > 0
    assert 'modules["preview.js"]' in ada.client.get("/table.js").text
    assert ".brings" in ada.client.get("/table.css").text
