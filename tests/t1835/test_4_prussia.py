"""4: the founding of Preußen and the exchange of papers into its shares."""

import pytest

from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.eighteen.actions import BuyTrain, DiscardTrain
from stellwerk.eighteen.classic.operating import BeginOperatingRound
from stellwerk.eighteen.directors import check_director
from stellwerk.eighteen.events import CompanyActs, TrainsScrapped
from stellwerk.eighteen.pool import to_pool
from stellwerk.titles.t1835.actions import ExchangePaper, FoundPrussia
from stellwerk.titles.t1835.events import PrussiaFounded
from stellwerk.titles.t1835.prussia import FoundPrussiaNow, exchange
from stellwerk.titles.t1835.running import pay_out

from .positions import (
    director_of,
    holding,
    income_of,
    kinds_of,
    listed,
    markers_in,
    paid,
    pass_until,
    position,
    price_of,
    rule_against,
)


def open_game(train="4", players=4):
    """Berlin-Potsdamer belongs to seat 0 and the first train of a kind has been bought."""
    return position(players).minor("V2", 0, cash=50).phase(train).packet_gone()


def may_found(game):
    return bool(listed(game, FoundPrussia))


# When -------------------------------------------------------------------------------------------------------


def test_4_not_before_the_first_4():
    for start in (BeginOperatingRound(1),):
        assert not may_found(open_game("3").agenda(start).game())
    assert not may_found(open_game("3").new_stock_round().game())


def buys_the_4(buyer, **more):
    """A company buys the first 4."""
    built = position(4).packet_gone().phase("3").selling("4")
    if buyer == "BY":
        built.minor("V2", 0, cash=50).ag("BY", director=1, cash=360, **more).acting("V2")
    else:
        built.minor("V2", 0, cash=50).minor(buyer, 1, cash=360, **more)
    return built


def test_4_when_the_first_4_is_bought():
    game = buys_the_4("BY").buying("BY").game()
    game.play(BuyTrain(1, "BY", "4", BANK))
    assert game.waiting_for() == (0,)
    assert may_found(game)


def test_4_not_when_the_second_4_is_bought():
    built = position(4).packet_gone().phase("4").minor("V2", 0).ag("BY", director=1, cash=360).acting("V2")
    game = built.buying("BY").game()
    game.play(BuyTrain(1, "BY", "4", BANK))
    assert not may_found(game)


def test_4_1_the_directors_share_for_berlin_potsdamer():
    game = open_game().agenda(BeginOperatingRound(1)).game()
    game.play(FoundPrussia(0))
    assert (game.state.papers["V2"], game.state.papers["PR-D"]) == (GONE, 0)
    assert director_of(game, "PR") == 0


def test_4_2_price_capital_money_and_trains():
    built = position(4).minor("V2", 0, cash=50, trains=("3",)).phase("4").packet_gone().give(1, "PR-2", "PR-3")
    game = built.agenda(BeginOperatingRound(1)).game()
    bank = game.state.cash[BANK]
    game.play(FoundPrussia(0))
    assert price_of(game, "PR") == 154
    assert game.state.cash["PR"] == 2 * 154 + 50
    assert game.state.cash[BANK] == bank - 308
    assert game.state.trains["PR"] == ("3",)
    assert "V2" not in game.state.in_operation


def askers(built, start, seats=4):
    """Who is asked to exchange, in order."""
    game = built.agenda(start).game()
    order = []
    if may_found(game):
        game.play(FoundPrussia(0))
    while game.step is not None and type(game.step).__name__ == "ExchangeTurn":
        order.append(game.waiting_for()[0])
        game.play(Pass(order[-1]))
    return order


def with_papers(built):
    return built.minor("V1", 1).minor("V3", 2).minor("V5", 3).give(0, "BS")


def test_4_3_all_are_asked_once_from_the_new_director_on():
    built = with_papers(position(4)).minor("V2", 2).phase("4").packet_gone().starts(1)
    game = built.agenda(BeginOperatingRound(1)).game()
    game.play(FoundPrussia(2))
    order = []
    while type(game.step).__name__ == "ExchangeTurn":
        order.append(game.waiting_for()[0])
        game.play(Pass(order[-1]))
    assert order == [2, 3, 0, 1]


SHARES = {"V1": 5, "V3": 5, "V5": 5, "V6": 5, "V4": 10, "BS": 10, "HA": 10}


@pytest.mark.parametrize(("paper", "percent"), SHARES.items())
def test_4_3_the_share_for_each_paper(paper, percent):
    built = position(3).prussia(0).phase("4")
    built = built.minor(paper, 1) if paper.startswith("V") else built.give(1, paper)
    game = built.packet_gone().agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, paper))
    assert holding(game, "PR", 1) == [str(percent)]
    assert game.state.papers[paper] == GONE
    assert game.state.cash["PR"] == 0  # an exchange brings no capital


def test_4_3_several_papers_in_one_asking():
    built = position(3).prussia(0).phase("4").minor("V1", 1).give(1, "HA", "BS").packet_gone()
    game = built.agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "V1"))
    game.play(ExchangePaper(1, "HA"))
    assert game.waiting_for() == (1,)
    game.play(Pass(1))
    assert game.state.papers["BS"] == 1


def test_4_3_only_ones_own_papers():
    built = position(3).prussia(0).phase("4").minor("V1", 1).minor("V3", 2).give(1, "NF").packet_gone()
    game = built.agenda(BeginOperatingRound(1)).game()
    for paper in ("V3", "NF", "BY-D", "HA"):
        assert rule_against(game, ExchangePaper(1, paper)) == "4.3"


def test_4_4_money_trains_and_marker_go_to_prussia():
    built = position(3).prussia(0, cash=10, trains=("3",)).phase("4").minor("V4", 1, cash=77, trains=("3+3",))
    game = built.packet_gone().agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "V4"))
    assert game.state.cash["PR"] == 87
    assert game.state.cash["V4"] == 0
    assert game.state.trains["PR"] == ("3", "3+3")
    assert markers_in(game, "G5") == ("PR",)


# Double use -------------------------------------------------------------------------------------------------


def test_4_5_founded_after_berlin_potsdamer_acted_prussia_is_passed_over_once():
    built = buys_the_4("BY", field=(0, 8)).turn_of("BY")
    game = built.game()
    pass_until(game, lambda g: any(isinstance(a, BuyTrain) for a in g.legal_actions()))
    game.play(BuyTrain(1, "BY", "4", BANK))
    game.play(FoundPrussia(0))
    pass_until(game, lambda g: "OperatingRoundEnded" in kinds_of(g.events))
    acted = [e.company for e in game.events if isinstance(e, CompanyActs)]
    assert "PR" not in acted


def test_4_5_bought_by_berlin_potsdamer_itself_prussia_is_passed_over():
    built = position(4).packet_gone().phase("3").selling("4").minor("V2", 0, cash=360).turn_of("V2")
    game = built.game()
    pass_until(game, lambda g: bool(listed(g, BuyTrain)))
    game.play(BuyTrain(0, "V2", "4", BANK))
    game.play(FoundPrussia(0))
    assert game.state.trains["PR"] == ("4",)
    assert not [e for e in game.events if isinstance(e, CompanyActs) and e.company == "PR"]
    assert "PR" in game.state.acted or "OperatingRoundEnded" in kinds_of(game.events)


def test_4_5_before_berlin_potsdamer_acted_prussia_takes_its_place_by_price():
    built = position(4).packet_gone().phase("3").selling("4").minor("V1", 1, cash=360)
    built.minor("V2", 0, trains=("3",))
    # Their prices, 166 and 88, lie around 154.
    built.ag("BY", director=2, trains=("3",), field=(0, 6)).ag("SX", director=2, trains=("3",))
    game = built.turn_of("V1").game()
    pass_until(game, lambda g: bool(listed(g, BuyTrain)))
    game.play(BuyTrain(1, "V1", "4", BANK))
    game.play(FoundPrussia(0))
    pass_until(game, lambda g: "OperatingRoundEnded" in kinds_of(g.events))
    acted = [e.company for e in game.events if isinstance(e, CompanyActs)]
    assert acted[:3] == ["BY", "PR", "SX"]


def test_4_5_a_share_for_a_paper_that_has_earned_draws_no_dividend_in_this_round():
    built = position(4).prussia(0, trains=("4",)).phase("4").give(1, "BS", "HA").minor("V3", 2).packet_gone()
    built.operating().acting("BS", "V3")
    for paper in ("BS", "HA", "V3"):
        exchange(built.turn, paper)
    built.cash(0, 0).cash(1, 0).cash(2, 0)
    bank = built.state.cash[BANK]
    pay_out(built.turn, "PR", 200)
    assert [built.state.cash[seat] for seat in (0, 1, 2)] == [20, 20, 0]  # HA had not earned yet
    assert built.state.cash[BANK] == bank - 40


def test_4_5_in_the_next_round_it_does():
    game = position(3).prussia(0).phase("4").give(1, "BS").packet_gone().set(barren={1: 10})
    assert game.agenda(BeginOperatingRound(1)).game().state.barren == {}


def test_4_5_exchanged_at_the_start_of_the_round_a_private_pays_no_income_and_its_share_earns():
    built = position(3).prussia(0).phase("4").give(1, "HA").packet_gone().set(acted=frozenset({"HA"}))
    game = built.agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "HA"))
    assert paid(game.events, "HA") == {}
    assert game.state.barren == {}


def test_4_5_a_vorpreussische_that_joined_before_acting_does_not_act():
    built = position(3).prussia(0).phase("4").minor("V3", 1).packet_gone().agenda(BeginOperatingRound(1))
    game = built.game()
    game.play(ExchangePaper(1, "V3"))
    pass_until(game, lambda g: "OperatingRoundEnded" in kinds_of(g.events))
    assert "V3" not in [e.company for e in game.events if isinstance(e, CompanyActs)]


def test_4_5_the_forced_exchange_by_the_first_5_follows_the_same_rule():
    built = position(3).packet_gone().give(1, "BS").minor("V3", 2).minor("V1", 2)
    built.prussia(0).phase("4+4").selling("5").ag("BY", director=2, cash=500, trains=("4",))
    game = built.acting("BS", "V1").buying("BY").game()
    game.play(BuyTrain(2, "BY", "5", BANK))
    assert game.state.barren == {1: 10, 2: 5}


def dividends(built, income=200):
    """What each seat draws when Preußen pays out."""
    for seat in range(built.state.seats):
        built.cash(seat, 0)
    pay_out(built.turn, "PR", income)
    return [built.state.cash[seat] for seat in range(built.state.seats)]


def swapped(earned="BS"):
    """Seat 1 has got 20% of Preußen for two private railways, of which one had earned, and overtakes seat 0."""
    built = position(3).packet_gone().give(1, "BS", "HA").prussia(0, trains=("4",)).phase("4")
    built.operating().acting(earned)
    exchange(built.turn, "BS")
    exchange(built.turn, "HA")
    check_director(built.turn, "PR")
    return built


@pytest.mark.parametrize("earned", ["BS", "HA"])
def test_4_5_the_mark_belongs_to_the_player_who_earned_not_to_the_paper_he_gave_away(earned):
    built = swapped(earned)
    assert director_of(built.game(), "PR") == 1
    # Seat 0 holds 10%, seat 1 holds 20% of which 10% draw nothing, whichever papers they swapped.
    assert dividends(built) == [20, 20, 0]


def test_4_5_a_founder_who_loses_the_directors_paper_keeps_the_mark():
    built = position(3).packet_gone().minor("V2", 0).phase("4").give(1, "PR-2", "PR-3").operating().acting("V2")
    built.prussia(None)
    exchange(built.give(0, "V2").turn, "V2")
    check_director(built.turn, "PR")
    assert built.state.papers["PR-D"] == 1
    assert dividends(built) == [0, 40, 0]


def test_4_5_what_was_sold_draws_for_the_company_and_the_rest_for_the_player():
    built = swapped()
    to_pool(built.turn, 1, "PR", (10,))
    treasury = built.state.cash["PR"]
    assert dividends(built) == [20, 20, 0]
    assert built.state.cash["PR"] == treasury + 20


def test_4_5_a_train_that_ran_for_a_vorpreussische_may_run_again_for_prussia():
    built = position(3).packet_gone().prussia(0).phase("4").minor("V1", 1, trains=("3",))
    built.tile("H2", "201", 0).tile("G3", "8", 0).acting("V1").operating()
    run = income_of(built.game(), "V1")
    assert run
    exchange(built.turn, "V1")
    assert income_of(built.game(), "PR") == run


# Later ------------------------------------------------------------------------------------------------------


def test_4_6_at_the_start_of_any_later_round_before_private_income():
    built = open_game().give(1, "NF")
    game = built.agenda(BeginOperatingRound(1)).game()
    assert may_found(game)
    assert paid(game.events, "NF") == {}
    game.play(Pass(0))
    assert paid(game.events, "NF") == {1: 5}
    assert not may_found(game)
    stock = open_game().new_stock_round().game()
    assert may_found(stock)


def test_4_6_only_the_owner_decides():
    game = open_game().agenda(BeginOperatingRound(1)).game()
    assert game.waiting_for() == (0,)


def test_4_6_the_first_4_plus_4_forces_it():
    built = position(4).packet_gone().phase("4").selling("4+4").minor("V2", 0).ag("BY", director=1, cash=440)
    game = built.acting("V2").buying("BY").game()
    events = game.play(BuyTrain(1, "BY", "4+4", BANK))
    assert any(isinstance(e, PrussiaFounded) for e in events)
    assert "PR" in game.state.in_operation


def test_4_7_later_exchanges_are_asked_from_the_start_player():
    built = with_papers(position(4).prussia(0)).phase("4").packet_gone().starts(2)
    assert askers(built, BeginOperatingRound(1)) == [2, 3, 0, 1]


def test_4_7_at_the_start_of_stock_rounds_too():
    game = with_papers(position(4).prussia(0)).phase("4").packet_gone().new_stock_round().game()
    assert listed(game, ExchangePaper)


@pytest.mark.parametrize("packet", [False, True])
def test_4_6_and_4_7_never_in_a_players_turn(packet):
    built = with_papers(position(4)).minor("V2", 0).phase("4")
    built = built.cash(0, 900).stock_round() if packet else built.packet_gone().cash(0, 900).stock_turn(0)
    game = built.game()
    assert rule_against(game, FoundPrussia(0)) == "4.6"
    assert rule_against(game, ExchangePaper(0, "BS")) == "4.7"


def test_4_7_one_change_of_director_by_the_final_holdings():
    # Seat 1 would overtake with the first exchange; seat 2 holds most in the end.
    built = position(4).prussia(0).phase("4").give(1, "HA").minor("V1", 1).packet_gone()
    built.give(2, "BS").minor("V4", 2).minor("V3", 2)
    game = built.agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "HA"))
    game.play(ExchangePaper(1, "V1"))
    assert director_of(game, "PR") == 0
    for paper in ("BS", "V4", "V3"):
        game.play(ExchangePaper(2, paper))
    changes = [e for e in game.events if type(e).__name__ == "DirectorChanged"]
    assert director_of(game, "PR") == 2 or game.waiting_for() == (0,)
    assert all(change.new == 2 for change in changes)


def test_4_8_the_new_director_chooses_among_all_trains():
    built = position(4).prussia(0, trains=("2+2", "2+2", "3", "3")).phase("4").packet_gone()
    built.minor("V4", 1, trains=("3",)).give(1, "PR-2")
    game = built.agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "V4"))
    assert director_of(game, "PR") == 1
    assert game.waiting_for() == (1,)
    assert {a.train for a in listed(game, DiscardTrain)} == {"2+2", "3"}
    game.play(DiscardTrain(1, "PR", "2+2"))
    assert game.state.trains["PR"] == ("2+2", "3", "3", "3")
    assert game.state.trains[POOL] == ("2+2",)


# Effects of train purchases on the founding -----------------------------------------------------------------


def test_5_5_4_14_2_no_vorpreussische_saves_a_train_by_joining():
    """First the 2s go and limits are applied, then founding is offered."""
    built = position(4).packet_gone().phase("3").selling("4").minor("V2", 0)
    built.minor("V3", 1, trains=("3", "3")).ag("BY", director=2, cash=360, trains=("2",)).acting("V2", "V3")
    game = built.buying("BY").game()
    events = game.play(BuyTrain(2, "BY", "4", BANK))
    assert any(isinstance(e, TrainsScrapped) for e in events)
    assert game.waiting_for() == (1,)  # V3 gives one up first
    game.play(DiscardTrain(1, "V3", "3"))
    assert may_found(game)


def test_5_5_4_14_3_scrapping_comes_before_the_compulsory_founding():
    built = position(4).packet_gone().phase("4").selling("4+4").minor("V2", 0, trains=("2+2",))
    game = built.ag("BY", director=1, cash=440).acting("V2").buying("BY").game()
    game.play(BuyTrain(1, "BY", "4+4", BANK))
    assert game.state.trains["PR"] == ()


def test_5_5_4_14_4_all_convert_then_the_director_changes_then_limits():
    built = position(4).packet_gone().phase("4+4").selling("5").prussia(0, trains=("3", "3"))
    built.minor("V4", 1, trains=("3+3",)).give(1, "BS").minor("V1", 2, trains=("3+3",))
    built.ag("BY", director=3, cash=500).acting("V4", "V1", "BS").buying("BY")
    game = built.game()
    game.play(BuyTrain(3, "BY", "5", BANK))
    assert not {"V4", "V1"} & game.state.in_operation
    assert director_of(game, "PR") == 1
    assert game.waiting_for() == (1,)  # 4 trains, limit 3: the new director chooses
    assert {a.train for a in listed(game, DiscardTrain)} == {"3", "3+3"}


def test_3_1_3_5_brunswick_and_hanover_must_convert_in_phase_3():
    built = position(4).packet_gone().phase("4+4").selling("5").prussia(0).give(1, "BS").give(2, "HA")
    game = built.ag("BY", director=3, cash=500).buying("BY").game()
    game.play(BuyTrain(3, "BY", "5", BANK))
    assert (holding(game, "PR", 1), holding(game, "PR", 2)) == (["10"], ["10"])
    assert (game.state.papers["BS"], game.state.papers["HA"]) == (GONE, GONE)


# Markers ----------------------------------------------------------------------------------------------------


def test_5_5_2_9_a_second_marker_in_berlin_only_leaves():
    built = position(3).minor("V2", 0).minor("V5", 1).phase("4").packet_gone()
    game = built.agenda(FoundPrussiaNow()).game()
    assert markers_in(game, "E19", 0) == ("PR",)
    game.play(ExchangePaper(1, "V5"))
    assert markers_in(game, "E19", 1) == ()
    assert game.state.markers["PR"] == 6


def test_5_5_2_9_the_same_in_grown_berlin():
    built = position(3).minor("V2", 0).minor("V5", 1).phase("4").packet_gone().tile("E19", "209")
    assert sorted(built.state.board.stations.values()) == [("V2", "V5")]
    game = built.agenda(FoundPrussiaNow()).game()
    game.play(ExchangePaper(1, "V5"))
    assert markers_in(game, "E19", 0) == ("PR",)


def test_5_5_2_9_where_prussia_has_built_before():
    built = position(3).prussia(0).minor("V1", 1).phase("4").packet_gone().tile("H2", "208")
    game = built.station("PR", "H2", 0).agenda(BeginOperatingRound(1)).game()
    game.play(ExchangePaper(1, "V1"))
    assert markers_in(game, "H2") == ("PR",)
    assert game.state.markers["PR"] == 5


def test_5_5_2_9_without_a_marker_left_it_only_leaves():
    built = position(3).prussia(0).minor("V1", 1).phase("4").packet_gone()
    for hex_, tile in (("A11", "5"), ("F10", "5"), ("F14", "5"), ("M9", "6"), ("N12", "6"), ("O5", "6")):
        built.tile(hex_, tile).station("PR", hex_)
    game = built.agenda(BeginOperatingRound(1)).game()
    assert game.state.markers["PR"] == 0
    game.play(ExchangePaper(1, "V1"))
    assert markers_in(game, "H2") == ()
