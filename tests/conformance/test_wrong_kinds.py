"""Values of the wrong kind are refused in every title at the one door, and whatever is accepted can be saved.

A bid of 7.0 equals a bid of 7: no rule would notice, but the file could not be read.
"""

import typing
from functools import cache

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import stellwerk
from stellwerk.play.core import Action, Pass, Range
from stellwerk.play.errors import IllegalAction, Refusal
from stellwerk.testing.lots import by_kind
from stellwerk.testing.trying import begin, ends, lots_of
from stellwerk.titles.registry import find_title

TITLES = stellwerk.title_ids()
KINDS = [(title, kind) for title in TITLES for kind in find_title(title).actions]
NAMED = [f"{title}-{kind.__name__}" for title, kind in KINDS]
LARGEST = 10**4300  # Python writes no number with more digits
relaxed = settings(max_examples=60, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))


@cache
def openings(title):
    """Where each kind of action is first listed in a game by lot: the game there, and one such action."""
    found = {}
    game, lots = begin(title, find_title(title).players[0], seed=4), lots_of(4)
    while not game.over and len(game.actions) < 500 and len(found) < len(find_title(title).actions):
        for action in ends(game.legal_actions()):
            found.setdefault(type(action), (game.copy(), action))
        game.play(by_kind(game, lots))
    return found


def opening(title, kind):
    """A game with an action of this kind; where none was ever listed, one that is at least well formed."""
    found = openings(title)
    if kind in found:
        return found[kind]
    game, _ = found[Pass]
    return game, kind(**{field.name: some_value(field.type) for field in msgspec.structs.fields(kind)})


def some_value(hint):
    if typing.get_origin(hint) is tuple:
        return ()
    return {int: 0, str: "", bool: False}.get(hint, 0)


def fits(value, hint):
    """Whether a value is of the declared kind, and could stand in a file."""
    if typing.get_origin(hint) is tuple:
        return type(value) is tuple and all(fits(item, typing.get_args(hint)[0]) for item in value)
    if typing.get_args(hint):
        return any(fits(value, part) for part in typing.get_args(hint))
    if type(value) is str:
        return hint is str and not any("\ud800" <= letter <= "\udfff" for letter in value)
    return type(value) is hint and (hint is bool or abs(value) < LARGEST)


leaves = st.one_of(
    st.integers(),
    st.floats(),
    st.booleans(),
    st.none(),
    st.text(max_size=3),
    st.sampled_from(["9", "nan", "\ud800", b"9", object(), Action, 1 + 0j]),
)
anything = st.recursive(
    leaves,
    lambda inner: st.one_of(
        st.lists(inner, max_size=3), st.tuples(inner), st.dictionaries(st.text(max_size=2), inner, max_size=2)
    ),
    max_leaves=4,
)


def twins(value):
    """Values that are, or look, equal to the right one."""
    if isinstance(value, tuple):
        numbers = [tuple(map(float, value))] if all(isinstance(each, int) for each in value) else []
        return [list(value), set(value), dict.fromkeys(value), *numbers, tuple(map(str, value))]
    if isinstance(value, str):
        return [[value], (value,), value.encode(), {value: value}]
    return [float(value), str(value), value + 0.5, complex(value), bool(value), int(value), [value]]


@pytest.mark.parametrize(("title", "kind"), KINDS, ids=NAMED)
@relaxed
@given(data=st.data())
def test_a_wrong_value_is_refused_and_an_accepted_one_can_be_saved(title, kind, data):
    game, right = opening(title, kind)
    field = data.draw(st.sampled_from(msgspec.structs.fields(kind)))
    value = data.draw(st.sampled_from(twins(getattr(right, field.name))) | anything)
    action = msgspec.structs.replace(right, **{field.name: value})
    refusal, twin = game.refusal(action), game.copy()
    if not fits(value, field.type):
        assert refusal == Refusal("", "wrong_kind_of_value", {"field": field.name})
    if refusal is None:
        twin.play(action)
        again = stellwerk.load(twin.to_json())
        assert again.digest() == twin.digest()
        assert again.actions == twin.actions
    else:
        assert action not in game.legal_actions()
        with pytest.raises(IllegalAction) as refused:
            twin.play(action)
        assert str(refused.value)
        assert twin.state is game.state


@pytest.mark.parametrize(("title", "kind"), KINDS, ids=NAMED)
def test_every_twin_of_a_right_value_is_refused(title, kind):
    game, right = opening(title, kind)
    for field in msgspec.structs.fields(kind):
        for value in (*twins(getattr(right, field.name)), LARGEST):
            if not fits(value, field.type):
                wrong = msgspec.structs.replace(right, **{field.name: value})
                with pytest.raises(IllegalAction) as refused:
                    game.copy().play(wrong)
                assert refused.value.refusal.values == {"field": field.name}


@pytest.mark.parametrize("title", TITLES)
def test_what_is_no_action_of_the_title(title):
    game, right = openings(title)[Pass]

    class Stranger(Pass, frozen=True):
        """Looks like an action, and no file would know it."""

    class Other(Action, frozen=True):
        """An action of another title."""

    for nothing in (None, 7, "pass", {}, {"type": "pass", "seat": 0}, [right], Range(right, "seat", 0, 1)):
        with pytest.raises(IllegalAction):
            game.copy().play(nothing)
        assert nothing not in game.legal_actions()
    for stranger in (Stranger(right.seat), Other(right.seat)):
        with pytest.raises(IllegalAction) as refused:
            game.copy().play(stranger)
        assert refused.value.refusal.reason == "no_such_action"


@pytest.mark.parametrize("title", TITLES)
def test_amounts_outside_a_range_or_off_its_steps_are_refused(title):
    ranges = [
        (game, choice)
        for game, _ in openings(title).values()
        for choice in game.legal_actions()
        if isinstance(choice, Range)
    ]
    assert ranges
    for game, choice in ranges:
        between = [choice.low + off for off in range(1, choice.step)]
        for amount in (choice.low - 1, choice.high + 1, choice.high + choice.step, -choice.low, *between):
            inside = choice.low <= amount <= choice.high and (amount - choice.low) % choice.step == 0
            assert inside or choice.at(amount) not in game.legal_actions()
