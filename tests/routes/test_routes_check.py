"""Judging a run that somebody proposes."""

import pytest
from hypothesis import HealthCheck, given, settings
from routes_boards import problems
from routes_brute import all_paths, fits, legal_path, value_of

from stellwerk.routes import Link, Network, Problem, Route, Stop, Train, best_run, check


def line(**changes):
    """Four stops in a row, joined by single links, and a second link between the first two."""
    stops = {0: Stop(20, home=True), 1: Stop(10, town=True), 2: Stop(40), 3: Stop(50, may_pass=False)}
    stops.update(changes.pop("stops", {}))
    links = [Link(0, 1, bits=1), Link(0, 1, bits=2), Link(1, 2, bits=4), Link(2, 3, bits=8)]
    trains = changes.pop("trains", (Train.counting("3", 3), Train.counting("4", 4)))
    return Problem(Network(links), stops, trains)


def route(train, stops, links, values=None):
    return Route(train, stops, links, values or tuple(0 for _ in stops), (), 0)


@pytest.mark.parametrize(
    ("given", "reasons"),
    [
        ([route("3", (0, 1, 2), (0, 2))], []),
        ([route("3", (2, 1, 0), (2, 1))], []),
        ([route("9", (0, 1), (0,))], ["unknown_train"]),
        ([route("3", (0, 1), (0,)), route("3", (0, 1), (1,))], ["train_twice"]),
        ([route("3", (0, 2), (0,))], ["broken"]),
        ([route("3", (0, 1), (7,))], ["broken"]),
        ([route("3", (0,), ())], ["too_short"]),
        ([route("3", (0, 1, 0), (0, 1))], ["stop_twice"]),
        ([route("3", (1, 2), (2,))], ["no_station"]),
        ([route("3", (0, 1, 2, 3), (0, 2, 3))], ["too_long"]),
        ([route("3", (0, 1, 2), (0, 2)), route("4", (0, 1), (0,))], ["shared_track"]),
        ([route("3", (0, 1, 2), (0, 2)), route("4", (0, 1), (1,))], []),
        ([route("3", (0, 1, 2), (0, 2), (20, None, 40))], ["wrong_count"]),
    ],
)
def test_each_fault_has_its_name(given, reasons):
    verdict = check(line(), given)
    assert [fault.reason for fault in verdict.faults] == reasons
    assert verdict.legal == (not reasons)


@pytest.mark.parametrize(
    ("stops", "reason"),
    [
        ({1: Stop(10, may_pass=False)}, "blocked"),
        ({2: Stop(40, may_end=False)}, "no_end"),
        ({1: Stop(10, group=1), 2: Stop(40, group=1)}, "excluded"),
        ({2: Stop(40, may_pass=False, may_end=False)}, "closed"),
    ],
)
def test_stops_have_their_own_faults(stops, reason):
    verdict = check(line(stops=stops), [route("3", (0, 1, 2), (0, 2))])
    assert reason in [fault.reason for fault in verdict.faults]


def test_a_skipping_train_counts_a_station_and_no_more_than_it_may():
    problem = line(trains=(Train.skipping("2E", 2),))
    whole = ((0, 1, 2, 3), (0, 2, 3))
    assert check(problem, [route("2E", *whole, (20, None, None, 50))]).optimal
    assert [f.reason for f in check(problem, [route("2E", *whole, (20, None, 40, 50))]).faults] == ["wrong_count"]
    faults = check(problem, [route("2E", *whole, (None, None, 40, 50))]).faults
    assert [fault.reason for fault in faults] == ["no_station_counted"]


def test_a_legal_run_below_the_best_is_told_the_best():
    verdict = check(line(), [route("3", (0, 1), (0,))])
    assert (verdict.legal, verdict.optimal, verdict.total, verdict.best) == (True, False, 30, 150)


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems(("counting", "plus", "tram", "hexed"), most_trains=1))
def test_check_agrees_with_the_rules_on_every_path(problem):
    train = problem.trains[0]
    best = best_run(problem)
    for stops, ways in all_paths(problem):
        verdict = check(problem, [route(train.id, stops, ways)])
        legal = legal_path(problem, stops, ways) and fits(problem, train, stops, ways)
        assert verdict.legal == legal
        if legal:
            value = value_of(problem, stops, ways, range(len(stops)))
            assert verdict.total == value
            assert verdict.optimal == (value == best.total)
