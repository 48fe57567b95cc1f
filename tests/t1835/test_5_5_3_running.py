"""5.5.3: running trains, what they earn, and what becomes of it. All sums are by hand."""

import pytest

from stellwerk import words
from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import Dividend
from stellwerk.eighteen.changes import move_price
from stellwerk.eighteen.events import Withheld
from stellwerk.play.runs import RunUnproved
from stellwerk.routes import Run
from stellwerk.titles.t1835 import running
from stellwerk.titles.t1835.running import pay_out, withhold

from .positions import income_of, kinds_of, listed, paid, position, price_of, rule_against


def munich(*trains, train=""):
    """Bayern in München (30), with track to the north-west and the east."""
    built = position(3).packet_gone().ag("BY", director=0, cash=0, trains=trains).phase(train or "3")
    return built.tile("O15", "202", 2)


def to_nuremberg(*trains):
    """München 30 – Regensburg 10 – Nürnberg 30."""
    return munich(*trains).tile("N14", "8", 3).tile("M15", "58", 0)


def through_passau(*trains):
    """München 30 – Passau 10 – Regensburg 10 – Nürnberg 30, as in the rulebook's example."""
    built = munich(*trains).tile("O17", "8", 1).tile("N18", "9", 0)
    return built.tile("M17", "9", 1).tile("M15", "58", 2)


def augsburg_and_passau(*trains):
    """Passau 10 – München 30 – Augsburg 20."""
    built = munich(*trains).tile("O17", "8", 1).tile("N18", "9", 0)
    return built.tile("N14", "8", 5).tile("N12", "57", 1)


def oldenburg(*trains, phase="3"):
    """Oldenburg 10 – Bremen 20 – Hamburg 40, as in the rulebook's example."""
    built = position(3).packet_gone().ag("OL", director=0, trains=trains).phase(phase)
    return built.tile("D8", "57", 1).tile("D10", "8", 1)


def hamburg_north(built):
    """From Hamburg north to a town (10) and Kiel (20)."""
    return built.tile("B12", "58", 0).tile("A11", "6", 5)


def earns(built, company="BY"):
    return income_of(built.game(), company)


def test_5_5_3_1_each_train_runs_once():
    assert earns(to_nuremberg("2", "2")) == 40  # the line is used up by the first


def test_5_5_3_1_a_company_without_trains_earns_nothing():
    game = to_nuremberg().run("BY").game()
    assert "DividendStep" not in kinds_of([game.step] if game.step else [])
    assert [e.income for e in game.events if type(e).__name__ == "Earned"] == [0]


def test_5_5_3_2_a_route_has_two_stations():
    assert earns(munich("3")) == 0


def test_5_5_3_2_towns_are_stations_too():
    assert earns(munich("2").tile("N14", "8", 3).tile("M15", "4", 0)) == 40


def test_5_5_3_3_a_route_needs_an_own_marker_somewhere():
    # A 2 of Bayern cannot run Regensburg – Nürnberg, nor can a 3 leave München out.
    assert earns(to_nuremberg("2")) == 40
    middle = to_nuremberg("2").station("BY", "L14", 1)
    assert earns(middle) == 40


@pytest.mark.parametrize(("train", "income"), [("2", 40), ("3", 50), ("4", 80), ("2+2", 80), ("3+3", 80)])
def test_5_5_3_4_the_rulebooks_example_munich_to_nuremberg(train, income):
    assert earns(through_passau(train)) == income


@pytest.mark.parametrize(("train", "income"), [("2", 30), ("3", 70), ("2+2", 40), ("4", 80)])
def test_5_5_3_4_the_rulebooks_example_oldenburg_to_hamburg(train, income):
    # Oldenburg is a city of value 10, no town: a 2+2 gets as far as Bremen, with the town of Emden behind it.
    assert earns(oldenburg(train), "OL") == income


def test_5_5_3_4_two_plus_two_may_run_four_towns_but_three_cities_never():
    built = through_passau("2+2").tile("N14", "8", 5).tile("N12", "57", 1)
    # München with two towns and Nürnberg: 80; Augsburg would be the third city.
    assert earns(built) == 80


def fuerth(*trains):
    """Fürth 30 and Nürnberg 30 in one hex, joined by a loop through Regensburg 10."""
    built = position(3).packet_gone().ag("BY", director=0, trains=trains, home=False).phase("5")
    built.tile("K15", "7", 5).tile("L16", "8", 0).tile("M15", "3", 2)
    return built.station("BY", "L14", 0)


def test_5_5_3_5_both_cities_of_a_twin_in_one_route():
    assert earns(fuerth("3+3")) == 70


def test_5_5_3_5_until_they_have_grown_together():
    assert earns(fuerth("3+3").tile("L14", "218", 2)) == 50  # 40 and a town


def test_5_5_3_5_never_from_berlin_to_berlin():
    built = position(3).packet_gone().minor("V2", 0, trains=("2",)).tile("E17", "7", 3).tile("D18", "7", 5)
    assert earns(built, "V2") == 0


def test_5_5_3_5_nor_through_both_berlins():
    # Magdeburg 20 – Berlin 30 – loop – Berlin would be 80 and more.
    built = position(3).packet_gone().minor("V2", 0, trains=("3",)).phase("3")
    built.tile("E17", "26", 4).tile("D18", "7", 5).tile("E15", "9", 1).tile("E13", "9", 1)
    assert earns(built, "V2") <= 50


def test_5_5_3_5_stations_on_the_way_are_not_skipped():
    assert earns(to_nuremberg("2")) == 40  # not 60


def test_5_5_3_6_a_full_city_may_end_a_route():
    built = oldenburg("3").ag("WT", director=1).station("WT", "D8")
    assert earns(built, "OL") == 10 + 10 + 20  # Emden, Oldenburg, Bremen


def test_5_5_3_7_a_city_not_full_of_strangers_is_passed():
    built = oldenburg("3").ag("WT", director=1).tile("D8", "14", 0).station("WT", "D8")
    assert earns(built, "OL") == 10 + 30 + 40


def junction(*trains):
    """From München one track to a junction, from there to Augsburg 20 and to Regensburg 10."""
    return munich(*trains).tile("N14", "25", 5).tile("N12", "57", 1).tile("M15", "4", 0)


def test_5_5_3_8_no_track_twice():
    assert earns(junction("3+3")) == 50  # Augsburg – München – Regensburg would be 60


def test_5_5_3_9_out_of_a_station_by_any_other_track():
    assert earns(augsburg_and_passau("3")) == 60


def test_5_5_3_10_trains_meet_in_stations_but_share_no_track():
    assert earns(augsburg_and_passau("2", "2")) == 40 + 50


def test_5_5_3_10_a_junction_serves_one_train():
    assert earns(junction("2", "2")) == 50


def dresden(train):
    built = position(3).packet_gone().ag("BY", director=0, trains=("2+2",)).phase(train)
    return built.tile("H20", "201", 4).station("BY", "H20")


@pytest.mark.parametrize(("train", "income"), [("", 50), ("3", 60), ("4+4", 60), ("5", 70), ("6", 70)])
def test_5_5_3_11_3_far_connections_by_phase(train, income):
    if train in ("4+4", "5", "6"):
        built = position(3).packet_gone().ag("BY", director=0, trains=("4",)).phase(train)
        built.tile("H20", "201", 4).station("BY", "H20")
    else:
        built = dresden(train)
    assert earns(built) == income  # Dresden 30 and Oberschlesien 20, 30, 40


@pytest.mark.parametrize(("train", "value"), [("", 20), ("3", 20), ("5", 40)])
def test_5_5_3_11_3_east_prussia(train, value):
    built = position(3).phase(train)
    box = built.shell.rules.printed.box
    stop = box.printed[box.grid.index["C21"]].stops[0]
    assert stop.value(built.shell.rules.printed.phases[built.state.phase].colours[-1]) == value


@pytest.mark.parametrize(("train", "income"), [("3", 80), ("4", 80), ("5", 0)])
def test_5_5_3_11_3_alsace_in_phase_2_only(train, income):
    built = position(3).packet_gone().ag("BA", director=0, trains=("3",), home=False).phase(train)
    assert earns(built.tile("L6", "210", 0).station("BA", "L6", 0), "BA") == income


def test_5_5_3_11_3_alsace_counts_once():
    built = position(3).packet_gone().ag("BA", director=0, trains=("4",), home=False).phase("4")
    built.tile("L6", "212", 0).tile("M7", "56", 0).station("BA", "L6", 1)
    assert earns(built, "BA") == 50 + 30 + 10  # not both its hexes


def brown_hamburg(built):
    return built.tile("C11", "221", 0)


def test_5_5_3_11_3_brown_hamburg_without_crossing_the_elbe():
    assert earns(brown_hamburg(oldenburg("3", phase="5")), "OL") == 10 + 20 + 60


def test_5_5_3_11_3_brown_hamburg_across_the_elbe():
    built = hamburg_north(brown_hamburg(oldenburg("5", phase="5")))
    assert earns(built, "OL") == 10 + 20 + 50 + 10 + 20


def test_5_5_3_11_3_brown_hamburg_along_one_bank():
    built = position(3).packet_gone().ag("MS", director=0, trains=("4",)).phase("5")
    assert earns(hamburg_north(brown_hamburg(built)), "MS") == 10 + 60 + 10 + 20


def test_5_5_3_11_3_brown_hamburg_lies_one_way_only():
    assert [t.rotation for t in position(3).shell.rules.printed.box.tracks["221"]] == [0]


def test_5_5_3_11_1_the_bank_pays():
    game = to_nuremberg("3").run("BY").game()
    bank = game.state.cash[BANK]
    game.play(Dividend(0, "BY", "keep"))
    assert game.state.cash[BANK] == bank - 70


def test_5_5_3_11_2_the_highest_sum_over_all_trains():
    # Alone, the 3 would take Passau – München – Augsburg (60) and leave the 2 nothing.
    assert earns(augsburg_and_passau("3", "2")) == 90


def test_5_5_3_11_2_the_director_has_no_choice():
    game = to_nuremberg("3").run("BY").game()
    assert [a.kind for a in listed(game, Dividend)] == ["pay", "keep"]
    assert game.step.income == 70


def test_5_5_3_11_4_vorpreussische_share_by_halves():
    # Magdeburg – Braunschweig
    built = position(3).packet_gone().minor("V3", 1, trains=("2",)).tile("F14", "57", 1)
    game = built.cash(1, 0).run("V3").game()
    assert (game.state.cash[1], game.state.cash["V3"]) == (20, 20)


def test_5_5_3_11_5_all_or_nothing():
    game = to_nuremberg("3").cash(0, 0).run("BY").game()
    other = game.copy()
    game.play(Dividend(0, "BY", "pay"))
    assert (game.state.cash[0], game.state.cash["BY"]) == (14, 0)
    assert Withheld("BY", 70) in other.play(Dividend(0, "BY", "keep"))
    assert (other.state.cash[0], other.state.cash["BY"]) == (0, 70)
    assert rule_against(to_nuremberg("3").run("BY").game(), Dividend(0, "SX", "pay")) == "5.5.3.11.5"


def test_5_5_3_11_6_halves_round_up_on_the_whole_holding():
    built = position(4).packet_gone().prussia(0).exchanged(1, "V1").give(1, "PR-2").exchanged(2, "V3", "V5")
    built.exchanged(POOL, "V6").cash(0, 0).cash(1, 0).cash(2, 0)
    pay_out(built.turn, "PR", 130)
    # 10% 13, 15% 19.5 → 20, 5 + 5% 13 (not twice 7)
    assert [built.state.cash[seat] for seat in (0, 1, 2)] == [13, 20, 13]


def test_5_5_3_11_7_the_pool_pays_the_company_rounded_down():
    built = position(4).packet_gone().prussia(0).exchanged(POOL, "V6")
    pay_out(built.turn, "PR", 130)
    assert built.state.cash["PR"] == 6


def test_5_5_3_11_7_unsold_shares_draw_nothing():
    built = position(4).packet_gone().ag("BY", director=0).shares(POOL, "BY", 10, 10)
    events = len(built.turn.events)
    pay_out(built.turn, "BY", 100)
    assert paid(built.turn.events[events:], "dividend") == {0: 20, "BY": 20}


def moved(field, direction):
    built = position(3).packet_gone().ag("BY", director=0, field=field)
    move_price(built.turn, "BY", direction, "test")
    return built.shell.rules.printed.sheet.price(built.state.chart.field("BY"))


RIGHT = [((2, 2), 100), ((2, 14), 350), ((3, 11), 236), ((4, 8), 154)]
RIGHT += [((0, 14), 418), ((1, 15), 418), ((0, 15), 418)]
LEFT = [((2, 2), 86), ((2, 0), 78), ((0, 4), 120), ((1, 2), 92), ((6, 1), 54), ((6, 0), 54)]
DOWN = [((2, 2), 88), ((6, 2), 76), ((5, 6), 106), ((3, 11), 214), ((4, 8), 140)]
UP = [((3, 2), 92), ((0, 9), 232), ((1, 2), 98), ((2, 0), 82), ((1, 3), 108)]


@pytest.mark.parametrize(("field", "price"), RIGHT)
def test_5_5_3_12_1_right_or_up_at_the_edge(field, price):
    assert moved(field, "right") == price


@pytest.mark.parametrize(("field", "price"), LEFT)
def test_5_5_3_12_2_left_or_down_at_the_edge(field, price):
    assert moved(field, "left") == price


@pytest.mark.parametrize(("field", "price"), DOWN)
def test_2_6_3_3_down_or_stay(field, price):
    assert moved(field, "down") == price


@pytest.mark.parametrize(("field", "price"), UP)
def test_2_6_3_4_up_or_stay(field, price):
    assert moved(field, "up") == price


def test_5_5_3_11_2_a_run_that_is_not_proved_to_be_the_best_is_said_so(monkeypatch):
    unproved = [e for e in to_nuremberg("3").run("BY").game().events if isinstance(e, RunUnproved)]
    assert unproved == []
    monkeypatch.setattr(running, "best", lambda table, company: Run((), 40, 70, False))
    game = to_nuremberg("3").run("BY").game()
    assert [e for e in game.events if isinstance(e, RunUnproved)] == [RunUnproved("BY", 70)]
    (line,) = [line for line in words.log(game, game.events, "en") if "not proved" in line]
    assert line == "It was not proved that no run of Bayern earns more; none earns more than 70 M."


def test_5_5_3_12_1_a_dividend_moves_right():
    built = position(3).packet_gone().ag("BY", director=0)
    pay_out(built.turn, "BY", 100)
    assert price_of(built.game(), "BY") == 100


def test_5_5_3_12_2_saving_moves_left():
    built = position(3).packet_gone().ag("BY", director=0)
    withhold(built.turn, "BY", 100)
    assert price_of(built.game(), "BY") == 86


def test_5_5_3_12_2_no_income_moves_left_also_in_the_first_turn():
    game = position(3).packet_gone().ag("BY", director=0, operated=False).run("BY").game()
    assert price_of(game, "BY") == 86


def test_5_5_3_12_2_vorpreussische_have_no_price():
    game = position(3).packet_gone().minor("V1", 0).run("V1").game()
    assert "PriceMoved" not in kinds_of(game.events)


def test_5_5_3_12_3_a_moved_marker_goes_under():
    built = position(3).packet_gone().ag("SX", director=0, field=(2, 3)).ag("BY", director=0, field=(2, 2))
    pay_out(built.turn, "BY", 100)
    assert built.state.chart.stacks[2, 3] == ("SX", "BY")


def test_5_5_3_12_3_one_that_cannot_move_keeps_its_place():
    built = position(3).packet_gone().ag("SX", director=0, field=(6, 0)).ag("BY", director=0, field=(6, 0))
    withhold(built.turn, "SX", 100)
    assert built.state.chart.stacks[6, 0] == ("SX", "BY")


def test_5_5_3_12_4_who_has_acted_is_known_without_turning_markers():
    game = to_nuremberg("3").turn_of("BY").game()
    assert "BY" in game.state.acted
