"""A newcomer: two clicks to a running game, on a phone too, in German or English, by day or night."""

from __future__ import annotations

from typing import Any

import pytest

from .conftest import PHONE, Visit
from .hands import lit, moves, press, prompt


@pytest.mark.parametrize("title", ["1835", "chicago-express"])
def test_one_click_to_a_running_game_against_bots(visit: Visit, title: str) -> None:
    page = visit()
    page.goto("/")
    page.click(f'[data-play="{title}"]')
    page.wait_for_url("**/games/*")
    page.wait_for_selector("body.my-turn")
    assert page.locator(".bot").count() == 2
    press(page, "#menu .do.quiet")
    page.wait_for_selector("body.my-turn")
    assert int(moves(page).split(" / ")[0]) >= 3


def test_german_and_english(visit: Visit) -> None:
    page = visit(language="de-DE")
    page.goto("/")
    assert page.locator("html").get_attribute("lang") == "de"
    page.click('[data-play="1835"]')
    page.wait_for_selector("body.my-turn")
    assert "ein Papier des Startpakets kaufen" in prompt(page)
    page.click("a[hreflang=en]")
    page.wait_for_selector("html[lang=en]")
    page.locator(".prompt:has-text('buy a paper of the start packet')").wait_for()


def test_by_night(visit: Visit) -> None:
    page = visit(color_scheme="dark")
    page.goto("/titles/1835")
    page.locator("img.by-night").wait_for()
    page.click("[href='/prefer/theme/dark']")
    page.click("[href='/prefer/theme/light']")
    page.wait_for_selector("html[data-theme=light]")
    page.locator("img.by-day").wait_for()
    assert not page.locator("img.by-night").is_visible()


def test_on_a_phone_nothing_is_wider_than_the_screen(visit: Visit) -> None:
    page = visit(PHONE, has_touch=True)
    page.goto("/")
    _fits(page)
    page.tap('[data-play="chicago-express"]')
    page.wait_for_selector("body.my-turn")
    _fits(page)
    assert page.locator("#board svg").bounding_box()["height"] > 300
    for tab in ("companies", "log", "tables", "players"):
        page.tap(f"[data-tab={tab}]")
        page.locator(f"#{tab}").wait_for()  # it is filled when it is opened
        _fits(page)


def _fits(page: Any) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_back_by_a_private_link(visit: Visit) -> None:
    here, elsewhere = visit(), visit()
    here.goto("/")
    here.click('[data-play="chicago-express"]')
    here.wait_for_url("**/games/*")
    here.goto("/me")
    here.fill("[name=name]", "Ada")
    here.click("[name=link]")
    link = here.input_value(".private input")
    elsewhere.goto(link)
    elsewhere.click("main button.primary")
    elsewhere.locator(".games a").first.wait_for()
    assert elsewhere.inner_text(".me") == "Ada"
    elsewhere.click(".games a >> nth=0")
    elsewhere.wait_for_selector("body.my-turn")


def test_every_legal_hex_and_button_has_words(visit: Visit) -> None:
    page = visit()
    page.goto("/")
    page.click('[data-play="1835"]')
    page.wait_for_selector("body.my-turn")
    bare = page.evaluate(
        "[...document.querySelectorAll('button')].filter(b => !b.textContent.trim() && !b.ariaLabel).length"
    )
    assert bare == 0
    assert page.locator("#board g.hex:not(:has(> title))").count() == 0
    assert lit(page) == []
