"""Games that differ: who sits where by lot, some first moves by lot, now and then a move that nobody would make.

Four equal bots play much the same game again and again, and whoever learns from that knows these games by heart.
"""

from __future__ import annotations

import random
from math import inf

from msgspec import Struct

from stellwerk.bots import choose, known_level
from stellwerk.bots.arena import MOST_OPENING, Match, play, play_out
from stellwerk.bots.levels import Seen
from stellwerk.bots.search import PLAYOUTS, Budget
from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from .chances import chance


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


class Course(Struct, frozen=True):
    """Who plays a game: a level by seat, so many first actions by lot, and a part of all later ones."""

    levels: tuple[str, ...]
    opening: int = 0
    lapse: float = 0.0

    def chance(self, move: int, here: Seen, action: Action) -> float | None:
        """How likely it was that a seat did this; None where its level has no chances that anybody counts."""
        by_lot = chance("random", here, action) if move < self.opening or self.lapse else 0.0
        if move < self.opening:
            return by_lot
        own = chance(self.levels[here.seat], here, action)
        return None if own is None or by_lot is None else (1 - self.lapse) * own + self.lapse * by_lot


def course_of(match: Match, number: int, variety: Variety) -> Course:
    """Who plays a game of a match, and how it is made to differ."""
    if variety:
        return _varied(match, variety, random.Random(f"{match.seed}/{number}"))
    bots = {match.seat_of(bot, number): level for bot, level in enumerate(match.bots)}
    return Course(tuple(bots[seat] for seat in range(len(bots))), match.opening)


def _varied(match: Match, variety: Variety, lots: random.Random) -> Course:
    levels = [lots.choice(variety.mix) for _ in match.bots] if variety.mix else list(match.bots)
    lots.shuffle(levels)
    return Course(tuple(levels), lots.randint(0, variety.opening), variety.lapse)


def play_varied(match: Match, number: int, variety: Variety) -> Game:
    """One game of a match from beginning to end; without variety the one that an arena would play."""
    if not variety:
        return play(match, number)
    lots = random.Random(f"{match.seed}/{number}")
    course = _varied(match, variety, lots)
    names = [f"{level} {seat + 1}" for seat, level in enumerate(course.levels)]
    game = new_game(find_title(match.title), names, {}, match.seed + number, match.by_lot)
    budget = Budget(match.playouts or PLAYOUTS, seconds=inf)

    def chosen(game: Game, seat: int) -> Action:
        lapses = len(game.actions) < course.opening or lots.random() < course.lapse
        return choose(game, seat, "random" if lapses else course.levels[seat], lots, budget)

    play_out(game, chosen)
    return game
