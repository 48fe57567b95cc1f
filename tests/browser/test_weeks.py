"""A game of 1844 in two browsers as over weeks: auction, bids beforehand, consent, a restart, somebody away.

The long middle is played by lot while the server is down, and the last decision is clicked again.
"""

from __future__ import annotations

import random
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
import pytest

from stellwerk.host import moves as clocks
from stellwerk.host.clocks import timekeeper
from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.play.forced import forced_pass
from stellwerk.view.texts import text
from stellwerk.web.app import create_app
from stellwerk.web.door.run import Server

from .conftest import Visit
from .hands import press
from .test_meet import until

SMALL = {"width": 1000, "height": 700}
DAY = 86_400
MOST = "167"
PAST = "gone => Number(document.getElementById('move').textContent.split(' ')[0]) > gone"


@contextmanager
def _serving(folder: Path, port: int) -> Iterator[Any]:
    """A server until this ends; the next one goes on with its data at the same port."""
    app = create_app(Settings(data=folder, pace=0.0, calm=0.0, processes=0, rate=1000, burst=10_000))
    server: Any = Server(app, "127.0.0.1", port)
    started, startup = threading.Event(), server.startup

    async def told(*args: Any, **values: Any) -> None:
        await startup(*args, **values)
        started.set()

    server.startup = told
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    assert started.wait(60)
    yield app.state
    server.should_exit = True
    thread.join()


def _bid(page: Any, amount: int) -> None:
    page.fill("#menu .range input[type=number]", str(amount))
    press(page, "#menu .range .do")


def _play_on(folder: Path, id_: str) -> None:
    """Play by lot until the last decision of a person, with the server down, and write it all at once."""
    host = Host(Settings(data=folder, processes=0))
    live = host.open(id_)
    game, lots = live.game.copy(), random.Random(5)
    while not game.over:
        game.play(forced_pass(game) or game.legal_actions().pick(lots))
    played = game.actions[len(live.game.actions) :]
    last = max(place for place, action in enumerate(played) if action.seat < 2)
    entries = [msgspec.json.encode(action) for action in played[:last]]
    host.storage.extend(id_, live.number + 1, entries, None, False, (played[last].seat,))
    host.close()


def _meet(ada: Any, bo: Any) -> str:
    """Ada lays the table out by the form, with a clock; Bo sits down by its link. The game's id."""
    ada.goto("/titles/1844")
    ada.fill("[name=name]", "Ada")
    ada.select_option("[name=seat1]", "open")
    ada.locator("details", has=ada.locator("[name=clock]")).locator("summary").click()
    ada.select_option("[name=clock]", "daily:1")
    ada.click("#setup button.primary")
    ada.wait_for_url("**/games/*")
    id_ = str(ada.url.rsplit("/", 1)[-1])
    bo.goto(f"/games/{id_}")
    bo.fill("[name=name]", "Bo")
    bo.click("button.primary")
    for page in (ada, bo):
        page.wait_for_selector("#move")
    return id_


def _order(page: Any) -> None:
    """Bid up to so much beforehand."""
    page.fill(".order [name=most]", MOST)
    page.click(".order button")
    page.wait_for_selector(".ordered:not(.over) button")


def _mine(page: Any) -> None:
    page.wait_for_selector("body.my-turn")


@pytest.fixture
def port() -> Iterator[int]:
    """A port for one server after another; nobody else gets it while none of them listens."""
    with socket.socket() as held:
        held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        held.bind(("127.0.0.1", 0))
        yield int(held.getsockname()[1])


@pytest.mark.long
def test_a_game_of_1844_over_weeks(
    visit: Visit, port: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timekeeper, "LOOKS", 0.1)
    base = f"http://127.0.0.1:{port}"
    ada, bo = (visit(SMALL, tongue, base_url=base) for tongue in ("en-US", "de-DE"))
    with _serving(tmp_path, port):
        id_ = _meet(ada, bo)
        bo.click(".tools [data-meet=orders]")
        _order(bo)
        _bid(ada, 30)
        until(ada, "3 / 3")  # Bo has bid by himself, and the bot has answered
        until(bo, "3 / 3")
        assert MOST not in ada.inner_text("body")
        ada.keyboard.press("t")
        ada.click("#meet [data-meet=agree]")
        ada.fill(".ask [name=keep]", "0")
        ada.click(".ask button")
        bo.click("#meet [data-meet=agree]")
        bo.locator(".asks button").first.click()
        until(ada, "0 / 0")
        until(bo, "0 / 0")
        ada.keyboard.press("Escape")
        bo.click("#meet [data-meet=orders]")
        _order(bo)  # what was taken back had ended the first one
    with _serving(tmp_path, port) as state:
        _bid(ada, 40)
        until(ada, "3 / 3")
        until(bo, "3 / 3")  # his page has found the server again, and his order stands
        press(ada, "#menu .do.quiet")
        host: Host = state.host
        live = host.open(id_)
        for page in (ada, bo):
            until(page, f"{len(live.game.actions)} / {len(live.game.actions)}")
        now = clocks.now
        while live.game.waiting_for() != (1,):
            _mine(ada)
            press(ada, "#menu .do.quiet")
            host.settled(id_)
        _mine(bo)
        gone = len(live.game.actions)
        monkeypatch.setattr(clocks, "now", lambda: now() + 2 * DAY)
        ada.wait_for_function(PAST, arg=gone)
        ada.click("[data-tab=log]")
        ada.wait_for_selector(f"#log:has-text('{text('log.late', 'en')}')")
    _play_on(tmp_path, id_)
    with _serving(tmp_path, port) as state:
        for page in (ada, bo):
            page.reload()
        last = (ada, bo)[state.host.open(id_).game.waiting_for()[0]]
        _mine(last)
        last.locator("#menu .do").first.click()
        for page in (ada, bo):
            page.wait_for_selector(".standing li")
        assert ada.locator(".standing li").count() == 3
        assert "gewinn" in bo.inner_text("#menu h2")
