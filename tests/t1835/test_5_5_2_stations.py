"""5.5.2: station markers."""

import pytest

from stellwerk import Pass
from stellwerk.eighteen.actions import BuildStation, ChooseHome, LayTile
from stellwerk.eighteen.classic.operating import NextCompany
from stellwerk.titles.t1835.stations import station_cost

from .positions import lays, listed, markers_in, paid, position, rule_against
from .test_5_5_1_track import saxon_loop


def places(game):
    return {(a.hex, a.city) for a in listed(game, BuildStation)}


def bavarian_line(cash=500):
    """München – Regensburg – Nürnberg."""
    built = position(3).packet_gone().ag("BY", director=0, cash=cash, trains=("3",))
    return built.tile("O15", "202", 2).tile("N14", "8", 3).tile("M15", "58", 0)


def leipzig_line(tile="57", rotation=1):
    """Bayern stands in Dresden, with track west to Leipzig."""
    built = position(3).packet_gone().ag("BY", director=0, cash=900, trains=("3",)).phase("3")
    built.tile("H20", "201", 0).station("BY", "H20").tile("H18", "9", 1)
    if tile != "57":
        built.tile("H16", "57", 1)
    return built.tile("H16", tile, rotation)


def test_5_5_2_1_home_and_number_of_markers():
    rest = position(3).shell.state.markers
    assert rest == {"BY": 5, "SX": 3, "BA": 2, "WT": 2, "HE": 2, "MS": 2, "OL": 2, "PR": 7}


def test_5_5_2_1_no_marker_left():
    built = bavarian_line()
    for hex_, tile in (("A11", "5"), ("F10", "5"), ("F14", "5"), ("M9", "6")):
        built.tile(hex_, tile).station("BY", hex_)
    game = built.stations("BY").then(NextCompany()).game()
    assert not listed(game, BuildStation)


def test_5_5_2_2_one_marker_a_hex_even_with_two_cities():
    game = bavarian_line().station("BY", "L14", 0).give(0, "NF").track("BY").game()
    game.play(Pass(0))
    assert not places(game)
    held = bavarian_line().station("BY", "L14", 0).tile("N14", "25", 5).tile("N12", "57", 1)
    assert rule_against(held.stations("BY").game(), BuildStation(0, "BY", "L14", 1)) == "5.5.2.2"


def test_5_5_2_2_only_cities_take_markers():
    game = bavarian_line().stations("BY").game()
    assert rule_against(game, BuildStation(0, "BY", "M15", 0)) == "5.5.2.2"
    assert rule_against(game, BuildStation(0, "BY", "N14", 0)) == "5.5.2.2"


def test_5_5_2_2_only_free_cities():
    built = bavarian_line().ag("WT", director=1).station("WT", "L14", 1).give(0, "NF")
    game = built.stations("BY").game()
    assert rule_against(game, BuildStation(0, "BY", "L14", 1)) == "5.5.2.2"
    assert rule_against(game, BuildStation(0, "BY", "L14", 1, "NF")) == "5.5.2.2"
    assert ("L14", 0) in places(game)  # by the power


def test_5_5_2_3_a_full_city_is_passed_by_its_owners_only():
    built = position(3).packet_gone().ag("BY", director=0, cash=500, trains=("3",)).ag("WT", director=1)
    built.tile("O15", "202", 2).tile("N14", "8", 5).tile("N12", "57", 1).tile("N10", "1", 3).station("WT", "N12")
    stops = built.state.board.reach("BY").stops
    grid = built.shell.rules.printed.box.grid
    assert {grid.names[s // 8] for s in stops} == {"O15", "N12"}
    assert "N10" in {grid.names[s // 8] for s in built.state.board.reach("WT").stops}


def test_5_5_2_4_a_company_builds_from_its_own_markers():
    built = bavarian_line().ag("SX", director=1, cash=100)
    game = built.track("SX").game()
    assert {hex_ for hex_, _, _ in lays(game)} == {"H16"}


@pytest.mark.parametrize(("company", "hex_", "cost"), [("BY", "H20", 160), ("BY", "H16", 140), ("BY", "L14", 60)])
def test_5_5_2_5_station_costs_20_a_hex_from_home(company, hex_, cost):
    built = position(3)
    assert station_cost(built.table, company, built.shell.rules.printed.box.grid.index[hex_]) == cost


def test_5_5_2_5_paid_to_the_bank_beforehand():
    game = bavarian_line(60).stations("BY").game()
    events = game.play(BuildStation(0, "BY", "L14", 1))
    assert paid(events, "station") == {"bank": 60}
    assert game.state.markers["BY"] == 3  # five, one at home and this one
    assert game.state.cash["BY"] == 0
    poor = bavarian_line(59).stations("BY").then(NextCompany()).game()
    assert not places(poor)


def test_5_5_2_5_refused_without_the_money():
    built = bavarian_line(59).give(0, "NF")
    assert rule_against(built.stations("BY").game(), BuildStation(0, "BY", "L14", 1)) == "5.5.2.5"


def test_5_5_2_6_one_marker_a_turn():
    built = bavarian_line().tile("N14", "25", 5).tile("N12", "57", 1).stations("BY")
    game = built.give(0, "NF").game()
    game.play(BuildStation(0, "BY", "N12", 0))
    assert rule_against(game, BuildStation(0, "BY", "L14", 1)) == "5.5.2.6"
    assert {a.permit for a in listed(game, BuildStation)} == {"NF"}


def test_5_5_2_7_only_where_the_companys_track_leads():
    built = position(3).packet_gone().ag("BY", director=0, cash=500).tile("O15", "202", 2).give(0, "NF")
    assert rule_against(built.stations("BY").game(), BuildStation(0, "BY", "L14", 1)) == "5.5.2.7"


def test_5_5_2_7_not_through_a_city_full_of_strangers():
    built = leipzig_line().tile("H14", "9", 1).tile("H12", "9", 1).tile("H10", "4", 1)
    built.tile("H8", "9", 1).ag("SX", director=1)
    names = built.shell.rules.printed.box.grid.names
    assert {names[s // 8] for s in built.state.board.reach("BY").stops} >= {"H20", "H16"}
    assert "H10" not in {names[s // 8] for s in built.state.board.reach("BY").stops}


def test_5_5_2_7_a_loop_turns_no_train_round():
    built = saxon_loop().minor("V3", 1).tile("G17", "9", 2).tile("F16", "8", 5)
    built.tile("F14", "57", 1).tile("F14", "14", 1)
    game = built.stations("SX").game()
    assert places(game) == {("H20", 0)}
    assert rule_against(game, BuildStation(0, "SX", "F14", 0)) == "5.5.2.7"
    game.play(BuildStation(0, "SX", "H20", 0))
    assert ("F14", 0) in places(built.station("SX", "H20").stations("SX").game())


def test_5_5_2_8_the_last_place_is_kept_for_the_home_of_a_later_company():
    built = leipzig_line().give(0, "NF")
    assert rule_against(built.stations("BY").game(), BuildStation(0, "BY", "H16", 0)) == "5.5.2.8"
    grown = leipzig_line("14", 0)
    assert ("H16", 0) in places(grown.stations("BY").game())


def test_5_5_2_8_a_second_stranger_finds_no_place():
    built = leipzig_line("14", 0).ag("WT", director=1).station("WT", "H16").give(0, "NF")
    assert rule_against(built.stations("BY").game(), BuildStation(0, "BY", "H16", 0)) == "5.5.2.8"


def test_5_5_2_8_once_it_operates_the_rest_is_free():
    built = leipzig_line("14", 0).ag("SX", director=1)
    assert ("H16", 0) in places(built.stations("BY").game())


def test_5_5_2_8_vorpreussische_that_are_unsold_keep_theirs():
    built = position(3).ag("BY", director=0, cash=900, trains=("3",)).phase("3").station("BY", "F10")
    built.tile("F10", "5", 3)  # Hannover, north-east and east: Braunschweig
    assert rule_against(built.give(0, "NF").stations("BY").game(), BuildStation(0, "BY", "F14", 0)) == "5.5.2.8"


def mannheim(director=1):
    """Baden operates, Mannheim is not built; Bayern, of seat 0, has the Pfalzbahnen and is to build."""
    built = position(3).give(0, "PF").packet_gone().ag("BY", director=0, cash=500, trains=("3",)).phase("3")
    return built.ag("BA", director=director, cash=500).tile("O15", "202", 2)


def test_5_5_2_10_baden_chooses_at_once_when_another_builds():
    game = mannheim().turn_of("BY").game()
    game.play(LayTile(0, "BY", "L6", "210", 0, "PF"))
    assert game.waiting_for() == (1,)
    assert {a.city for a in listed(game, ChooseHome)} == {0, 1}
    assert rule_against(game, Pass(1)) == "5.5.2.10"
    game.play(ChooseHome(1, "BA", "L6", 0))
    assert markers_in(game, "L6", 0) == ("BA",)
    assert game.waiting_for() == (0,)
    assert game.step.company == "BY"


def test_5_5_2_10_the_builder_may_take_the_other_city_in_the_same_turn():
    game = mannheim().turn_of("BY").game()
    game.play(LayTile(0, "BY", "L6", "210", 0, "PF"))
    game.play(ChooseHome(1, "BA", "L6", 0))
    game.play(Pass(0))
    assert [(a.hex, a.city) for a in listed(game, BuildStation) if a.permit == "PF"] == [("L6", 1)]


def test_5_5_2_10_nobody_before_baden():
    built = position(3).give(0, "PF").packet_gone().ag("BY", director=0, cash=500).phase("3").tile("L6", "210", 0)
    game = built.give(0, "NF").stations("BY").game()
    for city in (0, 1):
        assert rule_against(game, BuildStation(0, "BY", "L6", city)) == "5.5.2.10"
        assert rule_against(game, BuildStation(0, "BY", "L6", city, "PF")) == "5.5.2.10"


def test_5_5_2_10_the_home_stays_where_it_was_put():
    built = position(3).packet_gone().ag("BA", director=0, cash=500, home=False).phase("5").tile("L6", "210", 0)
    built.station("BA", "L6", 1).tile("L6", "217", 0)
    game = built.track("BA").game()
    assert markers_in(game, "L6", 0) == ("BA",)  # the two cities have grown into one
    assert not listed(game, ChooseHome)


def test_5_5_2_10_baden_can_do_nothing_before_green_tiles():
    game = position(3).packet_gone().ag("BA", director=0, cash=500).track("BA", 2).game()
    assert not lays(game)


def test_5_5_2_5_the_home_marker_is_free():
    game = bavarian_line().game()
    assert game.state.cash["BY"] == 500
    assert markers_in(game, "O15") == ("BY",)
