"""Steps a second of an environment, beside random play of the bare engine with complete lists, by title."""

from __future__ import annotations

import random
import time

import numpy as np
from msgspec import Struct

from stellwerk import env as environments
from stellwerk.env.table import TableEnv
from stellwerk.env.vector import ManyTables
from stellwerk.play.files import new_game
from stellwerk.play.playable import amount
from stellwerk.titles.registry import find_title, title_ids

PLAYERS = 4
TABLES, PROCESSES = 16, 2


class Steps(Struct, frozen=True):
    """Steps a second of CPU: of the engine; of the environment; the same without features of choices."""

    engine: int
    observed: int
    without_features: int
    part: float
    """Of the engine's speed that is left with everything on."""
    many: int
    """Steps a second by the clock of many games in two processes."""


def measure_env(seconds: float, rounds: int = 3) -> dict[str, Steps]:
    """Engine and environments in turn, the median of some rounds, each so many seconds of CPU."""
    return {title: _measured(title, seconds, rounds) for title in title_ids()}


def _measured(title: str, seconds: float, rounds: int) -> Steps:
    whole = environments.make(title, PLAYERS)
    bare = environments.make(title, PLAYERS, features=False)
    found = np.median(
        [
            (_engine(title, seconds, turn), _steps(whole, seconds, turn), _steps(bare, seconds, turn))
            for turn in range(rounds)
        ],
        axis=0,
    )
    engine, observed, without = (round(float(figure)) for figure in found)
    return Steps(engine, observed, without, round(observed / engine, 2), round(_many(title, seconds)))


def _many(title: str, seconds: float) -> float:
    """Random play by numbers at several tables at once."""
    lots, steps = np.random.default_rng(1), 0
    with ManyTables(title, PLAYERS, TABLES, PROCESSES) as tables:
        seen = tables.reset(seed=1)
        begun = time.perf_counter()
        while (spent := time.perf_counter() - begun) < seconds:
            choices = seen["mask"].sum(axis=1)
            seen = tables.step((lots.random(TABLES) * choices).astype(np.int64))
            steps += TABLES
    return steps / spent


def _engine(title: str, seconds: float, seed: int) -> float:
    """Random play by lists."""
    game = new_game(find_title(title), [f"Seat {seat + 1}" for seat in range(PLAYERS)], {}, seed)
    position, lots, steps = game.position, random.Random(seed), 0
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        if position.over:
            position = game.position
        choices = position.all_choices(position.waiting_for()[0])
        position = position.apply(amount(choices[int(lots.random() * len(choices))], lots))
        steps += 1
    return steps / spent


def _steps(env: TableEnv, seconds: float, seed: int) -> float:
    """Random play by numbers, with everything that a learner is given looked at once a step."""
    lots, steps = random.Random(seed), 0
    env.reset(seed=seed)
    begun = time.process_time()
    while (spent := time.process_time() - begun) < seconds:
        if env.position.over:
            env.reset(seed=seed)
        env.observe(env.agent_selection)
        env.step(int(lots.random() * len(env.menu.entries)))
        steps += 1
    return steps / spent
