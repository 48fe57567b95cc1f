"""5.5.3.6 and 5.5.2.7: where a train may not go on, on boards where it could arrive from both sides."""

import pytest

from stellwerk.eighteen.actions import BuildStation

from .positions import income_of, lays, listed, position, rule_against


def bremen(*trains):
    """Emden 10 – Oldenburg 10 – Bremen 20 – Hamburg 40, with markers of Oldenburg on both sides of Bremen."""
    built = position(3).packet_gone().ag("OL", director=0, trains=trains).phase("3").station("OL", "C11", 0)
    return built.tile("D8", "57", 1).tile("D10", "8", 1)


@pytest.mark.parametrize(("train", "open_", "full"), [("2", 60, 60), ("3", 70, 60), ("4", 80, 60)])
def test_5_5_3_6_no_route_runs_through_a_full_city_that_both_ends_reach(train, open_, full):
    assert income_of(bremen(train).game(), "OL") == open_
    blocked = bremen(train).ag("WT", director=1).station("WT", "D8")
    assert income_of(blocked.game(), "OL") == full


def test_5_5_3_6_two_routes_may_end_in_it():
    blocked = bremen("3", "2").ag("WT", director=1).station("WT", "D8")
    assert income_of(blocked.game(), "OL") == (10 + 10 + 20) + (20 + 40)


def augsburg():
    """Sachsen stands in Augsburg; its track joins the one from Regensburg before both enter München."""
    built = position(3).packet_gone().ag("SX", director=0, cash=900, trains=("3",)).phase("3")
    built.tile("O15", "202", 2).tile("N14", "25", 5).tile("N12", "57", 1).station("SX", "N12")
    return built.tile("M15", "58", 0)


def test_5_5_2_7_nobody_turns_round_in_a_stop():
    built = augsburg()
    names = built.shell.rules.printed.box.grid.names
    reached = {names[stop // 8] for stop in built.state.board.reach("SX").stops}
    assert "O15" in reached
    assert not {"M15", "L14"} & reached
    game = built.give(0, "NF").stations("SX").game()
    assert not [a for a in listed(game, BuildStation) if a.hex == "L14" and not a.permit]
    assert rule_against(game, BuildStation(0, "SX", "L14", 1)) == "5.5.2.7"


def test_5_5_1_23_nor_builds_where_only_such_a_turn_would_lead():
    assert "M15" not in {hex_ for hex_, _, _ in lays(augsburg().track("SX").game())}


def test_5_5_2_7_who_stands_in_the_stop_leaves_it_either_way():
    built = augsburg().ag("BY", director=1, cash=900, trains=("3",))
    built.stations("BY")
    reached = {built.shell.rules.printed.box.grid.names[s // 8] for s in built.state.board.reach("BY").stops}
    assert {"M15", "L14", "N12"} <= reached
