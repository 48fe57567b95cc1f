"""A learned value: asked for what it was taught, kept and read again, honest about games it has not seen."""

import random

import numpy as np
import pytest

import stellwerk
from stellwerk.env.players import Judged
from stellwerk.env.scheme import Scheme
from stellwerk.env.value import Forest, Inputs, Tree, Value
from stellwerk.env.variety import Variety
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, title_ids

RICH = Value(
    "chicago-express", 2, 1, 3, (Tree((0, 1), (3.0, 5.0), (-1, -2), (1, -3), (-10.0, 10.0, 30.0)),)
)  # up to 3 of the first figure, else up to 5 of the second


def test_a_tree_asks_its_questions():
    (tree,) = RICH.trees
    rows = [[3.0, 9.0], [4.0, 5.0], [4.0, 6.0]]
    assert Forest([tree]).of(np.array(rows)).tolist() == [-10.0, 10.0, 30.0]
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
    assert sum(Judged(RICH).of(position)) == pytest.approx(0)


@pytest.mark.parametrize("title", title_ids())
def test_every_title_can_be_learned_from(title):
    from stellwerk.env.value_training import PARTS, lesson_of

    game = stellwerk.new(title, ["North", "East", "South", "West"], seed=3)
    lots = random.Random(3)
    while not game.over and len(game.actions) < 60:
        game.play(game.position.pick(lots))
    taught = lesson_of(game)
    names = Inputs(Scheme.of(find_title(title), 4)).names
    assert taught.rows.shape == (4 * len(PARTS), len(names))
    assert np.isfinite(taught.rows).all()
    assert taught.ends.reshape(-1, 4).sum(axis=1) == pytest.approx(0)


def test_games_that_were_played_are_not_played_again(tmp_path, monkeypatch):
    from stellwerk.env import value_training

    played = []

    def lesson(match, variety):
        played.append(match.seed)
        return value_training.Lesson(np.full((4, 2), match.seed), np.zeros(4), np.array([5, 5, 5, 5]))

    monkeypatch.setattr(value_training, "lesson", lesson)
    for games in (2, 3):
        found = value_training.lessons("1835", ("easy",) * 4, games, 7, 1, Variety(), tmp_path)
        assert [one.rows[0, 0] for one in found] == [7, 8, 9][:games]
    assert played == [7, 8, 9]
    value_training.lessons("1835", ("easy",) * 4, 1, 7, 1, Variety(opening=3), tmp_path)
    assert played == [7, 8, 9, 7]
    monkeypatch.setattr(value_training, "edition", lambda title: "other rules, scheme, software or bots")
    value_training.lessons("1835", ("easy",) * 4, 1, 7, 1, Variety(), tmp_path)
    assert played == [7, 8, 9, 7, 7]
    assert not list(tmp_path.glob("*.part"))


def test_trees_say_what_lightgbm_says():
    lightgbm = pytest.importorskip("lightgbm", reason="LightGBM is not here: make research")
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
    assert Forest(value.trees).of(rows) == pytest.approx(kept[0].predict(rows))
    assert value == learn("chicago-express", 4, [taught])
    assert len(value.trees) == value_training.ROUNDS


def test_with_folds_no_game_is_tried_by_what_itself_taught(monkeypatch):
    from stellwerk.env import value_training
    from stellwerk.env.value_training import PARTS, Lesson, in_turn

    games = [
        Lesson(
            np.full((4 * len(PARTS), 3), number * 1.0),
            np.tile([6.0, 2.0, -2.0, -6.0], len(PARTS)),
            np.repeat(PARTS, 4),
        )
        for number in range(5)
    ]
    taught = []

    def learn(title, players, lessons):
        taught.append({int(one.rows[0, 0]) for one in lessons})
        return Value(title, 2, 1, players, (), ((str(len(taught)), 1.0),))

    def expected(value, tried):
        (game,) = tried
        assert int(game.rows[0, 0]) not in taught[-1]
        return game.ends

    monkeypatch.setattr(value_training, "learn", learn)
    monkeypatch.setattr(value_training, "_expected", expected)
    value, told = in_turn("chicago-express", 4, games, 2)
    assert taught == [{1, 3}, {0, 2, 4}, {0, 1, 2, 3, 4}]
    assert value.relies_on == told.relies_on == (("3", 1.0),)
    assert (told.taught, told.tried) == (2, 5)
    assert set(told.learned) == {1.0}
    assert set(told.error) == {0.0}


def test_a_report_counts_games_and_is_drawn():
    from xml.etree import ElementTree

    from stellwerk.env.value_plot import panels, plot
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
    drawn = ElementTree.fromstring(plot(panels(told)))
    assert len(drawn.findall(".//{*}circle")) == 10 + 2 * len(ASKED)
