"""Who asks a learned value: where playouts end, after a turn, and as the champion that learns by rounds."""

import random

import numpy as np
import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk.bots import duels
from stellwerk.bots.codeprint import fingerprint
from stellwerk.bots.duels import Duel, play_game
from stellwerk.bots.ladder import Ladder, Played
from stellwerk.bots.levels import explorer_of
from stellwerk.env import champion, players
from stellwerk.env.players import BestTurn, Judged, player
from stellwerk.env.policy import Policy, best
from stellwerk.env.scheme import Scheme
from stellwerk.env.value import Inputs, Tree, Value
from stellwerk.env.value_training import Lesson
from stellwerk.play.core import Pass, Range
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
    leaf = inner.asking(Judged(PLAIN).at)
    seat = game.waiting_for()[0]
    plan = next(iter(inner.plans(game.position, seat, game.position.all_choices(seat))))
    reached = inner.reach(game.position, seat, plan, random.Random(3))
    forecast = Inputs(SCHEME).of(Playable(TITLE, reached.rules, reached.state))[:, -1]
    above = forecast[seat] - (sum(forecast) - forecast[seat]) / (len(forecast) - 1)
    assert leaf.play_on(game.position, seat, plan, random.Random(3)) == pytest.approx(above)
    assert inner.play_on(game.position, seat, plan, random.Random(3)) != pytest.approx(above)


def test_who_looks_ahead_in_an_18xx_asks_the_value_later_in_a_turn_too():
    explorer = explorer_of(find_title("1835")).asking(lambda table: [7.0, 4.0, 4.0])
    game = stellwerk.new("1835", ["North", "East", "West"], seed=1)
    later = explorer.after((Pass(0),))
    assert later.lately == (Pass(0),)
    assert later.play_on(game.position, 0, (game.position.all_choices(0)[0],), random.Random(1)) == 3.0


def test_the_champion_takes_what_the_value_likes_best_and_notes_what_it_chose_from(game):
    seat = game.waiting_for()[0]
    notes = players.Notes()
    action = BestTurn(PLAIN, notes=notes)(game, seat, random.Random(1))
    assert action in game.legal_actions(seat)
    assert len(notes.rows) == len(notes.chosen) == 1
    judged, plans = Judged(PLAIN), players.turns(players.seen(game, seat))
    scores = [judged.of(game.position.after(plan))[seat] for plan in plans]
    assert notes.chosen[0] == scores.index(max(scores))
    assert action == BestTurn(PLAIN)(game, seat, random.Random(2))  # who is sure of the value asks no lots


def test_a_policy_leaves_out_what_is_unlikely_but_never_what_the_title_would_do():
    later_is_better = Policy((Tree((0,), (2.5,), (-1,), (-2,), (0.0, 1.0)),))
    rows = np.arange(6.0)[:, None]
    assert best(later_is_better, rows, 2) == [3, 0]
    assert best(later_is_better, rows, 4) == [3, 4, 5, 0]


def test_rounds_learn_from_all_games_before_and_follow_from_the_seed(tmp_path, monkeypatch):
    pytest.importorskip("lightgbm", reason="LightGBM is not here: make research")
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


def first(game, seat, lots):
    """Leaves nothing to lots."""
    choice = game.position.all_choices(seat)[0]
    return choice.action if isinstance(choice, Range) else choice


def test_players_without_lots_are_given_games_that_differ_and_both_sides_the_same_ones():
    def actions(seed, opening, who=first):
        return play_game(TITLE, [first, who, first], seed, opening).actions

    assert actions(1, 0) == actions(2, 0)
    assert len({tuple(actions(seed, 8)) for seed in range(1, 5)}) == 4
    assert actions(1, 8)[:8] == actions(1, 8, player(TITLE, "random"))[:8]


def test_a_duel_plays_every_seed_twice_with_seats_changed(monkeypatch):
    played = []

    def play(title, seats, seed, opening):
        played.append((seed, opening, seats))
        return play_game(title, [player(TITLE, "random")] * 3, seed)

    monkeypatch.setattr(duels, "play_game", play)
    found = players.duel(TITLE.id, "random", "random", seats=3, pairs=2, seed=7)
    assert [(seed, opening) for seed, opening, _ in played] == [(7, 8), (7, 8), (8, 8), (8, 8)]
    assert all(one[2][:2] == other[2][1::-1] for one, other in (played[:2], played[2:]))
    assert (found.games, found.above, found.won) == (4, 0.0, 2.0)


@pytest.fixture
def rounds(tmp_path):
    """Two champions, of which the second believes the rich to be richer."""
    found = []
    for number, worth in enumerate((0.0, 9.0)):
        file = tmp_path / f"{number}.json"
        replace(PLAIN, trees=(replace(ASKS_NOTHING, leaves=(worth,)),)).write(file)
        found.append(champion.Round(number, 4, 0, file, None))
    return found


def test_games_in_which_the_champion_is_rated_are_read_by_the_ladder(monkeypatch, rounds):
    monkeypatch.setattr(champion, "champion_of", lambda last: player(TITLE, "random"))
    ladder = champion.rate(rounds[0], TITLE.id, 3, ["random"], games=2, seed=4)
    seats = [[bot.split("@")[0] for bot in game.bots] for game in ladder.games[:1]]
    assert seats == [["champion", "random", "champion"]]
    assert all(len(game.worth) == 3 for game in ladder.games)


def test_a_champion_is_named_by_its_weights_and_others_by_their_code(monkeypatch, rounds):
    monkeypatch.setattr(champion, "play_game", lambda *args: stellwerk.new(TITLE.id, ["North", "East", "West"]))
    bots = [
        set(champion.rate(one, TITLE.id, 3, ["random"], games=1, seed=4).games[0].bots)
        for one in (*rounds, rounds[0])
    ]
    assert bots[0] == bots[2]
    assert bots[0] & bots[1] == {f"random@{fingerprint(TITLE.id, 'random')}"}


def test_it_is_above_by_pairs_of_games():
    def game(number, champions, others):
        return Played(TITLE.id, 1, number, ("champion@a", "easy@b"), (champions, others))

    (found,) = champion.duels(Ladder([game(0, 50, 40), game(1, 40, 60), game(2, 30, 10), game(3, 30, 24)]))
    assert (found.other, found.games, found.won, found.above) == ("easy", 4, 3, 4.0)
    assert found.error == pytest.approx(9.0)  # of -5 and 13


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
