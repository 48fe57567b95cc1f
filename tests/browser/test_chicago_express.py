"""A whole game of Chicago Express by clicks, in two browsers that see each other's moves."""

from __future__ import annotations

from typing import Any

from .conftest import Visit
from .hands import moves, open_hex, set_up_by_the_form

WEST = "ABCDEFGHIJKLMNOPQRS"
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


def test_a_full_game_by_clicks_in_two_browsers(visit: Visit) -> None:
    ada, bo = visit(SMALL), visit(SMALL, language="de-DE")
    game = set_up_by_the_form(ada, "chicago-express", "me", "open")
    bo.goto(f"/games/{game}")
    bo.fill("[name=name]", "Bo")
    bo.click("button.primary")
    bo.wait_for_selector("#move")
    ada.wait_for_selector("#move")
    rounds = {"turns": 0, "bids": 0}
    hers, his = _look_at_both(ada, bo)
    while not hers["over"]:
        assert hers["mine"] is not his["mine"]
        _play(*((ada, hers) if hers["mine"] else (bo, his)), rounds)
        hers, his = _look_at_both(ada, bo, hers["move"])
    assert his["over"]
    assert ada.locator(".standing li").count() == 2
    assert "gewinn" in bo.inner_text("#menu h2")
    ada.keyboard.press("Home")
    ada.wait_for_selector("body.looking-back")
    assert moves(ada).startswith("0 /")
