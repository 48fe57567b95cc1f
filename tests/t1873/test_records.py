"""Games of 1873 at 18xx.games through our engine: everything that their files state must come out."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from games18xx_files import record
from stellwerk.eighteen.actions import AnswerOffer
from stellwerk.eighteen.trains import DiscardStep
from stellwerk.play.core import Pass, Range
from stellwerk.play.game import Game
from stellwerk.records.errors import RecordError
from stellwerk.records.games18xx import read_record
from stellwerk.records.games18xx_replay import replay_record
from stellwerk.records.replay import replay
from stellwerk.titles.t1873 import TITLE
from stellwerk.titles.t1873.actions import CloseWork, DeclareInsolvency
from stellwerk.titles.t1873.records import games18xx
from t1873.as_record import as_record

pytestmark = pytest.mark.unmeasured

RECORDS = Path(__file__).parents[3] / "shared" / "records" / "1873"
FILES = sorted(RECORDS.glob("*.json"))
needs_records = pytest.mark.skipif(not FILES, reason="the shared records (../shared/records/1873) are not here")
NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]


@needs_records
@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_record_has_no_mismatch(file):
    outcome = replay(file)
    assert outcome.line().partition(", 0 mismatches")[1], outcome.line()
    assert outcome.checks > 1000
    assert outcome.game.over
    assert not outcome.game.problems()


@needs_records
def test_only_deviations_that_occur_are_taken_and_named_on_the_line():
    assert replay(RECORDS / "33770.json").line().endswith("[second_edition, short_runs]")


@pytest.fixture
def options_known(monkeypatch):
    """The options of the shared record are taken at once, and no other is tried."""
    known = {"second_edition": True, "short_runs": True}
    monkeypatch.setattr(games18xx.Games1873, "options", lambda self: dict(known))
    monkeypatch.setattr(games18xx, "DOUBTS", ())


def changed(whole, number, **fields):
    """The record with one action changed, which is called by its number."""
    acts = [
        replace(each, fields={**each.fields, **fields}) if each.id == number and each.kind in KINDS else each
        for each in whole.acts
    ]
    return replace(whole, acts=tuple(acts))


KINDS = ("buy_train", "run_routes", "lay_tile", "buy_corporation", "par", "bid", "dividend", "sell_shares")


@needs_records
@pytest.mark.usefixtures("options_known")
@pytest.mark.parametrize(
    ("number", "fields", "first"),
    [
        (41, {"price": 210}, "action 41 states bid, W10, 6880, 210; ours: bid, W10, 6880, 200"),
        (86, {"price": 110}, "action 86 states train, HBE, 1, 110; ours: train, HBE, 1, 100"),
        (141, {"price": 160}, "action 141 states train, HW, M2, 160; ours: train, HW, M2, 150"),
        (235, {"price": 561}, "refused: price_out_of_range"),
        (167, {"share_price": "160,0,9"}, "refused: no_such_start (§3.2.4)"),
        (1008, {"tile": "77-5"}, "action 1008 states tile, C10, 77; ours: tile, C10, 78"),
    ],
)
def test_a_changed_figure_is_found(number, fields, first):
    outcome = replay_record("changed", changed(read_record(RECORDS / "33770.json"), number, **fields))
    assert outcome.mismatches
    assert first in outcome.first


@needs_records
@pytest.mark.usefixtures("options_known")
def test_a_changed_revenue_or_worth_is_found():
    whole = read_record(RECORDS / "33770.json")
    run = next(each for each in whole.acts if each.id == 150)
    wrong = [{**run.fields["routes"][0], "revenue": 120}, *run.fields["routes"][1:]]
    outcome = replay_record("rich", changed(whole, 150, routes=wrong))
    assert outcome.mismatches == 2  # the route and the sum
    assert outcome.first == "action 150 states route, HBE, 120; ours: route, HBE, 110"
    dear = replace(whole, result={**whole.result, "6880": 65403})
    assert replay_record("dear", dear).first == "action 0 states worth, 0, 65403; ours: worth, 0, 65402"


@needs_records
@pytest.mark.usefixtures("options_known")
@pytest.mark.parametrize("number", [84, 141, 148, 235, 266, 308, 438])
def test_an_action_that_is_missing_is_found(number):
    whole = read_record(RECORDS / "33770.json")
    assert replay_record("gap", replace(whole, acts=tuple(a for a in whole.acts if a.id != number))).mismatches


# Made-up games --------------------------------------------------------------------------------------------------


def act(type_, entity, /, **fields):
    kind = "player" if isinstance(entity, int) else "minor" if entity.isdecimal() else "corporation"
    return {"type": type_, "entity": entity, "entity_type": kind, **fields}


def game(*actions, players=4, **more):
    seats = [{"id": number, "name": name} for number, name in zip(range(1, players + 1), NAMES, strict=False)]
    return record(*actions, title="Harzbahn 1873", players=seats, **more)


def bid(player, price, lot=""):
    return act("bid", player, price=price, **({"company": lot} if lot else {}))


def share(player, name, percent):
    return act("buy_shares", player, shares=[name], percent=percent)


def passes(*players):
    return [act("pass", player) for player in players]


DEAR = [bid(1, 200), *passes(2, 3, 4)]
"""Ada wins at 200; the order is Ada, Di, Cy, Bo."""
FIVE_LOTS = [bid(1, 300, "15"), bid(4, 280, "14"), bid(3, 260, "13"), bid(2, 240, "12"), bid(1, 100, "HBE")]
"""Each at 200 more. Ada has 1050 − 500 − 300 = 250 left, too little for anything."""


@pytest.mark.parametrize("told", [False, True])
def test_passes_without_a_choice_may_be_told_or_not(told):
    """Di, Cy and Bo pass, Ada has to: the premium falls to 190, and Di buys work 1 for 300."""
    outcome = replay_record(
        "opening", game(*DEAR, *FIVE_LOTS, *passes(4, 3, 2), *passes(1) * told, bid(4, 110, "1"))
    )
    assert outcome.mismatches == 0, outcome.line()
    state = outcome.game.state
    assert [state.cash[seat] for seat in range(4)] == [250, 610, 590, 1050 - 480 - 300]
    assert [state.papers[lot] for lot in ("W15", "W14", "W13", "W12", "C-HBE", "W1")] == [0, 3, 2, 1, 0, 3]


def test_the_premium_and_its_winner_are_compared():
    outcome = replay_record("premium", game(bid(1, 70), bid(2, 80), *passes(3, 4, 1), bid(2, 130, "3")))
    assert (outcome.mismatches, outcome.checks, outcome.options) == (0, 3, {"second_edition": True})
    assert outcome.game.state.cash[1] == 1050 - 130 - 80
    low = replay_record("low", game(bid(1, 70), bid(2, 75)))
    assert "refused: bid_too_low (§2.1)" in low.first


def test_the_dear_tanne_is_an_optional_rule():
    outcome = replay_record("aag", game(*DEAR, settings={"optional_rules": ["aag_variant"]}))
    assert outcome.options == {"second_edition": True, "dear_tanne": True}
    assert outcome.game.rules.printed.box.costs[outcome.game.rules.printed.box.grid.index["F7"]] == 100
    with pytest.raises(RecordError, match="optional rule speed"):
        replay_record("speed", game(*DEAR, settings={"optional_rules": ["speed"]}))


def test_all_turns_of_an_auction_that_is_over_are_passes_of_the_stock_round_after_it():
    """Two players buy all they want and pass until nothing is left but to go on."""
    opening = [*passes(1, 2), bid(2, 240, "12"), bid(1, 140, "4"), *passes(2, 1)]
    found = [act("par", 2, corporation="HW", share_price="120,0,5"), act("merge", "HW", minor="12")]
    outcome = replay_record("HW", game(*opening, *found, act("merge", "HW", minor="4"), players=2))
    assert outcome.mismatches == 0, outcome.line()
    state = outcome.game.state
    assert state.joined["HW"] == ("W12", "W4")
    assert [state.papers[paper] for paper in ("HW-50-1", "HW-50-2")] == [1, 0]  # Ada has agreed
    assert state.directors["HW"] == 1


def test_a_railway_is_founded_with_one_share_or_two():
    opening = [*passes(1, 2), bid(2, 100, "HBE"), bid(1, 100, "GHE"), *passes(2, 1)]
    two = [
        act("par", 2, corporation="HBE", share_price="150,0,8"),
        act("buy_shares", 2, shares=["HBE_1"], percent=20),
    ]
    one = [act("par", 1, corporation="GHE", share_price="120,0,5"), *passes(1)]
    then = act("buy_shares", 2, shares=["GHE_1"], percent=20)
    outcome = replay_record("railways", game(*opening, *two, *one, then, players=2))
    assert outcome.mismatches == 0, outcome.line()
    assert [outcome.game.state.cash[seat] for seat in (0, 1)] == [2000 - 120, 2000 - 300 - 120]


def test_a_second_share_of_another_company_is_a_turn_of_its_own():
    """Bo does nothing, and nothing is told of it."""
    opening = [*passes(1, 2), bid(2, 100, "HBE"), bid(1, 100, "GHE"), *passes(2, 1)]
    par = act("par", 2, corporation="HBE", share_price="150,0,8")
    outcome = replay_record(
        "MHE", game(*opening, par, act("buy_shares", 2, shares=["MHE_0"], percent=10), players=2)
    )
    assert outcome.mismatches == 0, outcome.line()
    assert outcome.game.state.cash[1] == 2000 - 150 - 120


def test_what_finds_no_place_is_named():
    outcome = replay_record("odd", game(*DEAR, act("place_token", "HBE", city="C16-0-0")))
    assert outcome.mismatches == 1
    assert "place_token of HBE" in outcome.first


HOSTILE = [
    act("lay_tile", "HBE", hex=["I2"], tile=7, rotation="x"),
    act("lay_tile", "12", hex="?", tile="X78", rotation=10**40),
    act("run_routes", "HBE", routes=[{"train": "2T-0", "connections": [["A1", "Z9"], "x"], "revenue": "many"}]),
    act("buy_shares", 1, shares=["nothing"], percent=-5),
    act("buy_shares", 1, shares=[], percent=10),
    act("sell_shares", 1, shares=["NOPE_1"], percent=10),
    act("par", 1, corporation="XXX", share_price="-1"),
    act("par", 1, corporation="HW", share_price="120,0,5"),
    act("buy_train", "HBE", train="", price=-1),
    act("buy_train", "12", train="2T-0", price=150, variant="2M", slots=[10**9, "x"]),
    act("buy_train", "HW", train="7S-0", price=1, slots="all"),
    act("scrap_train", "HBE", train=3),
    act("switch_trains", "HW", slots=[0, 1, 2]),
    act("buy_corporation", "HW", minor="99", price=1),
    act("convert", "99"),
    act("destination_connection", "HBE", minors=["99"]),
    act("place_token", "HBE", city="---"),
    act("dividend", "HBE", kind="feast"),
    bid(1, 100, "XXX"),
]


@pytest.mark.parametrize("hostile", HOSTILE, ids=lambda action: action["type"])
@pytest.mark.parametrize("begun", [False, True])
def test_nonsense_is_a_mismatch_and_no_crash(hostile, begun, monkeypatch):
    monkeypatch.setattr(games18xx, "DOUBTS", ())
    opening = [*passes(1, 2), bid(2, 100, "HBE"), bid(1, 240, "12"), *passes(2, 1)]
    outcome = replay_record("hostile", game(*(opening if begun else ()), hostile, players=2))
    assert outcome.mismatches or hostile["type"] == "switch_trains"


# Games of ours, written and read --------------------------------------------------------------------------------


def parts(state):
    """What must be the same; switchers of one size may have changed their order."""
    trains = {owner: sorted(trains) for owner, trains in state.trains.items()}
    board = state.board.stations, state.board.left
    return state.cash, state.papers, state.machines, state.joined, state.chart, state.inactive, trains, board


def by_lot(seed, players, actions):
    """A game in which every consent is given, as in records, and nobody chooses insolvency."""
    lots = random.Random(seed)
    game = Game(TITLE, NAMES[:players], {"second_edition": True}, 0)
    while len(game.actions) < actions:
        legal = [choice for choice in game.legal_actions() if _is_told(game, choice, lots)]
        choice = lots.choice(legal)
        choice = lots.choice(legal) if isinstance(choice, Pass) and lots.random() < 0.6 else choice
        game.play(choice.at(choice.low) if isinstance(choice, Range) else choice)
    return game


def _is_told(game, choice, lots):
    """Switchers are replaced by what has just been bought, and hardly a work closes."""
    match choice:
        case AnswerOffer():
            return choice.accept
        case CloseWork():
            return lots.random() < 0.1
        case DeclareInsolvency():
            return False
    return not isinstance(game.step, DiscardStep) or choice.train in game.state.trains[game.step.company][:-1]


@pytest.mark.parametrize("told", [False, True])
@pytest.mark.parametrize(("seed", "players"), [(2, 2), (3, 3), (6, 4), (7, 5)])
def test_a_game_of_ours_is_read_as_it_was_played(seed, players, told, monkeypatch):
    monkeypatch.setattr(games18xx, "DOUBTS", ())
    game = by_lot(seed, players, 250)
    outcome = replay_record("ours", as_record(game, told))
    assert outcome.mismatches == 0, outcome.line()
    assert outcome.checks > 100
    told_at_most = [parts(game.state_after(len(game.actions) - back)) for back in range(12)]
    assert parts(outcome.game.state) in told_at_most  # the very last actions may leave no trace
