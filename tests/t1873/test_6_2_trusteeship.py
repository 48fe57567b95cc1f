"""Trusteeship and release; how a railway runs then is told elsewhere (6.2, 6.3)."""

from eighteen.positions import listed, price_of, told
from stellwerk import Pass
from stellwerk.bank.papers import POOL
from stellwerk.eighteen.actions import Dividend
from stellwerk.eighteen.events import CompanyActs, PriceMoved, TileLaid, Withheld
from stellwerk.titles.t1873.actions import Nominate, UseOption
from stellwerk.titles.t1873.events import (
    Insolvent,
    MarkersTurned,
)

from .positions import cash_of, parts, position

A, B, C = range(3)


def machines(game, works):
    return [game.state.machines[work] for work in works]


# Trusteeship ------------------------------------------------------------------------------------------------


def test_6_2_a_railway_in_trusteeship_saves_without_a_fall():
    """C54: next operating round 200 + 240, the price unmoved, nobody is asked; it builds and buys nothing."""
    built = position(3).phase("D").works(C, "W1", "W14").machines(5, "W1", "W14").tiles("H3 78/3, G4 972/0")
    built.railway("KEZ", {}, 170, cash=200, trains=("4",)).in_trust("KEZ").purses(0, 0, 0).turn_of("KEZ")
    game = built.game()
    assert cash_of(game, "KEZ") == 440
    assert Withheld("KEZ", 240) in game.events
    assert price_of(game, "KEZ") == 170
    assert [event for event in told(game.events, PriceMoved) if event.company == "KEZ"] == []
    assert game.state.trains["KEZ"] == ("4",)


def test_6_2_markers_turn_back_in_trusteeship():
    """Q4: it is no building; nothing is laid and no station built, though there is money."""
    built = position(3).phase("3").works(C, "W15").machines(3, "W15").tiles("E16 76/0")
    built.railway("HBE", {}, 170, cash=900, trains=("3",)).marker("HBE", "E16").inactive("HBE", "E16")
    game = built.in_trust("HBE").turn_of("HBE").game()
    assert told(game.events, MarkersTurned) == [MarkersTurned("HBE", ("E16",), True)]
    assert told(game.events, TileLaid) == []
    assert game.state.markers["HBE"] == 8 - 3


def test_6_2_a_works_company_in_trusteeship_produces_and_saves():
    """R13, Q4: HW with 50 more; the switcher serves where it brings most; nothing is bought, nothing issued."""
    built = position(3).phase("2").works(C, "W15").machines(2, "W15").tiles("B17 78/4, D13 956/1").purses(0, 0, 0)
    built.works_company("HW", ("W5", "W12"), {}, 190, cash=900, switchers=("S2",)).in_trust("HW").turn_of("HW")
    game = built.game()
    assert cash_of(game, "HW") == 900 + 50 + 70 + 50 + 50
    assert price_of(game, "HW") == 190
    assert game.state.joined["HW"] == ("W5", "W12")
    assert machines(game, ("W5", "W12")) == [1, 1]
    assert parts(game, "HW") == {POOL: 100}


def test_6_2_upkeep_that_a_company_in_trusteeship_can_pay_comes_from_its_capital():
    built = position(3).phase("4").works_company("MO", ("W1", "W2"), {}, 110, cash=130).in_trust("MO")
    game = built.turn_of("MO").game()
    assert cash_of(game, "MO") == 10
    assert price_of(game, "MO") == 110
    assert told(game.events, Insolvent) == []


def test_6_2_upkeep_that_it_cannot_pay_reorganises_it_again():
    built = position(3).phase("4").works_company("MO", ("W1", "W2"), {}, 110, size=10).in_trust("MO")
    game = built.turn_of("MO").game()
    assert told(game.events, Insolvent) == [Insolvent("MO", "upkeep", 120)]
    assert machines(game, ("W1", "W2")) == [4, 4]
    assert cash_of(game, "MO") == 0
    assert price_of(game, "MO") == 140  # a gift of 500 is over 3 x 110
    assert game.state.trust == {"MO"}


def test_6_2_it_acts_in_its_turn_with_nobody():
    built = position(3).works_company("MO", ("W1", "W2"), {}, 110).in_trust("MO").all_to_act()
    game = built.game()
    assert told(game.events, CompanyActs)[0] == CompanyActs("MO", -1)


# Release ----------------------------------------------------------------------------------------------------


def test_6_3_release_by_an_option():
    """C56, trap 24: auctioned, used at once in the stock round; afterwards the company acts for its director."""
    built = position(3).phase("3").railway("KEZ", {}, 170, size=10, cash=100, trains=("3",)).in_trust("KEZ")
    game = built.set(awake=frozenset()).tiles("H3 78/3").purses(900, 0, 0).trading_round().game()
    game.play(Nominate(A, "KEZ", 100))
    game.play(UseOption(A, "KEZ", 2))
    assert cash_of(game, A) == 900 - 100 - 340
    while not game.state.operating_round:
        game.play(Pass(game.waiting_for()[0]))
    while not listed(game, Dividend):
        game.play(listed(game)[-1])
    assert game.waiting_for() == (A,)
