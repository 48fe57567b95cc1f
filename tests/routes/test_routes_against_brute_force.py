"""The searches agree with brute force on random small boards, and every route they tell of is legal."""

from functools import partial

import pytest
from hypothesis import HealthCheck, given, settings
from routes_boards import EVERY_KIND, problems
from routes_brute import best_value, brute_best, fits, legal_path, track

from stellwerk.routes import Budget, best_run
from stellwerk.routes.compiled import compiled_best_run
from stellwerk.routes.plain import plain_best_run

relaxed = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def assert_true(problem, run):
    """What the run says of itself is true by the words of the rules."""
    used = set()
    by_id = {train.id: train for train in problem.trains}
    running = [route.train for route in run.routes]
    assert running == [train.id for train in problem.trains if train.id in running]
    for route in run.routes:
        train = by_id[route.train]
        assert len(route.stops) == len(set(route.stops)) == len(route.links) + 1 >= 2
        for i, number in enumerate(route.links):
            link = problem.network.links[number]
            assert {link.a, link.b} == {route.stops[i], route.stops[i + 1]}
        assert legal_path(problem, route.stops, route.links)
        assert fits(problem, train, route.stops, route.links)
        assert best_value(problem, train, route.stops, route.links) == route.total
        assert sum(v for v in route.values if v is not None) + sum(a for _, a in route.bonuses) == route.total
        bits = track(problem, route.links)
        assert not bits & used
        used |= bits
    assert sum(route.total for route in run.routes) == run.total <= run.bound


@pytest.mark.long
@pytest.mark.parametrize(
    "kinds", [("counting", "plus"), ("tram", "hexed", "plus"), ("skipping", "plus"), EVERY_KIND]
)
def test_best_is_best(kinds):
    @settings(max_examples=1200, **relaxed)
    @given(problems(kinds))
    def agree(problem):
        best = brute_best(problem)
        runs = [plain_best_run(problem, Budget()), best_run(problem)]
        as_if_large = compiled_best_run(problem, Budget(), shortcuts=False)
        if as_if_large is not None:
            runs.append(as_if_large)
        for run in runs:
            assert_true(problem, run)
            assert run.optimal
            assert run.total == run.bound == best
            assert run == runs[0]  # of several best runs, every search tells the same one
        for asked in (partial(plain_best_run, budget=Budget()), best_run):
            assert asked(problem, above=max(0, best - 1)) == runs[0]
            none = asked(problem, above=best)
            assert not none.routes
            assert none.bound >= best

    agree()


@pytest.mark.long
@settings(max_examples=400, **relaxed)
@given(problems())
def test_a_small_budget_never_lies(problem):
    best = brute_best(problem)
    for solver in (plain_best_run, best_run):
        for nodes in (0, 3, 20):
            run = solver(problem, Budget(nodes=nodes))
            assert_true(problem, run)
            assert run.total <= best <= run.bound
            assert run.optimal == (run.total == run.bound)
