"""The board on the page: what is seen of it, the picker beside a hex, the focus after a lay, things that move."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import pytest

import stellwerk
from stellwerk.words import tag

from .conftest import PHONE, Visit
from .hands import after, lit, moves, open_hex

LAPTOP = {"width": 1366, "height": 768}
# A hex, the six around it, and the menu: which of the seven the menu covers.
COVERED = """() => {
  const menu = document.getElementById("hexmenu").getBoundingClientRect();
  const chosen = document.querySelector("g.hex.chosen");
  const [x, y] = [chosen.transform.baseVal[0].matrix.e, chosen.transform.baseVal[0].matrix.f];
  return [...document.querySelectorAll("#board g.hex[data-hex]")].filter((hex) => {
    const at = hex.transform.baseVal[0].matrix;
    return Math.hypot(at.e - x, at.f - y) < 110;
  }).filter((hex) => {
    const land = hex.querySelector(".land").getBoundingClientRect();
    const across = land.left + 2 < menu.right && land.right - 2 > menu.left;
    return across && land.top + 2 < menu.bottom && land.bottom - 2 > menu.top;
  }).map((hex) => hex.dataset.hex);
}"""


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of 1835 in which track is to be laid."""
    game, lots = stellwerk.new("1835", players=["Ada", "Bo", "Cleo"], seed=1), random.Random(2)
    while tag(game.step) != "lay_step":  # type: ignore[arg-type]  # never over so soon
        game.play(game.legal_actions().pick(lots))
    found = tmp_path_factory.mktemp("board") / "game.json"
    found.write_text(game.to_json())
    return found


def _bring(page: Any, file: Path) -> None:
    page.goto("/")
    page.set_input_files("input[type=file]", file)
    page.click(".bring button")  # it is replayed by a process of its own
    page.wait_for_selector("g.hex.legal")


def _box(page: Any) -> list[float]:
    return [float(n) for n in page.get_attribute("#board > svg", "viewBox").split()]


def _drawn(page: Any) -> list[str]:
    """The view box that the drawing came with."""
    found = re.search(r'class="board" viewBox="([^"]*)"', page.request.get(page.url).text())
    assert found
    return found[1].split()


def _detail(page: Any) -> str:
    return str(page.get_attribute("#board > svg", "data-detail"))


def test_what_is_seen_of_the_board_and_where_the_picker_lies(visit: Visit, file: Path) -> None:
    page = visit(LAPTOP, reduced_motion="reduce")
    _bring(page, file)
    whole = _box(page)
    assert _detail(page) == "mid"
    drawn = [float(n) for n in _drawn(page)]
    assert whole[1::2] == pytest.approx(drawn[1::2], abs=0.1)  # from top to bottom: this board is a high one
    for hex_ in {lit(page)[0], lit(page)[-1]}:
        open_hex(page, hex_)
        assert page.evaluate(COVERED) == []
        page.keyboard.press("Escape")
    assert _box(page) == whole

    for _ in range(3):
        page.click("[data-zoom=in]")
    assert _detail(page) == "near"
    page.keyboard.press("Shift+ArrowRight")
    near = _box(page)
    assert near[2] < whole[2] / 2
    page.reload()
    page.wait_for_selector("g.hex.legal")
    assert _box(page) == pytest.approx(near, abs=0.2)
    page.focus("g.hex.legal")  # comes into sight, wherever it is
    page.keyboard.press("Enter")
    page.wait_for_selector("#hexmenu:not([hidden])")
    assert page.evaluate(COVERED) == []
    page.keyboard.press("Escape")
    page.keyboard.press("0")
    assert _box(page) == whole

    # By keys alone: arrows go from hex to hex, and after the lay the focus is where one can go on.
    page.focus("g.hex.legal")
    if len(lit(page)) > 1:
        first = page.evaluate("document.activeElement.dataset.hex")
        for key in ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp"):
            page.keyboard.press(key)
        assert page.evaluate("document.activeElement.matches('g.hex.legal')")
        assert page.locator('g.hex[tabindex="0"]').count() == 1
        assert first in lit(page)
    page.keyboard.press("Enter")
    page.wait_for_selector("#hexmenu .tilepick:focus")
    hex_ = page.inner_text("#hexmenu h2").split("(")[-1].rstrip(")")
    before = moves(page)
    page.keyboard.press("Enter")
    after(page, before)
    assert page.evaluate("document.activeElement.matches('#menu *, g.hex.legal')")
    laid = page.locator(f'g.hex[data-hex="{hex_}"]')
    assert "tile" in str(laid.get_attribute("class"))
    assert page.evaluate("document.getAnimations().length") == 0  # as was asked for
    assert _box(page) == whole


def test_a_tile_settles_and_trains_run_once(visit: Visit, file: Path) -> None:
    page = visit(LAPTOP)
    _bring(page, file)
    open_hex(page, lit(page)[0])
    page.evaluate(
        """() => {
          const animate = Element.prototype.animate;
          window.settled = [];
          Element.prototype.animate = function (...how) {
            settled.push(this.dataset.hex);
            return animate.apply(this, how);
          };
        }"""
    )
    hex_ = page.evaluate("document.querySelector('g.hex.chosen').dataset.hex")
    before = moves(page)
    page.click("[data-confirm]")
    after(page, before)
    assert page.evaluate("settled") == [hex_]

    running = page.evaluate(
        """async () => {
          const way = document.createElementNS("http://www.w3.org/2000/svg", "path");
          way.setAttribute("class", "way");
          way.setAttribute("data-route", "0");
          way.setAttribute("d", "M0 0L600 0");
          document.querySelector("#board > svg").append(way);
          (await import("/static/trains.js")).run();
          return document.querySelectorAll("#board > .trains .train rect").length;
        }"""
    )
    assert running == 3
    page.wait_for_selector("#board > .trains", state="detached")


def test_on_a_phone_a_tap_looks_from_near_and_the_page_scrolls(visit: Visit, file: Path) -> None:
    page = visit(PHONE, has_touch=True, is_mobile=True)
    _bring(page, file)
    whole = _box(page)
    assert _detail(page) == "far"
    touch = "() => getComputedStyle(document.getElementById('board')).touchAction"
    assert page.evaluate(touch) == "pan-y"
    spot = page.locator("g.hex.legal > .land").first.bounding_box()
    page.touchscreen.tap(spot["x"] + spot["width"] / 2, spot["y"] + spot["height"] / 2)
    page.wait_for_selector("#hexmenu:not([hidden])")
    assert _detail(page) != "far"
    assert page.evaluate(COVERED) == []
    page.click("#hexmenu [data-close]")
    assert _box(page) == whole
    page.click("[data-zoom=in]")
    assert page.evaluate(touch) == "none"
