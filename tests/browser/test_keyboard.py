"""Without a mouse: everything that is needed to play is reached by Tab, Enter and a few letters."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import Visit
from .hands import after, lit, moves, prompt, set_up


def _tab_to(page: Any, selector: str, most: int = 120) -> None:
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"{selector} cannot be reached by Tab")


def _press(page: Any, key: str = "Enter") -> None:
    before = moves(page)
    page.keyboard.press(key)
    after(page, before)


@pytest.mark.long
def test_from_the_lobby_to_the_first_locomotive_without_a_mouse(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    _tab_to(page, '[data-play="chicago-express"]')
    page.keyboard.press("Enter")
    page.wait_for_selector("body.my-turn")
    _tab_to(page, "#menu input[type=number]")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('move').textContent !== '0 / 0'")

    set_up(page, "chicago-express", "me", "friend")
    for _ in range(4):  # a share each for the lowest bid
        _tab_to(page, "#menu input[type=number]")
        _press(page)
        page.wait_for_selector("#menu .do.quiet")
        _tab_to(page, "#menu .do.quiet")
        _press(page)
    assert "dial" in prompt(page) or "choose" in prompt(page)
    _press(page, "2")  # the second choice of the menu: expansion
    hexes = lit(page)
    assert hexes
    _tab_to(page, "g.hex.legal")
    page.keyboard.press("Enter")
    page.wait_for_selector("#hexmenu:not([hidden]) .do:focus")
    _press(page)
    assert page.locator("#log").count() == 1


def test_arrows_look_back_and_tabs_are_tabs(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "friend")
    _tab_to(page, "#menu .do.quiet")
    _press(page)
    page.keyboard.press("Escape")
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("body.looking-back")
    page.keyboard.press("End")
    page.wait_for_selector("body:not(.looking-back)")
    page.keyboard.press("b")  # on the market the cards of companies are on the stage
    _tab_to(page, "[role=tab]")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.dataset.tab") == "companies"
    assert page.locator("#companies").is_visible()
