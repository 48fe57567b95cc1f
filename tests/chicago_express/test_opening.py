"""Spielaufbau and Spielvorbereitung: the table, and the auctions before play begins."""

import pytest

import stellwerk
from stellwerk.play.auction import Bid, BidderPassed
from stellwerk.play.core import Pass
from stellwerk.titles.chicago_express.actions import ChooseDial
from stellwerk.titles.chicago_express.events import AuctionBegan, ShareSold, StartPlayerFound

from .positions import bid, bids, new_game, only, passes, position, refused, seat


@pytest.mark.parametrize(("players", "cash"), [(2, 60), (3, 40), (4, 30), (5, 24), (6, 20)])
def test_spielaufbau_120_dollars_are_shared_out(players, cash):
    game = new_game(players)
    assert [game.state.cash[s] for s in range(players)] == [cash] * players
    assert sum(game.state.cash.values()) == 0


@pytest.mark.parametrize("players", [1, 7])
def test_spielaufbau_two_to_six_players(players):
    with pytest.raises(stellwerk.StellwerkError, match="for 2 to 6 players"):
        stellwerk.new("chicago-express", [f"player {n}" for n in range(players)])


def test_spielaufbau_what_lies_on_the_table():
    state = new_game().state
    hexes = new_game().rules.material.hexes
    starts = {c: [hexes[h].name for h in r.network] for c, r in state.railways.items()}
    assert starts == {
        "PRR": ["Philadelphia"], "B&O": ["Baltimore"], "C&O": ["Washington"], "NYC": ["New York"], "WAB": [],
    }  # fmt: skip
    assert {c: r.unsold for c, r in state.railways.items()} == {"PRR": 3, "B&O": 4, "C&O": 6, "NYC": 5, "WAB": 2}
    locomotives = {c: r.locomotives for c, r in state.railways.items()}
    assert locomotives == {"PRR": 19, "B&O": 21, "C&O": 25, "NYC": 23, "WAB": 11}
    assert {c: r.income for c, r in state.railways.items()} == {"PRR": 7, "B&O": 6, "C&O": 5, "NYC": 8, "WAB": 0}
    assert {hexes[h].name: value for h, value in state.industry.items()} == {
        "Detroit": 1, "Wheeling": 3, "Pittsburgh": 4,
    }  # fmt: skip
    assert state.houses == 20
    assert set(state.dials.values()) == {0}


def test_spielaufbau_options_are_none():
    with pytest.raises(stellwerk.StellwerkError, match="does not know these options"):
        stellwerk.new("chicago-express", ["a", "b"], options={"erie": True})


def test_spielvorbereitung_the_banker_opens_with_the_prr_from_7():
    game = new_game(4)
    assert only(game.events, AuctionBegan) == AuctionBegan("PRR", 0, 7)
    assert seat(game) == 0
    assert bids(game) == (7, 30)


def test_spielvorbereitung_order_start_bids_and_openers():
    """Trap 1: PRR, B&O, C&O, NYC; the winner opens the next; the owner of the PRR share begins play."""
    game = new_game(3)
    for winner, company in zip((2, 1, 1, 0), ("PRR", "B&O", "C&O", "NYC"), strict=True):
        while getattr(game.step, "lot", "") == company:
            if seat(game) == winner:
                bid(game, bids(game)[0])
            else:
                passes(game)
    began = [event for event in game.events if isinstance(event, AuctionBegan)]
    assert began == [
        AuctionBegan("PRR", 0, 7), AuctionBegan("B&O", 2, 6), AuctionBegan("C&O", 1, 5), AuctionBegan("NYC", 1, 8),
    ]  # fmt: skip
    assert [event.seat for event in game.events if isinstance(event, ShareSold)] == [2, 1, 1, 0]
    assert only(game.events, StartPlayerFound).seat == 2
    assert game.legal_actions(2)
    assert ChooseDial(2, "auction") in game.legal_actions()
    assert game.state.cash["PRR"] == 7


def test_spielvorbereitung_nobody_bids_and_the_opener_gets_it_free():
    game = position(3).opening(1, opener=1)
    for _ in range(3):
        passes(game)
    assert game.events_of(3)[:2] == (BidderPassed(0, "B&O"), ShareSold(1, "B&O", 0))
    assert game.state.railways["B&O"].shares == (0, 1, 0)
    assert game.state.cash["B&O"] == 0
    assert (seat(game), game.step.lot) == (1, "C&O")


def test_spielvorbereitung_others_may_bid_after_the_opener_passed():
    """Trap 2: from the start bid up; the opener is out; a single bidder left wins at once."""
    game = position(3).opening()
    passes(game)
    assert bids(game) == (7, 40)
    bid(game, 7)
    assert seat(game) == 2
    passes(game)
    assert game.state.railways["PRR"].shares == (0, 1, 0)
    assert game.state.cash[1] == 33


def test_spielvorbereitung_the_last_one_who_has_not_bid_still_may():
    game = position(3).opening()
    passes(game)
    passes(game)
    assert seat(game) == 2
    assert bids(game) == (7, 40)
    bid(game, 9)
    assert game.state.railways["PRR"].shares == (0, 0, 1)
    assert (game.state.cash[2], game.state.cash["PRR"]) == (31, 9)


def test_spielvorbereitung_bids_rise_and_passing_is_for_good():
    game = position(3).opening()
    bid(game, 8)
    refused(game, Bid(1, 8), "bid_too_low", "Spielvorbereitung")
    bid(game, 10)
    passes(game)
    assert seat(game) == 0
    bid(game, 11)
    assert seat(game) == 1, "the third player passed and is not asked again"


def test_spielvorbereitung_nobody_bids_more_than_his_cash():
    game = position(3).cash(0, 9).opening()
    assert bids(game) == (7, 9)
    refused(game, Bid(0, 10), "bid_above_cash", "Spielvorbereitung")


def test_spielvorbereitung_who_cannot_pay_passes_by_himself():
    game = position(3).cash(1, 7).opening()
    bid(game, 7)
    assert seat(game) == 2
    assert BidderPassed(1, "PRR") in game.events


def test_spielvorbereitung_a_bid_to_the_last_dollar_wins_at_once_if_nobody_can_follow():
    game = position(3).opening()
    bid(game, 40)
    assert game.state.railways["PRR"].shares == (1, 0, 0)
    assert (seat(game), game.step.lot, game.step.opener) == (1, "B&O", 0)
    assert BidderPassed(0, "B&O") in game.events, "without a dollar the winner opens by passing"


def test_spielvorbereitung_the_opener_without_money_may_still_get_a_share_free():
    game = position(2).cash(0, 0).opening(2, opener=0)
    passes(game)
    assert game.state.railways["C&O"].shares == (1, 0)


def test_spielvorbereitung_no_wabash_share():
    game = new_game(2)
    while not any(isinstance(event, StartPlayerFound) for event in game.events):
        passes(game)
    assert [event.company for event in game.events if isinstance(event, ShareSold)] == ["PRR", "B&O", "C&O", "NYC"]
    assert game.state.railways["WAB"].unsold == 2


def test_spielvorbereitung_only_bids_are_asked_for():
    game = position(3).opening()
    refused(game, ChooseDial(0, "auction"), "only_bids_now", "Spielvorbereitung")
    refused(game, Pass(1), "not_your_turn")
