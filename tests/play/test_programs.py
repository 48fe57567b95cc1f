"""Programs: what was decided beforehand is what a player would have clicked, and it ends when its time is over."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

import stellwerk
from ordered_games import GOLDEN, drive, kind_of, made, passing, stored
from stellwerk.eighteen.actions import AnswerOffer, BuyShare, OfferForTrain, SellShares
from stellwerk.eighteen.events import StockRoundEnded
from stellwerk.eighteen.shares import purchase_price
from stellwerk.play import programs
from stellwerk.play.auction import Bid
from stellwerk.play.core import Action, Pass, Range
from stellwerk.play.game import Game
from stellwerk.play.programs import Ended
from stellwerk.titles.registry import find_title
from stellwerk.view import orders

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
    (form,) = [form for form in programs.forms(game.position, 1) if kind_of(form.program) == "bid_up_to"]
    cash = game.state.cash[1]
    assert form.fits(msgspec.structs.replace(form.program, most=cash))
    for wrong in ({"most": cash + 1}, {"most": 1}, {"lot": "P7"}, {"seat": 0}):
        assert not form.fits(msgspec.structs.replace(form.program, **wrong))


@pytest.mark.parametrize(("title", "lot"), [("1844", "P2"), ("chicago-express", "B&O")])
def test_bids_for_what_is_not_auctioned_yet_are_those_made_by_hand(title: str, lot: str) -> None:
    game = stellwerk.new(title, ["A", "B", "C"])
    by_hand = game.copy()
    (form,) = [form for form in programs.forms(game.position, 0) if getattr(form.program, "lot", "") == lot]
    low: int = form.program.most  # type: ignore[attr-defined]
    most = {0: low + 15, 1: low + 5}
    orders = [msgspec.structs.replace(form.program, seat=seat, most=most[seat]) for seat in most]
    assert drive(game, orders, lambda game: _first_lot(game, lot)) == ["auction_over"] * 2
    while len(by_hand.actions) < len(game.actions):
        step: Any = by_hand.step
        seat = by_hand.waiting_for()[0]
        if getattr(step, "lot", None) != lot or seat not in most:
            by_hand.play(_first_lot(by_hand, lot))
        else:
            by_hand.play(Bid(seat, step.least()) if step.least() <= most[seat] else Pass(seat))
    assert by_hand.actions == game.actions
    bids = [one for one in game.actions if isinstance(one, Bid)]
    assert {bid.seat for bid in bids[1:]} == {0, 1}
    assert bids[-1].seat == 0
    assert bids[-1].amount <= most[0]


def _first_lot(game: Game, lot: str) -> Action:
    """Bid for what is auctioned before, so that the auction goes on, and leave the rest to others."""
    step: Any = game.step
    seat = game.waiting_for()[0]
    return Bid(seat, step.least()) if step.lot != lot and step.leader is None else Pass(seat)


def test_orders_for_several_lots_stand_beside_each_other() -> None:
    game = stellwerk.new("1844", ["A", "B", "C"])
    one, other = [
        form.program for form in programs.forms(game.position, 0) if kind_of(form.program) != "bid_up_to"
    ][:2]
    assert one.replaces(one)
    assert not one.replaces(other)


def test_the_next_share_of_a_company_is_bid_for_and_no_later_one() -> None:
    game = _at_a_turn()
    game.play(next(each for each in game.legal_actions() if getattr(each, "dial", "") == "auction"))  # type: ignore[arg-type]
    offerer = game.waiting_for()[0]
    seat, third = (offerer + 1) % 3, (offerer + 2) % 3
    (form,) = [one for one in programs.forms(game.position, seat) if getattr(one.program, "lot", "") == "PRR"]
    order = msgspec.structs.replace(form.program, most=form.program.most + 1)  # type: ignore[attr-defined]
    quiet, since = made(game, third, "pass_auctions"), len(game.actions)
    asked_about = made(game, third, "pass_auctions", named=("PRR",))
    game.play(next(each for each in game.legal_actions() if getattr(each, "company", "") == "PRR"))  # type: ignore[arg-type]
    least = game.step.least()  # type: ignore[union-attr]
    game.play(Bid(offerer, least))
    assert programs.asked(game, order, since) == Bid(seat, least + 1)
    game.play(Bid(seat, least + 1))
    assert programs.asked(game, quiet, since) == Pass(third)
    assert programs.asked(game, asked_about, since) is None
    game.play(Pass(third))
    game.play(Pass(offerer))
    said = programs.asked(game, order, since)
    assert isinstance(said, Ended)
    assert said.reason == "auction_over"
    while third not in game.waiting_for() or getattr(game.step, "lot", None):
        listed = (each for each in game.legal_actions() if isinstance(each, Action))
        game.play(next(listed))
    said = programs.asked(game, quiet, since)
    assert isinstance(said, Ended)
    assert said.reason == "own_turn"


def _at_a_turn() -> Game:
    """Chicago Express after the opening, with a share of each company sold."""
    game = stellwerk.new("chicago-express", ["A", "B", "C"])
    while getattr(game.step, "lot", None):
        step: Any = game.step
        game.play(Bid(step.bidders[0], step.least()) if step.leader is None else Pass(step.bidders[0]))
    return game


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


@pytest.mark.parametrize(
    ("name", "moves"), [("1835-at-89", 70), ("1844-at-219", 165), ("1881-at-360", 170), ("1873-at-145", 20)]
)
def test_passing_can_be_ordered_before_the_stock_round_begins(name: str, moves: int) -> None:
    game, lots = stored(name, moves), random.Random(3)
    seat = (game.waiting_for()[0] + 1) % len(game.players)
    order = made(game, seat, "pass_until")
    assert order.coming  # type: ignore[attr-defined]
    for language, told in (("en", "coming stock round"), ("de", "kommenden Aktienrunde")):
        assert told in orders.standing(game, order, language)
    turns = type(order).turns  # type: ignore[attr-defined]
    mine, rounds = [], 0
    while not rounds:
        said = programs.asked(game, order, moves)
        own_turn = isinstance(game.step, turns) and seat in game.waiting_for()
        assert said == (Pass(seat) if own_turn else None)
        mine += [said] if own_turn else []
        events = game.play(said or game.legal_actions().pick(lots))  # type: ignore[arg-type]
        rounds += any(isinstance(each, StockRoundEnded) for each in events)
    assert mine
    over = programs.asked(game, order, moves)
    assert isinstance(over, Ended)
    assert over.reason == "round_over"


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


@pytest.mark.parametrize(
    ("name", "move"), [("1835-at-803", 216), ("1844-at-658", 68), ("1881-at-360", 110), ("1873-at-145", 33)]
)
def test_passing_ends_when_somebody_starts_a_company(name: str, move: int) -> None:
    before, after = stored(name, move - 1), stored(name, move)
    starter = after.actions[-1].seat
    other = (starter + 1) % len(after.players)
    told = made(before, other, "pass_until", until=("starts",))
    said = programs.asked(after, told, move - 1)
    assert isinstance(said, Ended)
    assert (said.reason, said.values["seat"]) == ("started", starter)
    for quiet in (made(before, other, "pass_until"), made(before, starter, "pass_until", until=("starts",))):
        assert not isinstance(programs.asked(after, quiet, move - 1), Ended)


@pytest.mark.parametrize(
    ("name", "kind", "paper"),
    [("1835-at-89", "PaperBought", "paper"), ("1844-at-658", "TunnelBought", "tunnels"),
     ("1844-at-658", "MountainBought", "mountains"), ("1844-at-658", "CompanyStarted", "company"),
     ("1873-at-145", "RailwayFounded", "company")],
)  # fmt: skip
def test_passing_ends_when_somebody_buys_what_is_no_share(name: str, kind: str, paper: str) -> None:
    game = stored(name)
    told = [
        (move, event)
        for move in range(1, len(game.actions) + 1)
        for event in game.events_of(move)
        if type(event).__name__ == kind and getattr(event, "price", 1)
    ]
    assert told
    for move, event in told[-3:]:
        before, after = stored(name, move - 1), stored(name, move)
        other = (event.seat + 1) % len(after.players)
        what = getattr(event, paper, paper)
        said = programs.asked(after, made(before, other, "pass_until", named=(what,)), move - 1)
        assert isinstance(said, Ended)
        assert (said.reason, said.values["seat"], said.values["company"]) in (
            ("bought", event.seat, what),
            ("started", event.seat, what),
        )
        (form,) = (one for one in programs.forms(before.position, other) if kind_of(one.program) == "pass_until")
        touched = {what, *(getattr(each, "company", "") for each in after.events_of(move))}
        others = tuple(each for each in form.fields[1].options if each not in touched)
        quiet = programs.asked(after, made(before, other, "pass_until", named=others), move - 1)
        assert not isinstance(quiet, Ended) or quiet.reason == "round_over"


def test_what_of_the_packet_starts_a_company_is_told() -> None:
    game, found = stored("1835-at-89"), {}
    for move in range(1, len(game.actions) + 1):
        for event in game.events_of(move):
            if type(event).__name__ == "PaperBought":
                before, other = stored("1835-at-89", move - 1), (event.seat + 1) % 3
                order = made(before, other, "pass_until", until=("starts",))
                said = programs.asked(stored("1835-at-89", move), order, move - 1)
                found[event.paper] = said.values["company"] if isinstance(said, Ended) else ""
    assert {paper: found[paper] for paper in ("NF", "LD", "V1", "BY-D", "OB")} == {
        "NF": "", "LD": "SX", "V1": "V1", "BY-D": "BY", "OB": "",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", ("somebody sells shares or starts a company", "somebody buys FNM, JN, or mountain railways")),
        ("de", ("jemand Aktien verkauft oder eine Gesellschaft gründet", "FNM, JN oder Bergbahnen kauft")),
    ],
)
def test_what_of_several_things_ends_it_is_any_of_them(language: str, told: tuple[str, str]) -> None:
    game = stored("1844-at-73", 70)
    named = ("FNM", "JN", "mountains")
    order = made(game, game.waiting_for()[0], "pass_until", until=("sells", "starts"), named=named)
    assert all(part in orders.standing(game, order, language) for part in told)


@pytest.mark.parametrize("name", ["1835-at-89", "1844-at-73"])
def test_passing_until_somebody_sells_is_passing_by_hand(name: str) -> None:
    game = stored(name)
    seat, since, by_hand = game.waiting_for()[0], len(game.actions), game.copy()
    seller = (seat + 2) % 3

    def selling(game: Game) -> Action:
        return (_sale(game) if game.waiting_for() == (seller,) else None) or passing(game)

    assert drive(game, [made(game, seat, "pass_until", until=("sells",))], selling) == ["sold"]
    while not isinstance(by_hand.actions[-1], SellShares):
        by_hand.play(Pass(seat) if by_hand.waiting_for() == (seat,) else selling(by_hand))
    assert by_hand.actions == game.actions
    assert Pass(seat) in game.actions[since:]


@pytest.mark.parametrize(("name", "moves"), [("1835-at-89", 88), ("1844-at-73", 70), ("1881-at-240", 35)])
def test_shares_bought_by_order_are_those_bought_by_hand(name: str, moves: int) -> None:
    game = stored(name, moves)
    by_hand, seat = game.copy(), game.waiting_for()[0]
    share = next(each for each in game.legal_actions(seat) if isinstance(each, BuyShare))
    enough = _percent(game, share.company, seat) + share.percent
    order = made(game, seat, "buy_until", company=share.company, percent=enough, most=game.state.cash[seat])
    drive(game, [order], passing)
    while len(by_hand.actions) < len(game.actions):
        wants = seat in by_hand.waiting_for() and _percent(by_hand, share.company, seat) < enough
        listed = [one for one in by_hand.legal_actions(seat) if isinstance(one, BuyShare)] if wants else []
        cheapest = sorted(
            (one for one in listed if one.company == share.company),
            key=lambda one: purchase_price(by_hand.position, one),
        )
        by_hand.play(cheapest[0] if cheapest else passing(by_hand))
    assert by_hand.actions == game.actions


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
    order, since, by_hand = made(game, seat, "only_earn"), len(game.actions), game.copy()

    def others(game: Game) -> Action:
        """Works of others build where they can."""
        assert seat not in game.waiting_for()
        listed = (each for each in game.legal_actions() if isinstance(each, Action))
        return next(listed)

    while getattr(game.step, "company", "") in works:
        said = programs.asked(game, order, since)
        game.play(others(game) if said is None else said)  # type: ignore[arg-type]  # it does not end
    while getattr(by_hand.step, "company", "") in works:
        by_hand.play(Pass(seat) if by_hand.waiting_for() == (seat,) else others(by_hand))
    assert by_hand.actions == game.actions
    assert {Pass(seat)} == {action for action in game.actions[since:] if action.seat == seat}
    assert any(action.seat != seat for action in game.actions[since:])


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


def test_a_title_without_programs_has_the_general_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    title = find_title("chicago-express")
    monkeypatch.setattr(type(title.manifest), "part", lambda self, name: None)
    assert programs.kinds(title) == programs.GENERAL
