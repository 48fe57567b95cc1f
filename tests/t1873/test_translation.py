"""What actions of 18xx.games mean in 1873, played from positions made for them."""

import pytest

from games18xx_files import record
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import AnswerOffer, BuildStation, BuyTrain, Dividend, SellShares
from stellwerk.play.core import Pass
from stellwerk.play.limits import Gauge
from stellwerk.records.games18xx_ledger import Ledger, by_subject
from stellwerk.records.replaying import Branch, Script, attempt
from stellwerk.titles.t1873.actions import (
    AssignSwitchers,
    BuyMachine,
    BuyWork,
    CloseWork,
    IssueShares,
    Nominate,
    OfferForEngine,
    OfferForWork,
    ScrapEngine,
    UseOption,
)
from stellwerk.titles.t1873.records.games18xx import Games1873

from .positions import position
from .test_records import act, bid, passes

A, B, C = range(3)
PLAYERS = [{"id": number, "name": name} for number, name in ((1, "Ada"), (2, "Bo"), (3, "Cy"))]


def played(game, *actions):
    """Our actions for the recorded ones; whatever is stated must come out."""
    translation = Games1873(record(*actions, title="1873", players=PLAYERS))
    ledger = Ledger(by_subject(translation.statements()), translation.facts)
    begun = len(game.actions)
    script = Script(
        translation,
        translation.acts,
        lambda a: a.kind,
        lambda _: Branch(game, ledger),
        finish=lambda end: end,
        most_passes=40,
        gauge=Gauge("made-up"),
    )
    branch = attempt(script, {})
    ledger.close()
    assert branch.stuck is None, branch.stuck
    assert not branch.faults
    return [action for action in branch.game.actions[begun:] if not isinstance(action, Pass)]


# Players --------------------------------------------------------------------------------------------------------


def test_several_sales_in_a_turn():
    """They are refused by the rulebook, and so an option is asked for."""
    built = position(3, separate_sales=True).railway("HBE", A, 180).stock_turn(A)
    sale = act("sell_shares", 1, shares=["HBE_0"], percent=20)
    again = act("sell_shares", 1, shares=["HBE_1"], percent=20)
    assert played(built.game(), sale, again) == [SellShares(A, "HBE", (20,))] * 2


def in_trust():
    """KEZ is in trusteeship with shares of 10%."""
    return position(3).phase("3").railway("KEZ", {}, 170, size=10, holder="gone").in_trust("KEZ")


def test_a_purchase_option_is_called_by_its_company_and_a_concession_by_its_railway():
    acts = [bid(1, 100, "KEZ"), *passes(2, 3), *passes(2, 3), *passes(1)]
    buys = act("buy_shares", 1, shares=["KEZ_0", "KEZ_1", "KEZ_2"], percent=30)
    assert played(in_trust().auction_turn(A).game(), *acts, buys) == [
        Nominate(A, "KEZ", 100),
        UseOption(A, "KEZ", 3),
    ]
    assert played(in_trust().auction_turn(A).game(), bid(1, 120, "SHE")) == [Nominate(A, "C-SHE", 120)]


@pytest.mark.parametrize("told", [False, True])
def test_who_cannot_raise_leaves_an_auction_whether_it_is_told_or_not(told):
    """Bo has 105: too little for 110, but enough to be asked for a concession of his own."""
    built = position(3).phase("3").purses(500, 105, 500).auction_turn(A)
    acts = [bid(1, 100, "SHE"), *passes(2) * told, *passes(3), bid(2, 100, "KEZ")]
    assert played(built.game(), *acts) == [Nominate(A, "C-SHE", 100), Nominate(B, "C-KEZ", 100)]


# Works ----------------------------------------------------------------------------------------------------------


def test_a_work_closes_by_its_conversion():
    game = position(3).work("W14", A, cash=135).equipping("W14").game()
    assert played(game, act("convert", "14")) == [CloseWork(A, "W14")]


def test_a_machine_of_a_single_work_has_no_slots():
    game = position(3).phase("2").work("W14", A, cash=150).equipping("W14").game()
    buys = act("buy_train", "14", train="2T-3", price=150, variant="2M")
    assert played(game, buys) == [BuyMachine(A, "W14", ("W14",))]


FOUNDED = [
    act("par", 1, corporation="MO", share_price="120,0,5"),
    act("merge", "MO", minor="3"),
    act("merge", "MO", minor="1"),
]
"""What was told of the MO before: its first place is that of W3."""


def company(size=50, works=("W3", "W1"), **more):
    """With machines of size 3, which cost nothing in phase 3."""
    return position(3).phase("3").works_company("MO", works, {A: 100}, size=size, **more).machines(3, *works)


def after_founding(game, *actions):
    """The foundation is history in these positions, so it is neither played nor compared."""
    translation = Games1873(record(*FOUNDED, *actions, title="1873", players=PLAYERS))
    acts = translation.acts[len(FOUNDED) :]
    branch = Branch(game, Ledger({}, lambda *_: ()))
    found = []
    for number in range(len(acts)):
        for _ in range(5):
            answer = translation.answer(branch.game, acts[number:])
            actions_ = answer.actions
            if not actions_ and not answer.done:
                actions_, _taken = translation.let_pass(branch.game, acts[number:])
            for action in actions_[:1]:
                branch.game.play(action)
                found += [] if isinstance(action, Pass) else [action]
            if answer.done:
                break
    return found


def test_slots_are_works_in_the_order_in_which_they_joined():
    buys = act("buy_train", "MO", train="3T-1", price=300, variant="3M", slots=[1])
    game = company(cash=300).machines(1, "W3", "W1").equipping("MO").game()
    assert after_founding(game, buys) == [BuyMachine(A, "MO", ("W1",))]


def test_a_switcher_in_a_slot_that_is_taken_replaces_the_old_one():
    """The other slot stays empty."""
    first = act("buy_train", "MO", train="3S-0", price=100, variant="3S", slots=[1])
    second = act("buy_train", "MO", train="3S-1", price=100, variant="3S", slots=[1])
    game = company(cash=300).equipping("MO").game()
    assert after_founding(game, first, second) == [
        BuyTrain(A, "MO", "S3", BANK),
        ScrapEngine(A, "MO", "S3"),
        BuyTrain(A, "MO", "S3", BANK),
    ]
    assert game.state.trains["MO"] == ("S3",)


@pytest.mark.parametrize("changed", [False, True])
def test_switchers_serve_the_works_beside_which_they_stand(changed):
    """W3 is connected and earns 80, and 30 with the 3-switcher or 20 with the other; W1 is not and earns 40."""
    bought = [
        act("buy_train", "MO", train="2S-0", price=50, variant="2S", slots=[0]),
        act("buy_train", "MO", train="3S-0", price=100, variant="3S", slots=[1]),
    ]
    built = company(switchers=("S2", "S3")).tiles("H19 78/1, I16 76/1").turn_of("MO")
    translation = Games1873(
        record(
            *FOUNDED,
            *bought,
            *[act("switch_trains", "MO", slots=[0, 1])] * changed,
            act("dividend", "MO", kind="withhold"),
            title="1873",
            players=PLAYERS,
        )
    )
    game = built.game()
    dividend = translation.acts[-1:]
    (assigned,), _ = translation.let_pass(game, dividend)
    at_w3, at_w1 = ("S3", "S2") if changed else ("S2", "S3")
    assert assigned == AssignSwitchers(A, "MO", (("W3", at_w3), ("W1", at_w1)))
    game.play(assigned)
    assert game.step.income == 80 + (30 if changed else 20) + 40
    assert translation.answer(game, dividend).actions == (Dividend(A, "MO", "keep"),)


def test_a_work_is_bought_in_from_a_player_or_from_the_bank():
    built = company(size=20, cash=500).work("W5", B)
    buys = act("buy_corporation", "MO", minor="5", price=200)
    assert after_founding(built.turn_of("MO").game(), act("dividend", "MO", kind="half"), buys)[1:] == [
        OfferForWork(A, "MO", "W5", 200),
        AnswerOffer(B, "W5", True),
    ]
    game = company(size=20, cash=500).turn_of("MO").game()
    opens = act("buy_corporation", "MO", minor="5", price=150)
    assert after_founding(game, act("dividend", "MO", kind="half"), opens)[1:] == [BuyWork(A, "MO", "W5")]


def test_new_shares_are_a_conversion_too():
    assert after_founding(company().equipping("MO").game(), act("convert", "MO")) == [IssueShares(A, "MO")]


# Railways -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("fields", "payer"), [({}, "buyer"), ({"extra_due": True}, "seller")])
def test_who_pays_the_upkeep_of_what_changes_hands(fields, payer):
    """C45: a 2 in phase 4."""
    built = position(3).phase("4").railway("HBE", B, trains=("2", "3")).railway("KEZ", A, cash=400, trains=("3",))
    history = act("run_routes", "HBE", routes=[{"train": "2T-0", "connections": [], "revenue": 0}])
    translation = Games1873(
        record(
            history,
            act("buy_train", "KEZ", train="2T-0", price=300, **fields),
            title="1873",
            players=PLAYERS,
        )
    )
    game = built.equipping("KEZ").game()
    assert translation.answer(game, translation.acts[1:]).actions == (
        OfferForEngine(A, "KEZ", "2", "HBE", 300, payer),
    )


def test_a_marker_takes_the_place_of_an_inactive_one():
    """E16 has one circle, and HBE's marker there is turned over."""
    built = position(3).phase("4").railway("HBE", B).tiles("E16 76/0").marker("HBE", "E16").inactive("HBE", "E16")
    built.railway("WBE", A, cash=100)
    placed = act("place_token", "WBE", city="E16-0-0", slot=0)
    assert played(built.placing("WBE").game(), placed) == [BuildStation(A, "WBE", "E16", 0, "HBE")]
