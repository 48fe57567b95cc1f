"""A game that is followed is the same as one that is played: position by position, event by event."""

import pytest

import stellwerk
from stellwerk.play.core import Pass
from stellwerk.play.errors import IllegalAction
from stellwerk.play.game import EVERY, LATELY, canonical
from stellwerk.testing.lots import by_lot
from stellwerk.testing.trying import begin, lots_of

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


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_a_thinned_past_is_the_same_past(title):
    game, lots = _played(title, 3), lots_of(title)
    thin = game.copy()
    thin.thin()
    moves = [*range(len(game.actions), -1, -37), *(int(lots.random() * len(game.actions)) for _ in range(9)), 0]
    kept = sum(state is not None for state in thin._states)
    assert kept <= LATELY + 2 + len(game.actions) // EVERY
    for seat in (None, 1):
        whole, looked = game.seen(seat), thin.seen(seat)
        assert (whole.actions, whole.events, whole.digest()) == (looked.actions, looked.events, looked.digest())
        for move in moves:
            assert canonical(looked.state_after(move)) == canonical(whole.state_after(move))
            back = thin.seen(seat, move)
            assert canonical(back.state) == canonical(game.seen(seat, move).state)
            assert back.told() == game.seen(seat, move).told()
    for move in moves:
        assert canonical(thin.state_after(move)) == canonical(game.state_after(move))


@pytest.mark.parametrize("title", stellwerk.title_ids())
def test_what_was_thinned_is_taken_back_and_played_otherwise(title):
    game, lots = _played(title, 3), lots_of(title)
    thin = game.copy()
    thin.thin()
    keep = max(0, len(game.actions) - LATELY - EVERY - 7)
    thin.state_after(keep + 3)
    while len(thin.actions) > keep:
        assert thin.undo() is game.undo()
        if len(thin.actions) % 5 == 0:
            assert thin.digest() == game.digest()
    assert thin.known(None).digest() == game.known(None).digest()
    while len(thin.actions) < keep + LATELY + EVERY and not thin.over:
        action = by_lot(game, lots)
        assert thin.play(action) == game.play(action)
        thin.thin()
    for move in range(keep, len(thin.actions), 7):
        assert canonical(thin.state_after(move)) == canonical(game.state_after(move))
