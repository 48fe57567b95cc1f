"""Section 15: trams on credit."""

from eighteen.positions import listed, paid, price_of, rule_against, told
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain, Dividend, OfferForTrain
from stellwerk.play.core import Pass, Turn
from stellwerk.titles.t1881.actions import BuyOnCredit, BuySbahnShare, SellSbahnShares
from stellwerk.titles.t1881.companies.income import AfterRun
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.events import BoughtOnCredit, CreditPaid
from stellwerk.titles.t1881.lines.depots import DepotStep
from stellwerk.titles.t1881.rounds import steps_of

from .positions import legal, position, purse


def tram(kind, source=BANK):
    return BuyTrain(0, "GBS", kind, source)


def credit(kind, source=BANK):
    return BuyOnCredit(0, "GBS", kind, source)


def poor(cash=100, kind="4", phase="3", private=50, **options):
    """The GBS without a tram and without the money for one."""
    built = position(3, **(options or {"credit": True})).purses(private, 700, 700).phase(phase, selling=kind)
    return built.company("GBS", 0, cash=cash)


def owing(cash=0, **others):
    """The GBS has a 4 that is not paid for."""
    built = poor(cash, **others).trains("GBS", "4").set(credit={"GBS": ("4", 440)})
    return built.company("SSC", 1, at=(4, 0), trains=("3",))


def test_15_1_a_company_without_tram_and_money_takes_one_on_credit():
    """15.2: it is marked with what is owed."""
    game = poor().buying("GBS").game()
    events = game.play(credit("4"))
    assert told(events, BoughtOnCredit) == [BoughtOnCredit("GBS", "4", 440)]
    assert purse(game, "GBS", 0) == (100, 50)
    assert game.state.trains["GBS"] == ("4",)


def test_15_1_it_need_not():
    assert legal(poor().buying("GBS").game(), Pass(0))


def test_15_1_only_with_the_variant():
    game = poor(credit=False).buying("GBS").game()
    assert not isinstance(game.step, TramStep)


def test_15_1_not_with_a_tram_nor_with_the_money():
    built = poor().trains("GBS", "3").company("SSC", 1, trains=("3",)).buying("GBS")
    assert rule_against(built.game(), tram("4")) == "10.1"
    game = poor(cash=440).buying("GBS").game()
    game.play(tram("4"))
    assert purse(game, "GBS") == 0
    assert game.state.credit == {}


def test_15_1_help_and_credit_are_both_open():
    """What the director could add does not count: he may add it, or the company buys on credit."""
    built = poor(cash=330, private=200).buying("GBS")
    assert legal(built.game(), credit("4"))
    game = built.game()
    events = game.play(tram("4"))
    assert paid(events, "help") == {"GBS": 110}
    assert game.state.credit == {}
    game = built.game()
    game.play(credit("4"))
    assert purse(game, "GBS", 0) == (330, 200)
    assert game.state.credit == {"GBS": ("4", 440)}


def test_15_1_without_help_only_credit_is_open():
    game = poor(cash=330, private=109).buying("GBS").game()
    assert not legal(game, tram("4"))
    assert rule_against(game, tram("4")) == "10.1"
    assert legal(game, credit("4"))


def test_15_1_a_purchase_that_nothing_can_pay_was_written_so_before_credit_was_a_choice():
    """Games of older rules go on: what was taken there comes to the same."""
    game = poor(cash=330, private=109).buying("GBS").game()
    turn = Turn(game.rules, game.state)
    turn.pop().apply(turn, tram("4"))
    assert turn.state.credit == {"GBS": ("4", 440)}
    assert turn.state.cash["GBS"] == 330


def test_15_1_why_there_is_no_credit():
    for built, kind in (
        (poor().trains("GBS", "3"), "4"),  # it has a tram
        (poor(cash=440), "4"),  # it has the money
        (poor().trains(POOL, "3"), "4"),  # there is a cheaper one
    ):
        game = built.company("SSC", 1, trains=("3",), at=(4, 0)).buying("GBS").game()
        assert rule_against(game, credit(kind)) == "15.1"
    assert rule_against(poor(cash=440, credit=False).buying("GBS").game(), credit("4")) == "15"
    assert rule_against(poor(cash=440).buying("GBS").game(), credit("6")) == "10.3"
    built = position(4, credit=True).phase("2").purses(0, 0, 0, 0).sbahn(0, 1, 2, 3, 3, cash=300)
    assert rule_against(built.buying("S2").game(), BuyOnCredit(1, "S2", "4S", BANK)) == "15.1"


def test_15_1_in_cash_or_in_shares():
    """Shares of the S-Bahn that it could sell are money: 3 × 84 and 200 are enough for a 4."""
    built = poor(cash=200).papers_of_the_sbahn(1, 1, 2, "GBS", "GBS", "GBS")
    game = built.buying("GBS").game()
    assert rule_against(game, tram("4")) == "10.1"
    game.play(SellSbahnShares(0, "GBS", 2, (4,)))
    assert purse(game, "GBS") == 452
    game.play(tram("4"))
    assert game.state.credit == {}
    game = poor(cash=187).papers_of_the_sbahn(1, 1, 2, "GBS", "GBS", "GBS").buying("GBS").game()
    assert legal(game, credit("4"))  # 439 are not


def test_question_15_the_cheapest_tram_of_the_bank():
    """One that a bankrupt company left is cheaper than those of the stack."""
    game = poor().trains(POOL, "3").buying("GBS").game()
    assert listed(game, BuyTrain) == []
    assert listed(game, BuyOnCredit) == [credit("3", POOL)]
    assert rule_against(game, credit("4")) == "15.1"
    game.play(credit("3", POOL))
    assert game.state.credit == {"GBS": ("3", 330)}


def test_15_3_who_owes_must_save():
    game = owing().earned("GBS", 70, 40).game()
    assert purse(game, "GBS") == 110
    assert price_of(game, "GBS") == 86
    assert game.step.company == "SSC"


def test_15_3_who_owes_buys_no_trams_depots_or_shares():
    built = owing(cash=400).papers_of_the_sbahn(1)
    game = built.shares(1, "SSC", 10).buying("GBS").game()
    step = TramStep("GBS")
    for action in (tram("4"), OfferForTrain(0, "GBS", "3", "SSC", 5), BuySbahnShare(0, "GBS", ISSUE)):
        assert step.refusal(game.position, action).rule == "15.3"
    assert [a for a in step.choices(game.position, 0) if not isinstance(a, Pass)] == []
    assert [a for a in DepotStep("GBS").choices(game.position, 0) if not isinstance(a, Pass)] == []


def test_15_3_paid_in_one_sum_as_soon_as_it_can_be():
    """370 and 70 saved are 440; the company is free to buy again in this very turn."""
    game = _earn(owing(cash=370), 70)
    assert told(game.events, CreditPaid) == [CreditPaid("GBS", "4", 440)]
    assert game.state.credit == {}
    assert purse(game, "GBS") == 0
    game = _earn(owing(cash=369), 70)
    assert told(game.events, CreditPaid) == []
    assert game.state.credit == {"GBS": ("4", 440)}
    assert purse(game, "GBS") == 439


def test_15_3_what_is_left_buys_a_tram_in_the_same_turn():
    game = _earn(owing(cash=370 + 440, private=0), 70)
    assert isinstance(game.step, TramStep)
    game.play(tram("4"))
    assert game.state.trains["GBS"] == ("4", "4")
    assert purse(game, "GBS") == 0


def test_15_3_also_with_money_that_comes_in_somebody_elses_turn():
    """The SSC pays 40 for a tram of the GBS, which then has the 440 that it owes, and pays them at once."""
    built = owing(cash=400).trains("GBS", "3", "4").cash("SSC", 500)
    game = built.buying("SSC").game()
    game.play(OfferForTrain(1, "SSC", "3", "GBS", 40))
    events = game.play(AnswerOffer(0, "GBS", True))
    assert told(events, CreditPaid) == [CreditPaid("GBS", "4", 440)]
    assert purse(game, "GBS") == 0
    assert game.state.credit == {}


def test_15_3_by_the_sbahns_dividend():
    built = owing(cash=437).phase("3", selling="4").sbahn(1, 1, 1, 1, "GBS")
    game = built.sbahn_earned(main=100).game()
    events = game.play(Dividend(1, "S-Bahn", "pay"))
    assert told(events, CreditPaid) == [CreditPaid("GBS", "4", 440)]
    assert purse(game, "GBS") == 2


def test_15_3_at_the_latest_when_its_turn_begins():
    """Then it is free: it may build a depot and pay out in this turn."""
    built = owing(cash=500)
    game = built.operating_round().game()
    assert game.step.company == "GBS"
    assert purse(game, "GBS") == 60
    assert game.state.credit == {}


def _earn(built, income):
    """The GBS has earned so much, and the rest of its turn follows."""
    _, _, _, *rest = steps_of(built.table, "GBS")
    return built.acting("GBS", AfterRun("GBS", income, 0), *rest).game()


def test_15_4_a_tram_on_credit_is_not_sold():
    built = owing(cash=0).cash("SSC", 500).buying("SSC")
    game = built.game()
    assert TramStep("SSC").refusal(game.position, OfferForTrain(1, "SSC", "4", "GBS", 5)).rule == "15.4"
    assert listed(game, OfferForTrain) == []


def test_question_15_a_debt_ends_with_the_card():
    """The 3 on credit is scrapped when somebody buys the first 5: nothing is owed, and a 5 must be bought."""
    built = position(3, credit=True).phase("3", selling="5").purses(0, 700, 700)
    built.company("GBS", 0, cash=600, trains=("3",), at=(4, 0)).set(credit={"GBS": ("3", 330)})
    game = built.company("SSC", 1, cash=550, trains=("4",)).buying("SSC").game()
    game.play(BuyTrain(1, "SSC", "5", BANK))
    assert game.state.trains["GBS"] == ()
    assert game.state.credit == {}
    while not isinstance(game.step, TramStep):
        game.play(Pass(0))
    assert purse(game, "GBS") == 600
    assert rule_against(game, Pass(0)) == "10.8"
    game.play(tram("5"))
    assert purse(game, "GBS") == 50


def test_15_a_bankrupt_company_owes_nothing():
    game = owing(cash=0).at("GBS", 1, 0).earned("GBS", 0).game()
    assert game.state.bankrupt == {"GBS"}
    assert game.state.credit == {}


def test_15_1_trams_only():
    """S-Bahn trains are bought with money."""
    built = position(4, credit=True).phase("2").purses(0, 0, 0, 0).sbahn(0, 1, 2, 3, 3, cash=100)
    game = built.buying("S2").game()
    assert not isinstance(game.step, TramStep)


def test_15_3_dividends_are_refused_while_it_owes():
    game = owing().earned("GBS", 70).game()
    assert game.refusal(Dividend(0, "GBS", "pay")) is not None
