"""3: private railways, Vorpreußische, AGs and their directors."""

import pytest

from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.eighteen.actions import (
    BuildStation,
    BuyShare,
    BuyTrain,
    LayTile,
    OfferForTrain,
    SellShares,
    TakePapers,
)
from stellwerk.eighteen.classic.operating import BeginOperatingRound, NextCompany
from stellwerk.eighteen.trains import hand_over
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.privates import PrivateIncome, income
from stellwerk.titles.t1835.rounds import StockRound

from .positions import (
    director_of,
    holding,
    lays,
    listed,
    markers_in,
    paid,
    pass_until,
    position,
    price_of,
    rule_against,
)

# 3.1: private railways --------------------------------------------------------------------------------------

INCOMES = {"NF": 5, "LD": 20, "BS": 25, "HA": 30, "OB": 10, "PF": 15}


@pytest.mark.parametrize(("private", "amount"), INCOMES.items())
def test_3_1_1_six_private_railways_and_their_incomes(private, amount):
    built = position(3)
    assert set(built.shell.rules.printed.privates) == set(INCOMES)
    assert income(built.table, private) == amount


def test_3_1_2_income_at_the_start_of_an_operating_round():
    game = position(3).give(1, *INCOMES).packet_gone().agenda(BeginOperatingRound(1)).game()
    assert [paid(game.events, private).get(1) for private in INCOMES] == list(INCOMES.values())


def test_3_1_2_no_income_for_what_is_unsold_or_closed():
    game = position(3).give(GONE, "NF").agenda(PrivateIncome()).operating().game()
    assert not game.events_of(0)


def test_3_1_2_shares_that_come_with_private_railways():
    brings = position(3).shell.rules.printed.brings
    assert brings == {"NF": "BY-2", "OB": "BY-3", "PF": "BY-4", "LD": "SX-D"}


def test_3_1_2_the_first_5_closes_private_railways():
    built = position(3).give(0, "NF", "OB", "PF", "LD").packet_gone().ag("BY", director=0, cash=900, trains=("4",))
    game = built.prussia(1).phase("4+4").selling("5").buying("BY").game()
    game.play(BuyTrain(0, "BY", "5", BANK))
    assert [game.state.papers[p] for p in ("NF", "OB", "PF", "LD")] == [GONE] * 4


def test_3_1_2_bought_after_that_only_the_share_is_left():
    built = position(3, variant="clemens").phase("5").cash(0, 500).cash(1, 500).stock_round()
    game = built.game()
    game.play(BuyPaper(0, "NF"))
    assert (game.state.papers["NF"], game.state.papers["BY-2"]) == (GONE, 0)
    game.play(BuyPaper(1, "HA"))
    assert game.state.papers["HA"] == 1  # it still becomes a share of Preußen


def test_3_1_3_2_unsold_ostbayern_waits_for_its_buyer():
    built = position(3, variant="clemens").ag("SX", director=1, cash=500).tile("H16", "57").tile("M17", "9", 1)
    built.cash(0, 500).station("SX", "M9").tile("M9", "57", 1).tile("M11", "9", 1).tile("M13", "9", 1)
    game = built.track("SX").then(StockRound(0, 0, -1)).game()
    game.play(LayTile(1, "SX", "M15", "4", 1))
    assert game.state.papers["OB"] == "packet"
    if game.waiting_for() == (1,):
        game.play(Pass(1))
    game.play(BuyPaper(0, "OB"))
    assert (game.state.papers["OB"], game.state.papers["BY-3"]) == (GONE, 0)


def test_3_1_2_they_hold_a_place_until_then():
    built = position(3).give(0, *INCOMES).packet_gone()
    from stellwerk.titles.t1835.state import count_papers

    assert count_papers(built.table, 0) == 6


def bayern(**fields):
    """Bayern acts for seat 0, with money, its home built to the north-west and the east."""
    built = position(3).give(0, "NF", "OB", "PF").packet_gone().ag("BY", director=0, cash=500, **fields)
    return built.tile("O15", "202", 2)


def test_3_1_3_1_nuernberg_fuerth_places_a_free_marker_without_connection_and_closes():
    game = bayern().stations("BY").game()
    game.play(BuildStation(0, "BY", "L14", 0, "NF"))
    assert game.state.cash["BY"] == 500
    assert markers_in(game, "L14", 0) == ("BY",)
    assert game.state.papers["NF"] == GONE


def test_3_1_3_1_beside_a_regular_marker_of_the_same_turn():
    built = bayern().tile("N14", "8", 5).tile("N12", "57", 1)  # München – Augsburg
    game = built.stations("BY").game()
    regular = [a for a in listed(game, BuildStation) if not a.permit]
    assert [a.hex for a in regular] == ["N12"]
    game.play(regular[0])
    game.play(BuildStation(0, "BY", "L14", 1, "NF"))
    assert game.state.cash["BY"] == 500 - 40
    assert markers_in(game, "N12") == ("BY",)


def test_3_1_3_1_only_in_the_turn_of_an_ag_whose_director_owns_it():
    other = position(3).give(1, "NF").packet_gone().ag("BY", director=0, cash=500).stations("BY")
    other.tile("O15", "202", 2).tile("N14", "8", 5).tile("N12", "57", 1)  # so that there is something to build
    assert rule_against(other.game(), BuildStation(0, "BY", "L14", 0, "NF")) == "3.1.3.1"
    minor = position(3).give(0, "NF").minor("V3", 0, cash=200).packet_gone().turn_of("V3").game()
    game = pass_until(minor, lambda g: g.step is None or type(g.step).__name__ != "LayStep")
    assert not listed(game, BuildStation)


def test_3_1_3_2_ostbayern_lays_free_beside_the_regular_tile_and_without_connection():
    game = bayern().track("BY", 1).game()
    game.play(LayTile(0, "BY", "M15", "58", 0, "OB"))
    assert game.state.cash["BY"] == 500
    assert any(hex_ == "N14" for hex_, _, _ in lays(game))
    game.play(next(a for a in listed(game, LayTile) if a.hex == "N14"))


def test_3_1_3_2_also_after_the_regular_tile():
    game = bayern().track("BY", 1).game()
    game.play(next(a for a in listed(game, LayTile) if a.hex == "N14"))
    assert {a.permit for a in listed(game, LayTile)} == {"OB"}
    game.play(LayTile(0, "BY", "M17", "9", 1, "OB"))


def test_3_1_3_2_one_tile_an_operating_round():
    game = bayern().track("BY", 1).game()
    game.play(LayTile(0, "BY", "M15", "58", 0, "OB"))
    assert rule_against(game, LayTile(0, "BY", "M17", "9", 1, "OB")) == "3.1.3.2"
    assert game.state.papers["OB"] == 0


def test_3_1_3_2_the_other_hex_in_a_later_round_closes_it():
    game = bayern().tile("M15", "58", 0).track("BY", 1).game()
    game.play(LayTile(0, "BY", "M17", "9", 1, "OB"))
    assert game.state.papers["OB"] == GONE


def test_3_1_3_2_closes_when_anybody_has_built_both():
    built = position(3).give(1, "OB").packet_gone().ag("BY", director=0, cash=500).tile("O15", "202", 2)
    built = built.tile("N14", "8", 3).tile("M17", "9", 1)
    game = built.track("BY", 1).game()
    game.play(LayTile(0, "BY", "M15", "58", 0))
    assert game.state.cash["BY"] == 450
    assert game.state.papers["OB"] == GONE


def test_3_1_3_2_only_these_two_hexes_and_only_their_first_tile():
    game = bayern().phase("3").tile("M15", "58", 0).track("BY", 1).game()
    assert {a.hex for a in listed(game, LayTile) if a.permit == "OB"} == {"M17"}
    assert rule_against(game, LayTile(0, "BY", "M15", "88", 0, "OB"))
    assert rule_against(game, LayTile(0, "BY", "N16", "9", 0, "OB")) == "3.1.3"


def test_3_1_3_2_not_for_a_vorpreussische():
    game = position(3).give(0, "OB").minor("V1", 0, cash=200).packet_gone().track("V1").game()
    assert not [a for a in listed(game, LayTile) if a.permit]
    assert rule_against(game, LayTile(0, "V1", "M17", "9", 1, "OB")) == "3.1.3.2"


def test_3_1_3_3_pfalz_builds_mannheim_free_and_without_connection():
    game = bayern().phase("3").track("BY", 1).game()
    action = next(a for a in listed(game, LayTile) if a.permit == "PF")
    game.play(action)
    assert game.state.cash["BY"] == 500
    assert game.state.papers["PF"] == 0  # the tile does not close it
    assert lays(game)  # and the regular tile is still there


def test_3_1_3_3_not_in_the_first_phase():
    game = bayern().track("BY", 1).game()
    assert not [a for a in listed(game, LayTile) if a.permit == "PF"]


def test_3_1_3_3_the_director_of_baden_can_lay_two_tiles():
    built = position(3).give(0, "PF").packet_gone().ag("BA", director=0, cash=500).phase("3")
    game = built.track("BA", 1).game()
    game.play(next(a for a in listed(game, LayTile) if a.permit == "PF"))
    pass_until(game, lambda g: type(g.step).__name__ == "LayStep")
    assert any(hex_ != "L6" for hex_, _, _ in lays(game))


def test_3_1_3_3_the_marker_needs_green_track_and_baden_in_operation():
    bare = bayern().phase("3").stations("BY").game()
    assert rule_against(bare, BuildStation(0, "BY", "L6", 0, "PF"))
    built = bayern().phase("3").tile("L6", "210", 0)
    assert rule_against(built.stations("BY").game(), BuildStation(0, "BY", "L6", 0, "PF")) == "5.5.2.10"
    built.ag("BA", director=1, home=False).station("BA", "L6", 1)
    game = built.stations("BY").game()
    assert rule_against(game, BuildStation(0, "BY", "L6", 1, "PF"))
    game.play(BuildStation(0, "BY", "L6", 0, "PF"))
    assert game.state.cash["BY"] == 500
    assert game.state.papers["PF"] == GONE


def test_3_1_3_3_only_for_their_owner():
    built = bayern().give(1, "PF").phase("3").tile("L6", "210", 0).ag("BA", director=1, home=False)
    game = built.station("BA", "L6", 1).stations("BY").game()  # the marker of Nürnberg-Fürth is on offer
    assert rule_against(game, BuildStation(0, "BY", "L6", 0, "PF")) == "3.1.3.3"


def test_3_1_3_3_badens_home_marker_cannot_do_it():
    built = position(3).give(0, "PF").packet_gone().ag("BA", director=0, cash=500, home=False).phase("3")
    game = built.tile("L6", "210", 0).station("BA", "L6", 0).stations("BA").then(NextCompany()).game()
    assert not [a for a in listed(game, BuildStation) if a.permit == "PF"]


def test_3_1_3_3_tile_and_marker_in_one_operating_round():
    built = bayern().ag("BA", director=1).phase("3").turn_of("BY")
    game = built.game()
    game.play(next(a for a in listed(game, LayTile) if a.permit == "PF"))
    (choice, *_) = listed(game)
    assert game.waiting_for() == (1,)  # Baden chooses at once
    game.play(choice)
    assert game.waiting_for() == (0,)
    game.play(Pass(0))
    assert [a for a in listed(game, BuildStation) if a.permit == "PF"]


def saxony(**fields):
    return position(3).give(2, "LD").packet_gone().ag("SX", director=0, **fields)


def test_3_1_3_4_leipzig_dresden_closes_with_the_first_train_of_saxony():
    game = saxony(cash=100).buying("SX").game()
    game.play(BuyTrain(0, "SX", "2", BANK))
    assert game.state.papers["LD"] == GONE


def test_3_1_3_4_from_any_source():
    pool = saxony(cash=100).phase("3").trains(POOL, "2").buying("SX").game()
    pool.play(BuyTrain(0, "SX", "2", POOL))
    assert pool.state.papers["LD"] == GONE
    built = saxony(cash=100).ag("BY", director=0, trains=("2",)).phase("3")
    hand_over(built.turn, OfferForTrain(1, "SX", "2", "BY", 1))
    assert built.state.papers["LD"] == GONE


def test_3_1_3_4_not_with_anybody_elses_train():
    built = saxony().ag("BY", director=0, cash=100).buying("BY").game()
    built.play(BuyTrain(0, "BY", "2", BANK))
    assert built.state.papers["LD"] == 2


# 3.2: Vorpreußische -----------------------------------------------------------------------------------------

MINORS = {
    "V1": ("H2", 80),
    "V2": ("E19", 170),
    "V3": ("F14", 80),
    "V4": ("G5", 160),
    "V5": ("E19", 80),
    "V6": ("C11", 80),
}


@pytest.mark.parametrize(("minor", "facts"), MINORS.items())
def test_3_2_1_homes_and_capital(minor, facts):
    printed = position(3).shell.rules.printed.minors[minor]
    assert (printed.hex, printed.price) == facts
    names = position(3).shell.rules.printed.box
    towns = {"H2": "Düsseldorf", "E19": "Berlin", "F14": "Magdeburg", "G5": "Dortmund", "C11": "Hamburg"}
    assert names.names[names.grid.index[facts[0]]] == towns[facts[0]]


def test_3_2_1_two_companies_share_berlin_in_different_cities():
    minors = position(3).shell.rules.printed.minors
    assert minors["V2"].city != minors["V5"].city


def test_3_2_2_they_act_before_ags_by_number():
    built = position(3).packet_gone().ag("BY", director=0)
    for minor in ("V5", "V3", "V1"):
        built.minor(minor, 0)
    game = built.operating().agenda(NextCompany()).game()
    order = []
    for _ in range(4):
        order.append(game.step.company)
        pass_until(game, lambda g, now=order[-1]: g.step is None or getattr(g.step, "company", now) != now)
    assert order == ["V1", "V3", "V5", "BY"]


def test_3_2_2_no_further_markers():
    built = position(3).minor("V3", 0, cash=500).packet_gone().tile("F14", "57", 1).tile("F16", "9", 1)
    game = built.tile("F18", "9", 1).stations("V3").then(NextCompany()).game()
    assert not listed(game, BuildStation)
    assert game.step is None or type(game.step).__name__ != "StationStep"


def test_3_2_2_no_train_is_no_fault():
    game = position(3).minor("V3", 0, cash=500).packet_gone().buying("V3").game()
    assert Pass(0) in game.legal_actions()


# 3.3: AGs and directors -------------------------------------------------------------------------------------

COMPANIES = {
    "BY": (92, 5, [20] + [10] * 8),
    "SX": (88, 3, [20] + [10] * 8),
    "BA": (84, 2, [20] + [10] * 6 + [20]),
    "WT": (84, 2, [20] + [10] * 6 + [20]),
    "HE": (84, 2, [20] + [10] * 6 + [20]),
    "MS": (80, 2, [20, 20, 20] + [10] * 4),
    "OL": (80, 2, [20, 20, 20] + [10] * 4),
    "PR": (154, 7, [10] * 8 + [5] * 4),
}


@pytest.mark.parametrize(("company", "facts"), COMPANIES.items())
def test_3_3_2_prices_markers_and_shares(company, facts):
    printed = position(3).shell.rules.printed
    papers = printed.register.of[company]
    entry = printed.companies[company]
    assert (entry.price, entry.stations, [p.percent for p in papers]) == facts
    assert papers[0].director
    assert sum(p.percent for p in papers) == 100


def test_3_3_2_the_parts_list_has_68_shares():
    assert len(position(3).shell.rules.printed.register.by_id) == 68


def test_3_3_3_and_3_3_1_a_share_is_a_part_of_the_income():
    from stellwerk.titles.t1835.running import pay_out

    built = position(3).packet_gone().ag("BY", director=0).shares(1, "BY", 10).cash(1, 0).cash(0, 0)
    pay_out(built.turn, "BY", 200)
    assert (built.state.cash[0], built.state.cash[1]) == (40, 20)


def test_3_3_4_the_director_decides():
    game = position(3).packet_gone().ag("BY", director=2, cash=100).track("BY").game()
    assert game.waiting_for() == (2,)


def test_3_3_5_equal_holdings_change_nothing():
    game = position(3).packet_gone().ag("BY", director=0).shares(1, "BY", 10).cash(1, 500).stock_turn(1).game()
    game.play(BuyShare(1, "BY", ISSUE, 10))
    assert director_of(game, "BY") == 0


def test_3_3_6_more_than_the_director_makes_director():
    game = position(3).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10).cash(1, 500).stock_turn(1).game()
    game.play(BuyShare(1, "BY", ISSUE, 10))
    assert director_of(game, "BY") == 1
    assert holding(game, "BY", 1) == ["10", "20D"]
    assert holding(game, "BY", 0) == ["10", "10"]


def test_3_3_6_the_largest_holder_and_the_next_to_the_left_among_equals():
    built = position(4).packet_gone().ag("BY", director=2).shares(2, "BY", 10)
    built.shares(0, "BY", 10, 10).shares(1, "BY", 10, 10).shares(3, "BY", 10)
    game = built.stock_turn(2).game()
    game.play(SellShares(2, "BY", (10,), True))
    assert director_of(game, "BY") == 0  # left of seat 2 come 3, 0, 1


def test_3_3_6_by_a_sale_of_the_director():
    game = position(4).packet_gone().ag("BY", director=0).shares(0, "BY", 10).shares(1, "BY", 10, 10, 10)
    game = game.stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    assert director_of(game, "BY") == 1
    assert holding(game, "BY", 0) == ["10", "10"]


def test_3_3_7_the_directors_paper_goes_to_the_pool_as_ordinary_ones():
    game = position(4).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10).cash(0, 0).stock_turn(0).game()
    game.play(SellShares(0, "BY", (), True))
    assert director_of(game, "BY") == 1
    assert holding(game, "BY", 1) == ["20D"]
    assert holding(game, "BY", POOL) == ["10", "10"]
    assert game.state.cash[0] == 184
    assert price_of(game, "BY") == 88


def test_3_3_7_prussia_needs_ten_percent_two_fives_suffice():
    built = position(4).packet_gone().prussia(0).exchanged(1, "V1")
    assert rule_against(built.stock_turn(0).game(), SellShares(0, "PR", (), True)) == "3.3.7"
    game = built.exchanged(1, "V3").stock_turn(0).game()
    game.play(SellShares(0, "PR", (), True))
    assert holding(game, "PR", 1) == ["10D"]
    assert holding(game, "PR", POOL) == ["5", "5"]


def test_3_3_7_with_40_percent_in_the_pool_a_double_paper_is_stuck_until_one_is_bought():
    built = position(4).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10).shares(POOL, "BY", *[10] * 4)
    game = built.cash(0, 500).stock_turn(0).game()
    assert rule_against(game, SellShares(0, "BY", (), True)) == "2.6.3.2"
    game.play(BuyShare(0, "BY", POOL, 10))
    game.play(SellShares(0, "BY", (), True))
    assert holding(game, "BY", 0) == ["10"]
    assert director_of(game, "BY") == 1


def test_3_3_8_the_old_director_chooses_his_papers():
    built = position(4).packet_gone().ag("BA", director=0).shares(1, "BA", 20, 10).cash(1, 500)
    built = built.shares(POOL, "BA", 10).stock_turn(1)
    game = built.game()
    game.play(BuyShare(1, "BA", POOL, 10))
    assert game.waiting_for() == (0,)
    assert {a.papers for a in listed(game, TakePapers)} == {(20,), (10, 10)}
    assert rule_against(game, TakePapers(0, "BA", (10,))) == "3.3.8"
    game.play(TakePapers(0, "BA", (10, 10)))
    assert (holding(game, "BA", 0), holding(game, "BA", 1)) == (["10", "10"], ["20", "20D"])


def test_3_3_8_also_when_he_sells():
    built = position(4).packet_gone().ag("BA", director=0).shares(1, "BA", 20, 10, 10).shares(0, "BA", 10, 10)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "BA", (), True))
    game.play(TakePapers(0, "BA", (10, 10)))
    assert holding(game, "BA", POOL) == ["10", "10"]
    assert holding(game, "BA", 1) == ["20", "20D"]
    assert price_of(game, "BA") == 80


def test_3_3_9_the_new_director_has_the_company_with_all_it_owns_at_once():
    built = position(3).packet_gone().ag("BY", director=0, cash=321, trains=("2", "2")).shares(1, "BY", 10, 10)
    built.tile("O15", "202", 2).cash(0, 0).cash(1, 500).cash(2, 0)
    game = built.starts(1).stock_turn(1).game()
    game.play(BuyShare(1, "BY", ISSUE, 10))
    assert director_of(game, "BY") == 1
    assert (game.state.cash["BY"], game.state.trains["BY"]) == (321 + 92, ("2", "2"))
    assert (game.state.cash[0], game.state.cash[1]) == (0, 500 - 92)  # nobody draws anything out of it
    pass_until(game, lambda g: type(g.step).__name__ == "LayStep")
    assert (game.step.company, game.waiting_for()) == ("BY", (1,))
    assert not game.legal_actions(0)


def test_3_3_9_in_the_middle_of_an_operating_round_too():
    built = position(3).packet_gone().phase("4").ag("BY", director=0).cash(0, 0).ag("SX", director=0, cash=77)
    built.trains("SX", "3", "3+3").shares(2, "SX", 10, 10).cash("BY", 200)
    game = built.buying("BY").then(NextCompany()).game()
    game.play(BuyTrain(0, "BY", "4", BANK))
    game.play(SellShares(0, "SX", (), True))
    assert (game.step.company, game.waiting_for()) == ("SX", (2,))
    assert (game.state.cash["SX"], game.state.trains["SX"]) == (77, ("3", "3+3"))
