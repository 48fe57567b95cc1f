"""Runs as decisions: which are offered, which are accepted, and what the others are told.

A toy title: one company, a fork of track with three mountains at its ends; a first call at a mountain opens it.
"""

import msgspec
import pytest

from stellwerk.play.core import Event, State, Turn
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game
from stellwerk.play.manifest import Manifest
from stellwerk.play.runs import Running, RunTrains, Way, ways_of
from stellwerk.play.secrets import OPEN
from stellwerk.routes import Budget, Link, Network, Problem, Stop, Train, best_run, visited
from stellwerk.routes.stress import full_board, stress_problem
from stellwerk.titles.t1844.data import material

HUB, FIRST, SECOND, POOR, FAR = range(5)
FORK = Network([Link(HUB, to, bits=1 << to) for to in (FIRST, SECOND, POOR)] + [Link(SECOND, FAR, bits=32)])
STOPS = Stop(20, home=True), Stop(30), Stop(30), Stop(20), Stop(10)


class Ran(Event, frozen=True):
    stops: tuple[int, ...]
    income: int


class Table(State, frozen=True):
    opened: frozenset[int] = frozenset()
    trains: tuple[Train, ...] = (Train.counting("2", 2),)


class Run(Running, frozen=True):
    rule = "3.1"
    compulsory = True

    def waiting(self, position):
        return (0,)

    def problem(self, position):
        return Problem(FORK, STOPS, position.state.trains)

    def matters(self, position):
        return [stop for stop in (FIRST, SECOND, POOR) if stop not in position.state.opened], []

    def earn(self, turn, run):
        turn.emit(Ran(tuple(sorted(visited(run))), run.total))
        turn.set(opened=turn.state.opened | visited(run))


class FreeRun(Run, frozen=True):
    compulsory = False


class Options(msgspec.Struct):
    """None."""


class Mountains:
    secrets, manifest = OPEN, Manifest(package="mountains", face="")
    id, name, rules_version, players, options = "mountains", "Mountains", 1, range(1, 2), Options
    actions = (RunTrains,)

    def __init__(self, *steps, **parts):
        self.steps, self.parts = steps, parts

    def rules(self, players, options):
        return None

    def start(self, rules, seed):
        return Turn(rules, Table(1, self.steps[::-1], {}, **self.parts))

    def standing(self, rules, state):
        return {}


def game(*steps, **parts):
    return Game(Mountains(*steps, **parts), ["North"], {}, 1)


def ran(game):
    return [(event.stops, event.income) for event in game.events]


def named(*ways):
    return RunTrains(0, "C", tuple(Way("2", links) for links in ways))


def test_one_run_is_offered_for_each_thing_that_can_be_opened():
    table = game(Run("C"))
    assert list(table.legal_actions()) == [named((0,)), named((1,))]
    table.play(named((1,)))
    assert ran(table) == [((HUB, SECOND), 50)]
    assert table.over


def test_where_nothing_new_can_be_visited_the_trains_just_run():
    table = game(Run("C"), opened=frozenset({FIRST, SECOND, POOR}))
    assert table.over
    assert ran(table) == [((HUB, FIRST), 50)]


def test_where_all_best_runs_open_the_same_the_trains_just_run():
    assert ran(game(Run("C"), trains=(Train.counting("4", 4),))) == [((HUB, FIRST, SECOND, FAR), 90)]


def test_a_run_that_is_not_offered_is_legal_if_it_is_as_good_as_the_best():
    """Two trains can change places; only one of the two runs is offered."""
    table = game(Run("C"), trains=(Train.counting("2", 2), Train.counting("2 too", 2)), opened=frozenset({POOR}))
    assert ran(table) == [((HUB, FIRST, SECOND), 100)]
    table = game(FreeRun("C"), trains=(Train.counting("2", 2), Train.counting("2 too", 2)))
    crossed = RunTrains(0, "C", (Way("2", (1,)), Way("2 too", (0,))))
    assert crossed not in list(table.legal_actions())
    assert crossed in table.legal_actions()
    table.play(crossed)
    assert ran(table) == [((HUB, FIRST, SECOND), 100)]


@pytest.mark.parametrize(
    ("ways", "reason", "values"),
    [
        (((2,),), "not_the_best_run", {"total": 40, "best": 50}),
        ((), "not_the_best_run", {"total": 0, "best": 50}),
        (((0, 1),), "no_route", {"train": "2", "fault": "too_long"}),
        (((3,),), "no_route", {"train": "2", "fault": "no_station"}),
        (((0,), (1,)), "no_route", {"train": "2", "fault": "train_twice"}),
        (((0, 3),), "no_such_track", {"company": "C"}),
        (((9,),), "no_such_track", {"company": "C"}),
        (((),), "no_such_track", {"company": "C"}),
    ],
)
def test_what_other_runs_are_told(ways, reason, values):
    table = game(Run("C"))
    before = table.digest()
    with pytest.raises(IllegalAction) as refused:
        table.play(named(*ways))
    assert (refused.value.rule, refused.value.refusal.reason) == ("3.1", reason)
    assert refused.value.refusal.values == values
    assert table.digest() == before


def test_where_the_best_is_only_proposed_less_will_do():
    table = game(FreeRun("C"))
    assert list(table.legal_actions()) == [named((0,)), named((1,))]
    assert named((2,)) in table.legal_actions()
    assert named() in table.legal_actions()
    assert named((3,)) not in table.legal_actions()
    table.play(named((2,)))
    assert ran(table) == [((HUB, POOR), 40)]


def test_a_train_that_skips_stops_says_which():
    table = game(FreeRun("C"), trains=(Train.skipping("2E", 2),))
    assert next(iter(table.legal_actions())) == RunTrains(0, "C", (Way("2E", (0,)),))
    assert RunTrains(0, "C", (Way("2E", (0, 1), (HUB,)),)) not in table.legal_actions()
    skipping = RunTrains(0, "C", (Way("2E", (0, 1), (SECOND,)),))
    table.play(skipping)
    assert ran(table) == [((HUB, FIRST), 50)]


def test_a_run_survives_a_game_file():
    action = RunTrains(0, "C", (Way("2E", (0, 1), (SECOND,)),))
    assert msgspec.json.decode(msgspec.json.encode(action), type=RunTrains) == action


# Runs that cannot be proved in time ---------------------------------------------------------------------------


class HardRun(Run, frozen=True):
    """Three trains that leave stops out, on a board full of track, and little time to think."""

    effort = Budget(nodes=30_000)

    def problem(self, position):
        trains = tuple(Train.skipping("8E", 8) for _ in range(3))
        return stress_problem(full_board(material().box, seed=1), 1, trains, colour="gray")

    def matters(self, position):
        return [], []


def test_a_run_that_cannot_be_proved_in_time_is_the_best_that_was_found():
    step = HardRun("A")
    found = best_run(step.problem(None), step.effort)
    assert not found.optimal
    assert found.total > 0
    ran = Game(Mountains(step), ["North"], {}, 0).events
    assert [event.income for event in ran] == [found.total]


def test_no_less_than_what_was_found_is_accepted_then():
    step = HardRun("A")
    found = best_run(step.problem(None), step.effort)
    assert step.refusal(None, RunTrains(0, "A", ways_of(found))) is None
    assert step.refusal(None, RunTrains(0, "A", ways_of(found)[:1])).reason == "not_the_best_run"
