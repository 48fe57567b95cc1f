"""Environments: PettingZoo's own tests, games that are the engine's games, rewards, versions."""

import hashlib
import json
import random
import warnings
from pathlib import Path

import numpy as np
import pytest

import stellwerk
from stellwerk import env as environments
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, title_ids

pettingzoo_tests = pytest.importorskip("pettingzoo.test", reason="PettingZoo is not here: stellwerk[research]")

PRINTS = Path(__file__).with_name("prints.json")


def play(env, seed, most=10**6):
    """A game by lot, to its end or so far; everything seen on the way."""
    lots = random.Random(seed)
    env.reset(seed=seed)
    for _ in range(most):
        if env.position.over:
            return
        seen = env.observe(env.agent_selection)
        yield seen
        env.step(int(lots.choice(np.flatnonzero(seen["action_mask"]))))


@pytest.mark.parametrize("title", title_ids())
def test_pettingzoo_finds_nothing_wrong(title):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo_tests.api_test(environments.make(title), num_cycles=120)
        pettingzoo_tests.seed_test(lambda: environments.make(title), num_cycles=10)


@pytest.mark.parametrize("title", title_ids())
def test_what_is_seen_lies_in_the_space_and_every_choice_has_its_own_features(title):
    env = environments.make(title, find_title(title).players[0])
    for number, seen in enumerate(play(env, 2, most=150)):
        if number % 10 == 0:
            assert env.observation_space("seat_0").contains(seen)
        there = seen["action_mask"].astype(bool)
        assert seen["action_features"][there].any(axis=1).all()
        assert not seen["action_features"][~there].any()
    game = env.game()
    assert game.actions == env.actions
    assert game.digest() == stellwerk.load(game.to_json()).digest()


def test_a_whole_game_ends_with_rewards_that_add_up():
    env = environments.make("chicago-express", 4)
    for _ in play(env, 3):
        pass
    worth = env.game().result()
    assert sum(env.rewards.values()) == pytest.approx(0)
    for seat in range(4):
        others = [worth[other] for other in range(4) if other != seat]
        assert env.rewards[f"seat_{seat}"] == pytest.approx(worth[seat] - sum(others) / 3)
    assert all(env.terminations.values())


def test_shaping_gives_the_same_in_small_parts():
    env = environments.make("chicago-express", 3, shaping=1.0, reward="place")
    sums = dict.fromkeys(env.possible_agents, 0.0)
    for _ in play(env, 4):
        for agent, reward in env.rewards.items():
            sums[agent] += reward
    worth = env.game().result()
    for seat, agent in enumerate(env.possible_agents):
        own = worth[seat] - sum(worth[other] for other in range(3) if other != seat) / 2
        place = sum((worth[seat] > worth[o]) + (worth[seat] == worth[o]) / 2 for o in range(3) if o != seat) / 2
        assert sums[agent] + env.rewards[agent] == pytest.approx(own + place)


def test_too_long_a_game_is_cut_off():
    env = environments.make("1835", 3, most_steps=20)
    assert len(list(play(env, 1, most=19))) == 19
    assert not any(env.truncations.values())
    env.step(0)
    assert all(env.truncations.values())


def test_one_seat_plays_against_bots():
    env = environments.against_bots("chicago-express", "random", players=3)
    seen, _ = env.reset(seed=7)
    total, over = 0.0, False
    while not over:
        assert env.env.agent_selection == env.agent
        seen, reward, over, _, _ = env.step(int(np.flatnonzero(seen["action_mask"])[-1]))
        total += reward
    worth = env.env.game().result()
    others = [money for seat, money in worth.items() if seat != env.seat]
    assert total == pytest.approx(worth[env.seat] - sum(others) / 2)


def test_wrong_wishes_are_told():
    with pytest.raises(StellwerkError, match="3 to 7 players, not 9"):
        environments.make("1835", 9)
    with pytest.raises(StellwerkError, match="there are margin, place"):
        environments.make("1835", 3, reward="glory")
    env = environments.make("1835", 3)
    env.reset(seed=1)
    with pytest.raises(StellwerkError, match="no choice now"):
        env.step(len(env.menu.entries))


@pytest.mark.parametrize("title", title_ids())
def test_the_same_version_always_shows_the_same(title):
    """If this fails, what learners see or may do has changed: the version in `env/table.py` goes up with it."""
    env = environments.make(title, 3)
    print_ = hashlib.sha256()
    for seen in play(env, 8, most=120):
        for array in (*seen["observation"].values(), seen["action_mask"], seen["action_features"]):
            print_.update(array.tobytes())
    kept = json.loads(PRINTS.read_text(encoding="utf-8"))
    assert kept[env.metadata["name"]] == print_.hexdigest()[:16]
