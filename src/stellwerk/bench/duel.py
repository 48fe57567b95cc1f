"""A level of this release against the same of another commit, which is built and plays from a process."""

from __future__ import annotations

import random
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
from msgspec import Struct

from stellwerk.bots import choose, known_level
from stellwerk.bots.arena import OPENING
from stellwerk.bots.duels import Player, met, summed_up
from stellwerk.bots.search import PLAYOUTS, Budget
from stellwerk.play.core import Action
from stellwerk.play.files import read_action
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from . import seated
from .against import CannotDo, Release, built, release

LETTERS = 7
"""Of a commit's name."""
UNCAPPED = Budget(PLAYOUTS, seconds=float("inf"))


class Met(Struct, frozen=True):
    """What came of it: how many pairs of games were played to their end, and why others were not."""

    title: str
    level: str
    against: str
    players: int
    seed: int
    games: int
    won: float
    above: float
    error: float | None
    """Standard error of `above` over pairs; one pair has none."""
    by_pair: tuple[float, ...]
    not_to_the_end: tuple[str, ...]


class Elsewhere:
    """A level as another release plays it: that one follows the game and is asked for its moves."""

    def __init__(self, there: Release, level: str) -> None:
        self.there, self.level = there, level
        self._game: Game | None = None
        self._told = 0

    def __call__(self, game: Game, seat: int, lots: random.Random) -> Action:
        """What it does now; where its rules are others, so that it cannot follow, the game ends here."""
        if game is not self._game:
            self.there.ask(title=game.title.id, players=list(game.players), seed=game.seed)
            self._game, self._told = game, 0
        played = [msgspec.to_builtins(action) for action in game.actions[self._told :]]
        self._told = len(game.actions)
        answer = self.there.ask(played=played, seat=seat, level=self.level)
        try:
            action = read_action(answer["action"], game.title)
        except msgspec.ValidationError as error:
            raise CannotDo(f"{self.there.name}: {error}") from None
        if action not in game.legal_actions(seat):
            raise CannotDo(f"{self.there.name} would play what is not legal here: {answer['action']}")
        return action


def measure(
    title: str,
    level: str,
    ref: str,
    players: int,
    pairs: int,
    seed: int,
    opening: int = OPENING,
) -> Met:
    """Play pairs of games, every other seat by this release, each seed twice with seats changed."""
    known_level(level, find_title(title))
    found: list[float] = []
    won, faults = 0.0, []
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        commit = built(ref, folder)[:LETTERS]
        there = stack.enter_context(release(commit, folder / "src", seated.__file__))
        old = f"{level}@{commit}", Elsewhere(there, level)
        for number in range(seed, seed + pairs):
            try:
                pair = met(title, (level, _ours(level)), old, players, 1, number, opening)
            except CannotDo as fault:
                faults.append(f"seed {number}: {fault}")
            else:
                found.append(pair.above)
                won += pair.won
    if not found:
        raise CannotDo(f"No game came to its end. {faults[0]}")
    whole = summed_up(level, old[0], found, won)
    error = whole.error if len(found) > 1 else None
    return Met(
        title, level, commit, players, seed, whole.games, won, whole.above, error, tuple(found), tuple(faults)
    )


def _ours(level: str) -> Player:
    return lambda game, seat, lots: choose(game, seat, level, lots, UNCAPPED)
