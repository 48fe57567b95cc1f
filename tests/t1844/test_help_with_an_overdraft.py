"""Loks kaufen, Gründung der SBB: a director whose account is overdrawn still helps with a train, by a loan."""

from stellwerk.bank.papers import BANK
from stellwerk.eighteen.changes import move_paper
from stellwerk.eighteen.trains import Ware
from stellwerk.play.core import Turn
from stellwerk.titles.t1844 import TITLE
from stellwerk.titles.t1844.actions import TakeLoan
from stellwerk.titles.t1844.loans import FinishPurchase, RaiseMoney, settle_purchase
from stellwerk.titles.t1844.options import Options


def test_the_whole_rest_is_borrowed_and_the_overdraft_stays():
    rules = TITLE.rules(3, Options())
    turn = Turn(rules, TITLE.start(rules, 0).state)
    move_paper(turn, "AB-D", 0)
    turn.set(cash={**turn.state.cash, 0: -50, "AB": 30}, in_operation=frozenset({"AB"}))
    settle_purchase(turn, "AB", Ware("2", BANK, 90))
    step = turn.pop()
    assert step == RaiseMoney("AB", 90)
    step.apply(turn, TakeLoan(0, "AB"))
    assert turn.state.loans == {0: 90}  # 60 lacking, and half as much interest
    finish = turn.pop()
    assert isinstance(finish, FinishPurchase)
    finish.run(turn)
    assert turn.state.trains["AB"] == ("2",)
    assert (turn.state.cash[0], turn.state.cash["AB"]) == (-50, 0)
