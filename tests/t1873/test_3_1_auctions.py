"""Later auctions of concessions and purchase options, and the order of play (3.1, 3.2.8, 6.3)."""

import pytest

from eighteen.positions import amounts, listed, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare
from stellwerk.eighteen.events import OrderChanged, StockRoundBegan
from stellwerk.play.auction import Bid, BidMade
from stellwerk.titles.t1873.actions import BuyLot, FoundRailway, Nominate, UseOption
from stellwerk.titles.t1873.events import ConcessionReturned, LotBought, OptionLapsed

from .positions import cash_of, position

A, B, C = range(3)


def auction(*railways, cash=(1000, 1000, 1000), seat=A):
    """Exactly these concessions are active; A, B, C have so much."""
    return position(3).set(awake=frozenset(railways)).purses(*cash).auction_turn(seat)


# Putting up -------------------------------------------------------------------------------------------------


def test_3_1_the_one_after_the_nominator_is_next_not_the_one_after_the_winner():
    """C3, trap 2."""
    game = auction("NWE", "SHE").game()
    game.play(Pass(A))
    assert told(game.play(Nominate(B, "C-SHE", 100)), BidMade) == [BidMade(B, "C-SHE", 100)]
    assert game.waiting_for() == (C,)
    game.play(Bid(C, 110))
    game.play(Bid(A, 120))
    game.play(Pass(B))
    events = game.play(Pass(C))
    assert told(events, LotBought) == [LotBought(A, "C-SHE", 120)]
    assert cash_of(game, A, B, C) == [880, 1000, 1000]
    assert game.state.papers["C-SHE"] == A
    for seat in (C, A, B):
        assert game.waiting_for() == (seat,)
        assert game.state.stock_round == 2
        game.play(Pass(seat))
    assert game.state.stock_round == 3
    assert game.state.papers["C-NWE"] == BANK


def test_3_1_first_bids_are_tens_from_100_on():
    """C3."""
    game = auction("SHE", cash=(255, 1000, 1000)).game()
    assert amounts(game, Nominate, lot="C-SHE") == (100, 250)
    assert [choice.step for choice in game.legal_actions() if hasattr(choice, "step")] == [10]
    for bid, reason in ((90, "bid_too_low"), (105, "bid_not_a_multiple"), (260, "bid_above_cash")):
        assert reason_against(game, Nominate(A, "C-SHE", bid)) == reason
        assert rule_against(game, Nominate(A, "C-SHE", bid)) == "3.1"
    game.play(Nominate(A, "C-SHE", 250))
    auction("SHE", cash=(250, 0, 0)).game().play(Nominate(A, "C-SHE", 250))  # all one has


def test_3_1_bids_rise_by_tens_and_who_has_passed_is_out():
    """C3: neither a raise to 125 nor B again after passing."""
    game = auction("SHE", "NWE").game()
    game.play(Nominate(A, "C-SHE", 120))
    assert amounts(game, Bid) == (130, 1000)
    assert reason_against(game, Bid(B, 120)) == "bid_too_low"
    assert reason_against(game, Bid(B, 129)) == "bid_too_low"
    assert reason_against(game, Bid(B, 135)) == "bid_not_a_multiple"
    assert reason_against(game, Bid(B, 1010)) == "bid_above_cash"
    assert rule_against(game, Bid(B, 125)) == "3.1"
    game.play(Pass(B))
    game.play(Bid(C, 130))
    game.play(Bid(A, 140))
    assert game.waiting_for() == (C,)  # no longer B
    game.play(Pass(C))
    assert cash_of(game, A) == 860


def test_3_1_who_cannot_bid_more_passes_by_himself():
    game = auction("SHE", "NWE", cash=(1000, 109, 110)).game()
    game.play(Nominate(A, "C-SHE", 100))
    assert game.waiting_for() == (C,)
    game.play(Bid(C, 110))
    game.play(Pass(A))
    assert cash_of(game, C) == 0
    assert game.state.papers["C-SHE"] == C


def test_3_1_who_has_less_than_100_cannot_put_anything_up():
    game = auction("SHE", cash=(99, 100, 1000)).game()
    assert game.waiting_for() == (B,)
    assert [action.lot for action in listed(game, Nominate)] == ["C-SHE"]


def test_3_1_with_nothing_left_the_stock_round_begins_at_once():
    """No passes after the last lot."""
    game = auction("SHE", cash=(1000, 0, 0)).game()
    events = game.play(Nominate(A, "C-SHE", 100))
    assert told(events, StockRoundBegan)
    assert game.state.stock_round == 3
    assert game.waiting_for() == (A,)


def test_3_1_after_a_sale_all_must_pass_anew():
    """B's and C's passes before A's lot do not count."""
    game = auction("SHE", "NWE", seat=B).game()
    game.play(Pass(B))
    game.play(Pass(C))
    game.play(Nominate(A, "C-SHE", 100))
    game.play(Pass(B))
    game.play(Pass(C))
    for seat in (B, C, A):
        assert game.waiting_for() == (seat,)
        game.play(Pass(seat))
    assert game.state.stock_round == 3


def test_3_1_only_active_concessions_at_the_bank_and_nothing_else():
    built = auction("SHE", "HBE").give(C, "C-HBE")
    game = built.game()
    assert [action.lot for action in listed(game, Nominate)] == ["C-SHE"]
    for lot in ("C-HBE", "C-NWE", "W1", "KEZ", "X"):
        assert reason_against(game, Nominate(A, lot, 100)) == "lot_not_for_sale"
        assert rule_against(game, Nominate(A, lot, 100)) == "3.1"
    assert rule_against(game, BuyLot(A, "C-SHE")) == "3.1"
    assert rule_against(game, BuyShare(A, "MHE", POOL, 10)) == "3.1"


def test_3_1_without_anything_to_sell_there_is_no_auction():
    """Nor with the concessions in players' hands; also 3."""
    game = position(3).set(awake=frozenset({"HBE"})).give(B, "C-HBE").trading_round().game()
    assert game.state.stock_round == 3
    assert game.waiting_for() == (A,)


def test_3_1_the_first_in_the_order_begins_auction_and_stock_round():
    """Also 3.2 and 3.2.8."""
    built = position(3).set(awake=frozenset({"HBE"}), order=(C, A, B)).trading_round()
    game = built.game()
    seats = []
    for _ in range(6):
        seats += game.waiting_for()
        game.play(Pass(game.waiting_for()[0]))
    assert seats == [C, A, B, C, A, B]


def test_3_1_bids_go_round_in_the_order_of_play():
    built = auction("SHE").set(order=(C, A, B)).auction_turn(A)
    game = built.game()
    game.play(Nominate(A, "C-SHE", 100))
    seats = [*game.waiting_for()]
    game.play(Pass(B))
    seats += game.waiting_for()
    assert seats == [B, C]


def test_3_1_purchase_options_of_companies_in_trusteeship_are_auctioned_too():
    """6.3: beginning at 100 in tens; the winner alone may use it."""
    built = position(3).phase("3").set(awake=frozenset()).railway("KEZ", {}, price=170, size=10, trains=("3",))
    built.in_trust("KEZ").set(awake=frozenset()).purses(1000, 1000, 1000).trading_round()
    game = built.game()
    assert amounts(game, Nominate, lot="KEZ") == (100, 1000)
    assert reason_against(game, Nominate(A, "KEZ", 90)) == "bid_too_low"
    game.play(Nominate(A, "KEZ", 100))
    game.play(Bid(B, 110))
    game.play(Pass(C))
    game.play(Pass(A))
    assert cash_of(game, A, B, C) == [1000, 890, 1000]
    assert game.state.purchase_options == {"KEZ": B}
    assert game.state.stock_round == 3  # it is not put up again
    assert reason_against(game, UseOption(A, "KEZ", 2)) == "no_option"


# The end of a stock round -----------------------------------------------------------------------------------


def test_3_2_8_a_concession_without_a_founded_railway_goes_back_unpaid():
    """C4, trap 2: A does not found the SHE; the GHE has been founded with one share and keeps its concession."""
    built = position(3).phase("3").give(A, "C-SHE").founded("GHE", {B: 20}, price=120).purses(700, 600, 500)
    game = built.stock_turn(A, passes=2).game()
    events = game.play(Pass(A))
    assert told(events, ConcessionReturned) == [ConcessionReturned(A, "SHE")]
    assert game.state.papers["C-SHE"] == BANK
    assert game.state.papers["C-GHE"] == B
    assert cash_of(game, A) == 700


def test_3_2_8_a_railway_founded_in_the_same_round_keeps_its_concession():
    """C4."""
    built = position(3).give(A, "C-HBE").works(C, "W15").purses(120, 0, 0)
    game = built.stock_turn(A).game()
    game.play(FoundRailway(A, "HBE", 120, 1))
    assert game.state.operating_round == 1  # nobody could buy anything more
    assert game.state.papers["C-HBE"] == A


def test_3_2_8_an_unused_option_lapses():
    """C56: the company stays in trusteeship."""
    built = position(3).phase("3").railway("KEZ", {}, price=170, size=10, trains=("3",)).in_trust("KEZ")
    built.set(purchase_options={"KEZ": A}).purses(700, 600, 500).stock_turn(A, passes=2)
    game = built.game()
    events = game.play(Pass(A))
    assert told(events, OptionLapsed) == [OptionLapsed(A, "KEZ")]
    assert game.state.purchase_options == {}
    assert game.state.trust == {"KEZ"}


def test_3_2_8_the_round_ends_when_all_have_passed_one_after_another():
    game = position(3).works(C, "W15").purses(500, 500, 500).stock_turn(A).game()
    game.play(Pass(A))
    game.play(BuyShare(B, "MHE", POOL, 10))
    for seat in (C, A):
        game.play(Pass(seat))
    assert not game.state.operating_round
    game.play(Pass(B))
    assert game.state.operating_round == 1


@pytest.mark.parametrize(
    ("old", "cash", "new"),
    [
        ((A, B, C), (300, 300, 500), (C, A, B)),
        ((B, A, C), (300, 300, 500), (C, B, A)),
        ((A, B, C), (100, 200, 150), (B, C, A)),
    ],
)
def test_3_2_8_most_cash_comes_first_and_equals_keep_their_order(old, cash, new):
    """C5, trap 2."""
    built = position(3).set(order=old).purses(*cash).works(A, "W15").end_of_stock_round()
    game = built.game()
    assert told(game.events, OrderChanged) == [OrderChanged(new)]
    assert game.state.order == new


def test_3_2_8_the_order_is_that_of_the_end_of_the_stock_round():
    """C5: what the operating rounds bring does not count; A earns 45 and has more than B."""
    built = position(2).purses(100, 120).set(order=(A, B)).works(A, "W15").end_of_stock_round()
    game = built.game()
    game.play(Pass(A))
    assert cash_of(game, A, B) == [145, 120]
    assert game.state.operating_round == 0
    assert game.waiting_for() == (B,)  # of the auction that follows


def test_3_2_8_an_unfounded_concession_is_for_sale_again():
    built = position(3).set(awake=frozenset({"SHE"})).give(A, "C-SHE").purses(700, 600, 500)
    game = built.stock_turn(A, passes=2).game()
    game.play(Pass(A))
    assert [action.lot for action in listed(game, Nominate)] == ["C-SHE"]
    assert game.waiting_for() == (A,)
    assert ISSUE not in game.state.papers.values()
