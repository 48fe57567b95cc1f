"""How a value is learned: games of bots, trees by LightGBM, and what these are worth on other games."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from stellwerk.bench.forecast import PARTS as ASKED
from stellwerk.bench.forecast import correlation
from stellwerk.bots.arena import Match
from stellwerk.play.extras import needing
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from .positions import edition
from .scheme import Scheme
from .table import VERSION
from .value import Forest, Inputs, Tree, Value, said
from .variety import Variety, play_varied
from .workers import in_order

PARTS = tuple(range(5, 100, 5))
"""Percent of a game's actions after which its position is learned from."""
ROUNDS, LEAVES, DEPTH, RATE, LEAST = 100, 8, 5, 0.05, 80
"""Trees, their leaves and depth, how much each may say, and how many rows a leaf needs."""


class Lesson(Struct, frozen=True):
    """Positions of a game: rows of inputs, where each seat ended from the mean, and after which part it was."""

    rows: NDArray[np.float64]
    ends: NDArray[np.float64]
    part: NDArray[np.int64]


class Report(Struct, frozen=True):
    """Correlation with the end on games that nothing was learned from, by part of the game, and the error left."""

    title: str
    taught: int
    tried: int
    parts: tuple[int, ...]
    learned: tuple[float, ...]
    forecast: tuple[float, ...]
    now: tuple[float, ...]
    error: tuple[float, ...]
    forecast_error: tuple[float, ...]
    """Roots of mean squares, in the game's money."""
    saved: tuple[float, float]
    """By how much its squares are below the forecast's in a game, and the standard error of that over games."""
    calibration: tuple[tuple[float, float], ...]
    """What was expected and what came about, in ten equal groups from the lowest."""
    relies_on: tuple[tuple[str, float], ...]
    """Figures that say most, with their part of all that is gained by asking."""


def lesson(match: Match, variety: Variety) -> Lesson:
    """What one game teaches."""
    return lesson_of(play_varied(match, 0, variety))


def lesson_of(game: Game) -> Lesson:
    """What a game that was played teaches."""
    inputs = Inputs(Scheme.of(game.title, len(game.players), game.options))
    wanted = {round(part * len(game.actions) / 100): part for part in PARTS}
    final = game.result()
    mean = sum(final.values()) / len(final)
    ends = [final[seat] - mean for seat in range(len(final))]
    rows, all_ends, parts = [], [], []
    position = Game(game.title, game.players, game.options, game.seed).position
    for number, action in enumerate(game.actions):
        if number in wanted:
            rows.append(inputs.of(position))
            all_ends += ends
            parts += [wanted[number]] * len(ends)
        position = position.apply(action)
    return Lesson(np.concatenate(rows), np.array(all_ends), np.array(parts))


def lessons(
    title: str,
    levels: tuple[str, ...],
    games: int,
    seed: int,
    jobs: int,
    variety: Variety,
    kept: Path | None = None,
    tick: Callable[[int], None] = lambda games: None,
) -> list[Lesson]:
    """Games that follow from the seed, whoever plays them; in a folder they are `kept`, and not played again.

    `tick` is told of each game that is done.
    """
    matches = [Match(title, levels, seed + number) for number in range(games)]
    work = partial(lesson, variety=variety) if kept is None else partial(kept_lesson, variety=variety, folder=kept)
    found = []
    for one in in_order(work, matches, jobs):
        found.append(one)
        tick(1)
    return found


def kept_lesson(match: Match, variety: Variety, folder: Path) -> Lesson:
    """What one game teaches, from the folder if it is there; it is written whole or not at all."""
    levels = "-".join(match.bots) + variety.text()
    file = folder / f"{match.title}-{edition(match.title)}-{levels}-{match.seed:06}.npz"
    if file.exists():
        with np.load(file, allow_pickle=False) as there:
            return Lesson(there["rows"], there["ends"], there["part"])
    found = lesson(match, variety)
    folder.mkdir(parents=True, exist_ok=True)
    unfinished = file.with_suffix(f".{os.getpid()}.part")
    with unfinished.open("wb") as out:
        np.savez_compressed(out, rows=found.rows, ends=found.ends, part=found.part)
    unfinished.replace(file)
    return found


def learn(title: str, players: int, taught: Sequence[Lesson]) -> Value:
    """Trees that tell from a position what the forecast leaves out: to begin with it needs fewer games."""
    with needing("value", "Learning a value"):
        import lightgbm

    rows = np.concatenate([one.rows for one in taught])
    ends = np.concatenate([one.ends for one in taught])
    how = {
        "objective": "regression", "num_leaves": LEAVES, "max_depth": DEPTH, "learning_rate": RATE,
        "min_data_in_leaf": LEAST,
        "feature_fraction": 0.5, "bagging_fraction": 0.7, "bagging_freq": 1, "seed": 1, "deterministic": True,
        "force_row_wise": True, "num_threads": 1, "verbose": -1,
    }  # fmt: skip
    booster = lightgbm.train(how, lightgbm.Dataset(rows, ends - rows[:, -1]), ROUNDS)
    trees = tuple(tree_of(one["tree_structure"]) for one in booster.dump_model()["tree_info"])
    most = _relies_on(title, players, booster.feature_importance("gain"))
    return Value(title, find_title(title).rules_version, VERSION, players, trees, most)


def tree_of(root: dict[str, Any]) -> Tree:
    """A tree as LightGBM tells it."""
    figure: list[int] = []
    amount: list[float] = []
    left: list[int] = []
    right: list[int] = []
    leaves: list[float] = []

    def add(node: dict[str, Any]) -> int:
        if "leaf_value" in node:
            leaves.append(node["leaf_value"])
            return ~(len(leaves) - 1)
        at = len(figure)
        figure.append(node["split_feature"])
        amount.append(node["threshold"])
        left.append(0)
        right.append(0)
        left[at], right[at] = add(node["left_child"]), add(node["right_child"])
        return at

    if add(root) < 0:  # nothing to ask
        return Tree((0,), (0.0,), (-1,), (-1,), tuple(leaves))
    return Tree(tuple(figure), tuple(amount), tuple(left), tuple(right), tuple(leaves))


def report(value: Value, taught: int, tried: Sequence[Lesson]) -> Report:
    """What it is worth on games that it has not seen."""
    return _told(value, taught, tried, _expected(value, tried))


def in_turn(title: str, players: int, all_: Sequence[Lesson], folds: int) -> tuple[Value, Report]:
    """A value learned from all games; what it is worth where each is tried by what games of other folds taught.

    With few games one cut is luck: so every game is tried once.
    """
    numbers = [range(fold, len(all_), folds) for fold in range(folds)]
    told = np.empty(sum(len(one.ends) for one in all_))
    starts = np.cumsum([0, *(len(one.ends) for one in all_)])
    for fold in numbers:
        value = learn(title, players, [one for number, one in enumerate(all_) if number not in fold])
        for number in fold:
            told[starts[number] : starts[number + 1]] = _expected(value, [all_[number]])
    value = learn(title, players, all_)
    return value, _told(value, len(all_) - len(numbers[0]), all_, told)


def _expected(value: Value, tried: Sequence[Lesson]) -> NDArray[np.float64]:
    """How far each seat is said to end from the mean, position after position."""
    rows = np.concatenate([one.rows for one in tried])
    tables = said(Forest(value.trees), rows).reshape(-1, value.players)
    expected: NDArray[np.float64] = (tables - tables.mean(axis=1, keepdims=True)).reshape(-1)
    return expected


def _told(value: Value, taught: int, tried: Sequence[Lesson], told: NDArray[np.float64]) -> Report:
    rows = np.concatenate([one.rows for one in tried])
    ends = np.concatenate([one.ends for one in tried])
    parts = np.concatenate([one.part for one in tried])
    which = [parts == part for part in ASKED]
    order = np.array_split(np.argsort(told), 10)
    return Report(
        title=value.title,
        taught=taught,
        tried=len(tried),
        parts=ASKED,
        learned=tuple(_agreement(told[each], ends[each]) for each in which),
        forecast=tuple(_agreement(rows[each, -1], ends[each]) for each in which),
        now=tuple(_agreement(rows[each, -2], ends[each]) for each in which),
        error=tuple(_error(told[each], ends[each]) for each in which),
        forecast_error=tuple(_error(rows[each, -1], ends[each]) for each in which),
        saved=_saved(told, rows[:, -1], ends, [len(one.ends) for one in tried]),
        calibration=tuple((round(float(told[g].mean()), 1), round(float(ends[g].mean()), 1)) for g in order),
        relies_on=value.relies_on,
    )


def _agreement(some: NDArray[np.float64], others: NDArray[np.float64]) -> float:
    return round(correlation(some.tolist(), others.tolist()), 2)


def _error(some: NDArray[np.float64], others: NDArray[np.float64]) -> float:
    return round(float(np.sqrt(np.mean((some - others) ** 2))), 1)


def _saved(
    told: NDArray[np.float64], forecast: NDArray[np.float64], ends: NDArray[np.float64], sizes: Sequence[int]
) -> tuple[float, float]:
    """Positions of one game hang together: games are counted, not positions."""
    better = np.split((forecast - ends) ** 2 - (told - ends) ** 2, np.cumsum(sizes)[:-1])
    games = np.array([float(one.mean()) for one in better])
    return round(float(games.mean()), 1), round(float(games.std(ddof=1) / np.sqrt(len(games))), 1)


def _relies_on(title: str, players: int, gains: Sequence[float]) -> tuple[tuple[str, float], ...]:
    """The figures by which most is gained, as a part of all."""
    names = Inputs(Scheme.of(find_title(title), players)).names
    if len(names) != len(gains) or not sum(gains):
        return ()
    most = sorted(zip(names, gains, strict=True), key=lambda pair: -pair[1])[:8]
    return tuple((name, round(float(gain) / float(sum(gains)), 3)) for name, gain in most)
