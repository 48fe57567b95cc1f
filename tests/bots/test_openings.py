"""Openings tried out: reproducible, with lots that all choices share, and true of what was played."""

import json
from itertools import count

from typer.testing import CliRunner

import stellwerk
from stellwerk.bots import openings
from stellwerk.bots.openings import Plan, Tried, pages, try_out
from stellwerk.cli import _add_commands, app
from stellwerk.play.core import Pass

PLAN = Plan("chicago-express", 3, decisions=1, choices=2, games=2, seed=5, level="random")


def test_the_same_plan_gives_the_same_answer_and_every_choice_is_legal():
    played = count()
    found = try_out(PLAN, lambda: next(played))
    assert found == try_out(PLAN, lambda: None)
    decisions = {len(one.before) for one in found}
    again = [one for one in found if one.again]
    assert next(played) == PLAN.games * (len(found) + len(decisions) + len(again) + bool(again))
    assert len(decisions) == PLAN.decisions
    game = stellwerk.new("chicago-express", ["A", "B", "C"], seed=5)
    for number in sorted(decisions):
        here = [one for one in found if len(one.before) == number]
        for one in here:
            assert one.action != one.usual
            game.copy().play(one.action)
        game.play(here[0].usual)


def test_a_gain_is_what_a_seat_ends_with_above_the_others(monkeypatch):
    """The first seat ends with 30 more than the others after a high bid of anybody, and with as much else."""

    def at_once(game):
        last = getattr(game.actions[-1], "amount", 0)
        return {0: 130 if last > 10 else 100, 1: 100, 2: 100}

    monkeypatch.setattr(openings, "play_out", lambda game, chooses: None)
    monkeypatch.setattr(stellwerk.Game, "result", at_once)
    gains = []
    for one in try_out(PLAN, lambda: None):
        now, usual = (getattr(action, "amount", 0) > 10 for action in (one.action, one.usual))
        assert (one.gain, one.error) == ((30.0 if one.seat == 0 else -15.0) * (now - usual), 0.0)
        gains.append(one.gain)
    assert len(set(gains)) > 1


def test_better_is_what_is_better_by_two_standard_errors():
    told = [Tried((), 0, Pass(0), Pass(0), gain, 10.0).better for gain in (-30.0, 20.0, 20.1)]
    assert told == [False, False, True]


def test_what_proved_better_twice_is_a_page_and_its_way_is_followed(monkeypatch):
    """A bid above ten brings its seat thirty, whatever the lots are; the first that comes to mind is taken."""
    monkeypatch.setattr(openings, "_score", lambda task: 30.0 * (getattr(task.action, "amount", 0) > 10))
    plan = Plan("chicago-express", 3, decisions=2, choices=1, games=2, seed=1, lines=2)
    found = try_out(plan, lambda: None)
    told = list(pages(plan, found))
    high = next(one.action for one in found if one.better)
    assert (told[0].before, told[0].gain, told[0].error) == ((), 30.0, 0.0)
    assert told[0].action["amount"] == high.amount > 10
    assert {one.before for one in found} == {(), (found[0].usual,), (high,)}


def test_what_was_lucky_once_is_no_page(monkeypatch):
    """The same in the first games, and nothing of it in the second ones."""
    score = lambda task: 30.0 * (getattr(task.action, "amount", 0) > 10 and task.number < 2)  # noqa: E731
    monkeypatch.setattr(openings, "_score", score)
    plan = Plan("chicago-express", 3, decisions=2, choices=1, games=2, seed=1, lines=2)
    found = try_out(plan, lambda: None)
    assert any(one.better for one in found)
    assert list(pages(plan, found)) == []


def test_what_is_clearly_behind_after_a_few_games_is_given_up(monkeypatch):
    """`steady`'s choice is played as often as whatever is still tried, by the same lots."""
    played = []

    def score(task):
        played.append((task.action, task.number))
        return 0.0 if task.action.amount < 10 else -30.0 if task.action.amount > 15 else 1.0 + task.number % 2

    monkeypatch.setattr(openings, "_score", score)
    found = try_out(Plan("chicago-express", 3, decisions=1, choices=1, games=8, seed=1), lambda: None)
    given_up = {one.action for one in found if one.action.amount > 15}
    assert given_up
    for action in {found[0].usual, *(one.action for one in found)}:
        numbers = [number for done, number in played if done == action]
        again = any(one.again for one in found if action in (one.action, one.usual))
        assert numbers == list(range(2 if action in given_up else 16 if again else 8))


def test_the_command_tells_a_table_or_json(monkeypatch):
    one = Tried((Pass(0),) * 3, 1, Pass(1), Pass(1), 12.0, 4.0, again=(9.0, 5.0))
    monkeypatch.setattr("stellwerk.commands.openings.try_out", lambda plan, tick, jobs: [one])
    _add_commands("openings")
    told = CliRunner().invoke(app, ["openings", "chicago-express"])
    assert told.exit_code == 0
    assert "12 ± 4 *" in told.output
    assert "9 ± 5 " in told.output
    told = CliRunner().invoke(app, ["openings", "chicago-express", "--json"])
    assert json.loads(told.output)[0]["gain"] == 12.0
