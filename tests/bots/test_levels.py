"""What `steady` leaves to lots: choices whose scores differ by nothing that matters among them."""

import random

import pytest

import stellwerk
from stellwerk import bots
from stellwerk.bots.api import Weighed
from stellwerk.bots.levels import as_good
from stellwerk.play.core import Pass
from stellwerk.titles.registry import title_ids


def taken(*scores):
    """Numbers of the choices that are as good as the best."""
    weighed = [Weighed(Pass(number), score) for number, score in enumerate(scores)]
    return [one.action.seat for one in as_good(weighed)]


def test_small_scores_are_not_left_to_lots():
    assert taken(0.30, 0.25, 0.20, 0.05) == [0]


@pytest.mark.parametrize("scale", [0.001, 1, 1000])
def test_the_money_of_a_title_makes_no_difference(scale):
    assert taken(*(scale * score for score in (10.0, 9.96, 5.0, 1.0, 0.0))) == [0, 1]


def test_what_all_choices_have_in_common_makes_no_difference():
    assert taken(1010.0, 1009.0, 1005.0, 1000.0) == [0]


def test_what_is_equal_is_left_to_lots_whatever_else_there_is():
    assert taken(5.0, 5.0, 5.0) == [0, 1, 2]
    assert taken(5.0, 5.0, 1.0, 0.0) == [0, 1]
    assert taken(0.1 + 0.2, 0.3, 0.1, 0.0) == [0, 1]
    assert taken(0.0) == [0]


def test_one_ruinous_choice_does_not_make_the_others_equal():
    assert taken(10.0, 9.0, 8.0, 7.0, -100_000.0) == [0]


@pytest.mark.parametrize("title", title_ids())
def test_steady_takes_a_choice_that_is_as_good_as_the_best(title):
    game, lots = stellwerk.new(title, ["North", "East", "West"], seed=4), random.Random(3)
    for _ in range(150):
        seat = game.waiting_for()[0]
        action = bots.choose(game, seat, "steady", lots)
        if len(game.legal_actions(seat)) > 1:
            assert action in [one.action for one in as_good(bots.advise(game, seat, n=10_000))]
        game.play(action)
