"""Access for everybody, as axe-core judges it: every page, by day and by night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import stellwerk

from .conftest import PHONE, Visit
from .hands import bring, set_up

axe = pytest.importorskip(
    "axe_playwright_python.sync_playwright", reason="tests of access need axe: pip install 'stellwerk[browser]'"
)
TITLES = stellwerk.title_ids()
GOLDEN = Path(__file__).parents[1] / "conformance" / "golden"


ASKED_FOR = ("label-content-name-mismatch",)
"""Rules that newer releases of axe-core ask about by themselves, and older ones only on request."""


def violations(page: Any) -> list[str]:
    """What axe-core finds fault with, each with the first places."""
    options = {"resultTypes": ["violations"], "rules": {rule: {"enabled": True} for rule in ASKED_FOR}}
    found = axe.Axe().run(page, options=options).response["violations"]
    return [f"{one['id']}: {', '.join(node['html'][:160] for node in one['nodes'][:3])}" for one in found]


def check(page: Any) -> None:
    """Both themes of the page that is open."""
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        assert violations(page) == [], f"{page.url} {scheme}"


@pytest.mark.long
def test_pages_around_the_table(visit: Visit) -> None:
    page = visit()
    set_up(page, "chicago-express", "me", "open")
    check(page)
    page.route("**/nowhere", lambda route: route.fulfill(response=route.fetch(), status=200))  # no noise about 404
    for address in (
        "/",
        "/titles/1835",
        "/titles/1835/learn",
        "/titles/1844/rules",
        "/me",
        "/tables",
        "/tournaments",
        "/api",
        "/nowhere",
    ):
        page.goto(address)
        check(page)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_tables(visit: Visit, title: str) -> None:
    page = visit()
    set_up(page, title, "me", "friend", "friend")
    check(page)
    for tab in page.eval_on_selector_all("[data-tab]:not([hidden])", "all => all.map(one => one.dataset.tab)"):
        page.click(f"[data-tab={tab}]")
        assert violations(page) == [], tab
    page.click("[data-view=board]")
    check(page)


@pytest.mark.long
@pytest.mark.parametrize("title", TITLES)
def test_tables_some_way_into_a_game(visit: Visit, title: str) -> None:
    page = visit()
    games = sorted(GOLDEN.glob(f"{title}-at-*.json"), key=lambda file: int(file.stem.rpartition("-")[2]))
    for stored in games[1:2]:  # some way, but short enough to be soon brought along
        bring(page, stellwerk.load(stored.read_text(encoding="utf-8")))
        assert violations(page) == [], stored.name
        page.click("[data-view=board]")
        places = page.locator("#menu button[data-hex]")
        if places.count():  # what can be done on a hex, or the tiles that fit
            places.first.evaluate("one => one.click()")  # it may lie in a group that is closed
            page.wait_for_selector("#hexmenu:not([hidden])")
        assert violations(page) == [], stored.name


@pytest.mark.long
def test_on_a_phone_everything_is_large_enough_for_a_thumb(visit: Visit) -> None:
    page = visit(PHONE, has_touch=True)
    for title in TITLES:
        set_up(page, title, "me", "friend", "friend")
        assert small(page) == [], title
        assert violations(page) == [], title


def small(page: Any) -> list[str]:
    """Controls that are less than 44 pixels high or wide; links within text are read, not tapped at."""
    found: list[str] = page.eval_on_selector_all(
        "button, input, select, summary, [role=tab], .button, nav a",
        """all => all.filter(one => one.checkVisibility() && one.getAttribute("aria-hidden") !== "true")
          .map(one => /checkbox|radio/.test(one.type) ? (one.closest("label") ?? one) : one) // with its words
          .map(one => [one, one.getBoundingClientRect()])
          .filter(([, box]) => box.width > 0 && (box.height < 43.5 || box.width < 43.5))
          .map(([one, box]) => `${one.outerHTML.slice(0, 90)} ${box.width.toFixed()}×${box.height.toFixed()}`)""",
    )
    return found
