"""2.1–2.5: the course of a stock round, and the sale of the start packet; 7: its optional rules."""

import pytest

import stellwerk
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.events import CompanyActs, OperatingRoundBegan, StockRoundEnded
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.privates import PrivateIncome
from stellwerk.titles.t1835.rounds import BeginStockRound, EndStockRound

from .positions import NAMES, kinds_of, listed, paid, pass_until, position, rule_against


def papers_for_sale(game):
    return [a.paper for a in listed(game, BuyPaper)]


def packet(**options):
    return position(4, **options).cash(0, 1000).cash(1, 1000).cash(2, 1000).cash(3, 1000)


def test_2_1_the_holder_of_the_marker_begins():
    game = packet().starts(2).set(stock_round=3).agenda(BeginStockRound()).game()
    assert game.waiting_for() == (2,)


def test_2_2_turns_go_round_to_the_left():
    game = stellwerk.new("1835", NAMES[:3])
    order = []
    for _ in range(2):
        order.append(game.waiting_for()[0])
        game.play(BuyPaper(order[-1], papers_for_sale(game)[0]))
    assert [*order, game.waiting_for()[0]] == [0, 1, 2]


def test_2_3_only_buying_keeps_a_round_alive():
    built = position(3).packet_gone().ag("BY", director=2)
    for seat in range(3):
        built.shares(seat, "BY", 10, 10)
    game = built.starts(1).stock_round(0).game()
    for seat in range(3):
        game.play(SellShares(seat, "BY", (10,)))
        game.play(Pass(seat))
    ended = [e for e in game.events if isinstance(e, StockRoundEnded)]
    assert [e.next_first for e in ended[:1]] == [1]  # nobody bought: the marker stays


def test_2_3_left_of_the_last_buyer_begins_next():
    built = position(3).packet_gone().shares(2, "BY", 10, 10, 10, director=True).ag("BY").cash(1, 500)
    game = built.stock_round(0).game()
    if game.waiting_for() == (0,):
        game.play(Pass(0))
    game.play(BuyShare(1, "BY", ISSUE, 10))
    while not any(isinstance(e, StockRoundEnded) for e in game.events):
        game.play(Pass(game.waiting_for()[0]))
    ended = next(e for e in game.events if isinstance(e, StockRoundEnded))
    assert ended.next_first == 2


def test_2_3_nationalising_is_buying():
    built = position(3).packet_gone().ag("BY", director=1).shares(1, "BY", *[10] * 4).shares(2, "BY", 10)
    game = built.cash(0, 0).cash(1, 500).cash(2, 0).stock_round(1).game()
    game.play(BuyShare(1, "BY", 2, 10))
    while not any(isinstance(e, StockRoundEnded) for e in game.events):
        game.play(Pass(game.waiting_for()[0]))
    assert next(e for e in game.events if isinstance(e, StockRoundEnded)).next_first == 2


def test_2_3_holds_for_packet_rounds_too():
    game = stellwerk.new("1835", NAMES[:3])
    game.play(Pass(0))
    game.play(BuyPaper(1, "NF"))
    for seat in (2, 0):
        game.play(Pass(seat))
    assert not any(isinstance(e, StockRoundEnded) for e in game.events)
    game.play(Pass(1))  # the buyer has one more chance
    assert next(e for e in game.events if isinstance(e, StockRoundEnded)).next_first == 2


def test_2_4_one_paper_a_turn():
    game = packet().stock_round().game()
    game.play(BuyPaper(0, "NF"))
    assert game.waiting_for() == (1,)


def test_2_4_no_purchase_without_the_money():
    game = packet().cash(0, 99).stock_round().game()
    assert papers_for_sale(game) == ["V1"]  # 80
    assert rule_against(game, BuyPaper(0, "NF")) == "2.4"


def test_2_4_a_share_comes_free_with_a_paper():
    game = packet().stock_round().game()
    before = game.state.cash[0]
    game.play(BuyPaper(0, "NF"))
    assert before - game.state.cash[0] == 100
    assert game.state.papers["BY-2"] == 0


def test_2_5_1_the_start_player_has_two_papers_to_choose_from():
    assert papers_for_sale(stellwerk.new("1835", NAMES[:4])) == ["NF", "V1"]


def test_2_5_1_a_single_paper_opens_only_the_row_directly_below():
    built = packet().give(1, "V1", "LD", "SX-D", "V2")
    assert papers_for_sale(built.stock_round().game()) == ["NF"]
    assert rule_against(built.stock_round().game(), BuyPaper(0, "V3")) == "2.5.1"


def test_2_5_1_the_leftmost_of_the_next_row():
    built = packet().give(1, "NF", "BY-2", "V1", "LD", "SX-D")
    assert papers_for_sale(built.stock_round().game()) == ["V2", "V3"]
    assert papers_for_sale(built.give(1, "V3").stock_round().game()) == ["V2", "V4"]


def test_2_5_1_all_of_the_top_row():
    built = packet().give(1, "NF", "BY-2")
    assert papers_for_sale(built.stock_round().game()) == ["V1", "LD", "V2"]
    built.give(1, "V1")
    assert papers_for_sale(built.stock_round().game()) == ["LD", "V2"]


def test_2_5_1_rows_as_laid_out():
    rows = position(4).shell.rules.printed.packet
    assert rows == (
        ("NF",),
        ("V1", "LD", "V2"),
        ("V3", "V4", "BY-D", "BS"),
        ("HA", "V5", "V6", "OB", "PF"),
    )


def test_2_5_2_the_first_shares_follow_in_the_same_round():
    built = packet()
    for paper in ("NF", "V1", "LD", "V2", "V3", "V4", "BS", "HA", "V5", "V6", "OB"):
        built.give(2, paper)
    built.give(1, "BY-2", "BY-3", "BY-D", "SX-D")
    game = built.stock_round().game()
    game.play(BuyPaper(0, "PF"))
    assert game.waiting_for() == (1,)
    assert {a.company for a in listed(game, BuyShare)} == {"BY", "SX"}
    assert "BY" in game.state.in_operation


def test_2_5_3_an_unsold_packet_does_not_stop_the_operating_round():
    game = stellwerk.new("1835", NAMES[:3])
    game.play(BuyPaper(0, "V1"))
    for seat in (1, 2, 0):
        game.play(Pass(seat))
    assert any(isinstance(e, OperatingRoundBegan) for e in game.events)
    assert game.waiting_for() == (0,)  # V1 operates


TABLE = [(3, 600, 19), (4, 475, 15), (5, 390, 12), (6, 340, 11), (7, 310, 9)]


@pytest.mark.parametrize(("players", "cash", "papers"), TABLE)
def test_2_5_table_of_starting_cash_and_paper_limits(players, cash, papers):
    game = stellwerk.new("1835", NAMES[:players])
    assert [game.state.cash[seat] for seat in range(players)] == [cash] * players
    assert game.state.cash[BANK] == 12000 - players * cash
    assert game.rules.paper_limit == papers


PRICES = {"NF": 100, "LD": 190, "BS": 130, "HA": 160, "OB": 120, "PF": 150, "BY-D": 184}
PRICES |= {"V1": 80, "V2": 170, "V3": 80, "V4": 160, "V5": 80, "V6": 80}


@pytest.mark.parametrize(("paper", "price"), PRICES.items())
def test_2_5_table_of_packet_prices(paper, price):
    built = packet(variant="clemens")
    game = built.cash(0, price).stock_round().game()
    game.play(BuyPaper(0, paper))
    assert game.state.cash[0] == 0
    assert game.state.papers[paper] == 0


@pytest.mark.parametrize(("held", "listed_"), [(13, {"NF", "V1"}), (14, {"V1"})])
def test_2_6_2_6_the_limit_holds_for_the_packet_and_what_comes_with_it(held, listed_):
    built = packet().shares(0, "HE", *[10] * 6).shares(0, "BA", *[10] * 6).shares(0, "WT", *[10] * (held - 12))
    assert set(papers_for_sale(built.stock_round().game())) == listed_


# Options ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("income", "option"), [(20, {}), (30, {"leipzig_income": 30})])
def test_7_1_leipzig_dresden_earns_more(income, option):
    game = packet(**option).give(2, "LD", "SX-D").agenda(PrivateIncome()).operating().game()
    assert paid(game.events, "LD") == {2: income}


def falling(rounds, **options):
    built = packet(falling_prices=True, variant="clemens", **options).set(packet_rounds=rounds)
    return built.stock_round().game()


@pytest.mark.parametrize(("rounds", "price"), [(0, 150), (1, 135), (2, 120)])
def test_7_2_unsold_privates_get_cheaper(rounds, price):
    game = falling(rounds)
    game.play(BuyPaper(0, "PF"))
    assert game.state.cash[0] == 1000 - price


def test_7_2_falls_by_the_income_in_force():
    game = falling(2, leipzig_income=30)
    game.play(BuyPaper(0, "LD"))
    assert game.state.cash[0] == 1000 - (190 - 2 * 30)


def test_7_2_nothing_else_gets_cheaper():
    game = falling(2)
    game.play(BuyPaper(0, "V2"))
    game.play(BuyPaper(1, "BY-D"))
    assert (game.state.cash[0], game.state.cash[1]) == (1000 - 170, 1000 - 184)


def test_7_2_counts_the_stock_rounds():
    game = packet(falling_prices=True).agenda(EndStockRound(-1)).game()
    assert game.state.packet_rounds == 1


def test_7_2_is_off_by_default():
    game = packet(variant="clemens").set(packet_rounds=2).stock_round().game()
    game.play(BuyPaper(0, "PF"))
    assert game.state.cash[0] == 1000 - 150


def acts_first(game):
    """Which company has its turn first, once the stock round is over."""
    pass_until(game, lambda g: "OperatingRoundBegan" in kinds_of(g.events))
    return next((event.company for event in game.events if isinstance(event, CompanyActs)), None)


BUT_PF = ["V2", "V3", "V4", "V5", "V6", "NF", "LD", "BS", "HA", "OB", "BY-D"]


def test_7_3_vorpreussische_that_wait_have_their_capital_when_bought():
    game = packet(minors_wait="packet", variant="clemens").stock_round().game()
    game.play(BuyPaper(0, "V1"))
    assert "V1" in game.state.in_operation
    assert game.state.cash["V1"] == 80
    for seat, paper in enumerate(BUT_PF, 1):
        game.play(BuyPaper(seat % 4, paper))
    assert [game.state.cash[f"V{n}"] for n in range(1, 7)] == [80, 170, 80, 160, 80, 80]


def test_7_3_vorpreussische_act_once_the_packet_is_sold():
    game = packet(minors_wait="packet", variant="clemens").stock_round().game()
    game.play(BuyPaper(0, "V1"))
    for seat, paper in enumerate(BUT_PF, 1):
        game.play(BuyPaper(seat % 4, paper))
    sold = game.copy()
    sold.play(BuyPaper(0, "PF"))
    assert acts_first(game) is None
    assert acts_first(sold) == "V1"


def test_7_3_without_it_they_begin_at_once():
    game = packet().stock_round().game()
    game.play(BuyPaper(0, "V1"))
    assert "V1" in game.state.in_operation
    assert game.state.cash["V1"] == 80
    assert acts_first(game) == "V1"


def test_7_3_variant_waits_for_bayern():
    game = packet(minors_wait="bayern", variant="clemens").stock_round().game()
    for seat, paper in enumerate(["V1", "NF", "OB", "BY-D"]):
        game.play(BuyPaper(seat, paper))
    assert game.state.cash["V1"] == 80
    floated = game.copy()
    floated.play(BuyPaper(0, "PF"))
    assert "BY" in floated.state.in_operation
    assert acts_first(game) is None
    assert acts_first(floated) == "V1"


def turns(variant, number, players=3):
    """Whose turns come, if everybody buys."""
    game = stellwerk.new("1835", NAMES[:players], {"variant": variant})
    order = []
    for _ in range(number):
        order.append(game.waiting_for()[0])
        game.play(BuyPaper(order[-1], papers_for_sale(game)[0]))
    return order


def test_7_variant_snake_goes_there_and_back():
    assert turns("snake", 7) == [0, 1, 2, 2, 1, 0, 0]


def test_2_3_in_the_snake_nobody_is_passed_over_because_another_passed_twice():
    """Order 0 1 2 2 1 0 0: after the purchase of 0, player 2 passes twice in a row; 0 must still be asked."""
    game = stellwerk.new("1835", NAMES[:3], {"variant": "snake"})
    game.play(BuyPaper(0, "NF"))
    for seat in (1, 2, 2, 1):
        assert game.waiting_for() == (seat,)
        game.play(Pass(seat))
    assert game.waiting_for() == (0,)
    game.play(Pass(0))
    assert any(isinstance(event, StockRoundEnded) for event in game.events)


def test_7_variant_snake_keeps_the_rows():
    assert papers_for_sale(stellwerk.new("1835", NAMES[:3], {"variant": "snake"})) == ["NF", "V1"]


def test_7_variant_clemens_offers_everything_and_begins_at_the_back():
    game = stellwerk.new("1835", NAMES[:3], {"variant": "clemens"})
    assert len(papers_for_sale(game)) == 13
    assert turns("clemens", 5) == [2, 1, 0, 0, 1]


def test_7_variants_end_with_the_first_stock_round():
    for variant in ("snake", "clemens"):
        built = packet(variant=variant).starts(2).set(stock_round=1).new_stock_round()
        assert built.game().waiting_for() == (2,)


def test_7_standard_order():
    assert turns("standard", 5) == [0, 1, 2, 0, 1]


def test_2_5_1_pool_is_empty_at_the_start():
    assert POOL not in stellwerk.new("1835", NAMES[:3]).state.papers.values()
