"""The engine's speed: replays, random play, legal actions, copies; by title where titles differ."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import cycle
from pathlib import Path
from statistics import quantiles
from typing import Any

from stellwerk.play.core import Pass, Position
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.records.rails_replay import replay
from stellwerk.titles.registry import find_title, title_ids

from .games import bot_games, bot_matches, recorded_games
from .works import units_per_second, works_of


def measure(records: Path, seconds: float) -> dict[str, Any]:
    """All figures; those that need records are None where there are none."""
    games = [replay(path).game for path in sorted(records.glob("*/*.rails"))]
    random_games = RandomPlay(title_ids())
    brief = min(seconds, 1.0)
    figures: dict[str, Any] = {
        "replay_actions_per_s": _rate(replays(games), seconds) if games else None,
        "random_actions_per_s": _rate(random_games.actions(), seconds),
    }
    boards = games or random_games.finished
    figures["legal_track_per_s"] = _rate(track_lists(boards), seconds)
    figures["copies_per_s"] = _rate(copies(boards), brief)
    figures["records"] = len(games)
    recorded = recorded_games(records)
    bots = bot_games(bot_matches(recorded))
    figures["replay_by_title"] = by_title(recorded, brief)
    figures["bot_replay_by_title"] = by_title(bots, brief)
    figures["random_by_title"] = {title: _rate(RandomPlay([title]).actions(), seconds) for title in title_ids()}
    figures["works_by_title"] = {
        title: works_measured(title, [game for game in (*recorded, *bots) if game.title.id == title], brief)
        for title in title_ids()
    }
    return figures


def works_measured(title: str, games: Sequence[Game], seconds: float, rounds: int = 5) -> dict[str, Any]:
    """What a search, a log and a page ask of a title: the median rate of each, and where half of them lie."""
    told = {}
    for name, work in sorted(works_of(title, games).items()):
        _run(work, min(0.5, seconds / 4))
        rates = [units_per_second(work, seconds / rounds) for _ in range(rounds)]
        low, middle, high = quantiles(rates, n=4)
        told[name] = {"per_s": round(middle), "spread": [round(low), round(high)]}
    return told


def by_title(games: Iterable[Game], seconds: float) -> dict[str, int]:
    """Actions a second of each title's games, played again."""
    found: dict[str, list[Game]] = {}
    for game in games:
        found.setdefault(game.title.id, []).append(game)
    return {title: _rate(replays(of_title), seconds) for title, of_title in found.items()}


def _rate(work: Iterator[int], seconds: float) -> int:
    """Units done in a second, after a moment of warming up."""
    _run(work, min(0.5, seconds / 4))
    done, spent = _run(work, seconds)
    return round(done / spent)


def _run(work: Iterator[int], seconds: float) -> tuple[int, float]:
    done = 0
    begin = time.process_time()  # of one core, whatever else the machine is doing
    while (spent := time.process_time() - begin) < seconds:
        done += next(work)
    return done, spent


def replays(games: list[Game]) -> Iterator[int]:
    """Play recorded games again from their actions; a whole game is one piece of work."""
    for game in cycle(games):
        again = new_game(game.title, list(game.players), game.options, game.seed)
        for action in game.actions:
            again.play(action)
        yield len(game.actions)


class RandomPlay:
    """Whole games of these titles in turn by lot, each choice from the complete list."""

    def __init__(self, titles: Sequence[str]) -> None:
        self.titles = titles
        self.finished: list[Game] = []

    def actions(self) -> Iterator[int]:
        """Play on for ever, an action at a time."""
        for seed, title in enumerate(cycle(self.titles)):
            lots = random.Random(seed)
            seats = find_title(title).players
            names = [f"Player {n + 1}" for n in range(seats[seed % len(seats)])]
            game = new_game(find_title(title), names, {}, seed)
            while not game.over:
                game.play(choose(game, lots))
                yield 1
            self.finished = [*self.finished[-3:], game]


def choose(game: Game, lots: random.Random) -> Any:
    """By lot, but mostly something rather than nothing, so that games come to an end."""
    legal = game.legal_actions()
    action = legal.pick(lots)
    return legal.pick(lots) if isinstance(action, Pass) and lots.random() < 0.8 else action


def track_lists(games: list[Game]) -> Iterator[int]:
    """Complete lists of legal actions at every decision about track in these games."""
    positions = [
        (game, number) for game in games for number, action in enumerate(game.actions) if hasattr(action, "tile")
    ]
    for game, number in cycle(positions):
        state = game.state_after(number)
        step = state.agenda[-1]
        position = Position(game.rules, state)
        for _ in step.choices(position, step.waiting(position)[0]):
            pass
        yield 1


def copies(games: list[Game]) -> Iterator[int]:
    """Copies of a game in the middle of play."""
    work: Callable[[], Game] = games[0].copy
    while True:
        for _ in range(1000):
            work()
        yield 1000
