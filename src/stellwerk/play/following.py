"""Following a game that was played by earlier rules: what happened stands, also where today's rules differ.

The rules of today are asked about every action, but not obeyed. An action that they refuse is taken as it
happened if the decision at hand knows such actions; a decision that is new is settled as it was before
(`Decision.formerly`); an action for a decision that is no more is left out, unless it is one for later: then who
is asked first, as nobody was then, does nothing. Where several of these are possible, the one counts after which
most of what was played next can be played.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice
from typing import Any

import msgspec
from msgspec import Struct

from .core import Action, Decision, Pass, Position, Range
from .errors import Refusal, refuse
from .game import Game

AHEAD = 8
"""Actions that are tried to find out what an earlier one meant."""
TRIALS = 4000
"""Actions that are tried in all of a game; after that the likeliest reading counts."""
ADDED = 12
"""New decisions in a row."""
PASSED = 4
"""Decisions in a row that somebody is asked for only since something before them is decided otherwise today."""
MANY = 2000
"""Choices that are looked through for one of a kind."""

ALLOWED, LEFT_OUT, SETTLED, ELSEWHERE, DAMAGED = "allowed", "left_out", "settled", "elsewhere", "damaged"


class Correction(Struct, frozen=True, omit_defaults=True):
    """Where today's rules read a game otherwise than it was played, and why.

    `ALLOWED` was taken though they refuse it, `LEFT_OUT` has no place in them, `SETTLED` was decided as before
    since nobody had been asked; `ELSEWHERE` and `DAMAGED` are found by a digest: the position is another one.
    """

    kind: str
    move: int
    """The move that it is about; of something left out, the one before it."""
    seat: int = -1
    refusal: Refusal | None = None
    action: dict[str, Any] | None = None
    """What was settled."""
    entry: int = 0
    """The log's entry that was left out, or before which something was settled."""


Reading = tuple[Game, tuple[Correction, ...]]


class Follower:
    """Follows one game."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self._trials = TRIALS

    def follow(self, action: Action, following: Sequence[Action]) -> tuple[Correction, ...]:
        """Take an action as far as it can be taken; what was otherwise. `following` was played after it."""
        if _asked(self.game, action) is None and _settled(self.game) is None and _takes(self.game, action):
            return ()
        readings = list(_readings(self.game, action))
        ahead = following[:AHEAD] if self._trials > 0 else ()
        best = max(readings, key=lambda reading: self._led_on(reading[0], ahead)) if ahead else readings[0]
        self.game = best[0]
        return best[1]

    def _led_on(self, game: Game, following: Sequence[Action]) -> int:
        """How many of the following actions today's rules would let pass."""
        game = game.copy()
        for number, action in enumerate(following):
            self._trials -= 1
            onward = _legally(game, action)
            if onward is None:
                return number
            game = onward
        return len(following)


def _readings(game: Game, action: Action) -> Iterator[Reading]:
    """What an action can have meant, the likeliest first; the last is that it has no place any more."""
    why = _asked(game, action)
    taken, now = _taken(game, action), len(game.actions)
    as_it_happened = (
        [(taken, () if why is None else (Correction(ALLOWED, now + 1, action.seat, why),))] if taken else []
    )
    fits = why is None or _knows(game, action)
    yield from as_it_happened if fits else ()
    yield from _after_settling(game, action)
    yield from () if fits else _after_passing(game, action)
    yield game, (Correction(LEFT_OUT, now, action.seat, why),)
    yield from () if fits else as_it_happened


def _after_settling(game: Game, action: Action) -> Iterator[Reading]:
    """The action after decisions that were not asked for when it was taken."""
    notes: list[Correction] = []
    while len(notes) < ADDED and (settled := _settled(game)) is not None:
        onward = _taken(game, settled)
        if onward is None:
            return
        notes.append(_settling(onward, settled))
        game, why = onward, _asked(onward, action)
        if why is None or (_settled(game) is None and _knows(game, action)):
            taken = _taken(game, action)
            if taken is not None:
                last = () if why is None else (Correction(ALLOWED, len(taken.actions), action.seat, why),)
                yield taken, (*notes, *last)
                return


def _after_passing(game: Game, action: Action) -> Iterator[Reading]:
    """The action after decisions that were no new ones, but not asked for there: somebody owes less today, say."""
    notes: list[Correction] = []
    while len(notes) < PASSED and (idle := _idle(game)) is not None:
        onward = _taken(game, idle)
        if onward is None:
            return
        notes.append(_settling(onward, idle))
        game = onward
        if _asked(game, action) is None:
            taken = _taken(game, action)
            if taken is not None:
                yield taken, tuple(notes)
            return


def _settling(game: Game, action: Action) -> Correction:
    """The note of a decision that was settled as the last one of a game, in the words of a log."""
    written = msgspec.json.decode(msgspec.json.encode(action))
    return Correction(SETTLED, len(game.actions), action.seat, None, written)


def _legally(game: Game, action: Action) -> Game | None:
    """The game with an action that is legal, perhaps after new decisions; None where it is not."""
    if _asked(game, action) is None:
        taken = _taken(game, action)
        if taken is not None:
            return taken
    return next((after for after, notes in _after_settling(game, action) if notes[-1].kind == SETTLED), None)


# Rules may stumble over what they would never have let happen: then it has not happened. -----------------------


def _asked(game: Game, action: Action) -> Refusal | None:
    try:
        return game.refusal(action)
    except Exception:
        return refuse("", "no_such_action")


def _takes(game: Game, action: Action) -> bool:
    """Take an action, if that can be done."""
    before = len(game.actions)
    try:
        game.follow(game.canonical_action(action))
        game.waiting_for()
    except Exception:
        if len(game.actions) > before:
            game.undo()
        return False
    return True


def _taken(game: Game, action: Action) -> Game | None:
    twin = game.copy()
    return twin if _takes(twin, action) else None


def _settled(game: Game) -> Action | None:
    """How the decision at hand was settled before it was asked for; None for one that always was."""
    try:
        return game.step.formerly(game.position) if game.step is not None else None
    except Exception:
        return None


def _idle(game: Game) -> Action | None:
    """How the decision at hand comes to nothing: as it was settled before, or by passing where that is legal."""
    settled = _settled(game)
    passing = [Pass(seat) for seat in game.waiting_for()] if settled is None else []
    return next((each for each in passing if _asked(game, each) is None), settled)


def _knows(game: Game, action: Action) -> bool:
    """Whether an open decision has actions of this kind for this seat."""
    try:
        position = game.position.known_to(action.seat)
        return any(
            action.seat in step.waiting(position) and _lists(step, position, action)
            for step in position.open_steps()
        )
    except Exception:
        return False


def _lists(step: Decision, position: Position[Any, Any], action: Action) -> bool:
    choices = islice(step.choices(position, action.seat), MANY)
    listed = (choice.action if isinstance(choice, Range) else choice for choice in choices)
    worth_explaining = islice(step.worth_explaining(position, action.seat), MANY)
    return any(type(one) is type(action) for one in chain(listed, worth_explaining))
