"""A courtesy of those who drive a game: nobody is asked where passing is all that can be done.

The rules ask all the same, and the pass is an action like any other: it stands in files, logs and records. So
whoever plays a game again meets every step, and only who waits for people leaves out what is no choice.
"""

from __future__ import annotations

from .core import Pass
from .game import Game
from .playable import Playable
from .secrets import OPEN


def forced_pass(game: Game, number: int | None = None) -> Pass | None:
    """The pass that is all the one seat asked may do, also at any time; now, or after the n-th action.

    Where something is hidden from anybody there is none: that nobody asked would tell what a seat cannot do.
    """
    state = game.state if number is None else game.state_after(number)
    if not state.agenda or not _open(game, state):
        return None
    position = game.position if state is game.state else Playable(game.title, game.rules, state)
    waiting = position.waiting_for()
    if len(waiting) != 1:
        return None
    listed = position.choices(waiting[0])
    first = next(listed, None)
    return first if isinstance(first, Pass) and next(listed, None) is None else None


def _open(game: Game, state: object) -> bool:
    secrets = game.title.secrets
    return secrets is OPEN or bool(secrets.view(game.rules, state, None) == state)
