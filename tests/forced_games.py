"""Games that come to a pass that is no choice, for tests of those who drive games."""

from __future__ import annotations

import random
from functools import cache

import stellwerk
from stellwerk.play.forced import forced_pass
from stellwerk.play.game import Game


@cache
def _whole(title: str) -> tuple[Game, int]:
    game, lots = stellwerk.new(title, players=["North", "East", "West"], seed=3), random.Random(3)
    while forced_pass(game) is None or forced_pass(game, len(game.actions) - 1) is not None:
        game.play(game.legal_actions().pick(lots))
    last = len(game.actions) - 1
    while (only := forced_pass(game)) is not None:
        game.play(only)
    return game, last


def before_a_forced_pass(title: str) -> tuple[Game, Game]:
    """A game one action before such passes, and the same after that action and all of them."""
    after, last = _whole(title)
    before = after.copy()
    while len(before.actions) > last:
        before.undo()
    return before, after
