"""2.6: buying, nationalising and selling shares, and the paper limit."""

import pytest

from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, SellShares
from stellwerk.eighteen.events import PlayerPassed, SharesSold
from stellwerk.titles.t1835.actions import BuyPaper
from stellwerk.titles.t1835.data import EXCHANGE
from stellwerk.titles.t1835.rounds import EndStockRound

from .positions import director_of, holding, listed, position, price_of, rule_against


def market(players=4, **options):
    """Bayern in operation, seat 0 its director with 30%, and the packet sold."""
    return position(players, **options).packet_gone().ag("BY", director=0).shares(0, "BY", 10)


def sales(game):
    return {(a.company, a.papers, a.director) for a in listed(game, SellShares)}


def test_2_6_1_1_only_shares_are_traded():
    game = market().stock_turn(0).game()
    assert rule_against(game, BuyPaper(0, "NF")) == "2.6.1.1"


def test_2_6_1_2_from_the_issue_the_pool_or_by_nationalising():
    built = market().shares(POOL, "BY", 10).shares(0, "BY", 10, 10, 10).shares(2, "BY", 10).cash(0, 900)
    sources = {a.source for a in listed(built.stock_turn(0).game(), BuyShare) if a.company == "BY"}
    assert sources == {ISSUE, POOL, 2}


@pytest.mark.parametrize("source", [EXCHANGE, BANK, "packet", "gone", "PR", 0, 9])
def test_2_6_1_2_from_nowhere_else(source):
    built = market().prussia(1, cash=500).cash(0, 900).stock_turn(0)
    for company, percent in (("PR", 10), ("PR", 5), ("BY", 10)):
        assert rule_against(built.game(), BuyShare(0, company, source, percent))


def test_2_6_1_3_one_purchase_and_any_number_of_sales_in_any_order():
    built = market().shares(0, "BY", 10).ag("SX", director=0).shares(0, "SX", 10, 10, 10).shares(POOL, "SX", 10)
    game = built.cash(0, 900).stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    game.play(BuyShare(0, "SX", POOL, 10))
    assert rule_against(game, BuyShare(0, "SX", ISSUE, 10)) == "2.6.1.3"
    assert not listed(game, BuyShare)
    game.play(SellShares(0, "SX", (10,)))
    game.play(SellShares(0, "BY", (10,)))
    game.play(Pass(0))
    assert game.waiting_for() != (0,)


def test_2_6_1_4_a_pass_gives_nothing_away():
    game = market(3).cash(0, 500).cash(1, 500).cash(2, 500).stock_round(0).game()
    game.play(Pass(0))
    game.play(BuyShare(1, "BY", ISSUE, 10))
    game.play(Pass(1))
    game.play(Pass(2))
    assert game.waiting_for() == (0,)
    assert BuyShare(0, "BY", ISSUE, 10) in game.legal_actions()


def test_2_6_1_4_a_buyer_gets_another_turn():
    game = market(3).cash(0, 500).cash(1, 500).cash(2, 500).stock_round(0).game()
    game.play(BuyShare(0, "BY", ISSUE, 10))
    game.play(Pass(0))
    game.play(Pass(1))
    game.play(Pass(2))
    assert game.waiting_for() == (0,)


def test_2_6_2_1_a_new_share_costs_the_printed_price_whatever_the_market_says():
    built = market().shares(1, "BY", 10, 10).ag("SX", director=1, field=(0, 8))
    game = built.cash(0, 500).stock_turn(0).game()
    game.play(BuyShare(0, "SX", ISSUE, 10))
    assert game.state.cash[0] == 500 - 88


def test_2_6_2_1_the_company_gets_the_price_once_it_operates():
    game = market().cash(0, 500).stock_turn(0).game()
    game.play(BuyShare(0, "BY", ISSUE, 10))
    assert game.state.cash["BY"] == 92


def test_2_6_2_1_before_that_the_bank_gets_it():
    built = market().give(1, "SX-D").cash(0, 500).stock_turn(0)
    for paper in built.shell.rules.printed.register.of["BY"]:
        if built.state.papers[paper.id] == ISSUE:
            built.give(1, paper.id)
    game = built.game()
    bank = game.state.cash[BANK]
    game.play(BuyShare(0, "SX", ISSUE, 10))
    assert (game.state.cash[BANK] - bank, game.state.cash["SX"]) == (88, 0)


def test_2_4_the_last_mark_may_be_spent_but_not_one_more():
    game = market().cash(0, 92).stock_turn(0).game()
    game.play(BuyShare(0, "BY", ISSUE, 10))
    assert game.state.cash[0] == 0
    poor = market().shares(0, "BY", 10).cash(0, 91).stock_turn(0).game()
    assert rule_against(poor, BuyShare(0, "BY", ISSUE, 10)) == "2.4"


def test_2_6_2_2_an_old_share_costs_the_market_price_and_pays_the_bank():
    built = market().shares(POOL, "BY", 10).ag("BY", field=(0, 4), home=False).cash(0, 500)
    game = built.stock_turn(0).game()
    bank = game.state.cash[BANK]
    game.play(BuyShare(0, "BY", POOL, 10))
    assert game.state.cash[0] == 500 - 132
    assert game.state.cash[BANK] - bank == 132
    assert game.state.cash["BY"] == 0


def test_2_6_2_3_no_limit_on_one_company():
    built = position(3).packet_gone().ag("BY", director=0).shares(0, "BY", *[10] * 7).cash(0, 500)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "BY", ISSUE, 10))
    assert len(holding(game, "BY", 0)) == 9


def bavarian(percent, **options):
    """Seat 0 directs Bayern and holds so much of it, seat 2 holds 10%."""
    built = position(4, **options).packet_gone().ag("BY", director=0).shares(2, "BY", 10)
    return built.shares(0, "BY", *[10] * (percent // 10 - 2)).cash(0, 1000)


def test_2_6_2_4_nationalising_costs_one_and_a_half_times_the_price():
    game = bavarian(60).stock_turn(0).game()
    before = game.state.cash[2]
    game.play(BuyShare(0, "BY", 2, 10))
    assert game.state.cash[0] == 1000 - 138  # 92 · 1½
    assert game.state.cash[2] == before + 138
    assert holding(game, "BY", 2) == []


def test_2_6_2_4_the_rulebooks_example():
    built = position(4).packet_gone().ag("BA", director=0, field=(4, 1)).shares(0, "BA", *[10] * 4)
    game = built.shares(2, "BA", 20).cash(0, 500).stock_turn(0).game()
    assert price_of(game, "BA") == 80
    game.play(BuyShare(0, "BA", 2, 20))
    assert game.state.cash[0] == 500 - 240


def test_2_6_2_4_needs_55_percent():
    game = bavarian(50).stock_turn(0).game()
    assert rule_against(game, BuyShare(0, "BY", 2, 10)) == "2.6.2.4"
    assert not [a for a in listed(game, BuyShare) if a.source == 2]


def test_2_6_2_4_55_percent_of_prussia_suffice_and_fives_round_up():
    built = position(4).packet_gone().prussia(0, field=(6, 1))  # 66: 5% at 1½ times is 49.5
    built.give(0, "PR-2", "PR-3", "PR-4", "PR-5").exchanged(0, "V1").exchanged(2, "V3")
    game = built.cash(0, 500).stock_turn(0).game()
    assert sum(int(size.rstrip("D")) for size in holding(game, "PR", 0)) == 55
    before = game.state.cash[2]
    game.play(BuyShare(0, "PR", 2, 5))
    assert (500 - game.state.cash[0], game.state.cash[2] - before) == (50, 50)


def test_2_6_2_4_not_after_selling_and_not_beyond_the_limit():
    sold = bavarian(60).set(sold={0: frozenset({"BY"})}).stock_turn(0).game()
    assert rule_against(sold, BuyShare(0, "BY", 2, 10)) == "2.6.2.5"
    full = bavarian(60).shares(0, "SX", *[10] * 5).shares(0, "BA", *[10] * 5)
    assert rule_against(full.stock_turn(0).game(), BuyShare(0, "BY", 2, 10)) == "2.6.2.6"


def test_2_6_2_5_no_purchase_of_what_was_sold_in_this_round():
    built = market().shares(0, "BY", 10).cash(0, 500)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    for source in (POOL, ISSUE):
        assert rule_against(game, BuyShare(0, "BY", source, 10)) == "2.6.2.5"


def test_2_6_2_5_another_player_may_and_the_next_round_too():
    game = market(3).shares(0, "BY", 10).cash(0, 500).cash(1, 500).cash(2, 0).stock_round(0).game()
    game.play(SellShares(0, "BY", (10,)))
    game.play(Pass(0))
    assert BuyShare(1, "BY", POOL, 10) in game.legal_actions()
    later = market(3).set(sold={0: frozenset({"BY"})}).shares(POOL, "BY", 10).cash(0, 500).new_stock_round().game()
    assert BuyShare(0, "BY", POOL, 10) in later.legal_actions()


def papers_of_every_kind(number, **options):
    """Seat 0 with so many papers: privates, Vorpreußische and shares."""
    built = position(4, **options).give(0, "BS", "HA").minor("V1", 0).packet_gone()
    return built.shares(0, "WT", *[10] * 4).shares(0, "BA", *[10] * (number - 7)).cash(0, 900)


def test_2_6_2_6_privates_vorpreussische_and_shares_count():
    built = papers_of_every_kind(12).shares(0, "BY", 10, 10, 10).ag("SX", director=1).shares(0, "SX", 10)
    at_limit = built.give(ISSUE, "BY-4").stock_turn(0).game()
    assert rule_against(at_limit, BuyShare(0, "BY", ISSUE, 20)) == "2.6.2.6"


def test_2_6_2_6_a_double_share_is_one_paper():
    below = papers_of_every_kind(12).shares(0, "BY", 10, 10).stock_turn(0).game()
    below.play(BuyShare(0, "BY", ISSUE, 20))


def holder_of(percent, papers, players=4):
    """Seat 0 directs Bayern with so many percent, and holds so many papers in all."""
    built = position(players).packet_gone().ag("BY", director=0).shares(0, "BY", *[10] * (percent // 10 - 2))
    rest = papers - (percent // 10 - 1)
    return built.shares(0, "SX", *[10] * min(rest, 6)).shares(0, "BA", *[10] * max(0, rest - 6)).cash(0, 900)


def test_2_6_2_6_the_paper_that_makes_80_percent_needs_a_place_of_its_own():
    game = holder_of(70, 15).ag("SX", director=1).stock_turn(0).game()
    assert rule_against(game, BuyShare(0, "BY", ISSUE, 10)) == "2.6.2.6"
    game.play(SellShares(0, "SX", (10,)))
    game.play(BuyShare(0, "BY", ISSUE, 10))
    game.play(Pass(0))


def test_2_6_2_6_with_80_percent_there_is_one_more_place():
    game = holder_of(80, 15).stock_turn(0).game()
    game.play(BuyShare(0, "BY", ISSUE, 10))
    full = holder_of(80, 16).stock_turn(0).game()
    assert rule_against(full, BuyShare(0, "BY", ISSUE, 10)) == "2.6.2.6"


def test_2_6_2_6_the_extra_place_vanishes_with_the_80_percent():
    game = holder_of(80, 16).ag("SX", director=1).stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))  # 15 papers, limit 15
    game.play(Pass(0))
    game = holder_of(80, 16).ag("SX", director=1).shares(1, "BY", 10).starts(1).stock_turn(0).game()
    game.play(SellShares(0, "SX", (10,)))
    game.play(Pass(0))


def test_2_6_2_6_over_the_limit_one_must_sell_before_anything_else():
    game = holder_of(70, 16).ag("SX", director=1).stock_turn(0).game()
    assert not listed(game, BuyShare, Pass)
    assert rule_against(game, Pass(0)) == "2.6.2.6"
    assert rule_against(game, BuyShare(0, "BY", ISSUE, 10)) == "2.6.2.6"
    game.play(SellShares(0, "SX", (10,)))
    assert Pass(0) in game.legal_actions()


def test_2_6_2_6_a_lost_directorship_may_lead_over_the_limit():
    built = position(4).packet_gone().ag("BY", director=0).shares(1, "BY", 10, 10).cash(1, 500)
    built.ag("SX", director=2).shares(0, "SX", *[10] * 7).shares(0, "BA", *[10] * 6).shares(0, "WT", 10)
    game = built.cash(0, 500).stock_turn(1).game()
    game.play(BuyShare(1, "BY", ISSUE, 10))  # seat 0 had 15 papers, the limit
    assert director_of(game, "BY") == 1
    while game.waiting_for() != (0,):
        game.play(listed(game)[-1])
    assert {type(action) for action in listed(game)} == {SellShares}


def test_2_6_2_6_what_cannot_be_sold_is_kept():
    built = holder_of(70, 16).ag("SX", director=1).set(operated=frozenset())
    game = built.stock_turn(0).game()
    assert game.waiting_for() != (0,)  # nothing to do: the turn has passed by itself


def test_2_6_3_1_the_price_before_the_sale_for_all_papers():
    game = market().shares(0, "BY", 10, 10, 10).cash(0, 0).stock_turn(0).game()
    game.play(SellShares(0, "BY", (10, 10, 10)))
    assert game.state.cash[0] == 3 * 92
    assert sum(1 for paper, owner in game.state.papers.items() if owner == POOL) == 3


def test_2_6_1_4_who_only_sold_has_not_passed():
    game = market().shares(0, "BY", 10).cash(0, 0).stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    events = game.play(Pass(0)) if game.waiting_for() == (0,) else game.events
    assert PlayerPassed(0) not in events


def test_2_6_3_1_privates_and_vorpreussische_cannot_be_sold():
    game = position(4).give(0, "NF", "BS").minor("V1", 0).packet_gone().ag("BY", director=0).stock_turn(0).game()
    for paper in ("NF", "BS", "V1"):
        assert rule_against(game, SellShares(0, paper, (10,))) == "2.6.3.1"


def test_2_6_3_1_only_what_one_holds():
    game = market().stock_turn(0).game()
    assert rule_against(game, SellShares(0, "BY", (10, 10))) == "2.6.3.1"
    assert rule_against(game, SellShares(0, "BY", ())) == "2.6.3.1"
    assert rule_against(game, SellShares(0, "BY", (20,))) == "2.6.3.1"


def test_2_6_3_1_tens_and_twenties_in_one_sale():
    built = position(4).packet_gone().ag("BA", director=1).shares(0, "BA", 10, 10, 20).cash(0, 0)
    game = built.stock_turn(0).game()
    events = game.play(SellShares(0, "BA", (20, 10)))
    assert SharesSold(0, "BA", (20, 10), 252) in events
    assert game.state.cash[0] == 3 * 84
    assert price_of(game, "BA") == 80  # one row down


def test_2_6_3_2_never_more_than_half_in_the_pool():
    built = market().shares(POOL, "BY", 10, 10, 10, 10).shares(0, "BY", 10)
    game = built.stock_turn(0).game()
    assert ("BY", (10,), False) in sales(game)
    assert rule_against(game, SellShares(0, "BY", (10, 10))) == "2.6.3.2"


def test_2_6_3_2_a_paper_sells_whole():
    built = position(4).packet_gone().ag("BA", director=1).shares(1, "BA", 10).shares(0, "BA", 20)
    game = built.shares(POOL, "BA", 10, 10, 10, 10).stock_turn(0).game()
    assert rule_against(game, SellShares(0, "BA", (20,))) == "2.6.3.2"
    assert rule_against(game, SellShares(0, "BA", (10,))) == "2.6.3.1"


def test_2_6_3_2_not_in_or_before_the_round_in_which_it_floats():
    game = position(4).packet_gone().ag("BY", director=0, operated=False).shares(0, "BY", 10).stock_turn(0).game()
    assert rule_against(game, SellShares(0, "BY", (10,))) == "2.6.3.2"
    waiting = position(4).packet_gone().shares(0, "SX", 10, director=True).cash(0, 500).stock_turn(0).game()
    assert rule_against(waiting, SellShares(0, "SX", (10,))) == "2.6.3.2"


def test_2_6_3_2_option_early_sales():
    built = position(4, early_sales=True).packet_gone().ag("BY", director=0, operated=False)
    game = built.shares(0, "BY", 10).stock_turn(0).game()
    assert SellShares(0, "BY", (10,)) in game.legal_actions()


def test_2_6_3_2_prussia_is_sellable_once_it_is_open_and_not_before():
    built = position(4).packet_gone().prussia(1).set(operated=frozenset()).give(0, "PR-2").stock_turn(0)
    assert SellShares(0, "PR", (10,)) in built.game().legal_actions()
    closed = position(4).packet_gone().give(0, "PR-2").cash(0, 500).stock_turn(0).game()
    assert rule_against(closed, SellShares(0, "PR", (10,))) == "2.6.3.2"
    assert closed.refusal(SellShares(0, "PR", (10,))).reason == "not_founded"  # its first turn does not matter


def test_2_6_3_2_the_directors_paper_needs_an_heir():
    built = market().shares(1, "BY", 10)
    assert rule_against(built.stock_turn(0).game(), SellShares(0, "BY", (10,), True)) == "3.3.7"
    built.shares(1, "BY", 10)
    assert ("BY", (10,), True) in sales(built.stock_turn(0).game())


def test_2_6_3_3_one_row_down_for_each_sale_action():
    built = market().shares(0, "BY", 10, 10, 10).cash(0, 0)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "BY", (10, 10)))
    assert (game.state.cash[0], price_of(game, "BY")) == (184, 88)
    game.play(SellShares(0, "BY", (10,)))
    assert (game.state.cash[0], price_of(game, "BY")) == (184 + 88, 86)


def test_2_6_3_3_at_the_foot_of_a_column_nothing_falls():
    built = market().ag("BY", field=(6, 3), home=False).shares(0, "BY", 10)
    game = built.stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    assert price_of(game, "BY") == 84


def test_2_6_3_3_option_same_price():
    game = market(same_price_sales=True).shares(0, "BY", 10, 10).cash(0, 0).stock_turn(0).game()
    game.play(SellShares(0, "BY", (10,)))
    assert price_of(game, "BY") == 88
    game.play(SellShares(0, "BY", (10,)))
    assert (game.state.cash[0], price_of(game, "BY")) == (184, 88)


def sold_out():
    return position(4).packet_gone().ag("SX", director=0).shares(0, "SX", *[10] * 8)


def test_2_6_3_4_sold_out_companies_rise_a_row():
    # From 88 (row 4) to 92 (row 3); the operating round that follows moves it left once: 86.
    game = sold_out().agenda(EndStockRound(-1)).game()
    moves = [e for e in game.events if type(e).__name__ == "PriceMoved"]
    assert [(m.old, m.new, m.cause) for m in moves[:1]] == [(88, 92, "sold_out")]


def test_2_6_3_4_not_with_a_share_in_pool_or_issue():
    for place in (POOL, ISSUE):
        game = sold_out().give(place, "SX-9").agenda(EndStockRound(-1)).game()
        assert not [e for e in game.events if getattr(e, "cause", "") == "sold_out"]


def test_2_6_3_4_at_the_top_it_stays():
    game = sold_out().ag("SX", field=(0, 5), home=False).agenda(EndStockRound(-1)).game()
    moves = [e for e in game.events if getattr(e, "cause", "") == "sold_out"]
    assert [(m.old, m.new) for m in moves] == [(148, 148)]


def test_2_6_3_4_exchange_shares_of_prussia_are_not_unsold():
    built = position(4).packet_gone().prussia(0).give(0, "PR-2", "PR-3", "PR-4", "PR-5")
    game = built.agenda(EndStockRound(-1)).game()
    assert [e.new for e in game.events if getattr(e, "cause", "") == "sold_out"] == [170]


def test_2_6_3_4_only_companies_in_operation_rise():
    built = position(4).packet_gone().give(0, "PR-2", "PR-3", "PR-4", "PR-5")
    game = built.agenda(EndStockRound(-1)).game()
    assert game.state.chart.field("PR") is None


def test_2_6_2_4_the_directorship_follows_a_nationalisation():
    """Seat 0 holds 60%; nothing that is taken from others can make anybody else director."""
    game = bavarian(60).stock_turn(0).game()
    game.play(BuyShare(0, "BY", 2, 10))
    assert director_of(game, "BY") == 0
