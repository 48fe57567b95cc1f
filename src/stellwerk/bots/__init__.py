"""Players that are programs. A bot sees a seat's view and its legal actions, and returns one of them.

>>> import random, stellwerk
>>> from stellwerk import bots
>>> game = stellwerk.new(stellwerk.title_ids()[-1], players=["North", "East", "West"])
>>> bots.choose(game, 0, "random", random.Random(1)) in game.legal_actions(0)
True
>>> [advice.action in game.legal_actions(0) for advice in bots.advise(game, 0, n=2)]
[True, True]
"""

from __future__ import annotations

import random

from msgspec.structs import replace

from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title

from .advice import Advice, advise, told_of
from .api import Reason
from .levels import LEVELS, decided, has_level, judge_of, seen
from .search import Budget, Found

__all__ = [
    "Advice", "Budget", "Found", "Reason", "advise", "advises", "best_level", "choose", "decide", "known_level",
    "levels", "ponders", "seen", "told_of", "usual_level",
]  # fmt: skip


def levels(title: Title | None = None) -> list[str]:
    """The names of all levels, or of those that a title has: one that weighs needs what the title values."""
    return [name for name in LEVELS if title is None or has_level(title, name)]


def advises(title: Title) -> bool:
    """Whether somebody weighs the choices of a title."""
    return judge_of(title) is not None


def best_level(title: Title) -> str:
    """The best level that a title has."""
    return levels(title)[-1]


def usual_level(title: Title) -> str:
    """The level that a seat gets where nobody asks for another: it answers at once and plays sensibly."""
    return "steady" if advises(title) else "random"


def ponders(level: str) -> bool:
    """Whether a bot of this level takes a while to decide, so that people should be told."""
    return level == "strong"


def known_level(name: str, title: Title | None = None) -> str:
    """The name itself, if there is such a bot, for this title if one is named."""
    there = levels(title)
    if name not in there:
        of = f" of {title.name}" if title is not None and name in LEVELS else ""
        raise StellwerkError(f"There is no bot {name!r}{of}; there are {', '.join(there)}.")
    return name


def choose(game: Game, seat: int, level: str, lots: random.Random, budget: Budget | None = None) -> Action:
    """What a bot of this level does now; the same position and lots always give the same action.

    `budget` is for a level that looks ahead: playouts, and a cap of seconds, which alone can change its mind.
    """
    return decide(game, seat, level, lots, budget).action


def decide(game: Game, seat: int, level: str, lots: random.Random, budget: Budget | None = None) -> Found:
    """The same, with how often was played on for it, and whether the cap of seconds cut that short."""
    here = seen(game, seat)
    return decided(known_level(level, game.title), replace(here, budget=budget) if budget else here, lots)
