"""What 18xx.games plays otherwise in 1873: by default the rulebook holds, each option bends one rule of it."""

import pytest

from eighteen.positions import lays, price_of, reason_against
from stellwerk.eighteen.actions import SellShares
from stellwerk.routes import Fault
from stellwerk.titles.t1873.companies.insolvency import UPKEEP, Reorganise, raise_money
from stellwerk.titles.t1873.data import RAILCAR
from stellwerk.titles.t1873.habits import VARIATIONS, Habits
from stellwerk.titles.t1873.papers.shares import price_after_payout
from t1873.yard import yard

from .positions import cash_of, position, stack

A, B, C = range(3)
BOTH = pytest.mark.parametrize("on", [False, True])


def test_every_option_is_off_by_default_and_has_its_place():
    assert set(Habits.__struct_fields__) == set(VARIATIONS)
    assert not any(Habits.__struct_defaults__)


def test_7_shares_of_a_company_are_sold_packet_by_packet():
    """A sells one share at 180, the price falls to 170, and another at that."""
    sale = SellShares(A, "HBE", (20,))
    for on in (False, True):
        game = position(3, separate_sales=on).purses(0, 0, 0).railway("HBE", A, 180).stock_turn(A).game()
        game.play(sale)
        assert cash_of(game, A) == 180
        if on:
            game.play(sale)
            assert (cash_of(game, A), price_of(game, "HBE")) == (350, 160)
        else:
            assert reason_against(game, sale) == "packet_sold_already"


@BOTH
def test_8_a_marker_whose_price_stays_keeps_its_place(on):
    built = position(3, marker_stays=on).railway("HBE", A, 110).railway("GHE", B, 110)
    price_after_payout(built.turn, "HBE", 50, "dividend")
    assert stack(built.stock_turn(A).game(), 110) == (("HBE", "GHE") if on else ("GHE", "HBE"))


@BOTH
def test_8_a_sale_before_the_first_turn_moves_it_under_the_others_all_the_same(on):
    built = position(3, marker_stays=on).founded("SHE", {A: 40}).founded("KEZ", {B: 20})
    game = built.stock_turn(A).game()
    game.play(SellShares(A, "SHE", (20,)))
    assert stack(game, 120) == ("KEZ", "SHE")


@BOTH
def test_12_players_with_the_same_cash_change_places(on):
    game = position(3, ties_turned=on).purses(300, 300, 500).work("W1", A).end_of_stock_round().game()
    assert game.state.order == ((C, B, A) if on else (C, A, B))


@BOTH
def test_16_track_begins_at_an_inactive_marker(on):
    """From I14 the tile 76/2 leads to I16, where nothing lies yet and no other track arrives."""
    built = position(3, build_from_inactive=on).phase("3").railway("HBE", A, cash=500).tiles("I14 76/2")
    game = built.marker("HBE", "I14").inactive("HBE", "I14").laying("HBE").game()
    assert bool(lays(game, "I16")) == on


def test_21_and_22_what_is_asked_of_a_run():
    """Standard locomotives never call twice."""
    asked = {
        option: [
            yard("D", **{option: True} if option else {}).table.rules.asked_of_runs(None, Fault(train, reason))
            for train in ("5", RAILCAR)
            for reason in ("too_few_routes", "stops_short", "place_twice", "apart")
        ]
        for option in ("", "short_runs", "railcar_calls_twice")
    }
    assert asked[""] == [True] * 8
    assert asked["short_runs"] == [False, False, True, True] * 2
    assert asked["railcar_calls_twice"] == [True] * 6 + [False, True]


@BOTH
def test_24_the_railcar_of_the_qlb_need_not_call_at_home(on):
    """The local locomotive earns 60; with no route the railcar calls at E20 for 10, or nowhere."""
    assert yard("D", railcar_leaves_home=on).railway("QLB", RAILCAR).best("QLB") == (60 if on else 70)


# Insolvency -----------------------------------------------------------------------------------------------------


def reorganised(phase, works, machines, option, on, cash=0, size=50, switchers=(), selling=""):
    """MO at 110 cannot pay its upkeep."""
    built = position(3, **{option: on}).phase(phase, selling=selling).purses(0, 0, 0).work("W15", C, machine=5)
    built.works_company("MO", works, {A: 100}, size=size, cash=cash, switchers=switchers)
    for work, machine in zip(works, machines, strict=True):
        built.machines(machine, work)
    return built.acting("MO", Reorganise("MO", UPKEEP)).game()


@BOTH
def test_25_capital_does_not_help_an_insolvent_company(on):
    """Phase 4, a machine for 500: 50 + 330 + 550, or without the 50."""
    game = reorganised("4", ("W1", "W2"), (1, 1), "insolvent_loses_capital", on, cash=50)
    assert cash_of(game, "MO") == 880 - 500 + (0 if on else 50)


@pytest.mark.parametrize(("gift", "on", "price"), [(110, False, 120), (110, True, 110), (111, True, 120)])
def test_26_a_gift_moves_the_price_only_above_it(gift, on, price):
    built = position(3, grant_above_price=on).works_company("MO", ("W1", "W2"), {}, size=10).in_trust("MO")
    raise_money(built.turn, "MO", gift)
    assert price_of(built.stock_turn(A).game(), "MO") == price


@BOTH
def test_27_what_is_old_is_scrapped_before_anything_is_bought(on):
    """The 4 begins phase 4, in which 2-switchers cost; in phase 3 they do not."""
    works = ("W1", "W2", "W3", "W4")
    game = reorganised("3", works, (1, 1, 2, 2), "scraps_first", on, size=20, switchers=("S2",), selling="4")
    assert game.state.trains["MO"] == (("S2",) if on else ())


@BOTH
def test_27_what_is_old_already_goes_in_either_case(on):
    game = reorganised("4", ("W1", "W2"), (1, 1), "scraps_first", on, switchers=("S2",), cash=50)
    assert game.state.trains["MO"] == ()


@BOTH
def test_27_also_by_a_railway(on):
    """Its 1 is old in phase 3; the 4 that it buys makes the switcher old, too."""
    built = position(3, scraps_first=on).phase("3", selling="4").purses(0, 0, 0).work("W15", C, machine=5)
    built.railway("KEZ", {A: 60}, 170, cash=100, trains=("1", "S2"))
    game = built.acting("KEZ", Reorganise("KEZ", UPKEEP)).game()
    assert game.state.trains["KEZ"] == (("S2", "4") if on else ("4",))


@BOTH
def test_28_spare_markers_of_the_first_machine_improve_others(on):
    works = ("W1", "W2", "W3", "W4")
    game = reorganised("3", works, (1, 1, 2, 2), "spares_at_once", on, size=20, selling="4")
    assert [game.state.machines[work] for work in works] == ([4, 4, 4, 4] if on else [4, 4, 2, 2])
