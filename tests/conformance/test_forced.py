"""Passes that are no choice: exactly the steps in which the one seat asked has nothing else, in every title."""

import pytest

import stellwerk
from stellwerk.play.core import Pass
from stellwerk.play.errors import IllegalAction
from stellwerk.play.forced import forced_pass
from stellwerk.testing.lots import POLICIES, some_options
from stellwerk.testing.trying import begin, lots_of, mutated, tables, words_of
from stellwerk.titles.registry import find_title

LENGTH = 500  # actions that are looked at
ASKED = {"1835", "1844", "1881"}  # whose steps of laying track ask also where no tile fits


def only_legal(game):
    """What the one seat that is asked may do, if that is one thing, as `legal_actions` lists it."""
    waiting = game.waiting_for()
    legal = list(game.legal_actions(waiting[0])) if len(waiting) == 1 else []
    return legal[0] if len(legal) == 1 and isinstance(legal[0], Pass) else None


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_a_forced_pass_is_the_only_legal_action(title):
    found = 0
    for seed, (name, players) in enumerate(one for one in tables() if one[0] == title):
        lots = lots_of(seed)
        game = begin(name, players, some_options(find_title(name), lots) if seed % 2 else {}, seed)
        while not game.over and len(game.actions) < LENGTH:
            only = forced_pass(game)
            assert only == only_legal(game)
            if only is not None:
                found += 1
                refuses_everything_else(game, only, lots)
            game.play(only or POLICIES["by_kind"](game, lots))
        for number, action in enumerate(game.actions):
            if isinstance(action, Pass) and number % 7 == 0:
                twin = game.copy()
                while len(twin.actions) > number:
                    twin.undo()
                assert forced_pass(game, number) == forced_pass(twin)
    assert found or title not in ASKED


def refuses_everything_else(game, only, lots):
    """Earlier actions of the game, as they were or with something changed, are none for this seat now."""
    words = words_of(game)
    for old in game.actions[-30:]:
        for action in (old, mutated(old, words, lots)):
            mine = type(action)(**{**{f: getattr(action, f) for f in action.__struct_fields__}, "seat": only.seat})
            if mine != only:
                with pytest.raises(IllegalAction):
                    game.copy().play(mine)


def test_there_is_none_when_the_game_is_over():
    game, lots = begin("chicago-express", 2), lots_of(1)
    while not game.over:
        assert forced_pass(game) is None  # its own rules already leave out what is no choice
        game.play(POLICIES["by_kind"](game, lots))
    assert forced_pass(game) is None
