"""Railways: the compulsory locomotive, purchases, trade, scrapping, railcars, new shares (4.1, 4.4.7, 4.4.8)."""

import pytest

from eighteen.positions import amounts, director_of, listed, price_of, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE
from stellwerk.eighteen.actions import AnswerOffer, BuildStation, BuyTrain, Dividend
from stellwerk.eighteen.events import DirectorChanged, PhaseBegan, TrainBought
from stellwerk.titles.t1873.actions import (
    BuyMachine,
    CloseWork,
    DeclareInsolvency,
    OfferForEngine,
    ScrapEngine,
)
from stellwerk.titles.t1873.companies.equipment import RetireConcession
from stellwerk.titles.t1873.events import ConcessionRetired, Insolvent

from .positions import cash_of, position

A, B, C = range(3)


def kez(phase="3", price=150, cash=750, holdings=None, **more):
    """The KEZ before its first turn."""
    return position(3).phase(phase, **more).railway("KEZ", holdings or {A: 60}, price, cash=cash, acted=False)


# The compulsory locomotive ----------------------------------------------------------------------------------


def test_4_4_7_the_first_turn_builds_earns_nothing_and_buys():
    """C44, trap 22: KEZ at 150 pays 100 for its route, falls to 140, buys a 3 for 450 and has 200."""
    game = kez().turn_of("KEZ").game()
    assert price_of(game, "KEZ") == 140
    assert cash_of(game, "KEZ") == 650
    assert [action for action in listed(game) if not isinstance(action, BuyTrain)] == []  # no pass, no insolvency
    assert [action.train for action in listed(game, BuyTrain)] == ["3"]
    assert reason_against(game, Pass(A)) == "must_own_a_train"
    assert rule_against(game, Pass(A)) == "4.4.7"
    assert reason_against(game, BuyTrain(A, "KEZ", "S3", BANK)) == "compulsory_first"
    assert rule_against(game, BuyTrain(A, "KEZ", "S3", BANK)) == "4.4.7"
    assert reason_against(game, DeclareInsolvency(A, "KEZ")) == "not_insolvent"
    assert rule_against(game, DeclareInsolvency(A, "KEZ")) == "6"
    events = game.play(BuyTrain(A, "KEZ", "3", BANK))
    assert told(events, ConcessionRetired) == [ConcessionRetired("KEZ")]
    assert cash_of(game, "KEZ") == 200
    assert game.state.papers["C-KEZ"] == GONE
    game.play(BuyTrain(A, "KEZ", "S3", BANK))  # now it may


@pytest.mark.parametrize(("start", "price"), [(120, 110), (150, 140), (190, 180), (240, 220), (300, 280)])
def test_4_4_7_the_price_after_the_first_operating_round(start, price):
    """R3."""
    game = kez(price=start, cash=5 * start).turn_of("KEZ").game()
    assert price_of(game, "KEZ") == price


def test_4_4_7_the_director_changes_right_after_it_and_does_the_rest():
    """C9, trap 4: A holds the concession and 20%, B 60%."""
    game = kez(holdings={A: 20, B: 60}).turn_of("KEZ").game()
    assert game.waiting_for() == (A,)
    events = game.play(BuyTrain(A, "KEZ", "3", BANK))
    assert told(events, DirectorChanged) == [DirectorChanged("KEZ", A, B, ())]
    assert director_of(game, "KEZ") == B
    assert game.waiting_for() == (B,)
    game.play(BuyTrain(B, "KEZ", "S3", BANK))


def test_4_4_7_it_may_come_from_another_railway():
    """At an agreed price; the concession ends with it as well."""
    built = kez(holdings={A: 20, B: 40}).railway("HBE", {B: 20}, cash=0, trains=("3", "3")).equipping("KEZ")
    game = built.game()
    assert amounts(game, OfferForEngine, seller="HBE") == (1, 750)
    game.play(OfferForEngine(A, "KEZ", "3", "HBE", 10))
    game.play(AnswerOffer(B, "HBE", True))
    assert cash_of(game, "KEZ", "HBE") == [740, 10]
    assert director_of(game, "KEZ") == B
    assert game.state.papers["C-KEZ"] == GONE


def test_4_4_7_no_switcher_of_another_before_it():
    game = kez().railway("HBE", {B: 20}, trains=("1", "S2")).equipping("KEZ").game()
    assert listed(game, OfferForEngine) == []
    assert reason_against(game, OfferForEngine(A, "KEZ", "S2", "HBE", 10)) == "compulsory_first"


def test_6_insolvency_may_be_chosen_though_another_railway_would_sell():
    """4.4.7: a bank locomotive that cannot be paid, and an offer that can."""
    built = kez(cash=449).railway("HBE", {B: 20}, trains=("3", "3")).equipping("KEZ")
    game = built.game()
    assert DeclareInsolvency(A, "KEZ") in listed(game)
    assert amounts(game, OfferForEngine, seller="HBE") == (1, 449)
    assert reason_against(game, BuyTrain(A, "KEZ", "3", BANK)) == "train_too_dear"
    assert rule_against(game, BuyTrain(A, "KEZ", "3", BANK)) == "4.4.7"
    assert reason_against(game, Pass(A)) == "must_own_a_train"
    assert told(game.play(DeclareInsolvency(A, "KEZ")), Insolvent) == [Insolvent("KEZ", "locomotive", 1)]
    assert game.state.trust == {"KEZ"}


def test_4_4_7_and_6_for_the_compulsory_locomotive_a_railway_asks_as_often_as_it_likes():
    """Rulings: always for more; three refusals make nobody insolvent who could still offer more."""
    game = kez(cash=449).railway("HBE", {B: 20}, trains=("3", "3")).equipping("KEZ").game()
    for price in (10, 20, 30, 40, 448):
        game.play(OfferForEngine(A, "KEZ", "3", "HBE", price))
        game.play(AnswerOffer(B, "HBE", False))
        assert amounts(game, OfferForEngine, seller="HBE") == (price + 1, 449)
        assert reason_against(game, OfferForEngine(A, "KEZ", "3", "HBE", price)) == "price_out_of_range"
        over = DeclareInsolvency(A, "KEZ") if price >= 30 else None  # by itself, after the third of earlier rules
        assert game.step.formerly(game.position) == over
    assert told(game.events, Insolvent) == []
    game.play(OfferForEngine(A, "KEZ", "3", "HBE", 449))
    game.play(AnswerOffer(B, "HBE", False))  # more it does not have
    assert told(game.events, Insolvent) == [Insolvent("KEZ", "locomotive", 1)]


def test_6_who_can_just_pay_must_pay():
    game = kez(cash=450).equipping("KEZ").game()
    assert listed(game) == [BuyTrain(A, "KEZ", "3", BANK)]
    assert reason_against(game, DeclareInsolvency(A, "KEZ")) == "not_insolvent"


def test_6_a_station_may_be_built_until_the_locomotive_cannot_be_paid():
    """Q9: SHE at 120 has 300 after its route, a station is 100; also 4.4.7."""
    built = position(3).phase("3").railway("SHE", {A: 60}, 150, cash=750, acted=False).turn_of("SHE")
    game = built.game()
    assert cash_of(game, "SHE") == 450
    game.play(BuildStation(A, "SHE", "G2", 0))
    assert told(game.events, Insolvent) == [Insolvent("SHE", "locomotive", 100)]
    assert game.state.trust == {"SHE"}


def test_4_4_7_the_nwe_never_has_a_lone_1():
    """C44, trap 22: neither as its compulsory locomotive nor by scrapping or selling its 2."""
    built = position(3).phase("2").railway("NWE", {A: 60}, 150, cash=600, acted=False)
    built.railway("HBE", {B: 20}, trains=("1", "2")).equipping("NWE")
    game = built.game()
    assert {action.train for action in listed(game, OfferForEngine)} == {"2"}
    assert reason_against(game, OfferForEngine(A, "NWE", "1", "HBE", 10)) == "never_a_lone_1"
    assert rule_against(game, OfferForEngine(A, "NWE", "1", "HBE", 10)) == "4.4.7"
    built = position(3).phase("2").railway("NWE", {A: 60}, 150, cash=600, trains=("1", "2"))
    game = built.equipping("NWE").game()
    assert listed(game, ScrapEngine) == [ScrapEngine(A, "NWE", "1")]
    assert reason_against(game, ScrapEngine(A, "NWE", "2")) == "never_a_lone_1"
    game = built.railway("HBE", {B: 20}, cash=900, trains=("2",)).equipping("HBE").game()
    assert {action.train for action in listed(game, OfferForEngine)} == {"1"}
    assert reason_against(game, OfferForEngine(B, "HBE", "2", "NWE", 10)) == "never_a_lone_1"


def test_4_4_7_another_railway_may_begin_with_a_1():
    game = position(3).railway("HBE", {A: 60}, 120, cash=100, acted=False).equipping("HBE").game()
    game.play(BuyTrain(A, "HBE", "1", BANK))
    assert cash_of(game, "HBE") == 0
    assert game.state.trains["HBE"] == ("1",)


def test_4_4_7_the_nwe_may_buy_a_1_beside_another():
    built = position(3).phase("2").railway("NWE", {A: 60}, 150, cash=600, trains=("2",))
    game = built.railway("HBE", {B: 20}, trains=("1", "2")).equipping("NWE").game()
    assert {action.train for action in listed(game, OfferForEngine)} == {"1", "2"}


def test_4_4_9_the_qlb_buys_no_compulsory_locomotive_and_the_concession_ends_before_the_purchases():
    """Q1: till then the holder directs, though B holds more; it earns 60 in its first turn and stays at 120."""
    built = position(3).phase("4").railway("QLB", {A: 20, B: 60}, 120, cash=600, acted=False).turn_of("QLB")
    game = built.purses(0, 0, 0).game()
    while not listed(game, Dividend):
        game.play(listed(game)[-1])
    assert game.waiting_for() == (A,)
    game.play(Dividend(A, "QLB", "pay"))
    assert cash_of(game, A, B) == [12, 36]
    assert price_of(game, "QLB") == 120
    assert director_of(game, "QLB") == B
    assert game.waiting_for() == (B,)
    assert game.state.papers["C-QLB"] == GONE
    game.play(BuyTrain(B, "QLB", "S4", BANK))  # a switcher first: there is no duty
    game.play(Pass(B))


def test_4_4_9_other_railways_keep_their_concession_until_the_purchase():
    game = kez().acting("KEZ", RetireConcession("KEZ")).game()
    assert game.state.papers["C-KEZ"] == A


def test_4_4_9_the_qlb_may_give_up_every_locomotive_that_it_bought():
    game = position(3).phase("4").railway("QLB", {A: 60}, cash=0, trains=("4",)).equipping("QLB").game()
    game.play(ScrapEngine(A, "QLB", "4"))
    assert game.state.trains["QLB"] == ()


# Purchases --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "selling", "price", "begins"),
    [
        ("1", "1", 100, []),
        ("1", "2", 250, ["2"]),
        ("2", "3", 450, ["3"]),
        ("3", "4", 750, ["4"]),
        ("4", "5", 1200, ["5"]),
    ],
)
def test_4_1_locomotives_their_prices_and_the_phases_they_begin(phase, selling, price, begins):
    """R6; also 5."""
    built = position(3).phase(phase, selling=selling).railway("HBE", {A: 60}, cash=price, trains=("5",))
    game = built.equipping("HBE").game()
    events = game.play(BuyTrain(A, "HBE", selling, BANK))
    assert [event.phase for event in told(events, PhaseBegan)] == begins
    assert told(events, ConcessionRetired) == []  # that was long ago
    assert told(events, TrainBought) == [TrainBought("HBE", selling, BANK, price, 0)]
    assert cash_of(game, "HBE") == 0
    assert game.state.trains["HBE"] == ("5", selling)


def test_4_1_how_many_units_there_are():
    """R6: one 1, ten 2, seven 3, three 4; of the 5 there is no end; seven railcars."""
    state = position(3).stock_turn(A).game().state
    assert [state.depot.count(size) for size in "1234"] == [1, 10, 7, 3]
    assert state.depot[-1] == "5"
    assert state.railcars == 7


def test_4_1_units_come_one_size_after_another_as_machine_or_locomotive():
    """The last 2 goes to a railway, then a 3 is next."""
    built = position(3).phase("2", left=1).railway("HBE", {A: 60}, cash=1000, trains=("1",)).equipping("HBE")
    game = built.game()
    assert reason_against(game, BuyTrain(A, "HBE", "3", BANK)) == "train_not_for_sale"
    game.play(BuyTrain(A, "HBE", "2", BANK))
    assert BuyTrain(A, "HBE", "3", BANK) in game.legal_actions()
    assert rule_against(game, BuyTrain(A, "HBE", "2", BANK)) == "4.1"


def test_4_4_7_railways_may_have_any_number_and_switchers_too():
    built = position(3).phase("2").railway("HBE", {A: 60}, cash=900, trains=("2",) * 5 + ("S2",) * 3)
    game = built.equipping("HBE").game()
    game.play(BuyTrain(A, "HBE", "2", BANK))
    game.play(BuyTrain(A, "HBE", "S2", BANK))
    assert len(game.state.trains["HBE"]) == 10
    assert cash_of(game, "HBE") == 600
    assert reason_against(game, BuyMachine(A, "HBE", ("W1",))) == "no_machine_for_sale"
    assert rule_against(game, CloseWork(A, "HBE")) == "4.4"


def test_4_1_railcars_from_the_first_full_set_on():
    """250 each, seven of them, one a railway; the first begins phase D. Trap 25."""
    built = position(3).phase("5").railway("HBE", {A: 60}, cash=700, trains=("5",))
    assert BuyTrain(A, "HBE", "D", BANK) not in built.equipping("HBE").game().legal_actions()
    game = built.set(full_sets=1).equipping("HBE").game()
    events = game.play(BuyTrain(A, "HBE", "D", BANK))
    assert told(events, PhaseBegan) == [PhaseBegan("D", "D")]
    assert cash_of(game, "HBE") == 450
    assert game.state.railcars == 6
    assert game.state.depot == ("5",)
    assert reason_against(game, BuyTrain(A, "HBE", "D", BANK)) == "one_railcar"
    assert rule_against(game, BuyTrain(A, "HBE", "D", BANK)) == "4.1"
    assert reason_against(game, ScrapEngine(A, "HBE", "D")) == "railcar_stays"
    assert rule_against(game, ScrapEngine(A, "HBE", "D")) == "4.4.7"


def test_4_1_the_eighth_railcar_is_not_there():
    built = position(3).phase("D").railway("HBE", {A: 60}, cash=700, trains=("5", "D"))
    for company in ("GHE", "NWE", "SHE", "KEZ", "QLB"):
        built.railway(company, {B: 60}, trains=("5", "D"))
    game = built.railway("WBE", {C: 60}, cash=700, trains=("5",)).equipping("WBE").game()
    game.play(BuyTrain(C, "WBE", "D", BANK))
    assert game.state.railcars == 0
    assert reason_against(built.equipping("HBE").game(), BuyTrain(A, "HBE", "D", BANK)) == "one_railcar"


def test_4_4_7_a_railcar_is_no_compulsory_locomotive():
    """Trap 20."""
    game = kez("5", cash=1300).set(full_sets=1).equipping("KEZ").game()
    assert reason_against(game, BuyTrain(A, "KEZ", "D", BANK)) == "compulsory_first"
