"""What can be tried with any title: games of it, and actions that are listed, changed or not there at all."""

from __future__ import annotations

import random
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

import stellwerk
from stellwerk.play.core import Action, Choice, Range
from stellwerk.play.game import Game, canonical
from stellwerk.play.runs import Running, RunTrains, Way
from stellwerk.titles.registry import find_title

from .lots import one_of

NAMES = [f"P{number}" for number in range(1, 9)]
CAP = 8000
"""A game by lot that takes more actions than this goes on for ever."""
WORDS = ("", "bank", "pool", "issue", "gone", "packet", "exchange", "nobody", "scrapped", "A1", "Z99", "0", "up")


def tables() -> list[tuple[str, int]]:
    """Every title with every number of players."""
    return [(title, players) for title in stellwerk.title_ids() for players in find_title(title).players]


def begin(title: str, players: int, options: Mapping[str, Any] | None = None, seed: int = 0) -> Game:
    """A new game."""
    return stellwerk.new(title, NAMES[:players], options, seed=seed)


def lots_of(seed: int | str) -> random.Random:
    """Lots that are always the same."""
    return random.Random(seed)


def ends(choices: Iterable[Choice]) -> Iterator[Action]:
    """Every listed action, a range by its two ends."""
    for choice in choices:
        if isinstance(choice, Range):
            yield choice.at(choice.low)
            if choice.high != choice.low:
                yield choice.at(choice.high)
        else:
            yield choice


def is_listed(action: Action, choices: Iterable[Choice]) -> bool:
    """Whether an action is among listed ones or within a range of them."""
    for choice in choices:
        if not isinstance(choice, Range):
            if choice == action:
                return True
            continue
        value = getattr(action, choice.field, None)
        if type(action) is type(choice.action) and isinstance(value, int) and choice.at(value) == action:
            return choice.low <= value <= choice.high and (value - choice.low) % choice.step == 0
    return False


def comes_to_the_same(game: Game, action: Action, choices: Iterable[Choice]) -> bool:
    """Whether an action is a run of trains that earns what a listed one does, which then stands for both.

    Where the best run is no duty, the listed one stands for every run.
    """
    listed = [choice for choice in choices if isinstance(choice, RunTrains)]
    if not isinstance(action, RunTrains) or not listed or not isinstance(game.step, Running):
        return False
    if (action.seat, action.company) != (listed[0].seat, listed[0].company):
        return False
    if not all(isinstance(way, Way) for way in action.ways):
        return False
    try:
        verdicts = [game.step.judged(game.position, run.ways) for run in (action, listed[0])]
    except ValueError:
        return False
    as_good = not game.step.compulsory or verdicts[0].total == verdicts[1].total
    return not verdicts[0].faults and as_good


def mutated(action: Action, words: Sequence[str], lots: random.Random) -> Action:
    """The action with one field changed to something of the same type."""
    fields = [field.name for field in msgspec.structs.fields(action)]
    name = one_of(fields, lots)
    return msgspec.structs.replace(action, **{name: _other(getattr(action, name), words, lots)})


def _other(value: Any, words: Sequence[str], lots: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + one_of((-1, 1, 7, -1000, 1000, 10**12), lots)
    if isinstance(value, str):
        return one_of(words, lots)
    if isinstance(value, tuple):
        other: tuple[Any, ...] = (value[:-1], value + value[:1], ())
        numbers = all(isinstance(each, int) for each in value)
        return one_of((*other, (*value, 10), (*value, -10)) if numbers else other, lots)
    return value


def words_of(game: Game) -> tuple[str, ...]:
    """Strings that actions of this game have used so far."""
    found = dict.fromkeys(WORDS)
    for action in game.actions[-60:]:
        for field in msgspec.structs.fields(action):
            value = getattr(action, field.name)
            if isinstance(value, str):
                found[value] = None
    return tuple(found)


def from_seat(action: Action, seat: int) -> Action:
    """The same action of another seat."""
    return msgspec.structs.replace(action, seat=seat)


def snapshot(state: Any) -> bytes:
    """A state as bytes."""
    return canonical(state)


def typed(action: Action) -> str:
    """An action as files have it."""
    return msgspec.json.encode(action).decode()


def some_of(actions: Collection[Action], number: int, lots: random.Random) -> list[Action]:
    """All of them, or as many by lot."""
    found = list(actions)
    return found if len(found) <= number else [one_of(found, lots) for _ in range(number)]
