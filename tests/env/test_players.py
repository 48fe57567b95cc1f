"""Who asks a learned value: where playouts end, after a turn, and as the champion that learns by rounds."""

import random

import numpy as np
import pytest

import stellwerk
from stellwerk.bots.levels import explorer_of
from stellwerk.env import champion
from stellwerk.env.players import Duel, Judged, LearnedLeaf, play_game, player
from stellwerk.env.policy import Policy, best
from stellwerk.env.scheme import Scheme
from stellwerk.env.value import Inputs, Tree, Value
from stellwerk.env.value_training import Lesson
from stellwerk.play.errors import StellwerkError
from stellwerk.play.playable import Playable
from stellwerk.titles.registry import find_title

TITLE = find_title("chicago-express")
SCHEME = Scheme.of(TITLE, 3)
ASKS_NOTHING = Tree((0,), (0.0,), (-1,), (-1,), (0.0,))
PLAIN = Value(TITLE.id, TITLE.rules_version, 1, 3, (ASKS_NOTHING,))
"""Says what the forecast says."""


@pytest.fixture
def game():
    """A game after its opening auctions."""
    game = stellwerk.new(TITLE.id, ["North", "East", "West"], seed=1)
    lots = random.Random(1)
    for _ in range(40):
        game.play(game.position.pick(lots))
    return game


def test_where_a_playout_ends_the_learned_value_is_asked(game):
    inner = explorer_of(TITLE)
    leaf = LearnedLeaf(inner, Judged(PLAIN))
    seat = game.waiting_for()[0]
    plan = next(iter(inner.plans(game.position, seat, game.position.all_choices(seat))))
    reached = leaf.reach(game.position, seat, plan, random.Random(3))
    assert reached.state == inner.reach(game.position, seat, plan, random.Random(3)).state
    forecast = Inputs(SCHEME).of(Playable(TITLE, reached.rules, reached.state))[:, -1]
    assert leaf.expects(game.position, reached) == pytest.approx(forecast)


def test_the_champion_takes_what_the_value_likes_best_and_notes_what_it_chose_from(game):
    seat = game.waiting_for()[0]
    one = champion.Champion(PLAIN, None)
    action = one(game, seat, random.Random(1))
    assert action in game.legal_actions(seat)
    assert len(one.rows) == len(one.chosen) == 1
    judged, plans = Judged(PLAIN), champion.turns(champion.seen(game, seat))
    scores = [judged.of(game.position.after(plan))[seat] for plan in plans]
    assert one.chosen[0] == scores.index(max(scores))


def test_a_policy_leaves_out_what_is_unlikely_but_never_what_the_title_would_do():
    later_is_better = Policy((Tree((0,), (2.5,), (-1,), (-2,), (0.0, 1.0)),))
    rows = np.arange(6.0)[:, None]
    assert best(later_is_better, rows, 2) == [3, 0]
    assert best(later_is_better, rows, 4) == [3, 4, 5, 0]


def test_rounds_learn_from_all_games_before_and_follow_from_the_seed(tmp_path, monkeypatch):
    pytest.importorskip("lightgbm", reason="LightGBM is not here: stellwerk[value]")
    asked = []

    def lesson(seed):
        lots = np.random.default_rng(seed)
        return Lesson(lots.normal(size=(60, 9)), lots.normal(size=60), np.zeros(60, np.int64))

    def teach(value, policy, seed):
        asked.append(seed)
        return champion.Taught(lesson(seed), [np.random.default_rng(seed).normal(size=(5, 4))] * 30, [1] * 30)

    monkeypatch.setattr(champion, "lesson", lambda match, variety: lesson(match.seed))
    monkeypatch.setattr(champion, "teach", teach)
    found = list(champion.iterate(TITLE.id, 3, rounds=2, games=4, seed=9, folder=tmp_path / "one"))
    assert [(one.games, one.decisions) for one in found] == [(4, 0), (8, 120), (12, 240)]
    assert asked == [13, 14, 15, 16, 17, 18, 19, 20]
    again = list(champion.iterate(TITLE.id, 3, rounds=2, games=4, seed=9, folder=tmp_path / "two"))
    assert found[-1].value.read_bytes() == again[-1].value.read_bytes()
    assert found[-1].policy.read_bytes() == again[-1].policy.read_bytes()
    assert champion.champion_of(found[-1]).policy is not None


def test_games_in_which_the_champion_is_rated_are_read_by_the_ladder(monkeypatch):
    monkeypatch.setattr(champion, "champion_of", lambda last: player(TITLE, "random"))
    ladder = champion.rate(None, TITLE.id, 3, ["random"], games=2, seed=4)
    seats = [[bot.split("@")[0] for bot in game.bots] for game in ladder.games[:1]]
    assert seats == [["champion", "random", "champion"]]
    assert all(len(game.worth) == 3 for game in ladder.games)


def test_players_are_named_by_text_and_nonsense_is_refused(tmp_path):
    PLAIN.write(tmp_path / "value.json")
    quick = [player(TITLE, "random")] * 3
    assert play_game(TITLE, quick, 1).result() == play_game(TITLE, quick, 1).result()
    assert callable(player(TITLE, f"leaf:4:{tmp_path / 'value.json'}"))
    assert callable(player(TITLE, f"turn:{tmp_path / 'value.json'}"))
    for text in ("bold", "strong:0", "leaf:x:y", "turn:nowhere"):
        with pytest.raises(StellwerkError):
            player(TITLE, text)
    (tmp_path / "old.json").write_text(
        (tmp_path / "value.json").read_text().replace('"rules_version":2', '"rules_version":1')
    )
    with pytest.raises(StellwerkError, match="other rules"):
        player(TITLE, f"turn:{tmp_path / 'old.json'}")
    assert Duel("a", "b", 8, 5, 6.0, 2.9).clear
    assert not Duel("a", "b", 8, 5, 6.0, 3.1).clear
