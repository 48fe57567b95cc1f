"""What every title promises about its secrets, tried in games by lot: also those of the test's own title."""

import random

import pytest

import stellwerk
from stellwerk import words
from stellwerk.play.secrets import Hidden
from stellwerk.titles.registry import find_title

MOVES = 120


def keeps_its_secrets(id_, seed):
    players = find_title(id_).players[-1]
    game, lots = stellwerk.new(id_, [f"P{n}" for n in range(players)], seed=seed), random.Random(seed)
    while not game.over and len(game.actions) < MOVES:
        before = [game.seen(seat) for seat in (None, *range(players))]
        game.play(game.legal_actions().pick(lots))
        if game.over:
            break
        for seat, old in zip((None, *range(players)), before, strict=True):
            seen = game.seen(seat)
            assert seen.waiting_for() == game.waiting_for(), "who is waited for is open"
            assert [action.seat for action in seen.actions] == [action.seat for action in game.actions]
            assert not any(isinstance(action, Hidden) and action.seat == seat for action in seen.actions)
            known_before = old.actions, [old.events_of(n) for n in range(len(game.actions))]
            known_now = seen.actions[:-1], [seen.events_of(n) for n in range(len(game.actions))]
            if known_now != known_before:
                assert game.irrevocable == len(game.actions), "what came to light needs an event that says so"
            assert words.grids(seen, "en", seat)
            assert set(seen.result()) == set(range(players))
            assert words.prompt(seen.step, seen, "en")


@pytest.mark.parametrize("id_", stellwerk.title_ids())
def test_registered_titles(id_):
    keeps_its_secrets(id_, 1)


@pytest.mark.parametrize("seed", range(5))
def test_a_title_with_secrets(sealed, seed):
    keeps_its_secrets(sealed, seed)
