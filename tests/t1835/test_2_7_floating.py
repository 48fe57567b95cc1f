"""2.7: how an AG goes into operation."""

import pytest

import stellwerk
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, ChooseHome
from stellwerk.eighteen.events import Floated
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.prussia import FoundPrussiaNow

from .positions import NAMES, director_of, listed, markers_in, position, price_of


def nearly(company, *percents, director=True):
    """A position in which seat 0 can buy the share that floats an AG."""
    built = position(4).packet_gone().cash(0, 1000)
    for earlier in ("BY", "SX"):
        if earlier != company:
            count = len(built.shell.rules.printed.register.of[earlier]) - 1
            built.shares(1, earlier, *[10] * count, director=True)
    return built.shares(0, company, *percents, director=director)


def test_2_7_1_an_ag_floats_at_half_its_shares():
    game = nearly("SX", 10, 10).stock_turn(0).game()
    assert "SX" not in game.state.in_operation
    game.play(BuyShare(0, "SX", ISSUE, 10))
    assert "SX" in game.state.in_operation
    assert director_of(game, "SX") == 0


def test_2_7_1_not_at_40_percent():
    game = nearly("SX", 10).stock_turn(0).game()
    game.play(BuyShare(0, "SX", ISSUE, 10))
    assert "SX" not in game.state.in_operation
    assert game.state.cash["SX"] == 0


def test_2_7_1_bavaria_floats_with_the_last_of_its_four_papers():
    game = stellwerk.new("1835", NAMES[:3], {"variant": "clemens"})
    for paper in ("NF", "OB", "BY-D"):
        game.play(BuyPaper(game.waiting_for()[0], paper))
    assert "BY" not in game.state.in_operation
    events = game.play(BuyPaper(game.waiting_for()[0], "PF"))
    assert [e.capital for e in events if isinstance(e, Floated)] == [460]


STARTS = {"BY": 92, "SX": 88, "BA": 84, "WT": 84, "HE": 84, "MS": 80, "OL": 80, "PR": 154}
HOMES = {"BY": "O15", "SX": "H16", "WT": "M9", "HE": "J8", "MS": "C13", "OL": "D6", "PR": "E19"}


@pytest.mark.parametrize(("company", "price"), STARTS.items())
def test_2_7_3_start_fields(company, price):
    assert price_of(position(3).ag(company, director=0).game(), company) == price


def test_2_7_3_the_new_marker_goes_under_those_already_there():
    built = nearly("BA", 10, 10).ag("WT", director=2)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "BA", ISSUE, 10))
    order = game.state.chart.order(game.rules.printed.sheet)
    assert order.index("WT") < order.index("BA")


@pytest.mark.parametrize(("company", "hex_"), HOMES.items())
def test_2_7_4_home_markers(company, hex_):
    game = position(3).ag(company, director=0).game()
    assert company in markers_in(game, hex_)


def test_2_7_4_baden_has_no_city_before_its_hex_is_built():
    game = nearly("BA", 10, 10).stock_turn(0).game()
    game.play(BuyShare(0, "BA", ISSUE, 10))
    assert markers_in(game, "L6", 0) == markers_in(game, "L6", 1) == ()
    index = game.rules.printed.box.grid.index["L6"]
    assert game.state.board.is_in("BA", index)
    assert not listed(game, ChooseHome)


def test_2_7_4_baden_chooses_when_it_floats_on_a_built_hex():
    game = nearly("BA", 10, 10).phase("3").tile("L6", "210").stock_turn(0).game()
    game.play(BuyShare(0, "BA", ISSUE, 10))
    assert {a.city for a in listed(game, ChooseHome)} == {0, 1}
    game.play(ChooseHome(0, "BA", "L6", 1))
    assert markers_in(game, "L6", 1) == ("BA",)


def test_2_7_5_capital_for_every_tenth_out():
    game = nearly("SX", 10, 10).stock_turn(0).game()
    bank = game.state.cash[BANK]
    game.play(BuyShare(0, "SX", ISSUE, 10))
    assert game.state.cash["SX"] == 5 * 88  # the free director's paper included
    assert game.state.cash[BANK] == bank + 88 - 440


def test_2_7_5_the_last_share_may_float_it_with_more():
    game = nearly("MS", 20)
    for company in ("BA", "WT", "HE"):
        game.shares(1, company, *[10] * 6, 20, director=True)
    game = game.give(1, "PR-2", "PR-3", "PR-4", "PR-5").stock_turn(0).game()
    game.play(BuyShare(0, "MS", ISSUE, 20))
    assert game.state.cash["MS"] == 6 * 80


def test_2_7_6_later_new_shares_pay_the_company_at_once():
    built = nearly("SX", 10, 10).cash(2, 500).cash(1, 0)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "SX", ISSUE, 10))
    while game.waiting_for() != (2,):
        game.play(listed(game)[-1])
    game.play(BuyShare(2, "SX", ISSUE, 10))
    assert game.state.cash["SX"] == 440 + 88


def test_2_7_6_pool_shares_pay_the_bank():
    game = position(3).packet_gone().ag("BY", director=1).shares(POOL, "BY", 10).cash(0, 500).stock_turn(0).game()
    game.play(BuyShare(0, "BY", POOL, 10))
    assert game.state.cash["BY"] == 0


def test_2_7_7_the_example_of_baden():
    built = nearly("BA", 10, 10).cash(0, 5000)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "BA", ISSUE, 10))
    assert game.state.cash["BA"] == 420
    for total in (504, 588, 672, 840):
        while game.waiting_for() != (0,) or not any(a.company == "BA" for a in listed(game, BuyShare)):
            game.play(listed(game)[-1])
        size = 20 if total == 840 else 10
        game.play(BuyShare(0, "BA", ISSUE, size))
        assert game.state.cash["BA"] == total


def test_2_7_7_prussian_capital_waits_in_the_bank_until_the_founding():
    built = position(3).packet_gone().minor("V2", 0, cash=30).phase("4").give(1, "PR-2", "PR-3", "PR-4", "PR-5")
    game = built.agenda(FoundPrussiaNow()).game()
    assert game.state.cash["PR"] == 4 * 154 + 30


def test_2_7_7_prussian_shares_sold_later_pay_prussia():
    built = position(3).packet_gone().shares(1, "BY", *[10] * 8, director=True)
    built.shares(1, "SX", *[10] * 8, director=True).give(2, "BA-D").prussia(0).cash(0, 500)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "PR", ISSUE, 10))
    assert game.state.cash["PR"] == 154


def test_2_7_2_the_director_acts_with_all_markers_of_the_company():
    game = nearly("SX", 10, 10).stock_turn(0).game()
    game.play(BuyShare(0, "SX", ISSUE, 10))
    assert game.state.markers["SX"] == 2  # three, one of them at home
