"""Insolvency and reorganisation (6, 6.1)."""

import pytest

from eighteen.positions import price_of, told
from stellwerk import Pass
from stellwerk.bank.papers import GONE, POOL
from stellwerk.eighteen.events import PhaseBegan, PriceMoved
from stellwerk.titles.t1873.companies.insolvency import UPKEEP, Reorganise, raise_money
from stellwerk.titles.t1873.companies.works import AssignStep
from stellwerk.titles.t1873.events import (
    EngineScrapped,
    GrantPaid,
    Insolvent,
    MachineBought,
    Reorganised,
    SharesForfeited,
    SharesPlaced,
)

from .positions import cash_of, parts, position, stack

A, B, C = range(3)
W = ("W1", "W2", "W3", "W4", "W5")


def first_turn(company, phase, start, selling=""):
    """A railway's first turn, with what it has of its start price; A has 40%, B 20%."""
    built = position(3).phase(phase, selling=selling).works(C, "W15").machines(5, "W15").purses(0, 0, 0)
    built.railway(company, {A: 40, B: 20}, start, cash=5 * start, acted=False)
    game = built.turn_of(company).game()
    while company not in game.state.operated:
        game.play(Pass(A))  # no station
    return game


# A compulsory locomotive that cannot be paid ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("company", "phase", "start", "price", "capital", "train"),
    [
        ("NWE", "3", 120, 110, 200, "3"),  # C47: 100 + 550 − 450
        ("NWE", "4", 240, 220, 1050, "4"),  # C48: 700 + 1100 − 750
        ("WBE", "4", 120, 110, 400, "4"),  # C48: 600 + 550 − 750
        ("KEZ", "5", 120, 120, 0, "5"),  # C49: 500 + 550, gift 150
        ("NWE", "5", 120, 140, 0, "5"),  # C49: 100 + 550, gift 550
    ],
)
def test_6_1_a_railway_that_cannot_pay_its_compulsory_locomotive(company, phase, start, price, capital, train):
    """C47–C49, trap 23: the price has fallen by one, then new shares, then a gift; markers for 10% (Q3)."""
    game = first_turn(company, phase, start)
    assert price_of(game, company) == price
    assert cash_of(game, company, A, B) == [capital, 0, 0]
    assert parts(game, company) == {POOL: 100}
    assert game.state.sizes[company] == 10
    assert game.state.trains[company] == (train,)
    assert company in game.state.trust
    assert company not in game.state.directors
    assert game.state.papers[f"C-{company}"] == GONE
    printed = game.rules.printed.companies[company]
    assert game.state.markers[company] == printed.stations_by_size[10] - len(printed.homes)
    assert game.waiting_for() == (C,)  # its turn is over


def test_6_1_step_by_step():
    """C47; the steps tell of themselves."""
    events = first_turn("NWE", "3", 120).events
    assert told(events, Insolvent) == [Insolvent("NWE", "locomotive", 350)]
    assert told(events, SharesForfeited) == [SharesForfeited("NWE", A, 40), SharesForfeited("NWE", B, 20)]
    assert told(events, SharesPlaced) == [SharesPlaced("NWE", 10, 5, True)]
    assert told(events, GrantPaid) == []
    assert told(events, Reorganised) == [Reorganised("NWE")]
    events = first_turn("KEZ", "5", 120).events
    assert told(events, GrantPaid) == [GrantPaid("KEZ", 150)]


def test_6_1_buying_may_begin_a_phase():
    """The first 4 by an insolvent railway in phase 3."""
    game = first_turn("NWE", "3", 120, selling="4")
    assert told(game.events, PhaseBegan) == [PhaseBegan("4", "4")]


@pytest.mark.parametrize(
    ("cost", "gift", "price"), [(109, 109, 110), (110, 110, 120), (220, 220, 130), (5, 5, 110)]
)
def test_6_1_the_gift_moves_the_price_like_a_payout_from_equal_on(cost, gift, price):
    """(v), trap 23: it never falls by a smaller gift, nor does the marker move."""
    built = position(3).works_company("MO", ("W1", "W2"), {}, price=110, size=10).in_trust("MO")
    built.works_company("CO", ("W3", "W4"), {A: 100}, price=110)
    raise_money(built.turn, "MO", cost)
    game = built.stock_turn(A).game()
    assert price_of(game, "MO") == price
    assert cash_of(game, "MO") == gift
    if price == 110:
        assert stack(game, 110) == ("MO", "CO")


@pytest.mark.parametrize(
    ("size", "issue", "cash", "cost", "left", "then"),
    [
        (50, 0, 0, 330, 330, 20),  # three at 110 are enough
        (50, 0, 0, 331, 880, 10),  # five more
        (50, 0, 400, 400, 400, 50),  # nothing lacks
        (20, 40, 0, 220, 220, 20),  # the two of an earlier issue
        (20, 40, 0, 221, 770, 10),
        (20, 40, 500, 0, 720, 20),  # they are paid even if nothing lacks
        (10, 30, 0, 330, 330, 10),
        (20, 0, 0, 550, 550, 10),
    ],
)
def test_6_1_shares_of_the_issue_first_then_splits_as_long_as_money_lacks(size, issue, cash, cost, left, then):
    """(ii)–(iv)."""
    built = (
        position(3).works_company("MO", ("W1", "W2"), {}, 110, size=size, issue=issue, cash=cash).in_trust("MO")
    )
    raise_money(built.turn, "MO", cost)
    game = built.stock_turn(A).game()
    assert cash_of(game, "MO") == left
    assert game.state.sizes["MO"] == then
    assert told(game.events, GrantPaid) == []
    first = SharesPlaced("MO", size, issue // size, False)
    assert (first in game.events) == bool(issue)
    assert parts(game, "MO") == {POOL: 100}


# Upkeep that cannot be paid ---------------------------------------------------------------------------------


def old(phase, works=("W1", "W2"), sizes=(1, 1), cash=0, size=50, switchers=(), **more):
    """The MO of A and B at 110 with old machines."""
    built = position(3).phase(phase, **more).purses(0, 0, 0).works(C, "W15").machines(5, "W15")
    built.works_company("MO", works, {A: size, B: 20}, 110, size=size, cash=cash, switchers=switchers)
    if size == 50:
        built.give(B, "MO-50-2")
    for work, machine in zip(works, sizes, strict=True):
        built.machines(machine, work)
    return built


def insolvent(*facts, **more):
    """It cannot pay their upkeep."""
    return old(*facts, **more).acting("MO", AssignStep("MO")).game()


def reorganised(*facts, **more):
    """Whatever led to it."""
    return old(*facts, **more).acting("MO", Reorganise("MO", UPKEEP)).game()


def machines(game, works):
    return [game.state.machines[work] for work in works]


def test_6_1_new_machines_for_the_obsolete_ones():
    """C51: 80 − 200 in phase 4 with 50; 380 is less than 500; 930 − 500; the price stays."""
    game = insolvent("4", cash=50)
    assert told(game.events, Insolvent) == [Insolvent("MO", "upkeep", 70)]
    assert [event for event in told(game.events, PriceMoved) if event.company == "MO"] == []
    assert price_of(game, "MO") == 110
    assert cash_of(game, "MO", A, B) == [430, 0, 0]
    assert game.state.sizes["MO"] == 10
    assert machines(game, ("W1", "W2")) == [4, 4]
    assert parts(game, "MO") == {POOL: 100}
    assert told(game.events, MachineBought) == [MachineBought("MO", 4, ("W1", "W2"), 500)]


def test_6_1_a_3_is_enough_in_phase_3():
    """C51: cap 5, 80 − 100; 335 − 300."""
    game = insolvent("3", cash=5)
    assert cash_of(game, "MO") == 35
    assert game.state.sizes["MO"] == 20
    assert machines(game, ("W1", "W2")) == [3, 3]


def test_6_1_what_was_not_obsolete_before_the_purchase_is_not_replaced():
    """C53, ruling: the 4 begins phase 4, where the 2s are old, too; 2-switchers cost now and are scrapped."""
    game = reorganised("3", W[:4], (1, 1, 2, 2), size=20, switchers=("S2", "S2", "S3"), selling="4")
    assert machines(game, W[:4]) == [4, 4, 2, 2]
    assert told(game.events, PhaseBegan)[0] == PhaseBegan("4", "4")
    assert game.state.trains["MO"] == ("S3",)
    assert told(game.events, EngineScrapped) == [EngineScrapped("MO", "S2")] * 2


def test_6_1_spare_markers_of_a_larger_second_machine_improve_others_in_order_of_joining():
    """Q11: five 1s, one 3 left: it renews W1 to W3, the 4 renews W4 and W5 and then W1 and W2."""
    game = insolvent("3", W, (1,) * 5, size=10, selling="3", left=1)
    assert machines(game, W) == [4, 4, 3, 4, 4]
    assert told(game.events, MachineBought) == [
        MachineBought("MO", 3, ("W1", "W2", "W3"), 300),
        MachineBought("MO", 4, ("W4", "W5", "W1", "W2"), 500),
    ]


def test_6_1_a_second_machine_of_the_same_size_improves_nothing():
    """Five 1s, 3s enough: W4 and W5 only; or a 2 that is not old and stays."""
    game = insolvent("3", W, (1, 1, 1, 1, 1), size=10, selling="3")
    assert machines(game, W) == [3, 3, 3, 3, 3]
    assert [event.works for event in told(game.events, MachineBought)] == [("W1", "W2", "W3"), ("W4", "W5")]
    game = reorganised("3", W[:3], (1, 2, 1), size=20, selling="3")
    assert machines(game, W[:3]) == [3, 2, 3]


def test_6_1_it_raises_what_the_machines_cost_and_no_more():
    """Three works and a 3: 550 − 300; four: two 3s, a gift of 50; in phase D a 5, of which there is no end."""
    assert cash_of(insolvent("3", W[:3], (1, 1, 1), size=20), "MO") == 250
    game = insolvent("3", W[:4], (1, 1, 1, 1), size=20)
    assert told(game.events, GrantPaid) == [GrantPaid("MO", 50)]
    game = insolvent("D", ("W1", "W2"), (3, 3))
    assert machines(game, ("W1", "W2")) == [5, 5]
    assert cash_of(game, "MO") == 3 * 110 + 5 * 110 - 800


def test_6_1_spare_markers_skip_equal_machines_and_need_a_larger_second_one():
    """Q11: W1 has a 4 already; and a second 3 leaves W5 its 2."""
    game = reorganised("3", W, (4, 1, 1, 1, 1), size=10, selling="3", left=1)
    assert machines(game, W) == [4, 4, 4, 4, 4]
    game = reorganised("3", W, (1, 1, 1, 1, 2), size=10, selling="3")
    assert machines(game, W) == [3, 3, 3, 3, 2]


def test_6_1_only_obsolete_machines_are_replaced_by_a_first_one():
    """The first machine's spare markers are not used."""
    game = insolvent("4", W[:3], (1, 3, 1), size=20, cash=0)
    assert machines(game, W[:3]) == [4, 3, 4]


def test_6_1_shareholders_lose_everything_without_a_fall():
    """(i)."""
    game = insolvent("4", cash=50)
    assert told(game.events, SharesForfeited) == [SharesForfeited("MO", A, 50), SharesForfeited("MO", B, 50)]
    assert game.state.trust == {"MO"}


def kez(cash, phase="D", trains=("4", "3", "3", "3"), income=240):
    """C54."""
    built = position(3).phase(phase).purses(0, 0, 0).works(C, "W15").machines(5, "W15")
    return built.railway("KEZ", {A: 60}, 170, cash=cash, trains=trains).earned("KEZ", income)


def test_6_1_a_railway_with_a_locomotive_free_of_upkeep_buys_nothing():
    """C54: 240 − 450, cap 200 lacks 10: the 3s are scrapped, nothing else."""
    game = kez(200).game()
    assert told(game.events, Insolvent) == [Insolvent("KEZ", "upkeep", 10)]
    assert game.state.trains["KEZ"] == ("4",)
    assert cash_of(game, "KEZ") == 200
    assert game.state.sizes["KEZ"] == 20
    assert parts(game, "KEZ") == {POOL: 100}
    assert price_of(game, "KEZ") == 170
    assert kez(210).game().state.trust == frozenset()


def test_6_1_a_railway_without_one_buys_the_next_and_scraps_then():
    """(viii): 3s and switchers in phase D; 200 + 5 x 170 − 1200 lacks 150, less than 170: the price stays."""
    game = kez(200, trains=("3", "3", "3", "S3", "S4")).game()
    assert game.state.trains["KEZ"] == ("S4", "5")
    assert cash_of(game, "KEZ") == 0
    assert told(game.events, GrantPaid) == [GrantPaid("KEZ", 150)]
    assert price_of(game, "KEZ") == 170


def test_6_1_scrapping_goes_by_the_phase_that_the_purchase_has_begun():
    """Trap 23: 1 in phase 3, the next is a 4; the 2-switcher costs from phase 4 on. The 1 was all it had."""
    built = position(3).phase("3", selling="4").purses(0, 0, 0)
    built.railway("GHE", {A: 60}, 170, cash=0, trains=("1", "S2")).earned("GHE", 0)
    game = built.game()
    assert game.state.trains["GHE"] == ("4",)
    assert {event.train for event in told(game.events, EngineScrapped)} == {"1", "S2"}


def test_6_1_the_qlb_never_buys():
    """C54: its local locomotive has no upkeep; insolvent by its others and switchers."""
    built = position(3).phase("D").railway("QLB", {A: 60}, 120, cash=0, trains=("3", "S3")).earned("QLB", 90)
    game = built.game()
    assert told(game.events, Insolvent) == [Insolvent("QLB", "upkeep", 90)]
    assert game.state.trains["QLB"] == ()
    assert game.state.sizes["QLB"] == 20
