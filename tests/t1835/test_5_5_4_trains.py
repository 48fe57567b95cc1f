"""5.5.4: buying trains, train limits, the director's help, bankruptcy and phases; 6: the end."""

import pytest

from stellwerk import Pass, Range
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    OfferForTrain,
    SellShares,
)
from stellwerk.eighteen.classic.operating import BeginOperatingRound, EndOperatingRound, EndTurn, NextCompany
from stellwerk.eighteen.events import GameEnded, PhaseBegan
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.terminal.screens import result
from stellwerk.titles.t1835.actions import ExchangePaper
from stellwerk.titles.t1835.events import BankruptPlayerLeft
from stellwerk.titles.t1835.raising import raised
from stellwerk.titles.t1835.rounds import BeginStockRound, EndStockRound
from stellwerk.titles.t1835.state import pay, sold_percent, train_limit

from .positions import (
    director_of,
    holding,
    kinds_of,
    listed,
    pass_until,
    position,
    price_of,
    rule_against,
)


def bayern(cash=0, trains=(), train="", selling=None, players=3, **options):
    built = position(players, **options).packet_gone().phase(train).ag("BY", director=0, cash=cash, trains=trains)
    return built.selling(selling) if selling else built


def trains_for_sale(game):
    return {(a.train, a.source) for a in listed(game, BuyTrain)}


def test_5_5_4_1_a_new_train_waits_for_the_next_turn():
    built = bayern(500, ("2",)).tile("O15", "202", 2).tile("N14", "8", 3).tile("M15", "58", 0)
    game = built.turn_of("BY").game()
    while type(game.step).__name__ != "TrainStep":
        game.play(listed(game)[-1])
    events = game.play(BuyTrain(0, "BY", "2", BANK))
    assert not {"Earned", "RouteRun", "PaidOut"} & set(kinds_of(events))


def test_5_5_4_2_several_trains_one_after_the_other():
    game = bayern(500).buying("BY").game()
    for number in (1, 2, 3):
        game.play(BuyTrain(0, "BY", "2", BANK))
        assert len(game.state.trains["BY"]) == number
    assert game.state.cash["BY"] == 500 - 240


def test_5_5_4_2_a_phase_changes_between_two_purchases():
    game = bayern(800, ("2",), "3", "4").buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.trains["BY"] == ("4",)
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.trains["BY"] == ("4", "4")


PRICES = {"2": 80, "2+2": 120, "3": 180, "3+3": 270, "4": 360, "4+4": 440, "5": 500, "5+5": 600}
PRICES |= {"6": 600, "6+6": 720}
NUMBERS = {"2": 9, "2+2": 4, "3": 4, "3+3": 3, "4": 3, "4+4": 1, "5": 2, "5+5": 1, "6": 2, "6+6": 4}


def test_5_5_4_2_table_of_trains():
    trains = position(3).shell.rules.printed.trains
    assert {id_: kind.price for id_, kind in trains.items()} == PRICES
    assert {id_: kind.count for id_, kind in trains.items()} == NUMBERS
    for id_, kind in trains.items():
        cities, _, towns = id_.partition("+")
        assert (kind.stops, kind.towns) == (int(cities), int(towns or 0))


def two_companies(train="3", **cash):
    """Bayern of seat 0 is to buy; Sachsen of seat 1 has a 3."""
    built = position(3).packet_gone().phase(train)
    built.ag("BY", director=0, cash=cash.get("by", 200), trains=("2+2",)).ag("SX", director=1, trains=("3",))
    return built


def test_5_5_4_3_no_trade_in_the_first_phase():
    built = position(3).packet_gone().ag("BY", director=0, cash=200).ag("SX", director=1, trains=("2",))
    game = built.buying("BY").game()
    assert not [c for c in listed(game) if isinstance(c, Range)]
    assert rule_against(game, OfferForTrain(0, "BY", "2", "SX", 10)) == "5.5.4.3"


def test_5_5_4_3_any_price_if_the_seller_agrees():
    game = two_companies().buying("BY").game()
    (offers,) = [c for c in listed(game) if isinstance(c, Range) and c.action.seller == "SX"]
    assert (offers.low, offers.high) == (1, 200)
    game.play(offers.at(150))
    assert game.waiting_for() == (1,)
    assert rule_against(game, AnswerOffer(1, "BY", True)) == "5.5.4.3"
    assert rule_against(game, Pass(1)) == "5.5.4.3"
    game.play(AnswerOffer(1, "SX", True))
    assert (game.state.cash["BY"], game.state.cash["SX"]) == (50, 150)
    assert game.state.trains["BY"] == ("2+2", "3")
    assert game.state.trains["SX"] == ()


def test_5_5_4_3_a_refused_offer_changes_nothing_but_may_be_raised():
    game = two_companies().buying("BY").game()
    game.play(OfferForTrain(0, "BY", "3", "SX", 150))
    game.play(AnswerOffer(1, "SX", False))
    assert game.state.trains["SX"] == ("3",)
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 150)) == "5.5.4.3"
    game.play(OfferForTrain(0, "BY", "3", "SX", 151))


def test_5_5_4_3_a_declined_offer_is_repeated_at_most_twice():
    game = two_companies().buying("BY").game()
    for price in (10, 20, 30):
        game.play(OfferForTrain(0, "BY", "3", "SX", price))
        game.play(AnswerOffer(1, "SX", False))
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 40)) == "5.5.4.3"
    assert not [c for c in listed(game) if isinstance(c, Range)]


def test_5_5_4_12_for_the_train_it_must_buy_an_ag_asks_as_often_as_it_likes():
    """Rulings: always for more, and with the director's money no further than the printed price."""
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=100).ag("SX", director=1, trains=("3",))
    game = built.cash(0, 500).buying("BY").game()
    for price in (10, 20, 30, 40, 179):
        assert rule_against(game, Pass(0)) == "5.5.4.4"
        game.play(OfferForTrain(0, "BY", "3", "SX", price))
        game.play(AnswerOffer(1, "SX", False))
        assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", price)) == "5.5.4.3"
    (offers,) = [c for c in listed(game) if isinstance(c, Range)]
    assert (offers.low, offers.high) == (180, 180)
    game.play(OfferForTrain(0, "BY", "3", "SX", 180))
    game.play(AnswerOffer(1, "SX", False))
    assert not [c for c in listed(game) if isinstance(c, Range)]
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 181)) == "5.5.4.12"


def test_5_5_4_3_an_accepted_offer_says_nothing_about_the_next_train():
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=200, trains=("2+2",))
    game = built.ag("SX", director=1, trains=("3", "3")).buying("BY").game()
    game.play(OfferForTrain(0, "BY", "3", "SX", 100))
    game.play(AnswerOffer(1, "SX", True))
    game.play(OfferForTrain(0, "BY", "3", "SX", 50))
    game.play(AnswerOffer(1, "SX", True))
    assert game.state.trains["BY"] == ("2+2", "3", "3")


def test_5_5_4_3_between_companies_of_one_player_at_once():
    built = two_companies().give(0, "SX-D")
    game = built.buying("BY").game()
    game.play(OfferForTrain(0, "BY", "3", "SX", 1))
    assert game.state.trains["BY"] == ("2+2", "3")


def test_5_5_4_3_vorpreussische_trade_too():
    built = position(3).packet_gone().phase("3").minor("V1", 1, trains=("2",))
    game = built.ag("BY", director=0, cash=50, trains=("2",)).buying("BY").game()
    game.play(OfferForTrain(0, "BY", "2", "V1", 50))
    game.play(AnswerOffer(1, "V1", True))
    assert game.state.cash["V1"] == 50


def test_5_5_4_3_never_more_than_the_treasury():
    game = two_companies(by=100).buying("BY").game()
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 101)) == "5.5.4.11"


def test_5_5_4_3_a_trade_begins_no_phase():
    game = two_companies().buying("BY").game()
    phase = game.state.phase
    game.play(OfferForTrain(0, "BY", "3", "SX", 10))
    game.play(AnswerOffer(1, "SX", True))
    assert game.state.phase == phase


def test_5_5_4_4_train_duty_holds_without_any_track():
    game = bayern(100).buying("BY").game()
    assert rule_against(game, Pass(0)) == "5.5.4.4"


def test_5_5_4_4_it_ends_when_bank_and_pool_are_empty():
    built = bayern(100, (), "6+6")
    built.ag("SX", director=1, trains=("6+6", "6+6")).ag("HE", director=1, trains=("6+6", "6+6"))
    assert Pass(0) in built.buying("BY").game().legal_actions()
    built.trains("HE", "6+6").trains(POOL, "6+6")
    assert rule_against(built.buying("BY").game(), Pass(0)) == "5.5.4.4"


def test_5_5_4_4_a_vorpreussische_has_no_duty():
    game = position(3).packet_gone().minor("V1", 0, cash=80).buying("V1").game()
    assert Pass(0) in game.legal_actions()


def test_5_5_4_5_trains_in_ascending_order():
    game = bayern(2000).buying("BY").game()
    assert trains_for_sale(game) == {("2", BANK)}
    assert rule_against(game, BuyTrain(0, "BY", "2+2", BANK)) == "5.5.4.5"
    order = list(dict.fromkeys(position(3).shell.state.depot))
    assert order == list(PRICES)


def test_5_5_4_6_scrapped_trains_are_gone():
    built = bayern(400, ("2", "3"), "3", "4").trains(POOL, "2").ag("SX", director=1, trains=("2", "2+2"))
    game = built.buying("BY").game()
    cash = dict(game.state.cash)
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.trains["BY"] == ("3", "4")
    assert game.state.trains["SX"] == ("2+2",)
    assert game.state.trains[POOL] == ()
    assert game.state.trains[SCRAPPED].count("2") == 9
    assert game.state.cash["SX"] == cash["SX"]


LIMITS = [("", 4, 4, 2), ("3", 4, 4, 2), ("4", 3, 4, 1), ("4+4", 3, 4, 1), ("5", 2, 3, 1), ("6", 2, 3, 1)]
LIMITS += [("6+6", 2, 3, 1)]


@pytest.mark.parametrize(("train", "ag", "prussia", "minor"), LIMITS)
def test_5_5_4_7_table_of_limits(train, ag, prussia, minor):
    table = position(3).phase(train).table
    assert [train_limit(table, c) for c in ("BY", "PR", "V1")] == [ag, prussia, minor]


def test_5_5_4_7_at_the_limit_no_purchase_even_if_it_would_scrap():
    built = bayern(900, ("2", "2", "2", "2"), "3", "4").ag("SX", director=0, trains=("3",))
    game = built.buying("BY").then(NextCompany()).game()
    assert not [e for e in listed(game) if getattr(e, "company", "") == "BY"]
    minor = position(3).packet_gone().phase("3").selling("4").minor("V1", 0, cash=900, trains=("2", "2"))
    assert not trains_for_sale(minor.buying("V1").then(EndTurn("V1")).game())


def test_5_5_4_8_surplus_trains_go_to_the_pool_unpaid():
    built = bayern(360, (), "3", "4").ag("SX", director=1, trains=("3", "3", "3", "2+2"), cash=5)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.waiting_for() == (1,)
    assert rule_against(game, Pass(1)) == "5.5.4.8"
    game.play(DiscardTrain(1, "SX", "3"))
    assert game.state.trains[POOL] == ("3",)
    assert game.state.cash["SX"] == 5


def test_5_5_4_8_the_pool_sells_at_the_printed_price():
    game = bayern(180, (), "4").trains(POOL, "3", "2+2").buying("BY").game()
    assert trains_for_sale(game) == {("4", BANK), ("3", POOL), ("2+2", POOL)}
    game.play(BuyTrain(0, "BY", "3", POOL))
    assert game.state.cash["BY"] == 0


def test_5_5_4_8_a_pool_train_begins_no_phase():
    game = bayern(180, (), "4").trains(POOL, "3").buying("BY").game()
    events = game.play(BuyTrain(0, "BY", "3", POOL))
    assert "PhaseBegan" not in kinds_of(events)


def test_5_5_4_9_prussia_keeps_which_trains_it_likes():
    built = position(4).prussia(0, trains=("2+2", "2+2", "3", "3")).phase("4").packet_gone()
    game = built.minor("V5", 1, trains=("3",)).agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "V5"))
    assert game.waiting_for() == (0,)
    game.play(DiscardTrain(0, "PR", "3"))
    assert sorted(game.state.trains["PR"]) == ["2+2", "2+2", "3", "3"]


def test_5_5_4_10_no_sale_to_the_bank():
    game = bayern(100, ("2", "2")).buying("BY").game()
    assert {type(c).__name__ for c in listed(game)} == {"BuyTrain", "Pass"}
    assert rule_against(game, DiscardTrain(0, "BY", "2")) == "5.4"


def test_5_5_4_11_a_vorpreussische_without_money_buys_nothing():
    built = position(3).packet_gone().minor("V1", 0, cash=79).buying("V1").then(EndTurn("V1"))
    assert not trains_for_sale(built.game())
    richer = position(3).packet_gone().minor("V1", 0, cash=80).buying("V1").game()
    richer.play(BuyTrain(0, "V1", "2", BANK))
    assert richer.state.cash["V1"] == 0


def test_5_5_4_11_an_ag_with_a_train_gets_no_help():
    game = bayern(79, ("2",)).cash(0, 500).ag("SX", director=0).buying("BY").then(NextCompany()).game()
    assert ("2", BANK) not in {(a.train, a.source) for a in listed(game, BuyTrain) if a.company == "BY"}


def test_5_5_4_12_the_director_pays_the_rest_and_the_company_ends_at_nothing():
    game = bayern(30).cash(0, 500).buying("BY").game()
    game.play(BuyTrain(0, "BY", "2", BANK))
    assert (game.state.cash["BY"], game.state.cash[0]) == (0, 500 - 50)


def test_5_5_4_12_he_may_choose_the_dear_one():
    built = bayern(200, (), "4").cash(0, 500).trains(POOL, "3")
    game = built.buying("BY").game()
    assert trains_for_sale(game) == {("4", BANK), ("3", POOL)}
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert (game.state.cash["BY"], game.state.cash[0]) == (0, 500 - 160)


def test_5_5_4_12_no_second_train_with_his_money():
    game = bayern(30, (), "").cash(0, 500).ag("SX", director=0).buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "2", BANK))
    assert not [a for a in listed(game, BuyTrain) if a.company == "BY"]


def test_5_5_4_12_other_companies_trains_are_an_offer_not_a_duty():
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=10).ag("SX", director=0, trains=("3",))
    game = built.cash(0, 500).buying("BY").then(NextCompany()).game()
    assert rule_against(game, Pass(0)) == "5.5.4.4"
    game.play(OfferForTrain(0, "BY", "3", "SX", 10))
    assert (game.state.trains["BY"], game.state.cash["BY"], game.state.cash["SX"]) == (("3",), 0, 10)
    assert game.state.cash[0] == 500
    assert game.step.company == "SX"  # the duty is done, and without money Bayern has nothing left to decide


def no_train(seller=1, private=500, **fields):
    """Bayern has 10 and no train; Sachsen has a 3, which costs 180 in print."""
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=10, **fields)
    return built.ag("SX", director=seller, trains=("3",)).cash(0, private)


def offers_for(game, train="3"):
    return [(c.low, c.high) for c in listed(game) if isinstance(c, Range) and c.action.train == train]


def test_5_5_4_12_the_missing_train_may_be_another_companys_with_the_directors_help():
    game = no_train().buying("BY").then(NextCompany()).game()
    assert offers_for(game) == [(1, 180)]  # at most what is printed on it
    game.play(OfferForTrain(0, "BY", "3", "SX", 180))
    game.play(AnswerOffer(1, "SX", True))
    assert game.state.trains["BY"] == ("3",)
    assert (game.state.cash["BY"], game.state.cash[0], game.state.cash["SX"]) == (0, 500 - 170, 180)


def test_5_5_4_12_no_private_money_passes_under_the_name_of_a_train():
    game = no_train(seller=0).buying("BY").game()
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 181)) == "5.5.4.12"
    rich = no_train(seller=0).cash("BY", 300).buying("BY").game()
    assert offers_for(rich) == [(1, 300)]  # the treasury's own money is another matter


def test_5_5_4_12_no_help_for_another_companys_train_beside_an_own_one():
    game = no_train(trains=("2",)).buying("BY").then(NextCompany()).game()
    assert offers_for(game) == [(1, 10)]
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 11)) == "5.5.4.11"


def test_5_5_4_12_for_another_companys_train_he_may_have_to_sell():
    built = no_train(private=50).ag("HE", director=2).shares(0, "HE", 10)
    game = built.buying("BY").then(NextCompany()).game()
    assert offers_for(game) == [(1, 10 + 50 + 84)]
    assert rule_against(game, OfferForTrain(0, "BY", "3", "SX", 145)) == "5.5.4.12"
    game.play(OfferForTrain(0, "BY", "3", "SX", 144))
    game.play(AnswerOffer(1, "SX", True))
    assert rule_against(game, Pass(0)) == "5.5.4.13"  # an accepted offer holds
    game.play(SellShares(0, "HE", (10,)))
    assert game.state.trains["BY"] == ("3",)
    assert (game.state.cash["BY"], game.state.cash[0], game.state.cash["SX"]) == (0, 0, 144)


def dear_and_cheap(private, shares=()):
    """Bayern has 100; the bank sells a 4 for 360, the pool a 3 for 180."""
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=100).trains(POOL, "3")
    built.cash(0, private).ag("SX", director=1).shares(0, "SX", *shares)
    return built.buying("BY").then(NextCompany()).game()


def test_5_5_4_12_the_dear_train_only_if_it_can_be_paid():
    # The two shares bring 176 together.
    assert trains_for_sale(dear_and_cheap(84, (10, 10))) == {("4", BANK), ("3", POOL)}
    game = dear_and_cheap(83, (10, 10))
    assert trains_for_sale(game) == {("3", POOL)}
    assert rule_against(game, BuyTrain(0, "BY", "4", BANK)) == "5.5.4.12"


def test_5_5_4_13_the_bank_advances_only_for_the_cheapest():
    game = dear_and_cheap(10)
    assert trains_for_sale(game) == {("3", POOL)}
    game.play(BuyTrain(0, "BY", "3", POOL))
    assert game.state.debts == {"BY": 70}


def test_5_5_4_12_until_the_first_paper_is_sold_he_may_choose_again():
    game = dear_and_cheap(70, (10, 10, 10))
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert Pass(0) in list(game.legal_actions())
    game.play(Pass(0))
    game.play(BuyTrain(0, "BY", "3", POOL))
    assert Pass(0) in list(game.legal_actions())
    game.play(SellShares(0, "SX", (10,)))
    assert game.state.trains["BY"] == ("3",)
    assert (game.state.cash["BY"], game.state.cash[0]) == (0, 70 + 88 - 80)


def test_5_5_4_12_afterwards_the_choice_holds():
    game = dear_and_cheap(0, (10, 10, 10, 10))
    game.play(BuyTrain(0, "BY", "4", BANK))
    game.play(SellShares(0, "SX", (10, 10)))
    assert rule_against(game, Pass(0)) == "5.5.4.13"
    game.play(SellShares(0, "SX", (10,)))
    assert game.state.trains["BY"] == ("4",)


def test_5_5_4_13_nobody_goes_bankrupt_by_choice():
    # One after the other the shares bring 88 + 86: too little. Together they bring 176.
    game = dear_and_cheap(84, (10, 10))
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert rule_against(game, SellShares(0, "SX", (10,))) == "5.5.4.13"
    assert listed(game, SellShares) == [SellShares(0, "SX", (10, 10))]
    game.play(SellShares(0, "SX", (10, 10)))
    assert (game.state.trains["BY"], game.state.cash[0]) == (("4",), 0)


def test_5_5_4_13_several_sales_of_one_ag_can_bring_more_than_one():
    """A first sale loses the directorship of Baden; then one of the papers got for it finds room in the pool."""
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=100).cash(0, 0)
    built.ag("BA", director=0).shares(0, "BA", 20).shares(1, "BA", 10, 10, 10)
    built.shares(POOL, "BA", 10, 10)
    assert price_of(built.game(), "BA") == 84
    assert raised(built.table, "BY", 10_000) == 100 + 2 * 84 + 80


# Bankruptcy -------------------------------------------------------------------------------------------------


def poor(cash=0, private=0):
    """Bayern needs a 4 for 360; seat 0 directs it and has next to nothing."""
    return position(4).packet_gone().phase("4").ag("BY", director=0, cash=cash).cash(0, private)


def test_5_5_4_13_he_must_sell_at_once():
    built = poor(100, 60).ag("SX", director=1).shares(0, "SX", 10, 10, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.waiting_for() == (0,)
    assert {type(c).__name__ for c in listed(game)} == {"SellShares"}
    assert rule_against(game, Pass(0)) == "5.5.4.13"
    game.play(SellShares(0, "SX", (10, 10, 10)))  # 264; 200 were missing
    assert game.state.trains["BY"] == ("4",)
    assert (game.state.cash["BY"], game.state.cash[0]) == (0, 64)


def test_5_5_4_13_only_as_much_as_needed():
    built = poor(100, 60).ag("SX", director=1).shares(0, "SX", 10, 10, 10, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert rule_against(game, SellShares(0, "SX", (10, 10, 10, 10))) == "5.5.4.13"


def test_5_5_4_13_own_directorship_is_kept_others_may_go():
    built = poor(0, 0).shares(0, "BY", 10).shares(1, "BY", 10, 10, 10)
    built.ag("SX", director=0).shares(2, "SX", 10, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert rule_against(game, SellShares(0, "BY", (10,))) == "5.5.4.13"
    assert SellShares(0, "SX", (), True) in game.legal_actions()
    game.play(SellShares(0, "SX", (), True))
    assert director_of(game, "SX") == 2


def test_5_5_4_13_own_shares_as_far_as_he_stays_director():
    built = poor(0, 0).shares(0, "BY", 10, 10).shares(1, "BY", 10, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert SellShares(0, "BY", (10, 10)) in game.legal_actions()


def test_5_5_4_13_the_usual_bans_hold():
    built = poor(0, 0).ag("SX", director=1, operated=False).shares(0, "SX", 10)
    built.ag("HE", director=1).shares(0, "HE", 10, 10).shares(POOL, "HE", 10, 10, 10, 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert rule_against(game, SellShares(0, "SX", (10,))) == "2.6.3.2"
    assert rule_against(game, SellShares(0, "HE", (10, 10))) == "2.6.3.2"


def test_5_5_4_13_exactly_enough_needs_no_sale():
    built = poor(100, 260).ag("SX", director=1).shares(0, "SX", 10)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.trains["BY"] == ("4",)
    assert (game.state.cash[0], holding(game, "SX", 0)) == (0, ["10"])


@pytest.mark.parametrize(("cash", "must"), [(359, False), (360, True)])
def test_5_5_4_13_who_only_looks_after_a_company_pays_nothing_for_it(cash, must):
    built = position(4).packet_gone().phase("4").ag("BY", cash=cash).give(POOL, "BY-D").shares(1, "BY", 10)
    game = built.left(0).cash(1, 900).buying("BY").then(EndTurn("BY")).game()
    assert trains_for_sale(game) == ({("4", BANK)} if must else set())
    assert game.over is not must  # nothing to decide: the step has passed by itself
    if must:
        assert rule_against(game, Pass(1)) == "5.5.4.4"
        game.play(BuyTrain(1, "BY", "4", BANK))
    assert (game.state.cash[1], game.state.cash["BY"]) == (900, cash % 360)


def bankrupt():
    """Seat 0 goes bankrupt over a 4 for Bayern: 360 − 100 − 60 − 88 = 112 are missing."""
    built = poor(100, 60).give(0, "NF", "BS").minor("V4", 0, cash=33).shares(1, "BY", 10).shares(2, "BY", 10)
    built.ag("SX", director=1).shares(0, "SX", 10).ag("HE", director=0).shares(0, "HE", *[10] * 4)
    built.set(operated=frozenset({"BY", "SX"})).starts(2)
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    game.play(SellShares(0, "SX", (10,)))
    return game


def test_5_5_4_13_bankruptcy():
    game = bankrupt()
    (event,) = [e for e in game.events if isinstance(e, BankruptPlayerLeft)]
    assert (event.seat, event.company, event.advance) == (0, "BY", 112)
    assert set(range(game.state.seats)) - set(game.state.order) == {0}
    assert game.state.trains["BY"] == ("4",)
    assert game.state.cash[0] == 0
    assert game.state.debts == {"BY": 112}
    assert 0 not in game.state.papers.values()


def test_5_5_4_13_his_shares_go_to_the_pool_above_half_too_directors_papers_included():
    game = bankrupt()
    assert holding(game, "HE", POOL) == ["10", "10", "10", "10", "20D"]
    assert "20D" in holding(game, "BY", POOL)
    assert game.problems() == []


def unfloated():
    """Seat 0 goes bankrupt with the director's paper and 10% of Württemberg, of which seat 1 holds 10%."""
    built = poor(100, 60).shares(0, "WT", 10, director=True).shares(1, "WT", 10).give(0, "PR-2")
    for company in ("SX", "BA"):
        built.shares(3, company, *[10] * (8 if company == "SX" else 6), director=True)
    built.shares(3, "BY", *[10] * 8).shares(3, "BA", 20)
    game = built.cash(1, 900).buying("BY").then(BeginStockRound()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    return game


def test_5_5_4_13_shares_of_an_ag_that_is_not_in_operation_are_unsold_again():
    game = unfloated()
    assert holding(game, "WT", POOL) == []
    assert holding(game, "PR", POOL) == []
    assert (game.state.papers["WT-D"], game.state.papers["PR-2"]) == (ISSUE, ISSUE)
    assert sold_percent(game.position, "WT") == 10
    assert game.problems() == []


def test_5_5_4_13_the_directors_paper_lies_on_top_and_can_be_bought():
    game = unfloated()
    pass_until(game, lambda g: g.waiting_for() == (1,))
    assert rule_against(game, BuyShare(1, "WT", POOL, 20)) == "2.6.1.2"
    game.play(BuyShare(1, "WT", ISSUE, 20))
    assert game.state.papers["WT-D"] == 1
    assert "WT" not in game.state.in_operation  # 30%, not 50%


def test_5_5_4_13_debts_add_up():
    built = poor(0, 60).set(debts={"BY": 40})
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.debts == {"BY": 40 + 300}


def test_5_5_4_13_a_bankrupts_mark_by_4_5_goes_with_his_shares():
    built = poor(100, 60).prussia(1).give(0, "PR-2").set(operated=frozenset({"BY"}), barren={0: 10})
    built.shares(POOL, "PR", 10, 10).exchanged(POOL, "BS", "HA", "V4")
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert set(range(game.state.seats)) - set(game.state.order) == {0}
    assert game.state.barren == {}
    assert game.problems() == []


def test_5_5_4_13_privates_close_and_vorpreussische_stop():
    game = bankrupt()
    assert (game.state.papers["NF"], game.state.papers["BS"], game.state.papers["V4"]) == (GONE, GONE, BANK)
    assert director_of(game, "V4") is None
    assert game.state.cash["V4"] == 33


def test_5_5_4_13_the_largest_holder_looks_after_it_ties_from_the_start_player():
    game = bankrupt()
    assert director_of(game, "BY") == 2  # 1 and 2 hold 10% each; 2 has the marker
    assert director_of(game, "HE") == 2  # nobody holds any: the start player


def test_5_5_4_13_the_last_player_left_ends_the_game():
    built = poor(100, 60).left(1, 2).shares(3, "BY", 10)
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.over
    assert "GameEnded" in kinds_of(game.events)


def test_5_5_4_13_the_directors_paper_can_be_bought_from_the_pool():
    built = position(4).packet_gone().ag("HE").give(POOL, "HE-D").left(0).cash(1, 500)
    game = built.stock_turn(1).game()
    game.play(BuyShare(1, "HE", POOL, 20))
    assert game.state.papers["HE-D"] == 1
    assert director_of(game, "HE") == 1


def test_5_5_4_13_an_indebted_company_must_save_and_has_no_money():
    built = position(4).packet_gone().phase("4").ag("BY", director=1, trains=("4",)).set(debts={"BY": 112})
    built.tile("O15", "202", 2).tile("N14", "8", 3).tile("M15", "58", 0)
    game = built.run("BY").then(NextCompany()).game()
    assert not listed(game, Dividend)
    assert game.state.debts == {"BY": 42}  # 70 earned
    assert game.state.cash["BY"] == 0
    assert price_of(game, "BY") == 86


def test_5_5_4_13_what_is_left_after_the_debt_is_its_own():
    built = position(4).packet_gone().phase("4").ag("BY", director=1).set(debts={"BY": 30})
    pay(built.turn, BANK, "BY", 70, "withheld")
    assert built.state.cash["BY"] == 40
    assert built.state.debts == {}


def test_5_5_4_13_new_shares_repay_it_too():
    built = position(4).packet_gone().ag("BY", director=1, trains=("2",)).set(debts={"BY": 100}).cash(0, 500)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "BY", ISSUE, 10))
    assert (game.state.cash["BY"], game.state.debts) == (0, {"BY": 8})


def test_5_5_4_13_a_bankrupts_vorpreussische_join_prussias_pool_when_forced():
    built = position(4).packet_gone().phase("4+4").selling("5").prussia(1).minor("V4", 0, cash=33)
    built.give(BANK, "V4").left(0).ag("BY", director=2, cash=500)
    game = built.buying("BY").game()
    game.play(BuyTrain(2, "BY", "5", BANK))
    assert holding(game, "PR", POOL) == ["10"]
    assert game.state.cash["PR"] == 33


# Effects ----------------------------------------------------------------------------------------------------


def first(train, before, **fields):
    """Bayern buys the first train of a kind."""
    built = position(4).packet_gone().phase(before).selling(train)
    return built.ag("BY", director=0, cash=PRICES[train], **fields)


def bought(built, train):
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", train, BANK))
    return game


def test_5_5_4_14_1_the_first_3_brings_green_and_trade():
    game = bought(first("3", ""), "3")
    assert PhaseBegan("2", "3") in game.events
    now = game.rules.printed.phases[game.state.phase]
    assert (now.colours, now.trade, now.lays, now.rounds) == (("yellow", "green"), True, 1, 2)


def test_5_5_4_14_1_nothing_is_scrapped_by_it():
    game = bought(first("3", "", trains=("2", "2+2")), "3")
    assert game.state.trains["BY"] == ("2", "2+2", "3")


def test_5_5_4_14_2_the_first_4_scraps_2s():
    game = bought(first("4", "3", trains=("2", "2+2", "3")), "4")
    assert game.state.trains["BY"] == ("2+2", "3", "4")


def test_5_5_4_14_3_the_first_4_plus_4_scraps_2_plus_2s():
    game = bought(first("4+4", "4", trains=("2+2", "3")).minor("V2", 1), "4+4")
    assert game.state.trains["BY"] == ("3", "4+4")
    assert "PR" in game.state.in_operation


def test_5_5_4_14_4_the_first_5_brings_brown():
    game = bought(first("5", "4+4").prussia(1), "5")
    now = game.rules.printed.phases[game.state.phase]
    assert (now.colours[-1], now.rounds, now.limits) == ("brown", 3, (2, 3, 1))


def test_5_5_4_14_5_the_first_6_scraps_3s():
    game = bought(first("6", "5", trains=("3",)).prussia(1, trains=("3", "3+3")), "6")
    assert game.state.trains["BY"] == ("6",)
    assert game.state.trains["PR"] == ("3+3",)


def test_5_5_4_14_6_the_first_6_plus_6_scraps_3_plus_3s():
    game = bought(first("6+6", "6", trains=("3+3",)).prussia(1, trains=("3+3",)), "6+6")
    assert game.state.trains["BY"] == ("6+6",)
    assert game.state.trains["PR"] == ()


def test_5_5_4_14_5_a_5_plus_5_changes_nothing():
    game = bought(first("5+5", "5", trains=("3",)).prussia(1), "5+5")
    assert game.state.trains["BY"] == ("3", "5+5")
    assert game.state.phase == 4


# The end ----------------------------------------------------------------------------------------------------


def test_6_1_broken_in_an_operating_round_only_that_round_is_finished():
    built = position(3).packet_gone().phase("5").give(1, "HA").bank(20).prussia(0, trains=("5",))
    built.give(GONE, "HA").give(1, "NF").bank(4).ag("BY", director=0, trains=("5",))
    built.agenda(BeginOperatingRound(1)).set(operating_rounds=3)
    game = built.game()
    assert game.state.cash[BANK] == -1  # noted: the bank owes it
    assert not game.over
    pass_until(game, lambda g: g.over)
    assert [k for k in kinds_of(game.events) if k == "OperatingRoundBegan"] == ["OperatingRoundBegan"]
    assert "StockRoundBegan" not in kinds_of(game.events)


def test_6_1_an_empty_bank_is_broken():
    built = position(3).give(1, "NF").packet_gone().bank(5)
    game = built.agenda(BeginOperatingRound(1)).set(operating_rounds=2).game()
    assert game.over
    assert game.state.cash[BANK] == 0


def test_6_1_one_mark_left_is_not():
    built = position(3).give(1, "NF").packet_gone().bank(6)
    game = built.agenda(BeginOperatingRound(1)).set(operating_rounds=1).game()
    assert "StockRoundBegan" in kinds_of(game.events)


def test_6_1_broken_in_a_stock_round_one_operating_round_follows():
    built = position(3).packet_gone().phase("5").ag("BY", director=0, trains=("5",)).shares(0, "BY", 10).bank(50)
    game = built.set(operating_round=0).stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    assert game.state.cash[BANK] == 50 - 92
    pass_until(game, lambda g: g.over)
    assert kinds_of(game.events).count("OperatingRoundBegan") == 1
    assert kinds_of(game.events).count("StockRoundBegan") == 0


def test_6_1_the_last_operating_round_ends_the_game():
    for index in (1, 2, 3):
        built = position(3).packet_gone().operating(index, 3).set(bank_broken_in="operating")
        assert built.agenda(EndOperatingRound()).game().over


def test_6_1_not_before():
    game = position(3).packet_gone().agenda(EndStockRound(-1)).set(operating_round=0).game()
    assert not game.over


def test_6_2_1_cash_and_shares_at_their_price():
    built = position(3).packet_gone().ag("BY", director=0, cash=900).shares(0, "BY", 10).cash(0, 111).cash(1, 7)
    game = built.exchanged(1, "V1").prussia(2).game()
    assert game.result()[0] == 111 + 3 * 92
    assert game.result()[1] == 7 + 77


def test_6_2_1_owed_amounts_are_credited():
    built = position(3).packet_gone().bank(0)
    pay(built.turn, BANK, 0, 30, "dividend")
    before = position(3).shell.result()[0]
    assert built.game().result()[0] == before + 30


def test_6_2_2_companies_privates_and_vorpreussische_count_nothing():
    built = position(3).give(0, "NF", "BS").minor("V1", 0, cash=500, trains=("2",)).packet_gone().cash(0, 10)
    assert built.game().result()[0] == 10


def test_6_2_2_shares_without_a_price_count_nothing():
    assert position(3).packet_gone().give(0, "PR-2").cash(0, 10).game().result()[0] == 10


@pytest.mark.parametrize(
    ("cash", "worth", "told"),
    [
        ((100, 350, 200), (100 + 4 * 92, 350, 200), "North wins"),  # most cash is not most
        ((100, 469, 200), (468, 469, 200), "East wins"),
        ((100, 468, 200), (468, 468, 200), "North and East win"),
    ],
)
def test_6_2_3_the_richest_wins(cash, worth, told):
    built = position(3).packet_gone().ag("BY", director=0, cash=999).shares(0, "BY", 10, 10).operating(1, 1)
    for seat, amount in enumerate(cash):
        built.cash(seat, amount)
    game = built.set(bank_broken_in="operating").agenda(EndOperatingRound()).game()
    (end,) = [e for e in game.events if isinstance(e, GameEnded)]
    assert end.worth == worth
    assert game.result() == dict(enumerate(worth))
    assert told in str(result(game, "en"))
