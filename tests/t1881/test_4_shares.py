"""Section 4: turns of a stock round, what may be bought and sold, directors, going into operation."""

import pytest

from eighteen.positions import (
    director_of,
    holding,
    listed,
    markers_in,
    reason_against,
    rule_against,
    told,
)
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.events import DirectorChanged, Floated
from stellwerk.play.core import Pass

from .positions import field, legal, pass_on, position, purse, until


def new(seat, company, percent=10):
    return BuyShare(seat, company, ISSUE, percent)


def old(seat, company, percent=10):
    return BuyShare(seat, company, POOL, percent)


def sale(seat, company, number=1):
    return SellShares(seat, company, (10,) * number)


# Turns (4.1, 4.6–4.8) -----------------------------------------------------------------------------------------


def test_4_1_one_purchase_and_any_number_of_sales_in_whatever_order():
    built = position(3).opened("GBS", 0).shares(0, "GBS", 10, 10).opened("SSC", 1).shares(0, "SSC", 10)
    game = built.stock_turn(0).game()
    game.play(sale(0, "GBS"))
    game.play(new(0, "SSC"))
    assert rule_against(game, new(0, "SSC")) == "4.1"
    game.play(sale(0, "GBS"))
    game.play(sale(0, "SSC", 2))
    assert game.waiting_for() == (1,)  # he has nothing left to sell


def test_4_3_shares_are_paid_to_the_bank_and_never_bought_from_players():
    """3.5: nor does a company see any of it."""
    game = position(3).opened("GBS", 0).opened("SSC", 1).shares(1, "SSC", 10).stock_turn(0).game()
    bank = game.state.cash[BANK]
    assert rule_against(game, BuyShare(0, "SSC", 1, 10)) == "4.3"
    game.play(new(0, "SSC"))
    assert game.state.cash[BANK] == bank + 80
    assert purse(game, "SSC") == 0


def test_4_3_what_one_cannot_pay_one_cannot_buy():
    game = position(3).opened("GBS", 1).purses(91, 700, 700).stock_turn(0).game()
    assert game.waiting_for() == (1,)  # nothing to be had for 91
    game = position(3).opened("GBS", 1).purses(92, 700, 700).stock_turn(0).game()
    game.play(new(0, "GBS"))
    assert purse(game, 0) == 0


def test_4_6_the_round_ends_when_all_in_turn_have_bought_nothing():
    """c15: sales do not count; the Tram goes left of the last buyer."""
    built = position(3).opened("GBS", 0).shares(1, "GBS", 10).shares(2, "GBS", 10)
    game = built.stock_turn(1).game()
    game.play(new(1, "GBS"))
    pass_on(game, 1)
    game.play(sale(2, "GBS"))
    assert game.waiting_for() == (0,)
    pass_on(game, 0)
    game.play(sale(1, "GBS"))
    assert game.state.stock_round == 2
    pass_on(game, 1)
    assert game.state.stock_round == 3  # nothing is in operation
    assert game.state.tram == 2
    assert game.waiting_for() == (2,)


def test_4_7_nobody_bought_and_the_tram_stays():
    game = position(3).opened("GBS", 0).set(tram=1).stock_turn(1).game()
    pass_on(game, 1, 2, 0)
    assert game.state.tram == 1


def test_4_8_what_one_has_sold_one_does_not_buy_in_this_round():
    """c2: another paper yes, and this one in the next round."""
    built = position(3).opened("GBS", 0).shares(0, "GBS", 10, 10).opened("SSC", 1).shares(POOL, "GBS", 10)
    game = built.stock_turn(0).game()
    game.play(sale(0, "GBS"))
    assert rule_against(game, new(0, "GBS")) == "4.8"
    assert rule_against(game, old(0, "GBS")) == "4.8"
    assert legal(game, new(0, "SSC"))
    pass_on(game, 0)
    game.play(new(1, "SSC"))
    pass_on(game, 1, 2)
    assert rule_against(game, old(0, "GBS")) == "4.8"
    pass_on(game, 0, 1)
    assert game.state.stock_round == 3
    until(game, 0)
    assert legal(game, old(0, "GBS"))


# Limits (4.4, 4.5) --------------------------------------------------------------------------------------------


def six_with(counted):
    """Six players, P0 with so many papers: GBS 1 + 4, BChSt 1 + 4, the rest SSC."""
    built = position(6).opened("GBS", 0).shares(0, "GBS", 10, 10, 10, 10)
    built.opened("BChSt", 0).shares(0, "BChSt", 10, 10, 10, 10)
    built.opened("SSC", 1).shares(0, "SSC", *[10] * (counted - 10))
    return built.cash(0, 1000).opened("NBSN", 1)


def test_4_4_the_limit_counts_papers():
    assert legal(six_with(11).stock_turn(0).game(), new(0, "SSC"))
    assert rule_against(six_with(12).stock_turn(0).game(), new(0, "SSC")) == "4.4"


def test_4_4_papers_in_the_yellow_zone_do_not_count():
    """Trap 5."""
    game = six_with(12).at("SSC", 4, 0).stock_turn(0).game()  # 54
    assert legal(game, new(0, "SSC"))
    assert legal(game, new(0, "NBSN"))
    game = six_with(12).at("SSC", 2, 2).stock_turn(0).game()  # 50
    assert legal(game, new(0, "NBSN"))
    game = six_with(12).at("SSC", 3, 2).stock_turn(0).game()  # 62
    assert rule_against(game, new(0, "NBSN")) == "4.4"
    game = six_with(12).opened("SpS", 1, at=(4, 0)).stock_turn(0).game()
    assert legal(game, new(0, "SpS"))  # the paper bought would not count


def test_4_4_who_is_over_the_limit_sells_first():
    """Trap 5. When a price leaves the zone, and by losing a director's paper (c12)."""
    game = six_with(13).stock_turn(0).game()
    assert rule_against(game, Pass(0)) == "4.4"
    assert rule_against(game, new(0, "SSC")) == "4.4"
    game.play(sale(0, "GBS"))
    assert legal(game, Pass(0))
    assert rule_against(game, new(0, "SSC")) == "4.4"


def test_4_4_a_director_outvoted_has_one_paper_too_many():
    """c12: B has 12, loses the SSC's paper and sells at his next turn of the same round."""
    built = position(6).opened("SSC", 1).opened("GBS", 1).shares(1, "GBS", 10, 10, 10, 10)
    built.opened("BChSt", 1).shares(1, "BChSt", 10, 10, 10, 10).opened("SpS", 1).shares(0, "SSC", 10, 10)
    game = built.stock_turn(0).game()
    game.play(new(0, "SSC"))
    assert holding(game, "SSC", 0) == ["10", "20D"]
    assert holding(game, "SSC", 1) == ["10", "10"]
    pass_on(game, 0)
    assert game.waiting_for() == (1,)
    assert rule_against(game, Pass(1)) == "4.4"
    game.play(sale(1, "SSC"))
    assert legal(game, Pass(1))


@pytest.mark.parametrize("at", [(5, 2), (1, 0)])
def test_4_5_sixty_percent_at_most(at):
    """Trap 5; c13: also in the yellow zone, also from the pool."""
    built = position(3).opened("SSC", 0, at=at).shares(0, "SSC", 10, 10, 10).shares(POOL, "SSC", 10)
    built.opened("GBS", 1)
    game = built.stock_turn(0).game()
    assert legal(game, old(0, "SSC"))
    game.play(new(0, "SSC"))
    pass_on(game, 0, 1, 2)
    assert rule_against(game, new(0, "SSC")) == "4.5"
    assert rule_against(game, old(0, "SSC")) == "4.5"


# Prices and offers (4.9–4.13) ---------------------------------------------------------------------------------


def test_4_10_and_4_11_new_shares_at_the_printed_price_old_ones_at_the_chart():
    built = position(3).opened("GBS", 1, at=(8, 4)).shares(POOL, "GBS", 10)  # 110
    game = built.stock_turn(0).game()
    game.play(new(0, "GBS"))
    assert purse(game, 0) == 720 - 92
    pass_on(game, 0, 1, 2)
    game.play(old(0, "GBS"))
    assert purse(game, 0) == 720 - 92 - 110
    assert field(game, "GBS") == (8, 4)  # purchases move nothing


def four_open(*sold_out):
    built = position(3).purses(3000, 700, 700)
    for company in ("GBS", "BChSt", "NBSN", "SSC"):
        built.opened(company, 1)
    for company in sold_out:
        built.shares(2, company, *[10] * 4).shares(1, company, 10, 10).shares(POOL, company, 10, 10)
    return built


def test_4_12_no_further_company_while_none_is_sold_out():
    game = four_open().stock_turn(0).game()
    assert rule_against(game, new(0, "SpS", 20)) == "4.12"
    assert {a.company for a in listed(game, BuyShare)} == {"GBS", "BChSt", "NBSN", "SSC"}


def test_4_12_one_further_company_for_each_that_is_sold_out():
    """Trap 4; c14; 4.13, 4.21: the director's paper first."""
    game = four_open("SSC").stock_turn(0).game()
    assert legal(game, new(0, "SHG", 20))
    assert rule_against(game, new(0, "SpS")) == "4.13"  # the director's paper first
    game.play(new(0, "SpS", 20))
    assert purse(game, 0) == 3000 - 160
    assert field(game, "SpS") == (5, 2)
    until(game, 1)
    until(game, 0)
    assert rule_against(game, new(0, "SHG", 20)) == "4.12"
    game = four_open("SSC", "NBSN").stock_turn(0).game()
    game.play(new(0, "SpS", 20))
    until(game, 1)
    until(game, 0)
    assert legal(game, new(0, "SHG", 20))


def test_12_1_the_sbahn_waits_for_phase_2_whoever_is_sold_out():
    game = four_open("SSC").stock_turn(0).game()
    assert rule_against(game, new(0, "S-Bahn")) == "12.1"
    game = four_open().phase("2").stock_turn(0).game()
    assert legal(game, new(0, "S-Bahn"))


def test_12_1_the_sbahn_takes_no_tram_companys_place():
    game = four_open("SSC").phase("2").stock_turn(0).game()
    game.play(new(0, "S-Bahn"))
    until(game, 1)
    until(game, 0)
    assert legal(game, new(0, "SpS", 20))


# Sales (4.2, 4.9, 4.24) ---------------------------------------------------------------------------------------


def test_4_2_the_directors_paper_is_never_sold():
    """Trap 6; 4.24"""
    game = position(3).opened("GBS", 0).shares(0, "GBS", 10).stock_turn(0).game()
    assert listed(game, SellShares) == [sale(0, "GBS")]
    assert rule_against(game, SellShares(0, "GBS", (), True)) == "4.2"
    assert rule_against(game, SellShares(0, "GBS", (10,), True)) == "4.2"
    assert rule_against(game, sale(0, "GBS", 2)) == "4.9"


def test_4_2_a_director_sells_below_another_and_they_exchange():
    """Trap 6; c10; 4.9: at the price of the chart, to the pool."""
    built = position(3).opened("NBSN", 0).shares(0, "NBSN", 10).shares(1, "NBSN", 10, 10, 10)
    game = built.stock_turn(0).game()
    game.play(sale(0, "NBSN"))
    assert purse(game, 0) == 720 + 84
    assert director_of(game, "NBSN") == 1
    assert holding(game, "NBSN", 0) == ["10", "10"]
    assert holding(game, "NBSN", 1) == ["10", "20D"]
    game.play(sale(0, "NBSN", 2))
    assert purse(game, 0) == 720 + 84 + 2 * 80


def test_4_23_equal_holdings_change_nothing():
    """Trap 6."""
    built = position(3).opened("NBSN", 0).shares(0, "NBSN", 10).shares(1, "NBSN", 10, 10)
    game = built.stock_turn(0).game()
    game.play(sale(0, "NBSN"))
    assert director_of(game, "NBSN") == 0
    assert listed(game, SellShares, seat=0) == []


@pytest.mark.parametrize(
    ("director", "others", "heir"),
    [(0, (1, 2), 1), (0, (2, 3), 2), (1, (0, 2), 2), (3, (0, 1), 0), (3, (1, 2), 1)],
)
def test_4_23_of_two_equal_overtakers_the_next_clockwise(director, others, heir):
    """Question 8; also in the first round, which goes in the order of bids."""
    built = position(4).opened("NBSN", director).shares(director, "NBSN", 10)
    for seat in others:
        built.shares(seat, "NBSN", 10, 10, 10)
    game = built.set(rank=(2, 3, 1, 0), stock_round=1).stock_turn(director).game()
    game.play(sale(director, "NBSN"))
    assert director_of(game, "NBSN") == heir


def test_4_22_a_purchase_overtakes():
    built = position(3).opened("GBS", 0).shares(1, "GBS", 10, 10)
    game = built.stock_turn(1).game()
    events = game.play(new(1, "GBS"))
    assert told(events, DirectorChanged) == [DirectorChanged("GBS", 0, 1, (10, 10))]


def test_question_11_sales_in_round_1_of_companies_not_in_operation():
    game = position(3).opened("GBS", 0).shares(0, "GBS", 10).set(stock_round=1).stock_turn(0).game()
    game.play(sale(0, "GBS"))
    assert purse(game, 0) == 720 + 92


# Going into operation (4.25–4.27) -----------------------------------------------------------------------------

CAPITAL = {"GBS": 920, "BChSt": 880, "BESTAG": 880, "NBSN": 840, "SBV": 840, "SHG": 840, "SSC": 800, "SpS": 800}
HOMES = {
    "GBS": "G7",
    "BChSt": "G5",
    "BESTAG": "H6",
    "SSC": "J11",
    "NBSN": "E8",
    "SBV": "L6",
    "SHG": "C5",
    "SpS": "F3",
}


@pytest.mark.parametrize("company", CAPITAL)
def test_4_25_the_fifth_certificate_floats_a_company(company):
    """a4, 4.26: it has ten times its price and its start depot at once; what lies in the pool counts as sold."""
    built = position(3).opened(company, 1).shares(1, company, 10).shares(POOL, company, 10)
    game = built.stock_turn(0).game()
    game.play(new(0, company))
    assert purse(game, company) == 0
    pass_on(game, 0, 1)
    events = game.play(new(2, company))
    assert told(events, Floated) == [Floated(company, CAPITAL[company])]
    assert purse(game, company) == CAPITAL[company]
    assert markers_in(game, HOMES[company]) == (company,)
    bank = game.state.cash[BANK]
    pass_on(game, 2)
    game.play(new(0, company))
    assert game.state.cash[BANK] == bank + CAPITAL[company] // 10
    assert purse(game, company) == CAPITAL[company]


def test_4_27_it_acts_in_the_next_operating_round():
    game = position(3).opened("GBS", 0).shares(0, "GBS", 10, 10, 10).stock_turn(1).game()
    game.play(new(1, "GBS"))
    pass_on(game, 1, 2, 0, 1)
    assert game.state.operating_round == 1
    assert game.step.company == "GBS"
    assert game.waiting_for() == (0,)


def test_5_2_only_the_director_acts_for_a_company():
    game = position(3).company("GBS", 0, cash=900).operating_round().game()
    assert reason_against(game, Pass(1)) == "not_your_turn"


def test_4_4_papers_of_the_sbahn_count_against_the_limit():
    built = position(6).phase("2").purses(2000, 0, 0, 0, 0, 0).opened("SHG", 1)
    built.papers_of_the_sbahn(0, 0, 0).opened("GBS", 0).shares(0, "GBS", 10, 10, 10, 10)
    built.opened("SSC", 0).shares(0, "SSC", 10, 10)
    assert legal(built.stock_turn(0).game(), new(0, "S-Bahn", 5))
    game = built.shares(0, "SSC", 10).stock_turn(0).game()
    assert rule_against(game, new(0, "S-Bahn", 5)) == "4.4"
    assert rule_against(game, new(0, "SHG")) == "4.4"
