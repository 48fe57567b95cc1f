"""Details of many paragraphs that no other test would miss; deliberate faults (`make mutants`) showed them."""

import pytest

from stellwerk import IllegalAction, Pass
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuildStation,
    BuyShare,
    BuyTrain,
    ChooseHome,
    Dividend,
    LayTile,
    OfferForTrain,
    SellShares,
)
from stellwerk.eighteen.classic.operating import BeginOperatingRound, EndTurn, NextCompany
from stellwerk.eighteen.ending import EndGame
from stellwerk.eighteen.events import PlayerPassed, RouteRun, StockRoundEnded, TrainBought
from stellwerk.eighteen.stations import StationStep
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import TrainStep
from stellwerk.play.core import Paid
from stellwerk.titles.t1835.actions import CorrectPrice, ExchangePaper, FoundPrussia
from stellwerk.titles.t1835.rounds import EndStockRound
from stellwerk.titles.t1835.running import pay_out
from stellwerk.words import catalogue
from stellwerk.words.values import NOTHING

from .positions import director_of, holding, kinds_of, listed, markers_in, paid, position, price_of, rule_against


def told(step, built, action):
    """The paragraph by which a step refuses what a game would not even ask; the reason can be put into words."""
    refusal = step.refusal(built.table, action)
    assert catalogue("en", built.shell.title).variants(f"refusal.{refusal.reason}"), refusal
    assert NOTHING not in str(IllegalAction("1835", refusal)), refusal
    return refusal.rule


# 1 and 2: shares on offer, stock rounds ---------------------------------------------------------------------


@pytest.mark.parametrize("unsold", ["BA", "WT", "HE", "PR"])
def test_1_2_3_mecklenburg_waits_for_every_ag_of_the_group_before(unsold):
    built = position(7).packet_gone()
    for number, company in enumerate(("BY", "SX", "BA", "WT", "HE", "PR")):
        papers = [p for p in built.shell.rules.printed.register.of[company] if p.origin != "exchange"]
        for paper in papers[: -1 if company == unsold else None]:
            built.give(number % 7, paper.id)
    built.cash(6, 900)
    game = built.stock_turn(6).game()
    new = {a.company for a in listed(game, BuyShare) if a.source == ISSUE}
    assert new == {unsold}
    assert rule_against(game, BuyShare(6, "MS", ISSUE, 20)) == "1.2.3"


def test_2_6_2_4_nationalising_is_told_as_such():
    built = position(3).packet_gone().ag("BY", director=1).shares(1, "BY", *[10] * 4).shares(2, "BY", 10)
    game = built.cash(1, 500).stock_turn(1).game()
    assert paid(game.play(BuyShare(1, "BY", 2, 10)), "nationalised") == {2: 138}


def test_2_6_3_1_nobody_sells_anothers_directors_paper():
    built = position(3).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10).stock_turn(1)
    assert rule_against(built.game(), SellShares(1, "BY", (10,), True)) == "2.6.3.1"


def test_2_6_3_2_option_director_may_split_lists_both_sales():
    built = position(4, director_may_split=True).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10)
    game = built.stock_turn(0).game()
    assert listed(game, SellShares) == [SellShares(0, "BY", (), True), SellShares(0, "BY", (), True, 10)]


@pytest.mark.parametrize(("buyer", "first"), [(-1, 2), (0, 1), (1, 2), (2, 0)])
def test_2_3_left_of_the_last_buyer_begins_whoever_he_is(buyer, first):
    game = position(3).packet_gone().starts(2).set(stock_round=3).agenda(EndStockRound(buyer)).game()
    (ended,) = [e for e in game.events if isinstance(e, StockRoundEnded) and e.number == 3]
    assert (ended.next_first, game.state.start_player) == (first, first)


def test_2_6_3_2_who_has_operated_once_has_operated():
    game = position(3).packet_gone().agenda(EndTurn("BY"), EndTurn("SX"), EndTurn("BY")).game()
    assert game.state.operated == {"BY", "SX"}


def test_2_6_1_4_only_who_neither_buys_nor_sells_passes():
    built = position(3).packet_gone().ag("BY", director=0).shares(0, "BY", 10, 10).cash(0, 500)
    game = built.stock_turn(0).game()
    assert kinds_of(game.copy().play(Pass(0)))[0] == "PlayerPassed"
    for deed in (SellShares(0, "BY", (10,)), BuyShare(0, "BY", ISSUE, 10)):
        twin = game.copy()
        twin.play(deed)
        assert PlayerPassed(0) not in twin.play(Pass(0))


# 3.1: powers of private railways ----------------------------------------------------------------------------


def to_augsburg(**options):
    """Bayern, of seat 0 with Nürnberg-Fürth, has track from München to Augsburg."""
    built = position(3, **options).packet_gone().ag("BY", director=0, cash=500).give(0, "NF")
    return built.tile("O15", "202", 2).tile("N14", "8", 5).tile("N12", "57", 1)


def test_3_1_3_1_the_power_leaves_the_regular_marker_of_the_turn():
    game = to_augsburg().stations("BY").game()
    game.play(BuildStation(0, "BY", "L14", 0, "NF"))
    game.play(BuildStation(0, "BY", "N12", 0))
    assert (markers_in(game, "L14", 0), markers_in(game, "N12")) == (("BY",), ("BY",))


def test_5_4_option_powers_any_time_gives_no_regular_marker():
    game = to_augsburg(powers_any_time=True).track("BY").game()
    assert {a.permit for a in listed(game, BuildStation)} == {"NF"}
    assert rule_against(game, BuildStation(0, "BY", "N12", 0)) == "5.5.2.6"


# 4: Preußen -------------------------------------------------------------------------------------------------


def test_4_6_founding_or_nothing():
    built = position(4).minor("V2", 0, cash=50).minor("V1", 0).phase("4").packet_gone()
    game = built.agenda(BeginOperatingRound(1)).game()
    assert listed(game) == [FoundPrussia(0), Pass(0)]
    assert rule_against(game, ExchangePaper(0, "V1")) == "4.6"
    assert rule_against(game, BuyTrain(0, "V1", "4", BANK)) == "4.6"


def test_4_6_nobody_founds_with_a_bankrupts_paper_before_he_must():
    built = position(4).minor("V2", 0, cash=50).give(BANK, "V2").left(0).phase("4")
    game = built.packet_gone().ag("BY", director=1, cash=100).agenda(BeginOperatingRound(1)).game()
    assert "PR" not in game.state.in_operation
    assert game.waiting_for() == (1,)


def test_4_founded_as_late_as_phase_3_everybody_joins_at_once():
    built = position(4).minor("V2", 0, trains=("5",)).minor("V1", 1, cash=11, trains=("3+3",))
    built.minor("V4", 2, trains=("3",)).minor("V6", 2, trains=("3",)).give(3, "HA").phase("5").packet_gone()
    game = built.agenda(BeginOperatingRound(1)).game()
    assert [game.state.papers[paper] for paper in ("V1", "V2", "V4", "V6", "HA")] == [GONE] * 5
    assert game.state.cash["PR"] == 11
    assert (director_of(game, "PR"), game.waiting_for()) == (2, (2,))  # 15% against 10%; four trains are too many
    assert kinds_of([game.step]) == ["DiscardStep"]


@pytest.mark.parametrize(("left", "stays"), [(1, ("PR",)), (0, ())])
def test_4_4_the_last_marker_of_prussia_still_replaces_one(left, stays):
    built = position(4).prussia(0).phase("4").minor("V1", 1).packet_gone()
    for hex_, tile in (("A11", "5"), ("F10", "5"), ("N12", "57"), ("M9", "57"), ("H16", "57"), ("D8", "57")):
        if built.state.markers["PR"] > left:
            built.tile(hex_, tile).station("PR", hex_)
    assert built.state.markers["PR"] == left
    game = built.agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "V1"))
    assert markers_in(game, "H2") == stays


def test_4_2_and_4_4_capital_and_merger_are_told_apart():
    built = position(4).minor("V2", 0, cash=50).phase("4").packet_gone().shares(3, "PR", 10, 10)
    game = built.agenda(BeginOperatingRound(1)).game()
    events = game.play(FoundPrussia(0))
    assert (paid(events, "capital"), paid(events, "merger")) == ({"PR": 2 * 154}, {"PR": 50})


# 5.5.2: stations --------------------------------------------------------------------------------------------


def test_5_5_2_10_only_the_cities_of_badens_hex():
    built = position(3).give(0, "PF").packet_gone().ag("BY", director=0, cash=500, trains=("3",)).phase("3")
    game = built.ag("BA", director=1, cash=500).tile("O15", "202", 2).turn_of("BY").game()
    game.play(LayTile(0, "BY", "L6", "210", 0, "PF"))
    for wrong in (("BA", "L6", 2), ("BA", "L6", -1), ("BY", "L6", 0), ("BA", "L14", 0)):
        assert rule_against(game, ChooseHome(1, *wrong)) == "5.5.2.10"
    assert listed(game) == [ChooseHome(1, "BA", "L6", 0), ChooseHome(1, "BA", "L6", 1)]


def test_3_2_2_and_5_5_2_1_markers_that_are_not_there():
    minor = position(3).minor("V3", 0, cash=500).packet_gone().tile("F14", "57", 1)
    assert told(StationStep("V3"), minor, BuildStation(0, "V3", "F14", 0)) == "3.2.2"
    built = to_augsburg().set(markers={**to_augsburg().state.markers, "BY": 0})
    assert told(StationStep("BY"), built, BuildStation(0, "BY", "N12", 0)) == "5.5.2.1"


def test_5_5_1_why_a_tile_is_not_laid():
    built = to_augsburg().give(0, "OB").tile("M15", "58", 0)
    assert told(LayStep("BY", 1), built, LayTile(0, "BY", "Z99", "57", 0)) == "5.5.1.1"
    assert told(LayStep("BY", 1), built, LayTile(0, "BY", "M15", "999", 0)) == "5.5.1.1"
    assert told(LayStep("BY", 0), built, LayTile(0, "BY", "M13", "9", 1)) == "5.5.1.2"
    box = built.shell.rules.printed.box
    green = box.successors(box.grid.index["M15"], box.track("58", 0))[0]
    again = LayTile(0, "BY", "M15", green.tile, green.rotation, "OB")
    assert told(LayStep("BY", 1), built.phase("3"), again) == "3.1.3.2"  # its power is for the first tile
    for hex_ in ("D10", "D12", "D16", "D18", "D20", "E5", "E7", "E9"):
        built.tile(hex_, "7")
    assert told(LayStep("BY", 1), built, LayTile(0, "BY", "M13", "7", 0)) == "5.5.1.17"


def test_5_5_2_2_there_is_no_such_place():
    assert rule_against(to_augsburg().stations("BY").game(), BuildStation(0, "BY", "Z99", 0)) == "5.5.2.2"
    assert rule_against(to_augsburg().stations("BY").game(), BuildStation(0, "BY", "N12", 1)) == "5.5.2.2"


# 5.5.3: income ----------------------------------------------------------------------------------------------


def test_5_5_3_11_6_large_incomes_are_shared_to_the_mark():
    built = position(3).packet_gone().ag("BY", director=0).shares(1, "BY", *[10] * 3).shares(POOL, "BY", 10)
    for owner in (0, 1, "BY"):
        built.cash(owner, 0)
    events = len(built.turn.events)
    pay_out(built.turn, "BY", 990)
    assert paid(built.turn.events[events:], "dividend") == {0: 198, 1: 297, "BY": 99}


def test_5_5_3_11_1_what_is_kept_and_what_moves_the_price_is_told():
    built = position(3).packet_gone().ag("BY", director=0, trains=("3",)).phase("3")
    built.tile("O15", "202", 2).tile("N14", "8", 3).tile("M15", "58", 0)
    for kind, purpose, cause in (("pay", "dividend", "paid_out"), ("keep", "withheld", "withheld")):
        game = built.run("BY").game()
        events = game.play(Dividend(0, "BY", kind))
        assert paid(events, purpose) == ({0: 14} if kind == "pay" else {"BY": 70})
        assert [e.cause for e in events if type(e).__name__ == "PriceMoved"] == [cause]


def test_5_5_3_11_4_halves_are_told_as_such():
    built = position(3).packet_gone().minor("V3", 1, trains=("2",)).tile("F14", "57", 1)
    assert paid(built.run("V3").game().events, "split") == {1: 20, "V3": 20}


def test_5_5_3_1_the_run_is_told_with_stops_values_and_all_its_track():
    built = position(3).packet_gone().ag("BY", director=0, trains=("3",)).phase("3")
    built.tile("O15", "202", 2).tile("N14", "8", 3).tile("M15", "58", 0)
    (run,) = [e for e in built.run("BY").game().events if isinstance(e, RouteRun)]
    assert sorted(run.stops) == [("L14", 1, 30), ("M15", 0, 10), ("O15", 0, 30)]
    assert (run.company, run.train, run.value) == ("BY", "3", 70)
    assert int(run.bits, 16).bit_count() == 3  # the sides between O15, N14, M15 and L14


# 5.5.4: trains ----------------------------------------------------------------------------------------------


def test_5_5_4_3_the_seller_has_two_answers():
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=200, trains=("2+2",))
    game = built.ag("SX", director=1, trains=("3",)).buying("BY").game()
    game.play(OfferForTrain(0, "BY", "3", "SX", 150))
    assert listed(game) == [AnswerOffer(1, "SX", True), AnswerOffer(1, "SX", False)]
    events = game.play(AnswerOffer(1, "SX", True))
    assert paid(events, "train") == {"SX": 150}
    assert TrainBought("BY", "3", "SX", 150, 0) in events


NOT_THERE = [("BY", "2+2"), ("HE", "3"), ("SX", "2+2"), ("SX", "9"), ("pool", "3")]


@pytest.mark.parametrize(("seller", "train"), NOT_THERE)
def test_5_5_4_3_only_trains_that_another_company_in_operation_has(seller, train):
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=200, trains=("2+2",))
    game = built.ag("SX", director=1, trains=("3",)).trains("pool", "3").buying("BY").game()
    assert rule_against(game, OfferForTrain(0, "BY", train, seller, 10)) == "5.5.4.3"


def test_5_5_4_3_nobody_sells_for_a_vorpreussische_without_owner():
    built = position(4).packet_gone().phase("3").ag("BY", director=0, cash=200, trains=("2+2",))
    built.minor("V1", 1, trains=("3",)).give(BANK, "V1").set(order=(0, 2, 3))
    assert rule_against(built.buying("BY").game(), OfferForTrain(0, "BY", "3", "V1", 10)) == "5.5.4.3"


def test_5_5_4_7_at_the_limit_no_offer_either():
    built = position(3).packet_gone().phase("4").ag("BY", director=0, cash=900, trains=("2+2", "2+2", "3"))
    built.ag("SX", director=1, trains=("3",)).trains("pool", "3").operating()
    assert told(TrainStep("BY"), built, OfferForTrain(0, "BY", "3", "SX", 10)) == "5.5.4.7"
    assert told(TrainStep("BY"), built, BuyTrain(0, "BY", "3", POOL)) == "5.5.4.7"


@pytest.mark.parametrize(("train", "before", "price"), [("2+2", "", 120), ("3+3", "3", 270)])
def test_5_5_4_14_trains_that_begin_no_phase(train, before, price):
    built = position(3).packet_gone().phase(before).selling(train).ag("BY", director=0, cash=price)
    game = built.buying("BY").game()
    now = game.state.phase
    assert "PhaseBegan" not in kinds_of(game.play(BuyTrain(0, "BY", train, BANK)))
    assert game.state.phase == now


def test_5_5_4_14_3_no_founding_while_berlin_potsdamer_is_unsold():
    built = position(4).phase("4").selling("4+4").ag("BY", director=0, cash=440)
    game = built.buying("BY").game()
    game.play(BuyTrain(0, "BY", "4+4", BANK))
    assert game.state.papers["V2"] == "packet"
    assert "PR" not in game.state.in_operation


def test_5_5_4_12_what_the_company_and_its_director_pay_is_told():
    game = position(3).packet_gone().ag("BY", director=0, cash=30).cash(0, 500).buying("BY").game()
    events = game.play(BuyTrain(0, "BY", "2", BANK))
    assert [(e.payer, e.amount, e.purpose) for e in events if isinstance(e, Paid)] == [
        ("BY", 30, "train"),
        (0, 50, "help"),
    ]
    assert TrainBought("BY", "2", BANK, 80, 50) in events


def test_5_5_4_13_two_players_left_play_on():
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=100).cash(0, 0)
    built.left(1).ag("SX", director=2, cash=10, trains=("4",))
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert set(game.state.order) == {2, 3}
    assert not game.over
    assert holding(game, "BY", POOL) == ["20D"]


# 6 and options ----------------------------------------------------------------------------------------------


def test_6_2_nothing_is_left_to_do():
    game = position(3).packet_gone().agenda(EndGame(), NextCompany()).game()
    assert game.state.agenda == ()


def test_option_corrections_are_listed_for_everybody_still_in_the_game():
    built = position(3, corrections=True).packet_gone().ag("BY", director=0, cash=100).ag("SX", director=1)
    game = built.left(2).track("BY").game()
    directions = ("up", "down", "left", "right")
    for seat in (0, 1):
        found = [a for a in game.legal_actions(seat) if isinstance(a, CorrectPrice)]
        assert found == [CorrectPrice(seat, company, to) for company in ("BY", "SX") for to in directions]
    assert not game.legal_actions(2)
    for wrong in (CorrectPrice(0, "BY", "sideways"), CorrectPrice(0, "HE", "up")):
        assert rule_against(game, wrong) == ""
    for direction, price in (("right", 100), ("left", 86), ("up", 98), ("down", 88)):
        twin = game.copy()
        twin.play(CorrectPrice(1, "BY", direction))
        assert price_of(twin, "BY") == price
