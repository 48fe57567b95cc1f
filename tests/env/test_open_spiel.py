"""Titles as games of OpenSpiel: its own checks, its own search."""

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not here: stellwerk[openspiel]")

import pyspiel

from stellwerk.env.open_spiel import register
from stellwerk.titles.registry import find_title, title_ids

register()


@pytest.mark.parametrize("title", title_ids())
def test_openspiel_finds_nothing_wrong(title):
    name = f"stellwerk_{title.replace('-', '_')}_v1"
    game = pyspiel.load_game(name, {"players": find_title(title).players[1], "seed": 4})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_what_is_seen_is_what_the_environment_shows():
    from open_spiel.python.observation import make_observation

    from stellwerk import env

    game = pyspiel.load_game("stellwerk_chicago_express_v1(players=3,seed=2)")
    table = env.make("chicago-express", 3)
    table.reset(seed=2)
    state, observation = game.new_initial_state(), make_observation(game)
    for _ in range(60):
        observation.set_from(state, state.current_player())
        seen = table.observe(table.agent_selection)["observation"]
        assert np.array_equal(observation.tensor, np.concatenate([array.reshape(-1) for array in seen.values()]))
        number = state.legal_actions()[-1]
        state.apply_action(number)
        table.step(number)


def test_its_search_plays():
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("stellwerk_chicago_express_v1(players=3)")
    lots = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 4, mcts.RandomRolloutEvaluator(1, lots), random_state=lots)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()
