"""What `stellwerk bench` measures: bots' games where there are no records, running decisions as they came up."""

from pathlib import Path

import stellwerk
from stellwerk.bench.engine import RandomPlay
from stellwerk.bench.games import bot_matches
from stellwerk.bench.routes import running_decisions
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
