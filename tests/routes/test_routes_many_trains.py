"""Several long trains on crowded boards: the best run is proved, and in the order in which runs are told."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from routes_boards import problem_from

from stellwerk.routes import AtStop, Budget, Link, Network, Problem, Shuttle, Stop, Train, best_run
from stellwerk.routes.bench import around_home, fleet
from stellwerk.routes.compiled import available, compiled_best_run
from stellwerk.routes.plain import plain_best_run
from stellwerk.routes.stress import full_board, stress_problem
from stellwerk.titles.t1835.data import material

kernel = pytest.mark.skipif(not available(), reason="the kernel was not built")


def board(seed, *trains, size=0):
    problem = stress_problem(full_board(material().box, seed), seed, fleet(*trains))
    return around_home(problem, size) if size else problem


@kernel
@pytest.mark.parametrize(
    ("seed", "size", "trains", "total"),
    [
        (0, 0, ("6+6",) * 2, 670),
        (5, 0, ("6+6",) * 2, 690),
        (15, 0, ("6+6",) * 2, 690),
        (15, 30, ("6+6",) * 2, 660),
        (23, 15, ("6+6",) * 3, 690),
        (27, 15, ("6+6",) * 3, 640),
        (15, 15, ("6+6",) * 3, 620),
    ],
)
def test_dense_boards_are_proved(seed, size, trains, total):
    run = best_run(board(seed, *trains, size=size), 60)
    assert (run.total, run.bound, run.optimal) == (total, total, True)


@pytest.mark.long
@kernel
@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.binary(min_size=300, max_size=300))
def test_up_to_five_trains_taken_for_a_large_board(data):
    problem = problem_from(data, ("counting", "plus"), most_trains=5, special=False)
    plain = plain_best_run(problem, Budget())
    run = compiled_best_run(problem, Budget(), shortcuts=False)
    assert run is None or run == plain
    for nodes in (3, 20, 200):
        cut = compiled_best_run(problem, Budget(nodes=nodes), shortcuts=False)
        assert cut is None or cut.total <= plain.total <= cut.bound


@kernel
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("size", "trains"), [(10, ("3+3", "3+3", "2+2")), (12, ("3+3", "3", "2+2", "2+2")), (13, ("4", "4", "3+3"))]
)
def test_cut_outs_taken_for_large_boards(seed, size, trains):
    problem = board(seed, *trains, size=size)
    assert compiled_best_run(problem, Budget(), shortcuts=False) == plain_best_run(problem, Budget())


@kernel
@pytest.mark.parametrize(
    ("seed", "size", "trains", "best"),
    [(23, 0, 3, 1030), (15, 40, 3, 950), (23, 40, 4, 1250)],
)
def test_a_good_run_is_known_early(seed, size, trains, best):
    run = best_run(board(seed, *["6+6"] * trains, size=size), Budget(nodes=2_000_000))
    assert best * 0.97 <= run.total <= best <= run.bound


@kernel
@pytest.mark.parametrize("nodes", [0, 300, 3000, 30000, 300000, 1000000])
@pytest.mark.parametrize(("seed", "trains", "best"), [(23, ("6+6",) * 3, 1030), (27, ("6+6",) * 4, 1300)])
def test_when_time_is_up_what_is_told_is_true(nodes, seed, trains, best):
    run = best_run(board(seed, *trains), Budget(nodes=nodes))
    assert run.total <= best <= run.bound
    assert run.total == sum(route.total for route in run.routes)


@kernel
def test_what_a_shuttle_counts_once_is_part_of_the_unit_of_totals():
    """The only stop of worth brings 20, and 10 more when it is called at again: totals are no multiples of 20."""
    links = [Link(0, 1, bits=bits) for bits in (0, 1, 1, 1)] + [Link(1, 2, bits=0)]
    stops = Stop(0, home=True), Stop(10, home=True), Stop(0, home=True)
    bonuses = AtStop("call", {1: 10}, again=False), Shuttle("shuttle", frozenset({3, 4}))
    problem = Problem(Network(links), stops, (Train.counting("2", 2), Train.counting("3", 3)), bonuses)
    for shortcuts in (True, False):
        run = compiled_best_run(problem, Budget(), shortcuts=shortcuts)
        assert (run.total, run.optimal) == (50, True)
