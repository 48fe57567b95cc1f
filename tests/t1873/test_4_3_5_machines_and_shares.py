"""Works companies: machines for several works, switchers, new shares (4.3.5, 4.3.6)."""

import pytest

from eighteen.positions import listed, price_of, reason_against, rule_against, told
from stellwerk import Pass
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.eighteen.actions import BuyShare, BuyTrain, DiscardTrain, Dividend, LayTile
from stellwerk.eighteen.events import PhaseBegan
from stellwerk.eighteen.state import SCRAPPED
from stellwerk.show.on_table import on_table
from stellwerk.titles.t1873 import TITLE
from stellwerk.titles.t1873.actions import BuyMachine, IssueShares, ScrapEngine
from stellwerk.titles.t1873.events import SharesIssued
from stellwerk.titles.t1873.papers.issues import IssueStep

from .positions import cash_of, parts, position

A, B, C = range(3)


def mo(holdings, price=130, size=50, issue=0):
    """The MO with W1 and W2, and nothing else about."""
    built = position(3).works_company("MO", ("W1", "W2"), holdings, price=price, size=size, issue=issue)
    return built.purses(0, 0, 0)


# Machines and switchers -------------------------------------------------------------------------------------


def four(phase, sizes, cash=1000, **more):
    works = ("W1", "W2", "W3", "W4")
    built = (
        position(3).phase(phase, **more).works_company("MO", works, {A: 60}, size=20, cash=cash, switchers=("S2",))
    )
    for work, size in zip(works, sizes, strict=True):
        built.machines(size, work)
    return built.equipping("MO").game()


def test_4_3_5_one_unit_of_size_n_serves_up_to_n_works():
    """C21, trap 11: 1, 1, 2, 2 buy one 3 for 300; the director picks; the supply falls by one unit."""
    game = four("3", (1, 1, 2, 2))
    sets = [action.works for action in listed(game, BuyMachine)]
    assert len(sets) == 4 + 6 + 4
    assert reason_against(game, BuyMachine(A, "MO", ("W1", "W2", "W3", "W4"))) == "too_many_markers"
    assert rule_against(game, BuyMachine(A, "MO", ("W1", "W2", "W3", "W4"))) == "4.3.5"
    assert reason_against(game, BuyMachine(A, "MO", ("W2", "W1"))) == "works_of_the_owner"
    left = len(game.state.depot)
    game.play(BuyMachine(A, "MO", ("W1", "W3", "W4")))
    assert [game.state.machines[work] for work in ("W1", "W2", "W3", "W4")] == [3, 1, 3, 3]
    assert cash_of(game, "MO") == 700
    assert len(game.state.depot) == left - 1


def test_4_3_5_machines_must_be_larger():
    """C21: 2, 2, 3, 3 and a 2."""
    game = four("2", (2, 2, 3, 3))
    assert listed(game, BuyMachine) == []
    assert reason_against(game, BuyMachine(A, "MO", ("W1",))) == "machine_not_larger"
    assert rule_against(game, BuyMachine(A, "MO", ("W1",))) == "4.3.5"


@pytest.mark.parametrize(
    ("phase", "price", "markers", "next_phase"),
    [("1", 150, 2, "2"), ("2", 300, 3, "3"), ("3", 500, 4, "4"), ("4", 800, 4, "5")],
)
def test_4_3_5_prices_and_phases_of_machines(phase, price, markers, next_phase):
    """R6, C21: four works with a 1 buy one 2 for 150 and get two markers; also 5."""
    game = four(phase, (1, 1, 1, 1), cash=price, selling=next_phase)
    assert max(len(action.works) for action in listed(game, BuyMachine)) == markers
    events = game.play(BuyMachine(A, "MO", ("W1", "W2")))
    assert told(events, PhaseBegan) == [PhaseBegan(next_phase, next_phase)]
    assert cash_of(game, "MO") == 0
    game = four(phase, (1, 1, 1, 1), cash=price - 1, selling=next_phase)
    assert reason_against(game, BuyMachine(A, "MO", ("W1",))) == "train_too_dear"


def test_4_3_5_5s_have_no_end():
    """R6, 4.1."""
    game = four("5", (1, 1, 1, 1), cash=1600)
    game.play(BuyMachine(A, "MO", ("W1",)))
    game.play(BuyMachine(A, "MO", ("W2",)))
    assert game.state.depot == ("5",)


def test_4_3_5_as_many_switchers_as_works():
    """One too many: the director scraps one, the new one as well if he likes."""
    built = position(3).phase("3").works_company("MO", ("W1", "W15"), {A: 100}, cash=300, switchers=("S2", "S2"))
    game = built.equipping("MO").game()
    game.play(BuyTrain(A, "MO", "S3", BANK))
    assert listed(game) == [DiscardTrain(A, "MO", "S2"), DiscardTrain(A, "MO", "S3")]
    assert rule_against(game, Pass(A)) == "4.3.5"
    works = on_table(TITLE, game.position).table("works")
    assert [row[4] for row in works.rows if row[0] in ("W1", "W15")] == [None, None]  # none serves before that
    game.play(DiscardTrain(A, "MO", "S2"))
    assert game.state.trains["MO"] == ("S2", "S3")
    assert game.state.trains[SCRAPPED].count("S2") == 1
    assert cash_of(game, "MO") == 200
    game.play(ScrapEngine(A, "MO", "S2"))
    assert game.state.trains["MO"] == ("S3",)
    assert cash_of(game, "MO") == 200
    assert rule_against(game, LayTile(A, "MO", "E8", "956", 0)) == "4.3"  # works companies do not build (4.3)


# New shares -------------------------------------------------------------------------------------------------


def issuing(company, built):
    return built.acting(company, IssueStep(company)).game()


def test_4_3_6_halves_become_fifths():
    """C12: MO at 240; one share for one, three new ones, the price stays; a payout of 100 brings A 20, not 50."""
    built = mo({A: 50, B: 50}, price=240)
    game = issuing("MO", built)
    assert listed(game) == [IssueShares(A, "MO"), Pass(A)]
    events = game.play(IssueShares(A, "MO"))
    assert told(events, SharesIssued) == [SharesIssued("MO", 20, 3)]
    assert parts(game, "MO") == {A: 20, B: 20, ISSUE: 60}
    assert price_of(game, "MO") == 240
    assert cash_of(game, "MO") == 0
    built = mo({A: 20, B: 20}, price=240, size=20, issue=60).earned("MO", 100)
    game = built.game()
    game.play(Dividend(A, "MO", "pay"))
    assert cash_of(game, A, B) == [20, 20]


def test_4_3_6_buyers_pay_the_company():
    """C12, trap 12: all three sold at 240 bring 720."""
    built = mo({A: 20, B: 20}, price=240, size=20, issue=60).purses(480, 240, 0)
    game = built.stock_turn(A).game()
    for seat in (A, B, A):
        game.play(BuyShare(seat, "MO", ISSUE, 20))
    assert cash_of(game, "MO") == 720
    assert parts(game, "MO") == {A: 60, B: 40}


def test_4_3_6_only_with_all_shares_in_players_hands():
    """C12: no second split while new ones lie there; nor with one in the pool."""
    step = IssueStep("MO")
    for holdings, issue in (({A: 40, B: 20}, 40), ({A: 40, B: 20}, 0), ({A: 60, B: 20}, 20)):
        built = mo(holdings, size=20, issue=issue)
        refusal = step.refusal(built.table, IssueShares(A, "MO"))
        assert (refusal.rule, refusal.reason) == ("4.3.6", "shares_with_the_bank")
        assert step.idle(built.table)


@pytest.mark.parametrize(("a", "b", "c", "allowed"), [(40, 40, 20, True), (20, 40, 40, False), (60, 20, 20, True)])
def test_4_3_6_fifths_become_tenths_if_the_director_holds_40_percent(a, b, c, allowed):
    """Trap 12; A directs by what he is called here."""
    built = mo({A: a, B: b, C: c}, size=20)
    if allowed:
        game = issuing("MO", built)
        game.play(IssueShares(A, "MO"))
        assert parts(game, "MO") == {A: a // 2, B: b // 2, C: c // 2, ISSUE: 50}
        return
    refusal = IssueStep("MO").refusal(built.table, IssueShares(A, "MO"))
    assert (refusal.rule, refusal.reason) == ("4.3.6", "director_holds_too_little")


def test_4_3_6_halves_need_no_40_percent_and_tenths_are_never_split():
    assert IssueStep("MO").refusal(mo({A: 50, B: 50}).table, IssueShares(A, "MO")) is None
    built = mo({A: 60, B: 40}, size=10)
    refusal = IssueStep("MO").refusal(built.table, IssueShares(A, "MO"))
    assert (refusal.rule, refusal.reason) == ("4.3.6", "smallest_shares")
    built = mo({A: 50, B: 50})
    assert rule_against(issuing("MO", built), IssueShares(A, "CO")) == "4.3.6"
    assert rule_against(issuing("MO", built), BuyTrain(A, "MO", "S2", BANK)) == "4.3.6"


def test_4_3_6_a_company_may_wait():
    game = issuing("MO", mo({A: 50, B: 50}))
    game.play(Pass(A))
    assert parts(game, "MO") == {A: 50, B: 50}
    assert POOL not in parts(game, "MO")
