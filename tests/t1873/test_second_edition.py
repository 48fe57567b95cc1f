"""The second edition as an option: the premium is auctioned, the MHE's price moves, yellow tiles have no end."""

import pytest

from eighteen.positions import listed, price_of, reason_against, rule_against, told
from stellwerk.bank.papers import POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.classic.operating import EndOperatingRound
from stellwerk.eighteen.events import OrderChanged
from stellwerk.eighteen.shares import sell
from stellwerk.eighteen.state import price
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, Range
from stellwerk.play.game import Game
from stellwerk.titles.t1873 import TITLE
from stellwerk.titles.t1873.actions import BuyLot
from stellwerk.titles.t1873.data import material
from stellwerk.titles.t1873.events import PremiumSettled
from stellwerk.titles.t1873.papers.external import pay_dividend
from stellwerk.titles.t1873.papers.stock import StockTurn
from stellwerk.titles.t1873.state import worth

from .positions import position


def new_game(players=4):
    return Game(TITLE, ["Ada", "Bo", "Cy", "Di", "Ed"][:players], {"second_edition": True}, 0)


# The premium ----------------------------------------------------------------------------------------------------


def auctioned():
    """Ada 10, Bo 30, Cy passes, Di 40, Ada and Bo pass."""
    game = new_game()
    for action in (Bid(0, 10), Bid(1, 30), Pass(2), Bid(3, 40), Pass(0)):
        game.play(action)
    return game, game.play(Pass(1))


def test_the_highest_bid_is_the_premium_and_is_not_paid():
    game, events = auctioned()
    assert told(events, PremiumSettled) == [PremiumSettled(40)]
    assert [game.state.cash[seat] for seat in range(4)] == [1050] * 4
    game.play(BuyLot(3, "W1"))
    assert game.state.cash[3] == 1050 - 110 - 40


def test_the_winner_comes_first_and_who_passed_first_comes_last():
    game, events = auctioned()
    assert told(events, OrderChanged) == [OrderChanged((3, 1, 0, 2))]
    assert game.waiting_for() == (3,)
    for seat, lot in ((3, "W1"), (1, "W2"), (0, "W3"), (2, "W4")):
        game.play(BuyLot(seat, lot))
    assert game.waiting_for() == (3,)


def test_the_winner_must_buy_in_his_first_turn_and_only_then():
    game, _ = auctioned()
    assert rule_against(game, Pass(3)) == "2.1"
    assert reason_against(game, Pass(3)) == "winner_must_buy"
    assert not listed(game, Pass)
    game.play(BuyLot(3, "C-HBE"))
    for seat in (1, 0, 2):
        game.play(Pass(seat))
    assert Pass(3) in game.legal_actions()


def test_the_order_of_the_auction_is_that_of_the_first_stock_round():
    game, _ = auctioned()
    game.play(BuyLot(3, "W1"))
    while not isinstance(game.step, StockTurn):
        game.play(Pass(game.waiting_for()[0]))
    assert game.step.seat == 3
    game.play(Pass(3))
    assert game.waiting_for() == (1,)


def test_if_nobody_bids_there_is_no_premium_and_nobody_must_buy():
    game = new_game(3)
    for seat in (0, 1):
        game.play(Pass(seat))
    assert told(game.play(Pass(2)), PremiumSettled) == [PremiumSettled(0)]
    assert game.state.order == (2, 1, 0)
    assert Pass(2) in game.legal_actions()
    game.play(BuyLot(2, "W1"))
    assert game.state.cash[2] == 1400 - 110


def test_bids_begin_at_nothing_and_go_in_tens():
    game = new_game()
    assert Range(Bid(0, 0), "amount", 0, 950, 10) in list(game.legal_actions())
    assert reason_against(game, Bid(0, 5)) == "bid_not_a_multiple"
    game.play(Bid(0, 0))
    assert reason_against(game, Bid(1, 0)) == "bid_too_low"
    game.play(Bid(1, 10))


def test_nobody_bids_more_than_he_could_spend_beside_a_concession():
    """1050 less 100 for the cheapest lot is 950."""
    game = new_game()
    assert rule_against(game, Bid(0, 960)) == "2.1"
    assert reason_against(game, Bid(0, 960)) == "premium_too_high"
    game.play(Bid(0, 950))
    assert game.waiting_for() == (0,)  # the others cannot bid more and are out
    assert [choice.lot for choice in listed(game, BuyLot)] == ["C-HBE", "C-GHE"]


def test_who_has_passed_is_out():
    game = new_game(3)
    for action in (Pass(0), Bid(1, 20), Bid(2, 30)):
        game.play(action)
    assert game.waiting_for() == (1,)


# The MHE --------------------------------------------------------------------------------------------------------


def mhe(at=120, size="1", **shares):
    """The MHE at a price with a locomotive; shares by seat."""
    made = position(3, second_edition=True)
    column = made.printed.sheet.rows[0].index(at)
    made.set(chart=made.state.chart.place("MHE", (0, column)), trains={**made.state.trains, "MHE": (size,)})
    papers = iter(paper.id for paper in made.printed.register.of["MHE"])
    for seat, number in shares.items():
        made.give(int(seat[1:]), *(next(papers) for _ in range(number)))
    return made


def test_its_price_begins_at_120():
    assert price_of(new_game(), "MHE") == 120


@pytest.mark.parametrize(
    ("size", "before", "after"),
    [("1", 120, 120), ("1", 100, 110), ("2", 120, 130), ("2", 220, 220), ("3", 130, 150), ("4", 110, 140)],
)
def test_a_payout_moves_it_up_like_any_price_and_never_down(size, before, after):
    """A locomotive of size n pays n times 100 on all shares: once, twice, three times the price."""
    made = mhe(before, size)
    pay_dividend(made.turn)
    assert price(made.table, "MHE") == after


def test_the_dividend_on_a_share_stays_that_of_the_locomotive():
    made = mhe(200, "3", s0=2)
    before = made.state.cash[0]
    pay_dividend(made.turn)
    assert made.state.cash[0] == before + 60


def test_each_share_sold_moves_it_down_a_field():
    """From 120 over 110 and 100 to 85; all three bring 120."""
    game = mhe(120, "1", s0=3).agenda(StockTurn(0)).game()
    before = game.state.cash[0]
    game.play(SellShares(0, "MHE", (10, 10, 10)))
    assert game.state.cash[0] == before + 360
    assert price_of(game, "MHE") == 85


def test_a_share_costs_what_the_price_is():
    game = mhe(85, "1").agenda(StockTurn(0)).game()
    before = game.state.cash[0]
    game.play(BuyShare(0, "MHE", POOL, 10))
    assert game.state.cash[0] == before - 85
    assert price_of(game, "MHE") == 85


def test_with_a_5_it_is_fixed():
    made = mhe(170, "5", s0=2)
    pay_dividend(made.turn)
    assert price(made.table, "MHE") == 170
    sell(made.turn, SellShares(0, "MHE", (10, 10)))
    assert price(made.table, "MHE") == 170


def test_it_counts_at_its_price_in_the_end():
    made = mhe(180, "5", s0=4).cash(0, 100)
    assert worth(made.table, 0) == 100 + 720


def test_its_price_can_end_the_game():
    made = mhe(1000, "1").operating().agenda(EndOperatingRound())
    assert made.game().over


# Tiles ----------------------------------------------------------------------------------------------------------


def test_yellow_tiles_have_no_end_and_914_is_there():
    first, second = (Game(TITLE, ["A", "B"], {"second_edition": on}, 0).state.board.left for on in (False, True))
    assert (first["78"], first["914"]) == (10, 0)
    assert second["78"] >= 60
    assert second["914"] == 1
    assert all(first[tile] == second[tile] for tile in ("963", "974", "988"))


# The rulebook ---------------------------------------------------------------------------------------------------


def test_by_default_the_premium_is_printed_and_the_mhe_stays_at_150():
    game = Game(TITLE, ["A", "B", "C"], {}, 0)
    assert Pass(0) in game.legal_actions()
    game.play(BuyLot(0, "W1"))
    assert game.state.cash[0] == 1400 - 110 - 120
    assert price_of(game, "MHE") == 150


def test_tanne_is_dear_only_by_its_own_option():
    costs = {on: material(second_edition=True, dear_tanne=on).box for on in (False, True)}
    hex_ = costs[True].grid.index["F7"]
    assert [costs[on].costs[hex_] for on in (False, True)] == [50, 100]
