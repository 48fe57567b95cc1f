"""Games that differ: who sits where by lot, some first moves by lot, now and then a move that nobody would make.

Four equal bots play much the same game again and again, and whoever learns from that knows these games by heart.
"""

from __future__ import annotations

import random
from math import inf

from msgspec import Struct

from stellwerk.bots import choose, known_level
from stellwerk.bots.arena import CAP, Match, play
from stellwerk.bots.search import PLAYOUTS, Budget
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

MOST_OPENING = 1000


class Variety(Struct, frozen=True):
    """How games of a match are made to differ; everything follows from the seed and number of a game."""

    mix: tuple[str, ...] = ()
    """Levels of which each seat is given one by lot, named more often those that are to play more often."""
    opening: int = 0
    """At most so many first actions of a game are by lot, how many is drawn for each game."""
    lapse: float = 0.0
    """The part of all later decisions that is by lot."""

    def __bool__(self) -> bool:
        return bool(self.mix or self.opening or self.lapse)

    def text(self) -> str:
        """A part of a file's name: games that differ otherwise are others.

        >>> Variety(("easy", "steady"), 8, 0.05).text()
        '-mix-easy-steady-opening8-lapse0.05'
        """
        mix = f"-mix-{'-'.join(self.mix)}" if self.mix else ""
        return f"{mix}-opening{self.opening}-lapse{self.lapse:g}" if self else ""


def look_at(variety: Variety, title: str) -> None:
    """Refuse what cannot be played, in one sentence."""
    for level in variety.mix:
        known_level(level, find_title(title))
    if not 0 <= variety.opening <= MOST_OPENING:
        raise StellwerkError(f"From 0 to {MOST_OPENING} first moves can be by lot, not {variety.opening}.")
    if not 0 <= variety.lapse < 1:
        raise StellwerkError(f"A part of all moves is from 0 to 1, not {variety.lapse:g}.")


def play_varied(match: Match, number: int, variety: Variety) -> Game:
    """One game of a match from beginning to end; without variety the one that an arena would play."""
    if not variety:
        return play(match, number)
    seats = len(match.bots)
    lots = random.Random(f"{match.seed}/{number}")
    levels = [lots.choice(variety.mix) for _ in range(seats)] if variety.mix else list(match.bots)
    lots.shuffle(levels)
    by_lot = lots.randint(0, variety.opening)
    names = [f"{level} {seat + 1}" for seat, level in enumerate(levels)]
    game = new_game(find_title(match.title), names, {}, match.seed + number, match.by_lot)
    budget = Budget(match.playouts or PLAYOUTS, seconds=inf)
    while not game.over:
        seat = game.waiting_for()[0]
        lapses = len(game.actions) < by_lot or lots.random() < variety.lapse
        game.play(choose(game, seat, "random" if lapses else levels[seat], lots, budget))
        if len(game.actions) > CAP:
            raise RuntimeError(f"{match.title} with seed {game.seed} does not end after {CAP} actions")
    return game
