"""Sections 4.14–4.20 and 9.9–9.13: how prices move, bankruptcy, the order of turns (5.1)."""

import pytest

from eighteen.positions import markers_in, price_of, told
from stellwerk.bank.papers import BANK, GONE, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, Dividend, SellShares
from stellwerk.eighteen.events import CompanyActs, GameEnded, PaidOut, StockRoundEnded
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.companies.running import RunTrams
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.data import material
from stellwerk.titles.t1881.events import CompanyBankrupt

from .positions import SBAHN, field, papers, position, purse

SHEET = material().sheet


def sale(seat, company, number=1):
    return SellShares(seat, company, (10,) * number)


def holder(company, at, *others):
    """P0 has the director's paper and three shares of a company here; others stand there before it."""
    built = position(3)
    for other in others:
        built.opened(other, 1, at=at)
    return built.opened(company, 0, at=at).shares(0, company, 10, 10, 10)


# Trading (4.14–4.19) ------------------------------------------------------------------------------------------


def test_4_14_one_step_a_sale_whatever_its_size():
    """c1"""
    built = position(3).opened("GBS", 0).shares(0, "GBS", 10, 10, 10, 10)
    game = built.shares(1, "GBS", 10).stock_turn(0).game()
    game.play(sale(0, "GBS", 3))
    assert purse(game, 0) == 720 + 276
    assert price_of(game, "GBS") == 88
    game.play(sale(0, "GBS"))
    assert purse(game, 0) == 720 + 276 + 88
    assert price_of(game, "GBS") == 86


@pytest.mark.parametrize(("at", "new"), [((1, 1), 20), ((1, 0), 20), ((8, 0), 90), ((9, 1), 98), ((19, 5), 384)])
def test_4_15_and_4_18_a_sale_at_the_edge_moves_nothing(at, new):
    """Trap 7; c3: no arrow is followed, nobody goes bankrupt."""
    before = SHEET.price(at)
    game = holder("SSC", at).stock_turn(0).game()
    events = game.play(sale(0, "SSC", 2))
    assert purse(game, 0) == 720 + 2 * before
    assert price_of(game, "SSC") == new
    assert told(events, CompanyBankrupt) == []
    assert not game.over


def test_4_18_a_marker_that_does_not_move_keeps_its_place():
    game = holder("SSC", (8, 0)).opened("GBS", 1, at=(8, 0)).stock_turn(0).game()
    game.play(sale(0, "SSC"))
    assert game.state.chart.stacks[8, 0] == ("SSC", "GBS")


def test_4_19_a_marker_goes_under_those_that_lie_there():
    built = holder("GBS", (6, 4)).opened("BChSt", 1)
    game = built.stock_turn(0).game()
    game.play(sale(0, "GBS"))
    assert game.state.chart.stacks[6, 3] == ("BChSt", "GBS")


@pytest.mark.parametrize(
    ("at", "there"), [((5, 3), (5, 4)), ((5, 4), (5, 4)), ((6, 5), (6, 5)), ((7, 5), (7, 5)), ((17, 6), (17, 6))]
)
def test_4_16_a_company_that_is_sold_out_rises_at_the_end(at, there):
    """Trap 7; c4"""
    game = position(3).opened("NBSN", 0, at=at).out("NBSN", 0, 1).end_of_stock_round().game()
    assert field(game, "NBSN") == there


@pytest.mark.parametrize("left_with", [ISSUE, POOL])
def test_4_16_one_share_with_the_bank_and_nothing_rises(left_with):
    built = position(3).opened("NBSN", 0).out("NBSN", 0, 1).give(left_with, "NBSN-9")
    assert field(built.end_of_stock_round().game(), "NBSN") == (5, 3)


def test_4_16_companies_that_hold_shares_of_the_sbahn_count_as_players():
    owners = [0, 1, 2, "GBS", 0, *["GBS"] * 5, *[0] * 2, *[1] * 3, *[2] * 4]
    built = position(3).phase("2").company("GBS", 0, cash=0, trains=("2",)).sbahn(*owners)
    assert field(built.end_of_stock_round().game(), SBAHN) == (5, 4)


def test_4_17_400_by_selling_out_ends_the_game_at_once():
    """Trap 7; c5, question 9: all that are sold out move first; no operating round."""
    built = position(3).purses(100, 0, 0).company("BESTAG", 0, at=(19, 5), trains=("2",)).out("BESTAG", 0, 1)
    built.company("SSC", 2, at=(5, 2), trains=("2",)).out("SSC", 2, 1)
    game = built.end_of_stock_round().game()
    assert game.over
    assert told(game.events, GameEnded) == [GameEnded((100 + 6 * 400, 4 * 400 + 4 * 84, 6 * 84))]
    assert game.result() == {0: 2500, 1: 1936, 2: 504}
    assert len(told(game.events, StockRoundEnded)) == 1


# Income (9.9–9.12) --------------------------------------------------------------------------------------------


def after(at, paid, company="GBS"):
    """Where a marker goes from here when its company pays out 50, or earns nothing."""
    built = position(3).company(company, 0, at=at).earned(company, 50 if paid else 0)
    game = built.game()
    if paid:
        game.play(Dividend(0, company, "pay"))
    return game


@pytest.mark.parametrize(
    ("at", "new"),
    [((6, 4), 100), ((8, 0), 92), ((10, 1), 114), ((12, 2), 154), ((15, 3), 236), ((18, 4), 350)],
)
def test_9_9_and_9_11_paid_out_a_price_goes_down_the_chart(at, new):
    """Trap 7; c6"""
    assert price_of(after(at, True), "GBS") == new


@pytest.mark.parametrize("at", [(18, 6), (19, 5)])
def test_9_12_400_by_dividend_ends_the_game_when_it_is_paid(at):
    """Trap 25; c6, h3"""
    built = position(3).company("BESTAG", 0, at=at).shares(1, "BESTAG", 10).company("SSC", 1, cash=500)
    game = built.earned("BESTAG", 70).game()
    events = game.play(Dividend(0, "BESTAG", "pay"))
    assert price_of(game, "BESTAG") == 400
    assert purse(game, 0, 1) == (734, 727)
    assert told(events, PaidOut) == [PaidOut("BESTAG", 70)]
    assert game.over  # the SSC does not act any more
    assert game.result() == {0: 734 + 800, 1: 727 + 400 + 160, 2: 720}


@pytest.mark.parametrize(
    ("at", "new"),
    [((1, 1), 20), ((2, 2), 40), ((3, 3), 62), ((4, 4), 78), ((6, 5), 92), ((8, 6), 120)],
)
def test_9_10_and_9_11_not_paid_a_price_goes_up_the_chart(at, new):
    """c7"""
    assert price_of(after(at, False), "GBS") == new


def test_9_10_saving_moves_as_not_running_does():
    game = position(3).company("GBS", 0).earned("GBS", 50).game()
    game.play(Dividend(0, "GBS", "keep"))
    assert price_of(game, "GBS") == 86
    assert purse(game, "GBS") == 50


@pytest.mark.parametrize(
    ("company", "new"), [("GBS", 86), ("BChSt", 84), ("BESTAG", 84), ("NBSN", 78), ("SSC", 72), ("SpS", 72)]
)
def test_9_10_the_first_turn_has_no_tram_to_run(company, new):
    """c9"""
    game = position(3).company(company, 0, cash=800).operating_round().game()
    while not isinstance(game.step, TramStep):
        game.play(Pass(0))  # no tile, no depot
    assert price_of(game, company) == new


@pytest.mark.parametrize(
    ("company", "prices"),
    [
        ("GBS", [86, 82, 78, 70, 62, 50, 40, 28, 20, 10]),
        ("SSC", [72, 62, 50, 40, 28, 20, 10]),
    ],
)
def test_9_13_never_running_leads_to_bankruptcy(company, prices):
    """c8"""
    at, found = material().starts[company], []
    while SHEET.price(at) > 10:
        at = field(after(at, False, company), company)
        found.append(SHEET.price(at))
    assert found == prices


def test_9_13_only_one_field_leads_to_ten_and_only_upwards():
    cells = [(row, column) for row in range(20) for column in range(7) if SHEET.price((row, column))]
    for way in ("up", "down"):
        into = [cell for cell in cells if cell != (0, 0) and SHEET.follow(cell, way) == (0, 0)]
        assert into == ([(1, 0)] if way == "up" else [])
    for way in ("left", "right"):
        assert [cell for cell in cells if cell != (0, 0) and SHEET.step(cell, way) == (0, 0)] == []


def test_9_13_what_a_bankrupt_company_leaves():
    """c8: papers and depots are gone, its money the bank's, its trams for sale beside the smallest stack."""
    built = position(3).company("GBS", 0, cash=300, trains=("3",), at=(1, 0)).shares(1, "GBS", 10)
    built.shares(POOL, "GBS", 10).company("BChSt", 1, cash=500, trains=("2",), at=(8, 0))
    built.set(acted=frozenset({"BChSt"})).phase("2", selling="3")
    bank = built.state.cash[BANK]
    game = built.earned("GBS", 0).game()
    assert told(game.events, CompanyBankrupt) == [CompanyBankrupt("GBS")]
    assert {game.state.papers[p.id] for p in material().register.of["GBS"]} == {GONE}
    assert markers_in(game, "G7") == ()
    assert purse(game, "GBS") == 0
    assert game.state.cash[BANK] == bank + 300
    assert game.state.trains[POOL] == ("3",)
    assert game.result()[0] == 720
    assert game.result()[1] == 720 + 2 * 90


def test_9_13_it_buys_nothing_in_the_turn_in_which_it_goes():
    built = position(3).company("SSC", 0, cash=800, at=(1, 0)).company("GBS", 1, cash=400)
    game = built.acting("SSC", RunTrams("SSC"), TramStep("SSC")).game()
    assert game.state.bankrupt == {"SSC"}
    assert game.step.company == "GBS"
    assert game.state.trains["SSC"] == ()


# Order (5.1) --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("price", "first", "second"),
    [
        (84, (5, 3), (7, 0)),
        (82, (4, 4), (6, 1)),
        (86, (5, 4), (6, 2)),
        (88, (6, 3), (7, 1)),
        (90, (7, 2), (8, 0)),
        (92, (6, 4), (8, 1)),
        (98, (6, 5), (9, 1)),
    ],
)
def test_5_1_equal_prices_the_field_further_right_first(price, first, second):
    """d1"""
    assert SHEET.price(first) == SHEET.price(second) == price
    built = position(3).company("SSC", 0, cash=300, at=second).company("GBS", 1, cash=300, at=first)
    assert built.operating_round().game().step.company == "GBS"


def test_5_1_in_one_field_the_upper_marker_first():
    built = position(3).company("NBSN", 0, cash=300, at=(5, 3)).company("SBV", 1, cash=300, at=(5, 3))
    assert built.operating_round().game().step.company == "NBSN"


def test_5_1_the_highest_price_first_and_looked_up_anew():
    """Without money or trams everybody's price falls: 88 and 84 act before 80, whose marker then lies at 72."""
    built = position(3).company("SSC", 0).company("NBSN", 1).company("BChSt", 2).operating_round()
    acts = [event.company for event in _to_the_end(built.game()) if isinstance(event, CompanyActs)]
    assert acts == ["BChSt", "NBSN", "SSC"]


def test_5_1_a_company_that_rises_past_another_still_acts_once():
    built = position(3).company("GBS", 0).company("BChSt", 1).shares(POOL, "BChSt", 10)
    game = built.earned("GBS", 50).game()
    game.play(Dividend(0, "GBS", "pay"))  # 100, before the BChSt as ever
    acts = [event.company for event in _to_the_end(game) if isinstance(event, CompanyActs)]
    assert acts == ["BChSt"]


def _to_the_end(game):
    """Nobody does anything until the operating round is over; all events."""
    while game.state.operating_round:
        game.play(Pass(game.waiting_for()[0]))
    return game.events


def test_5_3_phases_have_one_two_three_three_rounds():
    """a9; 3.2"""
    assert [phase.rounds for phase in material().phases] == [1, 2, 3, 3]
    assert [phase.limit for phase in material().phases] == [4, 4, 3, 2]


def test_a_bankrupt_companys_shares_cannot_be_bought():
    built = position(3).company("GBS", 0, at=(1, 0)).shares(POOL, "GBS", 10, 10).opened("SSC", 1)
    game = built.earned("GBS", 0).game()
    assert papers(game, 0, "GBS") == []
    assert game.refusal(BuyShare(game.waiting_for()[0], "GBS", POOL, 10)) is not None
    assert game.refusal(BuyShare(game.waiting_for()[0], "GBS", ISSUE, 10)) is not None
