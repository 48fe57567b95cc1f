"""Board or market on the stage: switched by the decision, by hand and by key; cards and chart at work."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import stellwerk
from stellwerk.eighteen.actions import BuyShare
from stellwerk.play.core import Pass

from .conftest import PHONE, Visit
from .decisions import same
from .hands import after, bring, moves

FULL = {"width": 1920, "height": 1080}
STORED = Path(__file__).parents[1] / "conformance" / "golden" / "1844-at-439.json"  # a stock turn, the SBB founded

MEASURES = """() => {
  const market = document.getElementById("market").getBoundingClientRect();
  const within = (element) => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.top >= market.top && box.bottom <= market.bottom && box.right <= market.right;
  };
  const pixels = [...document.querySelectorAll("#chart text")].map((text) =>
    Number(text.getAttribute("font-size")) * text.ownerSVGElement.getBoundingClientRect().width
      / text.ownerSVGElement.viewBox.baseVal.width);
  return {
    cards: [...document.querySelectorAll("#market .stock")].filter(within).length,
    chart: within(document.querySelector("#chart svg")),
    smallest: Math.min(...pixels),
  };
}"""
PANEL = """() => {
  const box = (selector) => document.querySelector(selector).getBoundingClientRect();
  return [box(".act").height, box("#menu .foot").bottom];
}"""


def test_board_and_market_share_the_stage(visit: Visit) -> None:
    game = stellwerk.load(STORED.read_text(encoding="utf-8"))
    page = visit(FULL)
    bring(page, game)
    _everything_is_in_view(page)
    _what_is_chosen_stays(page)
    _a_company_is_picked(page)

    wanted = next(
        c for c in game.legal_actions(0) if isinstance(c, BuyShare) and (c.company, c.source) == ("AB", "pool")
    )
    panel = page.evaluate(PANEL)
    before = moves(page)
    page.locator("#market [data-card=AB] .do", has_text="Pool").click()
    after(page, before)
    game.play(wanted)
    same(page, game)

    while not game.state.operating_round:
        assert page.evaluate(PANEL) == panel
        assert page.locator("body.on-market").count() == 1
        seat = game.waiting_for()[0]
        before = moves(page)
        page.click("#menu .foot .do")
        after(page, before)
        game.play(Pass(seat))
    page.wait_for_selector("body:not(.on-market)")  # a company acts
    assert page.locator("#board").is_visible()
    assert page.evaluate(PANEL)[0] == panel[0]
    assert page.locator("[data-tab=companies]").get_attribute("aria-selected") == "true"  # chosen long ago
    same(page, game)

    page.set_viewport_size(PHONE)
    page.click("[data-view=market]")
    assert page.locator("#chart svg").is_visible()
    assert page.locator("#companies .stock").first.is_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def _everything_is_in_view(page: Any) -> None:
    """The chart is whole, and eight cards are seen without scrolling; nothing is too small to be read."""
    assert page.locator("body.on-market").count() == 1
    assert not page.locator("#board").is_visible()
    seen = page.evaluate(MEASURES)
    assert seen["chart"]
    assert seen["cards"] >= 8
    assert seen["smallest"] >= 11
    page.set_viewport_size({"width": 1366, "height": 768})
    assert page.evaluate(MEASURES)["smallest"] >= 9
    page.set_viewport_size(FULL)


def _what_is_chosen_stays(page: Any) -> None:
    """By button or key, also when the page is loaded anew."""
    page.keyboard.press("b")
    assert page.locator("#board").is_visible()
    page.click("[data-tab=companies]")
    page.reload()
    page.wait_for_selector("body:not(.on-market)")
    assert page.locator("[data-tab=companies]").get_attribute("aria-selected") == "true"
    assert page.locator("#companies .stock").first.is_visible()
    page.click("[data-view=market]")
    assert page.locator("#market .stock").first.is_visible()
    assert page.locator("[data-tab=players]").get_attribute("aria-selected") == "true"
    page.keyboard.press("b")
    page.keyboard.press("m")
    assert page.locator("#chart").is_visible()


def _a_company_is_picked(page: Any) -> None:
    """Its arrows are drawn with the prices they lead to, and its choices come first."""
    page.click("#market [data-card=AB] .pick")
    assert page.locator(".ways.shown").get_attribute("data-company") == "AB"
    assert all(page.locator(".why [data-why] b").all_inner_texts())
    assert page.locator("#menu .do.of-picked, #menu .group.of-picked").count() > 0
    page.click("#market [data-card=AB] .pick")
    page.hover(".brand")
    assert page.locator(".ways.shown").count() == 0
