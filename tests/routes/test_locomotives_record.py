"""A recorded game: what its routes earn follows, its runs are legal but for what that program does not ask."""

import pytest
from locomotives_board import FACTS
from locomotives_record import RECORD, recorded_runs

from stellwerk.routes.locomotives import best_run, check

pytestmark = pytest.mark.skipif(
    not (RECORD.is_file() and FACTS.is_file()), reason="the shared record and fact sheets are not on this machine"
)

NOT_ASKED = {"too_few_routes", "stops_short"}


@pytest.fixture(scope="module")
def runs():
    return recorded_runs(RECORD)


def told_by_route(recorded):
    """What each route adds as that program tells it: places by the first to call, works by the largest."""
    problem, routes = recorded.problem, recorded.routes
    sizes = {engine.id: engine.size for engine in problem.locomotives}
    callers = {}
    for number, route in enumerate(routes):
        for stop in route.stops:
            key = problem.stops[stop].place, route.locomotive == "D"
            callers.setdefault(key, []).append(number)
    adds = [0] * len(routes)
    for (number, diesel), calling in callers.items():
        place = problem.places[number]
        adds[calling[0]] += place.diesel if diesel else place.value
        if not diesel:
            largest = max(sizes[routes[caller].locomotive] for caller in calling)
            first = next(caller for caller in calling if sizes[routes[caller].locomotive] == largest)
            adds[first] += place.earns(largest) - place.value
    return adds


def test_every_recorded_route_earns_what_is_recorded(runs):
    assert len(runs) > 30
    for recorded in runs:
        assert told_by_route(recorded) == recorded.revenues, recorded.number


def test_recorded_runs_are_legal_and_not_better_than_ours(runs):
    for recorded in runs:
        verdict = check(recorded.problem, recorded.routes)
        assert {fault.reason for fault in verdict.faults} <= NOT_ASKED, recorded.number
        assert verdict.run.total == sum(recorded.revenues)
        assert verdict.best.optimal
        for given, best in (
            (verdict.run.standard, verdict.best.standard),
            (verdict.run.diesel, verdict.best.diesel),
        ):
            assert (len(best.routes), best.total) >= (len(given.routes), given.total), recorded.number


def test_our_own_best_is_legal(runs):
    for recorded in runs[::7]:
        assert check(recorded.problem, best_run(recorded.problem)).optimal
