"""A game that is followed is the same as one that is played: position by position, event by event."""

import pytest

import stellwerk
from stellwerk.play.core import Pass
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import canonical

from .policies import begin, by_lot, lots_of

LONGEST = 700


def _played(title, players):
    game, lots = begin(title, players, seed=11), lots_of(f"{title} {players}")
    while not game.over and len(game.actions) < LONGEST:
        game.play(by_lot(game, lots))
    return game


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_following_leads_where_playing_led(title):
    game = _played(title, 3)
    twin = begin(title, 3, seed=11)
    for number, action in enumerate(game.actions, 1):
        events = twin.follow(action)
        assert events == game.events_of(number)
        assert canonical(twin.state) == canonical(game.state_after(number))
    assert twin.digest() == game.digest()
    assert twin.actions == game.actions


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_what_cannot_be_followed_changes_nothing(title):
    game = begin(title, 3, seed=11)
    before = game.digest()
    with pytest.raises(IllegalAction):
        game.follow(Pass(7))
    assert (game.digest(), game.actions) == (before, [])
