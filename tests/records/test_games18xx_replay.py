"""Games of 18xx.games through our engine: everything that their files state must come out."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from games18xx_files import ADA, BO, CY, PLAYERS, act, auction, bid, record, sold
from stellwerk.play.errors import StellwerkError
from stellwerk.records.errors import RecordError
from stellwerk.records.games18xx import read_record
from stellwerk.records.games18xx_replay import replay_record
from stellwerk.records.replay import replay
from stellwerk.titles.t1844.records import games18xx

RECORDS = Path(__file__).parents[3] / "shared" / "records" / "1844"
FILES = sorted(RECORDS.glob("*.json"))
needs_records = pytest.mark.skipif(not FILES, reason="the shared records (../shared/records/1844) are not here")


@needs_records
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_has_no_mismatch(file):
    outcome = replay(file)
    assert outcome.line().partition(", 0 mismatches")[1], outcome.line()
    assert outcome.checks > 500
    assert outcome.game.over
    assert not outcome.game.problems()


@needs_records
def test_only_deviations_that_occur_are_taken_and_named_on_the_line():
    assert replay(RECORDS / "160062.json").line().endswith("[aarau_costs, any_run, help_for_dearer_trains]")


@needs_records
def test_options_that_help_only_together_are_found_and_others_are_not_taken(monkeypatch):
    """Help for a dearer train does not come into it before the runs are as recorded."""
    doubts = ({"help_for_dearer_trains": True}, {"any_run": True}, {"surplus_trains_leave": True})
    monkeypatch.setattr(games18xx, "HABITS", {})
    monkeypatch.setattr(games18xx, "DOUBTS", doubts)
    outcome = replay(RECORDS / "160062.json")
    assert (outcome.mismatches, set(outcome.options)) == (0, {"aarau_costs", "any_run", "help_for_dearer_trains"})


def changed(whole, kind, number, **fields):
    """The record with one of its actions of a kind changed."""
    places = [place for place, each in enumerate(whole.acts) if each.kind == kind]
    acts = list(whole.acts)
    acts[places[number]] = replace(acts[places[number]], fields={**acts[places[number]].fields, **fields})
    return replace(whole, acts=tuple(acts))


@pytest.fixture
def options_known(monkeypatch):
    """The options of the shared record are taken at once, and no other is tried."""
    known = {"aarau_costs": True, "any_run": True, "help_for_dearer_trains": True}
    monkeypatch.setattr(games18xx.Games1844, "options", lambda self: dict(known))
    monkeypatch.setattr(games18xx, "HABITS", {})
    monkeypatch.setattr(games18xx, "DOUBTS", ())


@needs_records
@pytest.mark.usefixtures("options_known")
def test_a_changed_figure_is_found():
    whole = read_record(RECORDS / "160062.json")
    dear = replace(whole, result={**whole.result, "2363": 7571})
    assert replay_record("dear", dear).first == "action 0 states worth, 0, 7571; ours: worth, 0, 7570"
    runs = [each for each in whole.acts if each.kind == "run_routes"]
    wrong = [{**runs[5].fields["routes"][0], "revenue": 990}, *runs[5].fields["routes"][1:]]
    outcome = replay_record("rich", changed(whole, "run_routes", 5, routes=wrong))
    assert outcome.mismatches == 2
    assert "990" in outcome.first
    train = replay_record("train", changed(whole, "buy_train", 1, price=71))
    assert "states train, SCB, 2, 71; ours: train, SCB, 2, 70" in train.first


@needs_records
@pytest.mark.usefixtures("options_known")
def test_an_action_that_is_missing_is_found():
    whole = read_record(RECORDS / "160062.json")
    lays = [each for each in whole.acts if each.kind == "lay_tile"]
    assert replay_record("gap", replace(whole, acts=tuple(a for a in whole.acts if a is not lays[3]))).mismatches


# Made-up games --------------------------------------------------------------------------------------------------


def test_an_auction_is_played_and_compared():
    outcome = replay_record("auction", record(*auction()))
    assert (outcome.mismatches, outcome.options) == (0, {})
    assert outcome.checks == 8
    papers = outcome.game.state.papers
    assert [papers[f"P{number}"] for number in range(1, 8)] == [0, 1, 2, 0, 1, 2, 0]
    assert outcome.game.state.cash[0] == 800 - 20 - 110 - 100


def test_a_price_that_falls_to_nothing_needs_no_bid():
    passes = [act("pass", player) for player in (ADA, BO, CY)] * 4
    outcome = replay_record("free", record(*passes, bid(ADA, "P1", 0), *sold("P2", 50, BO, CY, ADA)))
    assert (outcome.mismatches, outcome.game.state.papers["P1"]) == (0, 0)


def test_a_refused_action_is_named_with_its_section():
    outcome = replay_record("low", record(bid(ADA, "P1", 10)))
    assert outcome.mismatches == 1
    assert outcome.first.startswith("decision 0: action 1, bid of 11, refused: bid_too_low (Auktionsrunde)")


def test_an_action_at_the_wrong_time_finds_no_place():
    outcome = replay_record("odd", record(act("place_token", "JS", city="K2-0-0")))
    assert outcome.mismatches == 1
    assert "place_token of JS" in outcome.first


def test_a_finished_game_that_ours_would_go_on_with_is_a_mismatch():
    outcome = replay_record("short", record(*auction(), status="finished"))
    assert outcome.first == "the record's game has ended, ours goes on"


def test_a_game_ended_by_agreement_is_compared_as_it_stands():
    worth = {"11": 570, "12": 610, "13": 540 + 200}
    end = act("end_game", ADA)
    outcome = replay_record("agreed", record(*auction(), end, status="finished", result=worth))
    assert (outcome.mismatches, outcome.checks) == (0, 11)


def test_a_mountain_railway_and_its_site_are_one_purchase():
    buy = act("buy_company", ADA, company="B3", price=150)
    lay = act("lay_tile", "B3", hex="H7", tile="XM3-0", rotation=0)
    outcome = replay_record("site", record(*auction(), act("pass", CY), buy, lay))
    assert outcome.mismatches == 0
    box = outcome.game.rules.printed.box
    assert list(outcome.game.state.mountains.values()) == [(box.grid.index["H7"], 2)]


def test_passes_of_players_who_cannot_act_are_filled_in():
    """Cards go by least cash: Cy, Ada, Bo; Ada's pass is not in the file."""
    par = act("par", CY, corporation="NOB", share_price="60,5,4")
    buy = act("buy_shares", BO, shares=["NOB_1"], percent=25)
    outcome = replay_record("gap", record(*auction(), par, buy))
    assert outcome.mismatches == 0
    assert [type(action).__name__ for action in outcome.game.actions[-3:]] == ["StartCompany", "Pass", "BuyShare"]


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"actions": [{"type": "launch", "entity": 11}]}, "action 1 is of the type launch"),
        ({"actions": [{"type": "told", "entity": 11}]}, "action 1 is of the type told"),
        ({"actions": [{"type": "_init__", "entity": 11}]}, "action 1 is of the type _init__"),
        ({"actions": [{"type": "bid", "entity": 99, "company": "P1", "price": 20}]}, "of 99, who is no player"),
        ({"settings": {"optional_rules": ["speed"]}}, "optional rule speed"),
    ],
)
def test_what_we_do_not_know_is_said_before_anything_is_played(more, problem):
    with pytest.raises(RecordError, match=problem):
        replay_record("unknown", record(**more))


def test_a_title_that_we_do_not_have_is_named():
    with pytest.raises(StellwerkError, match="There is no title '1999'"):
        replay_record("other", record(title="1999"))
    with pytest.raises(StellwerkError, match="1844 is for 3 to 7 players, not 2"):
        replay_record("few", record(players=PLAYERS[:2]))


HOSTILE = [
    act("lay_tile", "JS", hex=["I2"], tile=7, rotation="x"),
    act("lay_tile", "T9", hex="?", tile="X78", rotation=10**40),
    act("run_routes", "JS", routes=[{"train": "2-0", "connections": [["A1", "Z9"], "x"], "revenue": "many"}]),
    act("run_routes", "JS", routes=7),
    act("buy_shares", ADA, shares=["nothing"], percent=-5),
    act("buy_shares", ADA, shares=[], percent=10),
    act("sell_shares", ADA, shares=["NOPE_1"], percent=10),
    act("par", ADA, corporation="XXX", share_price="-1"),
    act("buy_train", "JS", train="", price=-1),
    act("discard_train", "JS", train=3),
    act("buy_company", "JS", company="P9", price=1),
    act("buy_company", ADA, company="B1", price=150),
    act("choose_ability", "P7", choice="XXX"),
    act("choose_ability", "P4", choice=None),
    act("remove_token", "SBB", city="a-b-c"),
    act("place_token", "JS", city="---"),
    act("bankrupt", "JS"),
    act("payoff_player_debt", ADA),
    act("dividend", "JS", kind="feast"),
]


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda action: action["type"])
@pytest.mark.parametrize("begun", [False, True])
def test_nonsense_is_a_mismatch_and_no_crash(hostile, begun):
    before = [*auction()] if begun else []
    outcome = replay_record("hostile", record(*before, hostile))
    assert outcome.mismatches or hostile.get("routes") == 7
