"""Railways: trade, scrapping, upkeep, new shares (4.4.4, 4.4.7, 4.4.8)."""

import pytest

from eighteen.positions import amounts, listed, price_of, reason_against, rule_against, told
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import AnswerOffer, Dividend
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.titles.t1873.actions import (
    IssueShares,
    OfferForEngine,
    ScrapEngine,
)
from stellwerk.titles.t1873.events import EngineScrapped, Maintained
from stellwerk.titles.t1873.papers.issues import IssueStep

from .positions import cash_of, parts, position

A, B, C = range(3)


# Trade ------------------------------------------------------------------------------------------------------


def trade(phase, train, cash=2000, hbe=("4", "4"), **more):
    """HBE of B sells to the KEZ of A."""
    built = position(3).phase(phase, **more).railway("KEZ", {A: 60}, cash=cash, trains=("4",))
    return built.railway("HBE", {B: 60}, cash=0, trains=(*hbe, train)).equipping("KEZ").game()


@pytest.mark.parametrize(
    ("phase", "train", "most", "upkeep"),
    [("4", "2", 500, 100), ("4", "S2", 100, 20), ("D", "S3", 200, 30), ("D", "D", 500, 0), ("D", "3", 900, 150)],
)
def test_4_4_7_trade_between_1_and_twice_the_face_value(phase, train, most, upkeep):
    """C45, trap 22: upkeep once more to the bank, by buyer or seller."""
    payers = ("buyer", "seller") if upkeep else ("",)
    for payer in payers:
        game = trade(phase, train, hbe=("4",))
        if payer != "seller":
            assert amounts(game, OfferForEngine, train=train, upkeep=payer) == (1, most)
            assert reason_against(game, OfferForEngine(A, "KEZ", train, "HBE", 0, payer)) == "price_out_of_range"
        high = OfferForEngine(A, "KEZ", train, "HBE", most + 1, payer)
        assert reason_against(game, high) == "price_out_of_range"
        assert rule_against(game, high) == "4.4.7"


def test_4_4_7_a_locomotive_that_need_not_be_bought_is_asked_for_three_times():
    game = trade("4", "2")
    for price in (10, 20, 30):
        game.play(OfferForEngine(A, "KEZ", "2", "HBE", price, "buyer"))
        game.play(AnswerOffer(B, "HBE", False))
    assert reason_against(game, OfferForEngine(A, "KEZ", "2", "HBE", 40, "buyer")) == "no_more_offers"


@pytest.mark.parametrize(("payer", "buyer", "seller"), [("buyer", 1600, 300), ("seller", 1700, 200)])
def test_4_4_7_who_bears_the_upkeep_is_part_of_the_offer(payer, buyer, seller):
    """C45: a 2 in phase 4 at 300, 100 upkeep."""
    game = trade("4", "2")
    before = game.state.cash[BANK]
    game.play(OfferForEngine(A, "KEZ", "2", "HBE", 300, payer))
    game.play(AnswerOffer(B, "HBE", True))
    assert cash_of(game, "KEZ", "HBE") == [buyer, seller]
    assert game.state.cash[BANK] == before + 100
    assert game.state.trains["KEZ"] == ("4", "2")


def test_4_4_7_a_buyer_pays_price_and_upkeep_from_his_capital():
    game = trade("4", "2", cash=250)
    assert amounts(game, OfferForEngine, train="2", upkeep="buyer") == (1, 150)
    assert amounts(game, OfferForEngine, train="2", upkeep="seller") == (100, 250)


@pytest.mark.parametrize(
    ("declined", "payer", "buyer", "seller"),
    [
        (300, "seller", (201, 500), (301, 500)),
        (300, "buyer", (301, 500), (401, 500)),
        (500, "seller", (401, 500), None),
    ],
)
def test_4_4_7_after_a_refusal_an_offer_must_leave_the_seller_more(declined, payer, buyer, seller):
    """A 2 in phase 4 costs 100 upkeep: 300 less upkeep leave 200, and a buyer who bears it beats that with 201."""
    game = trade("4", "2")
    game.play(OfferForEngine(A, "KEZ", "2", "HBE", declined, payer))
    game.play(AnswerOffer(B, "HBE", False))
    assert amounts(game, OfferForEngine, train="2", upkeep="buyer") == buyer
    assert amounts(game, OfferForEngine, train="2", upkeep="seller") == seller


def test_4_4_7_the_last_standard_locomotive_stays():
    """C45: neither sold nor scrapped; a railcar or a switcher does not count."""
    game = trade("D", "D", hbe=("4", "S5"))
    assert reason_against(game, OfferForEngine(A, "KEZ", "4", "HBE", 10)) == "last_locomotive"
    assert rule_against(game, OfferForEngine(A, "KEZ", "4", "HBE", 10)) == "4.4.7"
    assert reason_against(game, ScrapEngine(A, "KEZ", "4")) == "last_locomotive"
    assert rule_against(game, ScrapEngine(A, "KEZ", "4")) == "4.4.7"
    assert OfferForEngine(A, "KEZ", "S5", "HBE", 10) in game.legal_actions()


def test_4_4_7_trade_begins_no_phase_and_a_second_railcar_is_refused():
    built = position(3).phase("D").railway("KEZ", {A: 60}, cash=900, trains=("4", "D"))
    game = built.railway("HBE", {B: 60}, trains=("4", "D")).equipping("KEZ").game()
    assert reason_against(game, OfferForEngine(A, "KEZ", "D", "HBE", 10)) == "one_railcar"


def test_4_4_7_scrapping_is_free():
    built = position(3).phase("4").railway("HBE", {A: 60}, cash=10, trains=("4", "2", "2", "S2"))
    game = built.equipping("HBE").game()
    events = game.play(ScrapEngine(A, "HBE", "2"))
    assert told(events, EngineScrapped) == [EngineScrapped("HBE", "2")]
    game.play(ScrapEngine(A, "HBE", "4"))
    game.play(ScrapEngine(A, "HBE", "S2"))
    assert game.state.trains["HBE"] == ("2",)
    assert cash_of(game, "HBE") == 10
    assert {"2", "4", "S2"} <= set(game.state.trains[SCRAPPED])


def test_6_2_a_company_in_trusteeship_sells_nothing():
    """Q4."""
    built = position(3).phase("4").railway("KEZ", {A: 60}, cash=900, trains=("4",))
    built.railway("HBE", {}, trains=("4", "4", "S2")).in_trust("HBE")
    game = built.equipping("KEZ").game()
    assert listed(game, OfferForEngine) == []
    assert reason_against(game, OfferForEngine(A, "KEZ", "4", "HBE", 10)) == "seller_in_trust"
    assert rule_against(game, OfferForEngine(A, "KEZ", "4", "HBE", 10)) == "6.2"


def test_4_5_nobody_buys_from_the_mhe():
    built = position(3).phase("4").mhe("4").railway("KEZ", {A: 60}, cash=2000, trains=("4",))
    game = built.equipping("KEZ").game()
    assert reason_against(game, OfferForEngine(A, "KEZ", "4", "MHE", 10)) == "never_sells"


# Upkeep and new shares --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("phase", "upkeep"),
    [("1", 0), ("2", 0), ("3", 50), ("4", 100 + 100 + 20), ("5", 220), ("D", 3 * 150 + 50 + 30)],
)
def test_5_upkeep_of_locomotives_and_switchers_by_phase(phase, upkeep):
    """R10: one locomotive of each size, one switcher of each, a railcar; also 4.4.4."""
    trains = ("1", "2", "3", "4", "5", "S2", "S3", "S4", "S5", "D")
    built = position(3).phase(phase).railway("HBE", {A: 60}, trains=trains).purses(0, 0, 0).earned("HBE", 1000)
    game = built.game()
    assert told(game.events, Maintained) == [Maintained("HBE", 1000, upkeep)]
    game.play(Dividend(A, "HBE", "keep"))
    assert cash_of(game, "HBE") == 1000 - upkeep


def test_4_4_4_upkeep_above_income_comes_from_the_capital():
    """No profit: no choice, the price falls (4.4.6)."""
    built = position(3).phase("4").railway("HBE", {A: 60}, 150, cash=60, trains=("1", "4")).earned("HBE", 40)
    game = built.game()
    assert cash_of(game, "HBE") == 0
    assert price_of(game, "HBE") == 140


@pytest.mark.parametrize(
    ("company", "before", "after"),
    [("HBE", 8, 12), ("GHE", 6, 9), ("NWE", 6, 9), ("SHE", 4, 6), ("KEZ", 4, 6), ("WBE", 4, 6), ("QLB", 4, 6)],
)
def test_4_4_8_fifths_become_tenths_and_the_railway_gets_its_further_markers(company, before, after):
    """R8, trap 12."""
    built = position(3).phase("4").railway(company, {A: 40, B: 60}, 150, trains=("4",))
    built.set(directors={company: A}).acting(company, IssueStep(company))
    homes = len(built.printed.companies[company].homes)
    assert built.state.markers[company] == before - homes
    game = built.game()
    game.play(IssueShares(A, company))
    assert parts(game, company) == {A: 20, B: 30, ISSUE: 50}
    assert game.state.markers[company] == after - homes
    assert price_of(game, company) == 150


def test_4_4_8_only_with_all_shares_in_players_hands_and_40_percent():
    step, cases = IssueStep("HBE"), []
    for holdings, size in (({A: 40, B: 40}, 20), ({A: 20, B: 80}, 20), ({A: 60, B: 40}, 10)):
        built = position(3).railway("HBE", holdings, size=size, trains=("1",))
        refusal = step.refusal(built.table, IssueShares(A, "HBE"))
        cases.append((refusal.rule, refusal.reason))
    assert cases == [
        ("4.4.8", "shares_with_the_bank"),
        ("4.4.8", "director_holds_too_little"),
        ("4.4.8", "smallest_shares"),
    ]
    assert POOL in parts(position(3).railway("HBE", {A: 40}).stock_turn(A).game(), "HBE")
