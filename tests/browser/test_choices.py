"""The list of choices: how long it is, what follows, amounts at once, keys that wait, and what is said over it."""

from __future__ import annotations

import random
from typing import Any

import stellwerk
from stellwerk import bots

from .conftest import PHONE, Visit
from .hands import bring, moves, set_up

SMALL = {"width": 1366, "height": 768}
OVER_WHAT_IS_LIT = """() => {
  const line = document.getElementById("announced").getBoundingClientRect();
  const under = ({ left, right, top, bottom }) =>
    left < line.right && right > line.left && top < line.bottom && bottom > line.top;
  return [...document.querySelectorAll("g.hex.legal > .land, #hexmenu:not([hidden]), #menu .do")]
    .filter((one) => one.checkVisibility() && under(one.getBoundingClientRect())).length;
}"""


def _laying_track() -> stellwerk.Game:
    game, lots = stellwerk.new("1835", players=["North", "East", "West"], seed=1), random.Random(2)
    while type(game.step).__name__ != "LayStep":
        game.play(bots.choose(game, game.waiting_for()[0], "steady", lots))
    return game


def test_what_is_said_large_lies_over_nothing_that_can_be_chosen_and_leaves_by_itself(visit: Visit) -> None:
    game = _laying_track()
    for size in (SMALL, PHONE):
        page = visit(size)
        page.clock.install()
        page.clock.pause_at("2040-01-01")  # from now on time passes only when this test says so
        bring(page, game)
        page.wait_for_selector("#announced:not([hidden])")
        page.clock.run_for(100)
        assert page.locator("g.hex.legal").count() > 0
        assert page.evaluate(OVER_WHAT_IS_LIT) == 0
        page.clock.run_for(2000)
        assert page.locator("#announced").is_visible()
        page.clock.run_for(1000)
        assert page.locator("#announced").is_hidden()


def test_a_long_list_says_that_more_follows_and_is_filtered_by_words(visit: Visit) -> None:
    page = visit(SMALL)
    set_up(page, "1873", "me", "friend")  # all works and concessions are for sale
    page.wait_for_selector("#below:not([hidden])")
    room = page.locator("#menu").bounding_box()["height"]
    assert room > 320
    more = int(page.inner_text("#below").split()[0])
    page.click("#below")
    page.wait_for_function("room => document.getElementById('menu').clientHeight > room + 100", arg=room)
    page.wait_for_function("more => parseInt(document.getElementById('below').textContent) < more", arg=more)

    offered = page.locator("#menu button.do:not(.foot *)")
    assert offered.count() > 14
    page.keyboard.press("/")
    page.keyboard.type("konigs buy")  # words in any order, with or without their dots
    page.wait_for_selector("#below[hidden]", state="attached")
    seen = [one.inner_text() for one in offered.all() if one.is_visible()]
    assert len(seen) == 1
    assert "Königshütte" in seen[0]
    assert page.locator("#menu .foot .do").is_visible()  # what ends the turn is always there
    page.keyboard.press("Escape")
    assert page.input_value("#filter") == ""
    page.wait_for_selector("#below:not([hidden])")


def test_an_amount_is_chosen_by_quick_buttons(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "friend")
    amount = page.locator("#menu form.range input[type=number]")
    least, most = int(amount.input_value()), int(amount.get_attribute("max"))
    quick = page.locator("#menu .quick button")
    assert quick.all_inner_texts() == ["+1", "+5", f"Limit {most}"]
    quick.nth(0).click()
    assert amount.input_value() == str(least + 1)
    quick.nth(1).click()
    assert amount.input_value() == str(least + 6)
    assert page.locator("#menu form.range input[type=range]").input_value() == str(least + 6)
    quick.nth(2).click()
    quick.nth(1).click()
    assert amount.input_value() == str(most)  # nobody bids more than they have
    page.keyboard.press("Tab")
    page.locator("#menu form.range .do").click()
    page.wait_for_function("() => document.getElementById('move').textContent === '1 / 1'")


def test_quick_amounts_go_in_the_steps_of_the_title(visit: Visit) -> None:
    page = visit()
    set_up(page, "1881", "me", "friend", "friend")
    assert page.locator("#menu .quick button").all_inner_texts()[:2] == ["+10", "+50"]


HOLD_BACK = """() => {
  const ask = window.fetch;
  window.fetch = (url, ...how) => {
    if (!url.includes("/act?")) return ask(url, ...how);
    return new Promise((go) => { window.release = () => go(ask(url, ...how)); });
  };
}"""


def _pressed_at_once(page: Any, *keys: str) -> None:
    """Press keys while the answer to the first one is still on its way: it is held back in the page itself, since
    a browser told to hold back requests may let one pass that is asked for at once."""
    page.evaluate(HOLD_BACK)
    for key in keys:
        page.keyboard.press(key)
    page.wait_for_function("() => window.release && document.body.matches('.acting')")
    page.evaluate("release()")


def test_a_key_pressed_while_the_server_is_asked_is_not_lost(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "friend")
    _pressed_at_once(page, "2", "u")  # take back what is just being done
    page.wait_for_selector("#redo:not([hidden])")
    assert moves(page) == "0 / 0"
    page.keyboard.press("y")
    page.keyboard.press("u")
    page.keyboard.press("y")
    page.wait_for_function("() => document.getElementById('move').textContent === '1 / 1'")
    page.wait_for_selector("#redo[hidden]", state="attached")


def test_a_number_pressed_while_the_server_is_asked_is_no_choice_of_the_next_list(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "friend")
    _pressed_at_once(page, "2", "2")
    page.wait_for_function("() => document.getElementById('move').textContent === '1 / 1'")
    page.keyboard.press("u")
    page.wait_for_function("() => document.getElementById('move').textContent === '0 / 0'")


def test_the_list_of_keys_has_all_of_them(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "friend")
    page.keyboard.press("?")
    listed = page.locator("#keys kbd").all_inner_texts()
    assert {"B", "M", "U", "Y", "A", "R", "/", "?"} <= set(listed)
