"""What actions of 18xx.games mean in 1844, played from positions made for them."""

import pytest
from made_1844 import Made

from games18xx_files import ADA, BO, CY, act, record
from stellwerk.bank.papers import BANK, ISSUE, POOL
from stellwerk.board.board import stop_number
from stellwerk.eighteen.actions import (
    AnswerOffer,
    BuyShare,
    BuyTrain,
    DiscardTrain,
    LayTile,
    OfferForTrain,
    SellShares,
)
from stellwerk.eighteen.classic.operating import EndTurn
from stellwerk.eighteen.classic.stock import StockTurn
from stellwerk.eighteen.stock_rounds import NextPlayer
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import DiscardStep, TrainStep
from stellwerk.play.core import Pass
from stellwerk.play.limits import Gauge
from stellwerk.records.games18xx_ledger import Ledger, by_subject
from stellwerk.records.replaying import Branch, Script, attempt
from stellwerk.titles.t1844.actions import (
    BuyPrivate,
    GiveEva,
    GoBankrupt,
    KeepMarker,
    LayFurka,
    Repay,
    TakeLoan,
)
from stellwerk.titles.t1844.records.games18xx import Games1844
from stellwerk.titles.t1844.sbb import KeepOneMarker
from stellwerk.titles.t1844.state import worth_of_papers


def attempted(made, *actions):
    """As far as the recorded actions can be played."""
    translation = Games1844(record(*actions))
    ledger = Ledger(by_subject(translation.statements()), translation.facts)
    script = Script(
        translation,
        translation.acts,
        lambda a: a.kind,
        lambda _: Branch(made.game, ledger),
        finish=lambda end: end,
        most_passes=40,
        gauge=Gauge("made-up"),
    )
    branch = attempt(script, {})
    ledger.close()
    return branch


def played(made, *actions):
    """Our actions for the recorded ones; whatever is stated must come out."""
    branch = attempted(made, *actions)
    assert branch.stuck is None, branch.stuck
    assert not branch.faults
    return branch.game.actions


def needing(**options):
    """MOB in Montreux, connected with Lausanne, needs a train and has 100; Ada has 50, and the bank sells 4s."""
    made = Made(**options).company("MOB", cash=100).marker("MOB", "I6").lay("I6", "57", 1).cash(0, 50)
    return made.selling("4").set(agenda=(NextPlayer(2), StockTurn(1), EndTurn("MOB"), TrainStep("MOB")))


BUYS_4H = act("buy_train", "MOB", train="4-1", price=260, variant="4H")


def with_a_share(made):
    """Ada has a quarter of the GB, worth 110."""
    return made.company("GB", director=1, field=(2, 6)).give(0, "GB-2")


def test_sales_before_a_forced_purchase_belong_to_it():
    made = with_a_share(needing())
    sale = act("sell_shares", ADA, shares=["GB_1"], percent=25)
    assert played(made, sale, BUYS_4H) == [BuyTrain(0, "MOB", "4H", BANK), SellShares(0, "GB", (25,))]
    assert (made.state.cash[0], made.state.cash["MOB"], made.state.loans) == (0, 0, {})


def more_than_needed(**options):
    """Ada has half of the GB; one share for 110 would do for the 4H."""
    return with_a_share(needing(**options)).give(0, "GB-3")


SOLD_ONE_BY_ONE = [act("sell_shares", ADA, shares=[f"GB_{number}"], percent=25) for number in (1, 2)]


SOLD_TOGETHER = [act("sell_shares", ADA, shares=["GB_1", "GB_2"], percent=50)]


@pytest.mark.parametrize("sales", [SOLD_ONE_BY_ONE, SOLD_TOGETHER])
def test_sales_for_a_dearer_train_than_the_one_bought(sales):
    """There what lacks is measured by the 4, which costs 300."""
    stuck = attempted(more_than_needed(), *sales, BUYS_4H)
    habit = stuck.needs or Games1844(record()).habit(stuck.stuck[2])
    assert habit == {"sales_for_dearest_train": True}
    made = more_than_needed(sales_for_dearest_train=True)
    actions = played(made, *sales, BUYS_4H)
    assert actions[0] == BuyTrain(0, "MOB", "4H", BANK)
    assert sum(len(sale.papers) for sale in actions[1:3] if isinstance(sale, SellShares)) == 2
    assert made.state.trains["MOB"] == ("4H",)
    assert made.state.cash[0] == 50 + 220 - 160


def test_enough_for_the_train_bought_and_nothing_more():
    """With the habit, too, nobody has to sell on."""
    made = more_than_needed(sales_for_dearest_train=True)
    actions = played(made, SOLD_ONE_BY_ONE[0], BUYS_4H)
    assert actions == [BuyTrain(0, "MOB", "4H", BANK), SellShares(0, "GB", (25,)), Pass(0)]


def test_who_cannot_pay_borrows_with_the_purchase():
    made = needing()
    assert played(made, BUYS_4H) == [BuyTrain(0, "MOB", "4H", BANK), TakeLoan(0, "MOB")]
    assert made.state.loans == {0: 165}


def test_bankruptcy_after_a_sale_that_did_not_suffice():
    made = with_a_share(needing(bankruptcy="penniless").cash("MOB", 0))
    sale = act("sell_shares", ADA, shares=["GB_1"], percent=25)
    actions = played(made, sale, act("bankrupt", "MOB"))
    assert actions == [BuyTrain(0, "MOB", "4H", BANK), SellShares(0, "GB", (25,)), GoBankrupt(0)]
    assert made.game.over


def test_a_bankrupt_keeps_tunnels_and_mountain_railways_and_has_no_cash():
    """There that is the rule; by ours nobody goes bankrupt, so that the importer takes the option for it."""
    sale = act("sell_shares", ADA, shares=["GB_1"], percent=25)
    stuck = attempted(with_a_share(needing().cash("MOB", 0)), sale, act("bankrupt", "MOB"))
    assert stuck.needs == {"bankruptcy": "penniless"}
    made = with_a_share(needing(**stuck.needs).cash("MOB", 0)).give(0, "B1", "T1")
    made.set(mountains={"B1": (made.hex("H7"), 0)}, earning=frozenset({"B1", "T1"}))
    played(made, sale, act("bankrupt", "MOB"))
    prices = made.printed.title
    assert made.state.cash[0] == 0
    assert worth_of_papers(made.table, 0) == prices["tunnels"]["worth"] + prices["mountains"]["worth"] > 0


def test_a_debt_is_paid_back_as_far_as_the_money_goes():
    made = Made().set(loans={0: 165}, agenda=(StockTurn(0),)).cash(0, 100)
    assert played(made, act("payoff_player_debt", ADA))[0] == Repay(0, 100)


def test_p4_and_p7_are_used_by_their_owners():
    made = needing().give(0, "P4").cash(0, 500).set(eva=0)
    furka = act("choose_ability", "P4", choice="lay")
    assert played(made, furka, act("choose_ability", "P7", choice="MOB")) == [LayFurka(0), GiveEva(0, "MOB")]


def test_a_train_that_nobody_bought_is_eva():
    made = needing().company("STB", cash=300).set(eva=0)
    made.set(agenda=(EndTurn("STB"), TrainStep("STB")))
    bought = act("buy_train", "STB", train="5-1", price=39)
    actions = played(made, act("choose_ability", "P7", choice="MOB"), bought)
    assert actions == [GiveEva(0, "MOB"), OfferForTrain(0, "STB", "5H", "MOB", 39)]


def test_another_director_has_agreed_to_what_is_recorded():
    made = needing().cash("MOB", 200).company("STB", director=1, trains=("3H",))
    own = act("buy_train", "STB", train="3-4", price=150, variant="3H")
    translation = Games1844(record(own, act("buy_train", "MOB", train="3-4", price=150)))
    answer = translation.answer(made.game, translation.acts[1:])
    assert answer.actions == (OfferForTrain(0, "MOB", "3H", "STB", 150),)
    made.game.play(answer.actions[0])
    assert translation.let_pass(made.game, ()) == ((AnswerOffer(1, "STB", True),), None)


def test_tunnels_and_p2_are_laid_in_the_name_of_their_papers():
    made = needing().cash("MOB", 500).give(0, "T2", "P2").set(agenda=(EndTurn("MOB"), LayStep("MOB", 1)))
    made.lay("J7", "9", 1)
    extra = act("lay_tile", "P2", hex="I8", tile="8-0", rotation=1)
    translation = Games1844(record(extra, act("lay_tile", "T2", hex="J9", tile="X78-0", rotation=1)))
    lays = [translation.answer(made.game, translation.acts[n:]).actions[0] for n in range(2)]
    assert lays == [
        LayTile(0, "MOB", "I8", "8", 1, "P2"),
        LayTile(0, "MOB", "J9", "tunnel curve", 1, "tunnel"),
    ]


def test_a_private_is_bought_in_the_turn_of_the_company():
    made = needing().give(0, "P1")
    assert played(made, act("buy_company", "MOB", company="P1", price=40)) == [BuyPrivate(0, "MOB", "P1", 40)]


def test_a_surplus_train_is_looked_up_further_on():
    made = needing().company("STB", director=1, trains=("4H", "3H", "3H", "3H"))
    made.set(agenda=(EndTurn("MOB"), TrainStep("MOB"), DiscardStep("STB")))
    actions = played(made, BUYS_4H, act("discard_train", "STB", train="3-2"))
    assert actions == [DiscardTrain(1, "STB", "3H"), BuyTrain(0, "MOB", "4H", BANK), TakeLoan(0, "MOB")]
    assert "3H" in made.state.trains[POOL]


def test_the_marker_that_goes_is_named_and_ours_is_the_one_that_stays():
    made = Made().set(sbb_director=0)
    hex_ = made.hex("I4")
    for city in range(2):
        made.set(board=made.state.board.with_station("SBB", stop_number(hex_, city)))
    made.set(agenda=(StockTurn(0), KeepOneMarker(hex_)))
    assert played(made, act("remove_token", "SBB", city="I4-0-0")) == [KeepMarker(0, "I4", 1)]


# Shares by name -------------------------------------------------------------------------------------------------


def fnm(*, first):
    """The FNM at 90 as it began: three tenths in the pool, the others unsold; whose turn it is."""
    made = Made().company("FNM", director=0, field=(2, 4)).give(POOL, "FNM-2", "FNM-3", "FNM-4")
    for seat in range(3):
        made.cash(seat, 500)
    return made.set(agenda=(NextPlayer((first + 1) % 3), StockTurn(first)))


def buys(player, share):
    return act("buy_shares", player, shares=[share], percent=10)


def buys_of(player, shares, between):
    for number, share in enumerate(shares):
        yield from between if number else ()
        yield buys(player, share)


def test_shares_are_followed_through_a_change_of_director():
    """Ada sells FNM_0: Bo becomes director, and FNM_1 and FNM_4, which were his, lie in the pool unnamed."""
    made = fnm(first=1)
    passes = [act("pass", player) for player in (CY, ADA)]
    bought = [*buys_of(BO, ["FNM_1", "FNM_4"], passes)]
    sale = act("sell_shares", ADA, shares=["FNM_0"], percent=20)
    actions = played(made, *bought, act("pass", CY), sale, act("pass", ADA), act("pass", BO), buys(CY, "FNM_4"))
    assert SellShares(0, "FNM", (), True) in actions
    assert actions[-1] == BuyShare(2, "FNM", POOL, 10)


@pytest.mark.parametrize(("share", "place"), [("MOB_1", POOL), ("MOB_2", ISSUE)])
def test_the_share_of_p5_never_lies_with_the_unsold_ones(share, place):
    made = Made().company("MOB", director=1, field=(2, 4)).give(POOL, "MOB-2").cash(0, 99)
    made.set(agenda=(NextPlayer(1), StockTurn(0)))
    assert played(made, buys(ADA, share)) == [BuyShare(0, "MOB", place, 10)]
