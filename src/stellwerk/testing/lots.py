"""Players and options by lot, for any title."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from stellwerk.play.core import Action, Choice, Pass, Range
from stellwerk.play.game import Game, Title
from stellwerk.play.options import habits_of

T = TypeVar("T")
Policy = Callable[[Game, random.Random], Action]

AT_ANY_TIME = 0.05
"""How often what can be done at any time is looked at, too: it never ends, and would crowd out everything else."""
BUSY = 0.7
"""How often somebody who could pass does something, whatever else there is."""


def one_of(things: Sequence[T], lots: random.Random) -> T:
    """One of them, each as likely as the others."""
    return things[int(lots.random() * len(things))]


def some_options(title: Title, lots: random.Random) -> dict[str, Any]:
    """Options and habits by lot: each yes/no and each choice among named values as likely as the others."""
    chosen: dict[str, Any] = {}
    values: dict[str, tuple[Any, ...]] = {}
    for struct in (title.options, habits_of(title)):
        kind = msgspec.inspect.type_info(struct)
        assert isinstance(kind, msgspec.inspect.StructType)
        for field in kind.fields:
            known = values.get(field.encode_name, ())
            if isinstance(field.type, msgspec.inspect.BoolType):
                values[field.encode_name] = ()
            elif isinstance(field.type, msgspec.inspect.LiteralType):
                values[field.encode_name] = (*known, *(value for value in field.type.values if value not in known))
    for name, among in values.items():
        chosen[name] = one_of(among, lots) if among else lots.random() < 0.5
    return chosen


def amount(choice: Choice, lots: random.Random) -> Action:
    """One action of a choice: of a range the low end, the high end or something between."""
    if not isinstance(choice, Range):
        return choice
    steps = (choice.high - choice.low) // choice.step
    part = one_of((0, 0, steps, int(lots.random() * (steps + 1))), lots)
    return choice.at(choice.low + choice.step * part)


def choices_of(game: Game, lots: random.Random) -> list[Choice]:
    """What the game waits for; only now and then also what may be done at any time."""
    step = game.step
    if step is None or lots.random() < AT_ANY_TIME:
        return list(game.legal_actions())
    return [choice for seat in game.waiting_for() for choice in step.choices(game.position, seat)]


def by_lot(game: Game, lots: random.Random) -> Action:
    """Any legal action, each as likely as the others."""
    return amount(one_of(choices_of(game, lots), lots), lots)


def by_kind(game: Game, lots: random.Random) -> Action:
    """First the kind of action, passing seldom, then one of that kind."""
    kinds: dict[type[Action], list[Choice]] = {}
    for choice in choices_of(game, lots):
        kinds.setdefault(type(choice.action if isinstance(choice, Range) else choice), []).append(choice)
    names = sorted(kinds, key=lambda kind: kind.__name__)
    busy = [kind for kind in names if kind is not Pass]
    kind = one_of(busy, lots) if busy and (Pass not in kinds or lots.random() < BUSY) else one_of(names, lots)
    return amount(one_of(kinds[kind], lots), lots)


POLICIES: dict[str, Policy] = {"by_lot": by_lot, "by_kind": by_kind}
