"""The end of a game: from the table to the page of how it went, and the board to take along."""

from __future__ import annotations

from typing import Any

from stellwerk.testing.golden import played

from .conftest import PHONE, Visit

SMALL_LAPTOP = {"width": 1366, "height": 768}


def _bring(page: Any) -> None:
    """A game of Chicago Express by lot, to its end."""
    page.goto("/")
    text = played("chicago-express").to_json().encode()
    page.set_input_files("input[type=file]", {"name": "game.json", "mimeType": "application/json", "buffer": text})
    page.locator(".bring button").click(no_wait_after=True)
    page.wait_for_url("**/games/*")  # the file is read by a process of its own


def test_from_the_last_move_to_the_page_worth_showing(visit: Visit) -> None:
    page = visit(SMALL_LAPTOP)
    _bring(page)
    link = page.locator("#menu a[href$='/end']")
    box = link.bounding_box()
    assert box["y"] + box["height"] < SMALL_LAPTOP["height"]
    assert page.evaluate(
        "() => { const l = document.querySelector(\"#menu a[href$='/end']\"), b = l.getBoundingClientRect();"
        " return l.contains(document.elementFromPoint(b.x + b.width / 2, b.y + b.height / 2)); }"
    ), "nothing covers it"
    link.click()
    page.wait_for_url("**/end")
    assert page.locator("svg.plot.lines:visible").count() == 1
    assert page.locator("svg.plot.bars").count() == page.locator(".income .small").count() > 3
    table = page.locator(".worth details table")
    assert not table.is_visible()
    page.locator(".worth summary").click()
    assert table.is_visible()

    with page.expect_download() as png:
        page.locator("[data-png]").click()
    assert png.value.suggested_filename.endswith(".png")
    picture = png.value.path().read_bytes()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    assert int.from_bytes(picture[16:20], "big") > 1500, "wide enough to print"
    with page.expect_download() as svg:
        page.locator("a[href*='board.svg']").click()
    assert svg.value.path().read_text(encoding="utf-8").startswith("<svg ")

    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "nothing runs off a phone"
    sizes = page.eval_on_selector_all(
        "svg.plot text",
        "all => all.filter(one => one.checkVisibility()).map(one =>"
        " parseFloat(getComputedStyle(one).fontSize) * one.getScreenCTM().a)",
    )
    assert min(sizes) >= 9
    page.locator(".income summary").click()
    page.locator(".revenues a").last.click()
    page.wait_for_url("**/games/*?at=*")
