"""Decisions of 1835 in which a sensible player does not hesitate."""

import random

import pytest

from stellwerk import Pass, bots
from stellwerk.bank.papers import BANK
from stellwerk.board.board import stop_number
from stellwerk.board.grid import PLACES
from stellwerk.board.tiles import CITY
from stellwerk.bots.eighteen.lines import Lines
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuyShare,
    BuyTrain,
    ChooseHome,
    DiscardTrain,
    Dividend,
    LayTile,
    OfferForTrain,
    SellShares,
)
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.stations import HomeChoice
from stellwerk.eighteen.trains import DiscardStep, OfferStep
from stellwerk.play.core import Position
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.bot.judgement import JUDGEMENT
from stellwerk.titles.t1835.emergency import EmergencySales
from t1835.positions import position


def chosen(game):
    """What a steady bot does."""
    return bots.choose(game, game.waiting_for()[0], "steady", random.Random(0))


def reasons(game):
    """The keys of the reasons for its choice."""
    best = bots.advise(game, game.waiting_for()[0], n=1)[0]
    return [reason.key for reason in best.reasons]


def munich_to_augsburg(**bayern):
    """Bayern with a line between two cities."""
    table = position(4).packet_gone().ag("BY", director=0, **bayern)
    return table.tile("O15", "202", 1).tile("O13", "8", 2).tile("N12", "6", 5)


def nuremberg_with(*trains):
    """Bayern on its way from München beyond Nürnberg, where a marker of it stands."""
    table = position(4).packet_gone().ag("BY", director=0, cash=472, trains=trains).shares(0, "BY", 10, 10)
    return table.tile("O15", "201", 1).tile("N14", "9", 2).tile("M13", "8", 3).station("BY", "L14")


def test_a_line_goes_on_beyond_the_town_on_its_way():
    game = nuremberg_with("2", "2", "2+2").track("BY").game()
    table = Position(game.rules, game.view(0))
    board, names = table.state.board, table.rules.printed.box.grid.index
    first = next(
        each
        for each in board.box.successors(names["K15"], board.tracks[names["K15"]])
        if (each.tile, each.rotation) == ("9", 0)
    )
    lines = Lines(JUDGEMENT, board, JUDGEMENT.survey(table), ())
    _, line = lines.from_lay(names["K15"], first)[names["H20"]]
    assert [hex_ for hex_, _ in line] == [names["I17"], names["H20"]]
    told = [one for one in bots.advise(game, 0, n=4) if getattr(one.action, "hex", "") == "K15"]
    assert [reason.key for reason in told[0].reasons] == ["line_leads"]


def test_what_a_marker_would_cost_at_a_line_is_known_before_it_lies():
    game = nuremberg_with("2").tile("H20", "202", 4).stations("BY").game()
    table = Position(game.rules, game.view(0))
    stop = stop_number(table.rules.printed.box.grid.index["H20"], 0)
    refused = JUDGEMENT.marker_price(table, table.state.board, "BY", stop)  # nothing leads there yet
    then = table.state.board
    for hex_, tile, rotation in (("K15", "9", 0), ("I17", "1", 0)):
        index = table.rules.printed.box.grid.index[hex_]
        tracks = then.box.successors(index, then.tracks[index])
        then = then.lay(index, next(one for one in tracks if (one.tile, one.rotation) == (tile, rotation)))
    assert (refused, JUDGEMENT.marker_price(table, then, "BY", stop)) == (None, 160)


def test_the_first_paper_of_the_packet_is_bought():
    game = position(4).new_stock_round().game()
    assert isinstance(chosen(game), BuyPaper)


def test_income_is_paid_out_when_no_train_is_needed():
    table = munich_to_augsburg(cash=400, trains=("4",)).shares(0, "BY", 10, 10).phase("4")
    game = table.operating().acting("BY").agenda(DividendStep("BY", 120)).game()
    assert chosen(game) == Dividend(0, "BY", "pay")
    assert reasons(game) == ["payout_brings"]


def test_income_is_kept_for_the_train_that_the_director_would_have_to_pay():
    table = munich_to_augsburg(cash=150, trains=("2",)).phase("3").selling("4").cash(0, 10)
    game = table.operating().acting("BY").agenda(DividendStep("BY", 210)).game()
    assert chosen(game) == Dividend(0, "BY", "keep")
    assert reasons(game) == ["money_for_a_train"]


def test_a_company_without_a_train_buys_one():
    game = munich_to_augsburg(cash=400).buying("BY").game()
    assert chosen(game) == BuyTrain(0, "BY", "2", "bank")


def test_a_lasting_train_is_better_than_a_sibling_s_dying_one():
    table = munich_to_augsburg(cash=500).minor("V6", 0, trains=("2",)).phase("3").selling("4")
    game = table.buying("BY").game()
    assert chosen(game) == BuyTrain(0, "BY", "4", "bank")


def test_a_lasting_train_is_bought_before_the_last_one_goes():
    table = munich_to_augsburg(cash=400, trains=("2",)).phase("3").selling("4")
    assert chosen(table.buying("BY").game()) == BuyTrain(0, "BY", "4", "bank")


def test_a_train_is_not_asked_of_another_player():
    table = munich_to_augsburg(cash=300, trains=("3",)).minor("V6", 1, trains=("3+3",)).phase("3").selling("3+3")
    assert not isinstance(chosen(table.buying("BY").game()), OfferForTrain)


@pytest.mark.parametrize(("price", "accept"), [(1, False), (900, True)])
def test_a_train_is_sold_for_more_than_it_is_worth(price, accept):
    table = munich_to_augsburg(cash=300, trains=("3", "3")).shares(0, "BY", 10, 10, 10).phase("3")
    table = table.ag("SX", director=1, cash=price)
    game = table.operating().acting("SX").agenda(OfferStep(OfferForTrain(1, "SX", "3", "BY", price))).game()
    assert chosen(game) == AnswerOffer(0, "BY", accept)


def test_the_train_that_earns_least_is_given_up():
    table = munich_to_augsburg(trains=("2+2", "4", "4", "4")).phase("4")
    game = table.operating().agenda(DiscardStep("BY")).game()
    assert chosen(game) == DiscardTrain(0, "BY", "2+2")


def test_somebody_gives_up_a_train_of_a_bankrupt_s_railway():
    table = munich_to_augsburg(trains=("4",)).phase("4").minor("V6", 1, trains=("3", "2+2")).give(BANK, "V6")
    game = table.operating().agenda(DiscardStep("V6")).game()
    assert isinstance(chosen(game), DiscardTrain)


def test_track_joins_the_home_to_the_next_city():
    table = position(4).packet_gone().ag("BY", director=0, cash=300, trains=("2",))
    game = table.tile("O15", "202", 1).tile("O13", "8", 2).track("BY").game()
    action = chosen(game)
    assert isinstance(action, LayTile)
    assert action.hex == "N12"
    assert "run_grows" in reasons(game)


def test_track_follows_a_line_of_three_lays_to_the_next_city():
    """Each of the first two brings nothing by itself, and most of what could be laid leads nowhere."""
    table = position(4).packet_gone().minor("V2", 0, cash=170, trains=("2",))
    table = table.tile("F14", "6", 5).tile("G15", "4", 2)
    for _ in range(3):
        action = chosen(table.track("V2").game())
        assert isinstance(action, LayTile)
        table = table.tile(action.hex, action.tile, action.rotation)
    board = table.track("V2").game().state.board
    stops = [board.tracks[stop // PLACES].stops[stop % PLACES] for stop in board.reach("V2").stops]
    assert [stop.kind for stop in stops].count(CITY) > 1


def test_where_track_may_be_laid_anywhere_only_what_joins_the_company_s_own_is_weighed():
    table = position(4, track_anywhere=True).packet_gone().minor("V6", 0, cash=80, trains=("2",))
    game = table.track("V6").game()
    lays = [one.action for one in bots.advise(game, 0, n=50) if isinstance(one.action, LayTile)]
    board = game.state.board
    assert lays
    assert all(board.reach("V6").is_in(board.box.grid.index[lay.hex]) for lay in lays)


def test_baden_chooses_a_home():
    table = position(4).packet_gone().ag("BA", director=0, cash=400, home=False)
    table = table.tile("L6", "212").station("BA", "L6", 7)
    game = table.operating().agenda(HomeChoice("BA")).game()
    assert isinstance(chosen(game), ChooseHome)


def test_money_is_kept_for_a_train_that_will_be_compulsory():
    table = munich_to_augsburg(cash=0).phase("4").selling("4").cash(0, 300).cash(1, 0).cash(2, 0).cash(3, 0)
    game = table.shares(1, "BY", 10, 10, 10).stock_turn(0).game()
    advice = bots.advise(game, 0, n=20)
    bought = [one for one in advice if isinstance(one.action, BuyShare)]
    assert bought
    assert all("keep_for_trains" in [reason.key for reason in one.reasons] for one in bought)


def test_in_need_the_share_that_is_worth_least_is_sold():
    table = munich_to_augsburg(cash=100).phase("4").selling("4").cash(0, 100)
    table = table.ag("SX", director=1, cash=0, trains=("4",)).shares(1, "SX", 10).shares(0, "SX", 10, 10)
    table = table.ag("HE", director=2, cash=0).shares(2, "HE", 10).shares(0, "HE", 10, 10)
    game = table.operating().agenda(EmergencySales("BY", "4", "bank", 360)).game()
    assert isinstance(chosen(game), SellShares)


def test_in_need_no_bot_chooses_its_train_again_and_again():
    table = munich_to_augsburg(cash=100, trains=()).phase("4").selling("4").trains("pool", "3").cash(0, 70)
    table = table.ag("SX", director=1, cash=0, trains=("4",)).shares(1, "SX", 10).shares(0, "SX", 10, 10, 10)
    game = table.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", "bank"))
    assert Pass(0) in list(game.legal_actions())
    assert isinstance(chosen(game), SellShares)
