"""Looking: the lobby at a glance, cards whole, a stage that is used, hexes for everybody, rules to be read."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import stellwerk

from .conftest import PHONE, Visit
from .hands import bring, open_hex, set_up, show_board

LAPTOP = {"width": 1366, "height": 768}
GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"
MOMENTS = ("1835-at-535", "1844-at-439", "1873-at-97", "1881-at-240", "chicago-express-at-63")
TITLES = stellwerk.title_ids()
CUT = """selector => [...document.querySelectorAll(selector)]
  .filter((one) => one.clientWidth > 1 && one.checkVisibility({ visibilityProperty: true }))
  .filter((one) => getComputedStyle(one).overflowX === "hidden")
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 2)
  .map((one) => `${one.className}: ${one.textContent.trim().slice(0, 60)}`)"""


def _bring(page: Any, moment: str) -> None:
    bring(page, stellwerk.load((GOLDEN / f"{moment}.json").read_text(encoding="utf-8")))


# The lobby ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("language", ["en-US", "de-DE"])
def test_all_titles_are_seen_at_a_glance_with_their_pictures(visit: Visit, language: str) -> None:
    page = visit(LAPTOP, language)
    page.goto("/")
    feet = page.eval_on_selector_all(".title-card", "all => all.map(one => one.getBoundingClientRect().bottom)")
    assert len(feet) == len(TITLES)
    assert max(feet) <= LAPTOP["height"]
    assert page.locator(".title-card .picture svg").count() == len(TITLES), "they come with the page"
    assert page.locator(".title-card img").count() == 0


def test_who_has_not_played_yet_is_led_to_a_lesson(visit: Visit) -> None:
    page = visit(LAPTOP)
    page.goto("/")
    assert page.locator(".title-card [data-lesson].primary").count() == len(TITLES)
    assert page.locator(".title-card [data-play].primary").count() == 0
    set_up(page, "chicago-express", "me", "bot")
    page.goto("/")
    assert page.locator(".title-card [data-lesson].primary").count() == 0
    assert page.locator(".title-card [data-play].primary").count() == len(TITLES)


# The table ----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("moment", MOMENTS)
def test_cards_and_prompts_are_whole_and_nothing_overlaps(visit: Visit, moment: str) -> None:
    page = visit(LAPTOP, "de-DE")
    _bring(page, moment)
    for view in ("market", "board"):
        page.click(f"[data-view={view}]")
        assert page.evaluate(CUT, ".card, .card *, .prompt, .prompt *") == [], view
    page.click("#widen")
    bar = page.eval_on_selector_all(
        ".history > *, .bar > *",
        """all => all.filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect())
          .map((box) => [box.left, box.right, box.top])""",
    )
    stage = page.evaluate("document.querySelector('.stage').getBoundingClientRect().right")
    assert all(right <= stage + 1 for _, right, _ in bar)
    for (_, right, top), (left, _, below) in pairwise(bar):
        assert top != below or right <= left + 1, "beside each other, not over each other"


@pytest.mark.parametrize("moment", MOMENTS)
def test_the_head_of_a_phone_is_low_and_whole(visit: Visit, moment: str) -> None:
    page = visit(PHONE, "de-DE", has_touch=True)
    _bring(page, moment)
    assert page.evaluate("document.querySelector('.top').getBoundingClientRect().height") <= 100
    assert page.evaluate(CUT, ".prompt, .prompt *") == []
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_the_strip_of_what_happened_begins_within_the_narrowest_phone(visit: Visit) -> None:
    page = visit({"width": 360, "height": 740}, "de-DE", has_touch=True)
    _bring(page, "1881-at-240")
    page.wait_for_selector("[data-since=clear]:not([hidden])")
    begins, ends, tools = page.evaluate("""() => {
      const range = document.createRange();
      const more = document.querySelector(".since-more");
      range.selectNodeContents(more);
      const tools = document.querySelector(".since-tools").getBoundingClientRect();
      return [range.getBoundingClientRect().left, more.getBoundingClientRect().right, tools.left];
    }""")
    assert begins > 0
    assert ends <= tools + 1
    assert page.evaluate("getComputedStyle(document.querySelector('.since-more')).overflowX") == "hidden"


def test_a_market_at_its_beginning_and_a_spreadsheet_are_no_wider_than_a_phone(visit: Visit) -> None:
    page = visit(PHONE, "de-DE", has_touch=True)
    within = "document.documentElement.scrollWidth <= innerWidth"
    bring(page, stellwerk.new("1873", ["Friederike Fahrdienst", "Bo Betriebsleiter", "Cyrill Überholgleis"]))
    page.click("[data-view=market]")
    page.wait_for_selector(".side > #holdings table")
    assert page.evaluate(within)
    _bring(page, "1844-at-439")
    page.goto(page.url.partition("?")[0] + "/sheet")
    page.wait_for_selector(".spread")
    assert page.evaluate(within)


def test_cards_lie_beside_a_board_that_leaves_room_for_them(visit: Visit) -> None:
    page = visit(LAPTOP)
    _bring(page, "1835-at-535")
    show_board(page)
    used = "document.getElementById('board').clientWidth + document.getElementById('beside').clientWidth"
    stage = page.evaluate("document.querySelector('.scene').clientWidth")
    assert page.locator("#beside .stock").first.is_visible()
    assert page.locator("#beside #runs").is_visible(), "what has been run stands there, too"
    assert page.evaluate(used) >= stage - 2
    drawn = page.evaluate("document.querySelector('#board svg').getBoundingClientRect().width")
    assert drawn < 0.6 * stage
    page.click("#share")  # whoever wants the board alone
    assert not page.locator("#beside").is_visible()
    page.reload()
    assert not page.locator("#beside").is_visible()
    page.click("[data-tab=companies]")
    assert page.locator("#companies .stock").first.is_visible()
    page.click("#share")
    assert page.locator("#beside .stock").first.is_visible()
    page.keyboard.press("m")
    assert page.locator("#market .stock").first.is_visible()
    _bring(page, "1844-at-439")  # its board has the shape of the stage
    show_board(page)
    assert not page.locator("#beside").is_visible()
    assert not page.locator("#share").is_visible()


def test_watchers_and_those_who_look_back_open_hexes(visit: Visit) -> None:
    page = visit()
    game = set_up(page, "1881", "me", "friend", "friend")
    watcher = visit()
    watcher.goto(f"/games/{game}")
    open_hex(watcher, "F9")
    assert "Herzberge" in watcher.inner_text("#hexmenu .says")
    assert "nothing to do" not in watcher.inner_text("#hexmenu")
    page.goto(f"/games/{game}?at=0")
    open_hex(page, "F9")
    assert "Herzberge" in page.inner_text("#hexmenu .says")


def test_the_paragraph_of_a_refusal_leads_to_what_it_says(visit: Visit) -> None:
    page = visit()
    _bring(page, "1835-at-89")
    link = page.locator("#menu .impossible cite a").first
    assert link.count() == 1
    there = link.get_attribute("href")
    assert there.startswith("/titles/1835/rules#")
    page.goto(there)
    assert page.locator(".paragraphs div:target dd").inner_text()


# Lessons ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("title", TITLES)
def test_the_first_page_of_a_lesson_has_the_board_on_the_stage(visit: Visit, title: str) -> None:
    page = visit(LAPTOP)
    page.goto(f"/titles/{title}")
    page.click("[data-lesson]")
    page.wait_for_selector("#lesson [data-page]:not([hidden])")
    assert page.locator("#board svg").is_visible()
    assert page.locator("body.on-market").count() == 0


def test_a_table_is_printed_whole_and_dark_on_white(visit: Visit) -> None:
    page = visit(color_scheme="dark")
    set_up(page, "1844", "me", "friend", "friend")
    page.wait_for_selector("#players .card")
    show_board(page)
    page.emulate_media(media="print", color_scheme="dark")
    for shown in ("#board > svg", "#players .card"):
        page.wait_for_selector(shown)
    for hidden in (".tools", ".history", ".prefs", ".tabbar"):
        page.wait_for_selector(hidden, state="hidden")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    board, cards = (page.locator(one).first.bounding_box() for one in ("#board", "#players"))
    assert cards["y"] >= board["y"] + board["height"]  # below each other, and not cut off by the screen
    page.keyboard.press("m")
    page.wait_for_selector("#chart svg")
    page.wait_for_selector("#board", state="hidden")
