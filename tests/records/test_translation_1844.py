"""What actions of 18xx.games mean in 1844, played from positions made for them."""

from made_1844 import Made

from games18xx_files import ADA, act, record
from stellwerk.bank.papers import BANK, POOL
from stellwerk.board.board import stop_number
from stellwerk.eighteen.actions import AnswerOffer, BuyTrain, DiscardTrain, LayTile, OfferForTrain, SellShares
from stellwerk.eighteen.track import LayStep
from stellwerk.eighteen.trains import DiscardStep, TrainStep
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
from stellwerk.titles.t1844.games18xx import Games1844
from stellwerk.titles.t1844.rounds import EndTurn
from stellwerk.titles.t1844.sbb import KeepOneMarker
from stellwerk.titles.t1844.stock import StockTurn


def played(made, *actions):
    """Our actions for the recorded ones; whatever is stated must come out."""
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
    assert branch.stuck is None, branch.stuck
    assert not branch.faults
    return branch.game.actions


def needing(**options):
    """MOB in Montreux, connected with Lausanne, needs a train and has 100; Ada has 50, and the bank sells 4s."""
    made = Made(**options).company("MOB", cash=100).marker("MOB", "I6").lay("I6", "57", 1).cash(0, 50)
    return made.selling("4").set(agenda=(EndTurn("MOB"), TrainStep("MOB")))


BUYS_4H = act("buy_train", "MOB", train="4-1", price=260, variant="4H")


def with_a_share(made):
    """Ada has a quarter of the GB, worth 110."""
    return made.company("GB", director=1, field=(2, 6)).give(0, "GB-2")


def test_sales_before_a_forced_purchase_belong_to_it():
    made = with_a_share(needing())
    sale = act("sell_shares", ADA, shares=["GB_1"], percent=25)
    assert played(made, sale, BUYS_4H) == [BuyTrain(0, "MOB", "4H", BANK), SellShares(0, "GB", (25,))]
    assert (made.state.cash[0], made.state.cash["MOB"], made.state.loans) == (0, 0, {})


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
