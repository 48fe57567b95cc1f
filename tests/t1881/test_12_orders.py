"""What a member of the S-Bahn's board decides beforehand (12.6)."""

from __future__ import annotations

import msgspec
import pytest

from eighteen.positions import told
from stellwerk.bank.papers import BANK
from stellwerk.eighteen.actions import BuyTrain, Dividend
from stellwerk.eighteen.events import TrainBought
from stellwerk.play import programs
from stellwerk.play.core import Pass
from stellwerk.play.programs import Ended
from stellwerk.titles.t1881.actions import SellSbahnShares, Veto, Vote
from stellwerk.titles.t1881.programs import LetTheChair
from stellwerk.view import orders

from .positions import SBAHN, position

FOUR = (0, 1, 2, 3, 3)
PURCHASE = BuyTrain(0, SBAHN, "4S", BANK)


def proposal():
    """The chair may buy a second 4S for 300."""
    built = position(4).phase("2").sbahn(*FOUR, cash=420)
    return built.trains(SBAHN, "4S").cash(SBAHN, 500).buying(SBAHN).game()


def order(game, seat, **fields):
    """An order of a member, as its form allows it."""
    (form,) = [one for one in programs.forms(game.position, seat) if isinstance(one.program, LetTheChair)]
    wanted = msgspec.structs.replace(form.program, **fields)
    assert form.fits(wanted)
    return wanted


def said(game, wanted):
    return programs.asked(game, wanted, len(game.actions))


def test_only_members_beside_the_chair_have_such_an_order():
    game = proposal()
    offered = [
        seat
        for seat in range(4)
        if any(isinstance(one.program, LetTheChair) for one in programs.forms(game.position, seat))
    ]
    assert offered == [1, 2, 3]
    before = position(4).phase("2").stock_turn(0).game()
    assert not any(isinstance(one.program, LetTheChair) for one in programs.forms(before.position, 1))


def test_a_proposal_that_all_have_let_pass_beforehand_is_done_as_by_hand():
    game = proposal()
    by_hand = game.copy()
    standing = [order(game, seat) for seat in (1, 2, 3)]
    game.play(PURCHASE)
    for wanted in standing:
        events = game.play(said(game, wanted))
    assert len(told(events, TrainBought)) == 1
    by_hand.play(PURCHASE)
    for seat in (1, 2, 3):
        by_hand.play(Pass(seat))
    assert game.actions == by_hand.actions
    assert game.digest() == by_hand.digest()


def test_what_a_member_wants_to_be_asked_about_waits_for_him():
    game = proposal()
    about_trains = order(game, 1, named=("takes_trains",), vote="against")
    about_track = order(game, 2, named=("lays_track", "takes_depots", "shares_income"))
    game.play(PURCHASE)
    assert said(game, about_trains) is None
    assert said(game, about_track) == Pass(2)
    game.play(Veto(3))
    assert said(game, about_trains) is None  # nor does it vote there

    income = position(4).phase("2").sbahn(*FOUR, cash=420).sbahn_earned(main=40).game()
    about_income = order(income, 1, named=("shares_income",))
    about_trains = order(income, 2, named=("takes_trains",))
    income.play(Dividend(0, SBAHN, "pay"))
    assert said(income, about_income) is None
    assert said(income, about_trains) == Pass(2)


@pytest.mark.parametrize(
    ("vote", "answer"), [("in_favour", Vote(2, True)), ("against", Vote(2, False)), ("ask", None)]
)
def test_where_another_objects_the_vote_is_the_one_that_was_ordered(vote, answer):
    game = proposal()
    wanted = order(game, 2, vote=vote)
    game.play(PURCHASE)
    game.play(Veto(1))
    assert said(game, wanted) == answer
    game.play(answer or Vote(2, True))
    assert said(game, wanted) is None  # once is enough


def test_it_is_over_with_the_seat_on_the_board():
    game = position(4).phase("2").sbahn(*FOUR, cash=420).trains("S2", "4S").stock_turn(1).game()
    wanted = order(game, 1)
    assert said(game, wanted) is None
    game.play(SellSbahnShares(1, "", 0, (2,)))
    ended = said(game, wanted)
    assert isinstance(ended, Ended)
    assert ended.reason == "no_say"


def test_it_says_what_it_does():
    game = proposal()
    wanted = order(game, 1, named=("lays_track", "takes_trains"), vote="in_favour")
    assert "when the chair lays track or buys a train" in orders.standing(game, wanted, "en")
    assert "wenn der Vorsitz Gleise legt oder eine Bahn kauft" in orders.standing(game, wanted, "de")
