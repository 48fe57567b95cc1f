"""The ladder: levels rated by title and number of players, from games that a file keeps.

A level is rated together with a fingerprint of the code it plays by (`codeprint`), so that a changed one stands
beside what it was before; levels that have not changed are met by both. Ratings follow from the games in the file
alone; which games are played follows from their numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import combinations
from math import sqrt
from pathlib import Path
from statistics import mean
from typing import Any

import msgspec
from msgspec import Struct

from stellwerk.play.errors import StellwerkError
from stellwerk.play.typed import decode
from stellwerk.titles.registry import find_title

from . import known_level
from .arena import OPENING, Match, model, outcome
from .codeprint import fingerprint

LARGEST = 64 * 1024 * 1024
MOST_GAMES = 100_000
CLEAR = 2.0
"""Standard errors by which one is better than another beyond doubt."""


class Played(Struct, frozen=True, forbid_unknown_fields=True):
    """A game: its number with a seed, who sat in order of naming (`level@code`), and everybody's worth."""

    title: str
    seed: int
    number: int
    bots: tuple[str, ...]
    worth: tuple[int, ...]
    opening: int = 0
    """So many first actions were by lot."""


class Ladder(Struct, forbid_unknown_fields=True):
    """All games that were played."""

    games: list[Played] = []


class Rung(Struct, frozen=True):
    """What a level has reached: games, the part of the others it was above, OpenSkill's mean and deviation."""

    title: str
    players: int
    bot: str
    games: int
    above: float
    rating: float
    uncertainty: float


def read(path: Path) -> Ladder:
    """The ladder in a file; an empty one where there is none."""
    if not path.exists():
        return Ladder()
    if path.stat().st_size > LARGEST:
        raise StellwerkError(f"{path.name} is too large for a ladder. Nothing was changed.")
    try:
        found = decode(path.read_bytes(), Ladder)
    except (msgspec.MsgspecError, OSError) as error:
        raise StellwerkError(f"{path.name} is not a ladder ({error}). Nothing was changed.") from None
    if len(found.games) > MOST_GAMES or any(len(one.bots) != len(one.worth) for one in found.games):
        raise StellwerkError(f"{path.name} is not a ladder. Nothing was changed.")
    return found


def pairings(levels: Sequence[str], players: int, games: int) -> list[tuple[str, ...]]:
    """Who plays: each two levels in turn, alternating round the table, who has more seats changing.

    >>> pairings(["a", "b", "c"], 3, 4)
    [('a', 'b', 'a'), ('a', 'c', 'a'), ('b', 'c', 'b'), ('b', 'a', 'b')]
    """
    pairs = list(combinations(levels, 2))
    found = []
    for number in range(games):
        one, other = pairs[number % len(pairs)]
        if number // len(pairs) % 2:
            one, other = other, one
        found.append(tuple((one, other)[seat % 2] for seat in range(players)))
    return found


def climb(
    ladder: Ladder,
    title: str,
    levels: Sequence[str],
    players: int,
    games: int,
    seed: int,
    jobs: int = 1,
    tick: Callable[[], Any] = lambda: None,
    play: Callable[[Match, int], Sequence[int]] | None = None,
    opening: int = OPENING,
) -> Ladder:
    """The ladder with so many games more or less: those of this seed that it has not got are played."""
    known = find_title(title)
    if players not in known.players:
        raise StellwerkError(f"{known.name} is not for {players} players.")
    named = list(dict.fromkeys(known_level(level, known) for level in levels))
    if len(named) < 2:
        raise StellwerkError("A ladder needs at least two levels.")
    model()  # before all games have been played for nothing
    codes = {level: fingerprint(title, level) for level in named}
    there = {(one.title, one.seed, one.number, one.bots, one.opening) for one in ladder.games}
    wanted = []
    for number, seats in enumerate(pairings(named, players, games)):
        bots = tuple(f"{level}@{codes[level]}" for level in seats)
        if (title, seed, number, bots, opening) not in there:
            wanted.append((Match(title, seats, seed, as_seated=True, opening=opening), number, bots))
    worths: list[Sequence[int]] = []
    if jobs == 1 or play is not None:
        for match, number, _ in wanted:
            worths.append(play(match, number) if play else _worth((match, number)))
            tick()
    else:
        with ProcessPoolExecutor(jobs) as pool:
            for worth in pool.map(_worth, [(match, number) for match, number, _ in wanted]):
                worths.append(worth)
                tick()
    new = [
        Played(title, seed, number, bots, tuple(worth), opening)
        for (_, number, bots), worth in zip(wanted, worths, strict=True)
    ]
    return Ladder([*ladder.games, *new])


def _worth(work: tuple[Match, int]) -> tuple[int, ...]:
    return outcome(*work).worth


def rungs(ladder: Ladder) -> list[Rung]:
    """Ratings by title and number of players, best first: a level's mean worth counts of each game."""
    tables: dict[tuple[str, int], list[Played]] = {}
    for one in sorted(ladder.games, key=lambda one: (one.title, len(one.bots), one.seed, one.number, one.bots)):
        tables.setdefault((one.title, len(one.bots)), []).append(one)
    found = []
    for (title, players), games in tables.items():
        found += _rated(title, players, games)
    return found


def _rated(title: str, players: int, games: Sequence[Played]) -> list[Rung]:
    rating_model = model()
    ratings: dict[str, Any] = {}
    counts: dict[str, int] = {}
    above: dict[str, float] = {}
    for game in games:
        means = {
            bot: mean(worth for each, worth in zip(game.bots, game.worth, strict=True) if each == bot)
            for bot in dict.fromkeys(game.bots)
        }
        for bot in means:
            ratings.setdefault(bot, rating_model.rating())
            counts[bot] = counts.get(bot, 0) + 1
            others = [means[other] for other in means if other != bot]
            won = sum((means[bot] > other) + (means[bot] == other) / 2 for other in others)
            above[bot] = above.get(bot, 0.0) + (won / len(others) if others else 0.5)
        ranks = [1 + sum(other > means[bot] for other in means.values()) for bot in means]
        rated = rating_model.rate([[ratings[bot]] for bot in means], ranks=ranks)
        for bot, (rating,) in zip(means, rated, strict=True):
            ratings[bot] = rating
    told = [
        Rung(
            title,
            players,
            bot,
            counts[bot],
            round(above[bot] / counts[bot], 3),
            round(rating.mu, 2),
            round(rating.sigma, 2),
        )
        for bot, rating in ratings.items()
    ]
    return sorted(told, key=lambda rung: (-rung.rating, rung.bot))


def better(one: Rung, other: Rung) -> bool:
    """Whether one is above another by two standard errors: then it may take its place."""
    error = sqrt(one.uncertainty**2 + other.uncertainty**2)
    return one.rating - other.rating > CLEAR * error


class Promotion(Struct, frozen=True):
    """How a level of now stands to what it was: the difference of ratings, its error, whether that is enough."""

    title: str
    players: int
    now: str
    before: str
    gain: float
    error: float
    promoted: bool


def promotions(ladder: Ladder) -> list[Promotion]:
    """Each level as it plays now beside every earlier version that is on the ladder."""
    found = []
    standing = rungs(ladder)
    for one in standing:
        level, _, code = one.bot.partition("@")
        if code != fingerprint(one.title, level):
            continue
        for other in standing:
            before = other.bot.partition("@")[0] == level and other.bot != one.bot
            if before and (other.title, other.players) == (one.title, one.players):
                gain, error = one.rating - other.rating, sqrt(one.uncertainty**2 + other.uncertainty**2)
                told = round(gain, 2), round(error, 2), better(one, other)
                found.append(Promotion(one.title, one.players, one.bot, other.bot, *told))
    return found
