"""What `stellwerk bench` measures: bots' games where there are no records, running decisions as they came up."""

import json
import random
from pathlib import Path

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bench.against import compare
from stellwerk.bench.bots import decisions
from stellwerk.bench.engine import RandomPlay, works_measured
from stellwerk.bench.games import bot_matches
from stellwerk.bench.routes import running_decisions
from stellwerk.bench.works import answer
from stellwerk.play.playable import Playable
from stellwerk.routes import best_run
from stellwerk.titles.registry import find_title, title_ids

GOLDEN = Path(__file__).parent.parent / "conformance" / "golden"


def test_bots_play_where_there_are_no_records():
    """One game of as few players as may be, and one of as many."""
    recorded = [stellwerk.new(id_, ["A", "B", "C"]) for id_ in title_ids() if id_ != "chicago-express"]
    matches = bot_matches(recorded)
    assert [(match.title, len(match.bots)) for match in matches] == [
        ("chicago-express", 2),
        ("chicago-express", 6),
    ]


def test_each_title_is_played_by_lot():
    for title in title_ids():
        play = RandomPlay([title]).actions()
        assert [next(play) for _ in range(3)] == [1, 1, 1]


def test_a_running_decision_is_asked_as_it_came_up():
    """Nobody has earned more than the best run brings, also on track that was used up by running."""
    game = stellwerk.load((GOLDEN / "1881-at-360.json").read_text(encoding="utf-8"))
    assert game.title is find_title("1881")
    earned = [event.income for event in game.events if type(event).__name__ == "Earned" and event.income]
    problems = list(running_decisions(game))
    assert len(problems) == len(earned) > 5
    assert all(best_run(problem).total >= income for problem, income in zip(problems, earned, strict=True))


def test_every_decision_of_a_bots_game_is_timed():
    """As many as the same seed plays: bots of a seed do not vary."""
    spent = list(decisions("chicago-express", "random", 3))
    game, lots = (
        stellwerk.new("chicago-express", [f"Seat {seat + 1}" for seat in range(4)], seed=3),
        random.Random(3),
    )
    while not game.over:
        game.play(bots.choose(game, game.waiting_for()[0], "random", lots))
    assert len(spent) == len(game.actions)
    assert all(seconds >= 0 for seconds in spent)


def test_a_release_answers_how_fast_it_is():
    text = (GOLDEN / "1835-at-89.json").read_text(encoding="utf-8")
    questions = [{"title": "1835", "games": [text]}]
    questions += [
        {"work": work, "seconds": 0.01} for work in ("apply", "follow", "list", "playout", "random", "replay")
    ]
    known, *rates = map(json.loads, answer(map(json.dumps, questions)))
    assert known == ["apply", "follow", "list", "playout", "random", "replay"]
    assert len(rates) == 6
    assert all(rate > 0 for rate in rates)


def test_a_release_that_lacks_something_says_so_each_time_and_goes_on(monkeypatch):
    text = (GOLDEN / "1835-at-89.json").read_text(encoding="utf-8")
    monkeypatch.delattr(Playable, "after")
    questions = [{"title": "1835", "games": [text]}]
    questions += [{"work": work, "seconds": 0.01} for work in ("apply", "apply", "follow")]
    _, first, again, follow = map(json.loads, answer(map(json.dumps, questions)))
    assert "fault" in first
    assert "fault" in again
    assert follow > 0


def test_a_title_is_measured_with_its_spread():
    game = stellwerk.load((GOLDEN / "1835-at-89.json").read_text(encoding="utf-8"))
    measured = works_measured("1835", [game], 0.05)
    assert set(measured) == {"apply", "follow", "list", "playout", "random", "replay"}
    assert all(each["spread"][0] <= each["per_s"] <= each["spread"][1] for each in measured.values())


def test_a_release_says_what_it_cannot_do():
    questions = [{"title": "1835", "games": ["no game"]}, {"title": "1835", "games": []}]
    damaged, without = map(json.loads, answer(map(json.dumps, questions)))
    assert "fault" in damaged
    assert without == ["playout", "random"]


def test_an_unknown_commit_is_said_so():
    with pytest.raises(stellwerk.StellwerkError, match="git rev-parse"):
        compare("no-such-commit", [], 1, 0.01)
