"""5.1–5.4: who operates, in which order, and the four parts of a turn."""

import pytest

from stellwerk import Pass
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import BuildStation, BuyTrain, Dividend, LayTile, SellShares
from stellwerk.eighteen.classic.operating import BeginOperatingRound, EndOperatingRound, NextCompany
from stellwerk.eighteen.events import CompanyActs, OperatingRoundBegan, StockRoundBegan

from .positions import kinds_of, lays, listed, pass_until, position, rule_against


def acting_order(built):
    """Who acts, if everybody passes."""
    game = built.operating().agenda(NextCompany()).game()
    pass_until(game, lambda g: "OperatingRoundEnded" in kinds_of(g.events))
    return [e.company for e in game.events if isinstance(e, CompanyActs)]


def test_5_1_owner_and_director_act():
    game = position(3).packet_gone().minor("V3", 2).operating().agenda(NextCompany()).game()
    assert game.waiting_for() == (2,)


@pytest.mark.parametrize(
    ("train", "colours", "lay", "rounds", "trade"),
    [
        ("", {"yellow"}, 2, 1, False),
        ("3", {"yellow", "green"}, 1, 2, True),
        ("4", {"yellow", "green"}, 1, 2, True),
        ("4+4", {"yellow", "green"}, 1, 2, True),
        ("5", {"yellow", "green", "brown"}, 1, 3, True),
        ("6", {"yellow", "green", "brown"}, 1, 3, True),
        ("6+6", {"yellow", "green", "brown"}, 1, 3, True),
    ],
)
def test_5_2_table_of_phases(train, colours, lay, rounds, trade):
    phase = next(p for p in position(3).shell.rules.printed.phases if p.train == train)
    assert (set(phase.colours), phase.lays, phase.rounds, phase.trade) == (colours, lay, rounds, trade)


def test_5_3_1_exchanges_before_incomes():
    game = position(3).prussia(0).phase("4").give(1, "HA").packet_gone().agenda(BeginOperatingRound(1)).game()
    assert game.waiting_for() == (1,)
    assert "Paid" not in kinds_of(game.events)


def test_5_3_2_incomes_before_companies():
    game = position(3).give(1, "HA").minor("V1", 0).packet_gone().agenda(BeginOperatingRound(1)).game()
    told = [k for k in kinds_of(game.events) if k in ("Paid", "CompanyActs")]
    assert told == ["Paid", "CompanyActs"]


def trained(built, company, **fields):
    return built.ag(company, director=0, trains=("2",), **fields)


def test_5_3_3_vorpreussische_by_number_before_ags():
    built = position(3).packet_gone().minor("V6", 1).minor("V2", 1)
    assert acting_order(trained(built, "BY")) == ["V2", "V6", "BY"]


def test_5_3_4_ags_by_price():
    built = position(3).packet_gone()
    trained(built, "SX", field=(3, 2))  # 88
    trained(built, "BY", field=(2, 2))  # 92
    trained(built, "HE", field=(0, 4))  # 132
    assert acting_order(built) == ["HE", "BY", "SX"]


def test_5_3_4_on_one_field_the_upper_marker_first():
    built = position(3).packet_gone()
    for company in ("WT", "BA", "HE"):
        trained(built, company)
    assert acting_order(built) == ["WT", "BA", "HE"]


def test_5_3_4_equal_prices_from_the_right():
    built = position(3).packet_gone()
    trained(built, "SX", field=(2, 1))  # 86, second column
    trained(built, "BY", field=(4, 2))  # 86, third column
    assert acting_order(built) == ["BY", "SX"]


def test_5_3_4_a_price_that_falls_during_the_round_neither_skips_nor_repeats():
    built = position(3).packet_gone()
    trained(built, "BY", field=(2, 5))  # 122
    trained(built, "SX", field=(2, 4))  # 110
    trained(built, "HE", field=(3, 3))  # 94
    game = built.operating().agenda(NextCompany()).game()
    # While Bayern acts an emergency sale pushes Sachsen below Hessen.
    chart = game.state.chart.place("SX", (6, 2))
    import msgspec

    game._states[-1] = msgspec.structs.replace(game.state, chart=chart)
    pass_until(game, lambda g: "OperatingRoundEnded" in kinds_of(g.events))
    assert [e.company for e in game.events if isinstance(e, CompanyActs)] == ["BY", "HE", "SX"]


def test_5_3_4_an_emergency_sale_changes_the_order_of_those_who_follow():
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=320, field=(0, 5)).cash(0, 0)
    built.ag("SX", director=1, trains=("3",), field=(2, 4)).shares(0, "SX", 10)  # 110, after the sale 102
    built.ag("HE", director=1, trains=("3",), field=(4, 5))  # 104
    game = built.turn_of("BY").game()
    pass_until(game, lambda g: bool(listed(g, BuyTrain)))
    game.play(BuyTrain(0, "BY", "4", BANK))
    game.play(SellShares(0, "SX", (10,)))
    pass_until(game, lambda g: "OperatingRoundEnded" in kinds_of(g.events))
    assert [e.company for e in game.events if isinstance(e, CompanyActs)] == ["HE", "SX"]


def test_5_3_5_another_operating_round_or_a_stock_round():
    more = position(3).packet_gone().operating(1, 2).agenda(EndOperatingRound()).game()
    assert [e.index for e in more.events if isinstance(e, OperatingRoundBegan)] == [2]
    last = position(3).packet_gone().operating(2, 2).agenda(EndOperatingRound()).game()
    assert [e for e in last.events if isinstance(e, StockRoundBegan)]


def bavarian_line():
    """München – Regensburg – Nürnberg; Bayern has money and a 3."""
    built = position(3).packet_gone().ag("BY", director=0, cash=600, trains=("3",)).phase("3")
    return built.tile("O15", "202", 2).tile("N14", "8", 3).tile("M15", "58", 0)


def test_5_4_build_mark_run_buy_in_this_order():
    game = bavarian_line().turn_of("BY").game()
    steps = []
    wrong = [BuildStation(0, "BY", "L14", 1), Dividend(0, "BY", "pay"), BuyTrain(0, "BY", "3", BANK)]
    for action in wrong:
        assert rule_against(game, action) == "5.4"
    while game.step and getattr(game.step, "company", "") == "BY":
        steps.append(type(game.step).__name__)
        game.play(listed(game)[-1])
    assert steps == ["LayStep", "StationStep", "DividendStep", "TrainStep"]


def test_5_4_no_way_back():
    game = bavarian_line().turn_of("BY").game()
    lay = next(a for a in listed(game, LayTile))
    game.play(Pass(0))
    assert rule_against(game, lay) == "5.4"


@pytest.mark.parametrize(("train", "number"), [("", 2), ("3", 1), ("5", 1)])
def test_5_4_1_tiles_an_ag_may_lay(train, number):
    built = position(3).packet_gone().ag("BY", director=0, cash=600, trains=("3",)).phase(train)
    game = built.turn_of("BY").game()
    laid = 0
    while type(game.step).__name__ == "LayStep" and lays(game):
        game.play(listed(game, LayTile)[0])
        laid += 1
    assert laid == number


def test_5_4_1_a_vorpreussische_lays_one():
    game = position(3).packet_gone().minor("V1", 0, cash=600).operating().agenda(NextCompany()).game()
    game.play(listed(game, LayTile)[0])
    assert not listed(game, LayTile)


def test_5_4_1_and_5_4_2_one_may_do_without():
    game = bavarian_line().turn_of("BY").game()
    game.play(Pass(0))
    assert listed(game, BuildStation)
    game.play(Pass(0))
    assert listed(game, Dividend)


def test_5_4_2_a_marker_in_a_free_city():
    game = bavarian_line().turn_of("BY").game()
    game.play(Pass(0))
    assert [(a.hex, a.city) for a in listed(game, BuildStation)] == [("L14", 1)]


def test_5_4_3_the_director_decides_and_the_price_moves():
    game = bavarian_line().turn_of("BY").game()
    game.play(Pass(0))
    game.play(Pass(0))
    events = game.play(Dividend(0, "BY", "pay"))
    assert [(e.old, e.new) for e in events if type(e).__name__ == "PriceMoved"] == [(92, 100)]


def test_5_4_4_an_ag_must_own_a_train_at_the_end_of_its_turn():
    game = position(3).packet_gone().ag("BY", director=0, cash=600).turn_of("BY").game()
    pass_until(game, lambda g: type(g.step).__name__ == "TrainStep")
    assert rule_against(game, Pass(0)) == "5.5.4.4"
    game.play(BuyTrain(0, "BY", "2", BANK))
    assert Pass(0) in game.legal_actions()
