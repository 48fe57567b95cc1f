"""Section 9: what becomes of an income and of bonuses."""

import pytest

from eighteen.positions import holding, listed, paid, price_of, rule_against, told
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, Dividend
from stellwerk.play.core import Pass
from stellwerk.play.runs import RunTrains
from stellwerk.titles.t1881.actions import BuySbahnShare
from stellwerk.titles.t1881.companies.running import RunTrams
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.events import BonusEarned
from stellwerk.titles.t1881.sbahn.chair import ChairExchange

from .positions import SBAHN, position, purse


def e8():
    """A 50%, B 10%, pool 20%, unsold 20% of the SpS, which has earned 70."""
    built = position(3).company("SpS", 0).shares(0, "SpS", 10, 10, 10).shares(1, "SpS", 10)
    return built.shares(POOL, "SpS", 10, 10)


def test_9_7_a_dividend_goes_to_players_and_for_the_pool_to_the_company():
    """e8"""
    game = e8().earned("SpS", 70).game()
    bank = game.state.cash[BANK]
    events = game.play(Dividend(0, "SpS", "pay"))
    assert paid(events, "dividend") == {0: 35, 1: 7, "SpS": 14}
    assert game.state.cash[BANK] == bank - 56
    assert price_of(game, "SpS") == 86


def test_9_6_saved_all_goes_to_the_company():
    """e8"""
    game = e8().earned("SpS", 70).game()
    events = game.play(Dividend(0, "SpS", "keep"))
    assert paid(events, "withheld") == {"SpS": 70}
    assert purse(game, 0, 1, "SpS") == (720, 720, 70)
    assert price_of(game, "SpS") == 72


def ferry():
    """e5: 60 and 40 of a ferry; everything is sold, A has 60%."""
    return position(3).company("SpS", 0).out("SpS", 0, 1).earned("SpS", 60, 40).game()


def test_9_8_bonuses_are_paid_out_too():
    game = ferry()
    events = game.play(Dividend(0, "SpS", "pay"))
    assert paid(events, "dividend") == {0: 60, 1: 40}
    assert purse(game, "SpS") == 0
    assert price_of(game, "SpS") == 86


def test_9_8_bonuses_may_go_to_the_company_instead():
    """Trap 16."""
    game = ferry()
    events = game.play(Dividend(0, "SpS", "pay_run"))
    assert paid(events, "dividend") == {0: 36, 1: 24}
    assert purse(game, "SpS") == 40
    assert price_of(game, "SpS") == 86
    assert told(events, BonusEarned) == [BonusEarned("SpS", 40, True)]


def test_9_8_saved_they_are_saved_together():
    game = ferry()
    game.play(Dividend(0, "SpS", "keep"))
    assert purse(game, 0, 1, "SpS") == (720, 720, 100)
    assert price_of(game, "SpS") == 72


def test_9_8_nothing_else_can_be_divided():
    """Trap 16."""
    game = ferry()
    assert {a.kind for a in listed(game, Dividend)} == {"pay", "pay_run", "keep"}
    assert rule_against(game, Dividend(0, "SpS", "half")) == "9.6"
    assert rule_against(game, Pass(0)) == "9.6"
    plain = position(3).company("SpS", 0).earned("SpS", 60).game()
    assert {a.kind for a in listed(plain, Dividend)} == {"pay", "keep"}
    assert rule_against(plain, Dividend(0, "SpS", "pay_run")) == "9.6"
    assert rule_against(plain, Dividend(0, "GBS", "pay")) == "9.6"


def test_question_14_one_choice_for_all_bonuses_of_the_turn():
    """A ferry and a station at the edge: 140 together go to the shareholders or to the company."""
    built = position(3).company("SpS", 0).out("SpS", 0, 1).set(turn_bonus=100)
    game = built.earned("SpS", 60, 40).set(turn_bonus=100).game()
    assert {a.kind for a in listed(game, Dividend)} == {"pay", "pay_run", "keep"}
    events = game.play(Dividend(0, "SpS", "pay_run"))
    assert purse(game, "SpS") == 140
    assert paid(events, "dividend") == {0: 36, 1: 24}
    game = built.earned("SpS", 60, 40).set(turn_bonus=100).game()
    assert paid(game.play(Dividend(0, "SpS", "pay")), "dividend") == {0: 120, 1: 80}


def test_9_4_bonuses_without_a_run_go_to_the_company_and_its_price_falls():
    """Trap 16; e6, question 3: 200 for two stations at the edge."""
    built = position(3).company("SpS", 0).shares(1, "SpS", 10)
    game = built.earned("SpS", 0).set(turn_bonus=200).game()
    assert purse(game, "SpS") == 200
    assert purse(game, 0, 1) == (720, 720)
    assert price_of(game, "SpS") == 72
    assert game.state.turn_bonus == 0


def test_5_4_a_company_may_run_nothing():
    """Trap 8; e12: the BChSt could earn 50 with a 2 from Zoo to Moabit; it does not, and its price falls."""
    built = position(3).company("BChSt", 0, trains=("2",))
    game = built.acting("BChSt", RunTrams("BChSt"), TramStep("BChSt")).game()
    game.play(RunTrains(0, "BChSt", ()))
    assert purse(game, "BChSt") == 0
    assert price_of(game, "BChSt") == 84


def test_9_5_the_bank_pays_the_run():
    """e1: 50 from Zoo to Moabit."""
    built = position(3).company("BChSt", 0, trains=("2",))
    game = built.acting("BChSt", RunTrams("BChSt"), TramStep("BChSt")).game()
    best = next(a for a in listed(game, RunTrains) if a.ways)
    game.play(best)
    events = game.play(Dividend(0, "BChSt", "pay"))
    assert paid(events, "dividend") == {0: 10}
    assert price_of(game, "BChSt") == 94


def test_9_13_shares_of_the_sbahn_that_a_bankrupt_company_held_go_to_the_pool():
    """Trap 17: a seat on the board with them, and its network to the main one."""
    built = position(3).phase("2").company("SSC", 2, at=(1, 0)).sbahn(0, "SSC", 1, 1, "SSC", 0, cash=420)
    game = built.earned("SSC", 0).game()
    assert game.state.bankrupt == {"SSC"}
    assert holding(game, SBAHN, POOL) == ["5", "5"]
    assert game.state.apart == ("S3", "S4")
    assert purse(game, SBAHN, "S2") == (840, 0)


@pytest.mark.parametrize(
    ("owners", "tram", "heir", "left"),
    [
        # papers 1 to 9; who has most of the rest takes the chair for two of his shares
        (("SSC", 0, 1, 1, 0, 1), 0, 1, {0: 10, 1: 15}),
        (("SSC", 0, 1, 0, 1, 2), 0, 0, {0: 10, 1: 10, 2: 5}),
        (("SSC", 0, 1, 0, 1, 2), 1, 1, {0: 10, 1: 10, 2: 5}),
        (("SSC", 0, 1, 0, 1, 2), 2, 0, {0: 10, 1: 10, 2: 5}),
        (("SSC", 1, 1, 1, 1, 1), 0, 1, {1: 25}),
    ],
)
def test_question_12_bankrupt_with_the_chair(owners, tram, heir, left):
    """The largest other holder takes it, among equals clockwise from the Tram; nobody gets above 30%."""
    built = position(3).phase("2").company("SSC", 2, at=(1, 0)).set(tram=tram).sbahn(*owners)
    game = built.earned("SSC", 0).game()
    if isinstance(game.step, ChairExchange):
        assert game.problems() == []
        game.play(game.step.formerly(game.position))
    assert game.state.papers["S-Bahn-D"] == heir
    for seat, percent in left.items():
        assert game.rules.printed.register.percent(game.state.papers, SBAHN, seat) == percent
    assert game.problems() == []


def test_question_12_nobody_else_has_a_share_and_the_chair_is_bought_first():
    """12.1: paper 1 comes before all others, also out of the pool."""
    built = position(3).phase("2").company("SSC", 2, at=(1, 0)).papers_of_the_sbahn("SSC", "SSC")
    game = built.opened("GBS", 1).earned("SSC", 0).game()
    assert holding(game, SBAHN, POOL) == ["5", "10D"]
    seat = game.waiting_for()[0]
    assert rule_against(game, BuyShare(seat, SBAHN, ISSUE, 5)) == "12.1"
    assert rule_against(game, BuyShare(seat, SBAHN, POOL, 5)) == "12.1"
    game.play(BuyShare(seat, SBAHN, POOL, 10))
    assert purse(game, seat) == 720 - 168
    assert game.state.papers["S-Bahn-D"] == seat


def test_question_12_a_company_may_be_the_one_that_buys_the_chair():
    built = position(3).phase("2").company("GBS", 1, cash=300, trains=("3",)).papers_of_the_sbahn(POOL, POOL)
    game = built.buying("GBS").game()
    assert rule_against(game, BuySbahnShare(1, "GBS", ISSUE)) == "12.1"
    game.play(BuySbahnShare(1, "GBS", POOL))
    assert game.state.papers["S-Bahn-D"] == "GBS"
    assert purse(game, "GBS") == 300 - 168
