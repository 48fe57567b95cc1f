"""What the facts of the game say of its privates and of what else differs from 1830."""

import pytest
from positions import Built, listed, reason
from shikoku1889.privates import EhimeTile, LayPort

from stellwerk.bank.papers import GONE, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain, LayTile, SellShares
from stellwerk.eighteen.classic.actions import BuyPrivate, ExchangePrivate, StartCompany
from stellwerk.eighteen.classic.privates import pay_income
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Pass, Range, Turn


def test_takamatsu_is_blocked_while_a_player_owns_its_private():
    def game(owner):
        built = Built().selling("3").give(owner, "TER").company("KO", 0, cash=300)
        return built.acting("KO", LayStep("KO", 1)).game()

    upgrade = next(action for action in listed(game(GONE), LayTile) if action.hex == "K4")
    assert reason(game(1), upgrade) == "hex_blocked"
    assert reason(game("KO"), upgrade) is None


def test_the_port_is_laid_once_by_its_owner_in_stock_rounds():
    game = Built().stock_turn(0).game()
    assert {action.hex for action in listed(game, LayPort)} == {"B11", "G10", "I12", "J9"}
    assert {action.seat for action in listed(game, LayPort)} == {3}
    game.play(next(a for a in listed(game, LayPort) if a.hex == "J9"))
    assert not listed(game, LayPort)
    assert game.problems() == []


def test_the_port_waits_for_the_end_of_others_turns():
    track = Built().company("AR", 0).acting("AR", LayStep("AR", 1)).game()
    assert listed(track, LayPort)
    trains = Built().company("AR", 0, cash=500).acting("AR", TrainStep("AR")).game()
    assert not listed(trains, LayPort)
    own = Built().company("AR", 3, cash=500).acting("AR", TrainStep("AR")).game()
    assert listed(own, LayPort)


def test_nobody_else_lays_the_port():
    game = Built().company("KO", 0, cash=200).acting("KO", LayStep("KO", 1)).game()
    assert not [action for action in listed(game, LayTile) if action.tile == "437"]


def test_who_sells_ehime_railway_may_lay_a_green_tile():
    game = Built().selling("3").give(0, "ER").company("AR", 0, cash=500).acting("AR", TrainStep("AR")).game()
    game.play(BuyPrivate(0, "AR", "ER", 80))
    assert isinstance(game.step, EhimeTile)
    assert {action.hex for action in listed(game, LayTile)} == {"C4"}
    game.play(listed(game, LayTile)[0])
    assert game.state.papers["ER"] == "AR"
    assert game.state.board.tracks[game.rules.printed.box.grid.index["C4"]].colour == "green"


def test_companies_buy_privates_for_half_to_double_in_phases_3_and_4():
    def prices(game):
        sales = (each for each in game.legal_actions() if isinstance(each, Range) and each.action.private == "DR")
        return [(sale.low, sale.high) for sale in sales if isinstance(sale.action, BuyPrivate)]

    built = Built().selling("3").give(0, "DR").company("AR", 0, cash=500)
    assert prices(built.acting("AR", TrainStep("AR")).game()) == [(30, 120)]
    assert reason(built.game(), BuyPrivate(0, "AR", "DR", 29)) == "price_out_of_range"
    early = Built().give(0, "DR").company("AR", 0, cash=500).acting("AR", TrainStep("AR")).game()
    assert reason(early, BuyPrivate(0, "AR", "DR", 60)) == "not_in_this_phase"
    poor = Built().selling("4").give(0, "DR").company("AR", 0, cash=50).acting("AR", TrainStep("AR")).game()
    assert prices(poor) == [(30, 50)]


def test_sumitomo_mines_save_its_company_the_mountains():
    def hexes(owner):
        built = Built().company("TR", 0, cash=79).give(owner, "SMR")
        return {action.hex for action in listed(built.acting("TR", LayStep("TR", 1)).game(), LayTile)}

    assert {"F7", "G8"} & hexes(0) == set()
    assert {"F7", "G8"} <= hexes("TR")


def test_dougo_railway_becomes_a_share_of_iyo_railway_at_any_time():
    game = Built().company("IR", 0).stock_turn(0).game()
    game.play(ExchangePrivate(3, "DR"))
    assert game.state.papers["DR"] == GONE
    assert game.rules.printed.register.percent(game.state.papers, "IR", 3) == 10
    assert not listed(Built().stock_turn(0).game(), ExchangePrivate)


def test_with_the_first_5_all_close_but_one_that_pays_more():
    built = Built().company("AR", 0, cash=500).selling("4").without("4").acting("AR", TrainStep("AR"))
    game = built.game()
    game.play(BuyTrain(0, "AR", "5", "bank"))
    assert [paper for paper in game.rules.privates if game.state.papers[paper] != GONE] == ["UTF"]
    turn = Turn(game.rules, game.state)
    pay_income(turn)
    assert turn.state.cash[3] - game.state.cash[3] == 50


def test_fewer_privates_with_fewer_players():
    assert [len(Built(players).turn.rules.privates) for players in (2, 3, 4)] == [5, 6, 7]


def test_sell_then_buy_or_buy_then_sell():
    built = Built().company("AR", 0).company("IR", 1).shares(0, "IR", 2).shares(1, "AR", 2)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "IR", (10,)))
    game.play(BuyShare(0, "AR", "issue", 10))
    assert game.waiting_for() == (1,)
    game = Built().company("AR", 0).company("IR", 1).shares(0, "IR", 2).stock_turn(0).game()
    game.play(BuyShare(0, "AR", "issue", 10))
    assert reason(game, BuyShare(0, "AR", "issue", 10)) == "bought_already"
    game.play(SellShares(0, "IR", (10,)))
    assert game.waiting_for() == (0,)


def test_in_orange_several_are_bought_at_once_from_the_pool():
    built = Built().company("AR", 0).company("IR", 1).shares(POOL, "IR", 3).shares(1, "IR", 1).cash(0, 300)
    game = built.at("IR", 10, 1).stock_turn(0).game()
    game.play(BuyShare(0, "IR", POOL, 10))
    assert reason(game, BuyShare(0, "AR", "issue", 10)) == "bought_already"
    game.play(BuyShare(0, "IR", POOL, 10))
    game.play(Pass(0))
    assert game.rules.printed.register.percent(game.state.papers, "IR", 0) == 20


@pytest.mark.parametrize(("row", "column", "counts"), [(3, 3, 3), (7, 0, 1), (10, 0, 1)])
def test_yellow_and_orange_papers_do_not_count(row, column, counts):
    built = Built(5).give(GONE, *Built(5).turn.rules.privates)
    built.company("AR", 0).company("IR", 0).shares(0, "IR", 1).at("IR", row, column)
    table = built.stock_turn(0).game().position
    assert table.rules.papers_of(table, 0) == counts


def test_companies_start_at_marked_prices_and_float_at_half():
    game = Built().cash(0, 1000).stock_turn(0).game()
    assert reason(game, StartCompany(0, "KO", 85)) == "no_such_par"
    game.play(StartCompany(0, "KO", 90))
    assert game.state.cash[0] == 1000 - 180
    assert "KO" not in game.state.in_operation


def test_floating_brings_ten_times_the_price():
    game = Built().give(0, "KO-D").shares(1, "KO", 2).cash(2, 100)
    game.turn.set(par={"KO": 90}, chart=game.turn.state.chart.place("KO", game.turn.rules.printed.pars[90]))
    played = game.stock_turn(2).game()
    played.play(BuyShare(2, "KO", "issue", 10))
    assert played.state.cash["KO"] == 900


def test_a_diesel_is_sold_beside_the_6_and_cheaper_for_one_given_in():
    built = Built().company("AR", 0, cash=800).selling("5").company("IR", 1)
    built.turn.set(trains={**built.turn.state.trains, "AR": ("5",)}, depot=built.turn.state.depot[1:])
    early = built.acting("AR", TrainStep("AR")).game()
    assert not [action for action in listed(early, BuyTrain) if action.train == "D"]
    built.selling("6")
    game = built.acting("AR", TrainStep("AR")).game()
    assert [action.given for action in listed(game, BuyTrain) if action.train == "D"] == ["5"]
    rich = built.cash("AR", 1100).acting("AR", TrainStep("AR")).game()
    assert [action.given for action in listed(rich, BuyTrain) if action.train == "D"] == ["", "5"]
    game.play(BuyTrain(0, "AR", "D", "bank", "5"))
    assert game.state.cash["AR"] == 0
    assert game.state.trains["AR"] == ("D",)
    assert "5" in game.state.trains[POOL]


def test_forced_sales_never_change_a_director():
    built = Built().company("KO", 0).company("IR", 0).shares(1, "IR", 3).shares(0, "IR", 1).shares(0, "KO", 3)
    game = built.cash(0, 20).tile("J5", "58", 4).acting("KO", TrainStep("KO")).game()
    game.play(BuyTrain(0, "KO", "2", "bank"))
    assert reason(game, SellShares(0, "IR", (10,))) == "no_change_of_director"
    assert reason(game, SellShares(0, "KO", (10, 10))) == "more_than_needed"
    game.play(SellShares(0, "KO", (10,)))
    assert game.state.trains["KO"] == ("2",)
    assert game.state.cash[0] == 20 + 75 - 80


def test_who_cannot_pay_a_train_is_bankrupt_and_the_game_ends():
    built = Built().company("KO", 0).cash(0, 5).tile("J5", "58", 4)
    game = built.acting("KO", TrainStep("KO")).game()
    game.play(BuyTrain(0, "KO", "2", "bank"))
    assert game.over


def test_money_of_an_open_offer_is_not_spent_on_a_private():
    """The bank's price of a 3 is beside the point: another company is asked for it."""
    built = Built().selling("3").give(0, "DR").company("AR", 0, cash=100).company("IR", 1, trains=("3",))
    game = built.acting("AR", TrainStep("AR")).game()
    offer = next(
        each for each in game.legal_actions() if isinstance(each, Range) and hasattr(each.action, "seller")
    )
    game.play(offer.at(60))
    assert reason(game, BuyPrivate(0, "AR", "DR", 41)) == "private_too_dear"
    game.play(BuyPrivate(0, "AR", "DR", 40))
    answer = game.step.assent(game.position, 0)
    game.play(answer)
    assert game.state.trains["AR"] == ("3",)
    assert game.state.cash["AR"] == 0
