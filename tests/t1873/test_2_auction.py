"""The start: cash, material, the falling premium of the first auction, and what follows it (2, 2.1, 2.2)."""

import pytest

from eighteen.positions import listed, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.play.game import Game
from stellwerk.titles.t1873 import TITLE
from stellwerk.titles.t1873.actions import BuyLot, Nominate
from stellwerk.titles.t1873.events import LotBought, PremiumFell, WorkClosed
from stellwerk.titles.t1873.papers.auction import CloseUnsold, OpeningSale, lots

from .positions import Position, cash_of, parts

A, B, C, D, E = range(5)
FACES = [110, 120, 130, 140, 150, 160, 170, 180, 190, 200, 220, 240, 260, 280, 300]
WORKS = [f"W{number}" for number in range(1, 16)]


def start(players=3):
    return Game(TITLE, "ABCDE"[:players], {}, 0)


def sale(seat, premium, *lots, passes=0, players=3):
    """The first auction with only these lots left; the rest belongs to the last player."""
    built = Position(TITLE, players, {})
    others = [lot for lot in (*WORKS, "C-HBE", "C-GHE") if lot not in lots]
    built.give(players - 1, *others)
    return built.set(stock_round=0).agenda(OpeningSale(seat, premium, passes), BeginStockRound())


def turns(game, *seats):
    """These players pass, one after another."""
    events = []
    for seat in seats:
        assert game.waiting_for() == (seat,)
        events += game.play(Pass(seat))
    return events


# The start --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cash"), [(2, 2100), (3, 1400), (4, 1050), (5, 840)])
def test_2_start_cash_by_number_of_players(players, cash):
    """R1."""
    assert cash_of(start(players), *range(players)) == [cash] * players


def test_2_two_to_five_players():
    assert list(TITLE.players) == [2, 3, 4, 5]


@pytest.mark.parametrize(("players", "premium"), [(2, 150), (3, 120), (4, 100), (5, 100)])
def test_2_1_the_premium_by_number_of_players(players, premium):
    """R1: W15 costs 300 and the premium, a concession 100 and the premium."""
    game = start(players)
    before = game.state.cash[A]
    game.play(BuyLot(A, "W15"))
    assert before - game.state.cash[A] == 300 + premium
    before = game.state.cash[B]
    game.play(BuyLot(B, "C-GHE"))
    assert before - game.state.cash[B] == 100 + premium


def test_2_1_fifteen_works_and_two_concessions_are_for_sale():
    """R1: the faces of the works add up to 2850."""
    assert [action.lot for action in listed(start(), BuyLot)] == [*WORKS, "C-HBE", "C-GHE"]
    works = start().rules.printed.works
    assert [works[work].face for work in WORKS] == FACES
    assert sum(FACES) == 2850


def test_2_the_mhe_lies_in_the_pool_and_has_a_1():
    game = start()
    assert parts(game, "MHE") == {POOL: 100}
    assert game.state.trains["MHE"] == ("1",)


def test_2_works_begin_without_capital_and_with_a_1_machine():
    """4.2: all works begin with nothing."""
    state = start().state
    assert {state.cash[work] for work in WORKS} == {0}
    assert {state.machines[work] for work in WORKS} == {1}


def test_2_the_bank_has_no_end():
    """It pays what it owes though it has nothing."""
    game = start()
    assert game.state.cash[BANK] == -4200
    assert game.problems() == []


# The falling premium ----------------------------------------------------------------------------------------


def test_2_1_the_next_player_goes_on_after_all_have_passed():
    """C1, trap 1."""
    game = start()
    game.play(BuyLot(A, "W15"))
    assert cash_of(game, A) == 980
    assert told(turns(game, B, C, A), PremiumFell) == [PremiumFell(110)]
    assert game.waiting_for() == (B,)
    game.play(BuyLot(B, "C-HBE"))
    assert cash_of(game, B) == 1400 - 210
    assert told(turns(game, C, A, B), PremiumFell) == [PremiumFell(100)]
    assert game.waiting_for() == (C,)
    game.play(BuyLot(C, "W1"))  # who has passed may buy
    assert cash_of(game, C) == 1400 - 210


def test_2_1_a_purchase_between_passes_begins_them_anew():
    game = start()
    turns(game, A, B)
    game.play(BuyLot(C, "W1"))
    assert told(turns(game, A, B), PremiumFell) == []
    assert told(turns(game, C), PremiumFell) == [PremiumFell(110)]


def test_2_1_it_falls_once_each_time_all_have_passed():
    game = start()
    events = turns(game, A, B, C, A, B)
    assert told(events, PremiumFell) == [PremiumFell(110)]
    assert told(turns(game, C), PremiumFell) == [PremiumFell(100)]


def test_2_1_two_players_pay_150_more():
    """C2: W12 390, a concession 250."""
    game = start(2)
    game.play(BuyLot(A, "W12"))
    game.play(BuyLot(B, "C-HBE"))
    assert cash_of(game, A, B) == [2100 - 390, 2100 - 250]


def test_2_1_ends_when_all_pass_at_premium_nothing():
    """C2: W1 is closed for players for good, GHE's concession waits for the next auction."""
    game = sale(A, 0, "W1", "C-GHE").game()
    events = turns(game, A, B, C)
    assert told(events, WorkClosed) == [WorkClosed("W1", BANK, 0, False)]
    assert game.state.papers["W1"] == BANK
    assert game.state.papers["C-GHE"] == BANK
    assert game.state.stock_round == 1
    assert BuyLot(A, "W1") not in game.legal_actions()
    assert lots(game.position) == ["C-GHE"]  # of the next auction


def test_2_1_the_last_ten_of_the_premium_can_be_waited_for():
    game = sale(A, 10, "W1", "C-GHE").purses(0, 110, 0).game()
    assert game.waiting_for() == (B,)  # at premium 0, after all have passed at 10 without a choice but B
    game.play(Pass(B))
    assert game.waiting_for() == (B,)
    game.play(BuyLot(B, "W1"))
    assert cash_of(game, B) == 0


def test_2_1_ends_at_once_when_everything_is_sold():
    """C2: no further passes; two lots left, then none."""
    game = sale(B, 30, "W1").game()
    events = game.play(BuyLot(B, "W1"))
    assert told(events, LotBought) == [LotBought(B, "W1", 140)]
    assert told(events, PremiumFell) == []
    assert game.state.stock_round == 1
    assert game.waiting_for() == (A,)


def test_2_1_refusals():
    game = start()
    game.play(BuyLot(A, "W15"))
    assert reason_against(game, BuyLot(B, "W15")) == "lot_not_for_sale"
    assert rule_against(game, BuyLot(B, "W15")) == "2.1"
    assert reason_against(game, BuyLot(B, "C-NWE")) == "lot_not_for_sale"  # not active
    assert rule_against(game, BuyShare(B, "MHE", POOL, 10)) == "2.1"
    assert rule_against(game, Nominate(B, "C-HBE", 100)) == "2.1"


def test_2_1_exactly_the_price_is_enough_and_one_less_is_not():
    lots = [lot.lot for lot in listed(sale(A, 20, "W1", "W2", "W3").purses(140, 0, 0).game(), BuyLot)]
    assert lots == ["W1", "W2"]
    game = sale(A, 20, "W1", "W2", "W3").purses(149, 0, 0).game()
    assert reason_against(game, BuyLot(A, "W3")) == "lot_too_dear"
    assert rule_against(game, BuyLot(A, "W3")) == "2.1"


# What follows -----------------------------------------------------------------------------------------------


def test_2_2_a_stock_round_in_the_drawn_order_follows():
    """Whoever bought last: the first in the order begins."""
    game = sale(B, 30, "W1").game()
    game.play(BuyLot(B, "W1"))
    turns(game, A, B)
    assert game.waiting_for() == (C,)
    assert not game.state.operating_round


def test_2_2_only_works_that_were_sold_act():
    """W1 is closed, W2 is open; also 4."""
    built = Position(TITLE, 3, {}).give(A, "W2")
    built.agenda(CloseUnsold(), BeginStockRound())
    game = built.game()
    works = [work for work in WORKS if work in game.state.in_operation]
    assert works == ["W2"]
    assert ISSUE not in {game.state.papers[work] for work in WORKS}
