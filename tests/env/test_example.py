"""The example for researchers learns from the files that self-play writes, and draws what came of it."""

from importlib import util
from pathlib import Path

import pytest

pytest.importorskip("pyarrow", reason="PyArrow is not here: stellwerk[research]")

from stellwerk.bots.arena import Match, play
from stellwerk.env.positions import Decisions

SCRIPT = Path(__file__).parents[2] / "examples" / "research" / "learn.py"


@pytest.fixture(scope="module")
def learn():
    found = util.spec_from_file_location("learn", SCRIPT)
    module = util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


def test_the_example_trains_evaluates_and_draws(learn):
    match = Match("chicago-express", ("random", "random", "random"), 5)
    games = {str(number): play(match, number) for number in range(4)}
    table = Decisions(games["0"]).table(games, every=4)
    drawn = learn.learned(match.title, table)
    assert drawn.tried == 1
    cash = learn.margin_of_cash(table, learn.np.stack(table.column("seen").to_numpy(zero_copy_only=False)))
    assert cash[0] == 0  # all begin with the same
    picture = learn.plot(drawn)
    assert "<circle" in picture
    assert "cash alone" in picture
    assert "forecast" not in picture


def test_the_example_runs_as_it_is_told_to(learn, tmp_path, capsys):
    learn.main(["--out", str(tmp_path), "--games", "4", "--bots", "random,random,random", "--jobs", "1"])
    assert capsys.readouterr().out.count("by cash alone") == len(learn.PARTS)
    assert (tmp_path / "learned.svg").read_text(encoding="utf-8").startswith("<svg")
    assert len(list(tmp_path.glob("*.parquet"))) == 1
