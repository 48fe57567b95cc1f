"""How much a bot can play on in thought: playouts in half a second, and how many `steady` would manage."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import geometric_mean

from msgspec import Struct

from stellwerk import bots
from stellwerk.bots.api import Explorer
from stellwerk.bots.arena import Match, play
from stellwerk.bots.levels import Seen, sketcher_of, steadily
from stellwerk.play.core import Position
from stellwerk.play.game import Game
from stellwerk.play.playable import Playable
from stellwerk.titles.registry import find_title, title_ids

PARTS = (20, 40, 60, 80)
"""Percent of a game's actions after which playouts begin."""
HALF = 0.5


class Speed(Struct, frozen=True):
    """Playouts in half a second of computing from each position, and how many times as many as by `steady`."""

    title: str
    steady: tuple[float, ...]
    quick: tuple[float, ...]
    times: float
    """The mean ratio."""


def measure(titles: Sequence[str], seconds: float, seed: int, players: int) -> list[Speed]:
    """Positions of one game of steady bots of each title; all where none is named.

    Both ways play to the same point: a dividend or a stock round, as the title's explorer says.
    """
    named = titles or [title for title in title_ids() if bots.advises(find_title(title))]
    return [_speed(title, seconds, seed, players) for title in named]


def _speed(title: str, seconds: float, seed: int, players: int) -> Speed:
    game = play(Match(title, ("steady",) * players, seed), 0)
    explorer = sketcher_of(game.title)
    assert explorer is not None, title  # who advises can play on
    steady, quick = [], []
    for table in positions(game):
        steady.append(_rate(partial(by_steady, explorer, table), seconds))
        quick.append(_rate(partial(_quickly, explorer, table), seconds))
    times = geometric_mean([one / other for one, other in zip(quick, steady, strict=True)])
    return Speed(title, tuple(steady), tuple(quick), round(times, 1))


def positions(game: Game) -> Iterator[Playable]:
    """Where playouts begin: at each part of a game, as the seat that is to act knows it."""
    for part in PARTS:
        bare = Playable(game.title, game.rules, game.state_after(round(part * len(game.actions) / 100)))
        yield bare.known_to(bare.waiting_for()[0])


def by_steady(explorer: Explorer, table: Playable, number: int) -> None:
    """One playout as `steady` decides everything."""
    lots, now = random.Random(number), table
    while not now.over and not explorer.far_enough(table, now):
        seat = now.waiting_for()[0]
        here = Seen(now.title, Position(now.rules, now.state), seat, tuple(now.all_choices(seat)))
        now = now.apply(steadily(here, lots))


def _quickly(explorer: Explorer, table: Playable, number: int) -> None:
    explorer.play_on(table, table.waiting_for()[0], (), random.Random(number))


def _rate(once: Callable[[int], object], seconds: float) -> float:
    """How often in half a second of computing; the first time, which learns what is kept, counts too."""
    begun, number = time.process_time(), 0
    while not number or time.process_time() - begun < seconds:
        once(number)
        number += 1
    return round(HALF * number / (time.process_time() - begun), 2)


def as_table(told: Sequence[Speed]) -> list[str]:
    """Rows as the docs have them: playouts as they are, and in brackets by `steady`."""
    rows = [f"| title | {' | '.join(f'{part}%' for part in PARTS)} | times |", "|---" * (len(PARTS) + 2) + "|"]
    for one in told:
        cells = (f"{quick:.1f} ({slow:.1f})" for quick, slow in zip(one.quick, one.steady, strict=True))
        rows.append(f"| {one.title} | {' | '.join(cells)} | {one.times:.1f} |")
    return rows
