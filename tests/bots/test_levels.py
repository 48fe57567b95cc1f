"""What `steady` leaves to lots: choices whose scores differ by nothing that matters; what `easy` gets wrong."""

import importlib
import random
from collections import Counter

import pytest
from msgspec.structs import replace

import stellwerk
from stellwerk import bots
from stellwerk.bots.api import Weighed
from stellwerk.bots.levels import Seen, as_good
from stellwerk.play.core import Pass, Position
from stellwerk.titles.registry import title_ids

LEVELS = importlib.import_module("stellwerk.bots.levels")  # the package has a function of this name


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


def easily(scores, cash=1000, times=400, level="easily"):
    """How often each choice is taken by who makes mistakes; `cash` is what everybody has."""
    game = stellwerk.new("chicago-express", ["North", "East", "West"])
    table = Position(game.rules, replace(game.state, cash=dict.fromkeys(range(3), cash)))
    here = Seen(game.title, table, 0, (Pass(0), Pass(1)))
    weighed, lots = [Weighed(Pass(number), score) for number, score in enumerate(scores)], random.Random(5)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(LEVELS, "weigh", lambda seen, short=False: weighed)
        return Counter(getattr(LEVELS, level)(here, lots).seat for _ in range(times))


def test_easy_errs_but_mostly_within_reason():
    taken = easily([10, 8, 6, 4, 2, 0])
    assert 120 < taken[0] < 320
    assert taken[5] < taken[1]
    assert sum(taken[number] for number in (0, 1, 2)) > 300


def test_easy_does_not_take_ruin_for_a_trifle():
    assert easily([0.0, -5000.0], cash=1000) == {0: 400}
    assert easily([1.0, 0.0])[1] > 0


def test_easy_overlooks_nothing_where_there_is_little_to_see():
    assert easily([100.0, 0.0, 0.0, 0.0], cash=0) == {0: 400}
    assert easily([100.0, 0.0, 0.0, 0.0, 0.0], cash=0)[0] < 400


def test_easy_makes_the_same_mistakes_with_the_same_lots():
    assert easily([10, 8, 6, 4, 2, 0]) == easily([10, 8, 6, 4, 2, 0])


def test_what_is_reasonable_is_of_the_best_three_the_better_half_and_no_ruin():
    assert set(easily([10, 8, 6, 4, 2, 0], level="reasonably")) == {0, 1, 2}
    assert set(easily([10, 8, 6], level="reasonably")) == {0, 1}
    assert set(easily([10, 8], level="reasonably")) == {0, 1}
    assert set(easily([0.0, -5000.0], level="reasonably")) == {0}
    assert set(easily([10.0, 8.0, 7.5, 0.0, -1.0], cash=22, level="reasonably")) == {0, 1}


@pytest.mark.parametrize("title", [title for title in title_ids() if title != "1873"])
def test_easy_sees_less_far_so_that_shares_are_worth_less_to_it(title):
    """In 1873 the title counts rounds itself for all but track."""
    game, lots, sums = stellwerk.new(title, ["North", "East", "West"], seed=4), random.Random(3), [0, 0]
    while not sums[0] and len(game.actions) < 150:
        seat = game.waiting_for()[0]
        here = bots.seen(game, seat)
        for number, short in enumerate((True, False)):
            for one in LEVELS.weigh(here, short):
                for why in one.reasons:
                    sums[number] += max(0, why.values["price"]) if why.key.startswith("share_") else 0
        game.play(bots.choose(game, seat, "steady", lots))
    assert sums[0] < sums[1]
