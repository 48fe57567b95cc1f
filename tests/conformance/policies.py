"""Players by lot for any title, and other things that can be asked of any title's actions."""

from __future__ import annotations

import random

import msgspec

import stellwerk
from stellwerk.play.core import Action, Pass, Range
from stellwerk.play.game import canonical
from stellwerk.play.runs import RunTrains, Way
from stellwerk.titles.registry import find_title

NAMES = [f"P{number}" for number in range(1, 9)]
CAP = 8000  # a game by lot that takes more actions than this goes on for ever


def tables():
    """Every title with every number of players."""
    return [(title, players) for title in stellwerk.title_ids() for players in find_title(title).players]


def begin(title, players, options=None, seed=0):
    return stellwerk.new(title, NAMES[:players], options, seed=seed)


def some_options(title, lots):
    """Options by lot: each yes/no and each choice among named values as likely as the others."""
    chosen = {}
    for field in msgspec.inspect.type_info(find_title(title).options).fields:
        if isinstance(field.type, msgspec.inspect.BoolType):
            chosen[field.encode_name] = lots.random() < 0.5
        elif isinstance(field.type, msgspec.inspect.LiteralType):
            chosen[field.encode_name] = one_of(field.type.values, lots)
    return chosen


def one_of(things, lots):
    return things[int(lots.random() * len(things))]


def amount(choice, lots):
    """One action of a choice: of a range the low end, the high end or something between."""
    if not isinstance(choice, Range):
        return choice
    steps = (choice.high - choice.low) // choice.step
    part = one_of((0, 0, steps, int(lots.random() * (steps + 1))), lots)
    return choice.at(choice.low + choice.step * part)


def choices_of(game, lots):
    """What the game waits for; only now and then also what may be done at any time, which never ends."""
    if lots.random() < 0.05:
        return list(game.legal_actions())
    return [choice for seat in game.waiting_for() for choice in game.step.choices(game.position, seat)]


def by_lot(game, lots):
    """Any legal action, each as likely as the others."""
    return amount(one_of(choices_of(game, lots), lots), lots)


def by_kind(game, lots):
    """First the kind of action, passing seldom, then one of that kind."""
    kinds = {}
    for choice in choices_of(game, lots):
        kinds.setdefault(type(choice.action if isinstance(choice, Range) else choice), []).append(choice)
    names = sorted(kinds, key=lambda kind: kind.__name__)
    busy = [kind for kind in names if kind is not Pass]
    kind = one_of(busy, lots) if busy and (Pass not in kinds or lots.random() < 0.7) else one_of(names, lots)
    return amount(one_of(kinds[kind], lots), lots)


POLICIES = {"by_lot": by_lot, "by_kind": by_kind}


def ends(choices):
    """Every listed action, a range by its two ends."""
    for choice in choices:
        if isinstance(choice, Range):
            yield choice.at(choice.low)
            if choice.high != choice.low:
                yield choice.at(choice.high)
        else:
            yield choice


def is_listed(action, choices):
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


def comes_to_the_same(game, action, choices):
    """Whether an action is a run of trains that earns what a listed one does, which then stands for both.

    Where the best run is no duty, the listed one stands for every run.
    """
    listed = [choice for choice in choices if isinstance(choice, RunTrains)]
    if not isinstance(action, RunTrains) or not listed:
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


WORDS = ("", "bank", "pool", "issue", "gone", "packet", "exchange", "nobody", "scrapped", "A1", "Z99", "0", "up")


def mutated(action, words, lots):
    """The action with one field changed to something of the same type."""
    fields = [field.name for field in msgspec.structs.fields(action)]
    name = one_of(fields, lots)
    return msgspec.structs.replace(action, **{name: _other(getattr(action, name), words, lots)})


def _other(value, words, lots):
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + one_of((-1, 1, 7, -1000, 1000, 10**12), lots)
    if isinstance(value, str):
        return one_of(words, lots)
    if isinstance(value, tuple):
        other = (value[:-1], value + value[:1], ())
        numbers = all(isinstance(each, int) for each in value)
        return one_of((*other, (*value, 10), (*value, -10)) if numbers else other, lots)
    return value


def words_of(game):
    """Strings that actions of this game have used so far."""
    found = dict.fromkeys(WORDS)
    for action in game.actions[-60:]:
        for field in msgspec.structs.fields(action):
            value = getattr(action, field.name)
            if isinstance(value, str):
                found[value] = None
    return tuple(found)


def snapshot(state):
    return canonical(state)


def typed(action: Action) -> str:
    return msgspec.json.encode(action).decode()


def lots_of(seed):
    return random.Random(seed)
