"""Which section a refusal names, and that its sentence is true: track, limits, P2, P4, P7 and loans."""

import pytest

from eighteen.positions import listed, refused
from stellwerk import Pass
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import BuyTrain, LayTile, OfferForTrain
from stellwerk.eighteen.trains import TrainStep
from stellwerk.titles.t1844.actions import BuyPrivate, GiveEva, LayFurka, Repay

from .positions import position


def said(game, action):
    """Section and reason of a refusal, and its sentence."""
    error = refused(game, action)
    return error.rule, error.refusal.reason, str(error)


# Track ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "tile", "reason"),
    [
        ("D13", "9", "not_in_the_table"),  # a city
        ("D13", "58", "not_in_the_table"),
        ("C14", "57", "not_in_the_table"),  # a town
        ("E14", "57", "not_in_the_table"),  # plain
        ("E14", "23", "not_in_the_table"),  # green where nothing lies
        ("C8", "9", "never_replaced"),  # red
        ("M16", "9", "never_replaced"),
    ],
)
def test_gleisteile_legen_says_what_lies_on_a_hex_first_and_on_red_ones_never(hex_, tile, reason):
    game = position().phase("3").company("STB", 0, cash=300).laying("STB").game()
    assert said(game, LayTile(0, "STB", hex_, tile, 0))[:2] == ("Gleisteile legen", reason)


@pytest.mark.parametrize(
    ("lies", "hex_", "tile", "reason"),
    [
        ("D13 57/0", "D13", "57", "not_in_the_table"),
        ("D13 57/0", "D13", "9", "not_in_the_table"),
        ("", "D15", "57", "not_in_the_table"),  # printed yellow
        ("D13 57/0", "D13", "15", "track_lost"),
        ("C14 6/0", "C14", "902", "not_in_the_table"),
    ],
)
def test_aufwertung_von_gleisteilen_says_what_replaces_a_tile_or_printed_track(lies, hex_, tile, reason):
    game = position().phase("5").company("STB", 0, cash=300).tiles(lies).laying("STB").game()
    against = {said(game, lay)[:2] for lay in turned(hex_, tile) if lay not in listed(game)}
    assert ("Aufwertung von Gleisteilen", reason) in against


def turned(hex_, tile):
    return [LayTile(0, "STB", hex_, tile, rotation) for rotation in range(6)]


def test_aufwertung_von_gleisteilen_a_tile_without_the_mark_of_its_hex_loses_no_track():
    """Zürich: the ordinary green tile would keep the track, but it is not Zürich's."""
    game = position().phase("3").company("NOB", 0, cash=300).tiles("D19 57/1").laying("NOB").game()
    for rotation in range(6):
        rule, reason, sentence = said(game, LayTile(0, "NOB", "D19", "14", rotation))
        assert (rule, reason) == ("Aufwertung von Gleisteilen", "not_in_the_table")
        assert "tile 14 cannot be laid on this hex" in sentence


def test_aufwertung_von_gleisteilen_colours_that_are_not_there_yet():
    game = position().phase("2").company("STB", 0, cash=300).tiles("D13 57/1, D15 15/1").laying("STB").game()
    lay = LayTile(0, "STB", "D13", "15", 1)
    assert said(game, lay)[:2] == ("Aufwertung von Gleisteilen", "colour_not_available")


# Numbers of trains ------------------------------------------------------------------------------------------


def over_the_limit(built, company):
    """Section and reason against one more train, from the bank and from another company."""
    asked = BuyTrain(0, company, "5H", BANK), OfferForTrain(0, company, "4H", "AB", 1)
    refusals = [TrainStep(company).refusal(built.table, action) for action in asked]
    return {(refusal.rule, refusal.reason) for refusal in refusals}


@pytest.mark.parametrize(
    ("company", "trains", "section"),
    [
        ("VZ", ("4H", "4H"), "Regionalbahnen"),
        ("NOB", ("4", "4H"), "Vor-SBB Gesellschaften"),
        ("STB", ("4", "4", "4H"), "Phasenwechsel"),
    ],
)
def test_regionalbahnen_and_others_how_many_trains_they_may_own(company, trains, section):
    """Also Vor-SBB Gesellschaften, Phasenwechsel."""
    built = position().phase("4", selling="5").company(company, 0, cash=900, trains=trains)
    built.company("AB", 0, trains=("4H",)).game()
    assert over_the_limit(built, company) == {(section, "train_limit")}


def test_gruendung_der_sbb_how_many_trains_it_may_own():
    """Also SBB."""
    built = position().phase("5").sbb(0, cash=900, trains=("4H", "4H", "5")).federal(0, 10)
    built.company("AB", 0, trains=("4H",)).game()
    assert over_the_limit(built, "SBB") == {("Gründung der SBB", "train_limit")}


# P2, P4, P7 and loans ---------------------------------------------------------------------------------------


def test_privatgesellschaften_say_from_which_phase_on_their_powers_are_open():
    """P2 and P4 speak of the power only."""
    built = position().phase("2").company("STB", 0, cash=300).give(0, "P2", "P4").tiles("D13 57/0")
    game = built.laying("STB").game()
    why = ("Privatgesellschaften", "not_before_phase_3")
    assert said(game, LayTile(0, "STB", "D13", "14", 0, "P2"))[:2] == why
    assert said(game, LayFurka(0))[:2] == why
    assert "wait for phase 3" in str(refused(game, LayFurka(0)))


def test_p4_is_its_owners_whoevers_turn_it_is():
    game = position().phase("3").company("STB", 0).give(1, "P4").laying("STB").game()
    rule, reason, sentence = said(game, LayFurka(0))  # it is his turn
    assert (rule, reason) == ("P4", "owner_only")
    assert "turn" not in sentence
    game.play(LayFurka(1))
    for seat in (0, 1):
        rule, reason, sentence = said(game, LayFurka(seat))
        assert (rule, reason) == ("P4", "private_closed")
        assert "turn" not in sentence


def test_p7_says_why_eva_cannot_be_given():
    built = position().phase("4", selling="5").company("STB", 0, cash=900).company("AB", 3, trains=("4", "4"))
    game = built.buying("STB").game()
    assert said(game, GiveEva(3, "AB"))[:2] == ("P7", "eva_to_come")
    game.play(BuyTrain(0, "STB", "5", BANK))
    assert said(game, GiveEva(0, "STB"))[:2] == ("P7", "eva_is_anothers")
    assert refused(game, GiveEva(0, "STB")).refusal.values == {"seat": 3}
    assert said(game, GiveEva(3, "AB"))[:2] == ("P7", "no_room_for_eva")  # no company of his has
    built = position().phase("5").company("STB", 0).company("AB", 3).laying("STB")
    game = built.game()
    assert said(game, GiveEva(3, "STB"))[:2] == ("P7", "no_room_for_eva")
    game.play(GiveEva(3, "AB"))
    for seat in (0, 3):
        rule, reason, sentence = said(game, GiveEva(seat, "AB"))
        assert (rule, reason) == ("P7", "eva_given")
        assert "turn" not in sentence


def test_loks_kaufen_says_why_nothing_can_be_repaid():
    built = position().company("STB", 1, cash=100).set(loans={0: 225, 2: 50}).purses(100, 0, 0, 0)
    game = built.laying("STB").game()
    assert game.waiting_for() == (1,)
    assert said(game, Repay(1, 1))[:2] == ("Loks kaufen", "owes_nothing")
    assert said(game, Repay(2, 1))[:2] == ("Loks kaufen", "nothing_to_repay_with")
    for amount in (0, 101, -5):
        rule, reason, sentence = said(game, Repay(0, amount))
        assert (rule, reason) == ("Loks kaufen", "cannot_repay")
        assert "100" in sentence
    assert all("turn" not in said(game, Repay(seat, 1))[2] for seat in (1, 2, 3))


def test_privatgesellschaften_only_the_directors_are_bought():
    """Whoever else asks, and whosever it is: the sentence is true."""
    built = position().phase("3").company("STB", 0, cash=300).give(1, "P1").give(0, "P5").laying("STB")
    game = built.game()
    for seat, private in ((1, "P1"), (1, "P5"), (0, "P1"), (2, "P5")):
        rule, reason, sentence = said(game, BuyPrivate(seat, "STB", private, 20))
        assert (rule, reason) == ("Privatgesellschaften", "directors_privates_only")
        assert "of its director" in sentence
    game.play(BuyPrivate(0, "STB", "P5", 20))
    assert said(game, BuyPrivate(0, "STB", "P5", 20))[1] == "directors_privates_only"


def test_uebersicht_what_is_bound_to_a_turn_still_says_so():
    game = position().company("STB", 1, cash=100).laying("STB").game()
    assert said(game, Pass(0))[:2] == ("", "not_your_turn")
