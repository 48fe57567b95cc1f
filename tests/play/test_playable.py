"""Positions that are played on without a history: one list for all who ask, actions by lot."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from functools import cache
from threading import Barrier, Thread
from typing import Any

import pytest

import stellwerk
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.track import LayStep
from stellwerk.play.core import Action, Choice, Decision, Pass, Range, Turn
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game, canonical
from stellwerk.play.listing import Listing
from stellwerk.play.playable import Playable, Weight, settle
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


def test_an_amount_that_was_drawn_from_the_list_is_not_asked_about_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only the very amount that was drawn: another that somebody names is asked about as any action is."""
    game, lots = stellwerk.new("chicago-express", ["North", "East", "West"], seed=1), random.Random(1)
    while not any(isinstance(choice, Range) for choice in game.legal_actions()):
        game.play(game.legal_actions().pick(lots))
    choice = next(choice for choice in game.legal_actions() if isinstance(choice, Range))
    drawn, named = game.position.drawn(choice, lots), choice.at(choice.high)

    def refuses(self: object, position: object, action: object) -> None:
        raise AssertionError("asked")

    monkeypatch.setattr(type(game.step), "refusal", refuses)
    with pytest.raises(AssertionError, match="asked"):
        game.copy().play(named)
    game.play(drawn)


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


@cache
def tried(title: str) -> tuple[tuple[Playable, int], ...]:
    """Positions with how many candidates they have: of these at least a third are not legal."""
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=1), random.Random(1)
    found: list[tuple[Playable, int]] = []
    while not game.over and len(found) < 4:
        position = Playable(game.title, game.rules, game.state)
        candidates = position._candidates(list(position._asked(None)))
        choices = len(position.all_choices())
        if candidates is not None and 5 <= choices <= 40 and choices <= len(candidates) * 2 // 3:
            found.append((position, len(candidates)))
        game.play(by_kind(game, lots))
    return tuple(found)


def drawn(position: Playable, lots: random.Random, draws: int, weight: Weight | None = None) -> Counter[int]:
    """How often each choice was drawn, as if nobody had asked before."""
    choices = position.all_choices()
    fresh = Playable(position.title, position.rules, position.state)
    counts: Counter[int] = Counter()
    for _ in range(draws):
        fresh._lists = None
        counts[told(choices, fresh.pick(lots, weight))] += 1
    return counts


def weighed(choice: Choice) -> float:
    return 1.0 if isinstance(choice, Pass) else 3.0 + len(repr(choice)) % 3


@pytest.mark.parametrize("title", TITLES)
def test_each_legal_choice_is_drawn_as_often_as_the_others(title: str) -> None:
    lots = random.Random(7)
    for position in [*list(some_positions(title))[:3], *(position for position, _ in tried(title))]:
        choices = len(position.all_choices())
        draws = 40 * choices
        assert chi_square(drawn(position, lots, draws), [1 / choices] * choices, draws) < bound(choices)


@pytest.mark.parametrize("title", TITLES)
def test_weights_are_kept_to(title: str) -> None:
    lots = random.Random(8)
    for position in [next(some_positions(title)), *(position for position, _ in tried(title))]:
        choices = position.all_choices()
        whole, draws = sum(map(weighed, choices)), 100 * len(choices)
        shares = [weighed(choice) / whole for choice in choices]
        assert chi_square(drawn(position, lots, draws, weighed), shares, draws) < bound(len(choices))


@pytest.mark.parametrize("title", ["1835", "1844", "1873", "1881"])
def test_candidates_that_are_not_legal_are_passed_over(title: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is legal is among the candidates, each once; nothing is listed for it."""
    assert len(tried(title)) == 4
    for position, number in tried(title):
        listed = position.all_choices()
        fresh = Playable(position.title, position.rules, position.state)
        candidates = fresh._candidates(list(fresh._asked(None)))
        assert candidates is not None
        assert len(candidates) == number == len(set(map(repr, candidates)))
        assert set(map(repr, listed)) < set(map(repr, candidates))
        refused: list[bool] = []
        refusal = type(position.step).refusal

        def asked(self: Any, view: Any, action: Any, ask: Any = refusal, seen: list[bool] = refused) -> Any:
            found = ask(self, view, action)
            seen.append(found is not None)
            return found

        monkeypatch.setattr(type(position.step), "refusal", asked)
        lots = random.Random(9)
        for _ in range(30):
            fresh.pick(lots)
        monkeypatch.undo()
        assert any(refused)
        assert refused.count(False) >= 28  # not one in some thousand is so often refused that a list is made


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


# What was taken next ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES[:4])
def test_what_was_taken_next_tells_nothing_that_idle_would_not(title: str) -> None:
    """Of every step that is met while a game is followed both are asked."""
    told: Counter[bool | None] = Counter()
    game = played(title, 300)
    position = stellwerk.new(title, ["North", "East", "West"], seed=1).position
    for action, then in zip(game.actions, game.actions[1:], strict=False):
        turn = stepped(position, action)
        settle(turn, waits=lambda turn, step, then=then: asked_twice(step, turn, then, told))
        position = position.reached(turn)
    assert set(told) == {True, False, None}


def stepped(position: Playable, action: Action) -> Turn[Any, Any]:
    turn: Turn[Any, Any] = Turn(position.rules, position.state)
    step = position.step_for(action)
    assert step is not None
    if step is turn.state.agenda[-1]:
        turn.pop()
    step.apply(turn, action)
    return turn


def asked_twice(step: Decision, turn: Turn[Any, Any], then: Action, told: Counter[bool | None]) -> bool:
    waits, idle = step.waits_for(then), step.idle(turn)
    told[waits] += 1
    assert waits in (None, not idle), (step, then)
    return not idle


def test_what_was_foretold_and_does_not_come_leaves_the_position_as_it_was() -> None:
    game = played("1881", 120)
    while not isinstance(game.step, LayStep):
        game.play(by_kind(game, random.Random(len(game.actions))))
    never = LayTile(0, "nobody", "A1", "1", 0)
    followed = stellwerk.new("1881", ["North", "East", "West"], seed=1)
    followed.follow(*game.actions, then=never)
    assert followed.digest() != game.digest()  # or nothing would have to be put right
    with pytest.raises(IllegalAction):
        followed.follow(Pass(99))
    assert followed.told() == game.told()
    assert followed.digest() == game.digest()
