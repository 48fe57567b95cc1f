"""4: what is easily overlooked of units, concessions and rounds, and how all of it is told."""

import pytest

from eighteen.positions import amounts, listed, reason_against, rule_against, told
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain
from stellwerk.eighteen.events import CompanyActs, PlayerPassed, TileLaid
from stellwerk.eighteen.stations import Spot
from stellwerk.titles.t1873.actions import BuyMachine, DeclareInsolvency, OfferForEngine, ScrapEngine
from stellwerk.titles.t1873.companies.engines import first_due
from stellwerk.titles.t1873.companies.equipment import EquipStep, RetireConcession
from stellwerk.titles.t1873.data import MACHINES
from stellwerk.titles.t1873.events import ConcessionRetired, RailcarsOnSale
from stellwerk.titles.t1873.lines.stations import route_circle_kept
from stellwerk.titles.t1873.shown import sheets
from stellwerk.titles.t1873.state import director, is_open, works_of

from .positions import position
from .yard import yard

A, B, C = range(3)


# Units ------------------------------------------------------------------------------------------------------


def test_4_1_switchers_are_taken_from_no_stock():
    """Neither units nor railcars become fewer."""
    game = position(3).phase("D").railway("HBE", {A: 60}, cash=200, trains=("5",)).equipping("HBE").game()
    before = game.state.railcars, game.state.depot
    game.play(BuyTrain(A, "HBE", "S5", BANK))
    assert (game.state.railcars, game.state.depot) == before
    assert game.state.trains["HBE"] == ("5", "S5")


def test_4_1_a_machine_of_size_5_comes_from_a_stock_without_end():
    """The cards of smaller ones lie with the machines, and are counted."""
    game = position(3).phase("5").work("W1", A, cash=900).equipping("W1").game()
    game.play(BuyMachine(A, "W1", ("W1",)))
    assert (game.state.machines["W1"], game.state.trains[MACHINES]) == (5, ())
    game = position(3).phase("4").work("W1", A, cash=900).equipping("W1").game()
    game.play(BuyMachine(A, "W1", ("W1",)))
    assert (game.state.machines["W1"], game.state.trains[MACHINES]) == (4, ("4",))


def test_4_4_9_the_qlb_owes_no_compulsory_locomotive():
    built = position(3).phase("4").railway("QLB", {A: 60}, acted=False).railway("KEZ", {A: 60}, acted=False)
    assert [first_due(built.table, each) for each in ("QLB", "KEZ")] == [False, True]


def test_4_4_9_the_concession_of_the_qlb_leaves_once():
    """At the purchases of its first turn, and is not said to leave again."""
    first = position(3).phase("4").railway("QLB", {A: 60}, cash=900, acted=False)
    later = position(3).phase("4").railway("QLB", {A: 60}, cash=900)
    for built, number in ((first, 1), (later, 0)):
        events = built.acting("QLB", RetireConcession("QLB"), EquipStep("QLB")).game().events
        assert told(events, ConcessionRetired) == [ConcessionRetired("QLB")] * number


def test_4_4_7_what_was_declined_of_one_train_says_nothing_of_another():
    """Two switchers of the HBE and one of the GHE: only the one that was declined has become dearer."""
    built = position(3).phase("3").railway("KEZ", {A: 60}, cash=300, trains=("3",))
    built.railway("HBE", {B: 60}, trains=("3", "S2", "S3")).railway("GHE", {B: 60}, trains=("3", "S3"))
    game = built.equipping("KEZ").game()
    game.play(OfferForEngine(A, "KEZ", "S3", "HBE", 50))
    game.play(AnswerOffer(B, "HBE", False))
    assert amounts(game, OfferForEngine, train="S3", seller="HBE") == (51, 200)
    assert amounts(game, OfferForEngine, train="S2", seller="HBE") == (1, 100)
    assert amounts(game, OfferForEngine, train="S3", seller="GHE") == (1, 200)


@pytest.mark.parametrize(
    "action", [ScrapEngine(A, "HBE", "3"), DeclareInsolvency(A, "HBE"), BuyTrain(A, "HBE", "S3", BANK)]
)
def test_4_a_company_does_nothing_in_anothers_turn(action):
    """Whose turn it is stands in 4, even if one player directs both."""
    built = position(3).phase("3").railway("KEZ", {A: 60}, cash=300, trains=("3",))
    game = built.railway("HBE", {A: 60}, cash=300, trains=("3", "3")).equipping("KEZ").game()
    assert rule_against(game, action) == "4"


# Works ------------------------------------------------------------------------------------------------------


def test_4_3_5_works_of_a_company_stay_in_the_order_in_which_they_joined():
    built = position(3).phase("2").works_company("MO", ("W3", "W2"), {A: 50, B: 50}, cash=150)
    assert works_of(built.table, "MO") == ("W3", "W2")
    sets = [action.works for action in listed(built.equipping("MO").game(), BuyMachine)]
    assert sets == [("W3", "W2"), ("W3",), ("W2",)]


def test_4_4_4_works_of_a_company_are_open_for_railways():
    """Blankenburg: its multiplier times the size; what is closed brings nothing."""
    alone, closed = yard("3").railway("HBE", "1"), yard("3").railway("HBE", "1").closed("W12")
    joined = yard("3").railway("HBE", "1").give("HW", "W12")
    assert is_open(joined.table, "W12")
    assert not is_open(closed.table, "W12")
    assert joined.best("HBE") == alone.best("HBE") > closed.best("HBE")


def test_3_2_1_works_that_no_player_owns_have_no_director():
    built = position(3).works(A, "W1").works_company("MO", ("W2", "W3"), {B: 100})
    assert [director(built.table, each) for each in ("W1", "W2", "W4", "MO")] == [A, None, None, B]


# Concessions ------------------------------------------------------------------------------------------------


def test_4_4_1_the_route_is_paid_once_not_tile_by_tile():
    game = position(3).railway("GHE", {A: 60}, cash=600, acted=False).first_turn("GHE").game()
    assert told(game.events, TileLaid) == [TileLaid("GHE", "H19", "78", 1, 0, "")]
    assert game.state.cash["GHE"] == 450


def test_4_6_a_home_that_has_its_marker_keeps_no_second_circle():
    """GHE has not acted, but its marker lies in Gernrode: the other circle of the brown tile is free."""
    built = position(3).phase("5").railway("GHE", {A: 60}, acted=False).railway("HBE", {B: 60})
    built.tiles("G20 987/0")
    hex_ = built.hex("G20")
    assert built.state.board.tracks[hex_].stops[0].slots == 2
    assert route_circle_kept(built.table, Spot("HBE", hex_, 0)) is None


# Rounds -----------------------------------------------------------------------------------------------------


def test_3_1_without_anything_to_auction_nobody_is_asked_nor_said_to_pass():
    built = position(3).set(awake=frozenset()).trading_round()
    game = built.game()
    assert told(game.events, PlayerPassed) == []
    assert type(game.step).__name__ == "StockTurn"


@pytest.mark.parametrize(("phase", "number"), [("1", 0), ("4", 0), ("5", 1)])
def test_4_1_railcars_come_with_the_first_full_set_and_not_before(phase, number):
    game = position(3).phase(phase).works(A, "W1").end_of_stock_round().game()
    assert len(told(game.events, RailcarsOnSale)) == number


def test_4_it_is_told_for_whom_a_company_acts():
    game = position(3).phase("2").work("W1", B, cash=200).all_to_act().game()
    assert told(game.events, CompanyActs)[0] == CompanyActs("W1", B)


def test_4_5_the_mhe_has_no_turn_among_the_others():
    game = position(3).phase("2").railway("HBE", {A: 60}, cash=900, trains=("2",)).all_to_act().game()
    assert "MHE" not in {event.company for event in told(game.events, CompanyActs)}


def test_3_2_7_the_mhe_is_there_from_the_beginning():
    """Told in the table of companies: outside the game, neither founded nor to be founded."""
    built = position(3).founded("HBE", {A: 20})
    assert [sheets.standing_of(built.table, each) for each in ("MHE", "HBE", "GHE")] == [
        "outside",
        "founded",
        "to_found",
    ]


def test_4_4_7_trade_begins_no_phase():
    """A 3 that was sold by the bank long ago, in phase 3."""
    built = position(3).phase("3").railway("KEZ", {A: 60}, cash=900, trains=("2",))
    game = built.railway("HBE", {A: 60}, trains=("3", "3")).equipping("KEZ").game()
    game.play(OfferForEngine(A, "KEZ", "3", "HBE", 10))
    assert game.rules.printed.phases[game.state.phase].id == "3"


def test_4_3_5_every_marker_of_a_machine_replaces_a_smaller_one():
    """Works with machines of size 1 and 2: a 2 serves the first of them alone."""
    built = position(3).phase("2").works_company("MO", ("W2", "W3"), {A: 50, B: 50}, cash=150).machines(2, "W3")
    game = built.equipping("MO").game()
    assert reason_against(game, BuyMachine(A, "MO", ("W2", "W3"))) == "machine_not_larger"
    assert listed(game, BuyMachine) == [BuyMachine(A, "MO", ("W2",))]
