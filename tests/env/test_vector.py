"""Many games at once are the games of single environments, whichever process plays them."""

import numpy as np
import pytest

from stellwerk import env as environments

pytest.importorskip("pettingzoo", reason="PettingZoo is not here: stellwerk[research]")

from stellwerk.env.vector import ManyTables, seed_of


def test_every_table_plays_what_a_single_one_plays():
    singles = [environments.make("chicago-express", 2, most_steps=200) for _ in range(3)]
    number = [0, 0, 0]
    for game, single in enumerate(singles):
        single.reset(seed=seed_of(9, game, 0))
    lots, ended, cut = np.random.default_rng(1), 0, 0
    with ManyTables("chicago-express", 2, games=3, processes=2, features=True, most_steps=200) as tables:
        seen = tables.reset(seed=9)
        for _ in range(400):
            for game, single in enumerate(singles):
                shown = single.observe(single.agent_selection)
                flat = np.concatenate([array.reshape(-1) for array in shown["observation"].values()])
                assert np.array_equal(seen["seen"][game], flat)
                assert np.array_equal(seen["mask"][game], shown["action_mask"])
                assert np.array_equal(seen["features"][game], shown["action_features"])
                assert seen["seat"][game] == single.possible_agents.index(single.agent_selection)
            actions = np.array([lots.choice(np.flatnonzero(mask)) for mask in seen["mask"]])
            seen = tables.step(actions)
            for game, single in enumerate(singles):
                single.step(int(actions[game]))
                assert list(seen["rewards"][game]) == pytest.approx(list(single.rewards.values()))
                truncated = all(single.truncations.values())
                assert bool(seen["over"][game]) == (single.position.over or truncated)
                assert bool(seen["truncated"][game]) == truncated
                if single.position.over or truncated:
                    number[game] += 1
                    ended += 1
                    cut += truncated
                    single.reset(seed=seed_of(9, game, number[game]))
    assert ended > cut > 0


def test_features_are_shared_only_where_they_are_wanted():
    with ManyTables("chicago-express", 2, games=1, processes=1) as tables:
        assert "features" not in tables.reset(seed=1)
