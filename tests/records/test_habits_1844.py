"""What 18xx.games plays otherwise in 1844: by default the rulebook holds, each option bends one rule of it."""

import pytest
from made_1844 import Made
from msgspec.structs import replace

from stellwerk.bank.papers import BANK, POOL
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.actions import SellShares
from stellwerk.eighteen.classic.events import WentBankrupt
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.events import PriceMoved
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.eighteen.track import Lay
from stellwerk.eighteen.trains import DiscardStep, TrainStep
from stellwerk.play.core import Pass
from stellwerk.routes import best_run, rescored
from stellwerk.titles.t1844 import TITLE
from stellwerk.titles.t1844.actions import BuyTrain, DiscardTrain, GiveEva, GoBankrupt, TakeLoan
from stellwerk.titles.t1844.data import SBB
from stellwerk.titles.t1844.habits import VARIATIONS, Habits
from stellwerk.titles.t1844.loans import borrow
from stellwerk.titles.t1844.running import problem_of
from stellwerk.titles.t1844.state import worth


def both_with(make, option):
    return make(), make(**{option: True})


def both(option, value=True):
    """By the rulebook, and with the option."""
    return Made(), Made(**{option: value})


def test_every_option_is_off_by_default_and_has_its_place():
    assert set(Habits.__struct_fields__) == {*VARIATIONS, "bankruptcy"}
    assert all(value in (False, "no") for value in Habits.__struct_defaults__)


def test_1_aarau_costs_20_with_its_green_tile():
    costs = []
    for made in both("aarau_costs"):
        lay = Lay("STB", made.hex("D15"), made.printed.box.tracks["15"][0])
        yellow = Lay("STB", made.hex("D13"), made.printed.box.tracks["5"][0])
        assert made.rules.permits[0].cost(made.table, yellow) == 20
        costs.append([permit.cost(made.table, lay) for permit in made.rules.permits])
    assert costs == [[0, 0, 100], [20, 20, 100]]


def test_2_the_chart_ends_its_fifth_row_at_160():
    moves = [
        (made.printed.sheet.right((4, 11)), made.printed.sheet.down((3, 12))) for made in both("chart_without_180")
    ]
    assert moves == [((4, 12), (4, 12)), ((3, 11), (3, 12))]


def test_3_there_are_twenty_of_the_last_card_and_then_none():
    assert [made.state.depot.count("8E") for made in both("twenty_last_trains")] == [1, 20]
    made = Made(twenty_last_trains=True).company("MOB", cash=2000).selling("8E")
    made.set(depot=("8E",), agenda=(TrainStep("MOB"),))
    made.game.play(BuyTrain(0, "MOB", "8E", BANK))
    assert made.state.depot == ()
    assert not [a for a in made.game.legal_actions() if isinstance(a, BuyTrain)]


def test_4_the_home_tile_may_be_left_out():
    reasons = []
    for made in both("home_tile_optional"):
        made.company("MOB").marker("MOB", "I6").set(agenda=(made.rules.first_lay("MOB"),))
        refusal = made.game.refusal(Pass(0))
        reasons.append(refusal and refusal.reason)
    assert reasons == ["home_first", None]


def test_7_eva_may_be_a_train_too_many():
    plain, made = both("eva_above_limit")
    for each in (plain, made):
        each.company("MOB", trains=("4H", "4H")).selling("5").set(eva=0, agenda=(TrainStep("MOB"),))
    assert plain.game.refusal(GiveEva(0, "MOB")) is not None
    made.game.play(GiveEva(0, "MOB"))
    assert isinstance(made.game.step, DiscardStep)
    assert made.state.trains["MOB"] == ("4H", "4H", "5H")


def test_9_two_areas_of_one_side_are_not_in_one_route():
    groups = [made.printed.groups for made in both("one_area_a_side")]
    assert len(set(groups[0].values())) == len(groups[0])
    assert groups[1]["Torino"] == groups[1]["Milano"] != groups[1]["Stuttgart"] == groups[1]["Strasbourg"]


def test_11_an_8e_gets_the_tunnel_bonus_wherever_the_tunnel_lies():
    totals = []
    for made in both("tunnel_bonus_anywhere"):
        made.company("VZ").marker("VZ", "K10").selling("3")
        for place in (("K10", "15", 0), ("K8", "4", 1), ("J11", "58", 4), ("I10", "58", 0)):
            made.lay(*place)
        made.tunnel("J9", "tunnel curve", 3)
        kind = made.printed.trains["8E"]
        problem = problem_of(made.table, "VZ", made.state.board, [kind])
        (route,) = best_run(problem).routes
        counted = zip(route.stops, route.values, strict=True)
        values = tuple(None if stop == made.stop("I10") else value for stop, value in counted)
        skipped = rescored(problem, problem.trains[0], replace(route, values=values))
        earns = made.rules.earns
        totals.append([earns(made.table, route).total, earns(made.table, skipped).total])
    assert totals == [[110, 60], [110, 60 + 30]]


def test_12_any_run_will_do():
    assert [made.rules.run("MOB").compulsory for made in both("any_run")] == [True, False]


def test_13_premiums_wait_for_the_operating_round():
    paid = []
    for made in both("premiums_in_operating_rounds"):
        turn = made.company("GB").tunnel("H19", "tunnel curve", 3).turn()
        turn.rules.board_changed(turn, turn.state.board)
        at_once = turn.state.cash["GB"]
        turn.set(operating_round=1)
        for follows in turn.rules.flow.round_begins:
            follows(turn)
        paid.append((at_once, turn.state.cash["GB"]))
    assert paid == [(180, 180), (0, 180)]


def test_14_a_site_without_railway_makes_a_train_a_duty():
    duties = []
    for made in both("duty_by_connection"):
        made.company("MOB").marker("MOB", "I6").lay("I6", "57", 0).selling("2")
        assert made.state.board.reach("MOB").stops == {made.stop("I6"), made.stop("H7")}
        duties.append(made.rules.trains.must_buy(made.table, "MOB"))
    assert duties == [False, True]


def test_14_places_far_away_are_excepted_for_regional_companies():
    for made in both("duty_by_connection"):
        made.company("ChA").marker("ChA", "G28").lay("G28", "57", 1).selling("2")
        reached = {stop // PLACES for stop in made.state.board.reach("ChA").stops}
        assert reached == {made.hex("G28"), made.hex("G30")}
        assert made.rules.trains.must_buy(made.table, "ChA") is False


def test_help_for_a_dearer_train_than_the_treasury_could_pay():
    reasons = []
    for made in both("help_for_dearer_trains"):
        made.company("JS", cash=618).marker("JS", "I4")
        kinds = {**made.printed.companies, "JS": replace(made.printed.companies["JS"], kind="historical")}
        made.game.rules = replace(made.rules, printed=replace(made.printed, companies=kinds))
        made.lay("I2", "8", 4).lay("J1", "58", 3).selling("6").set(agenda=(TrainStep("JS"),))
        assert made.game.rules.trains.must_buy(made.table, "JS")
        refusal = made.game.refusal(BuyTrain(0, "JS", "6", BANK))
        reasons.append(refusal and refusal.reason)
        assert made.game.refusal(BuyTrain(0, "JS", "6H", BANK)) is None
    assert reasons == ["train_too_dear", None]


def in_need(leaves):
    """Ada directs JS, which needs a train and has nothing; she has two shares of the GB and a mountain railway."""
    made = Made(bankruptcy=leaves) if leaves else Made()
    made.company("JS").company("GB", director=1, field=(2, 5)).give(0, "GB-2", "GB-3", "B1").cash(0, 25)
    kinds = {**made.printed.companies, "JS": replace(made.printed.companies["JS"], kind="historical")}
    made.game.rules = replace(made.rules, printed=replace(made.printed, companies=kinds))
    made.marker("JS", "I4").lay("I2", "8", 4).lay("J1", "58", 3).selling("6")
    return made.set(
        mountains={"B1": (made.hex("H7"), 0)}, earning=frozenset({"B1"}), agenda=(TrainStep("JS"),), sold_at={}
    )


def test_16_nobody_goes_bankrupt_by_the_rulebook():
    made = in_need("")
    assert made.game.refusal(GoBankrupt(0)) is not None


@pytest.mark.parametrize(
    ("leaves", "ada", "price"),
    [
        ("at_once", 25 + 2 * 100 + 2 * 90 + 150, 100),
        ("sold_out", 25 + 2 * 100 + 2 * 90 + 150, 90),
        ("penniless", 2 * 90 + 150, 90),
        ("shareless", 150, 90),
        ("ruined", 2 * 90, 90),
    ],
)
def test_16_bankruptcy_ends_the_game(leaves, ada, price):
    made = in_need(leaves)
    assert GoBankrupt(0) in list(made.game.legal_actions(0))
    made.game.play(GoBankrupt(0))
    assert WentBankrupt(0, "JS") in made.game.events
    assert made.game.over
    assert made.printed.sheet.price(made.state.chart.field("GB")) == price
    assert worth(made.table, 0) == ada
    assert sum(made.state.cash.values()) == 12000


def test_16_companies_of_a_bankrupt_without_shares_have_no_director_when_all_is_over():
    game = in_need("shareless").game
    game.play(GoBankrupt(0))
    assert game.state.papers["JS-D"] == POOL
    assert not [problem for problem in game.problems() if "director" in problem]


def test_16_who_can_pay_does_not_go_bankrupt():
    made = in_need("penniless").cash(0, 600)
    assert made.game.refusal(GoBankrupt(0)) is not None


def with_two_shares(**options):
    """MOB has 100 and needs a train, Ada 50 and half of the GB at 110; a 4H costs 260, a 4 300."""
    made = Made(**options).company("MOB", cash=100).marker("MOB", "I6").lay("I6", "57", 1).cash(0, 50).selling("4")
    made.company("GB", director=1, field=(2, 6)).give(0, "GB-2", "GB-3").set(agenda=(TrainStep("MOB"),))
    return made


def test_17_sales_may_bring_what_the_dearest_train_on_sale_costs():
    """110 are missing for the 4H: one share is enough for it, and not enough for the 4."""
    for made, allowed in zip(both_with(with_two_shares, "sales_for_dearest_train"), (False, True), strict=True):
        assert made.printed.trains["4"].price > made.printed.trains["4H"].price == 260
        made.game.play(BuyTrain(0, "MOB", "4H", BANK))
        assert (SellShares(0, "GB", (25, 25)) in made.game.legal_actions()) is allowed
        refusal = made.game.refusal(SellShares(0, "GB", (25, 25)))
        assert (refusal and refusal.reason) == (None if allowed else "more_than_needed")


def test_17_after_enough_has_come_in_one_more_may_be_sold_or_not():
    for plays, cash, trains in ([Pass(0)], 0, ("4H",)), ([SellShares(0, "GB", (25,))], 110, ("4H",)):
        made = with_two_shares(sales_for_dearest_train=True)
        made.game.play(BuyTrain(0, "MOB", "4H", BANK))
        made.game.play(SellShares(0, "GB", (25,)))
        assert made.game.refusal(TakeLoan(0, "MOB")) is not None
        for action in plays:
            assert action in made.game.legal_actions()
            made.game.play(action)
        assert (made.state.cash[0], made.state.trains["MOB"]) == (cash, trains)


def test_17_whoever_pays_from_the_treasury_sells_nothing():
    made = with_two_shares(sales_for_dearest_train=True).cash("MOB", 270)
    made.game.play(BuyTrain(0, "MOB", "4H", BANK))
    assert made.state.trains["MOB"] == ("4H",)


@pytest.mark.parametrize(
    ("operated", "option", "brings", "price"),
    [(True, False, 220, 100), (True, True, 210, 90), (False, False, 200, 100), (False, True, 190, 90)],
)
def test_each_sale_of_a_turn_falls_by_itself(operated, option, brings, price):
    """Two shares of the GB at 110, sold one after the other; below lie 100 and 90."""
    made = Made(each_sale_falls=option).company("GB", director=1, field=(2, 6)).give(0, "GB-2", "GB-3")
    made.set(operated=frozenset({"GB"} if operated else ()), agenda=(StockTurn(0),)).cash(0, 0)
    for _ in range(2):
        made.game.play(SellShares(0, "GB", (25,)))
    assert made.state.cash[0] == brings
    assert made.printed.sheet.price(made.state.chart.field("GB")) == price


def test_21_surplus_trains_leave_the_game():
    places = []
    for made in both("surplus_trains_leave"):
        made.company("MOB", trains=("4H", "4H", "3H")).selling("5").set(agenda=(DiscardStep("MOB"),))
        made.game.play(DiscardTrain(0, "MOB", "3H"))
        places.append(("3H" in made.state.trains[POOL], "3H" in made.state.trains[SCRAPPED]))
    assert places == [(True, False), (False, True)]


def test_loans_need_not_come_out_of_the_bank():
    left = []
    for made in both("loans_from_outside"):
        turn = made.turn()
        borrow(turn, 0, "MOB", 100)
        left.append(turn.state.cash[BANK] - made.state.cash[BANK])
        assert turn.state.loans == {0: 150}
        assert sum(turn.state.cash.values()) == 12000
        assert not [text for text in TITLE.problems(turn.rules, turn.state) if text.startswith("money")]
    assert left == [-100, 0]


def test_23_an_overdraft_is_a_loan_without_interest():
    accounts = []
    for made in both("overdraft_is_a_loan"):
        turn = made.cash(0, -30).turn()
        turn.rules.federal.balance(turn)
        accounts.append((turn.state.cash[0], dict(turn.state.loans)))
    assert accounts == [(-30, {}), (0, {0: 30})]


def federal(made, **holders):
    papers = made.printed.register.of[SBB]
    for holder, percents in holders.items():
        for percent in percents:
            paper = next(p for p in papers if p.percent == percent and made.state.papers[p.id] == "exchange")
            made.give(int(holder[1:]) if holder != "pool" else POOL, paper.id)
    return made


def test_24_the_first_director_gets_his_tenth_from_the_pool():
    plain, made = both("tenth_from_the_pool")
    assert plain.rules.federal.gives_tenth(federal(plain, pool=[10]).table, 2) == 2
    assert made.rules.federal.gives_tenth(federal(made, pool=[5]).table, 2) == 2
    assert made.rules.federal.gives_tenth(federal(made, pool=[10]).table, 2) == POOL


def test_26_the_sbb_gets_two_markers_for_each_company_before_it():
    spare = [made.rules.federal.spare_markers(made.table, ["NOB", "JS"]) for made in both("ten_federal_markers")]
    assert spare == [0, 6]


def test_28_nobody_below_a_tenth_directs_the_sbb():
    for made, least in zip(both("federal_director_has_a_tenth"), (True, False), strict=True):
        table = federal(made, s0=[5], s1=[5, 5]).table
        assert [made.rules.federal.may_direct(table, seat) for seat in range(3)] == [least, True, False]


def test_30_prices_move_company_by_company():
    """GB is sold out and dearer; MOB has shares in the pool."""
    orders = []
    for made in both("prices_company_by_company"):
        made.company("GB", field=(2, 6)).give(0, "GB-2", "GB-3").company("MOB", field=(2, 4)).give(POOL, "MOB-2")
        turn = made.turn()
        for follows in turn.rules.stock_rounds.ends:
            follows(turn)
        orders.append([(e.company, e.new_field) for e in turn.events if isinstance(e, PriceMoved)])
    assert orders[0] == [("MOB", (2, 3)), ("GB", (1, 6))]
    assert orders[1] == orders[0][::-1]
