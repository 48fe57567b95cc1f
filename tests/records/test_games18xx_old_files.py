"""Files of the first years lack fields that later ones have: `percent`, `connections`, `revenue`, and more."""

import json
from pathlib import Path

import pytest
from made_1844 import Made
from test_translation_1844 import played

from games18xx_files import ADA, BO, CY, act, auction, game_file
from stellwerk.bank.papers import POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.stock_rounds import NextPlayer
from stellwerk.play.runs import RunTrains
from stellwerk.records.errors import RecordError
from stellwerk.records.games18xx import Act, parse_record
from stellwerk.records.games18xx_ledger import UNSTATED
from stellwerk.records.games18xx_replay import replay_record
from stellwerk.records.games18xx_ways import tells_ways
from stellwerk.titles.t1844.records.games18xx import Games1844
from stellwerk.titles.t1844.running import AnyRunStep

SHARED = Path(__file__).parents[3] / "shared" / "records"
FILES = sorted(file for title in ("1844", "1873") for file in (SHARED / title).glob("*.json"))
needs_records = pytest.mark.skipif(not FILES, reason="the shared records (../shared/records) are not here")


def without(value, *names):
    """The same without these fields, wherever they stand."""
    if isinstance(value, dict):
        return {key: without(inner, *names) for key, inner in value.items() if key not in names}
    return [without(inner, *names) for inner in value] if isinstance(value, list) else value


def stripped(data, *names):
    """A file without these fields; players keep theirs."""
    return json.dumps(without(data, *names) | {"players": data["players"]}).encode()


LACKING = [
    ("percent", "connections", "revenue"),
    ("connections", "hexes", "nodes"),
    ("entity_type", "user", "created_at", "updated_at", "original_id", "settings", "loaded", "round", "turn"),
    ("id", "slot", "tokener", "extra_revenue", "game_end_reason", "acting", "description"),
]


@needs_records
@pytest.mark.parametrize("names", LACKING, ids="-".join)
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_record_without_these_fields_has_no_mismatch(file, names):
    whole = json.loads(file.read_bytes())
    outcome = replay_record("old", parse_record(stripped(whole, *names), "old"))
    assert (outcome.mismatches, outcome.first) == (0, "")
    assert outcome.game.over
    assert outcome.checks > 300


def test_who_is_a_player_is_seen_by_the_id():
    data = json.loads(game_file(*auction()))
    plain = parse_record(stripped(data, "entity_type", "id"), "plain")
    assert {each.entity_type for each in plain.acts} == {"player"}
    assert replay_record("plain", plain).mismatches == 0
    data["actions"] = [{"type": "pass", "entity": "11"}]
    assert parse_record(json.dumps(data).encode(), "text").acts[0].entity_type == ""


@pytest.mark.parametrize("more", [{"settings": None, "status": None, "result": None}, {"result": {"11": None}}])
def test_what_is_null_is_as_if_it_were_not_there(more):
    outcome = replay_record("null", parse_record(game_file(*auction(), **more), "null"))
    assert (outcome.mismatches, outcome.checks) == (0, 8)


def test_sizes_of_shares_are_those_of_the_certificates():
    """Bo buys a tenth of the FNM; Ada sells the director's share of 20%."""
    made = Made().company("FNM", director=0, field=(2, 4)).give(1, "FNM-2").give(POOL, "FNM-4").cash(1, 500)
    made.set(agenda=(NextPlayer(2), StockTurn(1)))
    sale = act("sell_shares", ADA, shares=["FNM_0"])
    actions = played(made, act("buy_shares", BO, shares=["FNM_3"]), act("pass", CY), sale)
    assert (actions[0], actions[-1]) == (BuyShare(1, "FNM", POOL, 10), SellShares(0, "FNM", (), True))


# Runs -----------------------------------------------------------------------------------------------------------


def connected():
    """MOB runs a 2 between Montreux and Lausanne for what both are worth."""
    made = Made(any_run=True).company("MOB", trains=("2",)).marker("MOB", "I6").lay("I6", "57", 1).selling("2")
    return made.set(agenda=(NextPlayer(1), StockTurn(0), AnyRunStep("MOB")))


def run(**route):
    return act("run_routes", "MOB", routes=[{"train": "2-0", **route}])


def stated(action):
    each = Act(action["type"], action["entity"], "corporation", 1, action)
    return list(Games1844(parse_record(game_file(), "none")).stated(each))


def test_what_is_not_told_is_not_stated():
    assert stated(run(hexes=["I6", "I4"])) == [("route", "MOB", UNSTATED), ("revenue", "MOB", UNSTATED)]
    assert stated(run(revenue=50)) == [("revenue", "MOB", "50")]
    assert stated(run()) == [("revenue", "MOB", UNSTATED)]
    assert stated(act("run_routes", "MOB", routes=[])) == []


@pytest.mark.parametrize(
    ("route", "tells"),
    [
        ({"connections": [["I6", "I4"]]}, True),
        ({"hexes": ["I6", "I4"]}, True),
        ({"nodes": ["I6-0", "I4-0"]}, True),
        ({"revenue_str": "I6-I4 + bonus"}, True),
        ({"hexes": ["I6"], "revenue_str": "I6"}, False),
        ({}, False),
    ],
)
def test_where_a_train_went_is_read_from_whatever_names_it(route, tells):
    made, recorded = connected(), run(**route)
    assert tells_ways(Act("run_routes", "MOB", "corporation", 1, recorded)) is tells
    translation = Games1844(parse_record(game_file(recorded), "run"))
    (action,) = translation.answer(made.game, translation.acts).actions
    assert isinstance(action, RunTrains)
    assert [len(way.links) for way in action.ways] == [1]
    assert made.game.refusal(action) is None


def test_more_routes_than_anybody_could_run_are_refused_before_they_are_looked_for():
    made = connected()
    many = act("run_routes", "MOB", routes=[{"train": "2-0", "hexes": ["I6", "I4"] * 50}] * 101)
    translation = Games1844(parse_record(game_file(many), "many.json"))
    with pytest.raises(RecordError, match="action 1 has more than 100 routes"):
        translation.answer(made.game, translation.acts)
