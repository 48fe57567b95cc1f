"""12.3: the new chair chooses which two of his 5% papers he gives, seats among them."""

import pytest

from eighteen.positions import director_of, holding, listed, rule_against, told
from stellwerk.bank.papers import ISSUE, POOL
from stellwerk.bots import choose
from stellwerk.eighteen.actions import BuyShare
from stellwerk.eighteen.events import Floated
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.actions import BuySbahnShare, GiveForChair, PlaceDepot, SellSbahnShares
from stellwerk.titles.t1881.events import ChairChanged, NetworkJoined
from stellwerk.titles.t1881.sbahn.chair import ChairExchange

from .positions import SBAHN, legal, papers, position, purse


def new(seat):
    return BuyShare(seat, SBAHN, ISSUE, 5)


def overtaking(*owners, **parts):
    """P1 has overtaken P0 with the paper that he has just bought."""
    game = position(4).phase("2").sbahn(*owners, **parts).stock_turn(1).game()
    game.play(new(1))
    assert game.waiting_for() == (1,)
    return game


def test_12_3_seats_may_be_given_and_ordinary_papers_kept():
    """P1 has seat 2 and papers 5 and 6: two ordinary ones, or the seat and one of them."""
    game = overtaking(0, 1, 2, 3, 1)
    assert listed(game) == [GiveForChair(1, 2, ()), GiveForChair(1, 1, (2,))]
    events = game.play(GiveForChair(1, 1, (2,)))
    assert told(events, ChairChanged) == [ChairChanged(0, 1, 1, (2,))]
    assert papers(game, 1, SBAHN) == ["S-Bahn-D", "S-Bahn-6"]
    assert papers(game, 0, SBAHN) == ["S-Bahn-2", "S-Bahn-5"]
    assert director_of(game, SBAHN) == 1
    assert director_of(game, "S2") == 0
    assert game.state.apart == ("S2", "S3", "S4")


def test_12_3_who_keeps_his_seat_brings_his_network_along():
    game = overtaking(0, 1, 2, 3, 1, cash=100)
    events = game.play(GiveForChair(1, 2))
    assert told(events, NetworkJoined) == [NetworkJoined("S2", "same_hand", 100, ())]
    assert papers(game, 1, SBAHN) == ["S-Bahn-D", "S-Bahn-2"]
    assert papers(game, 0, SBAHN) == ["S-Bahn-5", "S-Bahn-6"]
    assert purse(game, SBAHN, "S2") == (200, 0)


def test_12_3_which_of_two_seats():
    """Seats 2 and 3 and one ordinary paper: any two of the three."""
    game = overtaking(0, 1, 1, 3, 2)
    assert set(listed(game)) == {GiveForChair(1, 1, (2,)), GiveForChair(1, 1, (3,)), GiveForChair(1, 0, (2, 3))}
    game.play(GiveForChair(1, 1, (2,)))
    assert papers(game, 1, SBAHN) == ["S-Bahn-D", "S-Bahn-3"]
    assert game.state.apart == ("S2", "S4")
    assert director_of(game, "S2") == 0


@pytest.mark.parametrize(
    "bad",
    [
        GiveForChair(1, 1),
        GiveForChair(1, 3),
        GiveForChair(1, 2, (2,)),
        GiveForChair(1, 1, (3,)),
        GiveForChair(1, 0, (2, 2)),
        GiveForChair(1, 0, (1, 2)),
        Pass(1),
    ],
)
def test_12_3_two_papers_that_he_has(bad):
    assert rule_against(overtaking(0, 1, 2, 3, 1), bad) == "12.3"


def test_12_3_nobody_is_asked_where_there_is_nothing_to_choose():
    """Three ordinary papers are alike."""
    game = position(4).phase("2").sbahn(0, 0, 2, 3, 1, 1, 0).stock_turn(0).game()
    game.play(SellSbahnShares(0, "", 1, (2,)))  # 10% against 10%
    assert director_of(game, SBAHN) == 0
    game = position(4).phase("2").sbahn(0, 2, 3, 2, 1, 1).stock_turn(1).game()
    events = game.play(new(1))
    assert told(events, ChairChanged) == [ChairChanged(0, 1, 2, ())]
    assert game.waiting_for() == (1,)
    assert not isinstance(game.step, ChairExchange)


def test_12_3_by_a_sale_the_new_chair_chooses_in_the_sellers_turn():
    """P0 sells his own 5%; P1 has as many percent more, chooses, and P0 goes on."""
    game = position(4).phase("2").sbahn(0, 1, 2, 3, 1, 1, 0).stock_turn(0).game()
    game.play(SellSbahnShares(0, "", 1))
    assert game.waiting_for() == (1,)
    game.play(GiveForChair(1, 1, (2,)))
    assert game.waiting_for() == (0,)
    assert holding(game, SBAHN, 0) == ["5", "5"]
    assert director_of(game, "S2") == 0


def test_12_3_a_company_takes_the_chair_and_its_director_chooses():
    built = position(4).phase("2").company("GBS", 2, cash=500, trains=("3",))
    game = built.papers_of_the_sbahn(0, 1, "GBS", "GBS").buying("GBS").game()
    game.play(BuySbahnShare(2, "GBS", ISSUE))
    assert game.waiting_for() == (2,)
    assert set(listed(game)) == {GiveForChair(2, 1, (3,)), GiveForChair(2, 1, (4,)), GiveForChair(2, 0, (3, 4))}
    events = game.play(GiveForChair(2, 0, (3, 4)))
    assert told(events, ChairChanged) == [ChairChanged(0, "GBS", 0, (3, 4))]
    assert papers(game, 0, SBAHN) == ["S-Bahn-3", "S-Bahn-4"]
    assert papers(game, "GBS", SBAHN) == ["S-Bahn-D", "S-Bahn-5"]
    assert director_of(game, SBAHN) == 2


def test_12_3_a_company_leaves_the_chair_by_a_sale():
    built = position(4).phase("2").company("GBS", 2, trains=("3",))
    game = built.sbahn("GBS", 1, 3, 3, "GBS", 1, 1).buying("GBS").game()
    game.play(SellSbahnShares(2, "GBS", 1))
    assert game.waiting_for() == (1,)
    game.play(GiveForChair(1, 1, (2,)))
    assert papers(game, "GBS", SBAHN) == ["S-Bahn-2", "S-Bahn-6"]
    assert director_of(game, SBAHN) == 1
    assert director_of(game, "S2") == 2
    assert game.waiting_for() == (2,)


def test_12_3_a_bankrupt_company_leaves_the_chair_and_what_is_given_goes_to_the_pool():
    """9.13: the heir chooses first; a seat that he gives is sold, and its network falls to the main one."""
    built = position(3).phase("2").company("SSC", 2, at=(1, 0)).sbahn("SSC", 0, 1, 1, 0, 1)
    game = built.earned("SSC", 0).game()
    assert game.waiting_for() == (1,)
    assert game.problems() == []
    assert GiveForChair(1, 0, (3, 4)) in listed(game)
    game.play(GiveForChair(1, 1, (3,)))
    assert papers(game, 1, SBAHN) == ["S-Bahn-D", "S-Bahn-4"]
    assert papers(game, POOL, SBAHN) == ["S-Bahn-3", "S-Bahn-6"]
    assert game.state.apart == ("S2",)
    assert game.problems() == []


def test_12_4_the_exchange_comes_before_the_networks_begin():
    """P1's third paper takes the chair and makes 30%: he gives seat 2, and main begins with one quarter."""
    game = position(4).phase("2").opened("GBS", 0).papers_of_the_sbahn(0, 1, 1, 2).stock_turn(1).game()
    game.play(new(1))
    assert game.waiting_for() == (1,)
    assert not game.state.in_operation
    events = game.play(GiveForChair(1, 1, (2,)))
    assert told(events, Floated) == [Floated(SBAHN, 1680)]
    assert game.state.apart == ("S2", "S4")
    assert purse(game, SBAHN, "S2", "S3", "S4") == (840, 420, 0, 420)
    assert isinstance(listed(game)[0], PlaceDepot)


@pytest.mark.parametrize(
    ("owners", "given"),
    [
        ((0, 1, 2, 3, 1), GiveForChair(1, 2)),  # ordinary ones before seats
        ((0, 1, 1, 3, 2), GiveForChair(1, 1, (3,))),  # and of these the highest number
        ((0, 1, 2, 1, 2), GiveForChair(1, 1, (4,))),
    ],
)
def test_12_3_how_it_was_settled_before_it_was_asked(owners, given):
    game = overtaking(*owners)
    assert game.step.formerly(game.position) == given
    assert legal(game, given)


@pytest.mark.parametrize(("rich", "given"), [("S2", (3,)), ("S3", (2,))])
def test_12_3_bots_keep_the_seat_of_the_better_network(rich, given):
    import random

    game = position(4).phase("2").sbahn(0, 1, 1, 3, 2).cash(rich, 400).stock_turn(1).game()
    game.play(new(1))
    assert choose(game, 1, "steady", random.Random(1)) == GiveForChair(1, 1, given)
