"""Programs that stand in a title's own words: the start packet and Preußen, loans, auction rounds."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

import stellwerk
from ordered_games import drive, kind_of, made, passing, stored
from stellwerk.eighteen.events import StockRoundEnded
from stellwerk.play import programs
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass
from stellwerk.play.game import Game
from stellwerk.play.programs import Ended, Program
from stellwerk.titles.t1873.actions import Nominate


def ended(game: Game, program: Program, since: int | None = None) -> str:
    """Why a program is over now."""
    said = programs.asked(game, program, len(game.actions) if since is None else since)
    assert isinstance(said, Ended), said
    return said.reason


def listed(game: Game, seat: int, kind: str, **fields: Any) -> Action:
    """The legal action of this kind with these fields."""
    return next(
        each
        for each in game.legal_actions(seat)
        if isinstance(each, Action)
        and each.__struct_config__.tag == kind
        and all(getattr(each, name) == value for name, value in fields.items())
    )


# The start packet of 1835 (2.4, 2.5) ----------------------------------------------------------------------------


def _first(game: Game) -> Action:
    """Buy the first paper that is on sale, or pass."""
    return next(each for each in game.legal_actions() if isinstance(each, Action))


def test_of_the_packet_is_bought_what_was_named_when_it_comes_on_sale() -> None:
    game = stellwerk.new("1835", ["A", "B", "C"])
    by_hand, named = game.copy(), ("BY-D", "LD")
    left = [each for form in _packet(game, 1) for each in form.fields[0].options]
    assert left[0] == "NF"
    order = made(game, 1, "buy_of_packet", named=named)
    ends = drive(game, [order], _first, 30)
    assert ends == ["packet_gone"]
    while len(by_hand.actions) < len(game.actions):
        seat = by_hand.waiting_for()[0]
        papers = [getattr(each, "paper", "") for each in by_hand.legal_actions()]
        wanted = next((paper for paper in papers if paper in named), None)
        if seat == 1:
            by_hand.play(listed(by_hand, 1, "buy_paper", paper=wanted) if wanted else Pass(1))
        else:
            by_hand.play(_first(by_hand))
    assert by_hand.actions == game.actions
    mine = [getattr(each, "paper", "pass") for each in game.actions if each.seat == 1]
    assert set(mine) & set(named)
    assert set(mine) <= {*named, "pass"}


def _packet(game: Game, seat: int) -> list[programs.Form]:
    return [one for one in programs.forms(game.position, seat) if kind_of(one.program) == "buy_of_packet"]


def test_until_it_is_on_sale_one_passes_or_is_asked() -> None:
    game = stellwerk.new("1835", ["A", "B", "C"])
    for then, said in (("pass", Pass(0)), ("ask", None)):
        order = made(game, 0, "buy_of_packet", named=("BY-D",), then=then)
        assert programs.asked(game, order, 0) == said


def test_a_paper_that_costs_more_is_left_to_its_owner() -> None:
    game = stellwerk.new("1835", ["A", "B", "C"])
    order = made(game, 0, "buy_of_packet", named=("NF",), most=99)
    assert programs.asked(game, order, 0) == Ended("paper_not_bought", {"paper": "NF"})
    enough = msgspec.structs.replace(order, most=100)  # type: ignore[call-arg]
    assert programs.asked(game, enough, 0) == listed(game, 0, "buy_paper", paper="NF")


def test_the_order_stands_through_rounds_in_which_nobody_buys() -> None:
    game = stellwerk.new("1835", ["A", "B", "C"])
    game.play(_first(game))
    order = made(game, 0, "buy_of_packet", named=("BY-D",))
    for _ in range(12):
        said = programs.asked(game, order, 1)
        assert not isinstance(said, Ended)
        game.play(said or passing(game))
    over = [each for move in range(1, 14) for each in game.events_of(move) if isinstance(each, StockRoundEnded)]
    assert len(over) > 1
    assert game.actions.count(Pass(0)) > 2


def test_who_has_a_new_order_for_stock_rounds_has_no_other() -> None:
    game = stored("1835-at-89", 5)
    packet, passes = made(game, 0, "buy_of_packet"), made(game, 0, "pass_until")
    assert packet.replaces(passes)
    assert passes.replaces(packet)


# Preußen (4.3, 4.6, 4.7) ----------------------------------------------------------------------------------------


def test_prussia_is_opened_and_joined_as_was_ordered() -> None:
    game = stored("1835-at-803", 274)
    (owner,) = game.waiting_for()
    for named, kind in (((), "pass"), (("V2",), "found_prussia")):
        said = programs.asked(game, made(game, owner, "join_prussia", named=named), 274)
        assert said == listed(game, owner, kind)
    exchanged = []
    for move in range(275, 282):
        game = stored("1835-at-803", move)
        (seat,) = game.waiting_for()
        keeps = made(game, seat, "join_prussia")
        assert programs.asked(game, keeps, move) == Pass(seat)
        (form,) = [one for one in programs.forms(game.position, seat) if one.program == keeps]
        paper = form.fields[0].options[-1]
        said = programs.asked(game, msgspec.structs.replace(keeps, named=(paper,)), move)  # type: ignore[call-arg]
        assert said == listed(game, seat, "exchange_paper", paper=paper)
        exchanged.append(paper)
    assert len(exchanged) == 7


def test_without_papers_for_prussia_there_is_no_such_order() -> None:
    before, after = stored("1835-at-803", 274), stored("1835-at-803")
    order = made(before, before.waiting_for()[0], "join_prussia")
    seats = [order.seat] if after.state.phase else []
    assert [ended(after, order, 274) for _ in seats] == ["nothing_to_exchange"]
    kinds = {kind_of(form.program) for seat in range(3) for form in programs.forms(after.position, seat)}
    assert "join_prussia" not in kinds


# Loans of 1844 --------------------------------------------------------------------------------------------------


def _with_a_loan() -> Game:
    """Somebody owes money, has some, and another is to act."""
    for move in range(341, 640):
        game = stored("1844-at-658", move)
        for seat in game.state.loans:
            if game.state.cash[seat] > 2 and seat not in game.waiting_for():
                return game
    raise AssertionError("no game with a loan that could be paid back")


def test_a_loan_is_paid_back_out_of_what_is_more_than_is_kept() -> None:
    game = _with_a_loan()
    (seat,) = [one for one in game.state.loans if one not in game.waiting_for() and game.state.cash[one] > 2]
    debt, cash = game.state.loans[seat], game.state.cash[seat]
    keep = made(game, seat, "repay_loan", keep=cash - 2)
    said: Any = programs.asked(game, keep, len(game.actions))
    assert said.amount == min(2, debt)
    game.play(said)
    assert game.state.loans.get(seat, 0) == debt - said.amount
    assert programs.asked(game, keep, len(game.actions)) is None
    assert game.state.cash[seat] == cash - said.amount


def test_nothing_is_paid_back_in_ones_own_turn_nor_without_a_debt() -> None:
    game = _with_a_loan()
    others = [seat for seat in range(3) if seat not in game.state.loans]
    kinds = {kind_of(form.program) for seat in others for form in programs.forms(game.position, seat)}
    assert "repay_loan" not in kinds
    (seat,) = [one for one in game.state.loans if one not in game.waiting_for()]
    order = made(game, seat, "repay_loan")
    assert ended(stored("1844-at-658", 70), order) == "debt_free"
    while seat not in game.waiting_for():
        game.play(passing(game) if Pass(game.waiting_for()[0]) in list(game.legal_actions()) else _first(game))
    assert seat in game.state.loans
    assert programs.asked(game, order, len(game.actions)) is None


# Auction rounds of 1873 (3.1) -----------------------------------------------------------------------------------


def _auction_round() -> tuple[Game, int, str]:
    """A player may put something up; his seat and a lot that all can pay."""
    game = stored("1873-at-145", 29)
    (seat,) = game.waiting_for()
    lot = next(each.action.lot for each in game.legal_actions() if not isinstance(each, Action))  # type: ignore[attr-defined]
    return game, seat, lot


def test_who_passes_in_the_auction_round_puts_nothing_up() -> None:
    game, seat, _ = _auction_round()
    by_hand, order = game.copy(), made(game, seat, "pass_auctions")
    others = [one for one in range(len(game.players)) if one != seat]
    assert (
        drive(game, [order, *(made(game, one, "pass_auctions") for one in others)], passing)[0] == "auctions_over"
    )
    while len(by_hand.actions) < len(game.actions):
        by_hand.play(passing(by_hand))
    assert by_hand.actions == game.actions


def test_bids_for_what_another_puts_up_go_up_to_the_most() -> None:
    game, seat, lot = _auction_round()
    other = (seat + 1) % len(game.players)
    (form,) = [
        one for one in programs.forms(game.position, other)
        if kind_of(one.program) == "bid_when_auctioned" and one.program.lot == lot  # type: ignore[attr-defined]
    ]  # fmt: skip
    least: int = form.program.most  # type: ignore[attr-defined]
    assert form.fields[0].step == 10
    order = msgspec.structs.replace(form.program, most=least + 20)  # type: ignore[call-arg]
    quiet = made(game, other, "pass_auctions")
    asked_about = made(game, other, "pass_auctions", named=(lot,))
    since = len(game.actions)
    game.play(Nominate(seat, lot, least))
    assert programs.asked(game, order, since) == Bid(other, least + 10)
    assert programs.asked(game, quiet, since) == Pass(other)
    assert programs.asked(game, asked_about, since) is None
    game.play(Bid(other, least + 10))
    game.play(Bid(seat, least + 20))
    assert programs.asked(game, order, since) == Pass(other)
    game.play(Pass(other))
    assert ended(game, order, since) == "auction_over"


@pytest.mark.parametrize("title", ["1873", "chicago-express"])
def test_who_passes_is_asked_after_who_bids(title: str) -> None:
    passes = [kind for kind in programs.kinds(stellwerk.new(title, ["A", "B", "C"]).title) if kind.asked_last]
    assert [kind.__name__ for kind in passes] == ["PassAuctions"]
