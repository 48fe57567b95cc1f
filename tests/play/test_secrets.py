"""What a seat may know of a game: history, choices, refusals, files, what is taken back."""

from __future__ import annotations

import random

import pytest

import stellwerk
from sealed.title import NAMES, UNKNOWN, BidSealed, HandDealt, SealBid
from stellwerk.play.core import Paid
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import Game
from stellwerk.play.secrets import OPEN, Hidden
from stellwerk.titles.registry import find_title


@pytest.fixture
def game(sealed: str) -> Game:
    """Two of three have sealed their bids."""
    game = stellwerk.new(sealed, ["North", "East", "West"], seed=7)
    game.play(SealBid(1, 111))
    game.play(SealBid(0, 222))
    return game


def test_every_part_of_the_past_is_masked(game: Game) -> None:
    seen = game.seen(0)
    assert seen.actions == [Hidden(1), SealBid(0, 222)]
    assert seen.events_of(1) == (BidSealed(1, 0),)
    assert [type(event) for event in seen.events_of(2)] == [Paid, BidSealed]
    assert [state.cash[1] for state in (seen.state_after(0), seen.state_after(1), seen.state)] == [
        game.state_after(0).cash[1]
    ] * 3
    assert seen.events_of(0)[0] == HandDealt(0, game.state.hands[0])
    assert seen.events_of(0)[1] == HandDealt(1, (UNKNOWN, UNKNOWN))
    assert seen.seed == 0
    assert game.seen(None, 1).actions == [Hidden(1)]
    assert repr(game.seen(None).events).count(UNKNOWN) == 6
    assert game.actions == [SealBid(1, 111), SealBid(0, 222)]  # the game itself has lost nothing


def test_what_is_seen_is_not_masked_again(game: Game) -> None:
    seen = game.seen(0)
    assert seen.view(None) is seen.state
    assert seen.seen(None).state is seen.state


def test_a_look_back_knows_what_came_out_later(game: Game) -> None:
    game.play(SealBid(2, 333))
    assert game.seen(2, 1).actions == [SealBid(1, 111)]
    assert BidSealed(1, 111) in game.seen(2, 1).events_of(1)
    game.play(next(iter(game.legal_actions(0))))
    assert game.seen(2).actions[:3] == game.actions[:3]


def test_choices_and_refusals_follow_from_what_the_seat_may_know(game: Game) -> None:
    assert list(game.legal_actions(2)) == list(game.seen(2).legal_actions(2))
    with pytest.raises(IllegalAction) as refused:
        game.play(SealBid(2, -1))
    values = refused.value.refusal.values
    assert values["taken"] == (0, 0)
    assert game.refusal(SealBid(2, -1)).values == values  # type: ignore[union-attr]  # it is refused


def test_a_file_ends_before_what_is_hidden(sealed: str, game: Game) -> None:
    assert game.known(0) is None  # the seed would tell the hands
    bare = stellwerk.new(sealed, ["North", "East", "West"], {"cards": False}, seed=7)
    for action in game.actions:
        bare.play(action)
    assert [len(bare.known(seat).actions) for seat in (0, 1, 2, None)] == [0, 1, 0, 0]  # type: ignore[union-attr]
    assert len(bare.actions) == 2
    bare.play(SealBid(2, 333))
    assert bare.known(None).to_json() == bare.to_json()  # type: ignore[union-attr]


def test_what_came_to_light_stays(game: Game) -> None:
    assert game.irrevocable == 0
    game.play(SealBid(2, 333))
    assert game.irrevocable == 3
    for card in range(3):
        game.play(next(iter(game.legal_actions(card))))
    assert game.irrevocable == 6
    game.play(SealBid(2, 333))
    assert game.irrevocable == 6


def test_at_the_end_everything_is_open(game: Game) -> None:
    lots = random.Random(1)
    while not game.over:
        game.play(game.legal_actions().pick(lots))
    seen = game.seen(None)
    assert (seen.actions, seen.events, seen.seed) == (game.actions, game.events, game.seed)
    assert seen.state_after(0) is game.state_after(0)
    assert sorted((*seen.state_after(0).deck, *sum(seen.state_after(0).hands.values(), ()))) == sorted(NAMES)
    game._events[-1] = ()  # even if the last action itself had told nothing
    assert game.irrevocable == len(game.actions)


@pytest.mark.parametrize("id_", [id_ for id_ in stellwerk.title_ids() if find_title(id_).secrets is OPEN])
def test_an_open_title_is_seen_as_it_is(id_: str) -> None:
    game = stellwerk.new(id_, ["North", "East", "West"], seed=7)
    game.play(game.legal_actions().pick(random.Random(1)))
    seen = game.seen(None)
    assert seen.state is game.state
    assert (seen.actions, seen.events, seen.seed, game.irrevocable) == (game.actions, game.events, 7, 0)
