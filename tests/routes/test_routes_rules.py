"""Each rule of running by itself, on boards small enough to see through."""

import threading

import pytest

from stellwerk.routes import (
    AtStop,
    Budget,
    EachStop,
    Link,
    Network,
    OnLink,
    Problem,
    Shuttle,
    Special,
    Stop,
    Through,
    Train,
    best_run,
)
from stellwerk.routes import compiled as kernel
from stellwerk.routes.network import Network as Net
from stellwerk.routes.plain import plain_best_run


def row(*stops, links=None, trains, bonuses=()):
    """Stops in a row, each joined to the next by a link of its own."""
    joined = links or [Link(i, i + 1, bits=1 << i) for i in range(len(stops) - 1)]
    return Problem(Network(joined), stops, tuple(trains), tuple(bonuses))


@pytest.fixture(params=["kernel", "plain"], autouse=True)
def solve(request, monkeypatch):
    """Every test here runs with and without the compiled kernel."""
    if request.param == "plain":
        monkeypatch.setattr(kernel, "_solve", None)
        monkeypatch.setattr(kernel, "_told", True)
    return best_run


CITY, TOWN, HOME = Stop(30), Stop(10, town=True), Stop(20, home=True)


@pytest.mark.parametrize(
    ("train", "total"),
    [
        (Train.counting("2", 2), 30),
        (Train.counting("3", 3), 40),
        (Train.plus("1+1", 1, 1), 30),
        (Train.plus("1+2", 1, 2), 40),
        (Train.plus("2+2", 2, 2), 70),
        (Train.plus("3+1", 3, 1), 70),
        (Train.tram("2", 2), 70),
        (Train.hexed("3H", 3), 40),
        (Train.skipping("2E", 2), 50),
    ],
)
def test_what_each_kind_of_train_reaches(solve, train, total):
    assert solve(row(HOME, TOWN, TOWN, CITY, trains=[train])).total == total


def test_an_unused_city_place_serves_a_town_and_never_the_reverse(solve):
    assert solve(row(HOME, TOWN, TOWN, TOWN, trains=[Train.plus("2+2", 2, 2)])).total == 50
    assert solve(row(HOME, CITY, CITY, trains=[Train.plus("2+2", 2, 2)])).total == 50


def test_a_full_foreign_city_ends_a_route_at_either_end_but_is_not_passed(solve):
    full = Stop(40, may_pass=False)
    assert solve(row(full, HOME, full, CITY, trains=[Train.counting("4", 4)])).total == 100


def test_stops_of_one_group_exclude_one_another(solve):
    one, other = Stop(40, group=7), Stop(50, group=7)
    assert solve(row(one, HOME, other, trains=[Train.counting("3", 3)])).total == 70


def test_two_trains_share_a_stop_but_no_track(solve):
    links = [Link(0, 1, bits=0b001), Link(0, 2, bits=0b010), Link(0, 3, bits=0b110)]
    trains = [Train.counting("2", 2), Train.counting("2'", 2)]
    run = solve(row(HOME, Stop(30), Stop(40), Stop(50), links=links, trains=trains))
    assert run.total == 20 + 50 + 20 + 30


def test_a_route_may_take_parallel_track_only_once_round(solve):
    links = [Link(0, 1, bits=1), Link(0, 1, bits=2)]
    assert solve(row(HOME, CITY, links=links, trains=[Train.counting("4", 4)])).total == 50
    trains = [Train.counting("2", 2), Train.counting("2'", 2)]
    assert solve(row(HOME, CITY, links=links, trains=trains)).total == 100


def test_marks_met_once_bind_a_route_and_not_two_trains(solve):
    links = [Link(0, 1, bits=1, once=1), Link(0, 2, bits=2, once=1)]
    assert solve(row(HOME, CITY, CITY, links=links, trains=[Train.counting("3", 3)])).total == 50
    trains = [Train.counting("3", 3), Train.counting("3'", 3)]
    assert solve(row(HOME, CITY, CITY, links=links, trains=trains)).total == 100


def test_crossing_costs_only_where_the_gates_differ_also_at_the_home_of_both_arms(solve):
    ferry = Stop(60, home=True, cross=-10)
    links = [Link(0, 1, bits=1, gate_b=1), Link(1, 2, bits=2, gate_a=0), Link(1, 3, bits=4, gate_a=1)]
    run = solve(row(Stop(30), ferry, Stop(30), Stop(20), links=links, trains=[Train.counting("3", 3)]))
    assert (run.total, run.routes[0].values) == (110, (30, 60, 20)) or run.routes[0].values == (30, 50, 30)
    dearer = row(Stop(30), ferry, Stop(30), Stop(30), links=links, trains=[Train.counting("3", 3)])
    assert solve(dearer).routes[0].values == (30, 60, 30)


def test_a_train_stays_out_of_what_it_must_avoid(solve):
    train = Train.hexed("4H", 4, avoid=frozenset({2}))
    assert solve(row(HOME, TOWN, Stop(50), trains=[train])).total == 30


def test_towns_need_not_be_ends(solve):
    stop = Stop(10, town=True, may_end=False)
    assert solve(row(HOME, stop, CITY, trains=[Train.tram("1", 1)])).total == 0
    assert solve(row(HOME, stop, CITY, trains=[Train.tram("2", 2)])).total == 60


def test_every_bonus_is_told_by_name(solve):
    bonuses = [
        AtStop("harbour", {2: 40}),
        OnLink("toll", {0: -10}),
        EachStop("tunnel", 10, frozenset({1})),
        Through("transit", {0: 5}, {2: 15}),
    ]
    run = solve(row(HOME, TOWN, CITY, trains=[Train.counting("3", 3)], bonuses=bonuses))
    assert dict(run.routes[0].bonuses) == {"harbour": 40, "toll": -10, "tunnel": 30, "transit": 20}
    assert run.total == 60 + 80


def test_a_tunnel_counts_for_a_skipping_train_only_with_counted_stops_on_both_sides(solve):
    tunnel = EachStop("tunnel", 10, frozenset({1}))
    stops = (Stop(50, home=True), Stop(50), Stop(5))
    run = solve(row(*stops, trains=[Train.skipping("2E", 2)], bonuses=[tunnel]))
    assert (run.total, run.routes[0].bonuses) == (100, ())
    near = (Stop(50, home=True), Stop(50), Stop(35))
    run = solve(row(*near, trains=[Train.skipping("2E", 2)], bonuses=[tunnel]))
    assert (run.total, run.routes[0].bonuses) == (105, (("tunnel", 20),))


def test_a_bonus_without_a_bound_is_refused():
    with pytest.raises(TypeError, match="upper bound"):
        row(HOME, CITY, trains=[], bonuses=[lambda stops, links: 10])


def test_a_bonus_that_breaks_its_own_bound_is_found_out(solve):
    liar = Special("liar", lambda stops, links: 60, limit=50)
    with pytest.raises(ValueError, match="liar"):
        solve(row(HOME, CITY, trains=[Train.counting("2", 2)], bonuses=[liar]))


def test_nothing_to_run_is_an_empty_run_and_proved(solve):
    for problem in (
        row(HOME, CITY, trains=[]),
        row(Stop(20), CITY, trains=[Train.counting("2", 2)]),
        Problem(Net([]), {}, (Train.counting("2", 2),)),
        Problem(Net([Link(0, 1, bits=1)]), {}, (Train.counting("2", 2),)),
    ):
        run = solve(problem)
        assert (run.routes, run.total, run.optimal) == ((), 0, True)


def test_values_beyond_the_kernel_are_answered_all_the_same(solve):
    run = solve(row(Stop(10**7, home=True), Stop(10**8), trains=[Train.counting("2", 2)]))
    assert run.total == 110_000_000


def test_the_history_of_the_board_does_not_change_the_run(solve):
    links = [Link(0, 1, bits=1), Link(0, 2, bits=2), Link(0, 3, bits=4)]
    stops = (HOME, CITY, CITY, CITY)
    runs = {
        solve(row(*stops, links=order, trains=[Train.counting("2", 2)])).routes
        for order in (links, links[::-1], [links[1], links[2], links[0]])
    }
    assert len(runs) == 1


def test_without_a_kernel_it_says_so_once(monkeypatch):
    monkeypatch.setattr(kernel, "_solve", None)
    monkeypatch.setattr(kernel, "_told", False)
    problem = row(HOME, CITY, trains=[Train.counting("2", 2)])
    with pytest.warns(UserWarning, match="compiled route search is missing"):
        assert best_run(problem) == plain_best_run(problem, Budget())
    assert best_run(problem).total == 50  # warnings are errors here: a second one would fail


def test_several_threads_may_search_the_same_network(solve):
    size = 8
    links = [Link(a, b, bits=1 << (a * size + b)) for a in range(size) for b in range(a)]
    stops = tuple(Stop(10 * (i + 1), home=i < 2) for i in range(size))
    problem = row(*stops, links=links, trains=[Train.counting("3", 3), Train.counting("3'", 3)])
    answers = []
    threads = [threading.Thread(target=lambda: answers.append(solve(problem))) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({run.routes for run in answers}) == 1
    assert len(answers) == 4


ALL_DOUBLE = frozenset({0, 1, 2})


@pytest.mark.parametrize(
    ("double", "bonuses", "total"),
    [
        (ALL_DOUBLE, (), 130),
        (frozenset({0, 2}), (), 90),
        (ALL_DOUBLE, (AtStop("ferry", {0: 40, 3: 40}),), 210),
        (ALL_DOUBLE, (AtStop("ferry", {1: 40}),), 210),
        (ALL_DOUBLE, (AtStop("first visit", {0: 40, 1: 40}, again=False),), 210),
        (ALL_DOUBLE, (OnLink("toll", {1: -10}),), 120),
        (ALL_DOUBLE, (EachStop("tunnel", 10, frozenset({1})),), 170),
    ],
)
def test_a_shuttle_counts_what_lies_between_its_ends_twice(solve, double, bonuses, total):
    """1881 14.3-14.5, with the amounts of the rulebook's example."""
    stops = Stop(30, home=True), Stop(20), Stop(20), Stop(20)
    trains = [Train.tram("4", 4)]
    run = solve(row(*stops, trains=trains, bonuses=(Shuttle("shuttle", double), *bonuses)))
    assert (run.total, run.optimal) == (total, True)
    assert run.total == sum(run.routes[0].values) + sum(amount for _, amount in run.routes[0].bonuses)


def test_a_shorter_route_on_double_track_may_beat_a_longer_one(solve):
    stops = Stop(20), Stop(60, home=True), Stop(20), Stop(30)
    run = solve(row(*stops, trains=[Train.tram("4", 4)], bonuses=[Shuttle("shuttle", frozenset({0, 1}))]))
    assert (run.routes[0].stops, run.total) == ((0, 1, 2), 160)


def test_stops_do_not_lengthen_a_shuttle(solve):
    """1881 14.5: what is called at twice counts once towards the reach, and stops of trams not at all (8.6)."""
    stops = Stop(20, home=True), Stop(10, town=True), Stop(10, town=True), Stop(20), Stop(90)
    run = solve(row(*stops, trains=[Train.tram("2", 2)], bonuses=[Shuttle("shuttle", frozenset(range(4)))]))
    assert (run.routes[0].stops, run.total) == ((0, 1, 2, 3), 80)


def test_a_train_that_skips_stops_cannot_shuttle():
    with pytest.raises(ValueError, match="cannot shuttle"):
        row(HOME, CITY, trains=[Train.skipping("8E", 8)], bonuses=[Shuttle("shuttle", frozenset())])


def test_a_place_that_may_be_called_at_twice_is_two_stops_over_the_same_track(solve):
    """1881 8.8: it counts as two stations, and no track is run twice."""
    links = [Link(0, place, bits=1) for place in (1, 2)] + [Link(place, 3, bits=2) for place in (1, 2)]
    links += [Link(place, 4, bits=4) for place in (1, 2)] + [Link(3, 4, bits=8)]
    stops = Stop(20, home=True), Stop(50), Stop(50), Stop(10), Stop(10)
    run = solve(Problem(Network(links), stops, (Train.tram("5", 5),)))
    assert (run.routes[0].stops, run.total) == ((0, 1, 3, 4, 2), 140)
