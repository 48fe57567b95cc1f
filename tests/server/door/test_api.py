"""The JSON interface: everything that people do, done by a program."""

from __future__ import annotations

import json

import pytest

from stellwerk.host.host import Host
from stellwerk.web.openapi import CALLS

from ..conftest import Caller

CHICAGO = "chicago-express"


def test_titles_come_from_the_registry(ada: Caller) -> None:
    ids = {title["id"] for title in ada.get("/titles")}
    assert {"1835", CHICAGO} <= ids
    assert ada.get("/titles/1835?language=de")["special"].startswith("Die Eisenbahnen")


def test_a_game_alone_at_one_screen(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend", "friend")
    state = ada.get(f"/games/{game}?language=en")
    assert state["status"] == "running"
    assert state["mine"] == [0, 1, 2]
    assert state["prompt"].startswith("Ada:")
    after = ada.choose(game)
    assert after["number"] == 1
    assert after["seat"] == 1


def test_two_people_see_each_other(ada: Caller, bo: Caller) -> None:
    game = ada.new(CHICAGO, "me", "open")
    assert ada.get(f"/games/{game}")["status"] == "open"
    bo.post(f"/games/{game}/seats")
    ada.choose(game)
    assert bo.get(f"/games/{game}")["number"] == 1
    bo.choose(game)
    assert ada.get(f"/games/{game}")["moves"] == 2


def test_only_the_holder_of_a_seat_acts(ada: Caller, bo: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    legal = ada.get(f"/games/{game}/actions")
    body = {"decision": legal["decision"], "action": legal["choices"][0]["action"]}
    assert bo.post(f"/games/{game}/actions", 403, **body)["key"] == "fault.not_your_seat"
    assert bo.get(f"/games/{game}/actions")["choices"] == []
    assert ada.get(f"/games/{game}")["number"] == 0


def test_an_answer_to_a_decision_that_is_over_is_refused_with_the_new_state(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    legal = ada.get(f"/games/{game}/actions")
    body = {"decision": legal["decision"], "action": legal["choices"][0]["action"]}
    ada.post(f"/games/{game}/actions", **body)
    refused = ada.post(f"/games/{game}/actions", 409, **body)
    assert refused["state"]["number"] == 1
    assert ada.get(f"/games/{game}")["number"] == 1


def test_the_same_decision_taken_back_has_another_id(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    ada.choose(game)
    first = ada.get(f"/games/{game}")["decision"]
    ada.post(f"/games/{game}/undo", number=1)
    ada.choose(game, 1)
    assert ada.get(f"/games/{game}")["decision"] != first


def test_a_refusal_names_the_rule_in_the_readers_language(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    legal = ada.get(f"/games/{game}/actions")
    body = {"decision": legal["decision"], "action": {"type": "bid", "seat": 0, "amount": 1}}
    german = ada.post(f"/games/{game}/actions?language=de", 422, **body)
    assert german["rule"]
    assert german["rule"] in german["error"]
    assert ada.get(f"/games/{game}")["number"] == 0


def test_undo_until_another_person_has_acted(ada: Caller, bo: Caller) -> None:
    game = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{game}/seats")
    ada.choose(game)
    assert ada.get(f"/games/{game}")["undo"]
    assert not bo.get(f"/games/{game}")["undo"]
    bo.choose(game)
    assert ada.post(f"/games/{game}/undo", 403, number=2)["key"] == "fault.no_undo"
    bo.post(f"/games/{game}/undo", number=2)
    state = ada.get(f"/games/{game}")
    assert (state["moves"], state["number"]) == (1, 3)


def test_bots_answer_and_their_answers_are_taken_back_too(ada: Caller, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "bot", "bot", seed=5)
    host.settled(game)
    before = ada.get(f"/games/{game}")
    assert before["waiting_for"] == [0]
    ada.choose(game, -1)
    host.settled(game)
    after = ada.get(f"/games/{game}")
    assert after["moves"] > before["moves"] + 1
    ada.post(f"/games/{game}/undo", number=after["number"])
    assert ada.get(f"/games/{game}")["moves"] == before["moves"]


def test_bots_alone_play_to_the_end(ada: Caller, host: Host) -> None:
    made = ada.post("/games", 201, title=CHICAGO, seats=[{"kind": "bot", "level": "random"}] * 3, seed=1)
    host.settled(made["id"])
    state = ada.get(f"/games/{made['id']}")
    assert state["status"] == "finished"
    assert len(state["result"]) == 3


def test_games_are_listed_by_status(ada: Caller, bo: Caller) -> None:
    game = ada.new(CHICAGO, "me", "open")
    assert [row["id"] for row in bo.get("/games?status=open")] == [game]
    assert bo.get("/games?status=open&mine=1") == []
    assert ada.get("/games?status=running") == []


def test_log_and_view_at_any_move(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    for _ in range(4):
        ada.choose(game)
    log = ada.get(f"/games/{game}/log?language=en&since=2")
    assert [entry["move"] for entry in log] == [2, 3, 4]
    assert all(line.endswith(".") for entry in log for line in entry["lines"])
    assert ada.get(f"/games/{game}/view?at=1")["move"] == 1
    assert ada.get(f"/games/{game}/tables")[0]["rows"]


@pytest.mark.parametrize("title", ["1835", CHICAGO])
def test_a_file_goes_out_and_comes_back(ada: Caller, title: str) -> None:
    game = ada.new(title, "me", "friend", "friend")
    for _ in range(6):
        ada.choose(game)
    file = ada.client.get(f"/api/games/{game}/file", headers=ada.headers).text
    assert len(json.loads(file)["actions"]) == 6
    answer = ada.client.post("/api/games/import", headers=ada.headers, content=file)
    assert answer.status_code == 201
    assert answer.json()["moves"] == 6
    assert answer.json()["mine"] == [0, 1, 2]


def test_advice_comes_with_its_action(ada: Caller) -> None:
    game = ada.new(CHICAGO, "me", "friend", "friend")
    advice = ada.get(f"/games/{game}/advice?language=en")
    legal = ada.get(f"/games/{game}/actions")
    for one in advice:
        assert one["text"]
        assert "advice." not in " ".join(one["reasons"])
    if advice:
        ada.post(f"/games/{game}/actions", decision=legal["decision"], action=advice[0]["action"])


def test_everything_described_is_there(ada: Caller) -> None:
    paths = ada.client.get("/api/openapi.json").json()["paths"]
    assert len(paths) >= 14
    routes = {(method, f"/api{path}") for method, path, *_ in CALLS}
    served = {
        (method.lower(), route.path)
        for route in ada.client.app.routes  # type: ignore[attr-defined]  # Starlette's own
        if route.path.startswith("/api/") and route.path != "/api/openapi.json"
        for method in route.methods - {"HEAD"}
    }
    assert routes == served
    assert "/api/games/{id}/actions" in ada.client.get("/api").text
