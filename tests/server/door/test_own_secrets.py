"""Orders and notes that stand at once: every byte to all others is read, also after a restart."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app

from ..conftest import SIGNING_OUT, Caller
from ..tables.test_orders import act, bid_up_to
from .test_secrets import FILLED, Listener, _got, _routes

MOST = {"Bo": 187, "Cleo": 173}
"""Maxima that nothing else on the table comes to."""
NOTES = {"Bo": "Zwetschge", "Cleo": "Mirabelle"}


def _sent(app: Starlette, game: str, viewer: Caller) -> str:
    """All that somebody can get: pages, calls, fragments, streams, files, and answers to nonsense."""
    sent = bytearray()
    with asyncio.Runner() as runner:
        for route in _routes(app):
            path = route.path.format(id=game, **FILLED)
            if "GET" in (route.methods or ()):
                queries = ["", "?language=de&status=running&mine=1&beside=1"]
                queries += ["?at=1&since=0&before=3&place=F6&beside=1"] if "{id}" in route.path else []
                for query in queries:
                    sent += runner.run(_got(app, path + query, viewer.headers))
            elif "{id}" in route.path and route.path not in SIGNING_OUT:
                body = {"number": 1, "seat": 1, "place": "F6"}
                sent += viewer.client.post(path, headers=viewer.headers, json=body).content
    return sent.decode(errors="replace")


def _told(text: str, owner: str) -> list[str]:
    """What of somebody's own secrets is in it."""
    found = [NOTES[owner]] if NOTES[owner] in text else []
    return found + re.findall(rf"(?<![\d.]){MOST[owner]}(?![\d.])", text)


@pytest.mark.long
def test_orders_and_notes_at_once_are_told_to_nobody_else(
    app: Starlette, host: Host, settings: Settings, ada: Caller, bo: Caller, visit: Callable[..., Caller]
) -> None:
    cleo, watcher = visit().enter("Cleo"), visit().enter("Watcher")
    game = ada.new("1844", "me", "open", "open")
    people = {"Ada": ada, "Bo": bo, "Cleo": cleo}
    for name in MOST:
        people[name].post(f"/games/{game}/seats")
    news = Listener()
    host.news._ears.setdefault(game, set()).add(news)  # type: ignore[arg-type]  # it only has to hear
    for name, word in NOTES.items():
        for place in ("", "F6", "P1"):
            people[name].post(f"/games/{game}/notes", place=place, text=f"{word} {place}")
    act(ada, game, type="bid", amount=20)
    bo.post(f"/games/{game}/branch", 201, at=1, bots=True)
    for person in (bo, cleo):
        act(person, game, type="pass")
    act(bo, game, type="bid", amount=host.open(game).game.step.least())  # the next lot
    act(cleo, game, type="bid", amount=host.open(game).game.step.least())  # now Ada is asked
    for name, most in MOST.items():
        bid_up_to(people[name], game, most)
    assert host.open(game).game.waiting_for() == (0,)
    assert all(people[name].get(f"/games/{game}/programs")["standing"] for name in MOST)
    _look(app, game, people | {"Watcher": watcher}, news.heard.decode())
    host.close()
    again = create_app(settings)
    with TestClient(again):
        _look(again, game, {"Ada": ada, "Cleo": cleo})


def _look(app: Starlette, game: str, viewers: dict[str, Caller], heard: str = "") -> None:
    for name, viewer in viewers.items():
        known = Caller(TestClient(app))
        known.headers = viewer.headers
        sent = _sent(app, game, known)
        for owner in MOST:
            if owner == name:
                assert set(_told(sent, owner)) == {NOTES[owner], str(MOST[owner])}  # else nothing was looked at
            else:
                assert _told(sent + heard, owner) == [], f"{owner}'s to {name}"
