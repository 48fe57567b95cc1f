"""Expert iteration: a search plays, a value and a policy learn from its games, and the next search asks them.

Everything follows from the seed. What is found is rated against all levels, and told as it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from statistics import mean

from msgspec import Struct

from stellwerk.bots import levels
from stellwerk.bots.arena import OPENING, Match
from stellwerk.bots.codeprint import fingerprint, of_all_levels
from stellwerk.bots.duels import Duel, Player, play_game, summed_up
from stellwerk.bots.ladder import Ladder, Played, pairings
from stellwerk.play.errors import StellwerkError
from stellwerk.play.typed import decode
from stellwerk.titles.registry import find_title

from .players import BestTurn, Notes, player
from .policy import Policy, Row, learn_policy
from .value import Value
from .value_training import Lesson, learn, lesson, lesson_of
from .variety import Variety
from .workers import in_order

CHAMPION = "champion"
FIRST = Variety(("easy", "steady"), opening=10, lapse=0.03)
"""How the games differ that everything begins with."""
WARMTH = 0.03
"""How unsure a search is while games are played to learn from, as a part of what a seat is worth on average."""


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
    notes = Notes()
    one = BestTurn(value, policy, WARMTH, notes)
    game = play_game(find_title(value.title), [one] * value.players, seed)
    return Taught(lesson_of(game), notes.rows, notes.chosen)


def iterate(
    title: str,
    players: int,
    rounds: int,
    games: int,
    seed: int,
    folder: Path,
    jobs: int = 1,
    tick: Callable[[int], None] = lambda games: None,
) -> Iterator[Round]:
    """Round after round; the first learns from cheap levels, as nobody has learned anything yet.

    `tick` is told of each game that is done.
    """
    if players not in find_title(title).players:
        raise StellwerkError(f"{find_title(title).name} is not for {players} players.")
    folder.mkdir(parents=True, exist_ok=True)
    matches = [Match(title, ("steady",) * players, seed + number) for number in range(games)]
    lessons = []
    for first in in_order(partial(lesson, variety=FIRST), matches, jobs):
        lessons.append(first)
        tick(1)
    rows: list[Row] = []
    chosen: list[int] = []
    for number in range(rounds + 1):
        value = learn(title, players, lessons)
        policy = learn_policy(rows, chosen) if chosen else None
        yield _keep(folder, number, value, policy, len(lessons), len(chosen))
        if number == rounds:
            return
        seeds = range(seed + (number + 1) * games, seed + (number + 2) * games)
        for one in in_order(partial(teach, value, policy), seeds, jobs):
            lessons.append(one.lesson)
            rows += one.rows
            chosen += one.chosen
            tick(1)


def _keep(folder: Path, number: int, value: Value, policy: Policy | None, games: int, decisions: int) -> Round:
    of_value, of_policy = folder / f"round-{number}.value.json", folder / f"round-{number}.policy.json"
    value.write(of_value)
    if policy is not None:
        of_policy.write_bytes(policy.encode())
    return Round(number, games, decisions, of_value, of_policy if policy is not None else None)


def champion_of(last: Round) -> BestTurn:
    """Who came of a round."""
    policy = decode(last.policy.read_bytes(), Policy) if last.policy else None
    return BestTurn(Value.read(last.value), policy)


def code_of(last: Round, title: str) -> str:
    """Six letters for whom a round has brought forth: its weights, and what bots of the title play by."""
    told = hashlib.sha256(of_all_levels(title).encode())
    for file in (last.value, last.policy):
        told.update(file.read_bytes() if file else b"")
    return told.hexdigest()[:6]


class Meeting(Struct, frozen=True):
    """A game in which it is rated: who sits where, and the seed."""

    last: Round
    title: str
    seats: tuple[str, ...]
    seed: int


def meet(one: Meeting) -> tuple[int, ...]:
    """What everybody is worth at the end of it."""
    title = find_title(one.title)
    named: dict[str, Player] = {
        who: champion_of(one.last) if who == CHAMPION else player(title, who) for who in dict.fromkeys(one.seats)
    }
    worth = play_game(title, [named[who] for who in one.seats], one.seed, OPENING).result()
    return tuple(worth[seat] for seat in range(len(one.seats)))


def rate(
    last: Round,
    title: str,
    players: int,
    against: Sequence[str],
    games: int,
    seed: int,
    jobs: int = 1,
    tick: Callable[[int], None] = lambda games: None,
) -> Ladder:
    """Games against each of some players, so many in all, as `stellwerk ladder` reads them."""
    all_ = [CHAMPION, *against]
    seats = [each for each in pairings(all_, players, games * len(all_)) if CHAMPION in each][:games]
    turns = 2 * len(against)  # whoever meets whom once more has another game
    meetings = [Meeting(last, title, each, seed + number // turns) for number, each in enumerate(seats)]
    own, found = code_of(last, title), Ladder()
    for number, (one, worth) in enumerate(zip(meetings, in_order(meet, meetings, jobs), strict=True)):
        bots = tuple(f"{who}@{own if who == CHAMPION else fingerprint(title, who)}" for who in one.seats)
        found.games.append(Played(title, seed, number, bots, worth, OPENING))
        tick(1)
    return found


def duels(ladder: Ladder) -> list[Duel]:
    """By how much it was above each of those it met, over pairs of games that began alike with seats changed."""
    gains: dict[str, list[float]] = {}
    for game in ladder.games:
        mine, theirs = (
            [worth for bot, worth in zip(game.bots, game.worth, strict=True) if (_who(bot) == CHAMPION) is own]
            for own in (True, False)
        )
        (other,) = {_who(bot) for bot in game.bots} - {CHAMPION}
        gains.setdefault(other, []).append(mean(mine) - mean(theirs))
    return [
        summed_up(
            CHAMPION,
            other,
            [mean(each[first : first + 2]) for first in range(0, len(each) - 1, 2)],
            sum((gain > 0) + (gain == 0) / 2 for gain in each[: len(each) // 2 * 2]),
        )
        for other, each in gains.items()
        if len(each) > 1
    ]


def _who(bot: str) -> str:
    return bot.rpartition("@")[0]


def all_levels(title: str) -> list[str]:
    """The levels that a title has."""
    return levels(find_title(title))
