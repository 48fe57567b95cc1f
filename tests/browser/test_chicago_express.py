"""A whole game of Chicago Express by clicks, in two browsers that see each other's moves."""

from __future__ import annotations

from typing import Any

from .conftest import Visit
from .hands import after, lit, moves, open_hex, prompt, set_up

WEST = "ABCDEFGHIJKLMNOPQRS"


def _play(page: Any, rounds: dict[str, int]) -> None:
    """One move of a player who builds westward and now and then buys."""
    text = prompt(page)
    before = moves(page)
    if page.locator("#menu form.range").count():
        bids = rounds["bids"] = rounds["bids"] + 1
        low = int(page.get_attribute("#menu .range input[type=number]", "min"))
        wanted = low <= 9 and bids % 3 != 0
        page.locator("#menu .range .do" if wanted else "#menu .do.quiet").first.click()
    elif hexes := lit(page):
        hexes.sort(key=lambda name: (WEST.index(name[0]), name))
        open_hex(page, hexes[0])
        page.locator("#hexmenu .do").first.click()
    else:
        buttons = page.locator("#menu .do")
        rounds["turns"] += 1
        buttons.nth(rounds["turns"] % buttons.count()).click()
    after(page, before)
    assert text


def test_a_full_game_by_clicks_in_two_browsers(visit: Visit) -> None:
    ada, bo = visit(), visit(language="de-DE")
    game = set_up(ada, "chicago-express", "me", "open")
    bo.goto(f"/games/{game}")
    bo.fill("[name=name]", "Bo")
    bo.click("button.primary")
    bo.wait_for_selector("#move")
    ada.wait_for_selector("#move")
    rounds = {"turns": 0, "bids": 0}
    for _ in range(600):
        if ada.locator(".standing").count():
            break
        shown = moves(ada)
        bo.wait_for_function("shown => document.getElementById('move').textContent === shown", arg=shown)
        acting = ada if ada.locator("body.my-turn").count() else bo
        other = bo if acting is ada else ada
        assert not other.locator("body.my-turn").count()
        _play(acting, rounds)
        now = moves(acting)
        other.wait_for_function("now => document.getElementById('move').textContent === now", arg=now)
    ada.wait_for_selector(".standing")
    bo.wait_for_selector(".standing")
    assert ada.locator(".standing li").count() == 2
    assert "gewinn" in bo.inner_text("#menu h2")
    ada.keyboard.press("Home")
    ada.wait_for_selector("body.looking-back")
    assert moves(ada).startswith("0 /")
