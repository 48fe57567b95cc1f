"""Details of many paragraphs that no other test would miss; deliberate faults (`make mutants`) showed them."""

import pytest

from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.titles.t1835.actions import (
    AnswerOffer,
    BuildStation,
    BuyTrain,
    ChooseHome,
    CorrectPrice,
    Dividend,
    ExchangePaper,
    FoundPrussia,
    LayTile,
    OfferForTrain,
)
from stellwerk.titles.t1835.ending import EndGame
from stellwerk.titles.t1835.events import TrainBought
from stellwerk.titles.t1835.operating import BeginOperatingRound, NextCompany
from stellwerk.titles.t1835.running import pay_out

from .positions import director_of, holding, kinds_of, listed, markers_in, paid, position, price_of, rule_against

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
    assert {a.private for a in listed(game, BuildStation)} == {"NF"}
    assert rule_against(game, BuildStation(0, "BY", "N12", 0)) == "5.5.2.6"


# 4: Preußen -------------------------------------------------------------------------------------------------


def test_4_6_founding_or_nothing():
    built = position(4).minor("V2", 0, cash=50).minor("V1", 0).phase("4").packet_gone()
    game = built.agenda(BeginOperatingRound(1)).game()
    assert listed(game) == [FoundPrussia(0), Pass(0)]
    assert rule_against(game, ExchangePaper(0, "V1")) == "4.6"
    assert rule_against(game, BuyTrain(0, "V1", "4", BANK)) == "4.6"


def test_4_6_nobody_founds_with_a_bankrupts_paper_before_he_must():
    built = position(4).minor("V2", 0, cash=50).give(BANK, "V2").set(bankrupt=frozenset({0})).phase("4")
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


# 5.5.2: stations --------------------------------------------------------------------------------------------


def test_5_5_2_10_only_the_cities_of_badens_hex():
    built = position(3).give(0, "PF").packet_gone().ag("BY", director=0, cash=500, trains=("3",)).phase("3")
    game = built.ag("BA", director=1, cash=500).tile("O15", "202", 2).turn_of("BY").game()
    game.play(LayTile(0, "BY", "L6", "210", 0, "PF"))
    for wrong in (("BA", "L6", 2), ("BA", "L6", -1), ("BY", "L6", 0), ("BA", "L14", 0)):
        assert rule_against(game, ChooseHome(1, *wrong)) == "5.5.2.10"
    assert listed(game) == [ChooseHome(1, "BA", "L6", 0), ChooseHome(1, "BA", "L6", 1)]


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
    for pays, purpose, cause in ((True, "dividend", "paid_out"), (False, "withheld", "withheld")):
        game = built.run("BY").game()
        events = game.play(Dividend(0, "BY", pays))
        assert paid(events, purpose) == ({0: 14} if pays else {"BY": 70})
        assert [e.cause for e in events if type(e).__name__ == "PriceMoved"] == [cause]


def test_5_5_3_11_4_halves_are_told_as_such():
    built = position(3).packet_gone().minor("V3", 1, trains=("2",)).tile("F14", "57", 1)
    assert paid(built.run("V3").game().events, "split") == {1: 20, "V3": 20}


# 5.5.4: trains ----------------------------------------------------------------------------------------------


def test_5_5_4_3_the_seller_has_two_answers():
    built = position(3).packet_gone().phase("3").ag("BY", director=0, cash=200, trains=("2+2",))
    game = built.ag("SX", director=1, trains=("3",)).buying("BY").game()
    game.play(OfferForTrain(0, "BY", "3", "SX", 150))
    assert listed(game) == [AnswerOffer(1, "SX", True), AnswerOffer(1, "SX", False)]
    events = game.play(AnswerOffer(1, "SX", True))
    assert paid(events, "train") == {"SX": 150}
    assert TrainBought("BY", "3", "SX", 150, 0) in events


def test_5_5_4_13_two_players_left_play_on():
    built = position(4).packet_gone().phase("4").ag("BY", director=0, cash=100).cash(0, 0)
    built.set(bankrupt=frozenset({1})).ag("SX", director=2, cash=10, trains=("4",))
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    assert game.state.bankrupt == {0, 1}
    assert not game.over
    assert holding(game, "BY", POOL) == ["20D"]


# 6 and options ----------------------------------------------------------------------------------------------


def test_6_2_nothing_is_left_to_do():
    game = position(3).packet_gone().agenda(EndGame(), NextCompany()).game()
    assert game.state.agenda == ()


def test_option_corrections_are_listed_for_everybody_still_in_the_game():
    built = position(3, corrections=True).packet_gone().ag("BY", director=0, cash=100).ag("SX", director=1)
    game = built.set(bankrupt=frozenset({2})).track("BY").game()
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
