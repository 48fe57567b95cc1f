"""Section 2: layout, sealed bids, the exchange of envelopes, first papers."""

import pytest

import stellwerk
from eighteen.positions import director_of, holding, listed, price_of, reason_against, rule_against, told
from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.play.core import Paid, Pass, Range
from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.actions import SealBid
from stellwerk.titles.t1881.data import material
from stellwerk.titles.t1881.events import EnvelopesOpened

from .positions import field, legal, pass_on, position, purse


def begun(players, auctioneer=None):
    """A game whose auctioneer sits here."""
    seeds = range(200)
    games = (stellwerk.new("1881", [f"P{n}" for n in range(players)], seed=seed) for seed in seeds)
    return next(game for game in games if auctioneer in (None, game.state.auctioneer))


def bid(game, *amounts):
    """All bids; the events of the last one."""
    for seat, amount in enumerate(amounts):
        events = game.play(SealBid(seat, amount))
    return events


def buy(game, seat, company, percent=10):
    return game.play(BuyShare(seat, company, ISSUE, percent))


# Layout (2.1, 2.2) --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "cash", "limit", "bank"),
    [(3, 720, 21, 8160), (4, 620, 18, 7840), (5, 520, 15, 7720), (6, 420, 12, 7800)],
)
def test_table_1_begins_with_this_money_and_limit(players, cash, limit, bank):
    """a1, 2.2"""
    game = begun(players)
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert game.rules.paper_limit == limit
    assert game.state.cash[BANK] == bank
    assert sum(game.state.cash.values()) == 10_320


def test_material_is_complete():
    box = material()
    sizes = [len(papers) for papers in box.register.of.values()]
    assert sizes == [9] * 8 + [19]
    assert [kind.count for kind in box.trains.values()] == [9, 6, 4, 4, 4, 4, 1, 1]
    by_colour = {"yellow": 0, "green": 0, "brown": 0, "gray": 0}
    for tile in box.box.tiles.values():
        by_colour[tile.colour] += tile.count
    assert by_colour == {"yellow": 56, "green": 56, "brown": 27, "gray": 11}


def test_10_3_the_stacks_of_trams_and_s_trains():
    """Table 7; 12.7"""
    game = begun(3)
    assert game.state.depot == ("2",) * 9 + ("3",) * 6 + ("4",) * 4 + ("5",) * 4 + ("6",) * 4
    assert game.state.sbahn_depot == ("4S", "4S", "4S", "4S", "7S", "9S")


@pytest.mark.parametrize("players", [2, 7])
def test_only_three_to_six_play(players):
    assert players not in TITLE.players


def test_the_auctioneer_is_drawn_by_lot():
    assert {begun(4, seat).state.auctioneer for seat in range(4)} == {0, 1, 2, 3}


# Bids (2.4–2.8) -----------------------------------------------------------------------------------------------


def test_2_6_bids_are_tens_from_twenty_to_all_one_has():
    """Trap 1; a3: 20, 30 … 720, which are 71."""
    game = begun(3)
    bids = [choice for choice in game.legal_actions(0) if isinstance(choice, Range)]
    assert [(each.low, each.high, each.step) for each in bids] == [(20, 720, 10)]
    assert sum(legal(game, SealBid(0, amount)) for amount in range(-20, 800)) == 71
    for amount in (20, 30, 710, 720):
        assert legal(game, SealBid(0, amount))
    for amount, rule in ((0, "2.6"), (10, "2.6"), (25, "2.6"), (730, "2.5"), (-20, "2.6")):
        assert rule_against(game, SealBid(0, amount)) == rule
    assert rule_against(game, Pass(0)) == "2.5"


def test_2_5_bids_are_given_in_any_order_and_only_once():
    game = begun(3)
    assert game.waiting_for() == (0, 1, 2)
    game.play(SealBid(2, 60))
    assert game.waiting_for() == (0, 1)
    assert reason_against(game, SealBid(2, 70)) == "not_your_turn"
    assert purse(game, 0, 1, 2) == (720, 720, 720)


@pytest.mark.parametrize(
    ("auctioneer", "bids", "order", "purses"),
    [
        (0, (100, 20, 60), (0, 2, 1), (640, 800, 720)),  # b1
        (1, (60, 60, 60), (1, 2, 0), (720, 720, 720)),  # b2
        (0, (50, 120, 20, 80), (1, 3, 0, 2), (650, 520, 720, 590)),  # b3
        (3, (70, 30, 70, 30), (0, 2, 3, 1), (580, 660, 580, 660)),  # b4
        (0, (420, 20, 100, 60, 30, 80), (0, 2, 5, 3, 4, 1), (20, 820, 350, 440, 490, 400)),  # b6
        (4, (20, 20, 40, 20, 20), (2, 4, 0, 1, 3), (520, 520, 500, 540, 520)),
    ],
)
def test_2_7_highest_and_lowest_exchange_their_envelopes(auctioneer, bids, order, purses):
    """Traps 1, 2; 2.8: of equal bids the nearer to the auctioneer is the higher."""
    game = begun(len(bids), auctioneer)
    bank = game.state.cash[BANK]
    events = bid(game, *bids)
    assert told(events, EnvelopesOpened) == [EnvelopesOpened(bids, order, purses)]
    assert told(events, Paid) == []
    assert purse(game, *range(len(bids))) == purses
    assert game.state.cash[BANK] == bank
    assert game.state.tram == order[0]
    assert game.state.rank == order


def test_2_7_who_has_nothing_left_is_passed_over():
    game = begun(6, 0)
    bid(game, 420, 20, 100, 60, 30, 80)
    assert game.waiting_for() == (2,)  # P0 has the Tram and 20


# First papers (2.9, 2.10) -------------------------------------------------------------------------------------


def test_2_9_four_papers_and_no_fifth():
    """Trap 4; b7: 160 + 160 + 168 + 168."""
    game = position(3).first_purchases(0, 1).game()
    for company in ("SSC", "SpS", "NBSN", "SBV"):
        assert game.waiting_for() == (0,)
        buy(game, 0, company, 20)
    assert purse(game, 0) == 720 - 656
    assert game.waiting_for() == (1,)
    assert reason_against(game, BuyShare(0, "SSC", ISSUE, 10)) == "not_your_turn"


def test_2_9_four_papers_of_one_company_are_half_of_it():
    """b7"""
    game = position(3).first_purchases(0, 1).game()
    buy(game, 0, "SSC", 20)
    for _ in range(3):
        buy(game, 0, "SSC")
    assert holding(game, "SSC", 0) == ["10", "10", "10", "20D"]
    assert purse(game, 0) == 720 - 400
    assert game.waiting_for() == (1,)


def test_2_9_the_directors_paper_comes_first():
    """Trap 4; b7"""
    game = position(3).first_purchases(0).game()
    assert reason_against(game, BuyShare(0, "GBS", ISSUE, 10)) == "director_first"
    assert rule_against(game, BuyShare(0, "GBS", ISSUE, 10)) == "2.9"
    assert sorted(a.company for a in listed(game, BuyShare)) == sorted(
        ["GBS", "BChSt", "BESTAG", "SSC", "NBSN", "SBV", "SHG", "SpS"]
    )
    assert {a.percent for a in listed(game, BuyShare)} == {20}
    assert rule_against(game, BuyShare(0, "S-Bahn", ISSUE, 10)) == "2.9"
    buy(game, 0, "GBS", 20)
    assert purse(game, 0) == 720 - 184
    assert legal(game, BuyShare(0, "GBS", ISSUE, 10))


def test_2_9_fewer_than_four_or_none():
    """2.11: then the first stock round begins."""
    game = position(3).first_purchases(0, 1, 2).game()
    buy(game, 0, "GBS", 20)
    pass_on(game, 0, 1, 2)
    assert game.state.stock_round == 1


def test_2_9_the_directors_paper_changes_hands_at_once():
    """b8: at the third share P1 holds 30% against 20%."""
    game = position(3).opened("GBS", 0).first_purchases(1, 2).game()
    buy(game, 1, "GBS")
    buy(game, 1, "GBS")
    assert director_of(game, "GBS") == 0
    buy(game, 1, "GBS")
    assert holding(game, "GBS", 1) == ["10", "20D"]
    assert holding(game, "GBS", 0) == ["10", "10"]
    assert game.waiting_for() == (1,)
    buy(game, 1, "GBS")
    assert game.waiting_for() == (2,)


def test_2_9_nothing_is_sold_now():
    game = position(3).opened("GBS", 0).shares(0, "GBS", 10).first_purchases(0).game()
    assert rule_against(game, SellShares(0, "GBS", (10,))) == "2.9"


def test_2_10_who_is_opened_first_lies_on_top():
    """b10; 4.19"""
    game = position(3).first_purchases(0, 1).game()
    for company in ("NBSN", "BESTAG", "SHG"):
        buy(game, 0, company, 20)
    pass_on(game, 0)
    buy(game, 1, "BChSt", 20)
    chart = game.state.chart
    assert chart.stacks[5, 3] == ("NBSN", "SHG")
    assert chart.stacks[6, 3] == ("BESTAG", "BChSt")
    assert chart.order(material().sheet) == ["BESTAG", "BChSt", "NBSN", "SHG"]
    assert [price_of(game, each) for each in ("BESTAG", "NBSN")] == [88, 84]
    assert field(game, "GBS") is None


def test_4_25_a_company_may_float_in_the_first_purchases():
    game = position(3).opened("SSC", 0).shares(0, "SSC", 10, 10, 10).first_purchases(1).game()
    buy(game, 1, "SSC")
    assert purse(game, "SSC") == 800


# The first stock round (2.4, 4.1, 4.7) ------------------------------------------------------------------------


def test_2_4_the_first_round_goes_in_the_order_of_bids():
    """Trap 3; b9: P1, P3, P0, P2; the Tram then goes to the left of the last buyer by seat."""
    game = begun(4, 0)
    bid(game, 50, 120, 20, 80)
    for seat, company in ((1, "GBS"), (3, "SSC"), (0, "SpS"), (2, "SHG")):
        buy(game, seat, company, 20)
        pass_on(game, seat)
    pass_on(game, 1, 3, 0, 2)
    assert game.state.stock_round == 2  # no company has floated, so nothing happens in between
    assert game.state.tram == 1  # nobody bought: it stays
    pass_on(game, 1, 2, 3, 0)


def test_4_7_the_tram_goes_to_the_left_of_the_last_buyer_also_after_round_1():
    """Trap 3; 3.4: and he leads the next round."""
    game = begun(4, 0)
    bid(game, 50, 120, 20, 80)
    for seat, company in ((1, "GBS"), (3, "SSC"), (0, "SpS"), (2, "SHG")):
        buy(game, seat, company, 20)
        pass_on(game, seat)
    pass_on(game, 1)
    buy(game, 3, "SSC")
    pass_on(game, 3, 0, 2, 1, 3)
    assert game.state.tram == 0
    assert game.state.stock_round == 2
    pass_on(game, 0, 1, 2, 3)
