"""The search for locomotives agrees with brute force on random small boards, and what it tells is true."""

from contextlib import contextmanager

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from locomotives_boards import problems
from locomotives_brute import (
    Brute,
    all_paths,
    all_routes,
    diesel_money,
    is_diesel_run,
    is_run,
    money,
    runs_to_ends,
    track,
)

from stellwerk.routes import Budget
from stellwerk.routes.locomotives import (
    NoRunError,
    Route,
    alternatives,
    best_run,
    check,
    counted,
    is_forced,
    next_routes,
    told,
    valued,
    visited,
)
from stellwerk.routes.locomotives.settling import Settling

relaxed = {"deadline": None, "suppress_health_check": list(HealthCheck)}


def plain(routes):
    return [(route.locomotive, route.stops, route.links) for route in routes]


def answered(problem, budget=None):
    """The best run, or None if the locomotives cannot do their duty."""
    try:
        return best_run(problem, budget)
    except NoRunError:
        return None


@contextmanager
def without_patience():
    """Search as on large boards, in stages."""
    patience, Settling.patience = Settling.patience, 1
    try:
        yield
    finally:
        Settling.patience = patience


def assert_true(problem, run):
    """What the run says of itself is true by the words of the rules, the number of routes left aside."""
    standard, diesel = plain(run.standard.routes), plain(run.diesel.routes)
    assert is_run(problem, standard)
    assert is_diesel_run(problem, diesel)
    assert runs_to_ends(problem, standard, all_routes(problem))
    assert runs_to_ends(problem, diesel, all_routes(problem, diesel=True))
    assert money(problem, standard) == run.standard.total == sum(e.amount for e in run.standard.earnings)
    assert diesel_money(problem, diesel) == run.diesel.total == sum(e.amount for e in run.diesel.earnings)


@pytest.mark.long
@settings(max_examples=1500, **relaxed)
@given(problems())
def test_best_is_best(problem):
    brute, diesel = Brute(problem), Brute(problem, diesel=True)
    run = answered(problem)
    if run is None:
        assert brute.most is None
        return
    assert_true(problem, run)
    assert run.optimal
    assert len(run.standard.routes) == run.standard.most_routes == brute.most
    assert run.standard.total == run.standard.bound == brute.best
    assert len(run.diesel.routes) == run.diesel.most_routes == diesel.most
    assert run.diesel.total == run.diesel.bound == diesel.best
    assert best_run(problem) == run
    with without_patience():
        other = best_run(problem)
    assert_true(problem, other)
    assert other.optimal
    assert (len(other.standard.routes), other.standard.total) == (brute.most, brute.best)
    assert (len(other.diesel.routes), other.diesel.total) == (diesel.most, diesel.best)


@settings(max_examples=300, **relaxed)
@given(problems(), st.sampled_from((0, 5, 20, 60, 150)))
def test_a_small_budget_never_lies(problem, nodes):
    brute, diesel = Brute(problem), Brute(problem, diesel=True)
    run = answered(problem, Budget(nodes=nodes))
    if run is None or brute.most is None:
        return
    for part, truth in ((run.standard, brute), (run.diesel, diesel)):
        assert len(part.routes) <= truth.most <= part.most_routes
        if len(part.routes) == truth.most:
            assert part.total <= truth.best
        assert truth.best <= part.bound
        if part.optimal:
            assert (len(part.routes), part.total) == (truth.most, truth.best)
    assert is_run(problem, plain(run.standard.routes)) or not run.standard.routes
    assert is_diesel_run(problem, plain(run.diesel.routes)) or not run.diesel.routes


@settings(max_examples=400, **relaxed)
@given(problems(6), st.lists(st.integers(0, 10**6), min_size=6, max_size=6))
def test_check_agrees_with_the_rules(problem, choices):
    brute, diesel = Brute(problem), Brute(problem, diesel=True)
    if not brute.runs:
        return
    paths = list(all_paths(problem))
    names = [engine.id for engine in problem.locomotives]
    special = diesel.legal[0]
    proposals = [(brute.runs[choices[0] % len(brute.runs)], special)]
    proposals.append((brute.legal[choices[1] % len(brute.legal)], diesel.runs[choices[2] % len(diesel.runs)]))
    wild = [(names[n % len(names)], *paths[n % len(paths)]) for n in choices[3:] if paths]
    proposals.append((wild[: choices[0] % 3 + 1], special))
    proposals.append((brute.legal[0], [("D", stops, ways) for _, stops, ways in wild[:2]]))
    for standard, other in proposals:
        verdict = check(problem, [Route(*route) for route in [*standard, *other]])
        fine = is_run(problem, standard) and len(standard) == brute.most
        fine = fine and runs_to_ends(problem, standard, all_routes(problem))
        also = is_diesel_run(problem, other) and len(other) == diesel.most
        also = also and runs_to_ends(problem, other, all_routes(problem, diesel=True))
        assert verdict.legal == (fine and also), verdict.faults
        if verdict.legal:
            earned = money(problem, standard), diesel_money(problem, other)
            assert (verdict.run.standard.total, verdict.run.diesel.total) == earned
            assert verdict.optimal == (earned == (brute.best, diesel.best))


@pytest.mark.long
@settings(max_examples=500, **relaxed)
@given(problems(7) | problems(7, scarce=True))
def test_alternatives_offer_either_sort(problem):
    brute, diesel = Brute(problem), Brute(problem, diesel=True)
    if not brute.runs:
        return
    possible = {a | b for a in brute.best_visits() for b in diesel.best_visits()}
    runs = alternatives(problem, problem.network.stops)
    assert runs[0] == best_run(problem)
    calls = [visited(run) for run in runs]
    for run in runs:
        assert_true(problem, run)
        assert run.optimal
        assert visited(run) in possible
    for stop in set(problem.network.stops) - {problem.diesel.start}:
        assert any(stop in places for places in calls) == any(stop in places for places in possible)
        assert all(stop in places for places in calls) == all(stop in places for places in possible)


@settings(max_examples=500, **relaxed)
@given(problems(7))
def test_where_a_run_is_forced_no_other_comes_to_anything_else(problem):
    brute, diesel = Brute(problem), Brute(problem, diesel=True)
    if not brute.runs:
        return
    best = best_run(problem)
    if is_forced(problem, best):
        for truth in (brute, diesel):
            assert set(truth.money) == {truth.best}
            assert len({frozenset(frozenset(ways) for _, _, ways in run) for run in truth.legal}) == 1
    elif len({engine.size for engine in problem.locomotives}) == 1:
        assert len(brute.legal) > 1 or len(diesel.legal) > 1 or _leaves_something_out(problem, best)


def _leaves_something_out(problem, best):
    """Routes were possible that no legal run has: then it is asked, though there is one answer."""
    standard, diesel = len(all_routes(problem)), len(all_routes(problem, diesel=True))
    return standard > len(best.standard.routes) or diesel > len(best.diesel.routes)


@settings(max_examples=300, **relaxed)
@given(problems())
def test_a_run_is_told_with_all_it_earns(problem):
    run = answered(problem)
    if run is None:
        return
    telling = told(problem, run)
    assert telling.total == run.total == sum(route.total for route in telling.routes)
    assert all(sum(route.values) == route.total for route in telling.routes)
    routes = [(route.train, route.stops, route.links) for route in telling.routes if route.links]
    assert routes == plain(run)
    again = valued(problem, tuple(run))
    assert (again.standard.earnings, again.diesel.earnings) == (run.standard.earnings, run.diesel.earnings)


@settings(max_examples=300, **relaxed)
@given(problems(), st.integers(0, 10**6))
def test_a_railway_in_trusteeship_runs_what_adds_most(problem, lot):
    routes = all_routes(problem)
    duty = set().union(*(track(problem, links) for links in problem.compulsory))
    engines = sorted(problem.locomotives, key=lambda engine: -engine.size)
    done = []
    while True:
        listed = next_routes(problem, [Route(*route) for route in done])
        run = [ways for _, _, ways in done]
        due = [links for links in problem.compulsory if not {links, links[::-1]} & set(run)]
        used = set().union(duty, *(track(problem, ways) for ways in run))
        expected = []
        for links in due:
            expected = (
                expected
                or [(engine.id, frozenset(links)) for engine in engines if can_add(problem, engine, links, done)][
                    :1
                ]
            )
        for engine in engines if not expected else ():
            free = [(stops, ways) for stops, ways in routes if not track(problem, ways) & used]
            free = [(s, w) for s, w in free if runs_to_ends(problem, [("", s, w)], free, used)]
            options = [(engine.id, *way) for way in free if can_add(problem, engine, way[1], done)]
            if options:
                worths = [money(problem, [*done, option]) for option in options]
                pairs = zip(options, worths, strict=True)
                expected = [(o[0], frozenset(o[2])) for o, worth in pairs if worth == max(worths)]
                break
        assert {(route.locomotive, frozenset(route.links)) for route in listed} == set(expected)
        if not listed:
            return
        done.append(plain(listed)[lot % len(listed)])


def can_add(problem, engine, ways, done):
    """There is room, and it hangs together with what this locomotive runs."""
    own = [stops for name, stops, _ in done if name == engine.id]
    ends = {stop for way in ways for stop in (problem.network.links[way].a, problem.network.links[way].b)}
    return len(own) < engine.size and (not own or any(ends & set(stops) for stops in own))


@settings(max_examples=300, **relaxed)
@given(problems())
def test_counting_first_tells_what_the_best_run_has_and_leads_to_the_same_runs(problem):
    best = answered(problem)
    if best is None:
        return
    count = counted(problem, Budget())
    numbers = count.routes(diesel=False), count.routes(diesel=True)
    assert numbers == (len(best.standard.routes), len(best.diesel.routes))
    assert not (count.is_free and is_forced(problem, best))
    stops = problem.network.stops
    assert alternatives(problem, stops, count=count) == alternatives(problem, stops)
