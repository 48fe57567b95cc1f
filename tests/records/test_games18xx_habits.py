"""Habits of 18xx.games that whole records show: each is found by the importer and named on the line."""

import pytest

from games18xx_files import ADA, BO, CY, act, auction, record
from stellwerk.records.games18xx_replay import replay_record

APRIL, DECEMBER = 1713024779, "2024-12-01"


def passes(*players):
    return [act("pass", player) for player in players]


def buys(player, share):
    return act("buy_shares", player, shares=[share], percent=10)


def sells(player, *shares):
    return act("sell_shares", player, shares=list(shares), percent=10 * len(shares))


def two_shares():
    """Bo has two shares of the FNM, which has acted; the second stock round has come to him, and he has 445."""
    yield from auction()
    yield from [*passes(CY, ADA), buys(BO, "FNM_1"), *passes(CY, ADA), buys(BO, "FNM_2"), *passes(CY, ADA, BO)]
    yield act("buy_train", "FNM", train="2-0", price=90, variant="2")
    yield from passes(CY, ADA)


ONE_BY_ONE = [sells(BO, "FNM_1"), sells(BO, "FNM_2")]


def sold(*sales, **more):
    outcome = replay_record("sold", record(*two_shares(), *sales, **more))
    assert (outcome.mismatches, outcome.first) == (0, "")
    return outcome.game.state.cash[1] - 445, outcome.options


@pytest.mark.parametrize(
    ("sales", "began", "brings", "options"),
    [
        (ONE_BY_ONE, {"created_at": APRIL}, 80 + 70, {"each_sale_falls": True}),
        (ONE_BY_ONE, {"created_at": DECEMBER}, 80 + 80, {}),
        (ONE_BY_ONE, {}, 80 + 80, {}),
        ([sells(BO, "FNM_1", "FNM_2")], {"created_at": APRIL}, 80 + 80, {}),
        (ONE_BY_ONE[:1], {"created_at": APRIL}, 80, {}),
    ],
)
def test_before_november_2024_each_sale_of_a_turn_falls_by_itself(sales, began, brings, options):
    """The price is 80 there, and 70 below it."""
    assert sold(*sales, **began) == (brings, options)


def ended(brought, price):
    """Bo has his cash and what the sales brought, Cy the director's share."""
    return {"status": "finished", "result": {"11": 595, "12": 445 + brought, "13": 585 + 2 * price}}


@pytest.mark.parametrize("began", [{}, {"created_at": DECEMBER}, {"created_at": "2024-11-30T10:00:00Z"}])
def test_where_the_figures_tell_so_the_age_does_not_count(began):
    assert sold(*ONE_BY_ONE, act("end_game", ADA), **ended(150, 60), **began) == (150, {"each_sale_falls": True})


def test_an_old_game_may_have_gone_on_by_the_newer_rule():
    assert sold(*ONE_BY_ONE, act("end_game", ADA), **ended(160, 70), created_at=APRIL) == (160, {})


def test_an_age_that_is_none_tells_nothing():
    for odd in (10**30, -(10**30), "yesterday", [], {}, True, 1e300):
        assert sold(*ONE_BY_ONE, created_at=odd)[0] in (150, 160)
