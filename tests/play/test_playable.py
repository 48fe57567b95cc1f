"""Positions that are played on without a history: one list for all who ask, actions by lot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from threading import Barrier, Thread

import pytest

import stellwerk
from stellwerk.play.core import Action, Choice, Pass, Range
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game, canonical
from stellwerk.play.listing import Listing
from stellwerk.play.playable import Playable
from stellwerk.testing.lots import by_kind

TITLES = ("1835", "1844", "1873", "1881", "chicago-express")


def played(title: str, moves: int, seed: int = 1) -> Game:
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=seed), random.Random(seed)
    while len(game.actions) < moves:
        game.play(by_kind(game, lots))
    return game


def some_positions(title: str) -> Iterator[Playable]:
    """With a few dozen choices, so that each of them is drawn often."""
    for moves in range(20, 140, 10):
        position = played(title, moves).position
        if 3 <= len(position.all_choices()) <= 60:
            yield position


def test_a_position_does_not_change_and_has_no_past() -> None:
    game = played("1835", 30)
    position, before = game.position, canonical(game.state)
    action = by_kind(game, random.Random(5))
    after = position.apply(action)
    assert canonical(position.state) == before
    assert game.play(action) == after.events
    assert canonical(game.state) == canonical(after.state)


def test_the_list_of_a_position_is_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("1835", 30)
    step = game.step
    assert step is not None
    asked: list[int] = []
    choices = type(step).choices

    def counted(self: object, position: object, seat: int) -> Iterator[Choice]:
        asked.append(seat)
        yield from choices(self, position, seat)  # type: ignore[arg-type]

    monkeypatch.setattr(type(step), "choices", counted)
    game = game.copy()
    first = list(game.legal_actions())
    assert list(game.legal_actions()) == first
    assert list(game.position.choices()) == first
    assert asked == [game.waiting_for()[0]]


def test_what_comes_from_the_list_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    game = played("1835", 30)
    listed = next(choice for choice in game.legal_actions() if isinstance(choice, Action))
    again = stellwerk.load(game.to_json())

    def refuses(self: object, position: object, action: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(type(game.step), "refusal", refuses)
    game.play(listed)
    with pytest.raises(AssertionError, match="asked"):
        again.play(listed)  # another game of the same moves has its own list


def test_nothing_is_applied_after_the_end() -> None:
    game, lots = stellwerk.new("chicago-express", ["North", "East", "West"], seed=2), random.Random(2)
    while not game.over:
        game.play(by_kind(game, lots))
    with pytest.raises(IllegalAction):
        game.position.apply(game.actions[-1])
    with pytest.raises(IllegalAction):
        game.position.pick(lots)


# By lot -----------------------------------------------------------------------------------------------------


def told(choices: list[Choice], action: Action) -> int:
    """Which choice an action was drawn from."""
    for number, choice in enumerate(choices):
        if choice == action:
            return number
        if isinstance(choice, Range):
            amount = getattr(action, choice.field, None) if type(action) is type(choice.action) else None
            if amount is not None and choice.low <= amount <= choice.high and choice.at(amount) == action:
                return number
    raise AssertionError(f"{action} is not listed")


def chi_square(counts: Counter[int], shares: list[float], draws: int) -> float:
    return sum((counts[n] - draws * share) ** 2 / (draws * share) for n, share in enumerate(shares))


def bound(choices: int) -> float:
    """What chi-square exceeds less than once in some ten thousand fair draws (Wilson and Hilferty)."""
    free = choices - 1
    return float(free * (1 - 2 / (9 * free) + 3.9 * (2 / (9 * free)) ** 0.5) ** 3)


@pytest.mark.parametrize("title", TITLES)
def test_each_legal_choice_is_drawn_as_often_as_the_others(title: str) -> None:
    lots = random.Random(7)
    for position in list(some_positions(title))[:3]:
        choices = position.all_choices()
        draws = 40 * len(choices)
        fresh = Playable(position.title, position.rules, position.state)
        counts: Counter[int] = Counter()
        for _ in range(draws):
            fresh._lists = None  # as if nobody had asked before
            counts[told(choices, fresh.pick(lots))] += 1
        assert chi_square(counts, [1 / len(choices)] * len(choices), draws) < bound(len(choices))


@pytest.mark.parametrize("title", TITLES)
def test_weights_are_kept_to(title: str) -> None:
    lots = random.Random(8)
    position = next(some_positions(title))
    choices = position.all_choices()

    def weight(choice: Choice) -> float:
        return 1.0 if isinstance(choice, Pass) else 3.0 + len(repr(choice)) % 3

    whole = sum(map(weight, choices))
    draws = 100 * len(choices)
    fresh = Playable(position.title, position.rules, position.state)
    counts: Counter[int] = Counter()
    for _ in range(draws):
        fresh._lists = None
        counts[told(choices, fresh.pick(lots, weight))] += 1
    assert chi_square(counts, [weight(choice) / whole for choice in choices], draws) < bound(len(choices))


# Lists that grow --------------------------------------------------------------------------------------------


def test_a_list_that_fails_is_not_taken_for_a_whole_one() -> None:
    tries = iter((True, False))

    def make() -> Iterator[int]:
        yield 1
        if next(tries):
            raise ValueError("once")
        yield 2

    listing = Listing(make)
    with pytest.raises(ValueError, match="once"):
        listing.all()
    assert listing.all() == [1, 2]


def test_several_threads_make_one_list() -> None:
    listing = Listing(lambda: iter(range(2000)))
    begin, found = Barrier(4), []

    def look() -> None:
        begin.wait()
        found.append(list(listing))

    threads = [Thread(target=look) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [list(range(2000))] * 4
