"""Two players who sit in turn round a table, each game twice with seats changed: by how much one is better."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf, sqrt
from statistics import mean, stdev

from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.files import new_game
from stellwerk.play.game import Game, Title
from stellwerk.titles.registry import find_title

from .arena import OPENING, begun_by_lot, play_out

Player = Callable[[Game, int, random.Random], Action]
Named = tuple[str, Player]


def play_game(title: Title, players: Sequence[Player], seed: int, opening: int = 0) -> Game:
    """A game from beginning to end; the same players, seed and number of first actions by lot play the same."""
    game = new_game(title, [f"Seat {seat + 1}" for seat in range(len(players))], {}, seed, False)
    lots = [random.Random(f"{seed}/{seat}") for seat in range(len(players))]

    def chosen(game: Game, seat: int) -> Action:
        return players[seat](game, seat, lots[seat])

    play_out(game, begun_by_lot(chosen, game, opening))
    return game


class Duel(Struct, frozen=True):
    """Two players who sit in turn, each game twice with seats changed: by how much one is above the other.

    `above` is the mean over pairs of games, `error` its standard error, `won` how many games the first was above.
    """

    one: str
    other: str
    games: int
    won: float
    above: float
    error: float

    @property
    def clear(self) -> bool:
        """Whether the first is better by two standard errors."""
        return self.above > 2 * self.error


def met(title: str, one: Named, other: Named, seats: int, pairs: int, seed: int, opening: int = OPENING) -> Duel:
    """Play pairs of games; both of a pair begin with the same actions by lot, so that no two pairs are one."""
    known, both = find_title(title), (one[1], other[1])
    found, won = [], 0.0
    for pair in range(pairs):
        gains = []
        for first in (0, 1):
            table = [both[(seat + first) % 2] for seat in range(seats)]
            worth = play_game(known, table, seed + pair, opening).result()
            mine = mean(worth[seat] for seat in range(seats) if (seat + first) % 2 == 0)
            theirs = mean(worth[seat] for seat in range(seats) if (seat + first) % 2)
            gains.append(mine - theirs)
            won += (mine > theirs) + (mine == theirs) / 2
        found.append(mean(gains))
    return summed_up(one[0], other[0], found, won)


def summed_up(one: str, other: str, pairs: Sequence[float], won: float) -> Duel:
    """What came of pairs of games: by how much one was above in each, and in how many games."""
    error = stdev(pairs) / sqrt(len(pairs)) if len(pairs) > 1 else inf
    return Duel(one, other, 2 * len(pairs), won, round(mean(pairs), 2), round(error, 2))
