"""What `stellwerk bench` measures: bots' games where there are no records, running decisions as they came up."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bench.against import CannotDo, _of_title, compare, rates_of, read_by_both
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
    known, *answers = map(json.loads, answer(map(json.dumps, questions)))
    assert known == ["apply", "follow", "list", "playout", "random", "replay"]
    assert len(answers) == 6
    assert all(done > 0 and spent >= 0.01 for done, spent in answers)


class CountedRelease:
    """A release of which is only told what it has done: it is the quicker the smaller its number."""

    name = "there"

    def __init__(self, slowness: int, fails_after: int = 10**6) -> None:
        self.slowness, self.fails_after, self.done = slowness, fails_after, 0

    def ask(self, work: str, units: int | None = None, seconds: float = 0) -> tuple[int, float]:
        done = round(1000 * seconds / self.slowness) if units is None else units
        self.done += done
        if self.done > self.fails_after:
            raise CannotDo("there: that is too much")
        return done, done * self.slowness / 1000


@pytest.mark.parametrize("slowness", [1, 5])
def test_two_releases_play_the_same_games_whichever_is_quicker(slowness):
    here, there = CountedRelease(2), CountedRelease(slowness)
    rates = list(rates_of([here, there], "random", 4, 1.0))
    assert here.done == there.done
    assert rates == [(500, 1000 / slowness)] * 4


class AnsweringRelease:
    """A release that answers in this process, of which some rules or works are changed."""

    def __init__(self, name: str, changed: Callable[[dict[str, Any]], dict[str, Any]] = lambda question: question):
        self.name, self.changed = name, changed

    def ask(self, **question: Any) -> Any:
        (told,) = map(json.loads, answer(iter([json.dumps(self.changed(question))])))
        if isinstance(told, dict) and "fault" in told:
            raise CannotDo(f"{self.name}: {told['fault']}")
        return told


def test_a_work_that_one_release_cannot_do_is_named_with_the_reason():
    class Lacking(CountedRelease):
        def ask(self, title: str = "", games: object = None, work: str = "", **much: Any) -> Any:
            return ["apply", "random"] if title else super().ask(work, **much)

    for fails_after in (0, 1, 700):
        told = dict(_of_title([Lacking(2), Lacking(2, fails_after)], "1835", [], 4, 1.0))
        assert told == {work: {"fault": "there: that is too much"} for work in ("apply", "random")}


def test_games_of_later_rules_are_played_as_far_as_both_releases_take_them():
    """An older release has no word for some actions, and refuses what became legal later."""
    text = (GOLDEN / "1835-at-89.json").read_text(encoding="utf-8")
    file = json.loads(text)

    def unknown(question: dict[str, Any]) -> dict[str, Any]:
        changed = json.loads(question["read"])
        changed["actions"][40]["type"] = "what_came_later"
        return {"read": json.dumps(changed)}

    later = json.dumps({**file, "rules": 99, "digest": "another"})
    games, stopped = read_by_both([AnsweringRelease("here"), AnsweringRelease("there", unknown)], [later])
    assert [json.loads(game)["actions"] for game in games] == [file["actions"][:40]]
    (told,) = stopped
    assert (told["game"], told["actions"], told["of"]) == (1, 40, 89)
    assert told["why"].startswith("there: action 41: ")
    assert "what_came_later" in told["why"]


def test_a_game_that_one_release_cannot_even_begin_is_left_out_and_named():
    file = json.loads((GOLDEN / "1835-at-89.json").read_text(encoding="utf-8"))
    strange = json.dumps({**file, "options": {"no_such_option": True}})
    pair = [AnsweringRelease("here"), AnsweringRelease("there")]
    games, stopped = read_by_both(pair, [strange, json.dumps(file)])
    assert [json.loads(game)["actions"] for game in games] == [file["actions"]]
    assert [told["actions"] for told in stopped] == [0]
    assert "no_such_option" in stopped[0]["why"]


def test_a_release_that_lacks_something_says_so_each_time_and_goes_on(monkeypatch):
    text = (GOLDEN / "1835-at-89.json").read_text(encoding="utf-8")
    monkeypatch.delattr(Playable, "after")
    questions = [{"title": "1835", "games": [text]}]
    questions += [{"work": work, "seconds": 0.01} for work in ("apply", "apply", "follow")]
    _, first, again, (followed, _) = map(json.loads, answer(map(json.dumps, questions)))
    assert "after" in first["fault"]
    assert "fault" in again
    assert followed > 0


def test_a_title_is_measured_with_its_spread():
    game = stellwerk.load((GOLDEN / "1835-at-89.json").read_text(encoding="utf-8"))
    measured = works_measured("1835", [game], 0.05)
    assert set(measured) == {"apply", "follow", "list", "playout", "random", "replay"}
    assert all(each["spread"][0] <= each["per_s"] <= each["spread"][1] for each in measured.values())


def test_a_release_says_what_it_cannot_do():
    questions = [{"title": "1835", "games": ["no game"]}, {"read": "no game"}, {"title": "1835", "games": []}]
    damaged, unread, without = map(json.loads, answer(map(json.dumps, questions)))
    assert "fault" in damaged
    assert unread["actions"] == 0
    assert unread["stopped"]
    assert without == ["playout", "random"]


def test_an_unknown_commit_is_said_so():
    with pytest.raises(stellwerk.StellwerkError, match="git rev-parse"):
        compare("no-such-commit", [], 1, 0.01)
