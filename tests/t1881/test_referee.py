"""Whole games of bots and by lot, each followed by a referee who keeps books of his own."""

import random

import pytest

import stellwerk
from stellwerk.bots import choose
from stellwerk.eighteen.actions import Dividend, SellShares
from stellwerk.play.core import Pass, Range
from stellwerk.titles.t1881.actions import SellSbahnShares, Veto, Vote

from .referee import referee_of

pytestmark = pytest.mark.unmeasured

SELDOM = {SellShares: 0.04, SellSbahnShares: 0.04, Veto: 0.2, Vote: 0.5}
MOVES = 2500


def chosen(game, lots):
    """By lot, but who plays wants to get on: little is sold, mostly dividends are paid, and turns end."""
    choices = list(game.legal_actions())
    payouts = [choice for choice in choices if isinstance(choice, Dividend) and choice.kind == "pay"]
    if payouts and lots.random() < 0.8:
        return payouts[0]
    while True:
        choice = choices[lots.randrange(len(choices))]
        if lots.random() < SELDOM.get(type(choice), 1.0) or len(choices) == 1:
            break
        if all(type(each) in SELDOM for each in choices):
            break
    if isinstance(choice, Range):
        return choice.at(lots.randrange(choice.low, choice.high + 1, choice.step))
    return choice


@pytest.mark.long
@pytest.mark.parametrize("seed", range(6))
def test_games_of_bots_are_kept_by_the_books(seed):
    players = 3 + seed % 4
    game = stellwerk.new("1881", [f"P{n}" for n in range(players)], seed=seed)
    referee, lots = referee_of(game), [random.Random(seed * 10 + seat) for seat in range(players)]
    while not game.over:
        seat = game.waiting_for()[0]
        referee.follow(game.play(choose(game, seat, "steady", lots[seat])))
        referee.agrees(game)
    assert game.result() == {seat: referee.worth(seat) for seat in range(players)}


@pytest.mark.parametrize("seed", range(10))
def test_ten_games_by_lot_are_kept_by_the_books(seed):
    lots = random.Random(seed)
    options = {name: lots.random() < 0.5 for name in ("credit", "rounds_fixed", "shuttles")}
    players = 3 + seed % 4
    game = stellwerk.new("1881", [f"P{n}" for n in range(players)], options, seed=seed)
    referee = referee_of(game)
    while not game.over and len(game.actions) < MOVES:
        referee.follow(game.play(chosen(game, lots)))
        referee.agrees(game)
    assert game.result() == {seat: referee.worth(seat) for seat in range(players)}


def test_a_referee_who_is_told_something_wrong_says_so():
    game = stellwerk.new("1881", ["A", "B", "C"], seed=1)
    referee, lots = referee_of(game), random.Random(1)
    for _ in range(30):
        referee.follow(game.play(chosen(game, lots)))
    referee.cash[0] += 1
    with pytest.raises(AssertionError):
        referee.agrees(game)


def test_passing_is_always_among_what_was_chosen_from():
    """The policy ends turns: a game of it is no endless one."""
    game = stellwerk.new("1881", ["A", "B", "C"], seed=3)
    lots = random.Random(3)
    for _ in range(200):
        game.play(chosen(game, lots))
    assert any(isinstance(action, Pass) for action in game.actions)
