"""Sections 12.7–12.9: S-Bahn trains."""

import pytest

from eighteen.positions import listed, paid, rule_against
from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.actions import BuyTrain, DiscardTrain, OfferForTrain
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.actions import BuySbahnShare

from .positions import SBAHN, legal, position, purse


def apart(*owners, cash=420):
    return position(4).phase("2").sbahn(*(owners or (0, 1, 2, 3, 3)), cash=cash)


def s_train(kind, network=SBAHN, seat=0):
    return BuyTrain(seat, network, kind, BANK)


@pytest.mark.parametrize(
    ("kind", "phase", "price", "most"), [("4S", "2", 300, 75), ("7S", "3", 600, 150), ("9S", "4", 900, 225)]
)
def test_10_1_help_for_s_trains(kind, phase, price, most):
    """a8; a company in a seat has its director's help (question 12)."""
    built = position(4).phase(phase).company("GBS", 1, trains=("6",)).sbahn(0, "GBS", 2, 3, 3, cash=0)
    gone = {"4S": (), "7S": ("4S",) * 4, "9S": ("7S",)}[kind]
    built.trains("S3", *gone[:2]).trains("S4", *gone[2:]).cash("S2", price - most)
    game = built.buying("S2").game()
    assert game.waiting_for() == (1,)
    events = game.play(s_train(kind, "S2", 1))
    assert paid(events, "help") == {"S2": most}
    assert purse(game, 1) == 620 - most


def test_12_7_the_smallest_in_stock_and_only_in_its_phase():
    """Question 7"""
    game = apart().phase("3").trains("S2", "4S").buying("S3").game()
    assert rule_against(game, s_train("7S", "S3", 2)) == "10.3"
    built = apart(cash=700).phase("2").trains("S2", "4S", "4S").trains("S4", "4S", "4S")
    game = built.buying("S3").game()
    assert rule_against(game, s_train("7S", "S3", 2)) == "10.3"
    assert rule_against(game, s_train("4S", "S3", 2)) == "10.3"
    assert legal(game, Pass(2))  # none in stock, no duty (g13)
    assert legal(built.phase("3").buying("S3").game(), s_train("7S", "S3", 2))


def test_12_7_phase_4_scraps_all_4s_sold_or_not():
    """g13"""
    built = apart().phase("3", selling="5").trains("S2", "4S").trains("S3", "4S").company("GBS", 0, cash=600)
    game = built.buying("GBS").game()
    game.play(BuyTrain(0, "GBS", "5", BANK))
    assert game.state.trains["S2"] == game.state.trains["S3"] == ()
    assert game.state.sbahn_depot == ("7S", "9S")
    assert game.state.trains["scrapped"].count("4S") == 4


def test_12_7_an_older_train_may_be_scrapped_for_a_new_one():
    """Trap 24."""
    built = apart(cash=700).phase("3").trains("S2", "4S", "4S", "4S").trains("S3", "4S").buying("S2")
    game = built.game()
    game.play(s_train("7S", "S2", 1))
    assert set(listed(game)) == {DiscardTrain(1, "S2", "4S")}  # an older one
    game.play(DiscardTrain(1, "S2", "4S"))
    assert game.state.trains["S2"] == ("4S", "4S", "7S")


def test_12_8_each_network_apart_must_own_a_train():
    """Trap 24."""
    game = apart().buying("S3").game()
    assert rule_against(game, Pass(2)) == "10.8"
    game.play(s_train("4S", "S3", 2))
    assert purse(game, "S3") == 120


def test_12_9_networks_buy_from_one_another():
    game = apart().trains("S2", "4S").buying("S3").game()
    assert legal(game, OfferForTrain(2, "S3", "4S", "S2", 1))
    game.play(OfferForTrain(2, "S3", "4S", "S2", 100))
    assert game.waiting_for() == (1,)


def test_12_9_the_sbahn_buys_no_shares():
    game = apart().buying("S3").game()
    assert game.refusal(BuySbahnShare(2, "S3", ISSUE)).rule == "10.9"
