"""How likely a level was to choose what it did: as its lots have it, where it chooses by plain lots."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import takewhile

from stellwerk.bots.levels import Seen, as_good, weigh
from stellwerk.play.core import Action, Choice, Pass, Position, Range
from stellwerk.play.playable import Playable

AGAIN = 0.8
"""How often `random` draws a second time instead of passing."""


def chance(level: str, here: Seen, action: Action) -> float | None:
    """How likely a level was to take an action; None where it misjudges or plays on by lots, which nobody counts.

    `random` takes any choice, `steady` any of those that are as good as the best.
    """
    if level == "random":
        return _by_lot(here.choices, action)
    if level == "steady":
        if len(here.choices) == 1 and isinstance(here.choices[0], Action):
            return 1.0
        equal = as_good(weigh(here))
        return sum(one.action == action for one in equal) / len(equal)
    return None


def seen_at(position: Playable, seat: int, done: Sequence[Action]) -> Seen:
    """What a bot was given at a position that a game has come to by these actions."""
    lately = takewhile(lambda one: one.seat == seat and not isinstance(one, Pass), reversed(done))
    known = position.known_to(seat)
    choices = tuple(position.all_choices(seat))
    return Seen(position.title, Position(known.rules, known.state), seat, choices, lately=tuple(lately))


def stands_for(choice: Choice, action: Action) -> bool:
    """Whether an action is this choice; of a range, one of its amounts."""
    if isinstance(choice, Range):
        return type(action) is type(choice.action) and choice.at(getattr(action, choice.field)) == action
    return choice == action


def _by_lot(choices: Sequence[Choice], action: Action) -> float | None:
    """Any choice, of a range any amount; a pass is drawn again as often as not to be believed at once."""
    passes = sum(isinstance(choice, Pass) for choice in choices) / len(choices)
    drawn = sum(1 / _amounts(choice) for choice in choices if stands_for(choice, action)) / len(choices)
    first = drawn * (1 - AGAIN) if isinstance(action, Pass) else drawn
    return first + passes * AGAIN * drawn if drawn else None


def _amounts(choice: Choice) -> int:
    return (choice.high - choice.low) // choice.step + 1 if isinstance(choice, Range) else 1
