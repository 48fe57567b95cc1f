"""How far the forecast of the end can be trusted: held against how games of bots ended, beside worth by then.

The same games tell how fair the seats are.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from math import sqrt
from statistics import mean, stdev

from msgspec import Struct

from stellwerk import bots
from stellwerk.bots.arena import Match, begun_with_variety, play
from stellwerk.bots.outlook import from_mean, outlook_after
from stellwerk.play.errors import StellwerkError
from stellwerk.titles.registry import find_title, title_ids

PARTS = (15, 30, 45, 60, 75)
"""Percent of a game's actions after which it is asked."""
OPENING = 40
"""First actions of which half are by lot among what is reasonable: four of one kind would open nearly alike."""


class Sample(Struct, frozen=True):
    """One game: how it ended, and what was foretold and counted at each part, each as the way from the mean."""

    end: tuple[float, ...]
    mean: float
    foretold: tuple[tuple[float, ...], ...]
    counted: tuple[tuple[float, ...], ...]


class Seat(Struct, frozen=True):
    """How far a seat ended from the table's mean, in percent of it, with the standard error over games."""

    off: float
    error: float


class Trust(Struct, frozen=True):
    """Correlations with the end at each part of the game, of the forecast and of worth by then; and the seats."""

    title: str
    games: int
    players: int
    seed: int
    opening: int
    forecast: tuple[float, ...]
    now: tuple[float, ...]
    seats: tuple[Seat, ...] = ()


def measure(
    titles: Sequence[str], games: int, seed: int, players: int, jobs: int, opening: int = OPENING
) -> list[Trust]:
    """Games of steady bots with these seeds, for each title; all where none is named."""
    named = titles or [title for title in title_ids() if bots.advises(find_title(title))]
    for title in named:
        if players not in find_title(title).players:
            raise StellwerkError(f"{find_title(title).name} is not for {players} players.")
        bots.known_level("steady", find_title(title))
    steady = ("steady",) * players
    work = [Match(title, steady, seed + n, opening=opening) for title in named for n in range(games)]
    if jobs == 1:
        samples = [sample(match) for match in work]
    else:
        with ProcessPoolExecutor(jobs) as pool:
            samples = list(pool.map(sample, work))
    return [
        trust(title, players, seed, opening, samples[place * games : (place + 1) * games])
        for place, title in enumerate(named)
    ]


def sample(match: Match) -> Sample:
    """One game from beginning to end, and what was to be seen on the way."""
    game = play(match, 0, begun_with_variety)
    end, seats = game.result(), range(len(game.players))
    foretold, counted = [], []
    for part in PARTS:
        number = round(part * len(game.actions) / 100)
        now = game.title.result(game.rules, game.state_after(number))
        foretold.append(from_mean(outlook_after(game, number)))
        counted.append(from_mean([now[seat] for seat in seats]))
    worth = [end[seat] for seat in seats]
    return Sample(from_mean(worth), mean(worth), tuple(foretold), tuple(counted))


def trust(title: str, players: int, seed: int, opening: int, samples: Sequence[Sample]) -> Trust:
    """Correlations over all seats of all games."""
    ends = [each for one in samples for each in one.end]
    foretold, counted = (
        tuple(
            round(correlation([each for one in samples for each in getattr(one, kind)[place]], ends), 2)
            for place in range(len(PARTS))
        )
        for kind in ("foretold", "counted")
    )
    return Trust(title, len(samples), players, seed, opening, foretold, counted, seats_of(samples))


def seats_of(samples: Sequence[Sample]) -> tuple[Seat, ...]:
    """How fair the seats were, if there are games enough to tell."""
    if len(samples) < 2:
        return ()
    percent = 100 / mean([one.mean for one in samples])
    columns = [[percent * each for each in column] for column in zip(*(one.end for one in samples), strict=True)]
    return tuple(Seat(round(mean(column), 1), round(stdev(column) / sqrt(len(column)), 1)) for column in columns)


def correlation(some: Sequence[float], others: Sequence[float]) -> float:
    """Of values around 0; 0 where one of them says nothing."""
    spread = sqrt(sum(each * each for each in some) * sum(each * each for each in others))
    return sum(one * other for one, other in zip(some, others, strict=True)) / spread if spread else 0.0


def as_table(told: Sequence[Trust]) -> list[str]:
    """Rows as the docs have them: the forecast, and in brackets worth now."""
    rows = [f"| title, games | {' | '.join(f'{part}%' for part in PARTS)} |", "|---" * (len(PARTS) + 1) + "|"]
    for one in told:
        cells = (f"{ahead:.2f} ({now:.2f})" for ahead, now in zip(one.forecast, one.now, strict=True))
        rows.append(f"| {one.title}, {one.games} of {one.players} players | {' | '.join(cells)} |")
    return rows


def seats_table(told: Sequence[Trust]) -> list[str]:
    """Rows as the docs have them: how far each seat ended from the mean."""
    most = max((one.players for one in told), default=0)
    rows = [
        f"| title, games | {' | '.join(f'seat {seat + 1}' for seat in range(most))} |",
        "|---" * (most + 1) + "|",
    ]
    for one in told:
        cells = (f"{each.off:+.1f} ± {each.error:.1f}%" for each in one.seats)
        rows.append(f"| {one.title}, {one.games} of {one.players} players | {' | '.join(cells)} |")
    return rows
