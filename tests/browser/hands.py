"""What hands do at a table: click a button, a hex, a tile, and wait until the game has moved on."""

from __future__ import annotations

import json
from typing import Any

from stellwerk.host.host import Host
from stellwerk.host.imports.import_worker import brought
from stellwerk.host.people.visitors import COOKIE, Visitor, Visitors
from stellwerk.host.storage.rows import Person
from stellwerk.host.tables.table_setup import places
from stellwerk.play.game import Game


def moves(page: Any) -> str:
    """The move that the page shows."""
    return str(page.inner_text("#move"))


def after(page: Any, before: str) -> None:
    """Wait until the page shows another move."""
    page.wait_for_function("before => document.getElementById('move').textContent !== before", arg=before)


def press(page: Any, selector: str) -> None:
    """Click something that takes an action, and see it happen."""
    before = moves(page)
    page.locator(selector).first.click()
    after(page, before)


def prompt(page: Any) -> str:
    """Whose turn it is and what for."""
    return str(page.inner_text(".prompt"))


def lit(page: Any) -> list[str]:
    """The hexes that are lit up."""
    found: list[str] = page.eval_on_selector_all("g.hex.legal", "all => all.map(one => one.dataset.hex)")
    return found


def show_board(page: Any) -> None:
    """Put the board on the stage, if it is not there."""
    page.click("[data-view=board]")
    page.wait_for_selector("body:not(.on-market)")


def open_hex(page: Any, hex_: str) -> None:
    """Click the middle of a hex on the board."""
    show_board(page)
    land = page.wait_for_selector(f'g.hex[data-hex="{hex_}"] > .land', state="attached")
    land.wait_for_element_state("stable")  # the board takes its room when it comes onto the stage
    spot = land.evaluate(
        "land => { const b = land.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2] }"
    )
    page.mouse.click(*spot)
    page.wait_for_selector(f'#hexmenu:not([hidden]) h2:has-text("{hex_}")')


def lay(page: Any, hex_: str) -> None:
    """Lay the first tile that fits."""
    open_hex(page, hex_)
    press(page, "[data-confirm]")


def set_up_by_the_form(page: Any, title: str, *kinds: str) -> str:
    """Lay out a game by the form and return its id."""
    page.goto(f"/titles/{title}")
    page.select_option("[name=players]", str(len(kinds)))
    for seat, kind in enumerate(kinds):
        page.select_option(f"[name=seat{seat}]", kind)
    page.click("#setup button.primary")
    page.wait_for_url("**/games/*")
    return str(page.url.rsplit("/", 1)[-1])


def set_up(page: Any, title: str, *kinds: str) -> str:
    """Lay out a game, have it opened and return its id; what the form does has tests of its own."""
    owner = desk.person(page)
    wanted = [{"kind": kind} for kind in kinds]
    seats = places(owner, title, wanted)
    id_ = desk.host.create(owner, title, seats, {}).row.id
    page.goto(f"/games/{id_}")
    return id_


def bring(page: Any, game: Game) -> None:
    """Lay a game on the table of who looks at the page; what the form does has tests of its own."""
    id_ = desk.host.take_in(desk.person(page), brought(game))
    page.goto(f"/games/{id_}")
    page.wait_for_selector("#move")


class Desk:
    """The server's own side: its games, and who people are by their cookies."""

    host: Host
    visitors: Visitors
    address: str

    def person(self, page: Any) -> Person:
        """Who looks at a page; a newcomer gets a name and a key."""
        keys = [cookie["value"] for cookie in page.context.cookies(self.address) if cookie["name"] == COOKIE]
        known = self.visitors.find(keys[0]) if keys else None
        if known is not None:
            return known
        newcomer = Visitor(self.visitors.new_key(), None, "en")
        person = self.visitors.welcome(newcomer, "")
        page.context.add_cookies([{"name": COOKIE, "value": newcomer.key, "url": self.address}])
        return person


desk = Desk()
"""That of the one server of all tests."""


def take(page: Any, action: dict[str, Any]) -> None:
    """Take just this action, by clicking what a person would click for it."""
    before = moves(page)
    if "hex" in action:
        open_hex(page, action["hex"])
        if "tile" in action:
            wanted = page.locator(_carrying(".turned", action))
            pick = page.locator("#hexmenu .tilepick", has=wanted)
            while not wanted.is_visible() or pick.get_attribute("aria-selected") != "true":
                pick.click()
            page.click("[data-confirm]")
        else:
            page.click(f"#hexmenu {_carrying('.do', action)}")
    else:
        button = page.locator("#menu").locator(_carrying(".do", action))
        unfold(page, _carrying(".do", action))
        button.click()
        if button.locator(".again").count():  # what is given up for good is asked twice
            assert moves(page) == before
            button.click()
    after(page, before)


def unfold(page: Any, selector: str) -> None:
    """Open the groups of the menu in which something lies, the outermost first."""
    for around in page.locator("#menu details", has=page.locator(selector)).all():
        if around.get_attribute("open") is None:
            around.locator("summary").first.click()


def _carrying(selector: str, action: dict[str, Any]) -> str:
    text = json.dumps(action, separators=(",", ":"), ensure_ascii=False).replace("\\", "\\\\").replace("'", "\\'")
    return f"{selector}[data-action='{text}']"


def names(page: Any) -> list[str]:
    """Who sits at the table."""
    found: list[str] = page.eval_on_selector_all(
        "#players .card h3 > span:first-of-type", "all => all.map(one => one.textContent)"
    )
    return found
