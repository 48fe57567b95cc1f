"""Long runs of games by lot: does anything ever go wrong that should always hold?

Every game follows from the run's seed and its own number, whichever process plays it.
"""

from __future__ import annotations

import random
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import count
from pathlib import Path

from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.files import from_json, new_game, save
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from .lots import POLICIES, one_of, some_options

CAP = 20_000
"""Actions; a game that takes more goes on for ever."""
UNDOING = 0.02
"""How often an action is taken back and done again."""
PLAIN = 0.5
"""How many games are played without any option."""


class Fault(Struct, frozen=True):
    """Something that should never happen, with the file that leads up to it."""

    title: str
    seed: int
    move: int
    problem: str
    file: str


class Tally(Struct, frozen=True):
    """What was played."""

    games: int = 0
    actions: int = 0
    undone: int = 0
    replayed: int = 0
    """Games that were saved and played again from their file."""
    by_title: dict[str, int] = {}
    """Actions by title."""
    faults: tuple[Fault, ...] = ()

    def __add__(self, other: Tally) -> Tally:
        titles = {*self.by_title, *other.by_title}
        return Tally(
            self.games + other.games,
            self.actions + other.actions,
            self.undone + other.undone,
            self.replayed + other.replayed,
            {title: self.by_title.get(title, 0) + other.by_title.get(title, 0) for title in sorted(titles)},
            self.faults + other.faults,
        )


class Wrong(Exception):
    """What should hold does not."""


class Soak(Struct, frozen=True):
    """What is to be played, until when (by `time.monotonic`), and where failing games are kept."""

    titles: tuple[str, ...]
    seed: int
    until: float
    folder: Path

    def game(self, number: int) -> tuple[Game, random.Random]:
        """The beginning of a game, and the lots by which it goes on."""
        lots = random.Random(f"{self.seed}/{number}")
        title = find_title(one_of(self.titles, lots))
        names = [f"P{seat + 1}" for seat in range(one_of(title.players, lots))]
        options = {} if lots.random() < PLAIN else some_options(title, lots)
        return new_game(title, names, options, self.seed * 1_000_003 + number), lots

    def play(self, number: int) -> Tally:
        """One game, with everything that should hold looked at; it stops when time is up."""
        game, lots = self.game(number)
        policy = POLICIES[one_of(sorted(POLICIES), lots)]
        undone, tried = 0, None
        try:
            while not game.over and time.monotonic() < self.until:
                tried = policy(game, lots)
                _act(game, tried)
                if lots.random() < UNDOING:
                    _undo(game)
                    undone += 1
            tried = None
            _replay(game)
        except Exception as error:  # whatever goes wrong is what is looked for
            return Tally(1, len(game.actions), undone, faults=(self._kept(game, tried, error),))
        return Tally(1, len(game.actions), undone, 1, {game.title.id: len(game.actions)})

    def _kept(self, game: Game, tried: Action | None, error: Exception) -> Fault:
        self.folder.mkdir(parents=True, exist_ok=True)
        file = self.folder / f"soak-{game.title.id}-{game.seed}.json"
        save(game, file)
        problem = str(error) if isinstance(error, Wrong) else f"{type(error).__name__}: {error}"
        after = f" (at {tried!r})" if tried is not None else ""
        return Fault(game.title.id, game.seed, len(game.actions), problem + after, file.name)


def _act(game: Game, action: Action) -> None:
    game.play(action)
    problems = game.problems()
    if problems:
        raise Wrong("; ".join(problems))
    if len(game.actions) > CAP:
        raise Wrong(f"does not end after {CAP} actions")


def _undo(game: Game) -> None:
    """Taken back the position is what it was, and the same action leads to the same one again."""
    after, before = game.digest(), game.state_after(len(game.actions) - 1)
    action = game.undo()
    if game.state != before:
        raise Wrong("taking back leads elsewhere")
    game.play(action)
    if game.digest() != after:
        raise Wrong("the same action leads elsewhere after taking it back")


def _replay(game: Game) -> None:
    """Saved and read again it is the same game."""
    again = from_json(game.to_json(), find_title)
    if (again.digest(), again.actions) != (game.digest(), game.actions):
        raise Wrong("saved and read again it is another game")


def _work(soak: Soak, first: int, step: int) -> Tally:
    tally = Tally()
    for number in count(first, step):
        if time.monotonic() >= soak.until:
            return tally
        tally += soak.play(number)
    raise AssertionError


def run(titles: Sequence[str], minutes: float, jobs: int, seed: int, folder: Path) -> Tally:
    """Play until time is up, in several processes."""
    soak = Soak(tuple(titles), seed, time.monotonic() + 60 * minutes, folder)
    if jobs == 1:
        return _work(soak, 0, 1)
    with ProcessPoolExecutor(jobs) as pool:
        tallies = pool.map(_work, [soak] * jobs, range(jobs), [jobs] * jobs)
        return sum(tallies, Tally())
