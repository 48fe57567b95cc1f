"""12.5: the provision is offered to who has paid out, before the network buys; he may leave it in the purse."""

import random

import pytest

from eighteen.positions import listed, rule_against, told
from stellwerk.bots import choose
from stellwerk.eighteen.actions import BuyTrain, Dividend
from stellwerk.play.core import Pass
from stellwerk.titles.t1881.actions import TakeProvision
from stellwerk.titles.t1881.companies.income import AfterRun
from stellwerk.titles.t1881.companies.trains import TramStep
from stellwerk.titles.t1881.events import ProvisionLeft, ProvisionPaid
from stellwerk.titles.t1881.rounds import steps_of
from stellwerk.titles.t1881.sbahn.provision import ProvisionStep

from .positions import SBAHN, position, purse

FOUR = (0, 1, 2, 3, 3)


def paid_out(network="S2", seat=1, cash=320, owners=FOUR):
    """A network has earned 40 and pays them out; the rest of its turn follows."""
    built = position(4).phase("2").purses(100, 100, 100, 100)
    if "GBS" in owners:
        built.company("GBS", 2, trains=("3",))
    built.sbahn(*owners).cash(network, cash)
    built.acting(network, AfterRun(network, 40, 0), *steps_of(built.table, network)[3:])
    game = built.game()
    game.play(Dividend(seat, network, "pay"))
    while type(game.step).__name__ == "VetoStep":
        game.play(Pass(game.waiting_for()[0]))
    return game


def test_12_5_it_is_offered_before_the_network_buys():
    game = paid_out()
    assert isinstance(game.step, ProvisionStep)
    assert listed(game) == [TakeProvision(1, "S2"), Pass(1)]
    assert rule_against(game, BuyTrain(1, "S2", "4S", "bank")) == "12.5"
    assert rule_against(game, TakeProvision(1, "S3")) == "12.5"
    assert told(game.play(TakeProvision(1, "S2")), ProvisionPaid) == [ProvisionPaid("S2", 1, 20)]
    assert purse(game, "S2", 1) == (300, 120)
    assert isinstance(game.step, TramStep)


def test_12_5_it_may_be_left_in_the_purse():
    """With 319 the network then has 319 for a train of 300, without 299."""
    game = paid_out()
    assert told(game.play(Pass(1)), ProvisionLeft) == [ProvisionLeft("S2", 1, 20)]
    assert purse(game, "S2", 1) == (320, 100)
    assert isinstance(game.step, TramStep)


def test_12_5_who_takes_it_may_lack_it_for_a_train():
    """12.8: the duty holds where the purse alone can pay."""
    game = paid_out(cash=319)
    game.play(Pass(1))
    assert rule_against(game, Pass(1)) == "10.8"
    game = paid_out(cash=319)
    game.play(TakeProvision(1, "S2"))
    assert Pass(1) in listed(game)


def test_12_5_the_chair_is_asked_while_any_network_is_apart():
    game = paid_out(SBAHN, 0)
    assert listed(game) == [TakeProvision(0, SBAHN), Pass(0)]
    game = paid_out(SBAHN, 0, owners=(0, 0, 0, 0, 1))
    assert not isinstance(game.step, ProvisionStep)


def test_12_5_a_companys_director_is_asked_for_it():
    game = paid_out("S2", 2, owners=(0, "GBS", 1, 3, 3))
    assert game.waiting_for() == (2,)
    game.play(TakeProvision(2, "S2"))
    assert purse(game, "GBS", 2) == (20, 100)


@pytest.mark.parametrize("cash", [0, 19])
def test_12_5_nobody_is_asked_about_what_is_not_there(cash):
    assert not isinstance(paid_out(cash=cash).step, ProvisionStep)


def test_12_5_who_saves_is_not_asked():
    built = position(4).phase("2").sbahn(*FOUR, cash=320)
    built.acting("S2", AfterRun("S2", 40, 0), *steps_of(built.table, "S2")[3:])
    game = built.game()
    game.play(Dividend(1, "S2", "keep"))
    assert isinstance(game.step, TramStep)


def test_12_5_before_it_was_asked_it_was_taken():
    game = paid_out()
    assert game.step.formerly(game.position) == TakeProvision(1, "S2")


def test_12_5_bots_take_it():
    assert choose(paid_out(), 1, "steady", random.Random(1)) == TakeProvision(1, "S2")
