"""Trains that skip stops, alone, with equal ones and with others: kernel, plain Python and brute force agree."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from routes_boards import Dice, problem_from, problems
from routes_brute import brute_best

from stellwerk.routes import (
    Budget,
    EachStop,
    Link,
    Network,
    Problem,
    Shuttle,
    Stop,
    Through,
    Train,
    best_run,
    check,
)
from stellwerk.routes.bench import around_home, fleet
from stellwerk.routes.compiled import available, compiled_best_run
from stellwerk.routes.plain import plain_best_run
from stellwerk.routes.stress import alpine_problem, full_board, stress_problem
from stellwerk.titles.t1835.data import material

relaxed = {"deadline": None, "suppress_health_check": list(HealthCheck)}
kernel = pytest.mark.skipif(not available(), reason="the kernel was not built")


def roomy(data):
    """Read a board off bytes that is too large for brute force, with one skipping train and perhaps another."""
    dice = Dice(data)
    size = 7 + dice.below(4)
    links = []
    for _ in range(size + dice.below(size)):
        a = dice.below(size)
        bits = sum({1 << dice.below(24) for _ in range(dice.below(3))})
        gates = dice.below(16)
        once = dice.one_of(0, 0, 0, 1)
        links.append(Link(a, (a + 1 + dice.below(3)) % size, bits, 1, gates & 3, gates >> 2, once))
    stops = tuple(
        Stop(
            dice.one_of(0, 10, 20, 30, 40, 60),
            may_pass=dice.below(8) < 7,
            may_end=dice.below(12) < 11,
            home=dice.below(3) == 0,
            group=dice.one_of(-1, -1, -1, -1, 0, 1),
            cross=dice.one_of(0, 0, 0, -10, 20),
        )
        for _ in range(size)
    )
    trains = [Train.skipping("E", 2 + dice.below(5)), Train.plus("n+m", 2, 1)][: 1 + dice.below(2)]
    return Problem(Network(links), stops, tuple(trains))


@settings(max_examples=600, **relaxed)
@given(st.binary(min_size=200, max_size=200).map(roomy))
def test_the_kernel_and_plain_python_tell_the_same_run(problem):
    plain = plain_best_run(problem, Budget())
    assert plain.optimal
    assert best_run(problem) == plain
    assert compiled_best_run(problem, Budget(), shortcuts=False) in (plain, None)


@settings(max_examples=600, **relaxed)
@given(problems(("skipping",), most_trains=1))
def test_a_skipping_train_finds_what_brute_force_finds(problem):
    run = compiled_best_run(problem, Budget(), shortcuts=False)
    assert run is None or (run.total, run.optimal) == (brute_best(problem), True)


def alpine(data):
    """Read a small board off bytes, with up to three trains, tunnels, and pairs of stops that may be ends only."""
    problem = problem_from(data[:190], ("skipping", "skipping", "plus", "hexed"), special=False)
    dice = Dice(data[190:])
    links, size = len(problem.network.links), len(problem.stops)
    if not links:
        return problem
    stops, bonuses = list(problem.stops), list(problem.bonuses)
    for _ in range(1 + dice.below(2)):
        bonuses.append(EachStop("tunnel", dice.one_of(10, 20), frozenset({dice.below(links), dice.below(links)})))
    for _ in range(dice.below(3)):
        ends = [dice.below(size) for _ in range(4)]
        if dice.below(2):
            for stop in ends:
                stops[stop] = replace(stops[stop], may_pass=False, may_end=True)
        bonuses.append(Through("transit", dict.fromkeys(ends[:2], 40), {ends[2]: 0, ends[3]: dice.one_of(30, 60)}))
    trains = problem.trains
    if dice.below(2):
        trains = tuple(replace(trains[0], id=f"no. {number}") for number in range(len(trains)))
    return Problem(problem.network, tuple(stops), trains, tuple(bonuses))


@pytest.mark.long
@settings(max_examples=600, **relaxed)
@given(st.binary(min_size=215, max_size=215).map(alpine))
def test_tunnels_and_transit_are_proved_for_one_train_and_for_several(problem):
    best = brute_best(problem)
    runs = [plain_best_run(problem, Budget()), best_run(problem)]
    as_if_large = compiled_best_run(problem, Budget(), shortcuts=False)
    runs += [as_if_large] if as_if_large else []
    for run in runs:
        assert (run.total, run.bound, run.optimal) == (best, best, True)
        assert run == runs[0]


def alike(data):
    """Read a small board off bytes, with two or three equal trains that skip stops."""
    problem = alpine(data[1:])
    trains = tuple(Train.skipping(f"no. {number}", 2 + data[0] // 64) for number in range(2 + data[0] % 2))
    bonuses = tuple(bonus for bonus in problem.bonuses if not isinstance(bonus, Shuttle))
    return Problem(problem.network, problem.stops, trains, bonuses)


@settings(max_examples=300, **relaxed)
@given(st.binary(min_size=216, max_size=216).map(alike))
def test_equal_trains_find_what_brute_force_finds(problem):
    total = brute_best(problem)
    run = compiled_best_run(problem, Budget(), shortcuts=False)
    assert run is None or (run.total, run.bound, check(problem, run.routes).legal) == (total, total, True)


@settings(max_examples=300, **relaxed)
@given(st.binary(min_size=215, max_size=215).map(alpine))
def test_a_small_budget_never_lies_of_several_skipping_trains(problem):
    best = brute_best(problem)
    for nodes in (30, 200, 1000):
        run = compiled_best_run(problem, Budget(nodes=nodes), shortcuts=False)
        if run is None:
            continue
        assert run.total == sum(route.total for route in run.routes) <= best <= run.bound
        assert run.optimal == (run.total == run.bound)


def grid(side, ends=()):
    """Cities on a square, each worth its number, with a station in the first corner; `ends` cannot be passed."""
    links = []
    for x in range(side):
        for y in range(side):
            at = x * side + y
            if y + 1 < side:
                links.append(Link(at, at + 1, bits=1 << (2 * at)))
            if x + 1 < side:
                links.append(Link(at, at + side, bits=2 << (2 * at)))
    stops = tuple(Stop(at, home=at == 0, may_pass=at not in ends) for at in range(side * side))
    return Network(links), stops


@kernel
def test_what_can_be_joined_is_told_apart_from_what_cannot():
    side, last = 5, 24
    network, stops = grid(side)
    best = sum(range(last - 6, last + 1))
    assert best_run(Problem(network, stops, fleet("8E")), 30).total == best
    # the dearest three can only be ends: one of them is missed
    network, stops = grid(side, {last, last - 1, last - 2})
    assert best_run(Problem(network, stops, fleet("4E")), 30).total == last + (last - 1) + (last - 3)


def dense(make, seed, trains, size):
    problem = make(full_board(material().box, seed), seed, fleet(*trains))
    return around_home(problem, size) if size else problem


@kernel
@pytest.mark.parametrize(
    ("make", "seed", "size", "trains", "total"),
    [
        (stress_problem, 3, 30, ("8E",), 380),
        (stress_problem, 14, 30, ("8E",), 330),
        (stress_problem, 23, 30, ("8E",), 370),
        (stress_problem, 3, 25, ("8E", "8E"), 600),
        (stress_problem, 14, 25, ("8E", "8E"), 450),
        (stress_problem, 5, 0, ("6+6", "8E"), 740),
        (alpine_problem, 5, 0, ("8E",), 640),
        (alpine_problem, 2, 0, ("8E",), 700),
        (alpine_problem, 0, 0, ("8E", "8H"), 910),
        (alpine_problem, 5, 0, ("8E", "8E"), 1230),
        (alpine_problem, 5, 30, ("8E", "8E", "8E"), 1580),
    ],
)
def test_dense_boards_are_proved(make, seed, size, trains, total):
    problem = dense(make, seed, trains, size)
    run = best_run(problem, 60)
    assert (run.total, run.bound, run.optimal) == (total, total, True)
    verdict = check(problem, run.routes, Budget(nodes=0))
    assert (verdict.legal, verdict.total) == (True, total)


@kernel
@pytest.mark.parametrize(
    ("make", "seed", "trains", "best"),
    [
        (stress_problem, 14, ("8E",), 370),  # the dearest eight, 380, cannot be joined
        (stress_problem, 9, ("8E", "8E"), 780),
        (stress_problem, 21, ("6+6", "8E"), 720),
        (alpine_problem, 7, ("8E", "8E"), 1360),
        (alpine_problem, 3, ("8E", "8E", "8E"), 1860),
        (alpine_problem, 5, ("5H", "8E", "8E", "8E"), 1840),
    ],
)
def test_boards_without_a_free_hex_are_told_truly(make, seed, trains, best):
    """Nobody plays on such boards; what is not proved within the budget must not be called proved."""
    problem = dense(make, seed, trains, 0)
    run = best_run(problem, Budget(nodes=300_000))
    assert run.total <= best <= run.bound
    verdict = check(problem, run.routes, Budget(nodes=0))
    assert (verdict.legal, verdict.total) == (True, run.total)


@kernel
@pytest.mark.parametrize("nodes", [0, 300, 2100, 5000])
@pytest.mark.parametrize(("trains", "best"), [(("8E",), 400), (("6+6", "8E"), 770)])
def test_when_time_is_up_what_is_told_is_true(nodes, trains, best):
    problem = stress_problem(full_board(material().box, 23), 23, fleet(*trains))
    run = best_run(problem, Budget(nodes=nodes))
    assert run.total <= best <= run.bound
    assert run.total == sum(route.total for route in run.routes)


def test_money_beyond_the_kernel_is_left_to_python():
    problem = Problem(
        Network([Link(0, 1, bits=1), Link(1, 2, bits=2)]),
        (Stop(10**9, home=True), Stop(10**9), Stop(10**9)),
        (Train.skipping("3E", 3),),
    )
    assert best_run(problem).total == 3 * 10**9
