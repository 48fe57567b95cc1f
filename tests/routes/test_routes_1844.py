"""Does the run optimiser serve the running rules of 1844? Judged by a real game and by the rulebook's examples.

The record's program accepts any legal run, so its runs may be less than the best, but never more.
"""

import json

import pytest
from msgspec.structs import replace
from record_1844 import FACTS, RECORD, Game, Sheet
from record_actions import standing

from stellwerk.board.board import Board, stop_number
from stellwerk.board.tiles import Track
from stellwerk.routes import Budget, EachStop, alternatives, best_run, check, visited
from stellwerk.routes.check import earned
from stellwerk.routes.plain import plain_best_run


@pytest.fixture(scope="module")
def sheet():
    if not FACTS.is_file():
        pytest.skip("the shared fact sheets (../shared/facts) are not on this machine")
    return Sheet(json.loads(FACTS.read_text()))


@pytest.fixture(scope="module")
def decisions(sheet):
    """Every running decision of the record that the reader was written for."""
    if not RECORD.is_file():
        pytest.skip("the shared record (../shared/records/1844) is not on this machine")
    return list(Game(sheet, json.loads(RECORD.read_text())).decisions())


def paid_there(problem, route):
    """What the record's program pays: an 8E gets the tunnel bonus there even with all its stops on one side."""
    total = earned(problem, route)
    counted = [place for place, value in enumerate(route.values) if value is not None]
    for bonus in problem.bonuses:
        if isinstance(bonus, EachStop):
            tunnels = [place for place, link in enumerate(route.links) if link in bonus.links]
            if tunnels and not any(counted[0] <= place < counted[-1] for place in tunnels):
                total += bonus.amount * len(counted)
    return total


def test_recorded_routes_are_legal_and_earn_what_the_record_says(decisions):
    for decision in decisions:
        verdict = check(decision.problem, decision.routes)
        assert verdict.faults == (), (decision.number, decision.company)
        paid = [paid_there(decision.problem, route) for route in decision.routes]
        assert paid == decision.revenues, (decision.number, decision.company)


def test_the_best_run_is_proved_and_earns_at_least_what_was_recorded(decisions):
    for decision in decisions:
        best = best_run(decision.problem)
        assert best.optimal
        assert check(decision.problem, best.routes).optimal
        assert best.total >= sum(earned(decision.problem, route) for route in decision.routes)
        if not any(train.best for train in decision.problem.trains):
            assert plain_best_run(decision.problem, Budget()) == best


def test_mountain_railways_on_which_best_runs_differ_are_offered(decisions):
    for decision in decisions:
        runs = alternatives(decision.problem, decision.sites)
        assert all(check(decision.problem, run.routes).optimal for run in runs)
        if sum(earned(decision.problem, route) for route in decision.routes) == runs[0].total:
            seen = {stop for route in decision.routes for stop in route.stops}
            for site in decision.sites:
                assert any((site in visited(run)) == (site in seen) for run in runs)


class Valais:
    """The rulebook's example: Sion is green, Martigny, Visp and Gstaad are yellow, a tunnel leads to Gstaad."""

    def __init__(self, sheet):
        self.sheet, self.board = sheet, Board.empty(sheet.box)
        for name, tile, turned in (("K10", "15", 0), ("K8", "4", 1), ("J11", "58", 4), ("I10", "58", 0)):
            self.lay(name, tile, turned)
        self.tunnels = 0
        self.dig("J9", "X78", 3)
        self.board = self.board.with_station("VZ", self.stop("K10"))

    def lay(self, name, tile, turned):
        entry = self.sheet.box.tiles[tile]
        self.board = self.board.lay(self.sheet.index[name], Track(entry.face, turned, tile, entry.colour))

    def dig(self, name, tile, turned):
        self.lay(name, tile, turned)
        self.tunnels |= self.sheet.box.grid.side_bits[self.sheet.index[name]][turned]

    def stop(self, name):
        return stop_number(self.sheet.index[name], 0)

    def problem(self, *kinds, phase=3, mountains=None):
        trains = [self.sheet.train(kind, kind, kind.endswith("H")) for kind in kinds]
        sites = {self.sheet.index[name]: values for name, values in (mountains or {}).items()}
        return self.sheet.problem(self.board, "VZ", phase, sites, self.tunnels, trains)


def test_the_valais_of_the_rulebook_earns_100_in_two_ways(sheet):
    valais = Valais(sheet)
    problem = valais.problem("2H", "3H")
    runs = alternatives(problem, [valais.stop("I10")])
    assert [run.total for run in runs] == [100, 100]
    through = next(run for run in runs if valais.stop("I10") in visited(run))
    by_train = {route.train: route for route in through.routes}
    assert (by_train["3H"].total, by_train["3H"].bonuses) == (60, (("tunnel", 20),))
    assert by_train["2H"].total == 40


def test_a_mountain_railway_is_an_end_and_no_stop_before_it_is_founded(sheet):
    valais = Valais(sheet)
    site = valais.stop("I14")
    assert best_run(valais.problem("5")).total == 110  # Gstaad, Sion, Visp and Brig, through the tunnel
    founded = valais.problem("5", mountains={"I14": sheet.incomes[2]})
    (route,) = best_run(founded).routes
    assert (route.total, site in (route.stops[0], route.stops[-1])) == (170, True)
    assert not founded.describe(site).may_pass


def test_h_trains_never_enter_red_areas(sheet):
    valais = Valais(sheet)
    valais.dig("K14", "X79", 2)
    milano = valais.stop("L15")
    (route,) = best_run(valais.problem("5")).routes
    assert (route.total, milano in route.stops) == (170, True)  # two tunnels, one bonus
    assert milano not in visited(best_run(valais.problem("8H")))


def test_a_train_that_counts_no_stop_beyond_the_tunnel_gets_no_bonus(sheet):
    valais = Valais(sheet)
    problem = valais.problem("8E")
    (route,) = best_run(problem).routes
    assert (route.total, route.bonuses) == (110, (("tunnel", 40),))
    skipped = route.stops.index(valais.stop("I10"))
    values = tuple(None if place == skipped else value for place, value in enumerate(route.values))
    assert earned(problem, replace(route, values=values)) == 60


def test_the_furka_line_and_a_tunnel_cross_without_touching(sheet):
    furka = {"type": "choose_ability", "entity": "P4", "entity_type": "company"}
    tunnel = {
        "type": "lay_tile",
        "entity": "T1",
        "entity_type": "company",
        "hex": "H17",
        "tile": "X78-0",
        "rotation": 3,
    }
    for order in ([furka, tunnel], [tunnel, furka]):
        game = Game(sheet, {"actions": [*order, furka]})
        assert list(game.decisions()) == []
        track = game.board.tracks[sheet.index["H17"]]
        assert (track.sides_of, track.through[3], track.through[5]) == (((0, 4),), (5,), (3,))


def action(number, kind="pass", **more):
    return {"id": number, "type": kind, **more}


def test_undone_actions_do_not_stand():
    actions = [
        action(1),
        action(2),
        action(3, "undo"),
        action(4, "redo"),
        action(5, auto_actions=[action(None)]),
        action(6, "message"),
        action(7),
        action(8, "undo", action_id=1),
        action(9),
        action(10, "undo"),
        action(11, "redo"),
    ]
    assert [act["id"] for act in standing(actions)] == [1, 9]
    assert [act["id"] for act in standing(actions[:7])] == [1, 2, 5, None, 7]
