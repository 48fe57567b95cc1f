"""What every title promises, tried in whole games by lot at every number of players."""

import os

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

import stellwerk
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import canonical
from stellwerk.testing.lots import POLICIES, one_of, some_options
from stellwerk.titles.registry import find_title

from .policies import (
    CAP,
    begin,
    comes_to_the_same,
    ends,
    is_listed,
    lots_of,
    mutated,
    tables,
    words_of,
)

EXAMPLES = int(os.environ.get("STELLWERK_EXAMPLES", "2"))


def accepts_what_it_lists(game, lots):
    """Each listed action is taken by a copy, without a trace in the game it was copied from."""
    before = canonical(game.state)
    choices = list(game.legal_actions())
    actions = list(dict.fromkeys(ends(choices)))
    assert len(choices) == len(set(map(repr, choices))), "something is listed twice"
    for action in actions if len(actions) <= 12 else [one_of(actions, lots) for _ in range(12)]:
        twin = game.copy()
        assert action in game.legal_actions()
        twin.play(action)
        assert twin.problems() == []
        assert len(game.actions) == len(twin.actions) - 1
    assert canonical(game.state) == before


def refuses_what_it_does_not_list(game, lots):
    """Listed or earlier actions with something changed are legal exactly if they are listed."""
    before = canonical(game.state)
    choices = list(game.legal_actions())
    seats = game.waiting_for()
    words = words_of(game)
    actions = list(ends(choices))
    for _ in range(20):
        if game.actions and lots.random() < 0.3:
            old = one_of(game.actions, lots)
            action = type(old)(**{**_fields(old), "seat": one_of(seats, lots)})
        else:
            action = mutated(one_of(actions, lots), words, lots)
        if is_listed(game.as_listed(action), choices) or comes_to_the_same(game, action, choices):
            assert action in game.legal_actions()
        else:
            assert action not in game.legal_actions()
            with pytest.raises(IllegalAction) as refused:
                game.play(action)
            if 0 <= action.seat < len(game.players):
                assert str(refused.value)
    assert canonical(game.state) == before


def _fields(action):
    return {name: getattr(action, name) for name in action.__struct_fields__}


def refuses_the_wrong_seat(game, lots):
    for seat in range(len(game.players)):
        if seat not in game.waiting_for():
            action = one_of(list(ends(game.legal_actions())), lots)
            wrong = type(action)(**{**_fields(action), "seat": seat})
            if not is_listed(game.as_listed(wrong), list(game.legal_actions(seat))):
                with pytest.raises(IllegalAction):
                    game.play(wrong)


def play_through(game, policy, lots, looks):
    """Play to the end; now and then look closer. Returns snapshots of some states."""
    seen = {0: canonical(game.state)}
    while not game.over:
        assert len(game.actions) < CAP, "the game does not end"
        assert game.waiting_for(), "the game waits for nobody"
        if lots.random() < looks / 1000:
            accepts_what_it_lists(game, lots)
            refuses_what_it_does_not_list(game, lots)
            refuses_the_wrong_seat(game, lots)
        game.play(policy(game, lots))
        assert game.problems() == []
        if lots.random() < 0.03:
            seen[len(game.actions)] = canonical(game.state)
    return seen


@pytest.mark.parametrize(("title", "players"), tables())
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),  # a smaller seed is not a smaller game
    suppress_health_check=list(HealthCheck),
)
@given(policy=st.sampled_from(sorted(POLICIES)), seed=st.integers(0, 2**32))
def test_whole_games(title, players, policy, seed):
    lots = lots_of(seed)
    options = some_options(find_title(title), lots) if lots.random() < 0.5 else {}
    game = begin(title, players, options, seed)
    seen = play_through(game, POLICIES[policy], lots, looks=25)

    # The end is the end.
    assert game.over
    assert not game.waiting_for()
    assert not list(game.legal_actions())
    assert set(game.result()) == set(range(players))
    with pytest.raises(IllegalAction):
        game.play(game.actions[-1])

    # No part of an earlier state was changed by what came later.
    for number, bytes_ in seen.items():
        assert canonical(game.state_after(number)) == bytes_

    # Saving, loading and replaying lead to the same state.
    text = game.to_json()
    again = stellwerk.load(text)
    assert again.digest() == game.digest()
    assert again.to_json() == text
    assert [type(event) for event in again.events] == [type(event) for event in game.events]

    # Taking everything back leads through the same states to the start.
    while game.actions:
        game.undo()
        if len(game.actions) in seen:
            assert canonical(game.state) == seen[len(game.actions)]
    assert game.digest() == begin(title, players, options, seed).digest()
    with pytest.raises(stellwerk.StellwerkError):
        game.undo()


@pytest.mark.parametrize("title", stellwerk.title_ids())
@settings(
    max_examples=EXAMPLES,
    deadline=None,
    derandomize=True,
    phases=(Phase.explicit, Phase.generate),
    suppress_health_check=list(HealthCheck),
)
@given(seed=st.integers(0, 2**32))
def test_whole_games_with_options(title, seed):
    lots = lots_of(seed)
    options = some_options(find_title(title), lots)
    game = begin(title, one_of(tables_of(title), lots), options, seed)
    play_through(game, one_of(list(POLICIES.values()), lots), lots, looks=10)
    assert stellwerk.load(game.to_json()).digest() == game.digest()


@pytest.mark.parametrize(("title", "players"), tables())
def test_a_new_game_is_sound(title, players):
    game = begin(title, players)
    assert game.problems() == []
    assert set(game.waiting_for()) <= set(range(players))
    assert game.legal_actions()
    assert len(game.legal_actions()) == len(list(game.legal_actions()))
    assert stellwerk.load(game.to_json()).digest() == game.digest()


@pytest.mark.parametrize(("title", "players"), tables())
def test_views_hold_for_every_seat(title, players):
    game, lots = begin(title, players), lots_of(5)
    for _ in range(40):
        for seat in (None, *range(players)):
            assert game.view(seat) is not None
        if game.over:
            break
        game.play(POLICIES["by_lot"](game, lots))


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_a_copy_goes_its_own_way(title):
    game, lots = begin(title, tables_of(title)[0]), lots_of(3)
    for _ in range(30):
        game.play(POLICIES["by_lot"](game, lots))
    twin, digest = game.copy(), game.digest()
    for _ in range(10):
        if not twin.over:
            twin.play(POLICIES["by_lot"](twin, lots))
    assert game.digest() == digest
    assert len(game.actions) == 30


def tables_of(title):
    return [players for name, players in tables() if name == title]
