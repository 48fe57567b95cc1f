"""Founding railways and works companies, going into operation, purchase options (3.2.3.1, 3.2.4–3.2.6)."""

import pytest

from eighteen.positions import (
    director_of,
    listed,
    markers_in,
    places_of,
    price_of,
    reason_against,
    refused,
    rule_against,
    told,
)
from stellwerk import Pass
from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.eighteen.actions import AnswerOffer, BuyShare, SellShares
from stellwerk.eighteen.events import Floated, ShareBought
from stellwerk.titles.t1873.actions import FoundRailway, FoundWorks, UseOption
from stellwerk.titles.t1873.events import MergerAnswered, MergerProposed, RailwayFounded, TrustEnded, WorksFounded

from .positions import cash_of, parts, position, stack

A, B, C = range(3)
PRE_HARZ = {"W1", "W4", "W5", "W6", "W10", "W11", "W12", "W14"}


# Railways ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("start", "one", "two"), [(120, 120, 240), (150, 150, 300), (190, 190, 380), (240, 240, 480), (300, 300, 600)]
)
def test_3_2_4_a_railway_is_founded_with_one_share_or_two(start, one, two):
    """R3: the rest lies in the issue; founding does not put it into operation."""
    for shares, cost in ((1, one), (2, two)):
        game = position(3).give(A, "C-GHE").purses(1000, 1000, 1000).stock_turn(A).game()
        events = game.play(FoundRailway(A, "GHE", start, shares))
        assert told(events, RailwayFounded) == [RailwayFounded(A, "GHE", start, shares)]
        assert told(events, ShareBought) == [ShareBought(A, "GHE", 20, False, ISSUE, start)] * shares
        assert cash_of(game, A, "GHE") == [1000 - cost, 0]
        assert price_of(game, "GHE") == start
        assert parts(game, "GHE") == {A: 20 * shares, ISSUE: 100 - 20 * shares}
        assert director_of(game, "GHE") == A
        assert game.waiting_for() == (B,)
        assert places_of(game, "GHE") == []


def test_3_2_4_only_the_five_prices_and_only_one_share_or_two():
    """R3."""
    game = position(3).give(A, "C-GHE").purses(2000, 0, 0).stock_turn(A).game()
    offered = {(action.price, action.shares) for action in listed(game, FoundRailway)}
    assert offered == {(price, shares) for price in (120, 150, 190, 240, 300) for shares in (1, 2)}
    for price in (110, 130, 200, 280, 330):
        assert reason_against(game, FoundRailway(A, "GHE", price, 1)) == "no_such_start"
    for shares in (0, 3):
        assert reason_against(game, FoundRailway(A, "GHE", 120, shares)) == "one_share_or_two"
    assert rule_against(game, FoundRailway(A, "GHE", 130, 1)) == "3.2.4"


def test_3_2_4_only_with_the_concession_and_only_once():
    built = position(3).give(B, "C-HBE").founded("GHE", {A: 20}, price=150)
    game = built.stock_turn(A).game()
    assert reason_against(game, FoundRailway(A, "HBE", 120, 1)) == "concession_not_held"
    assert reason_against(game, FoundRailway(A, "SHE", 120, 1)) == "concession_not_held"
    assert reason_against(game, FoundRailway(A, "MO", 120, 1)) == "concession_not_held"
    assert reason_against(game, FoundRailway(A, "GHE", 120, 1)) == "founded_already"
    assert rule_against(game, FoundRailway(A, "GHE", 120, 1)) == "3.2.4"


def test_3_2_4_the_money_must_do_for_the_shares():
    game = position(3).give(A, "C-GHE").purses(239, 0, 0).stock_turn(A).game()
    offered = {(action.price, action.shares) for action in listed(game, FoundRailway)}
    assert offered == {(120, 1), (150, 1), (190, 1)}
    assert reason_against(game, FoundRailway(A, "GHE", 120, 2)) == "share_too_dear"
    game = position(3).give(A, "C-GHE").purses(240, 0, 0).stock_turn(A).game()
    assert FoundRailway(A, "GHE", 120, 2) in game.legal_actions()


def test_3_2_4_the_marker_goes_under_those_that_lie_there():
    built = position(3).give(A, "C-GHE").railway("HBE", {B: 20}, price=150, trains=("1",))
    game = built.purses(500, 0, 0).stock_turn(A).game()
    game.play(FoundRailway(A, "GHE", 150, 1))
    assert stack(game, 150) == ("MHE", "HBE", "GHE")


# Into operation ---------------------------------------------------------------------------------------------


def test_3_2_3_1_the_third_share_from_the_issue_puts_a_railway_into_operation():
    """C8, trap 5: GHE at 150; the share that the founder sold does not count when B buys it."""
    built = position(3).founded("GHE", {A: 20}, price=150, pool=20).works(C, "W15").purses(500, 500, 500)
    game = built.stock_turn(B).game()
    assert told(game.play(BuyShare(B, "GHE", POOL, 20)), Floated) == []
    assert cash_of(game, "GHE") == 0
    game.play(Pass(C))
    game.play(Pass(A))
    events = game.play(BuyShare(B, "GHE", ISSUE, 20))
    assert told(events, Floated) == [Floated("GHE", 750)]
    assert cash_of(game, "GHE") == 750
    assert parts(game, "GHE") == {A: 20, B: 40, POOL: 40}
    assert places_of(game, "GHE") == ["G20", "I18"]
    assert game.state.operating_round == 0
    assert game.waiting_for() == (C,)
    assert director_of(game, "GHE") == A  # by his concession
    assert game.state.in_operation == {"GHE", "W15"}
    assert told(game.play(BuyShare(C, "GHE", POOL, 20)), Floated) == []  # only once
    assert cash_of(game, "GHE") == 750


@pytest.mark.parametrize(("start", "capital"), [(120, 600), (150, 750), (190, 950), (240, 1200), (300, 1500)])
def test_3_2_3_1_capital_is_five_times_the_start_price(start, capital):
    """R3."""
    game = position(3).founded("HBE", {A: 40}, price=start).purses(500, 0, 0).stock_turn(A).game()
    game.play(BuyShare(A, "HBE", ISSUE, 20))
    assert cash_of(game, "HBE") == capital


@pytest.mark.parametrize(
    ("company", "homes", "left"),
    [
        ("HBE", ["B19", "D15"], 6),
        ("GHE", ["G20", "I18"], 4),
        ("NWE", ["B9", "G6", "J7"], 3),
        ("SHE", ["E4", "I2"], 2),
        ("KEZ", ["G4", "I4"], 2),
        ("WBE", ["B9", "D15"], 2),
        ("QLB", ["E20"], 3),
    ],
)
def test_3_2_3_1_homes_are_placed_at_once_and_for_nothing(company, homes, left):
    """R8."""
    game = position(3).phase("4").founded(company, {A: 40}).purses(500, 0, 0).stock_turn(A).game()
    game.play(BuyShare(A, company, ISSUE, 20))
    assert places_of(game, company) == homes
    assert game.state.markers[company] == left
    assert cash_of(game, company) == 600


def test_3_2_3_1_two_railways_have_their_home_in_one_city():
    """NWE and WBE in Wernigerode, HBE and WBE in Blankenburg."""
    built = position(3).phase("4").railway("NWE", {B: 20}).railway("HBE", {B: 20}).founded("WBE", {A: 40})
    game = built.purses(500, 0, 0).stock_turn(A).game()
    game.play(BuyShare(A, "WBE", ISSUE, 20))
    assert set(markers_in(game, "B9")) == {"NWE", "WBE"}
    assert set(markers_in(game, "D15")) == {"HBE", "WBE"}


# Works companies --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "price"),
    [
        ("W15", "W7", 220),
        ("W13", "W2", 190),
        ("W1", "W2", 110),
        ("W2", "W5", 130),
        ("W8", "W9", 180),
        ("W13", "W15", 280),
        ("W14", "W15", 280),
        ("W12", "W14", 260),
        ("W10", "W12", 220),
        ("W11", "W12", 220),
        ("W4", "W12", 190),
        ("W1", "W12", 170),
    ],
)
def test_3_2_5_the_price_is_the_highest_not_above_half_of_both_faces(first, second, price):
    """R4, trap 6."""
    game = position(3).works(A, first, second).stock_turn(A).game()
    game.play(FoundWorks(A, "CO", (first, second)))
    assert price_of(game, "CO") == price
    assert game.waiting_for() == (B,)  # it is the one action of a turn
    assert parts(game, "CO") == {A: 100}
    assert game.state.joined["CO"] == (first, second)


def test_3_2_5_a_partner_gets_the_other_half_and_the_founder_directs():
    """C10, trap 6: W15 with 45 and W7 with 25; switchers come along, machines stay with the works."""
    built = position(3).phase("2").work("W15", A, cash=45, machine=2, switchers=("S2",)).work("W7", B, cash=25)
    built.railway("HBE", {C: 20}, price=220).stock_turn(A, passes=1)
    game = built.game()
    events = game.play(FoundWorks(A, "CO", ("W15", "W7")))
    assert told(events, MergerProposed) == [MergerProposed(A, "CO", ("W15", "W7"))]
    assert game.waiting_for() == (B,)
    before = cash_of(game, A, B)
    events = game.play(AnswerOffer(B, "W7", True))
    assert told(events, WorksFounded) == [WorksFounded(A, "CO", ("W15", "W7"), 220, 70)]
    assert cash_of(game, "CO", "W15", "W7") == [70, 0, 0]
    assert cash_of(game, A, B) == before
    assert parts(game, "CO") == {A: 50, B: 50}
    assert director_of(game, "CO") == A
    assert stack(game, 220) == ("HBE", "CO")
    assert game.state.trains["CO"] == ("S2",)
    assert game.state.trains["W15"] == ()
    assert [game.state.machines[work] for work in ("W15", "W7")] == [2, 1]
    assert game.waiting_for() == (B,)  # the next player's turn
    assert game.state.passes == 0
    assert game.state.in_operation == {"HBE", "CO"}
    assert game.state.sizes["CO"] == 50
    assert game.problems() == []


def test_3_2_5_a_partner_may_decline_and_nothing_happens():
    """C10: A may act otherwise, but does not ask again for the same work in this turn."""
    game = position(3).works(A, "W15").works(B, "W7", "W8").purses(500, 0, 0).stock_turn(A, passes=1).game()
    game.play(FoundWorks(A, "CO", ("W15", "W7")))
    assert listed(game) == [AnswerOffer(B, "W7", True), AnswerOffer(B, "W7", False)]
    assert rule_against(game, Pass(B)) == "3.2.5"
    assert rule_against(game, AnswerOffer(B, "W15", True)) == "3.2.5"
    events = game.play(AnswerOffer(B, "W7", False))
    assert told(events, MergerAnswered) == [MergerAnswered(B, "CO", ("W15", "W7"), False)]
    assert game.waiting_for() == (A,)
    assert game.state.papers["W15"] == A
    assert reason_against(game, FoundWorks(A, "MO", ("W15", "W7"))) == "merger_declined"
    assert FoundWorks(A, "CO", ("W15", "W8")) in game.legal_actions()
    game.play(Pass(A))
    assert game.state.passes == 2


def test_3_2_5_who_declines_one_company_may_be_asked_for_the_harzer_werke():
    """They earn 50 more (4.3.7); the four others are the same but for their names."""
    game = position(3).works(A, "W12").works(B, "W4").purses(0, 0, 0).stock_turn(A).game()
    game.play(FoundWorks(A, "CO", ("W12", "W4")))
    game.play(AnswerOffer(B, "W4", False))
    assert listed(game, FoundWorks) == [FoundWorks(A, "HW", ("W12", "W4"))]
    assert reason_against(game, FoundWorks(A, "UN", ("W12", "W4"))) == "merger_declined"
    game.play(FoundWorks(A, "HW", ("W12", "W4")))
    game.play(AnswerOffer(B, "W4", True))
    assert game.state.joined["HW"] == ("W12", "W4")


def test_3_2_5_both_works_must_be_open_and_one_of_them_ones_own():
    """C10: a closed work is refused."""
    built = position(3).works(A, "W15").works(B, "W7", "W8")
    built.works_company("MO", ("W1", "W2"), {C: 100})
    game = built.stock_turn(A).game()
    assert {action.works for action in listed(game, FoundWorks)} == {("W15", "W7"), ("W15", "W8")}
    assert {action.company for action in listed(game, FoundWorks)} == {"CO", "SN", "UN"}
    reasons = {
        FoundWorks(A, "CO", ("W15", "W3")): "work_not_with_a_player",  # closed
        FoundWorks(A, "CO", ("W15", "W1")): "work_not_with_a_player",  # of a company
        FoundWorks(A, "CO", ("W7", "W15")): "first_work_is_own",
        FoundWorks(A, "CO", ("W7", "W8")): "first_work_is_own",
        FoundWorks(A, "CO", ("W15", "W15")): "two_works",
        FoundWorks(A, "CO", ("W15", "HBE")): "two_works",
        FoundWorks(A, "CO", ("HBE", "W7")): "two_works",
        FoundWorks(A, "MO", ("W15", "W7")): "founded_already",
        FoundWorks(A, "HBE", ("W15", "W7")): "founded_already",
    }
    for action, reason in reasons.items():
        assert reason_against(game, action) == reason
        assert rule_against(game, action) == "3.2.5"


def test_3_2_5_not_in_the_first_stock_round():
    """C10."""
    game = position(3).set(stock_round=1).works(A, "W15", "W7").stock_turn(A).game()
    assert listed(game, FoundWorks) == []
    for company in ("CO", "MO", "SN", "UN"):
        assert reason_against(game, FoundWorks(A, company, ("W15", "W7"))) == "not_in_first_round"
        assert rule_against(game, FoundWorks(A, company, ("W15", "W7"))) == "3.2.5"


# The Harzer Werke -------------------------------------------------------------------------------------------


def test_3_2_5_1_the_works_of_before():
    works = position(2).printed.works
    assert {work for work in works if works[work].pre_harz} == PRE_HARZ


def test_3_2_5_1_in_the_first_stock_round_by_the_owner_of_w12():
    """C11, trap 6: with his own W4."""
    game = position(3).set(stock_round=1).works(A, "W12", "W4", "W10", "W15").stock_turn(A).game()
    found = {action.works for action in listed(game, FoundWorks)}
    assert found == {("W12", "W4"), ("W4", "W12"), ("W12", "W10"), ("W10", "W12")}
    assert reason_against(game, FoundWorks(A, "HW", ("W4", "W10"))) == "privilege_of_the_owner"
    assert rule_against(game, FoundWorks(A, "HW", ("W4", "W10"))) == "3.2.5.1"
    assert reason_against(game, FoundWorks(A, "HW", ("W12", "W15"))) == "pre_harz_only"
    assert rule_against(game, FoundWorks(A, "HW", ("W12", "W15"))) == "3.2.5.1"
    game.play(FoundWorks(A, "HW", ("W12", "W4")))
    assert price_of(game, "HW") == 190


def test_3_2_5_1_with_a_partner_who_consents():
    """C11: the owner of W12 asks; its partner cannot ask him."""
    built = position(3).set(stock_round=1).works(A, "W12").works(B, "W4")
    game = built.stock_turn(A).game()
    game.play(FoundWorks(A, "HW", ("W12", "W4")))
    game.play(AnswerOffer(B, "W4", True))
    assert parts(game, "HW") == {A: 50, B: 50}
    game = position(3).set(stock_round=1).works(A, "W12").works(B, "W4").stock_turn(B).game()
    assert reason_against(game, FoundWorks(B, "HW", ("W4", "W12"))) == "privilege_of_the_owner"


def test_3_2_5_1_from_the_second_on_by_anybody_with_works_of_before():
    """C11: W4 and W10 at 170; W15 never."""
    game = position(3).works(A, "W4", "W10", "W15").stock_turn(A).game()
    assert reason_against(game, FoundWorks(A, "HW", ("W15", "W4"))) == "pre_harz_only"
    assert reason_against(game, FoundWorks(A, "HW", ("W4", "W15"))) == "pre_harz_only"
    assert rule_against(game, FoundWorks(A, "HW", ("W4", "W15"))) == "3.2.5.1"
    game.play(FoundWorks(A, "HW", ("W4", "W10")))
    assert price_of(game, "HW") == 170


# Purchase options -------------------------------------------------------------------------------------------


def kez(size=10, cash=1000):
    """KEZ at 170 in trusteeship; A has the option."""
    built = position(3).phase("3").railway("KEZ", {}, price=170, size=size, cash=40, trains=("3",)).in_trust("KEZ")
    return built.set(purchase_options={"KEZ": A}).purses(cash, 1000, 1000)


@pytest.mark.parametrize(("shares", "cost"), [(2, 340), (3, 510), (4, 680)])
def test_3_2_6_an_option_buys_20_to_40_percent_at_once(shares, cost):
    """C56, trap 24: to the bank; A directs, and from now on everybody may buy."""
    game = kez().stock_turn(A).game()
    events = game.play(UseOption(A, "KEZ", shares))
    assert told(events, TrustEnded) == [TrustEnded("KEZ", A, shares, cost)]
    assert told(events, ShareBought) == [ShareBought(A, "KEZ", 10, False, POOL, 170)] * shares
    assert cash_of(game, A, "KEZ") == [1000 - cost, 40]
    assert parts(game, "KEZ") == {A: 10 * shares, POOL: 100 - 10 * shares}
    assert director_of(game, "KEZ") == A
    assert game.state.trust == frozenset()
    assert game.state.purchase_options == {}
    assert price_of(game, "KEZ") == 170
    game.play(BuyShare(B, "KEZ", POOL, 10))


def test_3_2_6_neither_less_nor_more_nor_by_anybody_else():
    """C56."""
    game = kez().stock_turn(A).game()
    assert [action.shares for action in listed(game, UseOption)] == [2, 3, 4]
    for shares in (1, 5):
        assert reason_against(game, UseOption(A, "KEZ", shares)) == "option_shares"
        assert refused(game, UseOption(A, "KEZ", shares)).refusal.values == {"least": 2, "most": 4}
        assert rule_against(game, UseOption(A, "KEZ", shares)) == "3.2.6"
    game = kez().stock_turn(B).game()
    assert listed(game, UseOption) == []
    assert reason_against(game, UseOption(B, "KEZ", 2)) == "no_option"
    assert rule_against(game, UseOption(B, "KEZ", 2)) == "3.2.6"
    assert rule_against(game, BuyShare(B, "KEZ", POOL, 10)) == "3.2.3"


@pytest.mark.parametrize(("size", "shares"), [(50, [1]), (20, [1, 2]), (10, [2, 3, 4])])
def test_3_2_6_by_the_size_of_the_shares(size, shares):
    """One half where shares are halves (trap 24)."""
    built = position(3).works_company("MO", ("W1", "W2"), {}, price=110, size=size).in_trust("MO")
    game = built.set(purchase_options={"MO": A}).purses(1000, 0, 0).stock_turn(A).game()
    assert [action.shares for action in listed(game, UseOption)] == shares


def test_3_2_6_the_money_must_do():
    game = kez(cash=509).stock_turn(A).game()
    assert [action.shares for action in listed(game, UseOption)] == [2]
    assert reason_against(game, UseOption(A, "KEZ", 3)) == "share_too_dear"
    assert rule_against(game, UseOption(A, "KEZ", 3)) == "3.2.6"
    assert UseOption(A, "KEZ", 3) in kez(cash=510).stock_turn(A).game().legal_actions()
    assert SellShares(A, "KEZ", (10,)) not in game.legal_actions()
