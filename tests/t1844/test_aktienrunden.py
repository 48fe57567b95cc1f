"""Stock rounds: selling, buying, floating, directors, the limit, and the end of the round."""

import pytest

from eighteen.positions import cell, director_of, holding, listed, price_of, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.events import Floated, PlayerPassed
from stellwerk.titles.t1844.actions import BuyMountain, BuyTunnel, LayFurka, Repay, StartCompany

from .positions import position


def sales(game, company):
    return {(a.papers, a.director, a.keeps) for a in listed(game, SellShares) if a.company == company}


def stb():
    """STB at 100 in (4,7), seat 0 its director, seat 1 with two tenths."""
    return position().company("STB", 0, at=(4, 7)).shares(1, "STB", 10, 10)


# A player's turn --------------------------------------------------------------------------------------------


def test_aktienrunde_sell_first_then_buy_one_and_nothing_after_that():
    built = stb().shares(0, "STB", 10).company("AB", 2).shares(2, "AB", 10, 10, 10).purses(500, 500, 500, 500)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "STB", (10,)))
    assert game.waiting_for() == (0,)
    game.play(BuyShare(0, "AB", ISSUE, 10))
    assert game.waiting_for() == (1,)


def test_aktienrunde_players_act_by_their_cards_not_by_their_seats():
    built = stb().purses(500, 500, 500, 500).set(order=(2, 0, 3, 1)).stock_turn(2)
    game = built.game()
    seats = []
    for _ in range(3):
        seats += game.waiting_for()
        game.play(Pass(game.waiting_for()[0]))
    assert seats == [2, 0, 3]


def test_aktienrunde_who_has_passed_may_act_again():
    game = stb().purses(500, 500, 500, 500).stock_turn(0).game()
    for seat in (0, 1, 2):
        game.play(Pass(seat))
    game.play(BuyTunnel(3))
    assert game.waiting_for() == (0,)
    assert BuyTunnel(0) in game.legal_actions()


def test_aktienrunde_ends_when_all_have_passed_one_after_another():
    """Also Ende der Aktienrunde."""
    game = stb().purses(500, 500, 500, 500).stock_turn(0).game()
    game.play(Pass(0))
    game.play(BuyTunnel(1))
    for seat in (2, 3, 0):
        game.play(Pass(seat))
    assert game.state.operating_round == 0
    game.play(Pass(1))
    assert game.state.operating_round == 1


def test_aktienrunde_who_only_sells_has_not_passed():
    game = stb().shares(0, "STB", 10).purses(500, 500, 500, 500).stock_turn(0, passes=3).game()
    game.play(SellShares(0, "STB", (10,)))
    game.play(Pass(0))
    assert game.state.passes == 0
    assert game.waiting_for() == (1,)


def test_aktienrunde_the_bank_is_the_only_partner():
    """Nobody buys from another player, whatever the action says; also Kauf von Aktien."""
    game = stb().shares(0, "STB", 10).purses(500, 500, 500, 500).stock_turn(2).game()
    for source, percent in ((0, 10), (0, 20), (1, 10), (BANK, 10), ("gone", 10)):
        assert rule_against(game, BuyShare(2, "STB", source, percent)) == "Kauf von Aktien"


def test_aktienrunde_a_turn_without_a_choice_passes_by_itself():
    built = stb().purses(500, 0, 500, 500).stock_turn(0)
    built.shares(POOL, "STB", 10, 10, 10, 10)
    game = built.game()
    events = game.play(Pass(0))
    assert [event.seat for event in told(events, PlayerPassed)] == [0]
    assert game.waiting_for() == (1,)  # may sell a share
    game = position().purses(500, 0, 500, 500).stock_turn(0).game()
    events = game.play(Pass(0))
    assert [event.seat for event in told(events, PlayerPassed)] == [0, 1]


def test_aktienrunde_never_passes_by_itself_while_a_loan_can_be_repaid():
    """C29: after that shares can be bought again; also Loks kaufen."""
    built = position(3).company("STB", 2, par=60, at=(6, 5)).shares(POOL, "STB", 10)
    built.purses(100, 500, 500).set(loans={0: 40}, bought={0: frozenset({"tunnel"})})
    game = built.stock_turn(0).game()
    assert game.waiting_for() == (0,)
    assert reason_against(game, BuyShare(0, "STB", POOL, 10)) == "repay_first"
    game.play(Repay(0, 40))
    game.play(BuyShare(0, "STB", POOL, 10))
    assert game.state.cash[0] == 0


def test_aktienrunde_never_passes_by_itself_while_p4_has_its_line_to_lay():
    """P4 brings 80 francs to buy with."""
    built = position(3).phase("3").give(0, "P4").company("STB", 2, par=60, at=(6, 5)).shares(POOL, "STB", 10)
    game = built.purses(0, 500, 500).stock_turn(0).game()
    assert game.waiting_for() == (0,)
    game.play(LayFurka(0))
    game.play(BuyShare(0, "STB", POOL, 10))
    assert game.state.cash[0] == 20


# Selling ----------------------------------------------------------------------------------------------------


def test_verkauf_von_aktien_any_number_at_the_price_before_one_step_down():
    """E3."""
    built = position().company("MOB", 0, at=(3, 8)).shares(2, "MOB", 10, 10).purses(0, 0, 0, 0)
    game = built.stock_turn(2).game()
    game.play(SellShares(2, "MOB", (10, 10)))
    assert game.state.cash[2] == 240
    assert cell(game, "MOB") == (4, 8)
    assert price_of(game, "MOB") == 110
    assert holding(game, "MOB", POOL) == ["10", "10"]


def test_verkauf_von_aktien_in_two_clicks_is_still_one_block():
    """C10."""
    built = position().company("MOB", 0, at=(3, 8)).shares(2, "MOB", 10, 10, 10).purses(0, 0, 0, 0)
    game = built.stock_turn(2).game()
    game.play(SellShares(2, "MOB", (10, 10)))
    game.play(SellShares(2, "MOB", (10,)))
    assert game.state.cash[2] == 360
    assert cell(game, "MOB") == (4, 8)


def test_verkauf_von_aktien_another_player_later_moves_the_price_again():
    built = position().company("MOB", 0, at=(3, 8)).shares(2, "MOB", 10).shares(3, "MOB", 10).purses(0, 0, 0, 0)
    game = built.stock_turn(2).game()
    game.play(SellShares(2, "MOB", (10,)))
    game.play(Pass(2))
    game.play(SellShares(3, "MOB", (10,)))
    assert (game.state.cash[2], game.state.cash[3]) == (120, 110)
    assert cell(game, "MOB") == (5, 8)


def test_verkauf_von_aktien_of_a_company_that_has_not_acted_pays_the_price_after_the_step():
    """C7."""
    built = position().started("BLS", 1, 90).shares(0, "BLS", 10, 10).purses(0, 900, 900, 900)
    game = built.stock_turn(0).game()
    assert cell(game, "BLS") == (3, 5)
    game.play(SellShares(0, "BLS", (10, 10)))
    assert game.state.cash[0] == 160
    assert cell(game, "BLS") == (4, 5)
    assert reason_against(game, BuyShare(0, "BLS", POOL, 10)) == "sold_this_round"
    game.play(Pass(0))
    game.play(BuyShare(1, "BLS", ISSUE, 10))
    assert game.state.cash[1] == 900 - 90
    assert game.state.cash["BLS"] == 450  # half is bought, what lies in the pool counts
    game.play(BuyShare(2, "BLS", POOL, 10))
    assert game.state.cash[2] == 900 - 80


def test_verkauf_von_aktien_of_a_new_company_in_two_clicks():
    built = position().started("BLS", 1, 90).shares(0, "BLS", 10, 10).purses(0, 0, 0, 0)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "BLS", (10,)))
    game.play(SellShares(0, "BLS", (10,)))
    assert game.state.cash[0] == 160
    assert cell(game, "BLS") == (4, 5)


def test_verkauf_von_aktien_not_in_the_first_stock_round():
    game = stb().set(stock_round=1).stock_turn(1).game()
    assert reason_against(game, SellShares(1, "STB", (10,))) == "no_sales_in_first_round"


def test_verkauf_von_aktien_at_most_half_in_the_pool():
    game = stb().shares(POOL, "STB", 10, 10, 10, 10).stock_turn(1).game()
    assert sales(game, "STB") == {((10,), False, 0)}
    assert reason_against(game, SellShares(1, "STB", (10, 10))) == "pool_limit"


@pytest.mark.parametrize("start", [(4, 15), (5, 13), (6, 10), (7, 8), (8, 1), (8, 6)])
def test_verkauf_von_aktien_at_the_foot_of_a_column_the_price_stays(start):
    """Q1."""
    game = position().company("STB", 0, at=start).shares(1, "STB", 10).stock_turn(1).game()
    before = game.state.cash[1]
    price = price_of(game, "STB")
    game.play(SellShares(1, "STB", (10,)))
    assert cell(game, "STB") == start
    assert game.state.cash[1] == before + price


def test_verkauf_von_aktien_certificates_are_not_sold():
    game = position().tunnel_papers(0).mountain("H7", 0, owner=0).stock_turn(0).game()
    assert listed(game, SellShares) == []
    for paper in ("T1", "B1", "P7"):
        assert rule_against(game, SellShares(0, paper, (10,))) == "Verkauf von Aktien"


# Buying -----------------------------------------------------------------------------------------------------


def test_kauf_von_aktien_pool_at_the_price_new_at_par_all_to_the_bank():
    """E4."""
    built = position().company("AB", 0, par=80, at=(6, 5)).shares(POOL, "AB", 10).shares(0, "AB", 10, 10)
    game = built.purses(500, 500, 500, 500).stock_turn(2).game()
    bank, treasury = game.state.cash[BANK], game.state.cash["AB"]
    game.play(BuyShare(2, "AB", POOL, 10))
    game.play(BuyShare(3, "AB", ISSUE, 10))
    assert (game.state.cash[2], game.state.cash[3]) == (440, 420)
    assert game.state.cash[BANK] == bank + 140
    assert game.state.cash["AB"] == treasury


def test_kauf_von_aktien_the_director_sets_par_and_pays_for_both_parts():
    game = position().purses(500, 500, 500, 500).stock_turn(0).game()
    assert {a.par for a in listed(game, StartCompany)} == {60, 70, 80, 90, 100}
    assert reason_against(game, StartCompany(0, "STB", 110)) == "no_such_par"
    assert reason_against(game, BuyShare(0, "STB", ISSUE, 20)) == "not_started"
    assert reason_against(game, StartCompany(0, "SBB", 100)) == "cannot_be_started"
    game.play(StartCompany(0, "STB", 90))
    assert game.state.cash[0] == 500 - 180
    assert holding(game, "STB", 0) == ["20D"]
    assert reason_against(game, StartCompany(1, "STB", 60)) == "cannot_be_started"


@pytest.mark.parametrize(("par", "where"), [(100, (2, 5)), (90, (3, 5)), (80, (4, 5)), (70, (5, 5)), (60, (6, 5))])
def test_kauf_von_aktien_the_marker_goes_under_those_on_its_field(par, where):
    game = position().company("AB", 1, par=par).purses(500, 500, 500, 500).stock_turn(0).game()
    game.play(StartCompany(0, "STB", par))
    assert cell(game, "STB") == where
    assert game.state.chart.stacks[where[0] - 1, where[1] - 1] == ("AB", "STB")


def test_kauf_von_aktien_above_half_only_from_the_pool():
    """C9: H at 50% a sixth new tenth, R at 40% a new fifth, V at 50% a new quarter."""
    built = position().company("AB", 0).shares(0, "AB", 10, 10, 10).company("VZ", 0).shares(1, "VZ", 20)
    built.company("NOB", 0).purses(900, 500, 500, 500)
    game = built.stock_turn(0).game()
    new = {a.company for a in listed(game, BuyShare) if a.source == ISSUE}
    assert new == {"AB", "VZ", "NOB"}
    built = position().company("AB", 0).shares(0, "AB", 10, 10, 10, 10).shares(POOL, "AB", 10)
    built.company("VZ", 0).shares(0, "VZ", 20).company("NOB", 0).shares(0, "NOB", 25).shares(POOL, "NOB", 25)
    game = built.purses(900, 500, 500, 500).stock_turn(0).game()
    assert {(a.company, a.source) for a in listed(game, BuyShare)} == {("AB", POOL), ("NOB", POOL)}
    assert reason_against(game, BuyShare(0, "VZ", ISSUE, 20)) == "above_half_from_the_pool"


def test_kauf_von_aktien_one_tunnel_and_one_mountain_a_round():
    """N8; each is the purchase of a turn."""
    game = position().purses(500, 500, 500, 500).stock_turn(0).game()
    game.play(BuyTunnel(0))
    assert game.waiting_for() == (1,)
    for seat in (1, 2, 3):
        game.play(Pass(seat))
    assert reason_against(game, BuyTunnel(0)) == "one_paper_a_round"
    game.play(BuyMountain(0, "H7", 2))
    for seat in (1, 2, 3):
        game.play(Pass(seat))
    assert reason_against(game, BuyMountain(0, "G14", 0)) == "one_paper_a_round"
    assert game.state.cash[0] == 500 - 50 - 150


def test_kauf_von_aktien_of_a_company_one_has_sold_not_in_the_same_round():
    game = stb().shares(POOL, "STB", 10).purses(500, 500, 500, 500).stock_turn(1).game()
    game.play(SellShares(1, "STB", (10,)))
    assert reason_against(game, BuyShare(1, "STB", ISSUE, 10)) == "sold_this_round"
    assert reason_against(game, BuyShare(1, "STB", POOL, 10)) == "sold_this_round"


def test_kauf_von_aktien_without_the_money():
    game = stb().purses(500, 500, 99, 49).shares(POOL, "STB", 10).stock_turn(2).game()
    assert reason_against(game, BuyShare(2, "STB", POOL, 10)) == "share_too_dear"
    assert reason_against(game, StartCompany(2, "AB", 60)) == "share_too_dear"
    assert reason_against(game, BuyMountain(2, "H7", 0)) == "share_too_dear"
    game.play(BuyTunnel(2))


# Floating ---------------------------------------------------------------------------------------------------


def test_inbetriebnahme_a_v_company_with_its_directors_share():
    """E5."""
    game = position().purses(500, 500, 500, 500).stock_turn(0).game()
    game.play(StartCompany(0, "VSB", 90))
    assert game.state.cash[0] == 500 - 180
    assert game.state.cash["VSB"] == 180
    assert game.state.markers["VSB"] == 2
    assert "VSB" in game.state.in_operation


@pytest.mark.parametrize(
    ("company", "held", "buys", "capital"), [("STB", (20, 10, 10), 10, 350), ("VZ", (40,), 20, 350)]
)
def test_inbetriebnahme_with_half_the_shares(company, held, buys, capital):
    """N2 at par 70: H at 50%, R at 60%."""
    built = position().started(company, 0, 70).shares(1, company, *held[1:]).purses(500, 500, 500, 500)
    game = built.stock_turn(2).game()
    assert company not in game.state.in_operation
    events = game.play(BuyShare(2, company, ISSUE, buys))
    assert [event.capital for event in told(events, Floated)] == [capital]
    assert game.state.cash[company] == capital


@pytest.mark.parametrize("phase", ["6", "7"])
def test_inbetriebnahme_from_phase_6_on_all_at_once(phase):
    """N2, C37: ten times par, three markers at 80, and no destination; also Historische Gesellschaften."""
    built = position().phase(phase).started("AB", 0, 80).shares(1, "AB", 10, 10).purses(900, 900, 900, 900)
    game = built.stock_turn(2).game()
    game.play(BuyShare(2, "AB", ISSUE, 10))
    assert game.state.cash["AB"] == 800
    assert game.state.markers["AB"] == 3
    assert "AB" in game.state.rewarded


def test_inbetriebnahme_from_phase_6_on_regional_ones_get_what_they_always_got():
    built = position().phase("6").started("VZ", 0, 80).purses(900, 900, 900, 900)
    game = built.stock_turn(2).game()
    game.play(BuyShare(2, "VZ", ISSUE, 20))
    assert game.state.cash["VZ"] == 400


@pytest.mark.parametrize(("par", "markers"), [(60, 1), (70, 2), (80, 3), (90, 4), (100, 5)])
def test_historische_gesellschaften_markers_by_par(par, markers):
    """N3; also Inbetriebnahme: R has three and V two at any par, see Regionale Gesellschaften."""
    game = (
        position().purses(500, 500, 500, 500).started("STB", 0, par).shares(1, "STB", 10, 10).stock_turn(2).game()
    )
    game.play(BuyShare(2, "STB", ISSUE, 10))
    assert game.state.markers["STB"] == markers
    game = position().purses(500, 500, 500, 500).started("VZ", 0, par).stock_turn(2).game()
    game.play(BuyShare(2, "VZ", ISSUE, 20))
    assert game.state.markers["VZ"] == 3
    game = position().purses(500, 500, 500, 500).stock_turn(2).game()
    game.play(StartCompany(2, "NOB", par))
    assert game.state.markers["NOB"] == 2


# Directors --------------------------------------------------------------------------------------------------


def test_direktorwechsel_selling_four_of_five_parts():
    """E6."""
    built = position().company("STB", 0, at=(4, 7)).shares(0, "STB", 10, 10, 10).shares(1, "STB", 10, 10)
    built.shares(POOL, "STB", 10).purses(0, 0, 0, 0)
    game = built.stock_turn(0).game()
    assert reason_against(game, SellShares(0, "STB", (10, 10, 10), True)) == "pool_limit"
    game.play(SellShares(0, "STB", (10, 10, 10), True, 10))
    assert game.state.cash[0] == 400
    assert cell(game, "STB") == (5, 7)
    assert director_of(game, "STB") == 1
    assert holding(game, "STB", 1) == ["20D"]
    assert holding(game, "STB", 0) == ["10"]
    assert len(holding(game, "STB", POOL)) == 5


def test_direktorwechsel_part_of_a_directors_paper_of_a_historical_company():
    """C8: with 40% in the pool one part, and only if that makes another director."""
    built = stb().shares(POOL, "STB", 10, 10, 10, 10).purses(0, 0, 0, 0)
    game = built.stock_turn(0).game()
    assert sales(game, "STB") == {((), True, 10)}
    assert reason_against(game, SellShares(0, "STB", (), True)) == "pool_limit"
    game.play(SellShares(0, "STB", (), True, 10))
    assert game.state.cash[0] == 100
    assert price_of(game, "STB") == 90
    assert director_of(game, "STB") == 1
    assert holding(game, "STB", 0) == ["10"]
    built = position().company("STB", 0, at=(4, 7)).shares(1, "STB", 10).shares(POOL, "STB", 10, 10, 10, 10)
    game = built.stock_turn(0).game()
    assert sales(game, "STB") == set()
    assert reason_against(game, SellShares(0, "STB", (), True, 10)) == "nobody_can_direct"


def test_direktorwechsel_part_of_a_directors_paper_of_a_regional_company():
    """C8."""
    built = position().company("VZ", 0, at=(2, 8)).shares(1, "VZ", 20, 20).shares(POOL, "VZ", 20)
    game = built.purses(0, 0, 0, 0).stock_turn(0).game()
    assert sales(game, "VZ") == {((), True, 20)}
    game.play(SellShares(0, "VZ", (), True, 20))
    assert game.state.cash[0] == 130
    assert price_of(game, "VZ") == 120
    assert len(holding(game, "VZ", POOL)) == 2
    assert director_of(game, "VZ") == 1


@pytest.mark.parametrize(("keeps", "brings"), [(25, 80), (0, 160)])
def test_direktorwechsel_part_of_a_directors_paper_of_a_v_company(keeps, brings):
    """C8; also Vor-SBB Gesellschaften."""
    built = position().company("NOB", 0, at=(4, 5)).shares(1, "NOB", 25, 25).purses(0, 0, 0, 0)
    game = built.stock_turn(0).game()
    assert sales(game, "NOB") == {((), True, 25), ((), True, 0)}
    game.play(SellShares(0, "NOB", (), True, keeps))
    assert game.state.cash[0] == brings
    assert price_of(game, "NOB") == 70
    assert director_of(game, "NOB") == 1
    game = position().company("NOB", 0).shares(1, "NOB", 25).shares(POOL, "NOB", 25).stock_turn(0).game()
    assert sales(game, "NOB") == set()


def test_direktorwechsel_by_buying_and_never_with_equal_parts():
    """C5: the three pool shares of the FNM in three turns."""
    built = position().company("FNM", 0, par=100, operated=False).shares(POOL, "FNM", 10, 10, 10)
    game = built.purses(0, 300, 0, 0).set(stock_round=1).stock_turn(1).game()
    game.play(BuyShare(1, "FNM", POOL, 10))
    game.play(BuyShare(1, "FNM", POOL, 10))
    assert director_of(game, "FNM") == 0
    game.play(BuyShare(1, "FNM", POOL, 10))
    assert director_of(game, "FNM") == 1
    assert holding(game, "FNM", 0) == ["10", "10"]
    assert holding(game, "FNM", 1) == ["10", "20D"]
    assert game.state.cash[1] == 0


def test_direktorwechsel_the_company_goes_along_as_it_is():
    built = stb().shares(0, "STB", 10, 10).shares(1, "STB", 10).purses(500, 500, 500, 500).cash("STB", 77)
    built.trains("STB", "2").give("STB", "P1")
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "STB", (10, 10)))
    assert director_of(game, "STB") == 1
    assert (game.state.cash["STB"], game.state.trains["STB"], game.state.papers["P1"]) == (77, ("2",), "STB")


@pytest.mark.parametrize(
    ("order", "new"), [((0, 1, 2, 3), 1), ((2, 0, 1, 3), 1), ((2, 1, 0, 3), 2), ((0, 3, 2, 1), 2)]
)
def test_direktorwechsel_among_equals_the_next_card_after_the_old_director(order, new):
    built = stb().shares(2, "STB", 10, 10).set(order=order).purses(0, 0, 0, 0)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "STB", (), True, 10))
    assert director_of(game, "STB") == new


def test_direktorwechsel_above_the_limit_shares_are_sold_first():
    """Also Aktienlimit: with 7 players 11 papers."""
    built = position(7).company("STB", 0, at=(4, 7)).shares(1, "STB", 10, 10)
    built.company("AB", 0).shares(0, "AB", *[10] * 5).company("BLS", 2).shares(0, "BLS", *[10] * 4)
    built.purses(*[400] * 7)
    game = built.stock_turn(1).game()
    game.play(BuyShare(1, "STB", ISSUE, 10))
    assert holding(game, "STB", 0) == ["10", "10"]
    for seat in range(2, 7):
        game.play(Pass(seat))
    assert reason_against(game, Pass(0)) == "over_the_limit"
    assert reason_against(game, BuyTunnel(0)) == "over_the_limit"
    game.play(SellShares(0, "AB", (10,)))
    game.play(BuyTunnel(0))


def test_direktorwechsel_above_the_limit_with_nothing_to_sell():
    """Q12: keeps them and buys no share."""
    built = position(7).started("STB", 0, 80).shares(0, "MOB", 10).set(stock_round=1)
    for company in ("AB", "BLS"):
        built.company(company, 1).shares(0, company, *[10] * 5)
    game = built.purses(*[400] * 7).stock_turn(0).game()
    assert reason_against(game, BuyShare(0, "STB", ISSUE, 10)) == "paper_limit"
    game.play(Pass(0))


def test_direktorwechsel_above_the_limit_nobody_is_made_to_sell_half_a_directors_paper():
    """It would leave as many papers as before."""
    built = position(7).company("STB", 0, at=(4, 7)).shares(1, "STB", 10, 10).shares(POOL, "STB", *[10] * 4)
    for company in ("AB", "BLS"):
        built.company(company, 2).shares(0, company, 10).shares(POOL, company, *[10] * 5)
    built.set(stock_round=2).shares(0, "MOB", *[10] * 8).shares(0, "RhB", *[10] * 1)
    game = built.purses(*[400] * 7).stock_turn(0).game()
    assert list(listed(game, SellShares)) == [SellShares(0, "STB", (), True, 10)]
    assert Pass(0) in game.legal_actions()


# The limit --------------------------------------------------------------------------------------------------


def test_aktienlimit_no_purchase_beyond_it_but_papers_that_do_not_count():
    """With 7 players 11; a director's share counts once; also Privatgesellschaften, Bergbahnen."""
    built = position(7).company("AB", 0).shares(0, "AB", *[10] * 4).company("BLS", 1).shares(0, "BLS", *[10] * 5)
    built.company("STB", 0).shares(POOL, "STB", 10).give(0, "P1", "P2").tunnel_papers(0).mountain(
        "G14", 0, owner=0
    )
    game = built.purses(*[800] * 7).stock_turn(0).game()
    assert listed(game, BuyShare, StartCompany) == []
    assert reason_against(game, BuyShare(0, "STB", POOL, 10)) == "paper_limit"
    assert reason_against(game, StartCompany(0, "VZ", 60)) == "paper_limit"
    assert listed(game, BuyTunnel, BuyMountain) != []
    built = position(7).company("AB", 0).shares(0, "AB", *[10] * 4).company("BLS", 1).shares(0, "BLS", *[10] * 5)
    game = built.purses(*[800] * 7).stock_turn(0).game()
    game.play(StartCompany(0, "VZ", 60))


def test_aktienlimit_a_tenth_of_the_sbb_counts_once():
    built = position(7).phase("5").sbb(0).federal(0, 10, 10).company("AB", 0).shares(0, "AB", *[10] * 4)
    built.company("BLS", 1).shares(0, "BLS", *[10] * 3)
    game = built.purses(*[800] * 7).stock_turn(0).game()
    game.play(BuyShare(0, "SBB", POOL, 10))
    for seat in range(1, 7):
        game.play(Pass(seat))
    assert reason_against(game, BuyShare(0, "SBB", POOL, 5)) == "paper_limit"


# The end of the round ---------------------------------------------------------------------------------------


def test_ende_der_aktienrunde_pool_left_then_sold_out_up():
    """E7: JN comes to lie under STB."""
    built = position().company("JN", 0, at=(3, 7)).shares(0, "JN", 20, 20, 20)
    built.company("STB", 1, at=(2, 8)).shares(POOL, "STB", 10).company("AB", 2, at=(2, 6))
    game = built.end_of_stock_round().game()
    assert game.state.chart.stacks[1, 6] == ("STB", "JN")
    assert cell(game, "AB") == (2, 6)


def test_ende_der_aktienrunde_left_movers_that_meet_at_the_edge():
    """C11, Q7."""
    built = position().company("AB", 1, at=(1, 3)).shares(POOL, "AB", 10)
    built.company("STB", 0, at=(2, 4)).shares(POOL, "STB", 10)
    game = built.end_of_stock_round().game()
    assert game.state.chart.stacks[1, 2] == ("STB", "AB")


@pytest.mark.parametrize(
    ("start", "end"), [((3, 1), (4, 1)), ((2, 2), (3, 2)), ((1, 3), (2, 3)), ((8, 1), (8, 1))]
)
def test_ende_der_aktienrunde_at_the_left_edge_down(start, end):
    game = position().company("STB", 0, at=start).shares(POOL, "STB", 10).end_of_stock_round().game()
    assert cell(game, "STB") == end


def test_ende_der_aktienrunde_sold_out_in_the_top_row_stays():
    """N10."""
    built = position().company("VZ", 0, at=(1, 6)).shares(1, "VZ", 20, 20, 20)
    assert cell(built.end_of_stock_round().game(), "VZ") == (1, 6)


def test_ende_der_aktienrunde_only_companies_in_operation():
    built = position().started("STB", 0, 80).shares(POOL, "STB", 10)
    assert cell(built.end_of_stock_round().game(), "STB") == (4, 5)


def test_ende_der_aktienrunde_one_share_of_the_fnm_left_in_the_pool():
    """C5: no move without, left with one."""
    built = position().company("FNM", 0, par=100, operated=False).shares(POOL, "FNM", 10).set(stock_round=1)
    assert cell(built.end_of_stock_round().game(), "FNM") == (2, 4)
    built = position().company("FNM", 0, par=100, operated=False).shares(1, "FNM", 10, 10, 10).set(stock_round=1)
    assert cell(built.end_of_stock_round().game(), "FNM") == (2, 5)


def test_ende_der_aktienrunde_most_cash_is_first():
    """C3; loans are not deducted."""
    built = position().company("VZ", 0).purses(300, 120, 120, 480).set(loans={3: 450})
    assert built.end_of_stock_round().game().state.order == (3, 0, 1, 2)


def test_ende_der_aktienrunde_equal_cash_keeps_the_order_of_cards():
    built = position().company("VZ", 0).purses(100, 100, 100, 480).set(order=(2, 1, 3, 0))
    assert built.end_of_stock_round().game().state.order == (3, 2, 1, 0)


@pytest.mark.parametrize(
    ("phase", "rounds"), [("1", 1), ("2", 1), ("3", 2), ("4", 2), ("5", 3), ("6", 3), ("7", 3)]
)
def test_spielablauf_operating_rounds_between_stock_rounds(phase, rounds):
    """N7; also Phasenwechsel."""
    game = position().phase(phase).company("VZ", 0).end_of_stock_round().game()
    assert (game.state.operating_round, game.state.operating_rounds) == (1, rounds)
