"""Titles as games of OpenSpiel: its own checks, its own search."""

import random

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="OpenSpiel is not here: make research")

import playthroughs
import pyspiel

from stellwerk.env.open_spiel import register, resampler
from stellwerk.env.rewards import margins
from stellwerk.env.table import env_name
from stellwerk.titles.registry import find_title, title_ids

register()

STEPS = 150
"""After every step OpenSpiel looks at what each seat sees, and at all steps before: a whole game takes minutes."""


@pytest.mark.parametrize("title", title_ids())
def test_openspiel_finds_nothing_wrong(title):
    known = find_title(title)
    game = pyspiel.load_game(env_name(known), {"players": known.players[1], "seed": 4, "steps": STEPS})
    pyspiel.random_sim_test(game, num_sims=1, serialize=False, verbose=False)


def test_what_is_seen_is_what_the_environment_shows():
    from open_spiel.python.observation import make_observation

    from stellwerk import env

    game = pyspiel.load_game("stellwerk_chicago_express_v2(players=3,seed=2)")
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


@pytest.mark.parametrize("title", title_ids())
def test_playthroughs_are_as_they_were(title):
    needed = "open_spiel.python.algorithms.generate_playthrough"
    pytest.importorskip(needed, reason="what it needs itself is not here", exc_type=ImportError)
    kept = playthroughs.file_of(title).read_text(encoding="utf-8")
    assert playthroughs.written(title, playthroughs.actions_of(kept)) == kept


def test_what_everybody_sees_tells_no_sealed_bid():
    from open_spiel.python.observation import make_observation

    public = pyspiel.IIGObservationType(
        public_info=True, perfect_recall=False, private_info=pyspiel.PrivateInfoType.NONE
    )
    games = [sealed(entry) for entry in (3, 9)]
    seen = [make_observation(game, public).string_from(state, 0) for game, state in games]
    private = [make_observation(game).string_from(state, 0) for game, state in games]
    assert seen[0] == seen[1]
    assert private[0] != private[1]


def test_its_search_plays():
    from open_spiel.python.algorithms import mcts

    game = pyspiel.load_game("stellwerk_chicago_express_v2(players=3)")
    lots = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.0, 4, mcts.RandomRolloutEvaluator(1, lots), random_state=lots)
    state = game.new_initial_state()
    assert bot.step(state) in state.legal_actions()


def sealed(*amounts):
    """A game of 1881 in which so many seats have sealed their bids: entries of the menus in which amounts lie."""
    game = pyspiel.load_game("stellwerk_1881_v2(players=3,seed=2)")
    state = game.new_initial_state()
    for entry in amounts:
        before = state.where.position
        while state.where.position is before:
            state.apply_action(min(entry, len(state.legal_actions()) - 1))
    return game, state


def test_games_that_a_seat_cannot_tell_apart_differ_in_what_is_hidden():
    game, state = sealed(3)
    seat = state.current_player()
    sample = resampler(game, random.Random(1))
    guesses = [sample(state, seat) for _ in range(12)]
    assert {guess.observation_string(seat) for guess in guesses} == {state.observation_string(seat)}
    bidder = 1 - seat if seat < 2 else 0
    assert len({guess.observation_string(bidder) for guess in guesses}) > 3
    own = resampler(game, random.Random(1))(state, bidder)
    assert own.history() == state.history()  # who bid knows what


def test_its_search_by_what_is_known_plays_1881():
    from open_spiel.python.algorithms import ismcts, mcts

    game, state = sealed(3)
    lots = np.random.RandomState(1)

    class Now(mcts.Evaluator):
        """What the accounts say by now, so that no game need be played to its end."""

        def evaluate(self, state):
            position = state.where.position
            worth = margins(position.title.result(position.rules, position.state))
            return [worth[seat] for seat in range(len(worth))]

        def prior(self, state):
            numbers = state.legal_actions()
            return [(number, 1 / len(numbers)) for number in numbers]

    bot = ismcts.ISMCTSBot(game, Now(), 1.0, 12, random_state=lots, use_observation_string=True)
    bot.set_resampler(resampler(game, random.Random(1)))
    assert bot.step(state) in state.legal_actions()
