"""The spreadsheet beside the board: by its key, sorted by a click, and still so when the game has gone on."""

from __future__ import annotations

from pathlib import Path

import stellwerk

from .conftest import Visit
from .hands import bring
from .test_access import violations

GAME = Path(__file__).parents[1] / "conformance" / "golden" / "1835-at-89.json"


def test_by_its_key_and_sorted(visit: Visit) -> None:
    page = visit()
    bring(page, stellwerk.load(GAME.read_text(encoding="utf-8")))
    page.keyboard.press("s")
    page.wait_for_selector("body.sheet-open #spread-companies")
    heads = page.locator("#spread-companies thead th")
    names = heads.all_inner_texts()
    cash = names.index("cash")

    def column() -> list[float]:
        found: list[float] = page.eval_on_selector_all(
            f"#spread-companies tbody tr > :nth-child({cash + 1})[data-order]",
            "all => all.map(one => Number(one.dataset.order))",
        )
        return found

    as_it_was = column()
    heads.nth(cash).locator("button").click()
    assert column() == sorted(as_it_was, reverse=True)
    assert heads.nth(cash).get_attribute("aria-sort") == "descending"
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("body.looking-back")
    assert column() == sorted(column(), reverse=True)
    heads.nth(cash).locator("button").click()
    assert column() == sorted(column())
    assert violations(page) == []
    page.keyboard.press("?")
    assert page.locator("#keys dt", has_text="S").count()
    page.keyboard.press("Escape")
    page.keyboard.press("l")
    page.wait_for_selector("body:not(.sheet-open) #log:not([hidden])")


def test_a_tab_that_was_away_shows_the_same_as_one_that_was_not(visit: Visit) -> None:
    page = visit()
    bring(page, stellwerk.load(GAME.read_text(encoding="utf-8")))
    page.keyboard.press("ArrowLeft")
    page.wait_for_selector("body.looking-back")
    assert page.locator(":is(#supply, #log, #tables).stale").count() == 3
    asked = "async () => (await (await fetch(`${location.pathname}/view${location.search}`)).json()).fragments"
    whole = page.evaluate(asked)
    for key, name in (("v", "supply"), ("l", "log"), ("s", "tables"), ("p", "players")):
        page.keyboard.press(key)
        page.wait_for_selector(f"#{name}:not([hidden], .stale)")
        shown = page.locator(f"#{name}").evaluate(
            "(part, html) => { const made = document.createElement('div'); made.innerHTML = html;"
            " return [part.innerHTML, made.innerHTML]; }",
            whole[name],
        )
        assert shown[0] == shown[1]
