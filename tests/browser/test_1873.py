"""Decisions of Harzbahn 1873, taken by clicking: games come to each by lot and are opened from a file."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from stellwerk.board.grid import PLACES
from stellwerk.play.core import Action, Range
from stellwerk.play.game import Game
from stellwerk.play.runs import Running, RunTrains
from stellwerk.words import tag

from .conftest import PHONE, Visit
from .decisions import Lots, Wanted, action_of, answer, click_through, enter_and_see, play
from .decisions import same_state as same
from .hands import after, bring, lit, moves, press, take

LOTS = Lots(
    "1873",
    ["Anna", "Bert", "Cora"],
    {
        "lay_tile": 3, "build_station": 3, "found_railway": 6, "found_works": 0.4, "buy_share": 3, "pass": 0.3,
        "sell_shares": 0.1, "scrap_engine": 0.05, "offer_for_engine": 0.1, "close_work": 0.01, "use_option": 5,
        "declare_insolvency": 0.3,
    },
    900,
    range(1, 12),
)  # fmt: skip


def _replaces(game: Game, action: Any) -> bool:
    return bool(action.permit)


def _half(game: Game, action: Any) -> bool:
    return bool(action.kind == "half")


def _switcher(game: Game, action: Any) -> bool:
    return str(action.train).startswith("S")


def _locomotive(game: Game, action: Any) -> bool:
    return str(action.train).isdigit()


def _many(kind: str, least: int) -> Wanted:
    """Where there are so many of a kind that they have to be found."""

    def wanted(game: Game, action: Any) -> bool:
        return sum(tag(action_of(choice)) == kind for choice in game.legal_actions()) >= least

    return wanted


CASES = [
    pytest.param("buy_lot", None, id="2.1 a work or a concession"),
    pytest.param("found_railway", None, id="3.2.4 a railway"),
    pytest.param("found_works", _many("found_works", 60), id="3.2.5 a works company, one of many"),
    pytest.param("buy_share", None, id="3.2.3 a share"),
    pytest.param("sell_shares", None, id="3.2.2 shares"),
    pytest.param("lay_tile", None, id="4.4.1 track"),
    pytest.param("build_station", None, id="4.4.2 a marker"),
    pytest.param("dividend", _half, id="4.3.2 half of the profit"),
    pytest.param("assign_switchers", None, id="4.3.1 switchers"),
    pytest.param("buy_work", None, id="4.3.4 a closed work"),
    pytest.param("buy_machine", None, id="4.3.5 a machine"),
    pytest.param("buy_train", _switcher, id="4.2.4 a switcher"),
    pytest.param("buy_train", _locomotive, id="4.4.7 a locomotive"),
    pytest.param("scrap_engine", None, id="4.4.7 scrapping"),
    pytest.param("close_work", None, id="4.2.5 closing a work"),
    pytest.param("issue_shares", None, id="4.3.6 new shares"),
    pytest.param("declare_insolvency", None, id="6 insolvency"),
]


@pytest.mark.parametrize(("kind", "wanted"), CASES)
def test_a_decision_is_taken_by_clicking(visit: Visit, kind: str, wanted: Wanted | None) -> None:
    click_through(visit, LOTS.find(kind, wanted), same)


@pytest.mark.parametrize("kind", ["nominate", "bid", "offer_for_work", "offer_for_engine"])
def test_an_amount_is_entered(visit: Visit, kind: str) -> None:
    found = LOTS.find(kind)
    assert isinstance(found[1], Range)
    enter_and_see(visit, found, found[1].step, same)


@pytest.mark.parametrize("accept", [True, False])
def test_3_2_5_another_player_is_asked_for_his_work(visit: Visit, accept: bool) -> None:
    def with_another(game: Game, action: Any) -> bool:
        return bool(game.state.papers[action.works[1]] != action.seat)

    game, choice = LOTS.find("found_works", with_another)
    assert isinstance(choice, Action)
    play(game, choice)
    page = visit()
    bring(page, game)
    answer(page, game, accept, same)


def test_4_2_5_closing_a_work_is_asked_twice_and_not_by_the_first_key(visit: Visit) -> None:
    game, closing = LOTS.find("close_work")
    page = visit()
    bring(page, game)
    button = page.locator("#menu .do.final", has_text="Close")
    key = button.get_attribute("data-key")
    assert key not in (None, "1")
    assert "final" not in page.locator("#menu [data-key='1']").get_attribute("class")
    before = moves(page)
    page.keyboard.press(key)
    assert button.locator(".again").is_visible()
    page.keyboard.press("Escape")
    assert button.locator(".again").count() == 0
    button.click()
    page.locator("#menu").click(position={"x": 2, "y": 2})  # anything else means no
    assert button.locator(".again").count() == 0
    assert moves(page) == before
    page.keyboard.press(key)
    page.keyboard.press(key)
    after(page, before)
    play(game, action_of(closing))
    same(page, game)


# Running --------------------------------------------------------------------------------------------------------


def _to_run(wanted: Callable[[Game, RunTrains], bool] = lambda game, run: True) -> tuple[Game, RunTrains]:
    game, run = LOTS.find("run_trains", wanted)
    assert isinstance(run, RunTrains)
    return game, run


def _click_hex(page: Any, hex_: str) -> None:
    """Click a hex that is lit while a run is put together, and wait for what comes of it."""
    before = page.inner_html("#menu")
    page.locator(f'g.hex.legal[data-hex="{hex_}"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_function("before => document.getElementById('menu').innerHTML !== before", arg=before)


def _click(page: Any, selector: str) -> None:
    before = page.inner_html("#menu")
    page.locator(selector).first.click()
    page.wait_for_function("before => document.getElementById('menu').innerHTML !== before", arg=before)


def test_4_4_3_a_run_that_is_proposed_is_taken(visit: Visit) -> None:
    game, run = _to_run()
    page = visit()
    bring(page, game)
    take(page, msgspec.to_builtins(run))
    play(game, run)
    same(page, game)


def test_4_4_3_a_run_is_put_together_stop_by_stop(visit: Visit) -> None:
    game, run = _to_run(lambda game, run: len(run.ways) > 1)
    step = game.step
    assert isinstance(step, Running)
    network, names = step.problem(game.position).network, game.rules.printed.box.grid.names
    page = visit()
    bring(page, game)
    _click(page, "[data-compose='{}']")
    assert page.locator(".composing .refusal").is_visible()
    engines = [id_ for id_, _ in step.engines(game.position)]
    for way in run.ways:
        _click(page, f".composing .engine:nth-of-type({engines.index(way.train) + 1}) .more")
        for stop in network.along(way.links):
            hex_ = names[stop // PLACES]
            assert hex_ in lit(page)
            _click_hex(page, hex_)
        _click(page, ".composing li.open button:has-text('done')")
    assert not page.locator(".composing .refusal").is_visible()
    press(page, ".composing .do")
    play(game, run)
    same(page, game)


def test_4_4_3_a_run_is_changed_and_the_reason_against_it_told(visit: Visit) -> None:
    game, _ = _to_run()
    page = visit(language="de-DE", size=PHONE)
    bring(page, game)
    before = page.inner_html("#menu")
    _click(page, "#menu .offered [data-compose]")
    assert page.locator("path.run").count()
    _click(page, ".composing li button[title='Strecke streichen']")
    assert page.inner_text(".composing .refusal")
    page.click("[data-compose-end]")
    page.wait_for_function("before => document.getElementById('menu').innerHTML === before", arg=before)


def test_4_4_2_an_inactive_marker_is_replaced(visit: Visit) -> None:
    game, choice = LOTS.find("build_station", _replaces)
    assert isinstance(choice, Action)
    page = visit()
    bring(page, game)
    assert page.locator("g.station.inactive").count()
    take(page, msgspec.to_builtins(choice))
    play(game, choice)
    same(page, game)


# What is seen ---------------------------------------------------------------------------------------------------


def test_works_and_routes_are_on_the_board_and_told_in_tables(visit: Visit) -> None:
    game, _ = LOTS.find("buy_lot")
    page = visit()
    bring(page, game)
    assert page.locator("g.piece.work").count() == 15
    assert page.locator("g.piece.fixed").count() == 5
    assert page.locator("g.planned[data-company=NWE]").count() == 5
    page.click("[data-tab=tables]")
    row = page.locator("#tables tr", has_text="Thale").last.inner_text()
    assert "300 M" in row
    before = moves(page)
    page.locator("#menu .do").first.click()
    after(page, before)


def test_4_3_3_every_stroke_of_the_charts_legend_is_another_one(visit: Visit) -> None:
    """Once, twice and three times the price paid out are arrows of their own."""
    game, _ = LOTS.find("dividend")
    page = visit()
    bring(page, game)
    page.click("[data-view=market]")
    page.wait_for_selector("#chart .why i")
    style = "const s = getComputedStyle(i); return [s.borderTopStyle, s.borderTopWidth, s.borderTopColor].join()"
    strokes = page.evaluate(f"[...document.querySelectorAll('#chart .why i')].map((i) => {{ {style} }})")
    assert len(strokes) >= 5
    assert len(set(strokes)) == len(strokes)
