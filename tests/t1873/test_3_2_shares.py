"""Stock rounds: a player's turn, sales, purchases, directors, the MHE (3.2, 3.2.1–3.2.3, 3.2.7)."""

import pytest

from eighteen.positions import director_of, holding, listed, price_of, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.events import DirectorChanged, PlayerPassed
from stellwerk.titles.t1873.actions import Nominate
from stellwerk.titles.t1873.invariants import shares as problems

from .positions import cash_of, parts, position, stack

A, B, C, D = range(4)
PRICES = [50, 70, 85, *range(100, 200, 10), *range(200, 300, 20), *range(300, 450, 30), *range(450, 650, 40)]
PRICES += range(650, 1001, 50)


def sales(game, company):
    """How many shares of a company may be sold at once."""
    return sorted(len(action.papers) for action in listed(game, SellShares) if action.company == company)


def hbe(price=180, a=60, b=20, **more):
    """The HBE has acted; A directs it."""
    return position(3).railway("HBE", {A: a, B: b}, price=price, trains=("1",), **more).purses(500, 500, 500)


# A player's turn --------------------------------------------------------------------------------------------


def test_3_2_sell_first_then_one_purchase_and_nothing_after_it():
    game = hbe().stock_turn(A).game()
    game.play(SellShares(A, "HBE", (20,)))
    assert game.waiting_for() == (A,)
    game.play(BuyShare(A, "MHE", POOL, 10))
    assert game.waiting_for() == (B,)


def test_3_2_who_sells_and_buys_nothing_has_acted():
    """Ruling: the round goes on."""
    game = hbe().stock_turn(A, passes=2).game()
    events = game.play(SellShares(A, "HBE", (20,)))
    events += game.play(Pass(A))
    assert told(events, PlayerPassed) == []
    assert game.state.passes == 0
    assert game.waiting_for() == (B,)


def test_3_2_who_does_nothing_passes_and_may_act_later():
    game = hbe().stock_turn(A).game()
    assert told(game.play(Pass(A)), PlayerPassed) == [PlayerPassed(A)]
    assert game.state.passes == 1
    game.play(BuyShare(B, "MHE", POOL, 10))
    assert game.state.passes == 0
    game.play(Pass(C))
    assert BuyShare(A, "MHE", POOL, 10) in game.legal_actions()


def test_3_2_players_act_in_the_order_of_play():
    game = hbe().set(order=(C, A, B)).stock_turn(C).game()
    seats = []
    for _ in range(3):
        seats += game.waiting_for()
        game.play(BuyShare(game.waiting_for()[0], "MHE", POOL, 10))
    assert seats == [C, A, B]
    assert game.waiting_for() == (C,)


def test_3_2_a_turn_without_a_choice_passes_by_itself():
    game = hbe(a=80).purses(500, 149, 500).stock_turn(A).game()
    game.play(Pass(A))
    assert game.waiting_for() == (B,)  # has a share to sell
    game = hbe(b=0).purses(500, 149, 500).stock_turn(A).game()
    assert told(game.play(Pass(A)), PlayerPassed) == [PlayerPassed(A), PlayerPassed(B)]


def test_3_2_nothing_else_can_be_done():
    assert rule_against(hbe().stock_turn(A).game(), Nominate(A, "C-SHE", 100)) == "3.2"


# Prices -----------------------------------------------------------------------------------------------------


def test_3_2_1_the_prices():
    """R2."""
    assert len(PRICES) == 36
    assert list(position(2).printed.sheet.rows) == [tuple(PRICES)]


# Sales ------------------------------------------------------------------------------------------------------


def test_3_2_2_a_packet_at_the_price_before_it_and_one_field_down_for_each_share():
    """C6, trap 3: two shares at 180."""
    game = hbe().stock_turn(A).game()
    game.play(SellShares(A, "HBE", (20, 20)))
    assert cash_of(game, A) == 500 + 360
    assert price_of(game, "HBE") == 160
    assert parts(game, "HBE") == {A: 20, B: 20, POOL: 60}


def test_3_2_2_never_below_50():
    """C6: three shares at 70."""
    game = hbe(price=70, a=60, b=40).stock_turn(A).game()
    game.play(SellShares(A, "HBE", (20, 20, 20)))
    assert cash_of(game, A) == 500 + 210
    assert price_of(game, "HBE") == 50


def test_3_2_2_all_of_a_company_goes_in_one_packet():
    """C6: HBE, then GHE, then HBE again; but again in a later turn."""
    built = hbe().railway("GHE", {A: 40, C: 20}, price=150)
    game = built.stock_turn(A).game()
    game.play(SellShares(A, "HBE", (20,)))
    assert reason_against(game, SellShares(A, "HBE", (20,))) == "packet_sold_already"
    game.play(SellShares(A, "GHE", (20,)))
    assert cash_of(game, A) == 500 + 180 + 150
    assert rule_against(game, SellShares(A, "HBE", (20,))) == "3.2.2"
    for seat in (A, B, C):
        game.play(Pass(seat))
    game.play(SellShares(A, "HBE", (20,)))
    assert cash_of(game, A) == 830 + 170


def test_3_2_2_a_company_that_has_not_acted_pays_the_next_lower_price_and_does_not_fall():
    """C7: the partner's half of the MO at 220; the marker goes under the others there."""
    built = position(3).works_company("MO", ("W7", "W15"), {A: 50, B: 50}, price=220, acted=False)
    built.railway("HBE", {C: 60}, price=220, trains=("1",)).purses(500, 500, 500)
    game = built.stock_turn(B).game()
    assert stack(game, 220) == ("MO", "HBE")
    game.play(SellShares(B, "MO", (50,)))
    assert cash_of(game, B) == 700
    assert price_of(game, "MO") == 220
    assert stack(game, 220) == ("HBE", "MO")


def test_3_2_2_the_director_of_a_railway_that_has_not_acted_keeps_20_percent():
    """C7, trap 4: GHE at 190; the second share stays, though B holds as much."""
    built = position(3).railway("GHE", {A: 40, B: 40}, price=190, cash=950, acted=False).purses(500, 500, 500)
    game = built.stock_turn(A).game()
    assert sales(game, "GHE") == [1]
    assert reason_against(game, SellShares(A, "GHE", (20, 20))) == "not_operated_yet"
    assert rule_against(game, SellShares(A, "GHE", (20, 20))) == "3.2.2"
    game.play(SellShares(A, "GHE", (20,)))
    assert cash_of(game, A) == 680
    assert price_of(game, "GHE") == 190
    assert director_of(game, "GHE") == A


def test_3_2_2_others_sell_all_they_have_of_it():
    built = position(3).railway("GHE", {A: 40, B: 40}, price=190, cash=950, acted=False).purses(500, 500, 500)
    assert sales(built.stock_turn(B).game(), "GHE") == [1, 2]


def test_3_2_2_nothing_is_sold_in_the_first_stock_round():
    """C7: neither railways nor works companies nor the MHE."""
    built = position(3).railway("GHE", {A: 60}, price=190, acted=False).shares_of_mhe(A, 2).set(stock_round=1)
    built.works_company("HW", ("W12", "W4"), {B: 50, A: 50}, price=190, acted=False)
    game = built.purses(500, 500, 500).stock_turn(A).game()
    assert listed(game, SellShares) == []
    for sale in (SellShares(A, "GHE", (20,)), SellShares(A, "MHE", (10,)), SellShares(A, "HW", (50,))):
        assert reason_against(game, sale) == "no_sales_in_first_round"
        assert rule_against(game, sale) == "3.2.2"


def test_3_2_2_a_director_goes_below_20_percent_only_if_another_holds_as_much():
    """Trap 4."""
    game = position(3).railway("HBE", {A: 40, B: 10, C: 10}, size=10, trains=("1",)).stock_turn(A).game()
    assert sales(game, "HBE") == [1, 2]
    assert reason_against(game, SellShares(A, "HBE", (10, 10, 10))) == "nobody_else_directs"
    assert rule_against(game, SellShares(A, "HBE", (10, 10, 10))) == "3.2.2"
    game = position(3).railway("HBE", {A: 40, B: 10, C: 20}, size=10, trains=("1",)).stock_turn(A).game()
    assert sales(game, "HBE") == [1, 2, 3, 4]


def test_3_2_2_a_lone_founder_of_a_works_company_cannot_sell_both_halves():
    """MO has not acted either; but with a partner he may sell his half at once."""
    built = position(3).works_company("MO", ("W7", "W15"), {A: 100}, price=220, acted=False)
    assert sales(built.stock_turn(A).game(), "MO") == [1]
    built = position(3).works_company("MO", ("W7", "W15"), {A: 50, B: 50}, price=220, acted=False)
    game = built.stock_turn(A).game()
    game.play(SellShares(A, "MO", (50,)))
    assert director_of(game, "MO") == B


def test_3_2_2_up_to_80_percent_lie_in_the_pool():
    """R17."""
    game = position(3).railway("HBE", {A: 20, B: 40}, trains=("1",)).stock_turn(B).game()
    assert sales(game, "HBE") == [1, 2]
    game.play(SellShares(B, "HBE", (20, 20)))
    assert parts(game, "HBE") == {A: 20, POOL: 80}
    assert game.problems() == []
    built = position(3).railway("HBE", {A: 10}, size=10, trains=("1",))
    assert list(problems(built.table)) == ["shares: more than 80% of HBE in the pool"]
    assert list(problems(built.in_trust("HBE").table)) == []


def test_3_2_2_only_what_one_has():
    game = hbe().stock_turn(B).game()
    assert sales(game, "HBE") == [1]
    for papers in ((20, 20), (10,), (50,)):
        assert reason_against(game, SellShares(B, "HBE", papers)) == "papers_not_held"
    assert reason_against(game, SellShares(B, "HBE", ())) == "nothing_to_sell"
    assert reason_against(game, SellShares(B, "GHE", (20,))) == "papers_not_held"
    assert reason_against(game, SellShares(B, "HBE", (20,), True)) == "not_the_director"
    assert reason_against(game, SellShares(B, "HBE", (20,), False, 10)) == "papers_sell_whole"


# Purchases --------------------------------------------------------------------------------------------------


def test_3_2_3_from_the_pool_at_the_price_to_the_bank_and_the_price_stays():
    game = hbe(cash=100).stock_turn(C).game()
    game.play(BuyShare(C, "HBE", POOL, 20))
    assert cash_of(game, C, "HBE") == [320, 100]
    assert price_of(game, "HBE") == 180
    assert parts(game, "HBE")[C] == 20


def test_3_2_3_new_shares_of_a_company_that_has_acted_pay_the_company():
    """The buyer chooses between the pool and the new ones; trap 12."""
    game = hbe(a=30, b=10, size=10, issue=50, cash=100).stock_turn(C).game()
    assert {action.source for action in listed(game, BuyShare) if action.company == "HBE"} == {ISSUE, POOL}
    game.play(BuyShare(C, "HBE", ISSUE, 10))
    assert cash_of(game, C, "HBE") == [320, 280]
    assert parts(game, "HBE") == {A: 30, B: 10, C: 10, ISSUE: 40, POOL: 10}


def test_3_2_3_new_shares_of_a_railway_that_has_not_acted_pay_the_bank():
    built = position(3).founded("GHE", {A: 20}, price=150).purses(500, 500, 500)
    game = built.stock_turn(B).game()
    before = game.state.cash[BANK]
    game.play(BuyShare(B, "GHE", ISSUE, 20))
    assert cash_of(game, B, "GHE") == [350, 0]
    assert game.state.cash[BANK] == before + 150


def test_3_2_3_nobody_buys_what_he_has_sold_in_this_round():
    """C6: MHE instead is allowed; in the next turn still not, in the next round again."""
    game = hbe().works(C, "W15").stock_turn(A).game()
    game.play(SellShares(A, "HBE", (20, 20)))
    assert reason_against(game, BuyShare(A, "HBE", POOL, 20)) == "sold_this_round"
    assert rule_against(game, BuyShare(A, "HBE", POOL, 20)) == "3.2.3"
    game.play(BuyShare(A, "MHE", POOL, 10))
    game.play(BuyShare(B, "HBE", POOL, 20))
    game.play(Pass(C))
    assert reason_against(game, BuyShare(A, "HBE", POOL, 20)) == "sold_this_round"
    built = hbe().set(sold={A: frozenset({"HBE"})}, awake=frozenset()).trading_round()
    assert BuyShare(A, "HBE", POOL, 20) in built.game().legal_actions()


def test_3_2_3_only_from_the_bank_and_only_what_it_has():
    game = hbe().stock_turn(C).game()
    for source in (A, B, "HBE", BANK):
        assert reason_against(game, BuyShare(C, "HBE", source, 20)) == "only_from_the_bank"
    for company, source, size in (("HBE", ISSUE, 20), ("HBE", POOL, 10), ("GHE", POOL, 20), ("MHE", ISSUE, 10)):
        assert reason_against(game, BuyShare(C, company, source, size)) == "no_such_share"
        assert rule_against(game, BuyShare(C, company, source, size)) == "3.2.3"


def test_3_2_3_the_money_must_do():
    game = hbe().purses(0, 0, 179).stock_turn(C).game()
    assert reason_against(game, BuyShare(C, "HBE", POOL, 20)) == "share_too_dear"
    assert BuyShare(C, "MHE", POOL, 10) in game.legal_actions()
    game = hbe().purses(0, 0, 180).stock_turn(C).game()
    assert BuyShare(C, "HBE", POOL, 20) in game.legal_actions()


def test_3_2_3_no_share_of_a_company_in_trusteeship_is_just_bought():
    """6.3."""
    built = position(3).phase("3").railway("KEZ", {}, price=170, size=10, trains=("3",)).in_trust("KEZ")
    game = built.stock_turn(A).game()
    assert reason_against(game, BuyShare(A, "KEZ", POOL, 10)) == "in_trust"
    assert rule_against(game, BuyShare(A, "KEZ", POOL, 10)) == "3.2.3"


# Directors --------------------------------------------------------------------------------------------------


def test_3_2_1_who_buys_more_than_the_director_takes_his_place():
    """Also 3.2.3; as much is not more."""
    game = position(3).railway("HBE", {A: 20, B: 0}, trains=("1",)).purses(500, 500, 500).stock_turn(B).game()
    game.play(BuyShare(B, "HBE", POOL, 20))
    assert director_of(game, "HBE") == A
    game.play(Pass(C))
    game.play(Pass(A))
    events = game.play(BuyShare(B, "HBE", POOL, 20))
    assert told(events, DirectorChanged) == [DirectorChanged("HBE", A, B, ())]
    assert director_of(game, "HBE") == B


@pytest.mark.parametrize(("order", "heir"), [((A, B, C, D), B), ((C, B, A, D), C), ((B, A, D, C), C)])
def test_3_2_2_of_equals_the_next_in_the_order_of_play_becomes_director(order, heir):
    """C9: A 40, B 30, C 30, A sells two."""
    built = position(4).railway("HBE", {A: 40, B: 30, C: 30}, size=10, trains=("1",)).set(order=order)
    game = built.stock_turn(A).game()
    game.play(SellShares(A, "HBE", (10, 10)))
    assert director_of(game, "HBE") == heir


def test_3_2_2_most_shares_count_before_the_order():
    built = position(3).railway("HBE", {A: 40, B: 20, C: 30}, size=10, trains=("1",))
    game = built.stock_turn(A).game()
    game.play(SellShares(A, "HBE", (10,) * 3))
    assert director_of(game, "HBE") == C


def test_3_2_1_the_holder_of_the_concession_directs_whatever_others_hold():
    """C9, trap 4: A has 20%, B 60%; neither by a sale nor by a purchase."""
    built = position(3).phase("3").railway("KEZ", {A: 20, B: 40}, price=150, cash=750, acted=False)
    game = built.purses(500, 500, 500).stock_turn(B).game()
    game.play(BuyShare(B, "KEZ", POOL, 20))
    assert director_of(game, "KEZ") == A
    built = position(3).phase("3").railway("KEZ", {A: 40, B: 40}, price=150, cash=750, acted=False)
    game = built.stock_turn(A).game()
    game.play(SellShares(A, "KEZ", (20,)))
    assert director_of(game, "KEZ") == A


def test_3_2_1_a_works_company_changes_its_director_at_once():
    """C9: though it has not acted."""
    built = position(3).works_company("MO", ("W1", "W2"), {A: 50, B: 50}, acted=False).purses(500, 500, 500)
    built.give(POOL, "MO-50-1")
    game = built.stock_turn(B).game()
    game.play(BuyShare(B, "MO", POOL, 50))
    assert director_of(game, "MO") == B


# The MHE ----------------------------------------------------------------------------------------------------


def test_3_2_7_shares_of_the_mhe_cost_and_bring_150_always():
    """R12: five sold at once, and no lower; nobody directs it."""
    game = position(3).shares_of_mhe(A, 6).purses(150, 150, 150).stock_turn(A).game()
    assert sales(game, "MHE") == [1, 2, 3, 4, 5, 6]
    game.play(SellShares(A, "MHE", (10,) * 5))
    assert cash_of(game, A) == 900
    assert price_of(game, "MHE") == 150
    assert game.waiting_for() == (B,)  # A may not buy any of it again
    game.play(BuyShare(B, "MHE", POOL, 10))
    assert cash_of(game, B) == 0
    assert director_of(game, "MHE") is None
    assert holding(game, "MHE", A) == ["10"]


def test_3_2_7_can_be_bought_in_the_first_stock_round():
    game = position(3).set(stock_round=1).stock_turn(A).game()
    assert BuyShare(A, "MHE", POOL, 10) in game.legal_actions()
    assert parts(game, "MHE") == {POOL: 100}
