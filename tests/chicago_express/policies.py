"""A player by lot for whole games. Plain lots never reach Chicago, so this one builds westward on purpose."""

from __future__ import annotations

import random

from stellwerk.play.core import Action, Pass, Range
from stellwerk.titles.chicago_express.actions import BuildTrack


def westward(game, lots: random.Random) -> Action:
    """Bid sparingly but often, waste seldom, and build the hex nearest to Chicago."""
    choices = list(game.legal_actions())
    printed = game.rules.material
    builds = [choice for choice in choices if isinstance(choice, BuildTrack)]
    if builds and lots.random() < 0.9:
        return min(builds, key=lambda b: printed.grid.distance(printed.index[b.hex], printed.chicago))
    bid = choices[0]
    if isinstance(bid, Range):
        if lots.random() < 0.25:
            return Pass(bid.action.seat)
        return bid.at(bid.low + int(lots.random() * (min(bid.high, bid.low + 6) - bid.low + 1)))
    wanted = [choice for choice in choices if not isinstance(choice, Pass)] or choices
    choice = wanted[int(lots.random() * len(wanted))]
    assert not isinstance(choice, Range)
    return choice


def play_out(game, policy, lots: random.Random, cap: int = 600):
    """Play to the end; a game that does not end is a failure."""
    while not game.over:
        assert len(game.actions) < cap
        game.play(policy(game, lots))
    return game
