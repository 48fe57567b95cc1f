"""The two ends of the game, and what players are worth (7)."""

from eighteen.positions import price_of, told
from stellwerk import Pass
from stellwerk.eighteen.actions import Dividend
from stellwerk.eighteen.events import GameEnded, PaidOut
from stellwerk.titles.t1873.events import ExternalRenewed

from .positions import cash_of, position

A, B, C = range(3)


def test_7_a_price_of_1000_ends_the_game_after_that_operating_round():
    """C57, trap 25: the others still act, the MHE still pays; the second round of the set is not played."""
    built = position(3).phase("3").railway("HBE", {A: 60}, 950, trains=("3",)).shares_of_mhe(B, 1).purses(0, 0, 0)
    built.works_company("MO", ("W7", "W15"), {C: 100}, 200).machines(5, "W7", "W15")
    game = built.operating(1, 2).earned("HBE", 1900).game()
    game.play(Dividend(A, "HBE", "pay"))
    assert price_of(game, "HBE") == 1000
    assert not game.over
    while not game.over:
        choices = [*game.legal_actions()]
        game.play(choices[-1])
    assert PaidOut("MHE", 100) in game.events
    assert cash_of(game, B) == 10
    assert len(told(game.events, GameEnded)) == 1
    assert game.state.operating_round == 1


def test_7_950_is_not_the_end():
    built = position(3).phase("3").railway("HBE", {A: 60}, 950, trains=("3",)).works(A, "W15").end_of_round(1, 2)
    assert not built.game().over


def test_7_the_end_of_the_second_full_set():
    """C57: phase 5 begun in a set of two; that set ends, then three rounds, trading, three rounds, over."""
    built = position(2).phase("5").mhe("5").works(A, "W15").machines(5, "W15").purses(0, 0)
    game = built.set(awake=frozenset()).all_to_act(1, 2).game()
    rounds = []
    while not game.over:
        step = game.state.operating_round, game.state.operating_rounds, game.state.stock_round
        if game.state.operating_round and step not in rounds:
            rounds.append(step)
        game.play(Pass(game.waiting_for()[0]))
    assert rounds == [(1, 2, 2), (2, 2, 2), (1, 3, 3), (2, 3, 3), (3, 3, 3), (1, 3, 4), (2, 3, 4), (3, 3, 4)]
    assert told(game.events, ExternalRenewed) == []


def test_7_cash_shares_and_faces_of_single_works():
    """C58: 1234 + 450 + 600 + 130; neither the work's capital nor a closed work nor works of companies."""
    built = position(3).railway("HBE", {A: 40, B: 20}, 300, cash=900, trains=("1",)).shares_of_mhe(A, 3)
    built.work("W3", A, cash=55).works_company("MO", ("W1", "W2"), {B: 100}, 110)
    game = built.purses(1234, 10, 0).end_of_round().set(full_sets=2).game()
    assert game.over
    assert game.title.result(game.rules, game.state)[A] == 2414
    assert told(game.events, GameEnded) == [GameEnded((2414, 10 + 300 + 220, 0))]


def test_7_shares_of_a_railway_that_is_not_in_operation_count():
    """Q12; concessions do not."""
    built = position(2).founded("GHE", {A: 40}, 190).give(B, "C-HBE").purses(100, 100).set(full_sets=2)
    game = built.end_of_round().game()
    assert told(game.events, GameEnded) == [GameEnded((100 + 380, 100))]


def test_7_a_share_is_worth_its_price_whatever_its_size():
    """3.2.1: one half at 240, two tenths at 240 each."""
    built = position(2).works_company("MO", ("W1", "W2"), {A: 50}, 240).set(full_sets=2)
    built.works_company("CO", ("W3", "W4"), {B: 20}, 240, size=10).purses(0, 0)
    assert told(built.end_of_round().game().events, GameEnded) == [GameEnded((240, 480))]


def test_7_the_first_full_set_is_not_the_end():
    built = position(2).phase("5").mhe("5").works(A, "W15").set(full_sets=1).end_of_round(3, 3)
    assert not built.game().over


def test_7_nor_a_round_of_the_second_before_the_last():
    built = position(2).phase("5").mhe("5").works(A, "W15").machines(5, "W15").set(full_sets=2).end_of_round(2, 3)
    assert not built.game().over
