"""What the engine does, as work that can be measured: by public means alone, so that any release can do it.

Run as a script it answers questions, one JSON line each: `against` asks two releases in turn.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import cycle
from math import inf
from typing import Any

import msgspec

import stellwerk
from stellwerk.play.files import read_action
from stellwerk.titles.registry import find_title

EVERY = 7
"""Lists are made after every so many actions of a game."""


def replays(games: Sequence[Any]) -> Iterator[int]:
    """Games played again, each action checked and every run proved; a whole game is one piece of work."""
    for game in cycle(games):
        again = _anew(game)
        for action in game.actions:
            again.play(action)
        yield len(game.actions)


def followed(games: Sequence[Any]) -> Iterator[int]:
    """Our own logs: actions that are known to have been taken, without asking whether they are legal."""
    for game in cycle(games):
        _anew(game).follow(*game.actions)
        yield len(game.actions)


def applied(games: Sequence[Any]) -> Iterator[int]:
    """The same on positions that keep no history, as a search does."""
    for game in cycle(games):
        _anew(game).position.after(game.actions)
        yield len(game.actions)


def lists(games: Sequence[Any]) -> Iterator[int]:
    """Complete lists of legal actions, spread over whole games."""
    points = []
    for game in games:
        again = _anew(game)
        for number, action in enumerate(game.actions):
            if number % EVERY == 0:
                points.append(again.copy())
            again.play(action)
    for point in cycle(points):
        for _ in point.legal_actions():
            pass
        if hasattr(point, "_playable"):
            point._playable = None  # a release that keeps its lists would only tell them again
        yield 1


def random_play(title: str) -> Iterator[int]:
    """Whole games by lot, each choice from the complete list; rather something than nothing, so that they end."""
    few, many = _players(title)
    for seed in cycle(range(1000)):
        lots = random.Random(seed)
        game = stellwerk.new(title, [f"Player {n + 1}" for n in range(few + seed % (many - few + 1))], seed=seed)
        while not game.over:
            legal = game.legal_actions()
            action = legal.pick(lots)
            if isinstance(action, stellwerk.Pass) and lots.random() < 0.8:
                action = legal.pick(lots)
            game.play(action)
            yield 1


def playouts(title: str) -> Iterator[int]:
    """Whole games by lot as a search plays them: positions without history, and no more listed than is drawn."""
    few, many = _players(title)
    for seed in cycle(range(1000)):
        lots = random.Random(seed)
        names = [f"Player {n + 1}" for n in range(few + seed % (many - few + 1))]
        position = stellwerk.new(title, names, seed=seed).position
        while not position.over:
            action = position.pick(lots)
            if isinstance(action, stellwerk.Pass) and lots.random() < 0.8:
                action = position.pick(lots)
            position = position.apply(action)
            yield 1


WORKS: dict[str, Callable[[Sequence[Any]], Iterator[int]]] = {
    "apply": applied,
    "follow": followed,
    "list": lists,
    "replay": replays,
}


def works_of(title: str, games: Sequence[Any]) -> dict[str, Iterator[int]]:
    """All that is measured of a title."""
    by_lot = {"playout": playouts(title), "random": random_play(title)}
    return {**by_lot, **{name: work(games) for name, work in WORKS.items() if games}}


def units_per_second(work: Iterator[int], seconds: float) -> float:
    """Units of work done in a second of one core, whatever else the machine is doing."""
    done, spent = worked(work, seconds)
    return done / spent


def worked(work: Iterator[int], seconds: float = inf, units: float = inf) -> tuple[int, float]:
    """Work on for so long or until so much is done: units that were done, and the time of one core they took."""
    done, begin = 0, time.process_time()
    while (spent := time.process_time() - begin) < seconds and done < units:
        done += next(work)
    return done, spent


def _anew(game: Any) -> Any:
    return stellwerk.new(game.title.id, list(game.players), dict(game.options), game.seed)


def _players(title: str) -> tuple[int, int]:
    players = find_title(title).players
    return players[0], players[-1]


def taken(text: str) -> tuple[Any, str]:
    """A game from its file as far as this release takes its actions, and what it says of the next one.

    The file may be of later rules: whether its actions are legal by these here is what is asked of it, and as
    other rules may describe the same position otherwise, no digest.
    """
    file = json.loads(text)
    game = stellwerk.new(file["title"], file["players"], file["options"], file["seed"])
    for number, raw in enumerate(file["actions"], 1):
        try:
            game.play(read_action(raw, game.title))
        except (stellwerk.StellwerkError, msgspec.ValidationError) as error:
            return game, f"action {number}: {error}"
    return game, ""


def _reading(text: str) -> dict[str, Any]:
    """How many actions of a game this release takes, and why it takes no more."""
    try:
        game, stopped = taken(text)
    except (stellwerk.StellwerkError, ValueError) as error:
        return {"actions": 0, "stopped": str(error)}
    return {"actions": len(game.actions), "stopped": stopped}


def answer(questions: Iterator[str]) -> Iterator[str]:
    """Answers to what a release is asked, one for each question.

    `{"read": game}`: how many of its actions are legal here, and what stopped it. `{"title", "games"}`: which
    works there are. Then `{"work", "seconds"}` or `{"work", "units"}`: how much was done in how many seconds.
    """
    works: dict[str, Iterator[int]] = {}
    for question in questions:
        asked = json.loads(question)
        try:
            if "read" in asked:
                told: Any = _reading(asked["read"])
            elif "title" in asked:
                works = {}
                works = works_of(asked["title"], [taken(text)[0] for text in asked["games"]])
                told = sorted(works)
            else:
                told = worked(works[asked.pop("work")], **asked)
        except StopIteration:
            told = {"fault": "it has failed before"}
        except Exception as error:  # another release may lack anything
            told = {"fault": f"{type(error).__name__}: {error}"}
        yield json.dumps(told)


if __name__ == "__main__":
    for line in answer(iter(sys.stdin)):
        print(line, flush=True)
