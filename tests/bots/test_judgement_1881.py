"""Decisions of 1881 in which a sensible player does not hesitate."""

import random

import pytest

import stellwerk
from stellwerk import Pass, bots
from stellwerk.board.board import Board
from stellwerk.bots.eighteen.forecast import Forecast
from stellwerk.eighteen.actions import BuyTrain, Dividend, LayTile, OfferForTrain
from stellwerk.eighteen.stock_rounds import BeginStockRound
from stellwerk.play.runs import RunTrains
from stellwerk.titles.t1881 import TITLE
from stellwerk.titles.t1881.actions import (
    BuySbahnShare,
    OfferForDepot,
    PlaceDepot,
    SealBid,
    Veto,
    Vote,
)
from stellwerk.titles.t1881.bot.judgement import JUDGEMENT
from stellwerk.titles.t1881.bot.trams import arrivals
from stellwerk.titles.t1881.companies.income import IncomeStep
from stellwerk.titles.t1881.companies.running import RunTrams
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.data import TRAM
from stellwerk.titles.t1881.lines.depots import DepotOffer
from stellwerk.titles.t1881.lines.networks import seen
from stellwerk.titles.t1881.lines.track import building
from stellwerk.titles.t1881.papers.opening import SealedBids
from stellwerk.titles.t1881.sbahn.company import DepotChoice
from stellwerk.titles.t1881.sbahn.votes import under_veto
from t1881.positions import SBAHN, position


def directed(company, *shares, cash=0, trains=(), seat=0, **options):
    """A company in operation whose director has these shares beside his paper."""
    return added(position(**options), company, *shares, cash=cash, trains=trains, seat=seat)


def added(built, company, *shares, cash=0, trains=(), seat=0):
    """One more."""
    return built.company(company, seat, cash, trains).shares(seat, company, *shares)


def turn_of(built, company, *steps):
    """The game in which these steps are what is left of a company's turn."""
    return built.acting(company, *(under_veto(built.table, step) for step in steps)).game()


def chosen(game):
    """What a steady bot does."""
    return bots.choose(game, game.waiting_for()[0], "steady", random.Random(0))


def advised(game, kind):
    """Advice on actions of a kind, best first."""
    advice = bots.advise(game, game.waiting_for()[0], n=500)
    return [one for one in advice if isinstance(one.action, kind)]


# The table in common words ----------------------------------------------------------------------------------


def test_trams_leave_the_game_with_the_kinds_that_the_table_of_phases_names():
    kinds = JUDGEMENT.survey(position().table).kinds
    ends = {id_: kind.ends_with for id_, kind in kinds.items()}
    assert ends == {"2": "4", "3": "5", "4": "", "5": "", "6": "", "4S": "5", "7S": "", "9S": ""}


def test_companies_begin_with_ten_times_their_price_and_need_not_own_a_tram():
    firms = JUDGEMENT.survey(position().table).firms
    assert (firms["GBS"].capital, firms["GBS"].floats_at, firms["GBS"].must_own) == (920, 60, False)
    assert SBAHN not in firms


def test_what_is_owed_for_a_tram_is_no_money():
    built = directed("GBS", cash=100, trains=("2",), credit=True).set(credit={"GBS": ("2", 220)})
    assert JUDGEMENT.survey(built.table).firms["GBS"].treasury == -120


def test_the_chart_is_followed_downwards():
    built = directed("GBS")
    assert [JUDGEMENT.price_after(built.table, "GBS", payouts) for payouts in (-1, 0, 1, 2)] == [86, 92, 100, 110]
    assert JUDGEMENT.price_sold(built.table, "GBS") == 88


def test_a_company_near_the_highest_price_ends_the_game_soon():
    built = position().company("GBS", 0, trains=("2",), at=(18, 6))
    assert JUDGEMENT.survey(built.table).rounds_at_most == 3  # one payout from 382 to 400, and two rounds of doubt


@pytest.mark.parametrize(("trains", "earned"), [(("2",), 50), (("3",), 70)])
def test_runs_are_those_of_the_rules_on_the_trams_track(trains, earned):
    built = directed("BChSt")
    board = JUDGEMENT.board(built.table)
    assert JUDGEMENT.run(built.table, "BChSt", board, trains) == earned


def test_only_the_trams_track_of_tiles_leads_on():
    box = TITLE.printed.box
    view, hex_ = seen(Board.empty(box), TRAM), box.grid.index["G6"]
    ahead = JUDGEMENT.leads_on(view, hex_)
    sides = [side for side in range(6) if ahead[0].exits >> side & 1]
    assert ([each.tile for each in ahead], sides) == (["21"], [0, 3])  # the S-Bahn's line goes from 1 to 4


# Opening ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("others", [20, 720])
def test_a_bid_knows_nothing_of_the_others(others):
    game = stellwerk.new("1881", ["North", "East", "West"], seed=1)
    alone = bots.choose(game, 2, "steady", random.Random(0))
    game.play(SealBid(0, others))
    game.play(SealBid(1, others))
    assert isinstance(alone, SealBid)
    assert bots.choose(game, 2, "steady", random.Random(0)) == alone


def test_who_sits_far_from_the_auctioneer_bids_more_since_others_win_equal_bids():
    game = stellwerk.new("1881", ["North", "East", "South", "West"], seed=2)
    bids = [bots.choose(game, seat, "steady", random.Random(0)).amount for seat in range(4)]
    assert game.state.auctioneer == 0
    assert bids == sorted(bids)
    assert bids[0] < bids[-1]


def test_being_first_is_worth_less_to_a_hand_that_can_buy_little():
    told = []
    for cash in (620, 200):
        game = position(4).cash(2, cash).agenda(SealedBids()).game()
        told.append(bots.advise(game, 2, n=1)[0].reasons[0].values["amount"])
    assert told[1] < told[0]


def test_money_at_the_start_goes_into_one_company_that_floats():
    game = stellwerk.new("1881", ["North", "East", "West"], seed=1)
    for seat in range(3):
        game.play(SealBid(seat, 20))
    first = game.waiting_for()[0]
    bought = [chosen(game)]
    while game.waiting_for()[0] == first:
        bought.append(chosen(game))
        game.play(bought[-1])
    assert {action.company for action in bought} == {bought[0].company}
    assert [action.percent for action in bought[1:]] == [20, 10, 10, 10]


# Track and runs ---------------------------------------------------------------------------------------------


def test_a_company_without_a_run_builds_track():
    built = directed("GBS", 10, 10, 10, 10, cash=480, trains=("2", "2"))
    assert isinstance(chosen(turn_of(built, "GBS", building(built.table, "GBS"))), LayTile)


def test_trams_run_though_they_need_not():
    built = directed("BChSt", trains=("3",))
    action = chosen(turn_of(built, "BChSt", RunTrams("BChSt")))
    assert isinstance(action, RunTrains)
    assert [way.train for way in action.ways] == ["3"]


# Incomes and trams ------------------------------------------------------------------------------------------


def test_what_is_lacking_for_a_lasting_tram_is_saved():
    built = directed("BChSt", 10, 10, 10, 10, cash=380, trains=("2",)).phase("2", "4").cash(0, 0)
    game = turn_of(built, "BChSt", IncomeStep("BChSt", 60, 0), TramStep("BChSt"))
    assert chosen(game) == Dividend(0, "BChSt", "keep")
    game.play(Dividend(0, "BChSt", "keep"))
    assert chosen(game) == BuyTrain(0, "BChSt", "4", "bank")


def in_a_rush(others, number=4):
    """A company with a 2 and money for a 4, while 3s are on offer; others own trams of a kind and have money."""
    built = directed("BChSt", 10, 10, 10, 10, cash=460, trains=("2",)).phase("2", "3").cash(0, 0)
    for company in ("GBS", "NBSN", "SHG", "SBV")[:number]:
        added(built, company, 10, 10, 10, 10, cash=500, trains=(others,), seat=1)
    return turn_of(built, "BChSt", TramStep("BChSt"))


def test_companies_that_lose_their_trams_bring_the_kind_after_the_next_sooner():
    rush, calm = (arrivals(Forecast(JUDGEMENT, in_a_rush(others).position, 0)) for others in ("2", "6"))
    assert rush["5"] - rush["4"] < calm["5"] - calm["4"]


def test_money_for_a_lasting_tram_buys_none_that_a_rush_will_scrap():
    assert not isinstance(chosen(in_a_rush("2")), BuyTrain)


def test_a_tram_that_nobody_will_scrap_soon_is_bought():
    assert isinstance(chosen(in_a_rush("2", number=1)), BuyTrain)


def test_a_company_that_has_all_the_trams_it_may_own_pays_out():
    built = directed("BChSt", 10, 10, 10, 10, cash=500, trains=("5", "5")).phase("4", "6")
    game = turn_of(built, "BChSt", IncomeStep("BChSt", 200, 40))
    assert chosen(game) == Dividend(0, "BChSt", "pay")


def test_nobody_adds_to_a_tram_when_the_game_is_over():
    built = directed("BChSt", cash=500).phase("4", "5").cash(0, 100).set(bank_broken_in="1.1")
    assert chosen(turn_of(built, "BChSt", TramStep("BChSt"))) == Pass(0)


def test_a_director_adds_to_the_first_lasting_tram():
    built = directed("BChSt", 10, 10, 10, 10, cash=500).phase("4", "5").cash(0, 300)
    assert chosen(turn_of(built, "BChSt", TramStep("BChSt"))) == BuyTrain(0, "BChSt", "5", "bank")


def test_a_tram_is_asked_of_nobody_else_s_company():
    built = added(directed("BChSt", 10, cash=600, trains=("2",)), "GBS", trains=("2",), seat=1)
    game = turn_of(built, "BChSt", TramStep("BChSt"))
    assert not advised(game, OfferForTrain)
    assert advised(game, BuyTrain)


def test_the_only_tram_is_not_sold_for_little():
    built = directed("BChSt", 10, 10, 10, 10, trains=("5",), seat=1).phase("4", "6")
    added(built, "GBS", cash=600)
    game = turn_of(built, "GBS", TramStep("GBS"))
    game.play(OfferForTrain(0, "GBS", "5", "BChSt", 50))
    assert not chosen(game).accept


# Depots -----------------------------------------------------------------------------------------------------


def test_a_depot_that_no_tram_runs_from_is_sold():
    built = added(directed("BChSt", cash=300), "GBS", seat=1).marker("GBS", "F6")
    offer = OfferForDepot(0, "BChSt", "F6", "GBS", 40)
    game = built.acting("BChSt", DepotOffer(offer)).game()
    assert chosen(game).accept


# S-Bahn -----------------------------------------------------------------------------------------------------


def test_the_money_for_the_next_tram_does_not_go_into_the_s_bahn():
    def score(cash):
        built = directed("BChSt", 10, 10, cash=cash, trains=("2",)).phase("2")
        return [one.score for one in advised(turn_of(built, "BChSt", TramStep("BChSt")), BuySbahnShare)]

    assert score(400) == []  # 168 for the chair and 330 for a 3
    assert len(score(600)) == 1


def test_a_start_depot_stands_where_stations_are_many():
    built = position().phase("2").papers_of_the_sbahn(0, 0, 0, 0, 1)
    built.in_operation(SBAHN, 5, operated=False).set(network_depots={SBAHN: frozenset()})
    action = chosen(built.agenda(*[DepotChoice(SBAHN)] * 4, BeginStockRound()).game())
    assert isinstance(action, PlaceDepot)
    assert action.hex not in ("K1", "J2", "I2", "H3", "J11", "I10")  # the ends of the line


def test_the_board_objects_to_saving_for_nothing():
    built = position().phase("4", "6").sbahn(0, 1, 1, 1, 2, 2, cash=900).trains(SBAHN, "7S", "9S")
    game = turn_of(built, SBAHN, IncomeStep(SBAHN, 300, 0))
    assert chosen(game) == Dividend(0, SBAHN, "pay")
    game.play(Dividend(0, SBAHN, "keep"))
    assert chosen(game) == Veto(1)


def test_nobody_objects_who_cannot_win_the_vote():
    built = position().phase("4", "6").sbahn(0, 1, 1, 0, 2, 2, cash=900).trains(SBAHN, "7S", "9S")
    game = turn_of(built, SBAHN, IncomeStep(SBAHN, 300, 0))
    game.play(Dividend(0, SBAHN, "keep"))
    assert chosen(game) == Pass(1)


def test_members_vote_together_against_what_harms_them():
    built = position().phase("4", "6").sbahn(0, 1, 2, 2, 2, 1, cash=900).trains(SBAHN, "7S", "9S")
    game = turn_of(built, SBAHN, IncomeStep(SBAHN, 300, 0))
    game.play(Dividend(0, SBAHN, "keep"))
    game.play(Veto(1))
    assert chosen(game) == Vote(2, False)
