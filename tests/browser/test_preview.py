"""See before you click: what a choice brings stands beside it, follows what is chosen, and comes true."""

from __future__ import annotations

import random
import re
from typing import Any

import stellwerk
from stellwerk.eighteen.actions import LayTile
from stellwerk.play.game import Game

from .conftest import PHONE, Visit
from .hands import bring, open_hex, press, set_up


def _wait(page: Any, selector: str, text: str) -> None:
    page.locator(f'{selector}:has-text("{text}")').first.wait_for()


def _boxes(page: Any) -> Any:
    """Where the menu's controls are."""
    return page.eval_on_selector_all(
        "#menu button, #menu input", "all => all.map(one => one.getBoundingClientRect().toJSON())"
    )


def _cash(page: Any) -> int:
    """What the first player has."""
    return int(re.sub(r"\D", "", page.inner_text("#players .card .lead")))


def _laying() -> tuple[Game, str, int]:
    """A game by lot in which track can be laid on a hex that costs something, and what it costs."""
    game, lots = stellwerk.new("1835", ["Ada", "Bo", "Cleo"], seed=2), random.Random(2)
    box = game.rules.printed.box
    while True:
        legal = game.legal_actions()
        for choice in legal:
            if isinstance(choice, LayTile) and not game.state.board.tracks[box.grid.index[choice.hex]].tile:
                cost = box.costs[box.grid.index[choice.hex]]
                if cost:
                    return game, choice.hex, cost
        game.play(legal.pick(lots))


def test_what_a_choice_brings_stands_beside_it(visit: Visit) -> None:
    page = visit()
    held: list[Any] = []
    let_through = False
    page.route("**/preview?*", lambda route: route.continue_() if let_through else held.append(route))
    with page.expect_request("**/preview?*"):
        set_up(page, "chicago-express", "me", "friend", "friend")
    before = _boxes(page)
    let_through = True
    for route in held:
        route.continue_()
    _wait(page, "#menu form.range .brings", "if nobody bids more · you −7 (33 left) · PRR +7 · the share pays 7")
    assert _boxes(page) == before  # nothing has jumped
    page.fill("#menu form.range input[type=number]", "12")
    _wait(page, "#menu form.range .brings", "you −12 (28 left) · PRR +12")
    assert "you −12" in page.get_attribute("#menu form.range .do", "aria-description")
    assert page.inner_text("#menu .do.quiet") == "Bid no more"

    set_up(page, "1835", "me", "friend", "friend")
    _wait(page, "#menu .brings", "you −100 (500 left) · Bayern 0% → 10%")
    cash = _cash(page)
    press(page, "#menu .do")
    assert cash - _cash(page) == 100


def test_track_tells_its_cost_and_the_run_as_the_tile_is_turned(visit: Visit) -> None:
    game, hex_, cost = _laying()
    page = visit(PHONE, reduced_motion="reduce")
    bring(page, game)
    open_hex(page, hex_)
    _wait(page, "#hexmenu .brings.lay", f"treasury −{cost}")
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if "/preview?" in request.url else None)
    turns = page.locator('#hexmenu .tilepick[aria-selected="true"] .turned').count()
    for _ in range(turns):
        page.keyboard.press("r")
    _wait(page, "#hexmenu .brings.lay", f"treasury −{cost}")
    assert len(asked) < max(turns, 1)  # the first one is known already
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
