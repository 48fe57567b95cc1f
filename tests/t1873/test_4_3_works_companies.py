"""Works companies: switchers, payouts, prices, buying works in, machines, new shares, the Harzer Werke (4.3)."""

import pytest

from eighteen.positions import amounts, listed, price_of, reason_against, refused, rule_against, told
from stellwerk import Pass
from stellwerk.eighteen.actions import AnswerOffer, Dividend
from stellwerk.eighteen.events import PaidOut, Withheld
from stellwerk.titles.t1873.actions import (
    AssignSwitchers,
    BuyMachine,
    BuyWork,
    OfferForWork,
)
from stellwerk.titles.t1873.companies.buying_in import BuyWorkStep
from stellwerk.titles.t1873.companies.equipment import EquipStep
from stellwerk.titles.t1873.companies.works import AssignStep
from stellwerk.titles.t1873.events import (
    HalfPaid,
    OfferForWorkAnswered,
    OfferForWorkMade,
    Produced,
    SwitchersAssigned,
    WorkJoined,
)

from .positions import cash_of, position, stack

A, B, C = range(3)


def mo(works=("W2", "W5"), price=130, phase="1", tiles="", holdings=None, **more):
    """The MO of A and B, with nothing else about."""
    built = position(3).phase(phase).tiles(tiles)
    return built.works_company("MO", works, holdings or {A: 50, B: 50}, price=price, **more).purses(0, 0, 0)


def steps(game):
    """What is asked until the turn is over; the last choice is taken, but for the profit, which is kept."""
    found = []
    while game.state.operating_round and game.waiting_for() == (A,):
        found.append(type(game.state.agenda[-1]).__name__)
        choice = [*game.legal_actions()][-1]
        game.play(choice)
    return found


def produced(game):
    made = told(game.events, Produced)[-1]
    return made.income, made.upkeep


# The turn ---------------------------------------------------------------------------------------------------


def test_4_3_the_steps_of_a_turn():
    """Switchers, profit, a work, machines and switchers, new shares; no track."""
    built = mo(("W5", "W15"), phase="2", holdings={A: 40, B: 60}, size=20, cash=900, switchers=("S2",))
    game = built.turn_of("MO").game()
    assert steps(game) == ["AssignStep", "DividendStep", "BuyWorkStep", "EquipStep", "IssueStep"]


def test_4_4_the_steps_of_a_railways_turn():
    """Track, stations, the run (which leaves no choice here), profit, purchases, new shares."""
    built = position(3).phase("3").railway("HBE", {A: 60, B: 40}, cash=900, trains=("3",)).tiles("E16 76/0")
    game = built.turn_of("HBE").game()
    assert steps(game) == ["Building", "StationStep", "DividendStep", "EquipStep", "IssueStep"]


# Production -------------------------------------------------------------------------------------------------


def test_4_3_1_works_earn_together():
    """C19: W2 and W5 unconnected, 40 and 50."""
    game = mo().acting("MO", AssignStep("MO")).game()
    assert produced(game) == (90, 0)


def test_4_3_1_machines_of_each_work_and_each_switcher_cost_upkeep():
    """R10: phase 4, W12 with a 2 and W15 with a 1; two 2-switchers."""
    built = mo(("W12", "W15"), phase="4", tiles="B17 78/4", switchers=("S2", "S2"), cash=500)
    game = built.machines(2, "W12").acting("MO", AssignStep("MO")).game()
    assert produced(game) == (90 + 50 + 90 + 60, 50 + 100 + 20 + 20)


def test_4_3_1_every_switcher_serves_one_work():
    """Trap 10: W5, W12 and W15, all connected, and two switchers."""
    built = mo(("W5", "W12", "W15"), size=20, phase="4", tiles="B17 78/4, D13 956/1", switchers=("S2", "S4"))
    game = built.cash("MO", 500).acting("MO", AssignStep("MO")).game()
    ways = [action.at for action in listed(game, AssignSwitchers)]
    assert len(ways) == 6
    assert all(len(way) == 2 for way in ways)
    assert {work for way in ways for work, _ in way} == {"W5", "W12", "W15"}
    bad = [
        (),
        (("W5", "S2"),),
        (("W5", "S2"), ("W12", "S2")),
        (("W5", "S4"), ("W5", "S2")),
        (("W12", "S4"), ("W5", "S2")),  # written in another order
        (("W5", "S2"), ("W1", "S4")),
    ]
    for at in bad:
        assert reason_against(game, AssignSwitchers(A, "MO", at)) == "one_switcher_a_work"
        assert rule_against(game, AssignSwitchers(A, "MO", at)) == "4.3.1"
    assert rule_against(game, Pass(A)) == "4.3.1"
    assert rule_against(game, AssignSwitchers(A, "CO", ways[0])) == "4.3.1"
    chosen = (("W5", "S2"), ("W12", "S4"))
    assert told(game.play(AssignSwitchers(A, "MO", chosen)), SwitchersAssigned) == [
        SwitchersAssigned("MO", chosen)
    ]
    assert produced(game) == (50 + 40 + 70 + 70 + 90, 3 * 100 + 20)


def test_4_3_1_an_unconnected_work_may_be_served_for_nothing():
    """W5 unconnected, W15 connected: a switcher may be wasted; where it is all the same nobody is asked."""
    game = mo(("W5", "W15"), phase="2", switchers=("S2",)).acting("MO", AssignStep("MO")).game()
    ways = [action.at for action in listed(game, AssignSwitchers)]
    assert ways == [(("W15", "S2"),), (("W5", "S2"),)]
    game.play(AssignSwitchers(A, "MO", (("W5", "S2"),)))
    assert produced(game) == (140, 0)
    game = mo(("W5", "W1"), phase="2", switchers=("S2",)).acting("MO", AssignStep("MO")).game()
    assert produced(game) == (90, 0)


def test_4_3_1_upkeep_above_income_comes_from_the_capital_and_the_price_falls():
    """W1 and W2 with 1 machines in phase 3: 80 − 100; also 4.3.3."""
    game = mo(("W1", "W2"), price=110, phase="3", cash=20).acting("MO", AssignStep("MO")).game()
    assert cash_of(game, "MO", A, B) == [0, 0, 0]
    assert price_of(game, "MO") == 100
    assert told(game.events, Withheld) == [Withheld("MO", 0)]
    assert game.state.trust == frozenset()


# Payout and price -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "capital", "each", "price"), [("keep", 90, 0, 120), ("half", 45, 23, 130), ("pay", 0, 45, 130)]
)
def test_4_3_2_and_4_3_3_all_half_or_nothing_is_paid(kind, capital, each, price):
    """C19: halves of 45 are rounded up for each."""
    game = mo().acting("MO", AssignStep("MO")).game()
    assert {action.kind for action in listed(game, Dividend)} == {"keep", "half", "pay"}
    assert rule_against(game, Pass(A)) == "4.3.2"
    events = game.play(Dividend(A, "MO", kind))
    assert cash_of(game, "MO", A, B) == [capital, each, each]
    assert price_of(game, "MO") == price
    named = {"keep": Withheld("MO", 90), "half": HalfPaid("MO", 45, 45), "pay": PaidOut("MO", 90)}
    assert named[kind] in events


def test_4_3_2_rounding_is_for_the_whole_part_of_a_player():
    """C14, 4.4.5: of 35 the holder of 30% gets 11, of 40% 14; pool and new shares bring nothing to anybody."""
    built = position(3).phase("3").railway("HBE", {A: 40, B: 30}, price=180, size=10, issue=20, trains=("3",))
    game = built.purses(0, 0, 0).earned("HBE", 70).game()
    game.play(Dividend(A, "HBE", "half"))
    assert cash_of(game, A, B, C, "HBE") == [14, 11, 0, 35]


@pytest.mark.parametrize(
    ("paid", "price"),
    [(0, 100), (10, 110), (100, 110), (110, 120), (210, 120), (220, 130), (320, 130), (330, 140), (990, 140)],
)
def test_4_3_3_the_price_by_what_was_paid(paid, price):
    """R18, trap 10; also 4.4.6. The marker goes under those that lie there, even if it does not move."""
    built = position(3).phase("3").railway("HBE", {A: 60}, price=110, trains=("3",))
    built.works_company("MO", ("W1", "W2"), {B: 100}, price=price)
    game = built.purses(0, 0, 0).earned("HBE", max(paid, 10)).game()
    game.play(Dividend(A, "HBE", "pay" if paid else "keep"))
    assert cash_of(game, A) == paid * 3 // 5
    assert price_of(game, "HBE") == price
    assert stack(game, price) == ("MO", "HBE")


def test_4_3_3_half_counts_half():
    built = position(3).phase("3").railway("HBE", {A: 60}, price=110, trains=("3",))
    for earned, price in ((210, 110), (220, 120)):
        game = built.earned("HBE", earned).game()
        game.play(Dividend(A, "HBE", "half"))
        assert price_of(game, "HBE") == price


def test_4_3_3_not_above_1000_and_not_below_50():
    built = position(3).phase("3").railway("HBE", {A: 60}, price=950, trains=("3",)).earned("HBE", 4000)
    game = built.game()
    game.play(Dividend(A, "HBE", "pay"))
    assert price_of(game, "HBE") == 1000
    game = position(3).phase("3").railway("HBE", {A: 60}, price=50, trains=("3",)).earned("HBE", 100).game()
    game.play(Dividend(A, "HBE", "keep"))
    assert price_of(game, "HBE") == 50


# Buying works in --------------------------------------------------------------------------------------------


def buyer(size=20, cash=1000, works=("W7", "W15"), company="MO", phase="2"):
    built = position(3).phase(phase).works_company(company, works, {A: size, B: size}, size=size, cash=cash)
    return built.purses(0, 0, 0)


def joining(built, company="MO"):
    return built.acting(company, BuyWorkStep(company), EquipStep(company)).game()


def test_4_3_4_an_open_work_of_another_player_by_consent():
    """C22: W2, 1 to 240; capital, machine and switcher come along."""
    built = buyer().work("W2", B, cash=35, machine=2, switchers=("S2",))
    game = joining(built)
    assert amounts(game, OfferForWork, work="W2") == (1, 240)
    for price in (0, 241):
        assert reason_against(game, OfferForWork(A, "MO", "W2", price)) == "price_out_of_range"
        assert refused(game, OfferForWork(A, "MO", "W2", price)).refusal.values == {"least": 1, "most": 240}
        assert rule_against(game, OfferForWork(A, "MO", "W2", price)) == "4.3.4"
    assert reason_against(game, BuyWork(A, "MO", "W2")) == "work_not_closed"
    assert rule_against(game, BuyMachine(A, "MO", ("W7",))) == "4.3.4"  # machines come after
    events = game.play(OfferForWork(A, "MO", "W2", 200))
    assert told(events, OfferForWorkMade) == [OfferForWorkMade("MO", "W2", 200)]
    assert listed(game) == [AnswerOffer(B, "W2", True), AnswerOffer(B, "W2", False)]
    assert rule_against(game, Pass(B)) == "4.3.4"
    assert rule_against(game, AnswerOffer(B, "MO", True)) == "4.3.4"
    events = game.play(AnswerOffer(B, "W2", True))
    assert told(events, OfferForWorkAnswered) == [OfferForWorkAnswered("MO", "W2", 200, True)]
    assert told(events, WorkJoined) == [WorkJoined("MO", "W2", B, 200, 35)]
    assert cash_of(game, "MO", B, "W2") == [1000 - 200 + 35, 200, 0]
    assert game.state.joined["MO"] == ("W7", "W15", "W2")
    assert game.state.machines["W2"] == 2
    assert game.state.trains["MO"] == ("S2",)
    assert game.state.papers["W2"] == "MO"
    assert rule_against(game, BuyWork(A, "MO", "W3")) == "4.3"  # one work a turn, now machines


def test_4_3_4_a_declined_offer_must_be_raised_and_not_too_often():
    game = joining(buyer().works(B, "W2"))
    for price in (10, 50, 60):
        game.play(OfferForWork(A, "MO", "W2", price))
        game.play(AnswerOffer(B, "W2", False))
        assert game.state.papers["W2"] == B
        if price < 60:
            assert amounts(game, OfferForWork, work="W2") == (price + 1, 240)
    assert reason_against(game, OfferForWork(A, "MO", "W2", 70)) == "no_more_offers"
    assert rule_against(game, OfferForWork(A, "MO", "W2", 70)) == "4.3.4"
    assert cash_of(game, "MO", B) == [1000, 0]


def test_4_3_4_what_is_declined_for_one_work_does_not_bind_for_another():
    game = joining(buyer().works(B, "W2", "W1"))
    game.play(OfferForWork(A, "MO", "W2", 50))
    game.play(AnswerOffer(B, "W2", False))
    assert amounts(game, OfferForWork, work="W2")[0] == 51
    assert amounts(game, OfferForWork, work="W1")[0] == 1


def test_4_3_4_the_directors_own_work_needs_no_answer():
    game = joining(buyer(cash=60).works(A, "W2"))
    assert amounts(game, OfferForWork, work="W2") == (1, 60)
    game.play(OfferForWork(A, "MO", "W2", 60))
    assert cash_of(game, A, "MO") == [60, 0]
    assert listed(joining(buyer(cash=1).works(A, "W2"))) == [OfferForWork(A, "MO", "W2", 1), Pass(A)]


def test_4_3_4_a_closed_work_from_the_bank_at_its_face_value():
    """C22, trap 11: W2 for exactly 120, with a 1 machine; it is open from now on."""
    game = joining(buyer(cash=300).works(B, "W1"))
    assert reason_against(game, OfferForWork(A, "MO", "W2", 100)) == "work_not_with_a_player"
    game.play(BuyWork(A, "MO", "W2"))
    assert cash_of(game, "MO", "W2") == [180, 0]
    assert game.state.machines["W2"] == 1
    assert game.state.joined["MO"] == ("W7", "W15", "W2")
    assert BuyWork(A, "MO", "W2") in joining(buyer(cash=120)).legal_actions()
    game = joining(buyer(cash=119).works(B, "W1"))
    assert reason_against(game, BuyWork(A, "MO", "W2")) == "work_too_dear"
    assert rule_against(game, BuyWork(A, "MO", "W2")) == "4.3.4"


@pytest.mark.parametrize(
    ("size", "works", "room"),
    [
        (50, ("W7", "W15"), False),
        (20, ("W7", "W15", "W1"), True),
        (20, ("W7", "W15", "W1", "W3"), False),
        (10, ("W7", "W15", "W1", "W3"), True),
        (10, ("W7", "W15", "W1", "W3", "W4"), False),
    ],
)
def test_4_3_4_two_four_or_five_works_by_the_size_of_the_shares(size, works, room):
    """R13, C22."""
    built = buyer(size=size, works=works, phase="3").machines(5, *works)
    game = joining(built)
    if room:
        assert BuyWork(A, "MO", "W2") in game.legal_actions()
        return
    assert isinstance(game.state.agenda[-1], EquipStep)
    game = joining(built.works(B, "W2"))
    step = BuyWorkStep("MO")
    refusal = step.refusal(game.position, BuyWork(A, "MO", "W5"))
    assert (refusal.rule, refusal.reason) == ("4.3.4", "no_slot")


def test_4_3_4_no_work_of_another_company():
    built = buyer().works_company("CO", ("W1", "W3"), {B: 100})
    game = joining(built)
    for work in ("W1", "W7", "HBE"):
        assert reason_against(game, BuyWork(A, "MO", work)) == "no_such_work"
        assert reason_against(game, OfferForWork(A, "MO", work, 10)) == "no_such_work"
    assert rule_against(game, BuyWork(A, "MO", "W1")) == "4.3.4"
    assert rule_against(game, BuyWork(A, "CO", "W2")) == "4.3.4"


# The Harzer Werke -------------------------------------------------------------------------------------------


def test_4_3_7_the_harzer_werke_earn_50_more():
    """C11, R13: W12 and W4 unconnected, 70 + 40 + 50."""
    built = position(3).works_company("HW", ("W12", "W4"), {A: 50, B: 50}, price=190).purses(0, 0, 0)
    for kind, capital, each in (("pay", 0, 80), ("half", 80, 40)):
        game = built.acting("HW", AssignStep("HW")).game()
        assert produced(game) == (160, 0)
        game.play(Dividend(A, "HW", kind))
        assert cash_of(game, "HW", A, B) == [capital, each, each]
        assert price_of(game, "HW") == 190


def test_4_3_7_the_harzer_werke_buy_only_works_of_before():
    """C22: not W15."""
    built = buyer(company="HW", works=("W12", "W4")).works(B, "W15").works(A, "W14")
    game = joining(built, "HW")
    assert reason_against(game, OfferForWork(A, "HW", "W15", 10)) == "pre_harz_only"
    assert reason_against(game, BuyWork(A, "HW", "W2")) == "pre_harz_only"
    assert rule_against(game, BuyWork(A, "HW", "W2")) == "4.3.7"
    assert {action.work for action in listed(game, BuyWork)} == {"W1", "W5", "W6", "W10", "W11"}
    assert {action.work for action in listed(game, OfferForWork)} == {"W14"}
