"""1: the course of the game in rounds, and which papers are for sale when."""

import pytest

import stellwerk
from stellwerk.bank.papers import GONE, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare
from stellwerk.eighteen.classic.operating import BeginOperatingRound, EndOperatingRound
from stellwerk.eighteen.events import OperatingRoundBegan, StockRoundBegan
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.rounds import EndStockRound

from .positions import NAMES, listed, position, rule_against


def new_shares(game):
    """What can be bought from the issue, as (company, percent)."""
    return {(a.company, a.percent) for a in listed(game, BuyShare) if a.source == ISSUE}


def rich(**options):
    return position(4, **options).packet_gone().cash(0, 2000)


def test_1_1_1_stock_and_operating_rounds_take_turns():
    game = stellwerk.new("1835", NAMES[:3])
    for _ in range(3):
        game.play(listed(game)[-1])
    told = [e for e in game.events if isinstance(e, StockRoundBegan | OperatingRoundBegan)]
    assert [type(e).__name__ for e in told] == ["StockRoundBegan", "OperatingRoundBegan", "StockRoundBegan"]


@pytest.mark.parametrize(("train", "rounds"), [("", 1), ("3", 2), ("4", 2), ("4+4", 2), ("5", 3), ("6+6", 3)])
def test_1_1_4_operating_rounds_between_stock_rounds(train, rounds):
    built = position(3).packet_gone().phase(train).agenda(EndStockRound(-1))
    game = built.game()
    begun = [e for e in game.events if isinstance(e, OperatingRoundBegan)]
    assert [(e.index, e.of) for e in begun] == [(n, rounds) for n in range(1, rounds + 1)]


def test_1_1_4_number_of_rounds_changes_only_after_the_next_stock_round():
    game = position(3).packet_gone().phase("3").operating(1, 1).agenda(EndOperatingRound()).game()
    assert any(isinstance(e, StockRoundBegan) for e in game.events_of(0))


def test_1_2_1_no_shares_before_the_packet_is_sold():
    game = position(3).cash(0, 5000).stock_round().game()
    assert not listed(game, BuyShare)
    assert rule_against(game, BuyShare(0, "SX", ISSUE, 10)) == "2.4"


def test_1_2_2_shares_follow_the_packet():
    game = rich().shares(1, "BY", 10, 10, 10, director=True).give(1, "SX-D").stock_turn(0).game()
    assert new_shares(game) == {("BY", 10), ("SX", 10)}


def test_1_2_3_second_group_waits_for_the_whole_first_group():
    first = rich().shares(1, "BY", *[10] * 8, director=True)
    nearly = first.shares(1, "SX", *[10] * 7, director=True).stock_turn(0).game()
    assert new_shares(nearly) == {("SX", 10)}
    assert rule_against(nearly, BuyShare(0, "BA", ISSUE, 20)) == "1.2.3"
    assert new_shares(first.shares(1, "SX", 10).stock_turn(0).game()) == {("BA", 20)}


def test_1_2_3_pool_shares_do_not_count_as_unsold():
    built = rich().shares(1, "BY", *[10] * 3, director=True).shares(POOL, "BY", *[10] * 5)
    built.shares(1, "SX", *[10] * 8, director=True).ag("BY").ag("SX")
    assert ("BA", 20) in new_shares(built.stock_turn(0).game())


def group_one_sold():
    return rich().shares(1, "BY", *[10] * 8, director=True).shares(1, "SX", *[10] * 8, director=True)


def test_1_2_3_mecklenburg_needs_the_four_prussian_shares_too():
    built = group_one_sold()
    for company in ("BA", "WT", "HE"):
        built.shares(1, company, *[10] * 6, 20, director=True)
    built.give(1, "PR-2", "PR-3", "PR-4")
    assert new_shares(built.stock_turn(0).game()) == {("PR", 10)}
    assert new_shares(built.give(1, "PR-5").stock_turn(0).game()) == {("MS", 20)}


def test_1_2_3_option_mecklenburg_without_prussia():
    built = rich(mecklenburg_without_prussia=True)
    built.shares(1, "BY", *[10] * 8, director=True).shares(1, "SX", *[10] * 8, director=True)
    for company in ("BA", "WT", "HE"):
        built.shares(1, company, *[10] * 6, 20, director=True)
    assert new_shares(built.stock_turn(0).game()) == {("PR", 10), ("MS", 20)}


def test_1_2_4_the_next_company_opens_at_half_of_the_one_before():
    built = group_one_sold().shares(1, "BA", 10, 10, director=True)
    assert new_shares(built.stock_turn(0).game()) == {("BA", 10), ("PR", 10)}
    built.shares(1, "BA", 10)
    assert new_shares(built.stock_turn(0).game()) == {("BA", 10), ("PR", 10), ("WT", 20)}
    built.shares(1, "WT", 10, 10, director=True)
    assert ("HE", 20) not in new_shares(built.stock_turn(0).game())
    built.shares(1, "WT", 10)
    assert new_shares(built.stock_turn(0).game()) == {("BA", 10), ("PR", 10), ("WT", 10), ("HE", 20)}


def test_1_2_4_saxony_opens_with_half_of_bavaria():
    built = rich().shares(1, "BY", 10, 10, director=True)
    assert new_shares(built.stock_turn(0).game()) == {("BY", 10)}
    assert ("SX", 20) in new_shares(built.shares(1, "BY", 10).stock_turn(0).game())


def test_1_2_4_names_itself_where_the_company_before_has_not_sold_half():
    game = group_one_sold().stock_turn(0).game()
    assert rule_against(game, BuyShare(0, "WT", ISSUE, 20)) == "1.2.4"
    assert rule_against(game, BuyShare(0, "WT", ISSUE, 10)) == "1.2.4"
    assert rule_against(game, BuyShare(0, "MS", ISSUE, 20)) == "1.2.3"


def test_1_2_6_names_itself_before_badens_director_is_sold():
    game = group_one_sold().stock_turn(0).game()
    assert rule_against(game, BuyShare(0, "PR", ISSUE, 10)) == "1.2.6"


def test_1_2_5_the_first_new_share_is_the_directors():
    game = group_one_sold().stock_turn(0).game()
    assert rule_against(game, BuyShare(0, "BA", ISSUE, 10)) == "2.6.1.2"
    game.play(BuyShare(0, "BA", ISSUE, 20))
    assert game.state.papers["BA-D"] == 0


def test_1_2_5_the_last_share_of_baden_is_a_double_one():
    built = group_one_sold().shares(1, "BA", *[10] * 6, director=True)
    assert ("BA", 20) in new_shares(built.stock_turn(0).game())


def test_1_2_5_mecklenburg_comes_as_three_double_shares_and_then_beside_oldenburg():
    built = group_one_sold()
    for company in ("BA", "WT", "HE"):
        built.shares(1, company, *[10] * 6, 20, director=True)
    built.give(1, "PR-2", "PR-3", "PR-4", "PR-5")
    for size in (20, 20, 20):
        assert new_shares(built.stock_turn(0).game()) == {("MS", size)}
        paper = next(p for p in ("MS-D", "MS-2", "MS-3") if built.state.papers[p] == ISSUE)
        built.give(1, paper)
    assert new_shares(built.stock_turn(0).game()) == {("MS", 10), ("OL", 20)}
    built.give(1, "OL-D")
    assert new_shares(built.stock_turn(0).game()) == {("MS", 10), ("OL", 20)}
    built.give(1, "OL-2", "OL-3")
    assert new_shares(built.stock_turn(0).game()) == {("MS", 10), ("OL", 10)}


def test_1_2_6_prussian_shares_open_with_badens_director_and_do_not_float():
    built = group_one_sold()
    assert ("PR", 10) not in new_shares(built.stock_turn(0).game())
    game = built.give(1, "BA-D").give(2, "PR-2", "PR-3", "PR-4").stock_turn(0).game()
    game.play(BuyShare(0, "PR", ISSUE, 10))
    assert "PR" not in game.state.in_operation
    assert game.state.chart.field("PR") is None
    assert game.state.cash["PR"] == 0


def test_1_2_6_only_four_prussian_shares_are_for_sale():
    built = group_one_sold().give(1, "BA-D", "PR-2", "PR-3", "PR-4", "PR-5")
    assert not any(company == "PR" for company, _ in new_shares(built.stock_turn(0).game()))


def test_1_1_3_what_operates_and_who_acts_for_it():
    built = position(3).give(2, "HA").minor("V1", 1).packet_gone().ag("BY", director=0, trains=("2",))
    game = built.agenda(BeginOperatingRound(1)).game()
    acts = []
    while not any(isinstance(e, StockRoundBegan) for e in game.events):
        acts += [(game.step.company, game.waiting_for()[0])]
        game.play(listed(game)[-1])
    assert list(dict.fromkeys(acts)) == [("V1", 1), ("BY", 0)]
    assert game.state.cash[2] == 600 + 30  # the private railway by itself


def test_1_1_2_the_packet_is_bought_in_stock_rounds():
    game = stellwerk.new("1835", NAMES[:4])
    game.play(BuyPaper(0, "NF"))
    assert (game.state.papers["NF"], game.state.papers["BY-2"]) == (0, 0)
    assert game.state.papers["V1"] != GONE
