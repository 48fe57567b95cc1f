"""Sections 10 and 11: trams, help, trade, limits, phases; tram companies and the S-Bahn's shares."""

import pytest

from eighteen.positions import amounts, director_of, listed, paid, price_of, rule_against, told
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain, DiscardTrain, OfferForTrain
from stellwerk.eighteen.events import PhaseBegan
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.actions import BuySbahnShare, SellSbahnShares
from stellwerk.titles.t1881.companies.running import RunTrams
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.state import is_open, phase81

from .positions import SBAHN, legal, papers, pass_on, position, purse

PHASE_OF = {"2": "1", "3": "2", "4": "3", "5": "4", "6": "4"}


def tram(kind, company="GBS", seat=0, source=BANK):
    return BuyTrain(seat, company, kind, source)


def buyer(cash, kind="2", private=1000, trains=(), phase=None):
    """The GBS of P0, about to buy; the bank sells this kind."""
    built = position(3).purses(private, 700, 700).phase(phase or PHASE_OF[kind], selling=kind)
    return built.company("GBS", 0, cash=cash, trains=trains).buying("GBS")


def against(game, action):
    """The rule against it in the buying step of the GBS, whether there is anything else to do in it or not."""
    assert action not in list(TramStep("GBS").choices(game.position, 0))
    return TramStep("GBS").refusal(game.position, action).rule


# Price and help (10.1) ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "price", "most"), [("2", 220, 55), ("3", 330, 82), ("4", 440, 110), ("5", 550, 137), ("6", 660, 165)]
)
def test_10_1_the_director_adds_at_most_a_quarter(kind, price, most):
    """Trap 18; a8"""
    game = buyer(price - most, kind).game()
    events = game.play(tram(kind))
    assert paid(events, "help") == {"GBS": most}
    assert paid(events, "train") == {BANK: price}
    assert purse(game, "GBS", 0) == (0, 1000 - most)
    assert against(buyer(price - most - 1, kind).game(), tram(kind)) == "10.1"


def test_10_1_he_adds_only_what_lacks_and_only_what_he_has():
    game = buyer(300, "3").game()
    game.play(tram("3"))
    assert purse(game, "GBS", 0) == (0, 970)
    assert against(buyer(300, "3", private=29).game(), tram("3")) == "10.1"
    game = buyer(300, "3", private=30).game()
    game.play(tram("3"))
    assert purse(game, "GBS", 0) == (0, 0)


def test_10_1_several_trams_in_one_turn():
    game = buyer(700).game()
    for _ in range(3):
        game.play(tram("2"))
    assert purse(game, "GBS") == 40
    assert game.state.trains["GBS"] == ("2", "2", "2")


def test_10_2_a_new_tram_runs_from_the_next_round_on():
    """5.4: buying comes last."""
    game = position(3).company("BChSt", 0, cash=300).operating_round().game()
    while not isinstance(game.step, TramStep):
        game.play(Pass(0))
    game.play(tram("2", "BChSt"))
    assert purse(game, "BChSt") == 80
    assert price_of(game, "BChSt") == 84


# The duty (10.8) ----------------------------------------------------------------------------------------------


def test_10_8_a_company_without_a_tram_must_buy_if_its_treasury_can_pay():
    """Trap 8."""
    game = buyer(220).game()
    assert rule_against(game, Pass(0)) == "10.8"
    game.play(tram("2"))
    assert game.state.trains["GBS"] == ("2",)


def test_10_8_nobody_has_to_help():
    """Question 4: with 219 the director may add one, or leave it."""
    game = buyer(219).game()
    assert legal(game, tram("2"))
    assert legal(game, Pass(0))


def test_10_8_who_has_a_tram_need_not_buy():
    """Trap 8."""
    assert legal(buyer(500, trains=("2",)).game(), Pass(0))


def test_10_8_without_the_money_nothing_happens():
    """Trap 18; f4: 300 in hand and only 4s at 440; the price fell once, for not running."""
    built = position(3).phase("3", selling="4").company("GBS", 0, cash=300)
    game = built.acting("GBS", RunTrams("GBS"), TramStep("GBS")).game()
    assert game.state.trains["GBS"] == ()
    assert price_of(game, "GBS") == 86
    assert purse(game, "GBS", 0) == (300, 720)


def test_10_8_the_duty_cannot_be_bought_away():
    """With 300 in phase 2 and no tram a 3 is out of reach, an S-Bahn share is not; with 330 the 3 comes first."""
    built = position(3).phase("2").company("GBS", 0, cash=330).papers_of_the_sbahn(1)
    game = built.buying("GBS").game()
    assert rule_against(game, BuySbahnShare(0, "GBS", ISSUE)) == "10.8"
    game = built.cash("GBS", 329).buying("GBS").game()
    assert legal(game, BuySbahnShare(0, "GBS", ISSUE))
    game = built.cash("GBS", 414).buying("GBS").game()
    game.play(BuySbahnShare(0, "GBS", ISSUE))
    assert rule_against(game, Pass(0)) == "10.8"
    game.play(tram("3"))
    assert purse(game, "GBS") == 0


# Stock (10.3, 10.4) -------------------------------------------------------------------------------------------


def test_10_3_all_of_a_kind_go_before_the_next():
    """f1, 3.3: who buys the last 2 may buy a 3 in the same turn; that begins phase 2 and scraps nothing."""
    built = position(3).company("GBS", 0, cash=900).company("SSC", 1, trains=("2", "2", "2", "2"))
    built.company("SpS", 1, trains=("2", "2", "2")).company("SHG", 1, trains=("2",)).buying("GBS")
    game = built.game()
    assert rule_against(game, tram("3")) == "10.3"
    game.play(tram("2"))
    assert rule_against(game, tram("2")) == "10.3"
    events = game.play(tram("3"))
    assert told(events, PhaseBegan) == [PhaseBegan("2", "3")]
    assert game.state.trains["GBS"] == ("2", "3")
    assert game.state.trains["SSC"] == ("2", "2", "2", "2")
    assert purse(game, "GBS") == 900 - 550


def test_10_3_trams_of_a_bankrupt_company_are_for_sale_beside_the_stack():
    built = position(3).phase("3", selling="4").company("GBS", 0, cash=600).trains(POOL, "3")
    game = built.buying("GBS").game()
    assert legal(game, tram("4"))
    game.play(tram("3", source=POOL))
    assert purse(game, "GBS") == 270
    assert game.state.trains["GBS"] == ("3",)
    assert game.state.trains[POOL] == ()


def test_10_3_help_for_a_bankrupt_companys_tram():
    game = position(3).company("GBS", 0, cash=165).trains(POOL, "2").buying("GBS").game()
    events = game.play(tram("2", source=POOL))
    assert paid(events, "help") == {"GBS": 55}


# Trade (10.5, 10.6) -------------------------------------------------------------------------------------------


def traders(other=1):
    built = (
        position(3).company("GBS", 0, cash=100, trains=("2",)).company("SSC", other, cash=50, trains=("2", "2"))
    )
    return built.buying("GBS").game()


def test_10_5_without_money_nothing_has_been_declined():
    """The GBS has a share of the S-Bahn to sell, and nothing to offer before."""
    built = position(3).phase("2").company("GBS", 0, trains=("3",)).company("SSC", 1, trains=("3",))
    game = built.papers_of_the_sbahn(1, 2, 2, 2, "GBS").buying("GBS").game()
    refusal = game.refusal(OfferForTrain(0, "GBS", "3", "SSC", 1))
    assert (refusal.rule, refusal.reason) == ("10.5", "offer_too_dear")
    assert refusal.values == {"company": "GBS", "cost": 1, "cash": 0}


def test_10_5_a_tram_of_another_company_for_one_or_more():
    """Trap 18; f5"""
    game = traders()
    assert amounts(game, OfferForTrain, seller="SSC") == (1, 100)
    for price in (0, 101):
        assert rule_against(game, OfferForTrain(0, "GBS", "2", "SSC", price)) == "10.5"
    game.play(OfferForTrain(0, "GBS", "2", "SSC", 7))
    assert game.waiting_for() == (1,)
    game.play(AnswerOffer(1, "SSC", True))
    assert purse(game, "GBS", "SSC") == (93, 57)
    assert game.state.trains["GBS"] == ("2", "2")


def test_10_5_the_other_director_may_decline():
    game = traders()
    game.play(OfferForTrain(0, "GBS", "2", "SSC", 7))
    game.play(AnswerOffer(1, "SSC", False))
    assert purse(game, "GBS", "SSC") == (100, 50)
    assert game.waiting_for() == (0,)
    assert amounts(game, OfferForTrain, seller="SSC") == (8, 100)


def test_10_5_a_tram_that_need_not_be_bought_is_asked_for_three_times():
    game = traders()
    for price in (7, 8, 9):
        game.play(OfferForTrain(0, "GBS", "2", "SSC", price))
        game.play(AnswerOffer(1, "SSC", False))
    assert not isinstance(game.step, TramStep)  # nothing else can be bought either


def test_10_8_the_tram_that_must_be_bought_is_asked_for_as_often_as_the_director_likes():
    """Always for more (10.5); the duty holds while the treasury could pay the bank."""
    built = position(3).company("GBS", 0, cash=220).company("SSC", 1, cash=50, trains=("2",)).buying("GBS")
    game = built.game()
    for price in (7, 8, 9, 10, 219):
        game.play(OfferForTrain(0, "GBS", "2", "SSC", price))
        game.play(AnswerOffer(1, "SSC", False))
        assert rule_against(game, Pass(0)) == "10.8"
        assert amounts(game, OfferForTrain, seller="SSC") == (price + 1, 220)
        assert rule_against(game, OfferForTrain(0, "GBS", "2", "SSC", price)) == "10.5"


def test_10_5_also_from_a_company_of_the_same_director():
    game = traders(other=0)
    game.play(OfferForTrain(0, "GBS", "2", "SSC", 1))
    assert purse(game, "GBS", "SSC") == (99, 51)
    assert game.waiting_for() == (0,)


def test_10_5_no_help_for_another_companys_tram():
    assert amounts(traders(other=0), OfferForTrain, seller="SSC") == (1, 100)


def test_10_9_trams_for_trams_and_s_trains_for_the_sbahn():
    built = position(3).phase("2").company("GBS", 0, cash=900, trains=("2",)).sbahn(0, 1, 2, 0, 0, cash=420)
    game = built.trains("S2", "4S").buying("GBS").game()
    assert {a.seller for a in listed(game, OfferForTrain)} == set()
    assert rule_against(game, OfferForTrain(0, "GBS", "4S", "S2", 5)) == "10.9"
    assert rule_against(game, tram("4S")) == "10.3"
    game = built.buying(SBAHN).game()
    assert rule_against(game, OfferForTrain(0, SBAHN, "2", "GBS", 5)) == "10.9"
    assert rule_against(game, tram("3", SBAHN)) == "10.3"
    assert amounts(game, OfferForTrain, seller="S2") == (1, 840)


# Limits and phases (10.4, 10.7, 11) ---------------------------------------------------------------------------


@pytest.mark.parametrize(("phase", "kind", "limit"), [("1", "2", 4), ("2", "3", 4), ("3", "4", 3), ("4", "6", 2)])
def test_10_7_the_limit_by_phase(phase, kind, limit):
    full, room = (buyer(2000, kind, trains=(kind,) * n, phase=phase).game() for n in (limit, limit - 1))
    assert against(full, tram(kind)) == "10.7"
    assert legal(room, tram(kind))


def test_10_7_no_room_is_made_by_the_phase_that_would_begin():
    """Trap 18; f2"""
    assert against(buyer(2000, "5", trains=("4", "4", "3"), phase="3").game(), tram("5")) == "10.7"
    game = buyer(2000, "5", trains=("4", "3"), phase="3").game()
    events = game.play(tram("5"))
    assert told(events, PhaseBegan) == [PhaseBegan("4", "5")]
    assert game.state.trains["GBS"] == ("4", "5")


@pytest.mark.parametrize(
    ("kind", "begins", "rounds", "limit", "colours", "had", "left", "s_trains"),
    [
        ("3", "2", 2, 4, ("yellow", "green"), ("2",), ("2",), {"4S", "7S", "9S"}),
        ("4", "3", 3, 3, ("yellow", "green", "brown"), ("2", "3"), ("3",), {"4S", "7S", "9S"}),
        ("5", "4", 3, 2, ("yellow", "green", "brown", "gray"), ("3", "4"), ("4",), {"7S", "9S"}),
    ],
)
def test_table_2_what_the_first_tram_of_a_kind_begins(kind, begins, rounds, limit, colours, had, left, s_trains):
    """a9, 11.1, 11.2: all at once; from phase 2 on the S-Bahn's shares are for sale."""
    built = position(3).phase(str(int(begins) - 1), selling=kind).company("SSC", 1, trains=had)
    game = built.company("GBS", 0, cash=2000).buying("GBS").game()
    assert phase81(game.position).colours == colours[:-1]
    assert is_open(game.position, SBAHN) == (begins != "2")
    events = game.play(tram(kind))
    assert told(events, PhaseBegan) == [PhaseBegan(begins, kind)]
    assert game.state.operating_rounds == rounds
    assert (phase81(game.position).limit, phase81(game.position).colours) == (limit, colours)
    assert game.state.trains["SSC"] == left
    assert set(game.state.sbahn_depot) == s_trains
    assert s_trains.isdisjoint(game.state.trains["scrapped"])
    assert is_open(game.position, SBAHN)


def test_11_2_phase_3_scraps_the_2s():
    """10.4: for good."""
    built = position(3).phase("2", selling="4").company("GBS", 0, cash=500, trains=("3", "2"))
    built.company("SSC", 1, trains=("2", "2")).trains(POOL, "2")
    game = built.buying("GBS").game()
    game.play(tram("4"))
    assert game.state.trains["GBS"] == ("3", "4")
    assert game.state.trains["SSC"] == game.state.trains[POOL] == ()
    assert game.state.trains["scrapped"].count("2") == 9


def test_10_7_what_is_over_the_limit_goes_by_the_directors_choice():
    """Phase 4 leaves room for two; 3s go of themselves. The bank buys nothing back (10.6)."""
    built = position(3).phase("3", selling="5").company("GBS", 0, cash=600, trains=("4",))
    built.company("SSC", 1, trains=("4", "4", "4")).company("SpS", 2, trains=("3", "3", "3"))
    game = built.buying("GBS").game()
    game.play(tram("5"))
    assert game.waiting_for() == (1,)
    assert listed(game) == [DiscardTrain(1, "SSC", "4")]
    game.play(DiscardTrain(1, "SSC", "4"))
    assert game.state.trains["SSC"] == ("4", "4")
    assert game.state.trains["SpS"] == ()
    assert game.state.trains[POOL] == ()


def test_10_7_also_of_the_company_that_began_the_phase():
    """Two 4s and the first 5: room for two is left, and the 5 is a tram like the others."""
    built = position(3).phase("3", selling="5").company("GBS", 0, cash=600, trains=("4", "4"))
    game = built.buying("GBS").game()
    game.play(tram("5"))
    assert listed(game) == [DiscardTrain(0, "GBS", "4"), DiscardTrain(0, "GBS", "5")]
    game.play(DiscardTrain(0, "GBS", "5"))
    assert game.state.trains["GBS"] == ("4", "4")


def test_11_1_more_operating_rounds_follow_at_once():
    """Question 1: phase 2 in the only round of phase 1, and one more follows."""
    for fixed, rounds in ((False, 2), (True, 1)):
        built = position(3, rounds_fixed=fixed).company("GBS", 0, cash=500, trains=("2",))
        game = built.phase("1", selling="3").operating(1, 1).buying("GBS").game()
        game.play(tram("3"))
        assert game.state.operating_rounds == rounds


def test_11_3_phase_1_sells_no_s_trains_and_knows_no_sbahn():
    game = buyer(900).game()
    assert rule_against(game, BuySbahnShare(0, "GBS", ISSUE)) == "12.1"


# Shares of the S-Bahn (10.9) ----------------------------------------------------------------------------------


def test_10_9_who_begins_phase_2_may_take_the_chair_in_the_same_step():
    """f6"""
    game = buyer(1000, "3", trains=("2",), phase="1").game()
    assert rule_against(game, BuySbahnShare(0, "GBS", ISSUE)) == "12.1"
    game.play(tram("3"))
    game.play(BuySbahnShare(0, "GBS", ISSUE))
    assert purse(game, "GBS", 0) == (1000 - 330 - 168, 1000)
    assert papers(game, "GBS", SBAHN) == ["S-Bahn-D"]
    assert director_of(game, SBAHN) == 0
    assert rule_against(game, BuySbahnShare(0, "GBS", ISSUE)) == "10.9"


def test_10_9_one_share_an_operating_round():
    built = position(3).phase("2").company("GBS", 0, cash=900, trains=("2",)).papers_of_the_sbahn(1)
    game = built.set(invested=frozenset({"GBS"})).buying("GBS").game()
    assert rule_against(game, BuySbahnShare(0, "GBS", ISSUE)) == "10.9"
    game = built.set(invested=frozenset()).buying("GBS").game()
    game.play(BuySbahnShare(0, "GBS", ISSUE))
    assert papers(game, "GBS", SBAHN) == ["S-Bahn-2"]
    assert purse(game, "GBS") == 900 - 84


def test_10_9_a_company_sells_at_the_price_of_the_chart():
    """f6: the money is its own; the marker goes one to the left."""
    built = position(3).phase("2").company("GBS", 0, cash=0, trains=("2",)).papers_of_the_sbahn(1, 2, 2, 2)
    game = built.give("GBS", "S-Bahn-6", "S-Bahn-7").give(1, "S-Bahn-5").buying("GBS").game()
    game.play(SellSbahnShares(0, "GBS", 2))
    assert purse(game, "GBS", 0) == (168, 720)
    assert price_of(game, SBAHN) == 80
    assert papers(game, POOL, SBAHN) == ["S-Bahn-6", "S-Bahn-7"]


def test_10_9_new_at_the_printed_price_old_at_the_charts():
    built = (
        position(3)
        .phase("2")
        .company("GBS", 0, cash=900, trains=("2",))
        .papers_of_the_sbahn(1, 1, 2, POOL, at=(7, 3))
    )
    game = built.buying("GBS").game()
    game.play(BuySbahnShare(0, "GBS", POOL))
    assert purse(game, "GBS") == 900 - 94


def test_10_9_no_help_for_papers():
    """a8"""
    built = position(3).phase("2").company("GBS", 0, cash=83, trains=("2",)).papers_of_the_sbahn(1)
    game = built.buying("GBS").game()
    assert not isinstance(game.step, TramStep)


def test_12_2_player_and_company_hold_thirty_percent_each():
    """Trap 19: never added together."""
    built = position(3).phase("2").company("GBS", 0, cash=900, trains=("2",))
    built.papers_of_the_sbahn(0, 0, 0, 0, 0, "GBS", "GBS", "GBS", "GBS", "GBS")
    game = built.buying("GBS").game()
    game.play(BuySbahnShare(0, "GBS", ISSUE))
    assert len(papers(game, "GBS", SBAHN)) == 6
    game = built.give("GBS", "S-Bahn-11").buying("GBS").game()
    assert rule_against(game, BuySbahnShare(0, "GBS", ISSUE)) == "12.2"
    pass_on(game, 0)
