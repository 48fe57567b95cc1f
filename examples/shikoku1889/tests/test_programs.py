"""Bids beforehand in the auction of the privates do what their owner would have done by hand."""

from test_auction_and_end import begin

from stellwerk.eighteen.classic.actions import BidFor, BuyPaper
from stellwerk.eighteen.classic.auction import LotAuction
from stellwerk.eighteen.classic.bids_beforehand import BidBeforehand
from stellwerk.play.auction import Bid
from stellwerk.play.core import Pass
from stellwerk.play.programs import Ended, forms


def answer(game, program):
    return program.next(game.position.known_to(program.seat), ())


def test_it_bids_as_little_as_counts_up_to_its_maximum_and_passes_while_it_leads():
    game, program = begin(), BidBeforehand(1, "MF", 45)
    assert any(form.fits(program) for form in forms(game.position, 1))
    assert answer(game, program) is None  # another's turn
    game.play(BidFor(0, "MF", 35))
    assert answer(game, program) == BidFor(1, "MF", 40)
    game.play(answer(game, program))
    game.play(Pass(2))
    game.play(Pass(0))
    assert answer(game, program) == Pass(1)
    assert answer(game, BidBeforehand(1, "MF", 45, "ask")) is None
    game.play(Pass(1))
    game.play(BidFor(2, "MF", 45))
    game.play(Pass(0))
    assert answer(game, program) == Ended("too_high", {"lot": "MF"})


def test_it_goes_on_when_the_lot_is_auctioned_and_ends_with_it():
    game, program = begin(), BidBeforehand(2, "MF", 45)
    game.play(BidFor(0, "MF", 35))
    game.play(Pass(1))
    game.play(answer(game, program))
    game.play(BuyPaper(0, "TER"))
    assert isinstance(game.step, LotAuction)
    assert answer(game, program) is None
    game.play(Bid(0, 45))
    assert answer(game, program) == Pass(2)  # 50 would be more than it may
    game.play(answer(game, program))
    assert answer(game, program) == Ended("auction_over", {"lot": "MF"})


def test_what_is_next_cannot_be_bid_for():
    game = begin()
    game.play(BuyPaper(0, "TER"))
    assert answer(game, BidBeforehand(1, "MF", 45)) == Ended("no_bid", {"lot": "MF"})
    wanted = [form.program.lot for form in forms(game.position, 2) if isinstance(form.program, BidBeforehand)]
    assert "MF" not in wanted
    assert "ER" in wanted
    assert not any(form.fits(BidBeforehand(2, "ER", 10_000)) for form in forms(game.position, 2))
