"""Expert iteration: a search plays, a value and a policy learn from its games, and the next search asks them.

Everything follows from the seed. What is found is rated against all levels, and told as it is.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import mean
from typing import TypeVar

import msgspec
from msgspec import Struct

from stellwerk.bots import levels, seen
from stellwerk.bots.arena import Match
from stellwerk.bots.ladder import Ladder, Played, fingerprint, pairings
from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.titles.registry import find_title

from .players import TRIED, Judged, Player, play_game, player, turns
from .policy import Policy, Row, TurnFeatures, best, learn_policy
from .value import Value
from .value_training import Lesson, learn, lesson, lesson_of
from .variety import Variety

Given = TypeVar("Given")
Found = TypeVar("Found")

CHAMPION = "champion"
FIRST = Variety(("easy", "steady"), opening=10, lapse=0.03)
"""How the games differ that everything begins with."""
WARMTH = 0.03
"""How unsure a search is while games are played to learn from, as a part of what a seat is worth on average."""
LOOKED_AT = TRIED // 2
"""Turns that are looked at where a policy has chosen them."""


class Champion:
    """Takes the turn after which the value is best, of those that the policy finds likely."""

    def __init__(self, value: Value, policy: Policy | None, warmth: float = 0.0) -> None:
        self.judged, self.policy, self.warmth = Judged(value), policy, warmth
        self._features = TurnFeatures(self.judged.title, value.players)
        self.rows: list[Row] = []
        self.chosen: list[int] = []

    def __call__(self, game: Game, seat: int, lots: random.Random) -> Action:
        """What it does now; what it chose from is noted."""
        here = seen(game, seat)
        if len(here.choices) == 1 and isinstance(here.choices[0], Action):
            return here.choices[0]
        plans = turns(here)
        if len(plans) == 1:
            return plans[0][0]
        rows = self._features.of(plans)
        tried = range(len(plans)) if self.policy is None else best(self.policy, rows, LOOKED_AT)
        known = game.position.known_to(seat)
        unsure = self.warmth * mean(max(0, money) for money in game.result().values())
        scores = {
            turn: self.judged.of(known.after(plans[turn]))[seat] + unsure * lots.gauss(0.0, 1.0) for turn in tried
        }
        found = max(scores, key=lambda turn: (scores[turn], -turn))
        self.rows.append(rows)
        self.chosen.append(found)
        return plans[found][0]


class Taught(Struct, frozen=True):
    """What one game of a round teaches."""

    lesson: Lesson
    rows: list[Row]
    chosen: list[int]


class Round(Struct, frozen=True):
    """What came of a round: games and decisions learned from so far, and the files."""

    number: int
    games: int
    decisions: int
    value: Path
    policy: Path | None


def teach(value: Value, policy: Policy | None, seed: int) -> Taught:
    """A game of the present search against itself."""
    one = Champion(value, policy, WARMTH)
    game = play_game(find_title(value.title), [one] * value.players, seed)
    return Taught(lesson_of(game), one.rows, one.chosen)


def iterate(
    title: str, players: int, rounds: int, games: int, seed: int, folder: Path, jobs: int = 1
) -> Iterator[Round]:
    """Round after round; the first learns from cheap levels, as nobody has learned anything yet."""
    if players not in find_title(title).players:
        raise StellwerkError(f"{find_title(title).name} is not for {players} players.")
    folder.mkdir(parents=True, exist_ok=True)
    matches = [Match(title, ("steady",) * players, seed + number) for number in range(games)]
    lessons = list(_each(partial(lesson, variety=FIRST), matches, jobs))
    rows: list[Row] = []
    chosen: list[int] = []
    for number in range(rounds + 1):
        value = learn(title, players, lessons)
        policy = learn_policy(rows, chosen) if chosen else None
        yield _keep(folder, number, value, policy, len(lessons), len(chosen))
        if number == rounds:
            return
        seeds = range(seed + (number + 1) * games, seed + (number + 2) * games)
        for one in _each(partial(teach, value, policy), seeds, jobs):
            lessons.append(one.lesson)
            rows += one.rows
            chosen += one.chosen


def _each(work: Callable[[Given], Found], what: Sequence[Given], jobs: int) -> Iterator[Found]:
    if jobs == 1:
        yield from map(work, what)
        return
    with ProcessPoolExecutor(jobs) as pool:
        yield from pool.map(work, what)


def _keep(folder: Path, number: int, value: Value, policy: Policy | None, games: int, decisions: int) -> Round:
    of_value, of_policy = folder / f"round-{number}.value.json", folder / f"round-{number}.policy.json"
    value.write(of_value)
    if policy is not None:
        of_policy.write_bytes(policy.encode())
    return Round(number, games, decisions, of_value, of_policy if policy is not None else None)


def champion_of(last: Round) -> Champion:
    """Who came of a round."""
    policy = msgspec.json.decode(last.policy.read_bytes(), type=Policy) if last.policy else None
    return Champion(Value.read(last.value), policy)


def rate(last: Round, title: str, players: int, against: Sequence[str], games: int, seed: int) -> Ladder:
    """Games against each of some players, so many in all, as `stellwerk ladder` reads them."""
    known = find_title(title)
    named: dict[str, Player] = {CHAMPION: champion_of(last)}
    named |= {text: player(known, text) for text in against}
    wanted = [each for each in pairings(list(named), players, games * len(named)) if CHAMPION in each][:games]
    code, found = fingerprint(title), Ladder()
    for number, seats in enumerate(wanted):
        again = number // (2 * len(against))  # whoever meets whom once more has another game
        worth = play_game(known, [named[each] for each in seats], seed + again).result()
        bots = tuple(f"{each}@{code}" for each in seats)
        found.games.append(Played(title, seed, number, bots, tuple(worth[seat] for seat in range(players))))
    return found


def all_levels(title: str) -> list[str]:
    """The levels that a title has."""
    return levels(find_title(title))
