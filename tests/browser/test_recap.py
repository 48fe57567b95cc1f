"""What happened: the strip, marks on the board, what is said large, and moves shown one after another."""

from __future__ import annotations

import json
from typing import Any
from urllib.request import Request, urlopen

from .conftest import PHONE, Visit
from .hands import moves, press, set_up


class Friend:
    """Somebody at another screen, who acts by the JSON interface."""

    def __init__(self, address: str, game: str, name: str) -> None:
        self.address, self.game, self.headers = address, game, {"content-type": "application/json"}
        token = self._ask("/api/guests", name=name)["token"]
        self.headers["authorization"] = f"Bearer {token}"
        self._ask(f"/api/games/{game}/seats")

    def _ask(self, path: str, **body: Any) -> Any:
        request = Request(self.address + path, json.dumps(body).encode(), self.headers, method="POST")
        with urlopen(request) as answer:
            return json.load(answer)

    def act(self, **action: Any) -> None:
        request = Request(f"{self.address}/api/games/{self.game}/actions", headers=self.headers)
        with urlopen(request) as answer:
            decision = json.load(answer)["decision"]
        self._ask(f"/api/games/{self.game}/actions?quiet=1", decision=decision, action=action)


def shows(page: Any, at: int, of: int) -> None:
    """Wait until the page shows this move."""
    page.wait_for_function("text => document.getElementById('move').textContent === text", arg=f"{at} / {of}")


def marked(page: Any) -> list[str]:
    """The hexes that are marked as changed."""
    found: list[str] = page.eval_on_selector_all("g.hex.changed", "all => all.map(one => one.dataset.hex)")
    return found


def test_others_moves_are_shown_one_by_one_and_told_afterwards(visit: Visit, address: str) -> None:
    """Bo buys Bergisch-Märkische, which begins in Düsseldorf (H2), Cleo buys Leipzig-Dresdner."""
    page = visit(watch=True)
    page.clock.install()
    game = set_up(page, "1835", "me", "open", "open")
    page.goto("/")  # the page that waits would look again by itself, just when this test does
    bo, cleo = Friend(address, game, "Bo"), Friend(address, game, "Cleo")
    page.goto(f"/games/{game}")
    page.clock.pause_at("2040-01-01")  # from now on time passes only when this test says so
    page.click('.do[data-action*="\\"NF\\""]')
    shows(page, 1, 1)
    assert page.locator("#caption").is_hidden()

    bo.act(type="buy_paper", seat=1, paper="V1")
    cleo.act(type="buy_paper", seat=2, paper="LD")
    assert moves(page) == "1 / 1"
    page.clock.run_for(800)
    shows(page, 2, 3)
    assert page.inner_text("#caption").startswith("Bo buys Bergisch-Märkische for 80 M.")
    assert marked(page) == ["H2"]
    assert page.locator("body.my-turn, body.looking-back").count() == 0
    assert page.locator("#announced").is_hidden()
    page.keyboard.press("Escape")
    shows(page, 3, 3)
    page.wait_for_selector("body.my-turn")
    assert page.locator("#caption").is_hidden()
    assert page.inner_text("#announced p") == "Bergisch-Märkische starts operating."
    assert marked(page) == ["H2"]

    page.click("[data-since=more]")
    told = page.eval_on_selector_all("#since-list .since-row", "all => all.map(one => one.innerText)")
    assert [line.split("\n")[0] for line in told] == ["Money", "Bo", "Cleo"]
    assert "bought Leipzig-Dresdner Bahn for 190 M" in told[2]
    page.keyboard.press("Escape")

    page.click("[data-since=play]")
    shows(page, 2, 3)
    assert page.url.endswith("?at=2")
    assert page.locator("body.looking-back").count() == 1
    page.mouse.click(700, 600)
    page.clock.run_for(5000)
    assert moves(page) == "2 / 3"  # who has clicked stays there
    page.keyboard.press("End")
    shows(page, 3, 3)
    page.click("[data-since=play]")
    shows(page, 2, 3)
    page.clock.run_for(1100)
    shows(page, 3, 3)
    assert page.url.endswith(game)

    page.click("[data-since=clear]")
    assert marked(page) == []
    press(page, "#menu .do.quiet")
    assert page.locator("#announced").is_hidden()
    page.reload()
    page.wait_for_selector("#since")
    assert page.locator("#announced").is_hidden()


def test_who_wishes_is_taken_to_the_last_move_at_once(visit: Visit, address: str) -> None:
    page = visit(PHONE, language="de-DE", watch=True, has_touch=True)
    page.clock.install()
    game = set_up(page, "1835", "me", "open", "open")
    page.goto("/")  # the page that waits would look again by itself, just when this test does
    bo, cleo = Friend(address, game, "Bo"), Friend(address, game, "Cleo")
    page.goto(f"/games/{game}")
    page.clock.pause_at("2040-01-01")
    page.tap("[data-since=more]")
    page.uncheck("[data-watch]")
    press(page, "#menu .do.quiet")
    bo.act(type="buy_paper", seat=1, paper="NF")
    cleo.act(type="buy_paper", seat=2, paper="V1")
    shows(page, 3, 3)
    page.wait_for_selector("body.my-turn")
    assert page.inner_text("#announced p") == "Bergisch-Märkische geht in Betrieb."
    height = page.locator("#since").bounding_box()["height"]
    page.tap("#announced button")
    assert page.locator("#announced").is_hidden()
    assert page.locator("#since").bounding_box()["height"] == height
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
