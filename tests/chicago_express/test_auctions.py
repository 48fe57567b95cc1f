"""Versteigerung: offering shares during play."""

import pytest

from stellwerk.bank.papers import BANK
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass
from stellwerk.titles.chicago_express.actions import BuildTrack, OfferShare
from stellwerk.titles.chicago_express.events import ActionWasted, AuctionBegan, ShareSold, ShareUnsold

from .positions import bid, bids, choose, offer, only, passes, position, refused, seat


@pytest.mark.parametrize(("income", "sold", "least"), [(22, 2, 8), (8, 1, 4), (9, 1, 5), (10, 4, 2), (1, 3, 1)])
def test_versteigerung_start_bid_is_income_by_shares_out_rounded_up(income, sold, least):
    """Trap 5: 22 with two sold is 8, the rulebook's example."""
    game = position().share("NYC", 1, sold).income("NYC", income).turn(0)
    assert only(offer(game, "NYC"), AuctionBegan) == AuctionBegan("NYC", 0, least)
    assert bids(game) == (least, 40)


def test_versteigerung_the_offerer_bids_first_or_passes():
    game = position().share("NYC", 1).turn(2)
    offer(game, "NYC")
    assert seat(game) == 2
    passes(game)
    assert seat(game) == 0


def test_versteigerung_money_goes_to_the_company():
    """Trap 6: never to the bank."""
    game = position().share("NYC", 1).cash("NYC", 3).turn(0)
    bank = game.state.cash[BANK]
    offer(game, "NYC")
    bid(game, 4)
    bid(game, 15)
    passes(game)
    events = passes(game)
    assert only(events, ShareSold) == ShareSold(1, "NYC", 15)
    assert game.state.cash[1] == 25
    assert game.state.cash["NYC"] == 18
    assert game.state.cash[BANK] == bank
    assert game.state.railways["NYC"].shares == (0, 2, 0)
    assert game.state.railways["NYC"].unsold == 3
    assert seat(game) == 1, "the turn goes on left of the offerer, not of the buyer"


def test_versteigerung_bids_must_rise_and_passing_is_for_good():
    game = position().share("NYC", 1).turn(0)
    offer(game, "NYC")
    refused(game, Bid(0, 3), "bid_too_low", "Versteigerung")
    bid(game, 6)
    passes(game)
    refused(game, Bid(2, 6), "bid_too_low", "Versteigerung")
    bid(game, 7)
    assert seat(game) == 0
    refused(game, Bid(1, 20), "not_your_turn")
    bid(game, 8)
    assert seat(game) == 2


def test_versteigerung_own_cash_only():
    game = position().share("NYC", 0).cash(0, 5).cash("NYC", 50).turn(0)
    offer(game, "NYC")
    assert bids(game) == (4, 5)
    refused(game, Bid(0, 6), "bid_above_cash", "Versteigerung")


def test_versteigerung_all_pass_and_the_share_stays():
    """Trap 5: the dial is spent."""
    game = position().share("NYC", 1).turn(0)
    offer(game, "NYC")
    passes(game)
    passes(game)
    assert only(passes(game), ShareUnsold) == ShareUnsold("NYC")
    assert game.state.railways["NYC"].unsold == 4
    assert [game.state.cash[s] for s in range(3)] == [40, 40, 40]
    assert game.state.dials["auction"] == 1
    assert seat(game) == 1


def test_versteigerung_a_share_nobody_can_afford_may_be_offered():
    builder = position(2).share("NYC", 0)
    game = builder.cash(0, 3).cash(1, 3).turn(0)
    assert only(offer(game, "NYC"), ShareUnsold) == ShareUnsold("NYC")
    assert game.state.dials["auction"] == 1
    assert seat(game) == 1


def test_versteigerung_no_wabash_before_it_opens():
    """Trap 6."""
    game = position().turn(0)
    choose(game, "auction")
    assert [a.company for a in game.legal_actions() if isinstance(a, OfferShare)] == ["PRR", "B&O", "C&O", "NYC"]
    refused(game, OfferShare(0, "WAB"), "not_open_yet", "Versteigerung")


def test_versteigerung_wabash_once_it_is_open():
    game = position().wabash().turn(0)
    assert only(offer(game, "WAB"), AuctionBegan) == AuctionBegan("WAB", 0, 1)


def test_versteigerung_no_share_of_a_sold_out_company():
    game = position().share("PRR", 0, 2).share("PRR", 1).turn(0)
    choose(game, "auction")
    refused(game, OfferShare(0, "PRR"), "sold_out", "Versteigerung")
    refused(game, OfferShare(0, "Erie"), "no_such_company", "Versteigerung")


def test_versteigerung_a_share_of_any_company_may_be_offered_and_any_number_held():
    game = position().share("C&O", 1, 5).turn(0)
    offer(game, "C&O")
    passes(game)
    bid(game, 1)
    passes(game)
    assert game.state.railways["C&O"].shares == (0, 6, 0)


def test_versteigerung_other_actions_are_refused():
    game = position().share("PRR", 0).cash("PRR", 9).turn(0)
    offer(game, "PRR")
    refused(game, BuildTrack(0, "PRR", "R4"), "only_bids_now", "Versteigerung")


def test_versteigerung_may_be_wasted_and_that_is_told():
    game = position().turn(0)
    choose(game, "auction")
    assert Pass(0) in list(game.legal_actions())
    assert only(passes(game), ActionWasted) == ActionWasted(0, "auction")
    assert seat(game) == 1
