"""A server of its own for every test, in a folder that goes away, with bots that answer at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.host.tables import seating
from stellwerk.web.app import create_app


@pytest.fixture(autouse=True)
def _as_seated(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have tests find people where they sat down; those of drawing the order bring lots of their own."""
    monkeypatch.setattr(seating, "LOTS", Mock(sample=lambda places, number: list(places)))


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """No pauses, no processes."""
    return Settings(data=tmp_path / "data", pace=0.0, processes=0, rate=10_000, burst=10_000)


@pytest.fixture
def app(settings: Settings) -> Starlette:
    """The application."""
    return create_app(settings)


@pytest.fixture
def host(app: Starlette) -> Host:
    """Its games."""
    found: Host = app.state.host
    return found


@pytest.fixture
def visit(app: Starlette) -> Iterator[Callable[..., Caller]]:
    """Makes visitors, each with a browser of their own; one loop answers them all, as in a server."""
    with TestClient(app) as first:

        def visitor(**values: Any) -> Caller:
            client = TestClient(app, **values)
            client.portal = first.portal
            return Caller(client)

        yield visitor
        first.close()


SIGNING_OUT = ("/api/token", "/me/renew", "/exit")
"""Addresses that give whoever asks a new key: with the old one nobody is known any more."""


class Caller:
    """Somebody who uses the JSON interface with a token."""

    def __init__(self, client: TestClient, name: str = "") -> None:
        self.client = client
        self.headers: dict[str, str] = {}
        if name:
            self.enter(name)

    def enter(self, name: str) -> Caller:
        """Become a guest."""
        token = self.client.post("/api/guests", json={"name": name}).json()["token"]
        self.headers = {"authorization": f"Bearer {token}"}
        return self

    def get(self, path: str) -> Any:
        """Look at something."""
        answer = self.client.get(f"/api{path}", headers=self.headers)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def post(self, path: str, status: int = 200, **body: Any) -> Any:
        """Ask for a change and expect an answer."""
        answer = self.client.post(f"/api{path}", headers=self.headers, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    def new(self, title: str, *kinds: str, **values: Any) -> str:
        """Lay out a game and return its id."""
        made = self.post("/games", 201, title=title, seats=[{"kind": kind} for kind in kinds], **values)
        id_: str = made["id"]
        return id_

    def choose(self, game: str, number: int = 0) -> Any:
        """Take the n-th legal action."""
        legal = self.get(f"/games/{game}/actions")
        action = legal["choices"][number]["action"]
        return self.post(f"/games/{game}/actions", decision=legal["decision"], action=action)


@pytest.fixture
def ada(visit: Callable[..., Caller]) -> Caller:
    """A guest."""
    return visit().enter("Ada")


@pytest.fixture
def bo(visit: Callable[..., Caller]) -> Caller:
    """Another guest."""
    return visit().enter("Bo")
