"""A learned value: asked for what it was taught, kept and read again, honest about games it has not seen."""

import numpy as np
import pytest

import stellwerk
from stellwerk.env.scheme import Scheme
from stellwerk.env.value import Forest, Inputs, Tree, Value
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title

RICH = Value(
    "chicago-express", 2, 1, 3, (Tree((0, 1), (3.0, 5.0), (-1, -2), (1, -3), (-10.0, 10.0, 30.0)),)
)  # up to 3 of the first figure, else up to 5 of the second


def test_a_tree_asks_its_questions():
    (tree,) = RICH.trees
    rows = [[3.0, 9.0], [4.0, 5.0], [4.0, 6.0]]
    assert [tree.of(row) for row in rows] == [-10.0, 10.0, 30.0]
    assert Forest([tree, tree]).of(np.array(rows)).tolist() == [-20.0, 20.0, 60.0]


def test_it_is_kept_and_read_again(tmp_path):
    RICH.write(tmp_path / "value.json")
    assert Value.read(tmp_path / "value.json") == RICH
    (tmp_path / "broken.json").write_text('{"title": 3}', encoding="utf-8")
    with pytest.raises(StellwerkError, match="holds no value"):
        Value.read(tmp_path / "broken.json")


def test_a_row_for_each_seat_and_values_that_add_up_to_nothing():
    position = stellwerk.new("chicago-express", ["North", "East", "West"], seed=1).position
    inputs = Inputs(Scheme.of(find_title("chicago-express"), 3))
    rows = inputs.of(position)
    assert rows.shape == (3, len(inputs.names))
    cash = [inputs.names.index(f"seats {n} cash") for n in range(3)]
    assert rows[1, cash].tolist() == [position.state.cash[seat] for seat in (1, 2, 0)]
    assert sum(RICH.of(inputs, position)) == pytest.approx(0)


def test_trees_say_what_lightgbm_says():
    lightgbm = pytest.importorskip("lightgbm", reason="LightGBM is not here: stellwerk[value]")
    from stellwerk.env import value_training
    from stellwerk.env.value_training import Lesson, learn

    lots = np.random.default_rng(1)
    rows = lots.normal(size=(400, 6))
    taught = Lesson(rows, rows[:, 0] * 3 + (rows[:, 1] > 0), np.zeros(400, np.int64))
    kept = []
    train = lightgbm.train
    lightgbm.train = lambda *args: kept.append(train(*args)) or kept[-1]
    try:
        value = learn("chicago-express", 4, [taught])
    finally:
        lightgbm.train = train
    own = [sum(tree.of(row) for tree in value.trees) for row in rows.tolist()]
    assert own == pytest.approx(kept[0].predict(rows))
    assert own == pytest.approx(Forest(value.trees).of(rows).tolist())
    assert value == learn("chicago-express", 4, [taught])
    assert len(value.trees) == value_training.ROUNDS


def test_a_report_counts_games_and_is_drawn():
    from xml.etree import ElementTree

    from stellwerk.env.value_plot import plot
    from stellwerk.env.value_training import ASKED, PARTS, Lesson, report

    flat = Value("chicago-express", 2, 1, 4, (Tree((0,), (0.0,), (-1,), (-1,), (0.0,)),))
    lots = np.random.default_rng(1)
    tried = []
    for _ in range(3):
        rows = lots.normal(size=(4 * len(PARTS), 5))
        tables = rows[:, -1].reshape(-1, 4)
        rows[:, -1] = (tables - tables.mean(axis=1, keepdims=True)).reshape(-1)
        tried.append(Lesson(rows, rows[:, -1] + lots.normal(size=len(rows)), np.repeat(PARTS, 4)))
    told = report(flat, 9, tried)
    assert told.parts == ASKED
    assert told.error == told.forecast_error  # since it says what the forecast says
    assert told.saved == (0.0, 0.0)
    drawn = ElementTree.fromstring(plot(told))
    assert len(drawn.findall(".//{*}circle")) == 10 + 2 * len(ASKED)
