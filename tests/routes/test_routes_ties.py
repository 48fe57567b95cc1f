"""Best runs that visit other stops: found if there are any, and never worse than the best."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from routes_boards import problems
from routes_brute import best_visits

from stellwerk.routes import (
    Link,
    Network,
    Problem,
    Shuttle,
    Stop,
    Train,
    alternatives,
    best_run,
    check,
    preferring,
    ties,
    used,
    visited,
)


@pytest.mark.long
@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems(("counting", "plus", "hexed", "skipping"), most_trains=2))
def test_every_stop_on_which_best_runs_differ_is_offered_both_ways(problem):
    possible = {places for places, _ in best_visits(problem)}
    runs = alternatives(problem, stops=problem.network.stops)
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


@settings(max_examples=500, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems(("counting", "plus", "hexed", "tram"), most_trains=1), st.integers(0, 255), st.integers(0, 255))
def test_every_set_of_stops_and_track_that_a_best_run_can_visit_is_offered(problem, few_stops, few_links):
    stops = [stop for stop in problem.network.stops if few_stops >> stop & 1][:4]
    links = [link for link in range(len(problem.network.links)) if few_links >> link & 1][:4]
    runs = alternatives(problem, stops, links, most=1000)
    offered = [(visited(run).intersection(stops), used(run).intersection(links)) for run in runs]
    assert len(set(offered)) == len(offered)
    possible = {(p.intersection(stops), t.intersection(links)) for p, t in best_visits(problem)}
    if best_run(problem).total:  # else it is all the same whether a train runs for nothing
        assert set(offered) == possible


@pytest.mark.long
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems(("plus", "skipping"), most_trains=2), st.integers(0, 255))
def test_track_offered_is_used_between_stops_that_count(problem, few_links):
    links = [link for link in range(len(problem.network.links)) if few_links >> link & 1][:3]
    possible = {track.intersection(links) for _, track in best_visits(problem)}
    offered = [used(run).intersection(links) for run in alternatives(problem, links=links)]
    assert set(offered) <= possible
    for link in links:
        assert any(link in track for track in offered) == any(link in track for track in possible)


def fork():
    net = Network([Link(0, 1, bits=1), Link(0, 2, bits=2), Link(0, 3, bits=4)])
    return Problem(net, (Stop(20, home=True), Stop(30), Stop(30), Stop(20)), (Train.counting("2", 2),))


def test_only_the_stops_asked_for_make_a_difference():
    assert [visited(run) for run in alternatives(fork())] == [{0, 1}]
    assert [visited(run) for run in alternatives(fork(), stops=range(4))] == [{0, 1}, {0, 2}]
    assert [visited(run) for run in alternatives(fork(), stops=[2])] == [{0, 1}, {0, 2}]
    assert [visited(run) for run in alternatives(fork(), stops=[0, 3])] == [{0, 1}]
    assert [visited(run) for run in alternatives(fork(), links=[1])] == [{0, 1}, {0, 2}]


def test_a_shuttle_counts_a_wish_once():
    """What is wished for is a visit; a stop that is called at twice on double track does not stand for two."""
    links = [Link(0, 1, bits=1), Link(1, 2, bits=2), Link(1, 3, bits=4)]
    stops = Stop(0), Stop(10, home=True), Stop(10), Stop(10)
    double = Shuttle("shuttle", frozenset({0, 2}))
    problem = Problem(Network(links), stops, (Train.counting("3", 3),), (double,))
    assert best_run(problem).total == 30
    assert 2 in visited(preferring(problem, {1: 2, 2: 1}))


def test_wishes_decide_between_equals_and_never_cost_money():
    assert visited(preferring(fork(), {2: 1})) == {0, 2}
    assert visited(preferring(fork(), {1: -5, 2: -6})) == {0, 1}
    assert visited(preferring(fork(), {3: 1000})) == {0, 1}
    assert preferring(fork(), {3: 1000}).total == 50


def test_whether_there_is_a_choice_is_known_at_the_second_run(monkeypatch):
    """More are looked for only when they are asked for, and nothing is asked twice."""
    links = [Link(0, end, bits=1 << end) for end in range(1, 7)]
    stops = tuple(Stop(30, home=at == 0, may_pass=False) for at in range(7))
    problem = Problem(Network(links), stops, (Train.counting("2", 2),))
    asked = []
    monkeypatch.setattr(ties, "best_run", lambda *question: asked.append(question) or best_run(*question))
    two = alternatives(problem, range(1, 7), most=2)
    assert (len(two), len(asked)) == (2, 2)
    everything = alternatives(problem, range(1, 7))
    assert (len(everything), everything[:2]) == (6, two)
    until_now = len(asked)
    assert alternatives(problem, range(1, 7), most=2) == two
    assert len(asked) == until_now
