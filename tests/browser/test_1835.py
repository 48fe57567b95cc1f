"""The first two rounds of 1835 by clicks: packet, track, stations, runs, dividends, trains."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.board.grid import PLACES
from stellwerk.play.core import Action
from stellwerk.play.forced import forced_pass
from stellwerk.play.game import Game
from stellwerk.words import tag

from .conftest import Visit
from .hands import lit, moves, names, open_hex, prompt, set_up, take


def _sensible(game: Game) -> Action:
    """Buy the packet, build towards cities, place stations, run, pay, buy a train each."""
    kinds: dict[str, list[Any]] = defaultdict(list)
    for choice in game.legal_actions():
        if isinstance(choice, Action):
            kinds[tag(choice)].append(choice)
    if kinds["buy_paper"]:
        return kinds["buy_paper"][-1]  # type: ignore[no-any-return]
    for kind in ("build_station", "dividend", "take_papers", "choose_home"):
        if kinds[kind]:
            return kinds[kind][0]  # type: ignore[no-any-return]
    for share in kinds["buy_share"]:
        if (share.company, share.source) == ("BY", "issue"):
            return share  # type: ignore[no-any-return]
    if kinds["buy_train"] and not game.state.trains[kinds["buy_train"][0].company]:
        return kinds["buy_train"][0]  # type: ignore[no-any-return]
    if kinds["lay_tile"]:
        return max(kinds["lay_tile"], key=lambda lay: _prospects(game, lay))  # type: ignore[no-any-return]
    return kinds["pass"][0]  # type: ignore[no-any-return]


def _prospects(game: Game, lay: Any) -> tuple[int, int, int]:
    after = game.copy()
    after.play(lay)
    board = after.state.board
    stops = list(board.reach(lay.company).stops)
    cities = sum(board.tracks[stop // PLACES].stops[stop % PLACES].kind == "city" for stop in stops)
    return cities, len(stops), -board.box.costs[board.box.grid.index[lay.hex]]


@pytest.mark.long
def test_the_first_two_rounds_by_clicks(visit: Visit) -> None:
    page = visit()
    id_ = set_up(page, "1835", "me", "friend", "friend")
    game = stellwerk.new("1835", players=names(page))
    taken: set[str] = set()
    ran = False
    while game.state.stock_round < 3:
        action = _sensible(game)
        events = list(game.play(action))
        while (only := forced_pass(game)) is not None:  # the server passes for who can do nothing else
            events += game.play(only)
        take(page, msgspec.to_builtins(action))
        taken.add(tag(action))
        if any(tag(event) == "route_run" for event in events):
            ran = True
            assert page.locator("#runs").is_visible()
            assert "proved best" in page.inner_text("#runs")
            assert page.locator("#board path.run").count() > 0
    assert ran
    assert {"buy_paper", "lay_tile", "build_station", "dividend", "buy_train", "pass"} <= taken
    assert moves(page) == f"{len(game.actions)} / {len(game.actions)}"
    file = page.request.get(f"/games/{id_}/file").text()
    assert stellwerk.load(file).digest() == game.digest()
    _look_back(page, game)


def _look_back(page: Any, game: Game) -> None:
    """Slider, keys and a link to any move; the log's numbers lead there too."""
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("body.looking-back")
    assert moves(page).startswith(f"{len(game.actions) - 1} /")
    page.goto(f"{page.url.split('?')[0]}?at=20")
    page.wait_for_selector("body.looking-back")
    assert moves(page).startswith("20 /")
    assert lit(page) == []
    page.click("#menu [data-move=last]")
    page.wait_for_selector("body:not(.looking-back)")
    page.click("[data-tab=log]")
    page.click('#log [data-at="45"]')
    page.wait_for_selector("body.looking-back")
    assert moves(page).startswith("45 /")


def test_turning_a_tile_taking_back_and_a_refusal_in_time(visit: Visit) -> None:
    page = visit()
    set_up(page, "1835", "me", "friend", "friend")
    game = stellwerk.new("1835", players=names(page))
    while tag(game.step) != "lay_step":  # type: ignore[arg-type]  # never over so soon
        action = _sensible(game)
        game.play(action)
        take(page, msgspec.to_builtins(action))
    hex_ = lit(page)[0]
    open_hex(page, hex_)
    first = page.inner_text("#hexmenu .what")
    page.keyboard.press("r")
    assert page.inner_text("#hexmenu .what") != first
    assert page.locator("#board g.preview").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("#board g.preview").count() == 0
    before = moves(page)
    open_hex(page, hex_)
    page.click("[data-confirm]")
    page.wait_for_function("before => document.getElementById('move').textContent !== before", arg=before)
    laid = prompt(page)
    page.keyboard.press("u")
    page.wait_for_function("before => document.getElementById('move').textContent === before", arg=before)
    assert prompt(page) != laid
    assert hex_ in lit(page)
