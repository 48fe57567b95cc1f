"""Whole games by bots: nothing is lost, and files replay to the same digest. Lots play every number of players."""

import random
from math import inf

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bots import arena
from stellwerk.bots.advice import told_of
from stellwerk.bots.arena import Match
from stellwerk.bots.search import LEAST
from stellwerk.titles.registry import find_title, title_ids


def some(players: range) -> tuple[int, int]:
    """As few as may be, and as many; other tests play with a number between."""
    return players[0], players[-1]


TABLES = [(title, players) for title in title_ids() for players in some(find_title(title).players)]


SELDOM = 60  # decisions after which one looks ahead, as little as can be; at the others it tries nothing


def play(title: str, levels: tuple[str, ...], seed: int, until: float = inf) -> stellwerk.Game:
    """A game whose position is looked at after every action, to its end or `until` so many."""
    game = stellwerk.new(title, [f"Seat {seat + 1}" for seat in range(len(levels))], seed=seed)
    lots = [random.Random(seed * 16 + seat) for seat in range(len(levels))]
    while not game.over and len(game.actions) < until:
        seat = game.waiting_for()[0]
        budget = bots.Budget(1 if len(game.actions) % SELDOM else 2 * LEAST, inf)
        game.play(bots.choose(game, seat, levels[seat], lots[seat], budget))
        assert game.problems() == []
        assert len(game.actions) < arena.CAP
    return game


@pytest.mark.long
@pytest.mark.parametrize(("title", "players"), TABLES)
def test_steady_games_end_and_replay(title, players):
    game = play(title, ("steady",) * players, seed=players)
    assert stellwerk.load(game.to_json()).digest() == game.digest()


@pytest.mark.long
@pytest.mark.parametrize("title", ["1835", "chicago-express"])
def test_easy_games_end_and_replay(title):
    game = play(title, ("easy",) * 3, seed=5)
    assert game.over
    assert stellwerk.load(game.to_json()).digest() == game.digest()


@pytest.mark.long
@pytest.mark.parametrize("title", title_ids())
def test_mixed_games_end_and_replay(title):
    game = play(title, ("random", bots.best_level(find_title(title)), "random", "random"), seed=7)
    assert stellwerk.load(game.to_json()).digest() == game.digest()


@pytest.mark.long
@pytest.mark.parametrize("title", title_ids())
def test_steady_beats_random(title):
    match = Match(title, ("steady", "random", "random"), 11)
    for number in range(2):
        worth = arena.play(match, number).result()
        assert max(worth, key=worth.__getitem__) == match.seat_of(0, number)


@pytest.mark.parametrize("title", title_ids())
def test_the_same_seed_plays_the_same_game(title):
    once, again = (play(title, ("steady", "random", "random"), seed=11, until=150) for _ in range(2))
    assert once.actions == again.actions


def test_a_match_is_the_same_from_the_same_seed():
    match = Match("chicago-express", ("steady", "random", "random"), 11)
    assert arena.play(match, 1).actions == arena.play(match, 1).actions


@pytest.mark.parametrize("title", title_ids())
def test_advice_is_legal_best_first_and_gives_reasons(title):
    game = stellwerk.new(title, ["North", "East", "West"], seed=2)
    lots = random.Random(2)
    for _ in range(120):
        seat = game.waiting_for()[0]
        advice = bots.advise(game, seat, n=3)
        assert 1 <= len(advice) <= 3
        assert all(one.action in game.legal_actions(seat) for one in advice)
        assert [one.score for one in advice] == sorted((one.score for one in advice), reverse=True)
        assert all(told_of(one) for one in advice)
        game.play(bots.choose(game, seat, "steady", lots))
