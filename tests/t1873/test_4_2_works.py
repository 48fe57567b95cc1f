"""Single works: production, upkeep, half the profit to the owner, machines and switchers, closing (4, 4.2)."""

import pytest

from eighteen.positions import amounts, listed, reason_against, refused, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain, LayTile
from stellwerk.eighteen.events import PhaseBegan
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.titles.t1873.actions import BuyMachine, CloseWork, DeclareInsolvency, OfferForEngine, ScrapEngine
from stellwerk.titles.t1873.companies.equipment import EquipStep
from stellwerk.titles.t1873.companies.works import ProduceAlone, is_connected
from stellwerk.titles.t1873.data import MACHINES
from stellwerk.titles.t1873.events import EngineScrapped, Produced, WorkClosed
from stellwerk.titles.t1873.lines.track import Building

from .positions import cash_of, position

A, B, C = range(3)
TO_ELBINGERODE = "B17 78/4, D13 956/1, D11 76/4, E10 75/2"
TO_NETZKATER = "I8 956/0"
TOPS = [140, 170, 170, 170, 160, 190, 220, 210, 240, 240, 230, 230, 260, 270, 300]
BASES = [40, 40, 40, 40, 50, 50, 50, 60, 60, 60, 70, 70, 70, 90, 90]


def single(work, phase="1", tiles="", cash=0, machine=1, switchers=(), **more):
    """A's only work about to produce."""
    built = position(3).phase(phase, **more).tiles(tiles).work(work, A, cash, machine, switchers)
    return built.purses(0, 500, 500)


def produce(built, work):
    return built.acting(work, ProduceAlone(work)).game()


# Order ------------------------------------------------------------------------------------------------------


def test_4_single_works_act_by_face_value_then_companies_by_price_the_mhe_last():
    """Works first though their numbers are mixed; MO and HBE at one price from the top of the stack."""
    built = position(3).works(A, "W9", "W2", "W15").works_company("CO", ("W3", "W4"), {A: 50, B: 50}, price=120)
    built.railway("GHE", {A: 20, B: 20}, price=150, trains=("1",), cash=100).shares_of_mhe(A, 1)
    built.works_company("MO", ("W7", "W8"), {A: 50, B: 50}, price=150).tiles("H19 78/1")
    game = built.all_to_act().game()
    while game.state.operating_round:
        choices = [*game.legal_actions()]
        game.play(choices[-1].action if hasattr(choices[-1], "low") else choices[-1])
    acted = [event.company for event in game.events if type(event).__name__ == "CompanyActs"]
    assert acted == ["W2", "W9", "W15", "GHE", "MO", "CO"]
    last = [event for event in game.events if type(event).__name__ in ("CompanyActs", "PaidOut")][-1]
    assert last.company == "MHE"


def test_4_works_at_the_bank_or_in_companies_do_not_act_alone():
    built = position(3).works(A, "W9").works_company("CO", ("W3", "W4"), {A: 50, B: 50})
    game = built.all_to_act().game()
    assert [event.company for event in game.events if type(event).__name__ == "CompanyActs"] == ["W9"]


def test_4_2_a_work_lays_one_tile_and_then_produces():
    """4.2.1: W5 could pay for more."""
    game = single("W5", cash=900).turn_of("W5").game()
    game.play(listed(game, LayTile)[0])
    assert told(game.events, Produced)
    assert isinstance(game.state.agenda[-1], EquipStep)


def test_4_4_a_railway_lays_two_small_tiles_and_no_third():
    """4.4.1."""
    game = position(3).railway("HBE", A, cash=900, trains=("1",)).turn_of("HBE").game()
    for _ in range(2):
        assert isinstance(game.state.agenda[-1], Building)
        game.play(listed(game, LayTile)[0])
    assert not isinstance(game.state.agenda[-1], Building)


# Production -------------------------------------------------------------------------------------------------


def test_4_2_2_base_and_top_income_of_every_work():
    """R7: machine 5 and switcher 5 give the top, machine 1 of a connected work the base."""
    works = position(2).printed.works.values()
    assert [work.income(5, 5) for work in works] == TOPS
    assert [work.income(1, 0) for work in works] == BASES
    assert [work.base for work in works] == BASES


@pytest.mark.parametrize(
    ("work", "phase", "tiles", "machine", "switchers", "income", "upkeep"),
    [
        ("W15", "1", "", 1, (), 90, 0),  # connected from the start
        ("W8", "4", TO_NETZKATER, 2, ("S2",), 120, 70),
        ("W10", "4", TO_ELBINGERODE, 3, ("S3",), 160, 0),
        ("W10", "D", TO_ELBINGERODE, 3, ("S3",), 160, 80),
        ("W11", "D", "", 3, (), 70, 50),
        ("W15", "D", "", 5, ("S5",), 300, 0),
        ("W15", "3", "", 2, (), 120, 0),
        ("W8", "4", "", 2, ("S2",), 60, 70),  # unconnected: base, but upkeep of the real sizes
    ],
)
def test_4_2_2_and_4_2_3_half_of_the_profit_to_the_owner(work, phase, tiles, machine, switchers, income, upkeep):
    """C15, trap 9."""
    game = produce(single(work, phase, tiles, cash=100, machine=machine, switchers=switchers), work)
    made = told(game.events, Produced)[-1]
    assert (made.income, made.upkeep) == (income, upkeep)
    half = max(0, income - upkeep) // 2
    assert cash_of(game, A, work) == [half, 100 + half - max(0, upkeep - income)]


def test_4_2_2_what_is_told_of_the_income():
    """By the machine 80, by the switcher 40; without track neither counts."""
    built = single("W8", "4", TO_NETZKATER, machine=2, switchers=("S2",))
    assert told(produce(built, "W8").events, Produced)[-1].works == (("W8", 2, 80, 2, 40, 70),)
    built = single("W8", "4", cash=100, machine=2, switchers=("S2",))
    assert told(produce(built, "W8").events, Produced)[-1].works == (("W8", 0, 60, 0, 0, 70),)


def test_4_2_2_connected_is_any_track_to_the_state_railway():
    """Trap 8: whoever's markers stand between; W15 from the start."""
    table = position(2).table
    assert [work for work in table.rules.printed.works if is_connected(table, work)] == ["W15"]
    built = position(3).phase("4").railway("HBE", {A: 20}).railway("WBE", {A: 20}).tiles(TO_ELBINGERODE)
    assert is_connected(built.table, "W10")  # through Blankenburg, full of markers


def test_4_2_2_every_machine_of_one_work_is_charged_once():
    """C15: W2 unconnected, machine 2, switcher 2 in phase D lacks 110 of 150."""
    game = produce(single("W2", "D", cash=110, machine=2, switchers=("S2",)), "W2")
    assert cash_of(game, A, "W2") == [0, 0]
    assert game.state.papers["W2"] == A
    game = produce(single("W2", "D", cash=109, machine=2, switchers=("S2",)), "W2")
    assert cash_of(game, A, "W2") == [0, 0]
    assert game.state.papers["W2"] == BANK


@pytest.mark.parametrize(("phase", "enough", "short"), [("4", 60, 55), ("3", 10, 5)])
def test_4_2_2_a_lack_eats_the_capital_and_below_nothing_the_work_closes(phase, enough, short):
    """C16, trap 9: W1 unconnected with a 1 machine."""
    game = single("W1", phase, cash=enough).turn_of("W1").game()
    assert cash_of(game, "W1", A) == [0, 0]
    assert game.waiting_for() == (A,)
    assert CloseWork(A, "W1") in game.legal_actions()
    game = single("W1", phase, cash=short).work("W2", A, cash=200).turn_of("W1").game()
    assert told(game.events, WorkClosed) == [WorkClosed("W1", A, 0, True)]
    assert cash_of(game, "W1", A) == [0, 0]
    assert game.state.papers["W1"] == BANK
    assert "W1" not in game.state.in_operation
    assert [event.company for event in game.events if type(event).__name__ == "CompanyActs"] == ["W2"]


def test_4_2_2_a_forced_closing_takes_machine_and_switcher():
    built = single("W8", "D", cash=10, machine=2, switchers=("S2",)).turn_of("W8")
    game = built.game()
    assert game.state.machines["W8"] == 1
    assert game.state.trains["W8"] == ()
    assert "S2" in game.state.trains[SCRAPPED]


# Buying -----------------------------------------------------------------------------------------------------


def test_4_2_4_the_last_2_and_then_the_first_3():
    """R5."""
    game = single("W1", "2", cash=450, selling="2", left=1).equipping("W1").game()
    game.play(BuyMachine(A, "W1", ("W1",)))
    assert cash_of(game, "W1") == 300
    assert game.state.machines["W1"] == 2
    events = game.play(BuyMachine(A, "W1", ("W1",)))
    assert cash_of(game, "W1") == 0
    assert game.state.machines["W1"] == 3
    assert told(events, PhaseBegan) == [PhaseBegan("3", "3")]
    assert game.state.trains[MACHINES] == ("2", "3")


def test_4_2_4_the_new_machine_must_be_larger():
    game = single("W1", "2", cash=450, machine=2).equipping("W1").game()
    assert listed(game, BuyMachine) == []
    assert reason_against(game, BuyMachine(A, "W1", ("W1",))) == "machine_not_larger"
    assert rule_against(game, BuyMachine(A, "W1", ("W1",))) == "4.2.4"


def test_4_2_4_the_capital_must_do_and_the_works_are_its_own():
    game = single("W1", "2", cash=149).work("W2", A, cash=500).equipping("W1").game()
    assert reason_against(game, BuyMachine(A, "W1", ("W1",))) == "train_too_dear"
    assert rule_against(game, BuyMachine(A, "W1", ("W1",))) == "4.2.4"
    game = single("W1", "2", cash=150).work("W2", A, cash=500).equipping("W1").game()
    assert listed(game, BuyMachine) == [BuyMachine(A, "W1", ("W1",))]
    for works in ((), ("W2",), ("W1", "W2"), ("W1", "W1")):
        assert reason_against(game, BuyMachine(A, "W1", works)) == "works_of_the_owner"
    assert rule_against(game, BuyMachine(A, "W2", ("W2",))) == "4"


def test_4_1_the_lone_1_goes_before_any_2_as_a_machine_too():
    """Trap 7, R6: the 1 can only be a locomotive."""
    game = single("W1", "1", cash=1000).equipping("W1").game()
    assert listed(game, BuyMachine, BuyTrain) == []
    assert reason_against(game, BuyMachine(A, "W1", ("W1",))) == "no_machine_for_sale"
    assert rule_against(game, BuyMachine(A, "W1", ("W1",))) == "4.1"
    game = single("W1", "1", cash=1000, selling="2").equipping("W1").game()
    events = game.play(BuyMachine(A, "W1", ("W1",)))
    assert told(events, PhaseBegan) == [PhaseBegan("2", "2")]


@pytest.mark.parametrize(
    ("phase", "switcher", "price"),
    [("2", "S2", 50), ("3", "S3", 100), ("4", "S4", 150), ("5", "S5", 200), ("D", "S5", 200)],
)
def test_4_1_the_bank_sells_switchers_of_one_size(phase, switcher, price):
    """R6."""
    game = single("W15", phase, cash=1000, machine=5).equipping("W15").game()
    assert [action.train for action in listed(game, BuyTrain)] == [switcher]
    game.play(BuyTrain(A, "W15", switcher, BANK))
    assert cash_of(game, "W15") == 1000 - price
    assert game.state.trains["W15"] == (switcher,)
    assert BuyTrain(A, "W15", switcher, BANK) in game.legal_actions()  # there is no end of them


def test_4_1_no_switchers_in_phase_1_and_never_locomotives_for_works():
    game = single("W15", "1", cash=1000).equipping("W15").game()
    assert rule_against(game, BuyTrain(A, "W15", "S2", BANK)) == "4.1"
    game = single("W15", "2", cash=1000).railway("HBE", {B: 20}, trains=("1", "2", "2")).equipping("W15").game()
    for train in ("2", "3", "S3", "D"):
        assert reason_against(game, BuyTrain(A, "W15", train, BANK)) == "train_not_for_sale"
    assert reason_against(game, OfferForEngine(A, "W15", "2", "HBE", 10)) == "railways_only"
    assert rule_against(game, OfferForEngine(A, "W15", "2", "HBE", 10)) == "4.1"


def test_4_2_4_a_work_has_one_switcher_the_old_one_is_scrapped():
    game = single("W15", "3", cash=200, machine=5, switchers=("S2",)).equipping("W15").game()
    events = game.play(BuyTrain(A, "W15", "S3", BANK))
    assert told(events, EngineScrapped) == [EngineScrapped("W15", "S2")]
    assert game.state.trains["W15"] == ("S3",)
    assert game.state.trains[SCRAPPED].count("S2") == 1


def test_4_2_4_switchers_from_others_cost_1_to_twice_the_face_value():
    """C45: a switcher of the MO for a work; its director agrees or not."""
    built = single("W15", "3", cash=300, machine=5)
    built.works_company("MO", ("W1", "W2"), {B: 100}, switchers=("S2",), cash=10).equipping("W15")
    game = built.game()
    assert amounts(game, OfferForEngine, seller="MO") == (1, 100)
    for price in (0, 101):
        assert reason_against(game, OfferForEngine(A, "W15", "S2", "MO", price)) == "price_out_of_range"
        assert rule_against(game, OfferForEngine(A, "W15", "S2", "MO", price)) == "4.2.4"
        assert refused(game, OfferForEngine(A, "W15", "S2", "MO", price)).refusal.values == {
            "least": 1,
            "most": 100,
        }
    game.play(OfferForEngine(A, "W15", "S2", "MO", 70))
    assert game.waiting_for() == (B,)
    assert rule_against(game, Pass(B)) == "4.2.4"
    game.play(AnswerOffer(B, "MO", True))
    assert cash_of(game, "W15", "MO") == [230, 80]
    assert game.state.trains["W15"] == ("S2",)
    assert game.state.trains["MO"] == ()
    assert game.waiting_for() == (A,)


def test_4_2_4_a_declined_offer_must_be_raised_and_not_too_often():
    built = single("W15", "3", cash=300, machine=5).work("W1", B, switchers=("S2",)).equipping("W15")
    game = built.game()
    for price in (10, 20, 30):
        game.play(OfferForEngine(A, "W15", "S2", "W1", price))
        game.play(AnswerOffer(B, "W1", False))
        assert cash_of(game, "W15", "W1") == [300, 0]
        if price < 30:
            assert amounts(game, OfferForEngine, seller="W1") == (price + 1, 100)
    assert reason_against(game, OfferForEngine(A, "W15", "S2", "W1", 40)) == "no_more_offers"
    assert rule_against(game, OfferForEngine(A, "W15", "S2", "W1", 40)) == "4.2.4"


def test_4_2_4_upkeep_of_a_traded_switcher_is_paid_by_buyer_or_seller():
    """C45: a 2-switcher in phase 4, 20 more; who has not so much cannot be named."""
    built = single("W15", "4", cash=60, machine=5).work("W14", A, cash=5, machine=5, switchers=("S2",))
    game = built.equipping("W15").game()
    assert amounts(game, OfferForEngine, upkeep="buyer") == (1, 40)
    assert amounts(game, OfferForEngine, upkeep="seller") == (15, 60)
    assert reason_against(game, OfferForEngine(A, "W15", "S2", "W14", 10)) == "who_pays_upkeep"
    assert reason_against(game, OfferForEngine(A, "W15", "S2", "W14", 41, "buyer")) == "price_out_of_range"
    assert reason_against(game, OfferForEngine(A, "W15", "S2", "W14", 14, "seller")) == "price_out_of_range"
    by_seller = game.copy()
    game.play(OfferForEngine(A, "W15", "S2", "W14", 30, "buyer"))  # his own: no answer needed
    assert cash_of(game, "W15", "W14") == [10, 35]
    by_seller.play(OfferForEngine(A, "W15", "S2", "W14", 30, "seller"))
    assert cash_of(by_seller, "W15", "W14") == [30, 15]


def test_4_2_4_no_upkeep_no_payer():
    built = single("W15", "3", cash=60, machine=5).work("W14", A, switchers=("S2",)).equipping("W15")
    game = built.game()
    assert reason_against(game, OfferForEngine(A, "W15", "S2", "W14", 10, "buyer")) == "who_pays_upkeep"
    assert reason_against(game, OfferForEngine(A, "W15", "S3", "W14", 10)) == "train_not_there"
    assert reason_against(game, OfferForEngine(A, "W15", "S2", "W1", 10)) == "train_not_there"


def test_4_2_4_scrapping_a_switcher_is_free():
    game = single("W15", "3", cash=60, machine=5, switchers=("S2",)).equipping("W15").game()
    game.play(ScrapEngine(A, "W15", "S2"))
    assert game.state.trains["W15"] == ()
    assert cash_of(game, "W15") == 60
    assert reason_against(game, ScrapEngine(A, "W15", "S2")) == "train_not_there"
    assert rule_against(game, ScrapEngine(A, "W15", "S2")) == "4.2.4"
    assert rule_against(game, DeclareInsolvency(A, "W15")) == "6"


# Closing ----------------------------------------------------------------------------------------------------


def test_4_2_5_the_owner_may_close_a_work_and_gets_its_capital():
    """C16: W14 with 135; machine and switcher are gone, it lies at the bank."""
    built = single("W14", "2", cash=135, machine=2, switchers=("S2",)).work("W15", A).equipping("W14")
    game = built.game()
    assert rule_against(game, CloseWork(A, "W15")) == "4"
    events = game.play(CloseWork(A, "W14"))
    assert told(events, WorkClosed) == [WorkClosed("W14", A, 135, False)]
    assert cash_of(game, A, "W14") == [135 + 45, 0]  # W15 has acted meanwhile
    assert game.state.papers["W14"] == BANK
    assert game.state.machines["W14"] == 1
    assert game.state.trains["W14"] == ()


def test_4_2_5_companies_do_not_close():
    built = position(3).works_company("MO", ("W1", "W2"), {A: 100}, cash=500).phase("2").equipping("MO")
    assert listed(built.game(), CloseWork) == []
