"""Locomotives that run many routes, paragraph by paragraph (Harzbahn 1873), on boards of a few stops."""

import pytest

from stellwerk.routes import Link, Network
from stellwerk.routes.locomotives import (
    Diesel,
    Locomotive,
    NoRunError,
    Place,
    Problem,
    Route,
    Stop,
    Work,
    alternatives,
    best_run,
    check,
    next_routes,
    visited,
)

# Kinds of stops, by a letter: own markers and foreign stops, in villages and cities; w and W have an open work.
KINDS = {
    "M": {"home": True, "may_end": True},
    "C": {"home": True, "may_end": True, "may_pass": False},
    "v": {},
    "c": {"may_pass": False},
    "w": {"may_end": True},
    "W": {"may_end": True, "may_pass": False},
    "x": {"may_pass": False},  # blocked: neither passed nor an end
}


def board(kinds, pairs, sizes, *, places=None, halves=None, **more):
    """A problem: the letter of each stop, its links as pairs in sorted order, the sizes of the locomotives.

    Own markers are worth 30, other places 10, blocked ones nothing; `w` and `W` have a work of multiplier 10.
    """
    assert pairs == sorted(pairs)
    stops, found = {}, {}
    for number, kind in enumerate(kinds):
        place = (halves or {}).get(number, number)
        stops[number] = Stop(place, **KINDS[kind])
        works = (Work(f"work {number}", multiplier=10),) if kind in "wW" else ()
        found[number] = Place() if kind == "x" else Place(30 if kind in "MC" else 10, works, 10)
    found.update(places or {})
    network = Network([Link(a, b, bits=1 << number) for number, (a, b) in enumerate(pairs)])
    engines = tuple(Locomotive(f"{size}{'abcd'[n]}", size) for n, size in enumerate(sizes))
    return Problem(network, stops, found, engines, **more)


def reasons(problem, *routes):
    return [fault.reason for fault in check(problem, [Route(*route) for route in routes]).faults]


def stops_of(part):
    return {route.stops for route in part.routes}


# 4.4.3 what a route is


def test_4_4_3_a_route_joins_markers_and_works_and_has_an_own_marker():
    problem = board("wMw", [(0, 1), (1, 2)], [1])
    assert stops_of(best_run(problem).standard) == {(0, 1, 2)}
    assert reasons(board("wvw", [(0, 1), (1, 2)], [1]), ("1a", (0, 1, 2), (0, 1))) == ["no_station"]
    assert reasons(board("MvM", [(0, 1), (1, 2)], [1]), ("1a", (0, 1), (0,))) == ["no_end"]


def test_4_4_3_a_route_ends_at_the_first_city():
    problem = board("CCC", [(0, 1), (1, 2)], [1])
    assert reasons(problem, ("1a", (0, 1, 2), (0, 1))) == ["blocked"]
    assert reasons(problem, ("1a", (0, 1), (0,))) == []


def test_4_4_3_no_route_through_or_into_a_blocked_place():
    problem = board("CxC", [(0, 1), (1, 2)], [1])
    assert best_run(problem).standard.routes == ()
    assert reasons(problem, ("1a", (0, 1, 2), (0, 1))) == ["closed", "blocked"]


def test_4_4_3_two_halves_of_a_village_are_one_village():
    problem = board("CvvC", [(0, 1), (1, 2), (2, 3)], [1], halves={2: 1})
    assert best_run(problem).standard.routes == ()
    assert reasons(problem, ("1a", (0, 1, 2, 3), (0, 1, 2))) == ["place_twice"]


def test_4_4_3_both_halves_count_once_for_all_locomotives():
    problem = board("CMvC", [(0, 1), (2, 3)], [1, 1], halves={2: 1})
    assert best_run(problem).total == 60  # the second half is neither an end nor passed to one
    problem = board("CMwC", [(0, 1), (2, 3)], [1, 1], halves={2: 1})
    run = best_run(problem)
    assert len(run.standard.routes) == 2
    assert run.total == 30 + 30 + 30  # both ends and the one village


# 4.4.3 locomotives


def test_4_4_3_a_locomotive_of_size_n_runs_up_to_n_routes():
    star = board("CCCC", [(0, 1), (0, 2), (0, 3)], [2])
    assert len(best_run(star).standard.routes) == 2
    three = [("2a", (0, n), (n - 1,)) for n in (1, 2, 3)]
    assert "too_many_routes" in reasons(star, *three)


def test_4_4_3_routes_of_one_locomotive_hang_together():
    apart = board("CCCC", [(0, 1), (2, 3)], [2])
    assert len(best_run(apart).standard.routes) == 1
    assert reasons(apart, ("2a", (0, 1), (0,)), ("2a", (2, 3), (1,))) == ["apart"]
    two = board("CCCC", [(0, 1), (2, 3)], [1, 1])
    assert len(best_run(two).standard.routes) == 2


def test_4_4_3_routes_may_hang_together_through_a_third():
    chain = board("CCCC", [(0, 1), (1, 2), (2, 3)], [3])
    assert len(best_run(chain).standard.routes) == 3


def test_4_4_3_no_track_is_shared_but_routes_may_meet():
    problem = board("CvCC", [(0, 1), (1, 2), (1, 3)], [2])
    assert len(best_run(problem).standard.routes) == 1
    shared = [("2a", (0, 1, 2), (0, 1)), ("2a", (0, 1, 3), (0, 2))]
    assert reasons(problem, *shared) == ["shared_track"]
    crossing = board("CCCCv", [(0, 4), (1, 4), (2, 4), (3, 4)], [2])
    assert len(best_run(crossing).standard.routes) == 2


# 4.4.3 as many routes as possible, each to its possible end


def test_4_4_3_fewer_but_richer_routes_are_refused():
    # the rich village 6 lies between two villages that a route of its own passes each
    problem = board(
        "CvvCCCv",
        [(0, 1), (1, 3), (1, 6), (2, 4), (2, 5), (2, 6)],
        [1, 1],
        places={6: Place(500)},
    )
    run = best_run(problem)
    assert stops_of(run.standard) == {(0, 1, 3), (4, 2, 5)}
    assert run.total == 4 * 30 + 2 * 10
    rich = ("1a", (0, 1, 6, 2, 4), (0, 2, 5, 3))
    assert reasons(problem, rich) == ["too_few_routes"]
    assert check(problem, [Route(*rich)]).run.total == 580


def test_4_4_3_a_route_runs_on_from_a_village_while_free_track_leads_to_a_further_end():
    problem = board("CMC", [(0, 1), (1, 2)], [1])
    assert reasons(problem, ("1a", (0, 1), (0,))) == ["stops_short"]
    assert stops_of(best_run(problem).standard) == {(0, 1, 2)}
    two = board("CMC", [(0, 1), (1, 2)], [2])
    assert reasons(two, ("2a", (0, 1), (0,)), ("2a", (1, 2), (1,))) == []


def test_4_4_3_a_route_runs_on_from_a_work_in_a_village_but_not_into_a_dead_end():
    assert reasons(board("CwW", [(0, 1), (1, 2)], [1]), ("1a", (0, 1), (0,))) == ["stops_short"]
    assert reasons(board("Cwv", [(0, 1), (1, 2)], [1]), ("1a", (0, 1), (0,))) == []


def test_4_4_3_money_need_not_be_most():
    problem = board("CCW", [(0, 1), (0, 2)], [1])
    verdict = check(problem, [Route("1a", (0, 2), (1,))])
    assert (verdict.legal, verdict.optimal, verdict.run.total, verdict.best.total) == (True, False, 50, 60)


# 4.4.3, 4.6 the concession route


def test_4_4_3_the_compulsory_route_is_run_exactly_as_it_is():
    problem = board("CMC", [(0, 1), (1, 2)], [1], compulsory=((0,),))
    assert stops_of(best_run(problem).standard) == {(0, 1)}
    assert reasons(problem, ("1a", (0, 1), (0,))) == []
    assert reasons(problem, ("1a", (0, 1, 2), (0, 1))) == ["compulsory_missing"]


def test_4_6_the_compulsory_route_runs_through_blocked_places_for_nothing():
    problem = board("CxC", [(0, 1), (1, 2)], [2], compulsory=((0, 1),))
    run = best_run(problem)
    assert stops_of(run.standard) == {(0, 1, 2)}
    assert run.total == 60
    assert {earned.place for earned in run.standard.earnings} == {0, 2}


def test_4_4_3_two_compulsory_routes_by_one_locomotive_or_two():
    pairs = [(0, 1), (1, 2)]
    both = ((0,), (1,))
    assert len(best_run(board("CCC", pairs, [2], compulsory=both)).standard.routes) == 2
    run = best_run(board("CCC", pairs, [1, 1], compulsory=both))
    assert {route.locomotive for route in run.standard.routes} == {"1a", "1b"}
    with pytest.raises(NoRunError):
        best_run(board("CCC", pairs, [1], compulsory=both))


def test_4_4_3_the_compulsory_route_comes_before_a_richer_one():
    problem = board("CCCC", [(0, 1), (2, 3)], [1], compulsory=((0,),), places={3: Place(500)})
    assert stops_of(best_run(problem).standard) == {(0, 1)}


# 4.4.4 what is earned


def test_4_4_4_each_place_counts_once_and_other_places_ten():
    star = board("CCvC", [(0, 1), (0, 2), (2, 3)], [2])
    run = best_run(star)
    assert len(run.standard.routes) == 2
    assert run.total == 30 + 30 + 10 + 30


def test_4_4_4_a_work_earns_for_the_largest_locomotive_that_calls():
    problem = board("CWCC", [(0, 1), (0, 2), (2, 3)], [1, 3])
    run = best_run(problem)
    earned = {
        (earning.place, earning.work): (earning.locomotive, earning.amount) for earning in run.standard.earnings
    }
    assert earned[1, "work 1"] == ("3b", 30)
    assert earned[1, None] == ("3b", 10)


def test_4_4_4_a_fixed_work_earns_its_amount_whatever_calls():
    problem = board("CW", [(0, 1)], [4], places={1: Place(0, (Work("quarry", amount=60),))})
    assert best_run(problem).total == 90


def test_4_4_4_the_large_locomotive_goes_where_the_works_are():
    # two pieces that do not meet: the 3 earns most at the works although it could run elsewhere
    problem = board("CWWCC", [(0, 1), (0, 2), (3, 4)], [1, 3])
    run = best_run(problem)
    assert {route.locomotive for route in run.standard.routes if 0 in route.stops} == {"3b"}
    assert run.total == 30 + 2 * (10 + 30) + 60


# 4.4.3 the diesel


def test_4_4_3_the_diesel_runs_everything_connected_from_marker_to_marker():
    problem = board("CCCWCC", [(0, 1), (1, 2), (1, 3), (4, 5)], [1], compulsory=((0,),), diesel=Diesel("D"))
    run = best_run(problem)
    assert stops_of(run.diesel) == {(0, 1), (1, 2)}  # no work, and nothing that does not hang together
    assert run.diesel.total == 30
    assert run.total == 60 + 30


def test_4_4_3_diesel_routes_share_no_track_and_blocked_places_earn_nothing():
    problem = board("CxCvC", [(0, 1), (1, 2), (2, 3), (3, 4)], [1], compulsory=((0, 1),), diesel=Diesel("D"))
    run = best_run(problem)
    assert stops_of(run.diesel) == {(0, 1, 2), (2, 3, 4)}
    assert run.diesel.total == 10 * 4
    twice = [("1a", (0, 1, 2), (0, 1)), ("D", (0, 1, 2), (0, 1)), ("D", (0, 1, 2), (0, 1))]
    assert reasons(problem, *twice) == ["shared_track"]


def test_4_4_3_the_diesel_needs_as_many_routes_as_possible_too():
    problem = board("CMC", [(0, 1), (1, 2)], [1], compulsory=((0,),), diesel=Diesel("D"))
    given = [("1a", (0, 1), (0,)), ("D", (0, 1), (0,))]
    assert reasons(problem, *given) == ["too_few_routes"]
    assert reasons(problem, *given, ("D", (1, 2), (1,))) == []


def test_4_4_9_a_diesel_without_a_compulsory_route_always_calls_at_its_home():
    problem = board("CCC", [(0, 1), (1, 2)], [], diesel=Diesel("D", start=0))
    run = best_run(problem)
    assert stops_of(run.diesel) == {(0, 1), (1, 2)}
    alone = board("CCC", [(1, 2)], [], diesel=Diesel("D", start=0))
    assert best_run(alone).diesel.routes == ()
    assert best_run(alone).total == 10
    assert reasons(alone, ("D", (1, 2), (0,))) == ["apart"]


def test_4_4_9_locomotives_of_a_company_without_compulsory_route_run_where_they_like():
    problem = board("CCC", [(0, 1), (1, 2)], [1], places={2: Place(90)})
    assert stops_of(best_run(problem).standard) == {(1, 2)}


# 4.4.3 markers that are not visited turn inactive


def test_4_4_3_equal_runs_that_visit_other_markers_are_a_choice():
    problem = board("CCCC", [(0, 1), (0, 2), (0, 3)], [2], compulsory=((0,),))
    runs = alternatives(problem, (1, 2, 3))
    assert {visited(run) for run in runs} == {frozenset({0, 1, 2}), frozenset({0, 1, 3})}
    assert runs[0] == best_run(problem)


def test_4_4_3_what_the_diesel_visits_is_visited():
    problem = board("CCCC", [(0, 1), (0, 2), (0, 3)], [2], compulsory=((0,),), diesel=Diesel("D"))
    assert len(alternatives(problem, (1, 2, 3))) == 1


# 6.2 trusteeship


def test_6_2_the_largest_locomotive_takes_the_compulsory_route_then_what_adds_most():
    problem = board(
        "CCWWC",
        [(0, 1), (0, 2), (0, 3), (0, 4)],
        [1, 3],
        compulsory=((0,),),
        places={
            4: Place(30),
            2: Place(10, (Work("a", multiplier=10),)),
            3: Place(10, (Work("b", multiplier=10),)),
        },
    )
    done = []
    steps = []
    while options := next_routes(problem, done):
        steps.append([(route.locomotive, route.stops) for route in options])
        done.append(options[-1])
    assert steps == [
        [("3b", (0, 1))],
        [("3b", (0, 2)), ("3b", (0, 3))],  # 40 each: lots are drawn
        [("3b", (0, 2))],
        [("1a", (0, 4))],
    ]


def test_6_2_both_compulsory_routes_come_first_whoever_runs_them():
    problem = board("CCCC", [(0, 1), (1, 2), (1, 3)], [1, 1, 1], compulsory=((0,), (1,)))
    done = []
    while options := next_routes(problem, done):
        done.append(options[0])
    assert [(route.locomotive, route.stops) for route in done] == [("1a", (0, 1)), ("1b", (1, 2)), ("1c", (1, 3))]


def test_6_2_routes_are_run_to_their_ends():
    problem = board("CMC", [(0, 1), (1, 2)], [2], compulsory=())
    assert [route.stops for route in next_routes(problem, ())] == [(0, 1, 2)]


# Every fault has its name


@pytest.mark.parametrize(
    ("routes", "expected"),
    [
        ([("9", (0, 1), (0,))], ["unknown_locomotive"]),
        ([("2a", (0, 2), (0,))], ["broken"]),
        ([("2a", (0, 1), (9,))], ["broken"]),
        ([("2a", (0,), ())], ["too_short"]),
        ([("2a", (0, 1, 0), (0, 1))], ["place_twice"]),
    ],
)
def test_faults_by_name(routes, expected):
    problem = board("MMC", [(0, 1), (0, 1), (1, 2)], [2])
    assert reasons(problem, *routes) == expected
