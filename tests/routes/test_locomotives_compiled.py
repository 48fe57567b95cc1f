"""For locomotives the kernel finds what plain Python finds: the same runs in as many steps, on any budget."""

from contextlib import contextmanager, suppress

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from locomotives_board import FACTS
from locomotives_boards import problem_from
from locomotives_stress import full_problem

from stellwerk.routes import Budget, Link, Network
from stellwerk.routes import compiled as kernel
from stellwerk.routes.locomotives import (
    Diesel,
    Locomotive,
    NoRunError,
    Place,
    Problem,
    Stop,
    Work,
    alternatives,
    best_run,
    compiled,
    counted,
)
from stellwerk.routes.locomotives.settling import Settling
from stellwerk.routes.locomotives.solve import begun
from stellwerk.routes.plain import Clock, OutOfBudgetError

pytestmark = pytest.mark.skipif(kernel.locomotives is None, reason="the kernel was not built")

BUDGETS = (None, 0, 1, 4, 9, 20, 45, 90, 150, 400)


@contextmanager
def in_plain_python():
    """Search as where there is no kernel."""
    ready, compiled.ready = compiled.ready, lambda problem, budget: None
    try:
        yield
    finally:
        compiled.ready = ready


@contextmanager
def patience_of(steps):
    """Search in stages after so many steps, as on large boards."""
    patience, Settling.patience = Settling.patience, steps
    try:
        yield
    finally:
        Settling.patience = patience


def problems():
    """More routes than brute force could stand."""
    boards = st.binary(min_size=120, max_size=120).map(lambda data: problem_from(data, most_routes=60))
    return boards.filter(lambda problem: problem is not None)


def answers(problem, nodes):
    """All that is asked of a problem, or how it ended."""
    budget = Budget(nodes=nodes)
    told = []
    for ask in (
        lambda: best_run(problem, budget),
        lambda: alternatives(problem, problem.network.stops, budget),
        lambda: numbers(problem, budget),
    ):
        try:
            told.append(ask())
        except NoRunError:
            told.append("no run")
    return told


def numbers(problem, budget):
    """What is known once routes are counted, and what follows from there."""
    count = counted(problem, budget)
    if count is None:
        return None
    runs = alternatives(problem, problem.network.stops, budget, count)
    return count.routes(diesel=False), count.routes(diesel=True), count.is_free, runs


def steps_taken(problem):
    """The steps of plain search and kernel when all is settled, each after every part."""
    clock = Clock(Budget())
    yard = compiled.ready(problem, Budget())
    taken = []
    for diesel in (True, False):
        for begin, steps in ((yard.begun, lambda: yard.steps), (lambda d: Settling(problem, d, clock), None)):
            with suppress(NoRunError):
                begin(diesel).pay()
            taken.append(clock.steps if steps is None else steps())
    return taken[::2], taken[1::2]


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems(), st.sampled_from(BUDGETS), st.sampled_from((1000, 1, 3)))
def test_kernel_and_plain_python_tell_the_same(problem, nodes, patience):
    with patience_of(patience):
        ours = answers(problem, nodes)
        with in_plain_python():
            assert ours == answers(problem, nodes)


@settings(max_examples=100, deadline=None, suppress_health_check=list(HealthCheck))
@given(problems())
def test_kernel_and_plain_python_take_as_many_steps(problem):
    if problem.locomotives and problem.diesel:
        ours, plain = steps_taken(problem)
        assert ours == plain


@pytest.mark.skipif(not FACTS.is_file(), reason="the fact sheets are not beside the project")
@pytest.mark.parametrize(
    ("seed", "sizes", "nodes"),
    [
        (0, (5,), None),
        (3, (3, 2), None),
        (7, (2, 2), None),
        (12, (5, 4), 400),
        (14, (5, 5, 4), 400),
        (22, (4, 2, 2), 300),
    ],
    ids=str,
)
def test_full_boards_are_no_exception(seed, sizes, nodes):
    problem = full_problem(seed, sizes)
    ours = answers(problem, nodes)
    with in_plain_python():
        assert ours == answers(problem, nodes)


def small(places=None, engines=None, **more):
    net = Network([Link(0, 1, bits=1), Link(1, 2, bits=2)])
    stops = {n: Stop(n, may_end=True, home=True) for n in range(3)}
    places = places or {n: Place(30) for n in range(3)}
    return Problem(net, stops, places, engines or (Locomotive("2", 2),), **more)


@pytest.mark.parametrize(
    "problem",
    [
        small(places={0: Place(10**9), 1: Place(5)}),
        small(places={0: Place(5, (Work("1", amount=10**7),))}),
        small(engines=(Locomotive("big", 65),)),
        small(engines=tuple(Locomotive(f"{n}", 1) for n in range(17))),
    ],
    ids=["money", "works", "size", "locomotives"],
)
def test_what_is_beyond_the_kernel_is_left_to_python(problem):
    assert compiled.ready(problem, Budget()) is None
    assert best_run(problem).optimal


@pytest.mark.parametrize("compulsory", [((0, 5),), ((),), ((-1,),)], ids=str)
def test_broken_compulsory_routes_are_refused_as_in_python(compulsory):
    problem = small(compulsory=compulsory)
    for search in (lambda: best_run(problem), lambda: Settling(problem, False, Clock(Budget()))):
        with pytest.raises(ValueError, match="links"):
            search()


def test_a_diesel_may_start_where_there_is_no_track():
    network = Network([Link(0, 1, bits=1)])
    stops = {n: Stop(n, may_end=True, home=True) for n in (0, 1, 9)}
    problem = Problem(network, stops, {n: Place(diesel=10 + n) for n in stops}, (), diesel=Diesel("D", start=9))
    assert best_run(problem).diesel.total == 19
    with pytest.raises(KeyError):
        best_run(Problem(network, stops, {}, (), diesel=Diesel("D", start=4)))


def test_a_clock_that_has_run_out_ends_the_kernels_search():
    with pytest.raises(OutOfBudgetError):
        begun(small(), Budget(nodes=0))(False)
    stops = {n: Stop(n, may_end=True, home=True) for n in range(7)}
    network = Network([Link(a, b, bits=0) for a in stops for b in stops if a < b])
    with pytest.raises(OutOfBudgetError):
        begun(Problem(network, stops, {}, (Locomotive("2", 2),)), Budget(seconds=0.0))(False)
