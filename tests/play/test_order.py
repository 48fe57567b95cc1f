"""The order of play by lot (1835 Spielvorbereitung, 1844 Spielaufbau, 1873 2): told first, kept with the game."""

import random
from collections import Counter

import stellwerk
from stellwerk.play.files import new_game
from stellwerk.play.order import OrderDrawn, drawn, lots_for
from stellwerk.titles.registry import find_title

PLAYERS = ["North", "East", "West"]


def test_every_order_comes_up_about_as_often():
    lots = random.Random(1835)
    orders = Counter(tuple(drawn(PLAYERS, lots)) for _ in range(6000))
    assert len(orders) == 6
    assert all(800 < count < 1200 for count in orders.values())


def test_a_seed_settles_the_order():
    assert drawn(PLAYERS, lots_for(7)) == drawn(PLAYERS, lots_for(7))
    assert len({tuple(drawn(PLAYERS, lots_for(seed))) for seed in range(40)}) == 6


def test_a_drawn_order_is_told_before_everything_else_and_changes_nothing():
    game = new_game(find_title("1873"), PLAYERS, {}, 3, drawn=True)
    plain = stellwerk.new("1873", PLAYERS, seed=3)
    assert game.events_of(0) == (OrderDrawn((0, 1, 2)), *plain.events_of(0))
    assert game.digest() == plain.digest()


def test_files_keep_the_order_and_that_it_was_drawn():
    game = new_game(find_title("1873"), PLAYERS, {}, 3, drawn=True)
    game.play(next(iter(game.legal_actions())))
    again = stellwerk.load(game.to_json())
    assert again.drawn
    assert again.players == game.players
    assert again.events == game.events
    assert game.copy().drawn
    assert game.seen(0).drawn


def test_files_without_a_word_of_it_are_as_before():
    text = stellwerk.new("1873", PLAYERS).to_json()
    assert "drawn" not in text
    assert not stellwerk.load(text).drawn
