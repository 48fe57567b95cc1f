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

from stellwerk.play.core import Action, Position
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game

from .api import Reason, Weighed, reason
from .levels import LEVELS, Seen, weigh

__all__ = ["Advice", "Reason", "advise", "choose", "known_level", "levels"]

Advice = Weighed
"""An action, its score, and the reasons for it."""


def levels() -> list[str]:
    """The names of all levels."""
    return list(LEVELS)


def known_level(name: str) -> str:
    """The name itself, if there is such a bot."""
    if name not in LEVELS:
        raise StellwerkError(f"There is no bot {name!r}; there are {', '.join(LEVELS)}.")
    return name


def choose(game: Game, seat: int, level: str, lots: random.Random) -> Action:
    """What a bot of this level does now; the same position and lots always give the same action."""
    return LEVELS[known_level(level)](_seen(game, seat), lots)


def advise(game: Game, seat: int, n: int = 3) -> list[Advice]:
    """The best actions by the numbers that `steady` decides by, best first."""
    found = weigh(_seen(game, seat))[:n]
    return [one if one.score >= found[0].score else replace(one, reasons=_true_of(one)) for one in found]


def _true_of(second: Advice) -> tuple[Reason, ...]:
    """The reasons for a choice that another one is better than."""
    better = reason("others_better")
    return tuple(better if told.key == "nothing_better" else told for told in second.reasons)


def _seen(game: Game, seat: int) -> Seen:
    choices = tuple(game.legal_actions(seat))
    if not choices:
        raise StellwerkError(f"{game.players[seat]} has nothing to decide now.")
    return Seen(game.title, Position(game.rules, game.view(seat)), seat, choices)
