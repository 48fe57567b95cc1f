"""A server and a real browser. Where there is no browser the tests say so and are skipped."""

from __future__ import annotations

import shutil
import socket
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest

sync_api = pytest.importorskip(
    "playwright.sync_api", reason="browser tests need Playwright: pip install 'stellwerk[browser]'"
)
pytest.importorskip("uvicorn", reason="browser tests need the server: pip install 'stellwerk[server]'")

ARGS = [
    "--no-sandbox",
    "--headless",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first of these that is installed; the one without windows starts and paints quicker."""
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}
PATIENCE = 120_000
"""Milliseconds for what happens at once, but for a machine that is busy: only what never happens takes so long."""


def _chromium() -> str:
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    if found is None:
        pytest.skip("browser tests need Chromium, on Debian: apt-get install chromium-headless-shell")
    return found


@pytest.fixture(scope="package")
def browser() -> Iterator[Any]:
    """One browser for all tests."""
    program = _chromium()
    with sync_api.sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=ARGS)
        yield running
        running.close()


@pytest.fixture(autouse=True)
def _as_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tests find people where they sat down."""
    from stellwerk.host.tables import seating

    monkeypatch.setattr(seating, "LOTS", Mock(sample=lambda places, number: list(places)))


@pytest.fixture(scope="package")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server on a free port, with bots that answer at once."""
    from stellwerk.host.limits.quotas import Quotas
    from stellwerk.host.settings import Settings
    from stellwerk.web.app import create_app
    from stellwerk.web.door.run import Server

    from .hands import desk

    ear = socket.create_server(("127.0.0.1", 0))  # taken from now on: a port that is only free may be gone
    port = ear.getsockname()[1]
    folder: Path = tmp_path_factory.mktemp("games")
    many = 10_000  # all tests come from one address
    crowd = Quotas(
        files=many,
        address_games=many,
        address_seats=many,
        address_bots=many,
        address_files=many,
        address_guests=many,
    )
    app = create_app(Settings(data=folder, pace=0.0, calm=0.0, processes=0, rate=1000, burst=10_000, quotas=crowd))
    desk.host, desk.visitors, desk.address = app.state.host, app.state.visitors, f"http://127.0.0.1:{port}"
    server: Any = Server(app, "127.0.0.1", port)
    thread = threading.Thread(target=lambda: server.run(sockets=[ear]), daemon=True)
    started = threading.Event()
    startup = server.startup

    async def told(*args: Any, **values: Any) -> None:
        await startup(*args, **values)
        started.set()

    server.startup = told
    thread.start()
    assert started.wait(60)
    yield desk.address
    server.should_exit = True
    thread.join(10)
    ear.close()


Visit = Callable[..., "Any"]


@pytest.fixture
def visit(browser: Any, address: str) -> Iterator[Visit]:
    """Opens pages, each in a context of its own: another person, another browser. No page may report an error."""
    contexts: list[Any] = []
    faults: list[str] = []

    def open_page(size: dict[str, int] = WIDE, language: str = "en-US", watch: bool = False, **values: Any) -> Any:
        context = browser.new_context(viewport=size, locale=language, **{"base_url": address, **values})
        if not watch:  # others' moves at once, so that no test waits for them
            context.add_init_script("try { localStorage.setItem('watch', 'jump') } catch {}")
        context.set_default_timeout(PATIENCE)
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("console", lambda message: faults.append(message.text) if message.type == "error" else None)
        return page

    yield open_page
    for context in contexts:
        context.close()
    expected = ("409", "422", "ERR_INCOMPLETE_CHUNKED", "ERR_CONNECTION")
    assert [fault for fault in faults if not any(known in fault for known in expected)] == []
