"""Decisions of 1881, taken by clicking: games come to each by lot and are opened from a file."""

from __future__ import annotations

import re
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.board.grid import PLACES
from stellwerk.play.core import Pass, Range
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains
from stellwerk.words import tag

from .conftest import PHONE, Visit
from .decisions import Lots, Wanted, action_of, answer, asks_another, click_through, enter, play
from .decisions import same_state as same
from .hands import after, bring, lit, moves, open_hex, press, prompt, set_up, take

PLAYERS = ["Anna", "Bert", "Cora", "Dora"]
LOTS = Lots(
    "1881",
    PLAYERS,
    {
        "lay_tile": 6, "build_station": 2, "buy_train": 2, "buy_share": 5, "sell_shares": 0.15, "pass": 0.5,
        "sell_sbahn_shares": 0.1, "offer_for_depot": 0.2, "offer_for_train": 0.1,
    },
    700,
    range(1, 9),
)  # fmt: skip


def _step(kind: str) -> Wanted:
    return lambda game, action: tag(game.step) == kind  # type: ignore[arg-type]  # the game is not over


def _of_pool(game: Game, action: Any) -> bool:
    return bool(action.source == "pool")


def _tram(game: Game, action: Any) -> bool:
    return action.company in game.rules.printed.trams


def _network(game: Game, action: Any) -> bool:
    return str(action.company)[1:].isdigit()


def _of_company(game: Game, action: Any) -> bool:
    return bool(action.company)


def _as(kind: str) -> Wanted:
    return lambda game, action: action.kind == kind


def _sbahn(game: Game, action: Any) -> bool:
    return str(action.train).endswith("S")


CASES = [
    pytest.param("buy_share", _step("first_purchases"), id="2.9 the first shares"),
    pytest.param("buy_share", _step("stock_turn"), id="4.1 a new share"),
    pytest.param("buy_share", _of_pool, id="4.11 a share of the pool"),
    pytest.param("sell_shares", None, id="4.9 shares"),
    pytest.param("lay_tile", _tram, id="6.1 a tile of a tram company"),
    pytest.param("lay_tile", _step("under_veto"), id="6.13 a tile of the S-Bahn, proposed"),
    pytest.param("lay_tile", _network, id="6.13 a tile of a network apart"),
    pytest.param("build_station", None, id="7.1 a depot"),
    pytest.param("place_depot", None, id="12.5 a start depot on the line"),
    pytest.param("dividend", _as("pay"), id="9.6 paying out"),
    pytest.param("dividend", _as("pay_run"), id="9.8 keeping the bonus"),
    pytest.param("dividend", _as("keep"), id="9.6 saving"),
    pytest.param("buy_train", _tram, id="10.1 a tram"),
    pytest.param("buy_train", _sbahn, id="12.7 an S-Bahn train"),
    pytest.param("buy_sbahn_share", None, id="10.9 a company's share of the S-Bahn"),
    pytest.param("sell_sbahn_shares", None, id="12.2 shares of the S-Bahn"),
    pytest.param("sell_sbahn_shares", _of_company, id="10.9 a company sells shares of the S-Bahn"),
    pytest.param("discard_train", None, id="10.7 a train above the limit"),
    pytest.param("veto", None, id="12.6 a veto"),
    pytest.param("vote", None, id="12.6 a vote"),
]


@pytest.mark.parametrize(("kind", "wanted"), CASES)
def test_a_decision_is_taken_by_clicking(visit: Visit, kind: str, wanted: Wanted | None) -> None:
    click_through(visit, LOTS.find(kind, wanted), same)


# Sealed bids ----------------------------------------------------------------------------------------------------


def test_2_5_a_bid_is_sealed_in_tens_and_nobody_else_sees_it(visit: Visit) -> None:
    owner, guest = visit(), visit()
    game_id = set_up(owner, "1881", "me", "friend", "friend")
    owner.wait_for_selector("#menu form.range")
    assert owner.get_attribute("#menu input[type=number]", "step") == "10"
    before = moves(owner)
    owner.fill("#menu input[type=number]", "370")
    owner.click("#menu form.range button")
    after(owner, before)
    guest.goto(f"/games/{game_id}")
    guest.wait_for_selector("#move")
    guest.click("[data-tab=log]")
    assert "has a bid in the envelope" in guest.inner_text("#log")
    for page in (owner, guest):
        page.click("[data-tab=tables]")
        page.locator("#tables tr", has_text="sealed").wait_for()  # exactly one; a tab is filled when it is opened
    # Digests of pages, and the game's own name, may hold any digits.
    told = re.sub(r"(?<=[?]v=)\w+|\b[0-9a-f]{12}\b", "", guest.content()).replace(game_id, "")
    assert "370" not in told


def test_2_5_the_last_bid_opens_all_envelopes(visit: Visit) -> None:
    game = stellwerk.new("1881", players=PLAYERS[:3], seed=1)
    page = visit(language="de-DE")
    bring(page, game)
    for amount in (60, 20, 120):
        before = moves(page)
        page.fill("#menu input[type=number]", str(amount))
        page.click("#menu form.range button")
        after(page, before)
    page.click("[data-tab=log]")
    page.wait_for_selector("#log:has-text('120 TM')")
    told = page.inner_text("#log")
    assert "60 TM, " in told
    assert "120 TM" in told
    assert "Straßenbahnaktien kaufen" in prompt(page)


# Depots and trains of others ------------------------------------------------------------------------------------


@pytest.mark.parametrize("accept", [True, False])
def test_7_8_an_offer_for_a_depot_and_its_answer(visit: Visit, accept: bool) -> None:
    def of_another_director(game: Game, action: Any) -> bool:
        after_it = game.copy()
        after_it.play(action)
        return after_it.step is not None and tag(after_it.step) == "depot_offer"

    game, offer = LOTS.find("offer_for_depot", of_another_director)
    assert isinstance(offer, Range)
    page = visit()
    bring(page, game)
    open_hex(page, action_of(offer).hex)  # type: ignore[attr-defined]
    raw = msgspec.json.encode(offer.action).decode()
    form, before = page.locator(f"#hexmenu form.range[data-action='{raw}']"), moves(page)
    form.locator("input[type=number]").fill(str(offer.low))
    form.locator("button.do").click()
    after(page, before)
    play(game, offer.at(offer.low))
    answer(page, game, accept, same)


@pytest.mark.parametrize("accept", [True, False])
def test_10_5_an_offer_for_a_tram_and_its_answer(visit: Visit, accept: bool) -> None:
    game, offer = LOTS.find("offer_for_train", asks_another)
    assert isinstance(offer, Range)
    page = visit()
    bring(page, game)
    enter(page, offer, offer.low)
    play(game, offer.at(offer.low))
    answer(page, game, accept, same)


# Running --------------------------------------------------------------------------------------------------------


def _to_run(trains: int) -> tuple[Game, RunTrains]:
    """A moment at which the best run has so many trains."""
    game, _ = LOTS.find("run_trains", lambda game, run: len(run.ways) == trains)
    best = next(iter(game.legal_actions()))
    assert isinstance(best, RunTrains)
    return game, best


def test_8_1_the_best_run_is_proposed(visit: Visit) -> None:
    game, best = _to_run(2)
    page = visit()
    bring(page, game)
    assert page.locator("path.run").count()
    take(page, msgspec.to_builtins(best))
    play(game, best)
    same(page, game)


def test_8_1_nobody_has_to_run(visit: Visit) -> None:
    game, best = _to_run(1)
    none = RunTrains(best.seat, best.company, ())
    page = visit(size=PHONE)
    bring(page, game)
    take(page, msgspec.to_builtins(none))
    play(game, none)
    same(page, game)


def _compose(page: Any, selector: str) -> None:
    before = page.inner_html("#menu")
    page.locator(selector).first.click()
    page.wait_for_function("before => document.getElementById('menu').innerHTML !== before", arg=before)


def test_8_1_a_run_is_put_together_stop_by_stop(visit: Visit) -> None:
    game, best = _to_run(2)
    step = game.step
    assert isinstance(step, Running)
    network, names = step.problem(game.position).network, game.rules.printed.box.grid.names
    run = RunTrains(best.seat, best.company, best.ways[:1])
    page = visit()
    bring(page, game)
    _compose(page, "[data-compose='{}']")
    _compose(page, ".composing .more")
    for stop in network.along(run.ways[0].links):
        hex_ = names[stop // PLACES]
        assert hex_ in lit(page)
        before = page.inner_html("#menu")
        page.locator(f'g.hex.legal[data-hex="{hex_}"]').focus()
        page.keyboard.press("Enter")
        page.wait_for_function("before => document.getElementById('menu').innerHTML !== before", arg=before)
    press(page, ".composing .do")
    play(game, run)
    same(page, game)


# What is seen ---------------------------------------------------------------------------------------------------


def test_12_6_everybody_sees_what_the_board_decides_on(visit: Visit) -> None:
    game, veto = LOTS.find("veto", lambda game, action: tag(game.step.action) == "lay_tile")  # type: ignore[union-attr]
    proposed: Any = game.step.action  # type: ignore[union-attr]
    page = visit()
    bring(page, game)
    assert f"lay tile {proposed.tile} on" in prompt(page)
    assert f"({proposed.hex})" in prompt(page)
    page.click("[data-tab=tables]")
    page.locator("#tables table", has_text="What the board says").wait_for()
    assert page.locator("#menu .do").count() == 2
    content = Pass(action_of(veto).seat)
    take(page, msgspec.to_builtins(content))
    play(game, content)
    same(page, game)


def test_trams_and_sbahn_are_told_apart(visit: Visit) -> None:
    game, _ = LOTS.find("buy_share", _step("first_purchases"))
    page = visit()
    bring(page, game)
    board = page.locator(".board-view")
    assert board.locator("path.track.other").count() == 4  # printed S-Bahn track: A, Z, K and S
    assert board.locator("path.line").count() == 23
    assert board.locator("text.group").count() == 10
    assert board.locator("g.piece.ferry").count() == 4
    assert board.locator("g.piece.bonus").count() == 13 + 6
    assert board.locator("path.limit").count() == 1
    for company, kind in (("GBS", "tram"), ("S-Bahn", "S-Bahn")):
        lines = page.locator(f"#companies .card[data-company={company}] dl > div")
        assert lines.filter(has=page.locator("dt", has_text="track")).locator("dd").inner_text() == kind


def test_9_9_the_next_moves_of_the_price_are_on_the_chart(visit: Visit) -> None:
    game, _ = LOTS.find("dividend")
    page = visit()
    bring(page, game)
    page.click("[data-view=market]")
    assert page.locator("#chart").is_visible()
    assert page.locator("#chart g.move").count() == 2


def test_the_game_says_that_its_board_is_a_reconstruction(visit: Visit) -> None:
    page = visit(language="de-DE")
    page.goto("/titles/1881")
    assert "Rekonstruktion" in page.inner_text(".special")
