"""Passkeys with a real browser and an authenticator that it only imagines: make, come in, replay, remove."""

from __future__ import annotations

import base64
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.door.run import Server

from .conftest import PATIENCE
from .test_access import violations

KEEPER = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def known_as(tmp_path: Path) -> Iterator[str]:
    """A server that knows the address under which it is reached."""
    ear = socket.create_server(("127.0.0.1", 0))
    address = f"http://localhost:{ear.getsockname()[1]}"
    server: Any = Server(create_app(Settings(data=tmp_path, processes=0, address=address)), "127.0.0.1", 0)
    started, startup = threading.Event(), server.startup

    async def told(*args: Any, **values: Any) -> None:
        await startup(*args, **values)
        started.set()

    server.startup = told
    thread = threading.Thread(target=lambda: server.run(sockets=[ear]), daemon=True)
    thread.start()
    assert started.wait(60)
    yield address
    server.should_exit = True
    thread.join(10)
    ear.close()


def test_made_used_once_and_removed(browser: Any, known_as: str) -> None:
    context = browser.new_context(base_url=known_as, locale="en-US")
    context.set_default_timeout(PATIENCE)
    page = context.new_page()
    cdp = context.new_cdp_session(page)
    cdp.send("WebAuthn.enable")
    cdp.send("WebAuthn.addVirtualAuthenticator", {"options": KEEPER})
    page.goto("/me")
    page.fill("form[action='/me/account'] [name=name]", "Ada")
    page.fill("form[action='/me/account'] [name=password]", "a long enough secret")
    page.click("form[action='/me/account'] button")
    page.wait_for_url("**/me?made=1")
    page.click("[data-passkey=make]")
    page.wait_for_url("**/me?saved=1")
    assert page.locator("form[action='/me/passkeys/end']").count() == 1
    assert violations(page) == []
    page.click("form[action='/exit'] button")
    page.goto("/enter")
    assert violations(page) == []
    with page.expect_request("**/enter/passkey") as sent:
        page.click("[data-passkey=enter]")
    page.wait_for_url(f"{known_as}/")
    assert page.inner_text("a.me") == "Ada"

    # What was answered once is worth nothing the second time, nor what somebody else was asked.
    page.click("a.me")
    page.wait_for_url("**/me")
    again = _post(page, "/enter/passkey", json.loads(sent.value.post_data))
    assert (again["status"], again["key"]) == (403, "fault.passkey_late")
    options = _post(page, "/enter/passkey/options", {})
    assert options["rpId"] == "localhost"
    forged = json.loads(sent.value.post_data)
    told = {"type": "webauthn.get", "challenge": options["challenge"], "origin": "https://evil.example"}
    forged["credential"]["response"]["clientDataJSON"] = _letters(json.dumps(told))
    assert _post(page, "/enter/passkey", forged)["key"] == "fault.passkey"
    assert _post(page, "/me/passkeys", forged)["key"] == "fault.passkey_late"

    page.click("form[action='/me/passkeys/end'] button")
    page.wait_for_url("**/me?saved=1")
    assert page.locator("form[action='/me/passkeys/end']").count() == 0
    page.click("form[action='/exit'] button")
    page.goto("/enter")
    page.click("[data-passkey=enter]")
    page.wait_for_selector("#passkey-word:has-text('opens nothing')")
    context.close()


def _post(page: Any, path: str, body: Any) -> Any:
    return page.evaluate(
        """async ([path, body]) => {
          const csrf = document.querySelector("meta[name=csrf]").content;
          const headers = { "content-type": "application/json", accept: "application/json", "x-csrf": csrf };
          const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
          return { ...(await answer.json()), status: answer.status };
        }""",
        [path, body],
    )


def _letters(text: str) -> str:
    return base64.urlsafe_b64encode(text.encode()).rstrip(b"=").decode()
