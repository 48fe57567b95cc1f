"""A whole lesson by clicks: whoever presses nothing but what is ringed gets through it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from .conftest import Visit
from .hands import after, moves

SMALL = {"width": 900, "height": 640}  # less to paint, and still a board beside its side
SHOWN = "#lesson [data-page]:not([hidden])"
WAITS = """() => {
  const page = document.querySelector("#lesson [data-page]:not([hidden])");
  return page && !page.querySelector(".waiting") && !document.body.classList.contains("acting");
}"""
STATE = """() => {
  const ringed = document.querySelector("#menu .lesson-ring, #hexmenu .lesson-ring");
  return `${ringed?.innerHTML} ${document.querySelector("#hexmenu .what")?.textContent}`;
}"""
SPOT = """() => {
  const mark = document.querySelector("g.lesson-mark");
  const box = mark?.checkVisibility({ visibilityProperty: true }) && mark.getBoundingClientRect();
  return box && box.width && [box.x + box.width / 2, box.y + box.height / 2];
}"""
RINGED = "#menu .lesson-ring, #hexmenu .lesson-ring"


def _shown(page: Any) -> tuple[int, dict[str, Any]]:
    """The step that is shown as soon as nobody else is moving, and the action it waits for."""
    page.wait_for_function(WAITS)
    found = page.locator(SHOWN)
    wanted = found.get_attribute("data-wanted")
    return int(found.get_attribute("data-page")), json.loads(wanted) if wanted else {}


def _press_what_is_ringed(page: Any, wanted: dict[str, Any]) -> None:
    """Press one ringed thing after another until the action is taken."""
    before = moves(page)
    while True:
        page.wait_for_selector(f"{RINGED}, g.lesson-mark")
        amount = page.locator("form.lesson-ring input[type=number]")
        if amount.count():
            amount.fill(str(wanted[page.get_attribute("form.lesson-ring", "data-field")]))
            page.click("form.lesson-ring button.do")
            break
        if "hex" in wanted and page.is_hidden("#hexmenu"):
            page.mouse.click(*page.wait_for_function(SPOT).json_value())
            page.wait_for_selector("#hexmenu .lesson-ring")
            continue
        ringed = page.locator(RINGED).first
        last = ringed.evaluate("one => one.matches('.do, [data-confirm]')")
        state = page.evaluate(STATE)
        ringed.click()
        if last:
            break
        page.wait_for_function(f"before => ({STATE})() !== before", arg=state)
    after(page, before)


@pytest.mark.long
def test_a_whole_lesson_by_pressing_what_is_ringed(visit: Visit) -> None:
    page = visit(SMALL)
    page.goto("/titles/1844/learn")
    page.click("[data-lesson]")
    page.wait_for_selector("#lesson .lesson-ring, .tabs .lesson-ring")
    # Reading on and back; a reload shows the page where one was.
    assert "Step 1 of 14" in page.inner_text("#lesson")
    assert page.is_disabled('[data-lesson-turn="-1"]')
    page.click('[data-lesson-turn="1"]')
    page.reload()
    page.wait_for_selector("form.lesson-ring")
    assert "Step 2 of 14" in page.inner_text("#lesson")
    assert not page.is_visible('[data-lesson-turn="1"]'), "it goes on when it is done"
    # Another way, and back.
    page.click("#menu .do.quiet")
    page.click('[data-lesson-post="back"]')
    page.wait_for_selector("form.lesson-ring")
    done = []
    while True:
        number, wanted = _shown(page)
        if wanted:
            _press_what_is_ringed(page, wanted)
            done.append(number)
        elif page.is_visible("[data-last]"):
            break
        else:
            page.click('[data-lesson-turn="1"]')
    # Seventeen moves in eleven steps, and one pass that is made for the learner; the others are read.
    assert (len(done), sorted(set(done))) == (17, [1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    assert "Step 14 of 14" in page.inner_text("#lesson")
    page.click('[data-lesson-turn="-1"]')
    assert "done" in page.inner_text("#lesson .lesson-count:visible")
    page.click('[data-lesson-turn="1"]')
    page.click("[data-last]")
    page.wait_for_function("() => !document.querySelector('#lesson .guide')")
    assert page.locator(".lesson-ring, .lesson-mark").count() == 0
    assert page.locator("#menu .do").count() > 0, "the game goes on"
