"""Best runs that visit other stops: found if there are any, and never worse than the best."""

from hypothesis import HealthCheck, given, settings
from routes_boards import problems
from routes_brute import best_visits

from stellwerk.routes import (
    Link,
    Network,
    Problem,
    Stop,
    Train,
    alternatives,
    best_run,
    check,
    preferring,
    visited,
)


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems(("counting", "plus", "hexed", "skipping"), most_trains=2))
def test_every_stop_on_which_best_runs_differ_is_offered_both_ways(problem):
    possible = best_visits(problem)
    runs = alternatives(problem)
    best = best_run(problem)
    assert runs[0] == best
    assert len({visited(run) for run in runs}) == len(runs)
    for run in runs:
        assert run.total == best.total
        assert run.optimal
        assert visited(run) in possible
        assert check(problem, run.routes).optimal
    for stop in problem.network.stops:
        for wanted in (True, False):
            offered = any((stop in visited(run)) == wanted for run in runs)
            assert offered == any((stop in places) == wanted for places in possible)


def fork():
    net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2), Link(0, 3, bits=4)])
    return Problem(net, (Stop(20, home=True), Stop(30), Stop(30), Stop(20)), (Train.counting("2", 2),))


def test_only_the_stops_asked_for_make_a_difference():
    assert [visited(run) for run in alternatives(fork())] == [{0, 1}, {0, 2}]
    assert [visited(run) for run in alternatives(fork(), stops=[2])] == [{0, 1}, {0, 2}]
    assert [visited(run) for run in alternatives(fork(), stops=[0, 3])] == [{0, 1}]


def test_wishes_decide_between_equals_and_never_cost_money():
    assert visited(preferring(fork(), {2: 1})) == {0, 2}
    assert visited(preferring(fork(), {1: -5, 2: -6})) == {0, 1}
    assert visited(preferring(fork(), {3: 1000})) == {0, 1}
    assert preferring(fork(), {3: 1000}).total == 50
