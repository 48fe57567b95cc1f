"""Section 13: the bank is broken, the price of 400, the accounts."""

from eighteen.positions import listed, paid, price_of, told
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain, Dividend, SellShares
from stellwerk.eighteen.events import BankBroken, GameEnded, OperatingRoundEnded
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.actions import SellSbahnShares
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.events import PaymentNoted

from .positions import SBAHN, pass_on, position, purse


def broken():
    """h1: the bank has 30, the GBS owes A 90 and B 30; the SSC is still to act, a second round would follow."""
    built = position(3).purses(0, 0, 0).company("GBS", 0).shares(0, "GBS", 10).shares(1, "GBS", 10)
    built.company("SSC", 2, at=(4, 0), trains=("2",)).operating(1, 2).bank(30, "SSC")
    return built.earned("GBS", 300).game()


def test_13_1_a_round_in_which_the_bank_breaks_is_finished():
    """Trap 25."""
    game = broken()
    events = game.play(Dividend(0, "GBS", "pay"))
    assert paid(events, "dividend") == {0: 30}
    assert told(events, PaymentNoted) == [PaymentNoted(0, 60, "dividend"), PaymentNoted(1, 30, "dividend")]
    assert told(events, BankBroken) == [BankBroken()]
    assert purse(game, BANK, 0, 1) == (0, 30, 0)
    assert game.step.company == "SSC"
    while not game.over:
        game.play(next((a for a in listed(game) if isinstance(a, Pass)), listed(game)[0]))
    assert len(told(game.events, OperatingRoundEnded)) == 1


def test_13_2_what_is_owed_counts():
    game = broken()
    game.play(Dividend(0, "GBS", "pay"))
    while not game.over:
        game.play(next((a for a in listed(game) if isinstance(a, Pass)), listed(game)[0]))
    assert price_of(game, "GBS") == 100
    worth = told(game.events, GameEnded)[0].worth
    assert worth[:2] == (90 + 3 * 100, 30 + 100)


def test_13_1_exactly_all_the_bank_has_does_not_break_it():
    built = position(3).purses(0, 0, 0).company("GBS", 0).shares(0, "GBS", 10).shares(1, "GBS", 10)
    built.company("SSC", 2, at=(4, 0), trains=("2",)).bank(120, "SSC")
    game = built.earned("GBS", 300).game()
    events = game.play(Dividend(0, "GBS", "pay"))
    assert told(events, BankBroken) == []
    assert game.state.cash[BANK] == 0


def test_13_1_money_for_a_company_is_noted_and_ends_nothing():
    """Question 2; what comes to the bank afterwards pays it first."""
    built = (
        position(3).purses(0, 0, 0).company("GBS", 0, trains=("2",)).company("SSC", 2, at=(4, 0), trains=("2",))
    )
    game = built.bank(30, "SSC").earned("GBS", 300).game()
    events = game.play(Dividend(0, "GBS", "keep"))
    assert told(events, BankBroken) == []
    assert purse(game, "GBS", BANK) == (30, 0)
    assert game.state.noted == {"GBS": 270}
    assert not game.over
    assert game.problems() == []


def test_13_1_who_gets_nothing_does_not_break_the_bank():
    """The bank owes a company; the S-Bahn's dividend of a run goes to a tram company and the pool alone."""
    built = position(3).purses(0, 0, 0).phase("2").company("GBS", 0, trains=("2",), at=(4, 0))
    built.company("SSC", 2, at=(3, 0), trains=("2",)).sbahn("GBS", "GBS", "GBS", "GBS", "GBS").bank(0, "SSC")
    built.set(noted={"SSC": 50})
    game = built.sbahn_earned(main=100).game()
    events = game.play(Dividend(0, SBAHN, "pay"))
    assert told(events, PaymentNoted) == [PaymentNoted("GBS", 30, "dividend")]
    assert told(events, BankBroken) == []


def test_13_1_a_stock_round_ends_at_once():
    """Trap 25."""
    built = position(3).purses(500, 500, 500).opened("GBS", 0).shares(0, "GBS", 10, 10, 10).opened("SSC", 1)
    built.company("SHG", 1)
    game = built.bank(91, "SHG").stock_turn(0).game()
    events = game.play(SellShares(0, "GBS", (10, 10)))
    assert told(events, BankBroken) == [BankBroken()]
    assert game.over
    assert game.state.cash[BANK] == 0
    assert game.state.noted == {0: 184 - 91}
    assert told(events, GameEnded) == [GameEnded((684 + 3 * 88, 500 + 160 + 168, 500))]


def test_13_1_also_by_a_sale_of_the_sbahns_shares():
    built = position(3).phase("2").purses(500, 500, 500).opened("GBS", 1).papers_of_the_sbahn(0, 1, 2, 1, 0, 0)
    game = built.company("SHG", 1).bank(0, "SHG").stock_turn(0).game()
    game.play(SellSbahnShares(0, "", 2))
    assert game.over
    assert game.result() == {0: 500 + 168 + 2 * 80, 1: 500 + 184 + 168 + 160, 2: 500 + 80}


def test_13_1_a_company_that_sells_does_not_break_the_bank():
    built = position(3).phase("2").company("GBS", 0, trains=("3",)).papers_of_the_sbahn(1, 2, 2, 1, "GBS", "GBS")
    game = built.company("SHG", 1, at=(4, 0), trains=("3",)).bank(100, "SHG").buying("GBS").game()
    events = game.play(SellSbahnShares(0, "GBS", 2))
    assert told(events, BankBroken) == []
    assert purse(game, "GBS", BANK) == (100, 0)
    assert game.state.noted == {"GBS": 68}


def test_13_3_cash_and_shares_count_and_nothing_else():
    """Trap 25; h4: 312 + 4 × 236 + 3 × 112; treasuries count for nobody, nor shares that companies hold."""
    built = (
        position(3).phase("2").purses(312, 0, 0).company("GBS", 0, cash=900, at=(15, 4)).shares(0, "GBS", 10, 10)
    )
    built.papers_of_the_sbahn(0, 1, 2, 1, 0, "GBS", POOL, at=(9, 3))
    game = built.opened("SSC", 1).stock_turn(0).game()
    assert price_of(game, "GBS") == 236
    assert price_of(game, SBAHN) == 112
    assert game.result()[0] == 1592
    assert game.result()[1] == 2 * 112 + 2 * 80
    assert game.result()[2] == 112


def test_13_4_the_richest_wins():
    built = position(3).purses(10, 20, 30).opened("BESTAG", 0, at=(19, 5)).out("BESTAG", 0, 1)
    game = built.end_of_stock_round().game()
    assert game.over
    assert max(game.result(), key=game.result().get) == 0
    assert game.result() == {0: 10 + 2400, 1: 20 + 1600, 2: 30}


def test_4_17_no_end_below_400():
    built = position(3).opened("BESTAG", 0, at=(18, 5)).out("BESTAG", 0, 1).opened("SSC", 1)
    game = built.end_of_stock_round().game()
    assert price_of(game, "BESTAG") == 382
    assert not game.over


def test_13_2_what_is_noted_for_a_company_is_paid_when_money_comes():
    """Question 2: the debt to a company is paid first; the oldest before the others."""
    built = position(3).purses(500, 500, 500).opened("SSC", 1).shares(0, "SSC", 10)
    built.company("SHG", 1, trains=("2",)).company("GBS", 1, trains=("2",))
    game = built.bank(0, "SHG").set(noted={"SHG": 50, "GBS": 70}).stock_turn(0).game()
    before = purse(game, "SHG")
    game.play(BuyShare(0, "SSC", ISSUE, 10))
    assert purse(game, BANK, "SHG", "GBS") == (0, before + 50, 30)
    assert game.state.noted == {"GBS": 40}
    pass_on(game, 0)
    assert not game.over


def test_13_2_what_is_noted_for_a_player_is_only_counted():
    """The GBS lacks 40 for its tram, and its director has them only on paper: he cannot help."""
    built = position(3).purses(10, 0, 0).company("GBS", 0, cash=180).set(noted={0: 200})
    built.company("SSC", 2, at=(4, 0), trains=("2",)).set(bank_broken_in="operating").bank(0, "SSC")
    game = built.buying("GBS").game()
    assert game.state.noted == {0: 200}
    step = TramStep("GBS")
    assert step.refusal(game.position, BuyTrain(0, "GBS", "2", BANK)).rule == "10.1"
    assert game.result()[0] == 10 + 200 + 2 * 92


def test_13_2_money_that_comes_to_the_bank_does_not_go_to_players_who_are_owed():
    built = position(3).purses(500, 0, 0).company("GBS", 0, cash=300, trains=()).set(noted={0: 200})
    built.company("SSC", 2, at=(4, 0), trains=("2",)).set(bank_broken_in="operating").bank(0, "SSC")
    game = built.buying("GBS").game()
    game.play(BuyTrain(0, "GBS", "2", BANK))
    assert purse(game, 0, "GBS", BANK) == (500, 80, 220)
    assert game.state.noted == {0: 200}


def test_13_2_a_company_spends_what_it_has_and_not_what_is_noted():
    """It saved 300 and got 30: no depot for 40."""
    built = position(3).purses(0, 0, 0).company("GBS", 0, cash=9).set(noted={"GBS": 270})
    game = built.company("SSC", 2, at=(4, 0), trains=("2",)).bank(0, "SSC").operating_round().game()
    assert purse(game, "GBS") == 9
    refusal = TramStep("GBS").refusal(game.position, BuyTrain(0, "GBS", "2", BANK))
    assert (refusal.rule, dict(refusal.values)["cash"]) == ("10.1", 9)


def test_13_2_what_is_noted_goes_with_a_network_and_ends_with_a_company():
    built = position(4).phase("2").sbahn(0, 1, 2, 3, 3).opened("GBS", 0).set(noted={"S2": 30, "S-Bahn": 10})
    game = built.company("SSC", 2).bank(0, "SSC").stock_turn(1).game()
    game.play(SellSbahnShares(1, "", 0, (2,)))
    assert game.state.noted["S-Bahn"] == 40
    assert "S2" not in game.state.noted
    built = position(3).company("GBS", 0, cash=50, at=(1, 0)).company("SSC", 1, at=(4, 0)).bank(0, "SSC")
    game = built.set(noted={"GBS": 30}).earned("GBS", 0).game()
    assert game.state.bankrupt == {"GBS"}
    assert game.state.noted == {}
    assert purse(game, "GBS", BANK) == (0, 50)
