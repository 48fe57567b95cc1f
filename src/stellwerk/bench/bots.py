"""The time that a bot takes for a decision, by title."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from statistics import median, quantiles

from msgspec import Struct

from stellwerk import bots
from stellwerk.play.files import new_game
from stellwerk.titles.registry import find_title, title_ids

PLAYERS = 4


class Thinking(Struct, frozen=True):
    """Milliseconds of computing for so many decisions."""

    decisions: int
    median_ms: float
    p95_ms: float
    longest_ms: float


def measure_bots(level: str, games: int) -> dict[str, Thinking]:
    """Every decision of some whole games of bots of one level, for each title that has it."""
    having = [title for title in title_ids() if level in bots.levels(find_title(title))]
    return {
        title: _told([spent for seed in range(games) for spent in decisions(title, level, seed)])
        for title in having
    }


def decisions(title: str, level: str, seed: int) -> Iterator[float]:
    """Seconds of computing for one decision after another, until the game is over."""
    game = new_game(find_title(title), [f"Seat {seat + 1}" for seat in range(PLAYERS)], {}, seed)
    lots = random.Random(seed)
    while not game.over:
        begun = time.process_time()
        action = bots.choose(game, game.waiting_for()[0], level, lots)
        yield time.process_time() - begun
        game.play(action)


def _told(spent: list[float]) -> Thinking:
    in_ms = [1000 * each for each in spent]
    return Thinking(
        len(in_ms), round(median(in_ms), 2), round(quantiles(in_ms, n=20)[-1], 2), round(max(in_ms), 2)
    )
