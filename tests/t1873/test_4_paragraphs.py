"""4: works, works companies and railways are each told their own paragraph, and what is true of them."""

import pytest

from eighteen.positions import refused
from stellwerk.eighteen.actions import AnswerOffer, BuildStation, BuyTrain, Dividend, LayTile
from stellwerk.play.core import Pass
from stellwerk.titles.t1873.actions import BuyMachine, IssueShares, OfferForEngine, OfferForWork, ScrapEngine
from stellwerk.titles.t1873.companies.buying_in import BuyWorkStep
from stellwerk.titles.t1873.lines.track import Building
from stellwerk.titles.t1873.papers.issues import IssueStep

from .positions import position
from .yard import yard

A, B, C = range(3)


def against(game, action):
    error = refused(game, action)
    return error.rule, error.refusal.reason


# Track ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("action", "rule", "reason"),
    [
        (BuildStation(A, "W12", "C16", 0), "4.2", "only_track_now"),
        (LayTile(A, "W12", "B17", "78", 4, "P1"), "4.2", "no_such_permit"),
        (LayTile(A, "W12", "Z99", "78", 4), "4.2.1", "no_such_place"),
        (LayTile(A, "W12", "B17", "971", 0), "4.2.1", "not_in_the_table"),
        (LayTile(A, "W12", "D17", "75", 0), "4.2.1", "new_track_out_of_reach"),
        (LayTile(A, "W12", "B17", "77", 0), "4.2.1", "route_must_stay_possible"),
        (LayTile(A, "W12", "D13", "956", 1), "4.2.1", "track_too_dear"),
    ],
)
def test_4_2_1_what_a_work_may_not_build_is_said_by_its_own_paragraph(action, rule, reason):
    game = position().work("W12", A).laying("W12", 1).game()
    assert against(game, action) == (rule, reason)


def test_4_2_1_works_know_their_limit_of_one_tile_and_the_phase_of_green_ones():
    table = position().work("W10", A, cash=50).laying("W10", 1).table
    late = Building("W10", 0).refusal(table, LayTile(A, "W10", "D9", "973", 2))
    early = Building("W10", 1).refusal(table, LayTile(A, "W10", "D9", "973", 2))
    assert [(each.rule, each.reason) for each in (late, early)] == [
        ("4.2.1", "no_lay_left"),
        ("4.2.1", "colour_not_available"),
    ]


def test_4_4_1_railways_keep_theirs():
    game = position().railway("HBE", A, cash=500).laying("HBE").game()
    assert against(game, BuildStation(A, "HBE", "C16", 0)) == ("4.4", "only_track_now")
    assert against(game, LayTile(A, "HBE", "D9", "973", 2))[0] == "4.4.1"


def test_4_2_1_a_work_reaches_track_from_its_hex_not_from_a_marker():
    game = position().work("W12", A).laying("W12", 1).game()
    assert "own hex" in str(refused(game, LayTile(A, "W12", "D17", "75", 0)))


# Equipment --------------------------------------------------------------------------------------------------


def equipping(company):
    """A work, a works company and a railway of A, all without capital; B's HBE has a switcher of size 3."""
    built = position(3).phase("4").work("W1", A)
    built.works_company("MO", ("W2", "W3"), {A: 50, B: 50}, switchers=("S4",))
    built.railway("KEZ", {A: 60}, trains=("4", "S4")).railway("HBE", {B: 60}, trains=("4", "S3"))
    return built.equipping(company)


@pytest.mark.parametrize(("company", "turn", "here"), [("W1", "4.2", "4.2.4"), ("MO", "4.3", "4.3.5")])
def test_4_2_4_and_4_3_5_are_named_to_works_and_their_companies(company, turn, here):
    works = ("W1",) if company == "W1" else ("W2",)
    game = equipping(company).cash(company, 20).game()
    assert against(game, Dividend(A, company, "pay")) == (turn, "only_trains_now")
    assert against(game, BuyTrain(A, company, "S4", "bank")) == (here, "train_too_dear")
    assert against(game, BuyMachine(A, company, works)) == (here, "train_too_dear")
    assert against(game, ScrapEngine(A, company, "S2")) == (here, "train_not_there")
    assert against(game, OfferForEngine(A, company, "S5", "HBE", 5)) == (here, "train_not_there")
    assert against(game, OfferForEngine(A, company, "S3", "HBE", 500)) == (here, "price_out_of_range")


def test_4_4_7_is_named_to_railways():
    game = equipping("KEZ").cash("KEZ", 20).game()
    assert against(game, Dividend(A, "KEZ", "pay")) == ("4.4", "only_trains_now")
    assert against(game, OfferForEngine(A, "KEZ", "S3", "HBE", 500)) == ("4.4.7", "price_out_of_range")


@pytest.mark.parametrize(("company", "here"), [("W1", "4.2.4"), ("MO", "4.3.5"), ("KEZ", "4.4.7")])
def test_4_2_4_an_offer_is_answered_by_the_paragraph_of_the_buyer(company, here):
    game = equipping(company).cash(company, 20).game()
    game.play(OfferForEngine(A, company, "S3", "HBE", 5))
    assert against(game, Pass(B)) == (here, "answer_the_offer")
    game.play(AnswerOffer(B, "HBE", True))
    assert game.state.trains[company][-1] == "S3"


def test_4_5_locomotives_of_the_mhe_are_never_for_sale():
    """It has one of size 1: to say that it has none would be untrue."""
    game = position(3).railway("KEZ", {A: 60}, cash=200, trains=("2",)).equipping("KEZ").game()
    assert game.state.trains["MHE"] == ("1",)
    error = refused(game, OfferForEngine(A, "KEZ", "1", "MHE", 10))
    assert (error.rule, error.refusal.reason) == ("4.5", "never_sells")
    assert "never for sale" in str(error)


# Offers without money ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("company", "here"), [("W1", "4.2.4"), ("MO", "4.3.5"), ("KEZ", "4.4.7")])
def test_4_2_4_who_has_nothing_is_told_so_not_that_he_has_offered(company, here):
    game = equipping(company).game()
    error = refused(game, OfferForEngine(A, company, "S3", "HBE", 1))
    assert (error.rule, error.refusal.reason) == (here, "offer_too_dear")
    assert str(error).startswith("an offer costs at least 1 M, but ")


def with_an_old_switcher(buyer=0, seller=0):
    """W1 of A could buy a switcher of size 2 from the HBE, in phase 4: 20 M of upkeep are due at once."""
    built = position(3).phase("4").work("W1", A, cash=buyer)
    return built.railway("HBE", {B: 60}, cash=seller, trains=("4", "S2")).equipping("W1").game()


def test_4_2_4_price_and_upkeep_together_are_what_an_offer_costs():
    error = refused(with_an_old_switcher(buyer=20), OfferForEngine(A, "W1", "S2", "HBE", 1, "buyer"))
    assert (error.rule, error.refusal.reason) == ("4.2.4", "offer_too_dear")
    assert "21 M, 20 M of it for upkeep" in str(error)
    error = refused(with_an_old_switcher(buyer=20), OfferForEngine(A, "W1", "S2", "HBE", 1, "nobody"))
    assert (error.rule, error.refusal.reason) == ("4.2.4", "who_pays_upkeep")


def test_4_2_4_a_seller_who_cannot_pay_the_upkeep_is_named():
    """19 M are less than 20 M; with 1 M of its own the seller can."""
    error = refused(with_an_old_switcher(buyer=19), OfferForEngine(A, "W1", "S2", "HBE", 19, "seller"))
    assert (error.rule, error.refusal.reason) == ("4.2.4", "seller_cannot_pay_upkeep")
    game = with_an_old_switcher(buyer=19, seller=1)
    assert OfferForEngine(A, "W1", "S2", "HBE", 19, "seller") in game.legal_actions()


def test_4_2_4_only_what_was_declined_is_called_so():
    game = with_an_old_switcher(buyer=21)
    game.play(OfferForEngine(A, "W1", "S2", "HBE", 1, "buyer"))
    game.play(AnswerOffer(B, "HBE", False))
    again = OfferForEngine(A, "W1", "S2", "HBE", 1, "buyer")
    assert against(game, again) == ("4.2.4", "no_more_offers")


def test_4_3_4_a_company_without_capital_is_told_so():
    built = position(3).work("W5", B).works_company("MO", ("W2", "W3"), {A: 40, B: 60}, size=20, cash=0)
    built.set(directors={"MO": A})
    refusal = BuyWorkStep("MO").refusal(built.table, OfferForWork(A, "MO", "W5", 1))
    assert (refusal.rule, refusal.reason, refusal.values["cash"]) == ("4.3.4", "offer_too_dear", 0)


# Profit, new shares, runs -----------------------------------------------------------------------------------


def test_4_3_2_and_4_4_5_are_named_where_the_profit_is_used():
    railway = position(3).railway("HBE", {A: 60}, trains=("2",)).earned("HBE", 100).game()
    assert against(railway, Pass(A)) == ("4.4.5", "pay_or_withhold")
    works = position(3).works_company("MO", ("W2", "W3"), {A: 50, B: 50}).turn_of("MO").game()
    assert against(works, Pass(A)) == ("4.3.2", "pay_or_withhold")


def test_4_3_6_and_4_4_8_are_named_where_shares_are_issued():
    built = position(3).works_company("MO", ("W2", "W3"), {A: 50}).railway("HBE", {A: 60})
    told = [IssueStep(each).refusal(built.table, IssueShares(A, each)).rule for each in ("MO", "HBE")]
    assert told == ["4.3.6", "4.4.8"]


def test_4_4_9_a_railcar_apart_from_quedlinburg_breaks_a_rule_of_the_qlb():
    """Drei Annen and Elend have nothing to do with Quedlinburg; of a standard locomotive 4.4.3 says as much."""
    built = yard("D").railway("QLB", "2", "D").tiles("D7 956/0, E6 956/0")
    built.marker("QLB", "E18").marker("QLB", "D7").marker("QLB", "E6")
    home, far = ("2", "E20 E18"), ("2", "D7 E6")
    rule, _, values = built.fault("QLB", home, ("D", "D7 E6"))
    assert (rule, values["fault"], values["train"]) == ("4.4.9", "apart", "D")
    rule, _, values = built.fault("QLB", home, far, ("D", "E20 E18"))
    assert (rule, values["fault"], values["train"]) == ("4.4.3", "apart", "2")
