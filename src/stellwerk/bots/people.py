"""Bots held against people: where recorded decisions stand with `steady`, and what companies take in under both.

A record is replayed, and at each decision the bot is asked as if it sat there. As many bots then play by
themselves under the record's options, so that incomes and final worth can be told side by side.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from statistics import mean
from typing import Any

from msgspec import Struct

from stellwerk.eighteen import actions as shared
from stellwerk.play.auction import Auction
from stellwerk.play.core import Action, Choice, Decision, Pass, Range
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game
from stellwerk.play.options import rules_with, told_apart
from stellwerk.play.playable import Playable
from stellwerk.records.replay import replay
from stellwerk.show.books import books_of

from . import seen
from .arena import by_level, play_out
from .levels import as_good, weigh

LEVEL = "steady"
ROUNDS = (4, 6, 10)
KINDS: dict[str, tuple[type[Action], ...]] = {
    "stock": (shared.BuyShare, shared.SellShares),
    "track": (shared.LayTile,),
    "station": (shared.BuildStation, shared.ChooseHome),
    "dividend": (shared.Dividend,),
    "train": (shared.BuyTrain, shared.OfferForTrain, shared.AnswerOffer, shared.DiscardTrain),
}
AUCTION, OTHER = "auction", "other"
SPAN = 0.1
"""The part of what the bot would name by which an amount may differ and still agrees; a step may always."""


class Agreement(Struct):
    """How many of people's choices the bot finds best or as good, has among its best three, does not rank.

    Liberties that only the program of the record allows are counted apart and not looked at. Counted apart are
    amounts far from what the bot would name: how many would else be best, and in its best three.
    """

    decisions: int = 0
    first: int = 0
    top: int = 0
    unranked: int = 0
    liberties: int = 0
    far_first: int = 0
    far_top: int = 0

    def add(self, other: Agreement) -> None:
        """Count what another one counted."""
        self.decisions += other.decisions
        self.first += other.first
        self.top += other.top
        self.unranked += other.unranked
        self.liberties += other.liberties
        self.far_first += other.far_first
        self.far_top += other.far_top


class Course(Struct, frozen=True):
    """How a game went: what all companies took in up to some operating rounds, and the mean final worth.

    None where the game did not come so far.
    """

    incomes: tuple[int | None, ...]
    worth: float | None


class Record(Struct, frozen=True):
    """A game of people."""

    name: str
    game: Game


class Comparison(Struct):
    """All records of one title with the same number of players, and the bot's own games."""

    title: str
    players: int
    records: list[str]
    agreement: dict[str, Agreement]
    people: list[Course]
    bots: list[Course]


def read(path: Path) -> Record:
    """A record that can be replayed without a fault."""
    outcome = replay(path)
    if outcome.mismatches:
        raise StellwerkError(f"{path.name} cannot be compared: {outcome.first}.")
    return Record(path.stem, outcome.game)


def compare(
    records: Sequence[Record], decisions: int, games: int, tick: Callable[[], Any] = lambda: None
) -> list[Comparison]:
    """Records by title and number of players: so many decisions of each are looked at, so many games are played.

    `tick` is called after each record and each game.
    """
    groups: dict[tuple[str, int], list[Record]] = {}
    for record in records:
        groups.setdefault((record.game.title.id, len(record.game.players)), []).append(record)
    found = []
    for (title, players), group in sorted(groups.items()):
        one = Comparison(title, players, [record.name for record in group], {}, [], [])
        for record in group:
            for kind, counted in agreement(record.game, decisions).items():
                one.agreement.setdefault(kind, Agreement()).add(counted)
            one.people.append(course(record.game))
            tick()
        for number in range(games):
            one.bots.append(course(self_play(group[number % len(group)].game, number + 1)))
            tick()
        found.append(one)
    return found


# Agreement --------------------------------------------------------------------------------------------------


def agreement(game: Game, most: int) -> dict[str, Agreement]:
    """Where the decisions of a game stand with the bot, by kind; at most so many, evenly from the whole game."""
    counts: dict[str, Agreement] = {}
    stride = max(1, -(-len(game.actions) // most)) if most else len(game.actions) + 1
    books = books_of(game)
    opened = books.rounds[books.earning_rounds[0]].move if books.earning_rounds else len(game.actions)
    strict = _rulebook(game)
    for number, (before, action) in enumerate(_decisions(game)):
        if number % stride:
            continue
        choices = tuple(before.legal_actions(action.seat))
        if len(choices) == 1 and not isinstance(choices[0], Range):
            continue  # nothing was decided
        here = counts.setdefault(kind_of(before.step, action, choices, len(before.actions) < opened), Agreement())
        here.add(
            Agreement(liberties=1) if _is_liberty(strict, before, action) else _stand(before, action, choices)
        )
    return counts


def _rulebook(game: Game) -> Any:
    """The rules of a game without the habits of the program that recorded it; None where it had none."""
    options, habits = told_apart(game.title, game.options)
    return rules_with(game.title, len(game.players), options) if habits else None


def _is_liberty(strict: Any, before: Game, action: Action) -> bool:
    """Whether track or a station could not have been built so by the rulebook."""
    if strict is None or not isinstance(action, KINDS["track"] + KINDS["station"]):
        return False
    return Playable(before.title, strict, before.state).refusal(action) is not None


def _decisions(game: Game) -> Iterator[tuple[Game, Action]]:
    """The game before each action that was somebody's turn."""
    again = Game(game.title, game.players, game.options, game.seed, game.drawn)
    for action in game.actions:
        if action.seat in again.waiting_for() and not again.at_any_time(action):
            yield again, action
        again.follow(action)


def kind_of(step: Decision | None, action: Action, choices: Iterable[Choice], opening: bool) -> str:
    """What a decision is about: its action, or for a pass what else could have been done."""
    if isinstance(step, Auction):
        return AUCTION
    told = _kind(action)
    if isinstance(action, Pass):
        others = Counter(_kind(each.action if isinstance(each, Range) else each) for each in choices)
        del others[""]
        told = others.most_common(1)[0][0] if others else OTHER
    return AUCTION if told == OTHER and opening else told


def _kind(action: Action) -> str:
    if isinstance(action, Pass):
        return ""
    return next((kind for kind, types in KINDS.items() if isinstance(action, types)), OTHER)


def _stand(game: Game, action: Action, choices: Iterable[Choice]) -> Agreement:
    """Where one action stands; an amount counts as the one that the bot would name, if it is near it."""
    family = next((each for each in choices if isinstance(each, Range) and _within(action, each)), None)
    weighed = weigh(seen(game, action.seat))
    places = [
        (place, one.action == action or (family is not None and _near(one.action, action, family)))
        for place, one in enumerate(weighed)
        if one.action == action or (family is not None and _within(one.action, family))
    ]
    if not places:
        return Agreement(1, unranked=1)
    good = len(as_good(weighed))
    first, top = (any(place < most and near for place, near in places) for most in (good, max(good, 3)))
    any_first, any_top = (places[0][0] < most for most in (good, max(good, 3)))
    return Agreement(1, int(first), int(top), far_first=any_first - first, far_top=any_top - top)


def _near(named: Action, action: Action, family: Range) -> bool:
    """Whether an amount is within a span of what the bot would name."""
    if not _within(named, family):
        return False
    would: int = getattr(named, family.field)
    return bool(abs(getattr(action, family.field) - would) <= max(family.step, SPAN * would))


def _within(action: Action, family: Range) -> bool:
    return isinstance(action, type(family.action)) and family.at(getattr(action, family.field)) == action


# Incomes ----------------------------------------------------------------------------------------------------


def course(game: Game) -> Course:
    """What companies took in, summed up to each of the rounds that have been played to their end."""
    books = books_of(game)
    rounds = books.earning_rounds
    whole = len(rounds) if game.over or (rounds and rounds[-1] < len(books.rounds) - 1) else len(rounds) - 1
    sums = tuple(
        sum(each.income for each in books.incomes if each.round <= rounds[number - 1]) if number <= whole else None
        for number in ROUNDS
    )
    return Course(sums, mean(game.result().values()) if game.over else None)


def self_play(like: Game, seed: int) -> Game:
    """A game of the bot with as many players and the options of another game."""
    game = Game(like.title, [f"{LEVEL} {seat + 1}" for seat in range(len(like.players))], like.options, seed)
    seats = range(len(game.players))
    play_out(game, by_level(dict.fromkeys(seats, LEVEL), [random.Random(seed * 16 + seat) for seat in seats]))
    return game


def means(courses: Sequence[Course]) -> tuple[float | None, ...]:
    """The mean of each figure over the games that came so far: incomes, then final worth."""
    if not courses:
        return (None,) * (len(ROUNDS) + 1)
    columns = zip(*((*one.incomes, one.worth) for one in courses), strict=True)
    return tuple(mean(told) if (told := [one for one in each if one is not None]) else None for each in columns)
