"""Full boards: what the search proposes within a fixed effort is legal, and its bounds are in order."""

import pytest
from locomotives_board import FACTS
from locomotives_stress import full_problem

from stellwerk.routes import Budget
from stellwerk.routes.locomotives import best_run, check

pytestmark = pytest.mark.skipif(not FACTS.is_file(), reason="the fact sheets are not beside the project")


@pytest.mark.parametrize("seed", [0, 7, 14, 21])
@pytest.mark.parametrize("sizes", [(5,), (3, 2), (5, 5, 4)], ids=str)
def test_proposals_are_legal(seed, sizes):
    problem = full_problem(seed, sizes)
    budget = Budget(nodes=6000)
    run = best_run(problem, budget)
    assert check(problem, run, budget).legal
    for part in (run.standard, run.diesel):
        assert part.total <= part.bound
        assert len(part.routes) == part.most_routes
    assert len(run.standard.routes) <= sum(sizes)
    assert run.diesel.optimal


def test_one_large_locomotive_is_proved():
    assert best_run(full_problem(3, (5,))).optimal
