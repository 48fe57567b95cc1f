"""Whole games between bots, and what they tell of their strength."""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from math import inf
from typing import Any

from msgspec import Struct

from stellwerk.play.core import Action
from stellwerk.play.errors import StellwerkError
from stellwerk.play.extras import needing
from stellwerk.play.files import new_game
from stellwerk.play.game import Game
from stellwerk.play.order import drawn, lots_for
from stellwerk.titles.registry import find_title

from . import choose, known_level, seen
from .levels import reasonably
from .search import PLAYOUTS, Budget

CAP = 20_000  # actions; a game that takes more is a fault
OPENING, MOST_OPENING = 8, 1000
"""First actions by lot where games are to differ, and the most that can be."""

ODD = 0.5  # of the first decisions, where an opening is varied

Chooser = Callable[[Game, int], Action]
Begun = Callable[[Chooser, Game, int], Chooser]
"""Who chooses, with so many first actions of a game otherwise."""


class Match(Struct, frozen=True):
    """Who plays what. Seats are drawn anew for every game where the rules draw the order of play.

    Elsewhere, and `as_seated`, game number n is played with the bots moved on by n seats.
    """

    title: str
    bots: tuple[str, ...]
    seed: int
    as_seated: bool = False
    playouts: int = 0
    """For one decision of a bot that looks ahead; 0: as many as it takes by itself."""
    opening: int = 0
    """So many first actions are by lot: the same for one seed, whoever sits where."""

    @property
    def by_lot(self) -> bool:
        """Whether seats are drawn."""
        return find_title(self.title).draws_order and not self.as_seated

    def seat_of(self, bot: int, number: int) -> int:
        """Where a bot sits in a game."""
        if self.by_lot:
            return drawn(range(len(self.bots)), lots_for(self.seed + number))[bot]
        return (bot + number) % len(self.bots)


class Outcome(Struct, frozen=True):
    """Worth by bot, in the order in which the bots were named."""

    number: int
    worth: tuple[int, ...]

    def place(self, bot: int) -> int:
        """The place of a bot, 1 for the first; equal worth shares the better place."""
        return 1 + sum(other > self.worth[bot] for other in self.worth)


class Standing(Struct, frozen=True):
    """What a bot has reached. `rating` is OpenSkill's mean, `uncertainty` its standard deviation."""

    name: str
    games: int
    win_rate: float
    places: tuple[int, ...]
    mean_worth: float
    rating: float
    uncertainty: float


def look_at(title: str, bots: Sequence[str], games: int, jobs: int) -> None:
    """Refuse what cannot be played, in one sentence."""
    players = find_title(title).players
    for bot in bots:
        known_level(bot, find_title(title))
    if len(bots) not in players:
        raise StellwerkError(
            f"{find_title(title).name} is for {players[0]} to {players[-1]} players, not {len(bots)}."
        )
    if games < 1:
        raise StellwerkError(f"An arena needs at least one game, not {games}.")
    if jobs < 1:
        raise StellwerkError(f"An arena needs at least one job, not {jobs}.")
    model()  # before all games have been played for nothing


def play(match: Match, number: int, begun: Begun | None = None) -> Game:
    """One game of a match from beginning to end; `begun` chooses its opening, otherwise it is by lot."""
    seats = len(match.bots)
    level = {match.seat_of(bot, number): name for bot, name in enumerate(match.bots)}
    lots = [random.Random((match.seed * 100_003 + number) * 16 + seat) for seat in range(seats)]
    names = [f"{level[seat]} {seat + 1}" for seat in range(seats)]
    game = new_game(find_title(match.title), names, {}, match.seed + number, match.by_lot)
    chooses = by_level(level, lots, Budget(match.playouts or PLAYOUTS, seconds=inf))
    play_out(game, (begun or begun_by_lot)(chooses, game, match.opening) if match.opening else chooses)
    return game


def by_level(level: Mapping[int, str], lots: Sequence[random.Random], budget: Budget | None = None) -> Chooser:
    """Bots, each seat with a level and lots of its own.

    Without a cap of seconds in its `budget` a game is the same on every machine.
    """
    return lambda game, seat: choose(game, seat, level[seat], lots[seat], budget)


def begun_by_lot(chooses: Chooser, game: Game, actions: int) -> Chooser:
    """So many first actions of a game as its seed has them, whoever sits where; after them as somebody chooses.

    Players who leave nothing to lots play the same game again and again: so they are given others to play.
    """
    lots = random.Random(f"opening {game.seed}")

    def chosen(game: Game, seat: int) -> Action:
        return choose(game, seat, "random", lots) if len(game.actions) < actions else chooses(game, seat)

    return chosen


def begun_with_variety(
    chooses: Chooser, game: Game, actions: int, lots: random.Random | None = None
) -> Chooser:
    """Half of so many first actions are by lot among what `steady` finds reasonable, as the seed of a game has it.

    So bots of one kind come to tables at which somebody is ahead, and nobody has been ruined by accident.
    """
    lots = lots or random.Random(f"variety {game.seed}")

    def chosen(game: Game, seat: int) -> Action:
        if len(game.actions) < actions and lots.random() < ODD:
            return reasonably(seen(game, seat), lots)
        return chooses(game, seat)

    return chosen


def play_out(game: Game, chooses: Chooser) -> None:
    """Play a game to its end, each action as somebody chooses for the seat that is waited for."""
    while not game.over:
        game.play(chooses(game, game.waiting_for()[0]))
        if len(game.actions) > CAP:
            raise RuntimeError(f"{game.title.id} with seed {game.seed} does not end after {CAP} actions")


def outcome(match: Match, number: int) -> Outcome:
    """How a game of a match ended."""
    worth = play(match, number).result()
    return Outcome(number, tuple(worth[match.seat_of(bot, number)] for bot in range(len(match.bots))))


def _outcome(work: tuple[Match, int]) -> Outcome:
    return outcome(*work)


def play_all(match: Match, games: int, jobs: int, tick: Callable[[], Any]) -> list[Outcome]:
    """All games, in several processes if wished; `tick` is called after each."""
    work = [(match, number) for number in range(games)]
    outcomes = []
    if jobs == 1:
        for one in map(_outcome, work):
            outcomes.append(one)
            tick()
        return outcomes
    with ProcessPoolExecutor(jobs) as pool:
        for one in pool.map(_outcome, work):
            outcomes.append(one)
            tick()
    return outcomes


def standings(match: Match, outcomes: Sequence[Outcome]) -> list[Standing]:
    """Places, worth and rating of each bot, in the order in which they were named."""
    ratings = _ratings(len(match.bots), outcomes)
    table = []
    for bot, name in enumerate(match.bots):
        places = [one.place(bot) for one in outcomes]
        wins = sum(1 / one.worth.count(one.worth[bot]) for one in outcomes if one.place(bot) == 1)
        mean = sum(one.worth[bot] for one in outcomes) / len(outcomes)
        counts = tuple(places.count(place + 1) for place in range(len(match.bots)))
        rating, uncertainty = ratings[bot]
        table.append(
            Standing(
                name,
                len(outcomes),
                round(wins / len(outcomes), 4),
                counts,
                round(mean, 1),
                round(rating, 2),
                round(uncertainty, 2),
            )
        )
    return table


def model() -> Any:
    """What rates: OpenSkill, which an extra brings."""
    with needing("bots", "A rating"):
        from openskill.models import PlackettLuce
    return PlackettLuce()


def _ratings(bots: int, outcomes: Sequence[Outcome]) -> list[tuple[float, float]]:
    """OpenSkill's rating (Plackett–Luce) after all games, in their order."""
    rater = model()
    ratings = [rater.rating() for _ in range(bots)]
    for one in outcomes:
        teams = rater.rate([[rating] for rating in ratings], ranks=[one.place(bot) for bot in range(bots)])
        ratings = [team[0] for team in teams]
    return [(rating.mu, rating.sigma) for rating in ratings]
