"""A game of Chicago Express by clicks, in two browsers that see each other's moves.

The middle is played by lot: after some clicks nothing new is clicked until the end.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from stellwerk.host.moves import play

from .conftest import Visit
from .hands import desk, moves, open_hex, set_up_by_the_form

WEST = "ABCDEFGHIJKLMNOPQRS"
FIRST, LAST = 10, 2
"""So many decisions are clicked at the beginning, and so many are left at the end, which may become others."""
SMALL = {"width": 900, "height": 640}  # less to paint, and still a board beside its side
LOOK = """shown => {
  const move = document.getElementById("move").textContent;
  const [at, last] = move.split(" / ");
  if (move === shown || at !== last) return null; // others' moves are shown one by one
  const all = (selector) => [...document.querySelectorAll(selector)];
  return {
    move,
    over: all(".standing").length > 0,
    mine: document.body.classList.contains("my-turn"),
    prompt: document.querySelector(".prompt").textContent,
    hexes: all("g.hex.legal").map((one) => one.dataset.hex),
    buttons: all("#menu .do").length,
    low: Number(document.querySelector("#menu .range input[type=number]")?.min ?? -1),
  };
}"""


def _look(page: Any, before: str = "") -> Any:
    """Everything a player sees, as soon as it is another move than before."""
    return page.wait_for_function(LOOK, arg=before, polling=15).json_value()


def _look_at_both(ada: Any, bo: Any, before: str = "") -> tuple[Any, Any]:
    """What both see of the same move, as soon as it is somebody's turn or the game is over.

    One may be ahead of the other, and a pass that is all one can do follows by itself: until it is there, it is
    nobody's turn.
    """
    hers, his = _look(ada, before), _look(bo, before)
    while True:
        ahead = int(hers["move"].split()[0]) - int(his["move"].split()[0])
        settled = ahead == 0 and (hers["mine"] or his["mine"] or hers["over"])
        if settled:
            return hers, his
        if ahead <= 0:
            hers = _look(ada, hers["move"])
        if ahead >= 0:
            his = _look(bo, his["move"])


def _play(page: Any, seen: Any, rounds: dict[str, int]) -> None:
    """One move of a player who builds westward and now and then buys."""
    assert seen["prompt"]
    if seen["low"] >= 0:
        bids = rounds["bids"] = rounds["bids"] + 1
        wanted = seen["low"] <= 9 and bids % 3 != 0
        page.locator("#menu .range .do" if wanted else "#menu .do.quiet").first.click()
    elif seen["hexes"]:
        open_hex(page, min(seen["hexes"], key=lambda name: (WEST.index(name[0]), name)))
        page.locator("#hexmenu .do").first.click()
    else:
        rounds["turns"] += 1
        page.locator("#menu .do").nth(rounds["turns"] % seen["buttons"]).click()


def _play_on(id_: str) -> None:
    """Play by lot until one decision is left that ends the game, or nearly."""
    game, lots = desk.host.open(id_).game.copy(), random.Random(1)
    while not game.over:
        game.play(game.legal_actions().pick(lots))
    for action in game.actions[len(desk.host.open(id_).game.actions) : -LAST]:
        with desk.host.held(id_) as live:
            play(desk.host.storage, live, action)
    desk.host.changed(live)


@pytest.mark.long
def test_a_game_by_clicks_in_two_browsers(visit: Visit) -> None:
    ada, bo = visit(SMALL), visit(SMALL, language="de-DE")
    game = set_up_by_the_form(ada, "chicago-express", "me", "open")
    bo.goto(f"/games/{game}")
    bo.fill("[name=name]", "Bo")
    bo.click("button.primary")
    bo.wait_for_selector("#move")
    ada.wait_for_selector("#move")
    rounds = {"turns": 0, "bids": 0, "clicks": 0}
    hers, his = _look_at_both(ada, bo)
    while not hers["over"]:
        if rounds["clicks"] == FIRST:
            for page in (ada, bo):
                page.goto("about:blank")
            _play_on(game)
            for page in (ada, bo):
                page.goto(f"/games/{game}")
            hers, his = _look_at_both(ada, bo)
        rounds["clicks"] += 1
        assert hers["mine"] is not his["mine"]
        _play(*((ada, hers) if hers["mine"] else (bo, his)), rounds)
        hers, his = _look_at_both(ada, bo, hers["move"])
    assert his["over"]
    assert ada.locator(".standing li").count() == 2
    assert "gewinn" in bo.inner_text("#menu h2")
    ada.keyboard.press("Home")
    ada.wait_for_selector("body.looking-back")
    assert moves(ada).startswith("0 /")
