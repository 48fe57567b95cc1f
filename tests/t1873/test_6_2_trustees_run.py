"""6.2: a railway in trusteeship runs route by route what adds most, ties by lot."""

import pytest

from stellwerk.titles.t1873.companies.running import RunLocomotives
from t1873.yard import asleep, income, told, yard


def hbe(*trains, markers=("C16", "E16"), phase="3"):
    built = yard(phase).railway("HBE", *trains).tiles("B15 78/5, E16 76/0")
    for hex_ in markers:
        built.marker("HBE", hex_)
    return built


def test_6_2_the_concession_route_and_then_what_adds_most():
    """Q5: with its marker on E16 the way to Thale adds 90, the one to Derenburg 80."""
    game = hbe("2").trustee("HBE")
    assert told(game.events) == [("2", "B19=60 C16=30 D15=80", 170), ("2", "D15=0 E16=20 F15=70", 90)]
    assert income(game.events) == 260
    assert asleep(game, "HBE") == set()


@pytest.mark.parametrize(("loco", "further"), [("2", []), ("3", [("3", "F7=70 G6=0", 70)])])
def test_6_2_both_concession_routes_of_the_nwe_come_first(loco, further):
    """Q5: a 2 has no route left for Tanne and its work, 10 + 60; a 3 has one."""
    routes = told(yard("3").railway("NWE", loco).tiles("F7 975/0, G6 985/2").trustee("NWE").events)
    assert [stops.split("=")[0] + stops.split()[-1][:2] for _, stops, _ in routes[:2]] == ["B9G6", "G6J7"]
    assert routes[2:] == further


def test_6_2_ties_are_drawn_by_lot():
    """Without it both add 80."""
    ends = set()
    for lots in range(20):
        routes = told(hbe("2", markers=("C16",)).trustee("HBE", lots).events)
        assert routes == told(hbe("2", markers=("C16",)).trustee("HBE", lots).events)
        assert sum(value for *_, value in routes) == 250
        ends.add(routes[1][1])
    assert ends == {"B13=80 C16=0", "D15=0 E16=10 F15=70"}


def test_6_2_lots_move_on_when_they_are_drawn():
    game = hbe("2", markers=("C16",)).trustee("HBE", 7)
    assert game.state.lots != 7
    assert hbe("2").trustee("HBE", 7).state.lots == 7


def test_6_2_the_largest_locomotive_begins():
    """It has three routes; the smaller one gets what is left, the village of D13 with its work."""
    game = hbe("1", "3").trustee("HBE")
    trains = [train for train, *_ in told(game.events)]
    assert trains == ["3", "3", "3"]
    assert income(game.events) == 60 + 30 + 40 + 60 + 20 + 10 + 90 + 80


def test_6_2_a_railcar_runs_as_usual():
    game = hbe("1", "D", phase="D").trustee("HBE")
    assert ("D", "D15=0 E16=10", 10) in told(game.events)
    assert asleep(game, "HBE") == set()


def test_6_2_nobody_is_asked_and_the_lokalbahn_earns_its_own():
    game = yard("4").railway("QLB", "4").trustee("QLB")
    assert told(game.events) == [("L", "E20=60", 60), ("4", "E18=50 E20=60", 110)]
    assert not isinstance(game.step, RunLocomotives)
