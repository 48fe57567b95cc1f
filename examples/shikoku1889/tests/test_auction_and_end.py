"""The auction of the privates, limits of the stock round, and the end of the game."""

from positions import Built, listed, reason

import stellwerk
from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, SellShares
from stellwerk.eighteen.classic.actions import BidFor, BuyPaper
from stellwerk.eighteen.classic.auction import LotAuction
from stellwerk.eighteen.classic.operating import AfterRound
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass, purse


def begin(players=3):
    return stellwerk.new("1889", ["North", "East", "West"][:players], {}, 0)


def test_money_that_is_bid_is_bound():
    game = begin()
    game.play(BidFor(0, "SIR", 400))
    assert purse(game.position, 0) == 20
    game.play(Pass(1))
    game.play(Pass(2))
    assert reason(game, BidFor(0, "DR", 65)) == "bid_above_cash"
    assert reason(game, BuyPaper(0, "TER")) is None


def test_a_bid_is_5_above_price_or_highest_bid_and_never_for_what_is_next():
    game = begin()
    assert reason(game, BidFor(0, "TER", 25)) == "is_next"
    assert reason(game, BuyPaper(0, "MF")) == "not_next"
    assert reason(game, BidFor(0, "MF", 34)) == "bid_too_low"
    game.play(BidFor(0, "MF", 35))
    assert reason(game, BidFor(1, "MF", 39)) == "bid_too_low"
    game.play(BidFor(1, "MF", 40))
    game.play(Pass(2))
    game.play(BidFor(0, "MF", 45))
    game.play(Pass(1))
    game.play(Pass(2))
    assert reason(game, BidFor(0, "MF", 50)) == "leads_already"


def test_one_bid_takes_the_next_one_and_several_are_auctioned():
    game = begin()
    game.play(BidFor(0, "MF", 35))
    game.play(BidFor(1, "ER", 45))
    game.play(BidFor(2, "ER", 50))
    game.play(BuyPaper(0, "TER"))
    assert game.state.papers["MF"] == 0
    assert isinstance(game.step, LotAuction)
    assert game.waiting_for() == (1,)
    assert reason(game, Bid(1, 54)) == "bid_too_low"
    game.play(Bid(1, 55))
    game.play(Pass(2))
    assert game.state.papers["ER"] == 1
    assert [game.state.cash[seat] for seat in range(3)] == [420 - 35 - 20, 420 - 55, 420]
    assert game.waiting_for() == (1,)


def test_when_all_pass_the_first_becomes_cheaper_and_is_taken_at_nothing():
    game = begin()
    for _ in range(3):
        for seat in range(3):
            game.play(Pass(seat))
    assert game.state.papers["TER"] == "issue"
    for seat in range(3):
        game.play(Pass(seat))
    assert game.state.papers["TER"] == 0
    assert game.state.cash[0] == 420
    assert game.waiting_for() == (1,)


def test_later_what_is_sold_pays_when_all_pass():
    game = begin()
    game.play(BuyPaper(0, "TER"))
    for seat in (1, 2, 0):
        game.play(Pass(seat))
    assert game.state.cash[0] == 420 - 20 + 5


def test_the_first_stock_round_begins_after_the_last_buyer():
    game = begin(2)
    for number, paper in enumerate(game.rules.privates):
        game.play(BuyPaper(number % 2, paper))
    assert game.state.stock_round == 1
    assert game.waiting_for() == (1,)
    assert not listed(game, SellShares)


def test_nobody_buys_above_60_percent_of_a_company():
    game = Built().company("AR", 0).shares(0, "AR", 4).cash(0, 900).stock_turn(0).game()
    assert reason(game, BuyShare(0, "AR", "issue", 10)) == "holding_limit"
    game = Built().company("AR", 0).shares(0, "AR", 3).cash(0, 900).stock_turn(0).game()
    assert reason(game, BuyShare(0, "AR", "issue", 10)) is None


def test_each_share_sold_is_a_row():
    game = Built().company("AR", 0, par=90).shares(0, "AR", 2).shares(1, "AR", 1).stock_turn(0).game()
    game.play(SellShares(0, "AR", (10, 10)))
    assert game.state.chart.field("AR") == (3, 3)
    assert game.state.cash[0] == 420 + 2 * 90


def test_keeping_moves_the_price_left_and_paying_right():
    def column(kind):
        built = Built().company("AR", 0).shares(POOL, "AR", 1)
        game = built.acting("AR", DividendStep("AR", 100)).game()
        game.play(Dividend(0, "AR", kind))
        return game.state.chart.field("AR")[1], game.state.cash["AR"], game.state.cash[0]

    assert column("keep") == (2, 100, 420)
    assert column("pay") == (4, 10, 440)


def test_with_help_only_the_cheapest_train_is_bought():
    built = Built().company("KO", 0, cash=20).shares(0, "KO", 3).cash(0, 400).tile("J5", "58", 4)
    depot = list(built.turn.state.depot)
    depot.remove("3")
    built.turn.set(trains={**built.turn.state.trains, POOL: ("3",)}, depot=tuple(depot))
    game = built.acting("KO", TrainStep("KO")).game()
    assert reason(game, BuyTrain(0, "KO", "3", POOL)) == "only_the_cheapest"
    game.play(BuyTrain(0, "KO", "2", BANK))
    assert (game.state.cash["KO"], game.state.cash[0]) == (0, 340)


def test_a_broken_bank_ends_the_game_with_the_set():
    for index, over in ((1, False), (2, True)):
        built = Built().company("AR", 0)
        built.turn.set(operating_round=index, operating_rounds=2, bank_broken_in="operating", agenda=())
        built.turn.push(AfterRound())
        assert built.game().over == over


def test_the_bank_is_broken_when_nothing_is_left():
    built = Built().company("AR", 0)
    rest = built.turn.state.cash[BANK] - 75
    built.turn.rules.pay(built.turn, BANK, "AR", rest, "withheld")
    assert not built.turn.state.bank_broken_in
    built.turn.rules.pay(built.turn, BANK, "AR", 75, "withheld")
    assert built.turn.state.bank_broken_in
