"""Trains: purchase, trade, duty, help and loans, phases, scrapping, export, and EVA."""

import pytest

from eighteen.positions import amounts, cell, listed, paid, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, GONE, POOL
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    Dividend,
    LayTile,
    OfferForTrain,
    SellShares,
)
from stellwerk.eighteen.classic.events import TrainExported
from stellwerk.eighteen.trains import DiscardStep, OfferStep, TrainStep
from stellwerk.titles.t1844.actions import (
    BuyMountain,
    BuyPrivate,
    BuyTunnel,
    GiveEva,
    Repay,
    StartCompany,
    TakeLoan,
)
from stellwerk.titles.t1844.events import InterestAdded
from stellwerk.titles.t1844.loans import RaiseMoney

from .positions import income_of, position


def aarau(phase="4", director=0, cash=40, purse=70, **more):
    """STB without a train but with a route from Aarau to Olten."""
    built = position().phase(phase, **more).company("STB", director, par=80, cash=cash, at=(4, 7))
    return built.tiles("D15 15/1, D13 57/1").cash(director, purse)


def wares(game):
    return {(a.train, a.source) for a in listed(game, BuyTrain)}


# Buying -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "faces"),
    [
        ("2", {"2": 90, "2H": 70}), ("3", {"3": 180, "3H": 150}), ("4", {"4": 300, "4H": 260}),
        ("5", {"5": 450, "5H": 400}), ("6", {"6": 630, "6H": 550}), ("8E", {"8E": 960, "8H": 700}),
    ],
)  # fmt: skip
def test_lokomotiven_two_faces_of_a_card(card, faces):
    """N6; also Loks kaufen: only the next card is for sale."""
    game = position().phase("7", selling=card).company("STB", 0, cash=1000).buying("STB").game()
    assert wares(game) == {(face, BANK) for face in faces}
    for face, price in faces.items():
        twin = game.copy()
        twin.play(BuyTrain(0, "STB", face, BANK))
        assert twin.state.cash["STB"] == 1000 - price


def test_lokomotiven_how_many_there_are():
    """N6."""
    depot = list(position().state.depot)
    assert {card: depot.count(card) for card in dict.fromkeys(depot)} == {
        "2": 13, "3": 9, "4": 6, "5": 4, "6": 4, "8E": 1,
    }  # fmt: skip
    game = position().phase("7", selling="8E").company("STB", 0, cash=3000).buying("STB").game()
    game.play(BuyTrain(0, "STB", "8H", BANK))
    game.play(BuyTrain(0, "STB", "8E", BANK))
    assert game.state.depot == ("8E",)


def test_loks_kaufen_bought_trains_do_not_run_in_the_same_turn():
    built = aarau("2", cash=500)
    game = built.turn_of("STB").game()
    game.play(Pass(0))
    game.play(Pass(0))
    assert cell(game, "STB") == (4, 6)  # no income
    game.play(BuyTrain(0, "STB", "2", BANK))
    assert isinstance(game.step, TrainStep)


def test_loks_kaufen_from_the_pool_at_face_value():
    game = aarau("3", cash=150).trains(POOL, "2H").trains("STB", "2H").buying("STB").game()
    game.play(BuyTrain(0, "STB", "2H", POOL))
    assert game.state.cash["STB"] == 80
    assert game.state.trains["STB"] == ("2H", "2H")


def test_loks_kaufen_trade_only_from_phase_3_on():
    """Trap 20."""
    built = position().phase("2").company("STB", 0, cash=500).company("AB", 0, trains=("2",)).buying("STB")
    game = built.game()
    assert reason_against(game, OfferForTrain(0, "STB", "2", "AB", 5)) == "no_trade_yet"


def test_loks_kaufen_also_for_the_train_that_is_due_there_is_no_offer_above_face_value():
    """Rulings: a declined offer is repeated only for more, and another director gets the face value, no more."""
    game = aarau("3", cash=500).company("AB", 1, cash=0, trains=("3",)).buying("STB").game()
    assert reason_against(game, Pass(0)) == "must_own_a_train"
    game.play(OfferForTrain(0, "STB", "3", "AB", 180))
    game.play(AnswerOffer(1, "AB", False))
    assert reason_against(game, OfferForTrain(0, "STB", "3", "AB", 180)) == "no_more_offers"
    assert reason_against(game, OfferForTrain(0, "STB", "3", "AB", 181)) == "no_more_offers"


def test_loks_kaufen_from_another_director_at_face_value_if_he_agrees():
    built = position().phase("3").company("STB", 0, cash=200).company("AB", 1, cash=0, trains=("3",))
    game = built.company("BLS", 2).buying("STB").game()
    assert amounts(game, OfferForTrain) == (180, 180)
    assert reason_against(game, OfferForTrain(0, "STB", "3", "AB", 179)) == "price_out_of_range"
    game.play(OfferForTrain(0, "STB", "3", "AB", 180))
    assert game.waiting_for() == (1,)
    twin = game.copy()
    twin.play(AnswerOffer(1, "AB", True))
    assert (twin.state.cash["STB"], twin.state.cash["AB"]) == (20, 180)
    assert (twin.state.trains["STB"], twin.state.trains["AB"]) == (("3",), ())
    game.play(AnswerOffer(1, "AB", False))
    assert game.state.trains["AB"] == ("3",)
    assert reason_against(game, OfferForTrain(0, "STB", "3", "AB", 180)) == "no_more_offers"


def test_loks_kaufen_who_has_offered_nothing_is_told_of_the_money_that_lacks():
    built = aarau("3", cash=150).trains(POOL, "2H").trains("STB", "2H").company("AB", 1, trains=("3",))
    game = built.buying("STB").game()
    refusal = game.refusal(OfferForTrain(0, "STB", "3", "AB", 180))
    assert (refusal.rule, refusal.reason) == ("Loks kaufen", "offer_too_dear")
    assert refusal.values == {"company": "STB", "cost": 180, "cash": 150}


def test_loks_kaufen_within_one_hand_at_any_price():
    built = position().phase("3").company("STB", 0, cash=500).company("AB", 0, cash=0, trains=("3",))
    game = built.buying("STB").game()
    assert amounts(game, OfferForTrain) == (1, 500)
    game.play(OfferForTrain(0, "STB", "3", "AB", 500))
    assert (game.state.cash["STB"], game.state.cash["AB"]) == (0, 500)


def test_loks_kaufen_turned_trains_keep_the_h_face_value():
    built = position().phase("3").company("STB", 0, cash=200).company("AB", 1, trains=("2H",)).buying("STB")
    assert amounts(built.game(), OfferForTrain) == (70, 70)


def test_loks_kaufen_money_that_is_offered_cannot_be_spent_while_the_offer_is_open():
    built = position().phase("3").company("STB", 0, cash=200).company("AB", 1, trains=("3",)).give(0, "P1")
    game = built.buying("STB").game()
    game.play(OfferForTrain(0, "STB", "3", "AB", 180))
    assert isinstance(game.step, OfferStep)
    assert amounts(game, BuyPrivate) == (1, 20)
    assert reason_against(game, BuyPrivate(0, "STB", "P1", 21)) == "private_too_dear"
    game.play(BuyPrivate(0, "STB", "P1", 20))
    game.play(AnswerOffer(1, "AB", True))
    assert game.state.cash["STB"] == 0


def test_regionalbahnen_own_h_trains_only_from_whomever():
    """Trap 19; also Regionale Gesellschaften."""
    built = position().phase("3").company("VZ", 0, cash=900).company("AB", 0, trains=("3", "2H")).trains(POOL, "3")
    game = built.buying("VZ").game()
    assert wares(game) == {("3H", BANK)}
    assert reason_against(game, BuyTrain(0, "VZ", "3", BANK)) == "h_trains_only"
    assert reason_against(game, BuyTrain(0, "VZ", "3", POOL)) == "h_trains_only"
    assert {a.train for a in listed(game, OfferForTrain)} == {"2H"}
    assert reason_against(game, OfferForTrain(0, "VZ", "3", "AB", 1)) == "h_trains_only"


@pytest.mark.parametrize(
    ("phase", "limit"), [("1", 4), ("2", 4), ("3", 4), ("4", 3), ("5", 2), ("6", 2), ("7", 2)]
)
def test_phasenwechsel_train_limits(phase, limit):
    """N7: historical ones by phase; R and V two, the SBB four."""
    built = position().phase(phase).company("STB", 0).company("VZ", 1)
    rules = built.shell.rules.trains
    assert rules.limit(built.table, "STB") == limit
    assert rules.limit(built.table, "VZ") == 2
    assert rules.limit(built.table, "NOB") == 2
    assert rules.limit(built.table, "SBB") == 4


def test_loks_kaufen_the_limit_holds_before_scrapping():
    """C30: four 2H and no room for the first 4; also Verschrotten von Loks."""
    built = position().phase("3", selling="4").company("AB", 0, cash=500, trains=("2H", "2H", "2H", "2H"))
    game = built.company("STB", 1).buying("AB").game()
    assert wares(game) == set()
    built = position().phase("3", selling="4").company("AB", 0, cash=500, trains=("2H", "2H", "3"))
    game = built.company("STB", 1).buying("AB").game()
    assert game.state.phase == 2
    game.play(BuyTrain(0, "AB", "4", BANK))
    assert game.state.trains["AB"] == ("3H", "4")


# Duty -------------------------------------------------------------------------------------------------------


def test_loks_kaufen_a_company_with_a_route_must_own_a_train():
    game = aarau("2", cash=100).buying("STB").game()
    assert reason_against(game, Pass(0)) == "must_own_a_train"
    game.play(BuyTrain(0, "STB", "2H", BANK))
    assert Pass(0) in game.legal_actions() or not isinstance(game.step, TrainStep)


def test_loks_kaufen_no_duty_without_a_route():
    game = position().phase("2").company("STB", 0, cash=100).buying("STB").game()
    assert Pass(0) in game.legal_actions()


def test_loks_kaufen_no_duty_for_v_companies_and_no_help():
    """C27, end; also Vor-SBB Gesellschaften."""
    built = position().phase("2").company("JS", 0, cash=69).tiles("G4 9/0, H3 58/3").cash(0, 900)
    game = built.buying("JS").game()
    assert income_of(game, "JS", "2") > 0
    assert not isinstance(game.step, TrainStep)


def test_loks_kaufen_empty_sites_give_no_duty_mountain_railways_do():
    """C23: MOB beside Rochers de Naye; also Bergbahnen, Historische Gesellschaften."""
    built = position().phase("2").company("MOB", 0, cash=100).tiles("I6 6/3")
    assert Pass(0) in built.buying("MOB").game().legal_actions()
    game = built.mountain("H7", 0, owner=1).buying("MOB").game()
    assert reason_against(game, Pass(0)) == "must_own_a_train"


def test_regionalbahnen_duty_only_if_the_smallest_h_train_could_run():
    """Rulings; red areas and far stops give none."""
    near = position().phase("2").company("VZ", 0, cash=100).tiles("K10 15/0, J11 58/4")
    assert reason_against(near.buying("VZ").game(), Pass(0)) == "must_own_a_train"
    built = position().phase("2").company("FNM", 0).tiles("L21 57/0, K22 6/0")
    assert income_of(built.laying("FNM").game(), "FNM", "2H") == 40
    lonely = position().phase("2").company("ChA", 0, cash=100).tiles("G28 57/1").cash(0, 0)
    assert Pass(0) in lonely.buying("ChA").game().legal_actions()


# Help and loans ---------------------------------------------------------------------------------------------


def test_loks_kaufen_treasury_then_cash_then_a_loan_at_50_percent():
    """C26."""
    game = aarau().buying("STB").game()
    game.play(BuyTrain(0, "STB", "4H", BANK))
    assert isinstance(game.step, RaiseMoney)
    events = game.play(TakeLoan(0, "STB"))
    assert paid(events, "loan") == {0: 150}
    assert game.state.loans == {0: 225}
    assert (game.state.cash["STB"], game.state.cash[0]) == (0, 0)
    assert game.state.trains["STB"] == ("4H",)


@pytest.mark.parametrize(("debt", "after", "later"), [(225, 338, 507), (125, 188, 282)])
def test_ende_der_aktienrunde_interest_rounded_up(debt, after, later):
    """C26; also Loks kaufen."""
    built = position().company("VZ", 0).set(loans={0: debt})
    game = built.end_of_stock_round().game()
    assert game.state.loans == {0: after}
    assert [event.debt for event in told(game.events, InterestAdded)] == [after]
    assert position().company("VZ", 0).set(loans={0: after}).end_of_stock_round().game().state.loans == {0: later}


def test_loks_kaufen_loans_are_repaid_at_any_time_in_parts():
    """C26: one franc in B's turn."""
    built = position().company("STB", 1, cash=100).set(loans={0: 225}).cash(0, 300)
    game = built.laying("STB").game()
    assert game.waiting_for() == (1,)
    assert amounts(game, Repay) == (1, 225)
    game.play(Repay(0, 1))
    assert (game.state.loans, game.state.cash[0]) == ({0: 224}, 299)
    assert rule_against(game, Repay(0, 225)) == "Loks kaufen"
    game.play(Repay(0, 224))
    assert game.state.loans == {}


def test_loks_kaufen_no_help_while_the_treasury_can_pay_any_train():
    """C27, Q3: treasury 259 gets a franc, 260 nothing, not for the dearer one either."""
    game = aarau(cash=259, purse=500).buying("STB").game()
    assert wares(game) == {("4", BANK), ("4H", BANK)}
    game.play(BuyTrain(0, "STB", "4H", BANK))
    assert (game.state.cash["STB"], game.state.cash[0]) == (0, 499)
    game = aarau(cash=260, purse=500).buying("STB").game()
    assert wares(game) == {("4H", BANK)}
    assert reason_against(game, BuyTrain(0, "STB", "4", BANK)) == "train_too_dear"


def test_loks_kaufen_with_help_also_the_dearer_one():
    """Q3: free choice among the trains."""
    game = aarau(cash=40, purse=500).buying("STB").game()
    game.play(BuyTrain(0, "STB", "4", BANK))
    assert (game.state.cash["STB"], game.state.cash[0]) == (0, 240)


def test_loks_kaufen_with_help_a_train_of_another_company_at_most_at_face_value():
    """The treasury keeps nothing."""
    built = aarau(cash=40, purse=500).company("AB", 0, cash=0, trains=("3H",)).company("BLS", 1, trains=("4",))
    game = built.buying("STB").game()
    assert amounts(game, OfferForTrain, seller="AB") == (1, 150)
    assert amounts(game, OfferForTrain, seller="BLS") == (300, 300)
    game.play(OfferForTrain(0, "STB", "3H", "AB", 150))
    assert (game.state.cash["STB"], game.state.cash["AB"], game.state.cash[0]) == (0, 150, 390)


def test_loks_kaufen_no_help_for_a_company_that_has_a_train():
    built = aarau(cash=40, purse=500).trains("STB", "4H").company("AB", 0, trains=("3H",))
    game = built.buying("STB").game()
    assert wares(game) == set()
    assert amounts(game, OfferForTrain) == (1, 40)


def test_loks_kaufen_sales_instead_of_a_loan_only_as_far_as_needed():
    """Q4: the last paper may bring more; one step a company."""
    built = aarau(purse=0).company("AB", 1, at=(3, 8)).shares(0, "AB", 10, 10, 10)
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", "4H", BANK))  # 220 are lacking
    assert {a.papers for a in listed(game, SellShares) if a.company == "AB"} == {(10,), (10, 10)}
    assert reason_against(game, SellShares(0, "AB", (10, 10, 10))) == "more_than_needed"
    game.play(SellShares(0, "AB", (10,)))
    assert isinstance(game.step, RaiseMoney)
    game.play(SellShares(0, "AB", (10,)))
    assert cell(game, "AB") == (4, 8)
    assert game.state.trains["STB"] == ("4H",)
    assert game.state.cash[0] == 240 - 220
    assert game.state.loans == {}


def test_loks_kaufen_sales_change_no_director_anywhere():
    """Also Verkauf von Aktien."""
    built = aarau(purse=0).company("AB", 0, at=(3, 8)).shares(0, "AB", 10).shares(1, "AB", 10, 10)
    built.shares(1, "STB", 10, 10).company("BLS", 0).shares(0, "BLS", 10).shares(2, "BLS", 10, 10, 10)
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", "4H", BANK))
    sales = {(a.company, a.papers, a.director) for a in listed(game, SellShares)}
    assert sales == {("AB", (10,), False)}
    assert reason_against(game, SellShares(0, "BLS", (10,))) == "no_change_of_director"
    assert reason_against(game, SellShares(0, "STB", (), True, 10)) == "no_change_of_director"


def test_loks_kaufen_part_sale_and_part_loan():
    built = aarau(purse=0).company("AB", 1, at=(3, 8)).shares(0, "AB", 10)
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", "4H", BANK))
    game.play(SellShares(0, "AB", (10,)))
    game.play(TakeLoan(0, "STB"))
    assert game.state.loans == {0: 150}


def test_loks_kaufen_for_a_train_also_right_after_the_first_stock_round():
    built = aarau("2", cash=0, purse=0).company("AB", 1, at=(3, 8)).shares(0, "AB", 10).set(stock_round=1)
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", "2H", BANK))
    game.play(SellShares(0, "AB", (10,)))
    assert game.state.trains["STB"] == ("2H",)


def test_loks_kaufen_a_director_with_an_overdraft_can_still_borrow():
    """Q10: the overdraft stays as it is."""
    built = (
        position().phase("5").sbb(1).federal(1, 10).company("STB", 0, par=80, cash=40).tiles("D15 15/1, D13 57/1")
    )
    game = built.cash(0, -78).buying("STB").game()
    game.play(BuyTrain(0, "STB", "5H", BANK))
    game.play(TakeLoan(0, "STB"))
    assert game.state.cash[0] == -78
    assert game.state.loans == {0: 540}


def test_loks_kaufen_a_debtor_buys_no_shares_but_certificates():
    """C29."""
    built = (
        position().company("STB", 1).shares(1, "STB", 10, 10, 10).set(loans={0: 100}).purses(500, 500, 500, 500)
    )
    game = built.stock_turn(0).game()
    assert listed(game, BuyShare, StartCompany) == []
    assert reason_against(game, BuyShare(0, "STB", "issue", 10)) == "repay_first"
    assert reason_against(game, StartCompany(0, "AB", 60)) == "repay_first"
    assert listed(game, BuyTunnel)
    assert listed(game, BuyMountain)
    game.play(Repay(0, 100))
    game.play(BuyShare(0, "STB", "issue", 10))


# Phases -----------------------------------------------------------------------------------------------------


def first_of(card, before, **trains):
    """STB buys the first train of a card; others have these trains."""
    built = position().phase(before, selling=card).company("STB", 0, cash=1000)
    for company, owned in trains.items():
        built.company(company, 1, trains=owned)
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", card, BANK))
    return game


def test_phasenwechsel_2_begins_with_the_first_2():
    game = first_of("2", "1")
    assert game.state.phase == 1


@pytest.mark.parametrize(
    ("card", "before", "had", "has"),
    [
        ("3", "2", ("2", "2H"), ("2H", "2H")),
        ("4", "3", ("2H", "3", "3H"), ("3H", "3H")),
        ("5", "4", ("3H", "4"), ("3H", "4")),
        ("6", "5", ("3H", "4"), ("4H",)),
        ("8E", "6", ("4H", "5"), ("5H",)),
    ],
)
def test_verschrotten_von_loks_turned_and_scrapped(card, before, had, has):
    """N7, C24; also Phasenwechsel, Lokomotiven."""
    assert first_of(card, before, AB=had).state.trains["AB"] == has


def test_verschrotten_von_loks_in_the_pool_too():
    """Trap 16."""
    built = position().phase("3", selling="4").company("STB", 0, cash=1000).trains(POOL, "2H", "3")
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", "4", BANK))
    assert game.state.trains[POOL] == ("3H",)


def test_verschrotten_von_loks_above_a_lowered_limit_to_the_pool():
    """C31: at 150, 300 and 450, buyable there; AB's P3 closes unpaid; no EVA without room."""
    built = position().phase("4", selling="5").company("AB", 3, cash=450, trains=("3H", "4"), at=(2, 8))
    built.company("STB", 1, cash=300, at=(4, 7)).give("AB", "P3")
    game = built.buying("AB").game()
    game.play(BuyTrain(3, "AB", "5", BANK))
    assert isinstance(game.step, DiscardStep)
    assert {a.train for a in listed(game, DiscardTrain)} == {"3H", "4", "5"}
    assert game.state.papers["P3"] == GONE
    assert game.state.cash["AB"] == 0
    assert game.state.eva == 3
    assert listed(game, GiveEva) == []
    assert rule_against(game, Pass(3)) == "Verschrotten von Loks"
    game.play(DiscardTrain(3, "AB", "4"))
    assert listed(game, GiveEva) == []
    game.play(Pass(1))
    assert wares(game) == {("4", POOL)}
    game.play(BuyTrain(1, "STB", "4", POOL))
    assert game.state.cash["STB"] == 0


def test_phasenwechsel_5_closes_all_privates_and_lays_the_line_of_p4():
    """Trap 23; also P4: nobody can do without it."""
    built = position().phase("4", selling="5").company("STB", 0, cash=1000).company("GB", 2, cash=0)
    built.give(1, "P1", "P2", "P3", "P4", "P5", "P6").cash(1, 0)
    game = built.buying("STB").game()
    game.play(BuyTrain(0, "STB", "5", BANK))
    assert game.state.cash[1] == 80
    assert all(game.state.papers[f"P{n}"] == GONE for n in range(1, 8))
    index = game.rules.printed.box.grid.index
    assert game.state.board.tracks[index["H23"]].tile == "FO5"
    assert game.state.cash["GB"] == 0


@pytest.mark.parametrize(("phase", "colours"), [("2", 1), ("3", 2), ("5", 3), ("7", 4)])
def test_phasenwechsel_tiles_by_phase(phase, colours):
    built = position().phase(phase)
    assert len(built.printed.phases[built.state.phase].colours) == colours


# EVA --------------------------------------------------------------------------------------------------------


def test_p7_eva_for_a_company_of_ones_own_with_room_at_any_time():
    """Q9: a 5H at 400; also out of turn."""
    built = position().phase("5").company("STB", 0, cash=500).company("AB", 3, trains=("5",)).company("VZ", 3)
    game = built.company("BLS", 3, trains=("4", "4")).laying("STB").game()
    assert {a.company for a in listed(game, GiveEva)} == {"AB", "VZ"}
    assert rule_against(game, GiveEva(3, "BLS")) == "P7"
    assert rule_against(game, GiveEva(3, "STB")) == "P7"
    assert game.refusal(GiveEva(0, "STB")) is not None
    game.play(GiveEva(3, "AB"))
    assert game.state.trains["AB"] == ("5", "5H")
    assert listed(game, GiveEva) == []
    assert game.waiting_for() == (0,)


def test_p7_eva_takes_the_place_of_the_train_that_is_due():
    built = position().phase("5").company("STB", 3, cash=0).tiles("D15 15/1, D13 57/1").cash(3, 0)
    game = built.buying("STB").game()
    assert reason_against(game, Pass(3)) == "must_own_a_train"
    game.play(GiveEva(3, "STB"))
    assert game.state.trains["STB"] == ("5H",)
    assert not isinstance(game.step, TrainStep) or Pass(3) in game.legal_actions()


def test_p7_not_before_the_first_5():
    game = position().phase("4").company("STB", 3, cash=500).laying("STB").game()
    assert listed(game, GiveEva) == []


def test_p7_room_for_a_train_that_is_asked_for_is_kept():
    built = position().phase("5").company("STB", 3, cash=500, trains=("4",)).company("AB", 1, trains=("4H",))
    game = built.buying("STB").game()
    game.play(OfferForTrain(3, "STB", "4H", "AB", 260))
    assert listed(game, GiveEva) == []
    assert GiveEva(3, "STB") not in game.legal_actions()
    game.play(AnswerOffer(1, "AB", True))
    assert game.state.trains["STB"] == ("4", "4H")


# Export -----------------------------------------------------------------------------------------------------


def exported(game):
    return [event.train for event in told(game.events, TrainExported)]


@pytest.mark.parametrize(
    ("phase", "index", "of", "cards"),
    [
        ("1", 1, 1, []),
        ("2", 1, 1, ["2"]),
        ("3", 1, 2, []),
        ("3", 2, 2, ["3"]),
        ("6", 2, 3, []),
        ("6", 3, 3, ["6"]),
    ],
)
def test_export_at_the_end_of_every_set_from_phase_2_on(phase, index, of, cards):
    """N7, trap 22."""
    game = position().phase(phase).company("STB", 0).end_of_round(index, of).game()
    assert exported(game) == cards
    assert game.state.cash["STB"] == 0


def test_export_the_first_of_a_kind_begins_its_phase():
    built = position().phase("2", selling="3").company("STB", 0, trains=("2",)).end_of_round()
    game = built.game()
    assert game.state.phase == 2
    assert game.state.trains["STB"] == ("2H",)


def test_export_without_end_of_the_last_kind():
    game = position().phase("6", selling="8E").company("STB", 0).end_of_round(3, 3).game()
    assert exported(game) == ["8E"]
    assert game.state.depot == ("8E",)
    assert game.state.phase == 6


def test_export_the_last_of_a_kind_begins_nothing():
    """C32, second part."""
    built = position().phase("4").company("STB", 0, trains=("4",)).company("AB", 1, trains=("4", "4"))
    built.company("BLS", 2, trains=("4", "4")).end_of_round(2, 2)
    game = built.game()
    assert exported(game) == ["4"]
    assert game.state.phase == 3
    assert game.state.depot[0] == "5"


def test_loks_kaufen_actions_of_other_companies_are_refused():
    game = position().phase("3").company("STB", 0, cash=500).company("AB", 0, cash=500).buying("STB").game()
    assert rule_against(game, BuyTrain(0, "AB", "3", BANK)) == "Übersicht"
    assert rule_against(game, Dividend(0, "STB", "pay")) == "Übersicht"
    assert rule_against(game, LayTile(0, "STB", "D15", "15", 1)) == "Übersicht"
