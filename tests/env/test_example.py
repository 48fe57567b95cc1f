"""The example for researchers learns from the files that self-play writes, and draws what came of it."""

from importlib import util
from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="PyArrow is not here: stellwerk[research]")

from stellwerk.bots.arena import Match, play
from stellwerk.env.positions import Decisions

SCRIPT = Path(__file__).parents[2] / "examples" / "research" / "learn.py"


def test_the_example_trains_evaluates_and_draws():
    found = util.spec_from_file_location("learn", SCRIPT)
    learn = util.module_from_spec(found)
    found.loader.exec_module(learn)
    match = Match("chicago-express", ("random", "random", "random"), 5)
    games = {str(number): play(match, number) for number in range(4)}
    table = Decisions(games["0"]).table(games, every=4)
    report = learn.learned(match.title, table)
    assert (report.taught, report.tried) == (3, 1)
    cash = learn.margin_of_cash(table, learn.np.stack(table.column("seen").to_numpy(zero_copy_only=False)))
    assert cash[0] == 0  # all begin with the same
    assert "<circle" in learn.plot(report)
