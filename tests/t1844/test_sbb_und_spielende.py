"""The founding of the SBB, its director, the end of the game, and the final accounts."""

import pytest

from eighteen.positions import (
    cell,
    director_of,
    holding,
    listed,
    markers_in,
    places_of,
    price_of,
    reason_against,
    told,
)
from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.eighteen.actions import BuildStation, BuyShare, BuyTrain, DiscardTrain, OfferForTrain, SellShares
from stellwerk.eighteen.classic.events import HomePlaced
from stellwerk.eighteen.classic.operating import NextCompany
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.events import BankBroken, CompanyActs, GameEnded, OperatingRoundEnded
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import DiscardStep
from stellwerk.titles.t1844.actions import BuyTunnel, GiveEva, KeepMarker, TakeLoan
from stellwerk.titles.t1844.events import DestinationReached
from stellwerk.titles.t1844.sbb import FoundSbb, overtaker

from .positions import position


def due(built):
    """The SBB is founded now, at the end of the first of three rounds."""
    return built.phase("5").set(sbb_due=True).operating(1, 3).agenda(FoundSbb())


def founded(built):
    """The game right after the founding, before anything else."""
    return due(built).game()


def four():
    """C33's papers, prices and treasuries."""
    built = position().company("NOB", 0, cash=120, at=(2, 8)).company("SCB", 1, cash=0, at=(5, 9))
    built.company("VSB", 2, cash=35, at=(7, 6)).company("JS", 3, cash=60, at=(6, 8)).purses(200, 200, 200, 200)
    built.shares(0, "SCB", 25).shares(1, "VSB", 25).shares(2, "VSB", 25).shares(3, "NOB", 25).shares(
        POOL, "SCB", 25
    )
    return built


# Founding ---------------------------------------------------------------------------------------------------


def test_gruendung_der_sbb_papers_money_and_director():
    """C33."""
    game = founded(four())
    assert [game.state.cash[seat] - 200 for seat in range(4)] == [75, -6, -108, 10]
    for seat in range(4):
        assert holding(game, "SBB", seat) == ["5", "10"]
    assert holding(game, "SBB", POOL) == ["5"] * 6 + ["10"]
    assert director_of(game, "SBB") == 0
    assert game.state.cash["SBB"] == 615
    assert game.state.trains["SBB"] == ("SBB 5H",)
    assert cell(game, "SBB") == (6, 9)
    assert not any(game.state.chart.field(company) for company in ("NOB", "SCB", "VSB", "JS"))
    assert all(game.state.papers[f"{company}-D"] == GONE for company in ("NOB", "SCB", "VSB", "JS", "GB"))


def test_sbb_in_short():
    """Price 100 is for one of twenty parts: a tenth costs 200; 400 francs, a 5H of its own, four trains."""
    built = position().phase("5").sbb(0).federal(0, 10).purses(0, 500, 0, 0)
    game = built.stock_turn(1).game()
    game.play(BuyShare(1, "SBB", POOL, 10))
    assert game.state.cash[1] == 300
    printed = game.rules.printed
    assert sum(p.percent for p in printed.register.of["SBB"]) == 100
    assert (printed.kinds["sbb"].capital, printed.kinds["sbb"].trains) == (400, 4)
    assert printed.trains["SBB 5H"].hexes == 5


def test_gruendung_der_sbb_overdraft_without_interest():
    """C34, Q10."""
    game = founded(four().cash(2, 30))
    assert game.state.cash[2] == -78
    assert game.state.loans == {}


def test_gruendung_der_sbb_an_overdraft_is_balanced_by_sales_first():
    """C34, C12."""
    built = position().phase("5").sbb(0).federal(0, 10, 5).federal(1, 10, 10, 10, 5, 5).federal(2, 10, 5)
    game = built.cash(2, -78).stock_turn(2).game()
    assert reason_against(game, Pass(2)) == "balance_first"
    assert reason_against(game, BuyTunnel(2)) == "balance_first"
    game.play(SellShares(2, "SBB", (5,)))
    assert game.state.cash[2] == 22
    assert cell(game, "SBB") == (6, 9)
    assert Pass(2) in game.legal_actions()


def test_gruendung_der_sbb_an_overdraft_that_sales_cannot_cover_stays():
    built = position().phase("5").sbb(0).federal(0, 10, 5).cash(2, -78).purses(500, 500, -78, 500)
    game = built.stock_turn(1).game()
    game.play(Pass(1))
    assert game.state.cash[2] == -78
    assert game.waiting_for() == (3,)


def test_gruendung_der_sbb_price_at_the_end_of_the_round():
    """C12: left to (6,8) with pool shares."""
    game = position().phase("5").sbb(0).federal(0, 10).end_of_stock_round().game()
    assert cell(game, "SBB") == (6, 8)


def test_gruendung_der_sbb_sells_at_100_though_no_cell_lies_below():
    """C12, Q1."""
    built = position().phase("5").sbb(0).federal(0, 10, 5).federal(1, *[10] * 2, *[5] * 5).federal(2, 10)
    game = built.cash(2, 0).stock_turn(2).game()
    game.play(SellShares(2, "SBB", (10,)))
    assert game.state.cash[2] == 200
    assert cell(game, "SBB") == (6, 9)


def test_gruendung_der_sbb_takes_markers_trains_and_all():
    """C36: several in a city make one; the rest costs 100 later."""
    built = position().company("NOB", 0, cash=10, trains=("4",)).company("SCB", 1, trains=("4H", "4H"))
    box, zurich = built.printed.box, built.hex("D19")
    yellow = built.track("57/1")
    green = next(t for t in box.successors(zurich, yellow) if t.stops[0].slots == 2)
    built.tile("D19", "57/1").set(board=built.state.board.lay(zurich, green)).marker("SCB", "D19")
    game = founded(built.purses(500, 500, 500, 500))
    assert places_of(game, "SBB") == ["C12", "D19"]
    assert markers_in(game, "D19") == ("SBB",)
    assert game.state.board.free_places(zurich * 8) == 1
    assert game.state.markers["SBB"] == 1 + 1  # one of the NOB's stock, one of D19
    assert game.state.trains["SBB"] == ("4", "4H", "4H", "SBB 5H")
    assert game.state.markers["NOB"] == 0


def test_gruendung_der_sbb_its_further_markers_cost_100():
    built = (
        position().phase("5").sbb(0, cash=300).federal(0, 10).set(markers={**position().state.markers, "SBB": 3})
    )
    game = built.tiles("D15 15/1, D13 57/1").marker("SBB", "D15").company("STB", 1).placing("SBB").game()
    game.play(BuildStation(0, "SBB", "D13", 0))
    assert game.state.cash["SBB"] == 200


def test_gruendung_der_sbb_in_two_cities_of_a_hex_the_director_keeps_one():
    built = position().company("NOB", 0).company("SCB", 1)
    built.marker("NOB", "C20", 0).marker("SCB", "C20", 1)
    game = founded(built)
    assert game.waiting_for() == (0,)
    assert {a.city for a in listed(game, KeepMarker)} == {0, 1}
    game.play(KeepMarker(0, "C20", 1))
    assert markers_in(game, "C20", 0) == ()
    assert markers_in(game, "C20", 1) == ("SBB",)
    assert game.state.markers["SBB"] == 1


def test_gruendung_der_sbb_more_than_four_trains_go_to_the_pool_but_not_its_own():
    built = position().company("NOB", 0, trains=("4", "4")).company("SCB", 1, trains=("4H", "4H"))
    game = founded(built)
    assert isinstance(game.step, DiscardStep)
    assert {a.train for a in listed(game, DiscardTrain)} == {"4", "4H"}
    assert reason_against(game, DiscardTrain(0, "SBB", "SBB 5H")) == "discard_a_train"
    game.play(DiscardTrain(0, "SBB", "4H"))
    assert game.state.trains["SBB"] == ("4", "4", "4H", "SBB 5H")
    assert game.state.trains[POOL] == ("4H",)


def test_gruendung_der_sbb_its_own_train_is_never_sold():
    built = position().phase("5").sbb(0, trains=("4",)).federal(0, 10).company("STB", 0, cash=900)
    game = built.buying("STB").game()
    assert {a.train for a in listed(game, OfferForTrain)} == {"4"}
    assert reason_against(game, OfferForTrain(0, "STB", "SBB 5H", "SBB", 400)) == "printed_train_stays"


def test_gruendung_der_sbb_no_premium_for_v_with_or_after_it_but_for_h():
    """C18; also Zielbahnhof: the fusion takes a marker off that was in the way."""
    built = position().company("NOB", 1).company("SCB", 2).company("AB", 3, par=80, cash=0)
    built.tiles("D25 57/2, C24 6/5, C22 9/1")
    box, goal = built.printed.box, built.hex("C20")
    track = next(t for t in box.successors(goal, box.printed[goal]) if t.sides_of[0] == (4,))
    built.set(board=built.state.board.lay(goal, track))
    hex_ = built.hex("C24")
    green = next(t for t in box.successors(hex_, built.state.board.tracks[hex_]) if t.stops[0].slots == 2)
    built.set(board=built.state.board.lay(hex_, green)).marker("NOB", "C24").marker("SCB", "C24")
    game = founded(built)
    assert [event.company for event in told(game.events, DestinationReached)] == ["AB"]
    assert game.state.cash["AB"] == 400


def test_gruendung_der_sbb_when_no_v_company_was_founded():
    """Rulings: no markers, no director, and nothing happens."""
    built = position().company("STB", 0)
    game = due(built).agenda(FoundSbb()).game()
    assert director_of(game, "SBB") is None
    assert sum(p == POOL for p in map(game.state.papers.get, [f"SBB-{n}" for n in range(1, 16)])) == 15
    game = position().phase("5").sbb(None).company("STB", 0).companies_to_act().game()
    game.play(Pass(0))
    acting = [event.company for event in told(game.events, CompanyActs)]
    assert acting == ["STB"]


# When -------------------------------------------------------------------------------------------------------


def test_gruendung_der_sbb_by_export_before_the_stock_round():
    """C32."""
    built = position().phase("4", selling="5").company("NOB", 0, cash=10).company("STB", 1)
    built.give(2, "P4", "P1").cash(2, 0)
    game = built.end_of_round(2, 2).game()
    assert game.state.phase == 4
    assert game.state.cash[2] == 80
    assert game.state.papers["P1"] == GONE
    assert "SBB" in game.state.in_operation
    assert game.state.operating_round == 0
    assert game.state.cash["SBB"] == 410


def test_gruendung_der_sbb_after_the_round_in_which_phase_5_began():
    """C32, end: V companies still act in it, the SBB acts in the next round."""
    built = position().phase("4", selling="5").company("STB", 1, cash=450, at=(2, 8)).company("NOB", 0, at=(4, 5))
    game = built.operating(1, 2).buying("STB").game()
    game.play(BuyTrain(1, "STB", "5", BANK))
    assert "SBB" not in game.state.in_operation
    assert game.waiting_for() == (0,)
    events = game.play(Pass(0))
    assert "SBB" in game.state.in_operation
    assert game.state.operating_round == 2
    acting = [e.company for e in told(events, CompanyActs)]
    while game.state.operating_round == 2:
        acting += [e.company for e in told(game.play(Pass(game.waiting_for()[0])), CompanyActs)]
    assert acting.count("SBB") == 1


def test_verschrotten_von_loks_limits_of_an_export_come_before_the_founding():
    """EVA can then still go to a V company."""
    built = position().phase("4", selling="5").company("NOB", 3).company("STB", 1, trains=("4", "4", "3H"))
    game = built.end_of_round(2, 2).game()
    assert isinstance(game.step, DiscardStep)
    assert "SBB" not in game.state.in_operation
    game.play(GiveEva(3, "NOB"))
    game.play(DiscardTrain(1, "STB", "3H"))
    assert game.state.trains["SBB"] == ("5H", "SBB 5H")


# Its director -----------------------------------------------------------------------------------------------


def test_gruendung_der_sbb_director_most_parts_then_lower_number_then_lower_card():
    """Trap 25."""
    built = position().company("SCB", 2).company("NOB", 1)
    assert director_of(founded(built), "SBB") == 1  # equal: V1 before V2
    built = position().company("SCB", 2).shares(2, "SCB", 25).company("NOB", 1)
    assert director_of(founded(built), "SBB") == 2  # more


def test_gruendung_der_sbb_a_director_without_a_tenth_swaps_with_v5s_former_director():
    built = position().company("NOB", 1).company("SCB", 2).company("VSB", 3)
    built.shares(0, "NOB", 25).shares(0, "SCB", 25).shares(0, "VSB", 25)
    game = founded(built)
    assert director_of(game, "SBB") == 0
    assert holding(game, "SBB", 0) == ["5", "10"]
    assert holding(game, "SBB", 3) == ["5", "5"]  # V3 was the last that was founded
    assert holding(game, "SBB", 1) == ["10"]


def test_gruendung_der_sbb_a_tie_of_players_without_v_goes_to_the_lower_card():
    built = position(5).company("NOB", 2).company("SCB", 3).company("VSB", 4)
    for company in ("NOB", "SCB", "VSB"):
        built.shares(0, company, 25).shares(1, company, 25)
    assert director_of(founded(built.set(order=(4, 3, 1, 2, 0))), "SBB") == 1


def test_gruendung_der_sbb_a_buyer_overtakes_and_gets_the_tenth():
    built = position().phase("5").sbb(0).federal(0, 10).federal(1, 5, 5).purses(500, 500, 0, 0)
    game = built.stock_turn(1).game()
    game.play(BuyShare(1, "SBB", POOL, 5))
    assert director_of(game, "SBB") == 1
    assert holding(game, "SBB", 1) == ["5", "10"]
    assert holding(game, "SBB", 0) == ["5", "5"]


def test_gruendung_der_sbb_a_new_director_with_a_tenth_needs_no_swap():
    built = position().phase("5").sbb(0).federal(0, 10).federal(1, 10).purses(500, 500, 0, 0)
    game = built.stock_turn(1).game()
    game.play(BuyShare(1, "SBB", POOL, 5))
    assert director_of(game, "SBB") == 1
    assert holding(game, "SBB", 0) == ["10"]


def test_gruendung_der_sbb_the_last_tenth_is_sold_only_to_the_benefit_of_a_successor():
    built = position(5).phase("5").sbb(0).federal(0, 10, 10, 5, 5).federal(1, 10, 5).federal(2, 10, 5)
    game = built.federal(3, 5, 5, 5).stock_turn(0).game()
    sales = {a.papers for a in listed(game, SellShares)}
    assert (10,) in sales  # the other tenth stays
    assert (10, 10) in sales  # somebody has more then
    built = position(5).phase("5").sbb(0).federal(0, 10, 5, 5, 5).federal(1, 10, 5).federal(2, 10, 5)
    game = built.federal(3, 10, 5).stock_turn(0).game()
    assert reason_against(game, SellShares(0, "SBB", (10,))) == "nobody_can_direct"


def test_gruendung_der_sbb_a_successor_without_a_tenth_gives_two_twentieths_for_it():
    """As with any director's paper: what lands in the pool are the successor's papers (Direktorwechsel)."""
    built = position(6).phase("5").sbb(0).federal(0, 10).federal(1, 5, 5).federal(2, 10).federal(3, 10)
    game = built.federal(4, 10).federal(5, 5, 5).cash(0, 0).stock_turn(0).game()
    assert holding(game, "SBB", POOL) == ["5"] * 6 + ["10"]
    game.play(SellShares(0, "SBB", (10,)))
    assert game.state.cash[0] == 200
    assert director_of(game, "SBB") == 1
    assert holding(game, "SBB", 1) == ["10"]
    assert holding(game, "SBB", POOL) == ["5"] * 8 + ["10"]


@pytest.mark.parametrize(("parts", "heir"), [((5,), None), ((5, 5), 1)])
def test_gruendung_der_sbb_nobody_with_less_than_a_tenth_directs_it(parts, heir):
    built = position().phase("5").sbb(0).federal(0, 10).federal(1, *parts)
    assert overtaker(built.table, 0) == heir


def test_direktorwechsel_the_tenth_of_the_sbbs_director_is_never_sold_by_half():
    """Rulings: only a director's paper of historical, V and regional companies is. Also Verkauf von Aktien."""
    built = position(5).phase("5").sbb(0).federal(0, 10, 10, 5, 5).federal(1, 10, 5).federal(2, 10, 5)
    game = built.federal(3, 5, 5, 5).stock_turn(0).game()
    assert all(not sale.keeps and not sale.director for sale in listed(game, SellShares) if sale.company == "SBB")
    for sale in (SellShares(0, "SBB", (10,), keeps=5), SellShares(0, "SBB", (10,), True, 5)):
        assert reason_against(game, sale) in ("papers_sell_whole", "not_the_director")
    full = (
        position(5).phase("5").sbb(0).federal(0, 10, 10).federal(1, 10, 10, 5).federal(2, 5).stock_turn(0).game()
    )
    assert [sale.papers for sale in listed(full, SellShares)] == []  # half the company lies in the pool


# It has acted only from its own first turn on ---------------------------------------------------------------


@pytest.mark.parametrize(("operated", "brings"), [(False, 80), (True, 90)])
def test_verkauf_von_aktien_the_sbb_has_not_acted_before_its_own_first_turn(operated, brings):
    """Rulings: until then its shares bring the price after the fall; also Gründung der SBB."""
    built = position(5).phase("5").sbb(0, at=(6, 8), operated=operated).federal(0, 10, 10, 5, 5).federal(1, 10, 5)
    game = built.federal(2, 10, 5).federal(3, 5, 5, 5).cash(1, 0).stock_turn(1).game()
    game.play(SellShares(1, "SBB", (5,)))
    assert game.state.cash[1] == brings
    assert price_of(game, "SBB") == 80


def test_gruendung_der_sbb_its_first_turn_is_the_one_that_counts():
    """It has no home to begin with: a whole turn, and from then on it has acted."""
    game = due(four()).agenda(FoundSbb(), NextCompany()).game()
    assert game.step == LayStep("SBB", 1)
    assert "SBB" in game.state.operated
    assert not told(game.events, HomePlaced)
    assert "SBB" not in founded(four()).state.operated
    built = due(four()).agenda(FoundSbb(), StockTurn(0))
    game = built.game()
    game.play(SellShares(0, "SBB", (5,)))
    assert game.state.cash[0] == 275 + 100  # no field below the first one


def test_gruendung_der_sbb_without_v_companies_it_does_nothing_whoever_buys_its_papers():
    """Rulings: no director and no turn, also for who holds most of it."""
    built = position().phase("5").sbb(None).company("STB", 0).purses(500, 500, 500, 500)
    game = built.stock_turn(0).game()
    game.play(BuyShare(0, "SBB", POOL, 10))
    game.play(BuyShare(1, "SBB", POOL, 10))
    game.play(Pass(2))
    assert director_of(game, "SBB") is None
    built = position().phase("5").sbb(None).federal(1, 10, 10, 5).company("STB", 0).companies_to_act()
    game = built.game()
    while not told(game.events, OperatingRoundEnded):
        game.play(Pass(game.waiting_for()[0]))
    assert [event.company for event in told(game.events, CompanyActs)] == ["STB"]


# The end ----------------------------------------------------------------------------------------------------


def test_spielende_broken_in_a_stock_round_all_rounds_of_the_set_follow():
    """C38."""
    built = position().phase("5").company("MOB", 0, at=(4, 7)).shares(2, "MOB", 10, 10).purses(0, 0, 0, 0)
    built.bank(40, "RhB")
    game = built.stock_turn(2).game()
    game.play(SellShares(2, "MOB", (10, 10)))
    assert game.state.cash[2] == 200
    assert game.state.cash[BANK] == -160
    rounds = set()
    while not game.over and len(game.actions) < 100:
        rounds.add(game.state.operating_round)
        game.play(Pass(game.waiting_for()[0]))
    assert game.over
    assert rounds == {0, 1, 2, 3}


@pytest.mark.parametrize(("amount", "broken"), [(60, False), (59, True)])
def test_spielende_a_bank_at_exactly_nothing_is_not_broken(amount, broken):
    """Q8."""
    built = position().phase("2").company("STB", 0, par=60, at=(8, 6)).shares(1, "STB", 10).purses(0, 0, 0, 0)
    game = built.bank(amount, "RhB").stock_turn(1).game()
    game.play(SellShares(1, "STB", (10,)))
    assert bool(game.state.bank_broken_in) is broken


@pytest.mark.parametrize(("seller", "broken"), [(BANK, False), ("AB", True)])
def test_spielende_a_loan_that_returns_to_the_bank_as_the_price_of_a_train_breaks_nothing(seller, broken):
    """Rulings: one booking; paid to another company it has left the bank. Also Loks kaufen."""
    built = position().phase("4").company("STB", 0, cash=40).tiles("D15 15/1, D13 57/1").cash(0, 70)
    game = built.company("AB", 0, trains=("4H", "4H")).bank(149, "RhB").buying("STB").game()
    if seller == BANK:
        game.play(BuyTrain(0, "STB", "4H", BANK))
    else:
        game.play(OfferForTrain(0, "STB", "4H", "AB", 260))
    game.play(TakeLoan(0, "STB"))
    assert game.state.loans == {0: 225}
    assert game.state.cash[BANK] == (149 + 110 if seller == BANK else -1)
    assert bool(game.state.bank_broken_in) is broken
    assert bool(told(game.events, BankBroken)) is broken


def test_spielende_broken_in_a_round_the_rest_of_the_set_follows():
    """C38, end."""
    built = position().phase("5").company("STB", 0).bank(0, "RhB").set(bank_broken_in="operating")
    game = built.companies_to_act(1, 3).game()
    seen = []
    while not game.over and len(game.actions) < 100:
        seen.append(game.state.operating_round)
        game.play(Pass(game.waiting_for()[0]))
    assert seen == [1, 2, 3]
    assert told(game.events, GameEnded)


def test_endabrechnung_cash_shares_used_certificates_less_loans():
    """N8: a tunnel or mountain railway that was never used is worth nothing."""
    built = position().phase("5").sbb(1, at=(6, 9)).federal(0, 10, 5).federal(1, 10, 10)
    built.company("STB", 0, at=(4, 7)).shares(0, "STB", 10).company("VZ", 1, at=(2, 8)).shares(0, "VZ", 20)
    built.tunnel("J9", 0, 3, owner=0, used=True).tunnel("H19", 3, 5, owner=0)
    built.mountain("H7", 0, owner=0, used=True).mountain("G14", 0, owner=0)
    built.cash(0, 77).set(loans={0: 100})
    game = built.laying("STB").game()
    assert game.result()[0] == 77 + 300 + 300 + 130 + 50 + 150 - 100


def test_endabrechnung_privates_and_shares_without_a_price_count_nothing():
    game = position().give(0, "P1", "P5").shares(0, "MOB", 10).cash(0, 50).stock_turn(0).game()
    assert game.result()[0] == 50
