"""Decisions of 1844 in which a sensible player does not hesitate."""

import random

import pytest

from stellwerk import Pass, bots
from stellwerk.bots.eighteen.forecast import Forecast
from stellwerk.eighteen.actions import BuyTrain, LayTile, SellShares
from stellwerk.play.auction import Bid
from stellwerk.play.runs import RunTrains
from stellwerk.titles.t1844.actions import (
    BuyMountain,
    BuyPrivate,
    BuyTunnel,
    GiveEva,
    KeepMarker,
    LayFurka,
    Repay,
    StartCompany,
    TakeLoan,
)
from stellwerk.titles.t1844.auction import PrivateAuction, SetPar
from stellwerk.titles.t1844.bot.judgement import JUDGEMENT
from stellwerk.titles.t1844.loans import RaiseMoney
from stellwerk.titles.t1844.sbb import KeepOneMarker
from t1844.positions import position


def chosen(game):
    """What a steady bot does."""
    return bots.choose(game, game.waiting_for()[0], "steady", random.Random(0))


def advised(game, kind):
    """Advice on actions of a kind, best first."""
    advice = bots.advise(game, game.waiting_for()[0], n=500)
    return [one for one in advice if isinstance(one.action, kind)]


def sion(**company):
    """VZ at a green Sion with Martigny, Visp and Brig."""
    return position().phase("2").company("VZ", 0, **company).tiles("K10 15/0, K8 58/2, J11 58/4")


def aarau(cash, purse):
    """STB owes itself a train in phase 4."""
    built = position().phase("4").company("STB", 0, cash=cash).tiles("D15 15/1, C14 58/5").cash(0, purse)
    return built.company("AB", 1, at=(3, 8))


# The table in common words ----------------------------------------------------------------------------------


def test_trains_have_two_faces_and_turn_over():
    kinds = JUDGEMENT.survey(position().table).kinds
    assert (kinds["2"].turns_into, kinds["2"].turns_with, kinds["2"].ends_with) == ("2H", "3", "4")
    assert (kinds["3H"].hexes, kinds["3H"].cities, kinds["3H"].ends_with, kinds["3H"].card) == (3, 0, "6", "3")
    assert kinds["8E"].skips
    assert not kinds["5H"].ends_with


def test_companies_have_shares_of_their_own_size_and_goals():
    built = position().company("NOB", 0, par=100).company("VZ", 1).company("STB", 2, par=90)
    firms = JUDGEMENT.survey(built.table).firms
    assert [firms[each].unit for each in ("NOB", "VZ", "STB", "SBB")] == [25, 20, 10, 5]
    assert [firms[each].must_own for each in ("NOB", "VZ", "STB")] == [False, True, True]
    assert firms["VZ"].only_hexes
    assert (firms["STB"].goal, firms["STB"].reward) == (built.hex("H13"), 450)
    assert firms["NOB"].merges_into == "SBB"
    assert firms["NOB"].merger_brings > firms["VZ"].merger_brings == 1
    assert firms["SBB"].parts == (10, 0, 0, 0)


def test_a_regional_company_rises_no_further_than_its_column():
    built = position().company("VZ", 0, at=(2, 12)).company("STB", 0, at=(2, 12))
    assert JUDGEMENT.price_after(built.table, "VZ", 3) == 200
    assert JUDGEMENT.price_after(built.table, "STB", 3) > 200


def test_the_game_goes_on_to_the_end_of_a_set():
    """The bank may break in the first of three rounds: trains that are bought then still run in two."""
    built = position().phase("5").company("STB", 0, trains=("5",)).tiles("D15 611/0")
    broken = built.set(bank_broken_in="operating", operating_round=1, operating_rounds=3)
    assert Forecast(JUDGEMENT, broken.table, 0).rounds_left() == 3
    assert Forecast(JUDGEMENT, broken.set(operating_round=3).table, 0).rounds_left() == 1
    assert Forecast(JUDGEMENT, broken.set(operating_round=0).table, 0).rounds_left() == 3


@pytest.mark.parametrize("number", [1, 2, 3])
def test_rounds_to_come_fill_whole_sets(number):
    built = position().phase("5").company("STB", 0, trains=("5",)).tiles("D15 611/0")
    there = built.set(operating_round=number, operating_rounds=3).table
    assert (Forecast(JUDGEMENT, there, 0).rounds_left() + number - 1) % 3 == 0


# Privates ---------------------------------------------------------------------------------------------------


def test_a_private_is_bid_for_at_its_printed_price():
    game = position().give("issue", "P1").agenda(PrivateAuction("P1", 20, (0, 1, 2, 3), number=0)).game()
    assert chosen(game) == Bid(0, 20)


def test_nobody_bids_far_above_what_a_private_brings():
    auction = PrivateAuction("P1", 20, (0, 1, 2, 3), 300, 3, number=0)
    assert chosen(position().give("issue", "P1").agenda(auction).game()) == Pass(0)


def test_who_gets_the_fnm_for_nothing_gives_it_much_money():
    game = position().agenda(SetPar(0, "FNM")).game()
    assert chosen(game) == StartCompany(0, "FNM", 100)


def test_a_company_with_idle_money_buys_its_director_s_private():
    built = position().phase("4").company("VZ", 0, cash=900, trains=("4H",)).tiles("K10 15/0, J11 58/4")
    best = advised(built.give(0, "P2").buying("VZ").game(), BuyPrivate)[0]
    assert best.action == BuyPrivate(0, "VZ", "P2", 100)
    assert best.score > 0


def test_the_money_for_a_train_does_not_go_into_a_private():
    game = sion(cash=160).give(0, "P2").phase("3").buying("VZ").game()
    assert [one.action.price for one in advised(game, BuyPrivate)] == [10]
    assert chosen(game) == BuyTrain(0, "VZ", "3H", "bank")


def test_p4_goes_on_paying_while_its_line_serves_nobody():
    built = sion(cash=100, trains=("2H",)).give(0, "P4").phase("3")
    game = built.laying("VZ").game()
    assert any(isinstance(action, LayFurka) for action in game.legal_actions(0))
    assert isinstance(chosen(game), LayTile)
    assert advised(game, LayFurka)[0].score < 0


def test_eva_goes_to_the_company_that_would_have_to_buy_a_train():
    built = sion(cash=0).company("STB", 0, cash=500, trains=("5",)).tiles("D15 15/1, C14 58/5")
    game = built.phase("5").eva(0).shares(0, "STB", 10, 10).buying("VZ").game()
    assert [one.action.company for one in advised(game, GiveEva)] == ["VZ", "STB"]
    assert chosen(game) == GiveEva(0, "VZ")


# Starting companies -----------------------------------------------------------------------------------------


def test_money_at_the_start_goes_into_companies():
    game = position().stock_turn(0).game()
    assert isinstance(chosen(game), StartCompany)


def test_nobody_starts_a_company_that_he_cannot_bring_into_operation():
    def worth(purse):
        game = position().purses(purse, 600, 600, 600).stock_turn(0).game()
        return next(one.score for one in advised(game, StartCompany) if one.action.company == "RhB")

    assert worth(200) < worth(600)


# Tunnels and mountain railways ------------------------------------------------------------------------------


def test_a_mountain_railway_is_placed_where_trains_come():
    built = position().phase("3").company("MOB", 0, trains=("3",)).tiles("I6 6/3").shares(0, "MOB", 10, 10, 10)
    advice = advised(built.stock_turn(0).game(), BuyMountain)
    assert {one.action.hex for one in advice} == {"H7"}
    assert advice[0].score > 0


def test_a_mountain_railway_that_no_train_reaches_is_not_bought():
    built = position().phase("3").company("AB", 0, trains=("3",)).tiles("D25 57/0").shares(0, "AB", 10, 10, 10)
    assert not advised(built.stock_turn(0).game(), BuyMountain)


def test_a_tunnel_that_leads_nowhere_is_no_reason_for_a_paper():
    advice = advised(sion(trains=("2H",), cash=300).stock_turn(0).game(), BuyTunnel)
    assert all(one.score < 0 for one in advice)


@pytest.mark.parametrize(("owner", "opens"), [(0, True), (2, False)])
def test_of_equal_runs_one_s_own_tunnel_is_opened_and_nobody_else_s(owner, opens):
    built = sion(trains=("2H", "3H"), cash=0).tunnel("J9", 3, 5, owner=owner).tiles("I10 58/0")
    game = built.running("VZ").game()
    action = chosen(game)
    assert isinstance(action, RunTrains)
    game.play(action)
    assert ("T1" in game.state.earning) == opens


# Loans ------------------------------------------------------------------------------------------------------


def test_a_loan_is_paid_back_in_the_stock_round_at_once():
    game = sion(trains=("2H",)).set(loans={0: 120}).cash(0, 300).stock_turn(0).game()
    assert chosen(game) == Repay(0, 120)


def test_nothing_is_paid_back_while_a_train_may_have_to_be_paid():
    game = sion(trains=("2H",), cash=50).set(loans={0: 120}).cash(0, 300).laying("VZ").game()
    assert not advised(game, Repay)


def test_a_share_that_will_bring_little_is_sold_instead_of_a_loan():
    built = aarau(100, 0).shares(0, "AB", 10, 10).bank(100, "JN")
    game = built.buying("STB").agenda(RaiseMoney("STB", 260)).game()
    assert isinstance(chosen(game), SellShares)
    assert advised(game, TakeLoan)[0].score <= -80  # half of what lacks, as interest


def test_a_few_francs_are_borrowed_rather_than_a_good_share_sold():
    built = aarau(250, 0).shares(0, "AB", 10, 10).trains("AB", "4").tiles("D25 57/0, C24 57/1")
    game = built.buying("STB").agenda(RaiseMoney("STB", 260)).game()
    assert chosen(game) == TakeLoan(0, "STB")
    assert -15 < advised(game, TakeLoan)[0].score <= -5


def test_the_sbb_keeps_one_of_two_markers():
    built = position().phase("5").sbb(0).federal(0, 10).marker("SBB", "C20", 0).marker("SBB", "C20", 1)
    game = built.set(markers={**built.state.markers, "SBB": 0}).agenda(KeepOneMarker(built.hex("C20"))).game()
    assert isinstance(chosen(game), KeepMarker)


def test_a_director_without_money_takes_the_cheaper_train():
    game = aarau(40, 0).buying("STB").game()
    assert chosen(game) == BuyTrain(0, "STB", "4H", "bank")
