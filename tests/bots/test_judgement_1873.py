"""Decisions of 1873 in which a sensible player does not hesitate."""

import random

import pytest

from stellwerk import Pass, bots
from stellwerk.bank.papers import BANK, ISSUE
from stellwerk.bots.eighteen.forecast import Forecast
from stellwerk.eighteen.actions import AnswerOffer, BuildStation, BuyShare, BuyTrain, Dividend, LayTile
from stellwerk.eighteen.dividends import DividendStep
from stellwerk.eighteen.trains import OfferStep
from stellwerk.play.auction import Bid
from stellwerk.routes import Budget
from stellwerk.routes.locomotives import best_run
from stellwerk.titles.t1873.actions import (
    BuyLot,
    BuyMachine,
    CloseWork,
    FoundRailway,
    FoundWorks,
    Nominate,
    OfferForEngine,
    OfferForWork,
    ScrapEngine,
)
from stellwerk.titles.t1873.bot.judgement import JUDGEMENT
from stellwerk.titles.t1873.bot.scoring_equipment import wishes
from stellwerk.titles.t1873.bot.scoring_outlook import Outlook
from stellwerk.titles.t1873.bot.scoring_time import rounds_to_come
from stellwerk.titles.t1873.companies.buying_in import BuyWorkStep, WorkOfferStep
from stellwerk.titles.t1873.companies.equipment import EquipStep
from stellwerk.titles.t1873.companies.running import problem_of
from stellwerk.titles.t1873.papers.auction import AuctionTurn, LotAuction, OpeningSale
from stellwerk.titles.t1873.papers.founding import MergerStep, found_works
from stellwerk.titles.t1873.papers.stock import StockTurn
from t1873.positions import position


def chosen(game):
    """What a steady bot does."""
    return bots.choose(game, game.waiting_for()[0], "steady", random.Random(0))


def advised(game, kind):
    """Advice on actions of a kind, best first."""
    advice = bots.advise(game, game.waiting_for()[0], n=500)
    return [one for one in advice if isinstance(one.action, kind)]


def opening(premium, *purses):
    """The first auction, with all works and the two concessions for sale."""
    built = position(3).purses(*purses).give(ISSUE, *position().printed.works)
    return built.set(stock_round=0).agenda(OpeningSale(0, premium)).game()


def company(built, works, cash=0, seat=0):
    """Concordia, made of two works of a player."""
    for work in works:
        built.work(work, seat)
    found_works(built.turn, FoundWorks(seat, "CO", works))
    return built.set(operated=built.state.operated | {"CO"}).cash("CO", cash)


def equipping(built, owner):
    return built.acting(owner, EquipStep(owner)).game()


# Time -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("full_sets", "index", "rounds"),
    [(0, 1, 1 + 6), (0, 2, 6), (1, 0, 3), (2, 1, 2), (2, 3, 0)],
)
def test_from_phase_5_on_the_end_is_known(full_sets, index, rounds):
    of = 3 if full_sets else 2
    built = position().phase("5").operating(index, of).set(full_sets=full_sets)
    assert rounds_to_come(built.table) == rounds


def test_railways_have_only_locomotives_as_trains_and_shares_of_their_own_size():
    built = position().railway("HBE", 0).trains("HBE", "2", "S2")
    firm = JUDGEMENT.survey(built.table).firms["HBE"]
    assert (firm.trains, firm.unit, firm.parts) == (("2",), 20, (60, 0, 0))


def test_what_nobody_sees_changes_nothing():
    built = position().railway("HBE", 0, cash=300).trains("HBE", "2").cash(0, 500)
    scores = []
    for lots in (1, 2):
        game = built.set(lots=lots).agenda(StockTurn(0)).game()
        scores.append([(one.action, one.score) for one in bots.advise(game, 0, n=100)])
    assert scores[0] == scores[1]


# Auctions ---------------------------------------------------------------------------------------------------


def test_the_work_that_is_connected_is_the_first_to_go():
    assert chosen(opening(50, 1400, 1400, 1400)) == BuyLot(0, "W15")


def test_a_poor_work_is_not_worth_the_highest_premium():
    assert all(one.score < 0 for one in advised(opening(120, 1400, 1400, 1400), BuyLot) if one.action.lot == "W1")


@pytest.mark.parametrize(("purse", "bought"), [(420, False), (600, True)])
def test_money_is_kept_for_shares_of_the_first_railways(purse, bought):
    """2.1, 3.2.4: two railways will sell shares for 600 marks each; a poor work can wait for that."""
    built = position(3).purses(1050, purse, 1050).set(stock_round=0).give(ISSUE, "W2", "C-HBE", "C-GHE")
    game = built.agenda(OpeningSale(1, 0)).game()
    assert isinstance(chosen(game), BuyLot) is bought


def test_nobody_buys_a_concession_without_money_for_three_shares():
    game = opening(0, 400, 1400, 1400)
    scores = {one.action.lot: one.score for one in advised(game, BuyLot)}
    assert scores["C-HBE"] < 0 < scores["W15"]


@pytest.mark.parametrize(("bid", "action"), [(0, Nominate(0, "C-HBE", 100)), (1000, Pass(0))])
def test_a_concession_has_its_price(bid, action):
    built = position().purses(2000, 2000, 2000)
    step = LotAuction("C-HBE", 100, (0, 1, 2), bid, 2) if bid else AuctionTurn(0)
    assert chosen(built.agenda(step).game()) == action


def test_a_bid_is_the_least_that_counts():
    game = position().purses(2000, 2000, 2000).agenda(LotAuction("C-HBE", 100, (0, 1, 2), 100, 2)).game()
    assert chosen(game) == Bid(0, 110)


# Stock rounds -----------------------------------------------------------------------------------------------


def test_the_nwe_is_founded_at_a_price_that_pays_its_route_and_a_locomotive():
    built = position().phase("2").set(awake=position().state.awake | {"NWE"}).give(0, "C-NWE").cash(0, 1500)
    game = built.agenda(StockTurn(0)).game()
    action = chosen(game)
    assert isinstance(action, FoundRailway)
    assert 5 * action.price >= 500 + 250
    at_120 = [one.score for one in advised(game, FoundRailway) if one.action.price == 120]
    assert max(at_120) < 0


def test_a_concession_is_used_before_shares_of_others_are_bought():
    """What a new railway's money earns it counts, not only its first run."""
    built = position().phase("2").set(awake=position().state.awake | {"SHE"}).give(0, "C-SHE").cash(0, 1500)
    action = chosen(built.agenda(StockTurn(0)).game())
    assert (type(action), action.company) == (FoundRailway, "SHE")


def test_nobody_founds_at_a_price_for_which_he_cannot_buy_three_shares():
    built = position().give(0, "C-HBE").cash(0, 400)
    action = chosen(built.agenda(StockTurn(0)).game())
    assert (type(action), action.price) == (FoundRailway, 120)


def test_a_founder_brings_his_railway_into_operation_before_all_else():
    papers = [paper.id for paper in position().printed.register.of["HBE"] if paper.percent == 20]
    built = position().give(0, "C-HBE", *papers[:2]).give(ISSUE, *papers[2:]).cash(0, 150)
    built.set(
        sizes={**built.state.sizes, "HBE": 20},
        directors={"HBE": 0},
        chart=built.state.chart.place("HBE", (0, 5)),
    )
    assert chosen(built.agenda(StockTurn(0)).game()) == BuyShare(0, "HBE", ISSUE, 20)


def test_idle_money_goes_into_the_mhe():
    assert chosen(position().cash(0, 200).agenda(StockTurn(0)).game()) == BuyShare(0, "MHE", "pool", 10)


def test_two_good_works_become_a_company():
    built = position().work("W15", 0).work("W12", 0).railway("HBE", 1).cash(0, 0)
    action = chosen(built.agenda(StockTurn(0)).game())
    assert isinstance(action, FoundWorks)
    assert set(action.works) == {"W12", "W15"}


def test_a_merger_with_a_better_work_is_welcome_and_with_a_worse_one_is_not():
    built = position().work("W15", 1).work("W1", 0)
    good = built.agenda(MergerStep(FoundWorks(1, "CO", ("W15", "W1")))).game()
    assert chosen(good) == AnswerOffer(0, "W1", True)
    bad = built.agenda(MergerStep(FoundWorks(0, "CO", ("W1", "W15")))).game()
    assert chosen(bad) == AnswerOffer(1, "W15", False)


# Works ------------------------------------------------------------------------------------------------------


def test_a_connected_work_buys_a_switcher_and_one_without_track_does_not():
    assert chosen(equipping(position().phase("2").work("W15", 0, cash=60), "W15")) == BuyTrain(
        0, "W15", "S2", BANK
    )
    assert chosen(equipping(position().phase("2").work("W4", 0, cash=60), "W4")) == Pass(0)


def test_a_work_builds_where_the_bank_gives_the_money_back():
    game = position().phase("2").work("W14", 0, cash=150).laying("W14", 1).game()
    action = chosen(game)
    assert isinstance(action, LayTile)
    assert action.hex == "H3"  # on the KEZ's route, towards the state railway at Ellrich


def test_one_unit_serves_both_works_of_a_company():
    built = company(position().phase("2").railway("HBE", 1), ("W15", "W12"), cash=150)
    assert chosen(equipping(built, "CO")) == BuyMachine(0, "CO", ("W15", "W12"))


@pytest.mark.parametrize(("capital", "action"), [(301, CloseWork(0, "W15")), (299, Pass(0))])
def test_after_the_last_production_a_work_is_closed_if_its_capital_is_worth_more(capital, action):
    built = position().phase("5").operating(3, 3).set(full_sets=2).work("W15", 0, cash=capital)
    assert chosen(equipping(built, "W15")) == action


def test_works_are_not_closed_while_they_bring_something():
    built = position().phase("2").work("W15", 0, cash=400)
    assert advised(equipping(built, "W15"), CloseWork)[0].score < 0


@pytest.mark.parametrize(("price", "accept"), [(1, False), (600, True)])
def test_a_work_is_sold_for_what_it_is_worth_and_not_for_a_mark(price, accept):
    built = company(position().phase("5").operating(2, 3).set(full_sets=2), ("W13", "W12"), cash=700, seat=1)
    built.set(sizes={**built.state.sizes, "CO": 50}).work("W15", 0)
    offer = OfferForWork(1, "CO", "W15", price)
    game = built.acting("CO", WorkOfferStep(offer), BuyWorkStep("CO")).game()
    assert chosen(game) == AnswerOffer(0, "W15", accept)


# Railways ---------------------------------------------------------------------------------------------------


def test_stations_wait_for_the_compulsory_locomotive():
    built = position().phase("3").railway("GHE", 0, cash=600, acted=False)
    assert not [one for one in advised_after_route(built) if isinstance(one.action, BuildStation)]


def advised_after_route(built):
    """What is thought of stations in the first turn, with the route built and 450 M left for a 3."""
    game = built.first_turn("GHE").game()
    return bots.advise(game, 0, n=100)


def test_an_old_locomotive_is_replaced_before_its_upkeep_ruins_the_railway():
    built = position().phase("4").railway("GHE", 0, cash=760).trains("GHE", "2")
    assert chosen(equipping(built, "GHE")) == BuyTrain(0, "GHE", "4", BANK)


def test_a_locomotive_that_costs_more_than_it_brings_is_scrapped():
    built = position().phase("D", "5").railway("GHE", 0).trains("GHE", "1", "5", "D").set(railcars=6, full_sets=1)
    assert chosen(equipping(built, "GHE")) == ScrapEngine(0, "GHE", "1")


def test_a_railway_with_nothing_to_buy_pays_out():
    built = position().phase("5").operating(3, 3).set(full_sets=2).railway("GHE", 0, price=120).trains("GHE", "4")
    game = built.acting("GHE", DividendStep("GHE", 240)).game()
    assert chosen(game) == Dividend(0, "GHE", "pay")
    # 60% of 240, and two fields from 120 to 140 on three shares
    assert advised(game, Dividend)[0].score == pytest.approx(144 + 60)


def test_money_is_kept_for_a_machine_that_saves_a_company():
    built = company(position().phase("4", "4"), ("W1", "W2"), cash=430)
    game = built.acting("CO", DividendStep("CO", 80)).game()
    assert chosen(game) == Dividend(0, "CO", "keep")


@pytest.mark.parametrize(("price", "accept"), [(1, False), (100, True)])
def test_a_switcher_that_serves_is_sold_only_for_good_money(price, accept):
    built = position().phase("2").operating(1, 1).railway("GHE", 1, cash=200).work("W15", 0).trains("W15", "S2")
    if accept:
        built.work("W4", 0).trains("W15").trains("W4", "S2")  # no track leads there
    seller = "W4" if accept else "W15"
    offer = OfferForEngine(1, "GHE", "S2", seller, price)
    game = built.trains("GHE", "2").acting("GHE", OfferStep(offer), EquipStep("GHE")).game()
    assert chosen(game) == AnswerOffer(0, seller, accept)


def test_a_step_of_the_price_counts_for_what_it_leads_to():
    """4.3.3: without track the railway will not last, so that its price brings nobody anything."""
    built = position().phase("4", "4").railway("GHE", 0, price=120).trains("GHE", "4")
    game = built.acting("GHE", DividendStep("GHE", 240)).game()
    told = {
        one.action.kind: why.values["amount"]
        for one in advised(game, Dividend)
        for why in one.reasons
        if why.key == "payout_brings"
    }
    assert told == {"pay": 144, "half": 72}


@pytest.mark.parametrize(("full_sets", "costs"), [(0, {100}), (1, {100, 250})])
def test_a_railway_wishes_for_a_marker_and_in_time_for_its_railcar(full_sets, costs):
    built = position().railway("HBE", 0).trains("HBE", "4").phase("5").operating(1, 3).set(full_sets=full_sets)
    outlook = Outlook(built.table, 0, Forecast(JUDGEMENT, built.table, 0))
    assert {cost for cost, gain in wishes(outlook, "HBE") if gain > 0} == costs


def test_a_work_that_brings_as_much_as_it_costs_is_weighed_like_any_other():
    face = position().table.rules.printed.works["W2"].face
    built = position().phase("2").operating(1, 1).works_company("SN", ["W13"], {0: 100}, size=20)
    built.work("W2", 0, cash=face)
    outlook = Outlook(built.table, 0, Forecast(JUDGEMENT, built.table, 0))
    assert 0 in {cost for cost, _ in wishes(outlook, "SN")}


# Runs -------------------------------------------------------------------------------------------------------


def test_a_run_with_many_routes_is_foreseen_as_it_will_be():
    built = position(3).phase("5").railway("HBE", 0).trains("HBE", "2", "D")
    built.tiles(
        "B15 78/5, B19 987/5, C8 79/0, C10 78/2, C12 956/1, C14 975/1, C16 988/5, D7 956/0, D13 956/1, D15 974/5,"
        "D17 963/5, E4 978/4, E6 963/0, E8 75/5, E10 963/5, E16 977/0, F3 976/3, F5 988/1, F7 975/0, F9 966/1,"
        "F11 980/2, G2 956/0, G4 979/0, G12 962/5, G20 987/5, H3 78/3, H19 78/1, I14 76/2, I16 76/1"
    )
    for hex_ in ("B13", "F15", "E18", "E16", "C14", "C16"):
        built.marker("HBE", hex_)
    table = built.table
    run = best_run(problem_of(table, "HBE", ("2", "D")), Budget())
    assert run.total > 500
    assert JUDGEMENT.run(table, "HBE", table.state.board, ("2", "D")) == run.total
