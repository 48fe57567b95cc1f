"""Programs: what was decided beforehand is what a player would have clicked, and it ends when its time is over."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.eighteen.actions import AnswerOffer, BuyShare, OfferForTrain
from stellwerk.play import programs
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass, Range
from stellwerk.play.game import Game
from stellwerk.play.programs import Ended, Program
from stellwerk.titles.registry import find_title

Policy = Callable[[Game], Action]
GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"


def stored(name: str, moves: int | None = None) -> Game:
    """A golden game, perhaps taken back to an earlier move."""
    game = stellwerk.load((GOLDEN / f"{name}.json").read_text(encoding="utf-8"))
    while moves is not None and len(game.actions) > moves:
        game.undo()
    return game


def made(game: Game, seat: int, kind: str, **fields: Any) -> Program:
    """A program that a form of this kind allows now."""
    forms = [form for form in programs.forms(game.position, seat) if _tag(form.program) == kind]
    program = msgspec.structs.replace(forms[0].program, **fields)
    assert forms[0].fits(program)
    assert programs.read(msgspec.json.decode(msgspec.json.encode(program)), game.title) == program
    return program


def _tag(program: Program) -> str:
    return str(program.__struct_config__.tag)


def drive(game: Game, orders: Sequence[Program], others: Policy, moves: int = 200) -> list[str]:
    """Play by programs where they say something, by others else; why the programs ended."""
    standing, ended = [(order, len(game.actions)) for order in orders], []
    for _ in range(moves):
        said: Action | None = None
        for order, since in list(standing):
            answer = programs.asked(game, order, since)
            if isinstance(answer, Ended):
                standing.remove((order, since))
                ended.append(answer.reason)
            elif answer is not None and said is None:
                said = answer
        if not standing or game.over:
            break
        game.play(said or others(game))
    return ended


def passing(game: Game) -> Action:
    return Pass(game.waiting_for()[0])


# Auctions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("title", "options"), [("1844", {}), ("chicago-express", {}), ("1873", {"second_edition": True})]
)
def test_bids_of_two_programs_are_those_made_by_hand(title: str, options: dict[str, Any]) -> None:
    game = stellwerk.new(title, ["A", "B", "C"], options=options)
    by_hand = game.copy()
    step: Any = game.step
    low, by = step.least(), max(step.raise_by, step.multiple)
    most = {0: low + 3 * by, 1: low + by}
    lot = step.lot
    drive(game, [made(game, seat, "bid_up_to", most=most[seat]) for seat in most], passing)

    while getattr(by_hand.step, "lot", None) == lot and len(by_hand.actions) < len(game.actions):
        step = by_hand.step
        seat = step.bidders[0]
        counts = step.least() <= most.get(seat, -1)
        by_hand.play(Bid(seat, step.least()) if counts else Pass(seat))
    assert by_hand.actions == game.actions
    bids = [action for action in game.actions if isinstance(action, Bid)]
    assert {bid.seat for bid in bids} == {0, 1}
    assert all(bid.amount <= most[bid.seat] for bid in bids)
    assert bids[-1].seat == 0


def test_a_bidder_who_is_outbid_passes_and_is_told() -> None:
    game = stellwerk.new("1844", ["A", "B", "C"])
    order = made(game, 0, "bid_up_to", most=game.step.least())  # type: ignore[union-attr]
    assert programs.asked(game, order, 0) == Bid(0, order.most)  # type: ignore[attr-defined]
    game.play(Bid(0, order.most))  # type: ignore[attr-defined]
    assert programs.asked(game, order, 0) is None
    game.play(Bid(1, order.most + 50))  # type: ignore[attr-defined]
    game.play(Pass(2))
    assert programs.asked(game, order, 0) == Pass(0)
    game.play(Pass(0))
    assert isinstance(programs.asked(game, order, 0), Ended)


def test_a_maximum_beyond_what_one_has_is_no_program() -> None:
    game = stellwerk.new("1844", ["A", "B", "C"])
    (form,) = [form for form in programs.forms(game.position, 1) if _tag(form.program) == "bid_up_to"]
    cash = game.state.cash[1]
    assert form.fits(msgspec.structs.replace(form.program, most=cash))
    for wrong in ({"most": cash + 1}, {"most": 1}, {"lot": "P7"}, {"seat": 0}):
        assert not form.fits(msgspec.structs.replace(form.program, **wrong))


# Stock rounds -------------------------------------------------------------------------------------------------


def _sale(game: Game) -> Action | None:
    listed = (each for each in game.legal_actions() if type(each).__name__ == "SellShares")
    return next((each for each in listed if isinstance(each, Action)), None)


@pytest.mark.parametrize("name", ["1835-at-89", "1844-at-73", "1881-at-240", "1873-at-48"])
def test_passing_ends_with_the_round_and_with_what_was_named(name: str) -> None:
    game = stored(name)
    seat = game.waiting_for()[0]
    order = made(game, seat, "pass_until")
    by_hand = game.copy()
    assert drive(game, [order], passing) == ["round_over"]
    while len(by_hand.actions) < len(game.actions):
        by_hand.play(passing(by_hand))
    assert by_hand.actions == game.actions

    game = stored(name)
    order = made(game, seat, "pass_until", until=("sells",))
    sold = []

    def selling(game: Game) -> Action:
        sale = None if sold else _sale(game)
        sold.extend([sale] if sale else [])
        return sale or passing(game)

    ended = drive(game, [order], selling)
    assert ended == (["sold"] if sold else ["round_over"])


def test_passing_ends_when_somebody_buys_what_was_named() -> None:
    game = stored("1835-at-89", 88)
    other, seat = game.waiting_for()[0], (game.waiting_for()[0] + 1) % 3
    share = next(each for each in game.legal_actions(other) if isinstance(each, BuyShare))
    named = made(game, seat, "pass_until", named=(share.company,))
    rest = tuple(each for each in game.rules.printed.companies if each != share.company)
    quiet = made(game, seat, "pass_until", named=rest)
    since = len(game.actions)
    game.play(share)
    ended = programs.asked(game, named, since)
    assert isinstance(ended, Ended)
    assert (ended.reason, ended.values) == ("bought", {"seat": other, "company": share.company})
    assert not isinstance(programs.asked(game, quiet, since), Ended)


@pytest.mark.parametrize(("name", "moves"), [("1835-at-89", 88), ("1844-at-73", 70), ("1881-at-240", 35)])
def test_buying_goes_on_until_enough_and_then_passes(name: str, moves: int) -> None:
    game = stored(name, moves)
    seat = game.waiting_for()[0]
    share = next(each for each in game.legal_actions(seat) if isinstance(each, BuyShare))
    cash = game.state.cash[seat]
    held = _percent(game, share.company, seat)
    order = made(game, seat, "buy_until", company=share.company, percent=held + share.percent, most=cash)
    ended = drive(game, [order], passing)
    bought = [one for one in game.actions[moves:] if isinstance(one, BuyShare) and one.seat == seat]
    assert [one.company for one in bought] == [share.company]
    assert ended == ["round_over"]


def _percent(game: Game, company: str, seat: int) -> int:
    found: int = game.rules.printed.register.percent(game.state.papers, company, seat)
    return found


def test_a_share_that_became_too_dear_is_not_bought() -> None:
    game = stored("1835-at-89", 88)
    seat = game.waiting_for()[0]
    share = next(each for each in game.legal_actions(seat) if isinstance(each, BuyShare))
    order = made(game, seat, "buy_until", company=share.company, percent=100, most=1)
    said = programs.asked(game, order, len(game.actions))
    assert isinstance(said, Ended)
    assert said.reason == "too_dear"


# Offers -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "moves"), [("1835-at-267", 100), ("1844-at-219", 165)])
def test_offers_below_a_price_are_declined(name: str, moves: int) -> None:
    game = stored(name, moves)
    offers = [
        each for each in game.legal_actions() if isinstance(each, Range) and isinstance(each.action, OfferForTrain)
    ]
    offer = next(each for each in offers if _director(game, each) != game.waiting_for()[0])
    owner = _director(game, offer)
    order = made(game, owner, "decline_below", least=offer.low + 1)
    since = len(game.actions)
    game.play(offer.at(offer.low))
    said = programs.asked(game, order, since)
    assert isinstance(said, AnswerOffer)
    assert said == AnswerOffer(owner, offer.action.seller, False)  # type: ignore[attr-defined]
    enough = msgspec.structs.replace(order, least=offer.low)
    assert programs.asked(game, enough, since) is None


def _director(game: Game, offer: Range) -> int:
    found: int = game.rules.director(game.position, offer.action.seller)  # type: ignore[attr-defined]
    return found


# 1873 ---------------------------------------------------------------------------------------------------------


def test_a_lot_is_taken_when_the_premium_has_fallen() -> None:
    game = stellwerk.new("1873", ["A", "B", "C"])
    by_hand = game.copy()
    step: Any = game.step
    order = made(game, 1, "take_at", premium=step.premium - 20)
    ended = drive(game, [order], passing)
    assert ended == ["lot_gone"]
    while len(by_hand.actions) < len(game.actions):
        step = by_hand.step
        lots = [each for each in by_hand.legal_actions(step.seat) if getattr(each, "lot", "") == order.lot]  # type: ignore[attr-defined]
        wanted = step.seat == 1 and step.premium <= order.premium  # type: ignore[attr-defined]
        by_hand.play(lots[0] if wanted else Pass(step.seat))  # type: ignore[arg-type]
    assert by_hand.actions == game.actions
    assert by_hand.digest() == game.digest()


def test_works_that_only_earn_neither_build_nor_buy() -> None:
    game = stellwerk.new("1873", ["A", "B", "C"])
    works = game.rules.printed.works
    while not (game.step and getattr(game.step, "company", "") in works):
        seat = game.waiting_for()[0]
        lots = [each for each in game.legal_actions(seat) if getattr(each, "lot", "") in works]
        owns = any(game.state.papers[work] == seat for work in works)
        game.play(Pass(seat) if owns or not lots else lots[0])  # type: ignore[arg-type]  # no range
    seat = game.waiting_for()[0]
    order, since, answers = made(game, seat, "only_earn"), len(game.actions), 0
    while game.step and getattr(game.step, "company", "") in works:
        mine = seat in game.waiting_for()
        assert programs.asked(game, order, since) == (Pass(seat) if mine else None)
        answers += mine
        game.play(passing(game))
    assert answers


# All of them ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [path.stem for path in sorted(GOLDEN.glob("*-at-*.json"))[::3]])
def test_every_program_that_is_offered_says_something_sensible(name: str) -> None:
    game = stored(name)
    for seat in range(len(game.players)):
        for form in programs.forms(game.position, seat):
            assert form.fits(form.program), form
            said = programs.asked(game, form.program, len(game.actions))
            if isinstance(said, Action):
                assert said.seat == seat
                assert game.refusal(said) is None


def test_a_title_without_programs_has_the_general_ones() -> None:
    assert programs.kinds(find_title("chicago-express")) == programs.GENERAL
