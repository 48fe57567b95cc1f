"""Programs that play through the JSON interface: what their tokens open, and the client of the examples."""

from __future__ import annotations

import importlib.util
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import Mock

import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from stellwerk.host.host import Host
from stellwerk.web.door.listen import listening
from stellwerk.web.door.run import Server

from ..conftest import Caller

CHICAGO = "chicago-express"
SECRET = "ein langes Passwort"
CLIENT = Path(__file__).parents[3] / "examples" / "client" / "client.py"


@pytest.fixture
def cleo(visit: Callable[..., Caller]) -> Caller:
    """Somebody with an account."""
    made = visit().enter("Cleo")
    made.post("/accounts", 201, name="Cleo", password=SECRET)
    return made


def _with(cleo: Caller, *scopes: str) -> Caller:
    token = cleo.post("/tokens", 201, label="my <bot>", scopes=list(scopes))["token"]
    program = Caller(cleo.client)
    program.headers = {"authorization": f"Bearer {token}"}
    return program


def test_a_token_opens_what_it_was_made_for(cleo: Caller) -> None:
    game = cleo.new(CHICAGO, "me", "bot")
    looks, plays, lays = _with(cleo, "read"), _with(cleo, "play"), _with(cleo, "tables")
    for program in (looks, plays, lays):
        assert program.get(f"/games/{game}")["mine"] == [0]
        assert program.get("/games?mine=1")[0]["id"] == game
    assert looks.post(f"/games/{game}/actions", 403, decision="", action={})["key"] == "fault.scope"
    plays.post("/games", 403, title=CHICAGO)
    lays.post(f"/games/{game}/actions", 403, decision="", action={})
    lays.post(f"/games/{lays.new(CHICAGO, 'me', 'open')}/close")
    for wrong in ([], ["all"], "play", [5], None):
        cleo.post("/tokens", 400, scopes=wrong)


def test_a_token_changes_nothing_of_the_account(app: Starlette, cleo: Caller) -> None:
    program = _with(cleo, "read", "play", "tables")
    games = ("/api/games", "/api/titles", "/api/openapi.json", "/api/tables", "/api/ratings", "/api/people")
    for route in (route for route in app.routes if isinstance(route, Route)):
        if not route.path.startswith(games):
            path = route.path.format_map(dict.fromkeys(route.param_convertors, "x"))
            looks = {"GET"} if route.path.startswith("/api/tournaments") else set()
            for method in (route.methods or set()) & {"GET", "POST"} - looks:
                answer = program.client.request(method, path, headers=program.headers, json={"scopes": ["read"]})
                assert (answer.status_code, answer.json()["key"]) == (403, "fault.scope"), route.path
    assert [one["label"] for one in cleo.get("/sessions")] == ["my bot", ""]
    cleo.post("/sessions/end", session=cleo.get("/sessions")[0]["handle"])
    assert program.client.get("/api/games", headers=program.headers).status_code == 401


def test_notes_and_orders_are_told_only_to_tokens_made_for_that(cleo: Caller) -> None:
    game = cleo.new(CHICAGO, "me", "friend")
    cleo.post(f"/games/{game}/notes", text="Bo bluffs")
    program = _with(cleo, "read", "play", "tables")
    for path in ("notes", "programs", "file?beside=1"):
        refused = program.client.get(f"/api/games/{game}/{path}", headers=program.headers)
        assert (refused.status_code, refused.json()["key"]) == (403, "fault.scope")
    assert "bluffs" not in program.client.get(f"/api/games/{game}/file", headers=program.headers).text
    trusted = _with(cleo, "private")
    assert trusted.get(f"/games/{game}/notes") == {"": "Bo bluffs"}
    trusted.get(f"/games/{game}/programs")
    assert trusted.get(f"/games/{game}/file?beside=1")["beside"]["notes"][0]["text"] == "Bo bluffs"
    trusted.post(f"/games/{game}/notes", 403, text="Bo does not")


def test_a_token_is_no_private_link_and_no_cookie(visit: Callable[..., Caller], cleo: Caller) -> None:
    """By a link to a program of somebody else one would be what can do nothing, not even leave."""
    token = _with(cleo, "read").headers["authorization"].removeprefix("Bearer ")
    victim = visit().client
    assert victim.get(f"/come/{token}").status_code == 404
    victim.cookies.set("stellwerk", token)
    for path in ("/", "/me", "/mine", "/static/style.css"):
        answer = victim.get(path)
        assert answer.status_code == 200
        assert "Cleo" not in answer.text


def test_guests_have_no_tokens(ada: Caller) -> None:
    assert ada.post("/tokens", 403, scopes=["read"])["key"] == "fault.no_account"


class _Breaking:
    """A connection that breaks after the first thing that it told."""

    def __init__(self, answer: Any) -> None:
        self.answer = answer

    def __enter__(self) -> Any:
        return self

    def __exit__(self, *_: Any) -> None:
        self.answer.close()

    def __iter__(self) -> Any:
        for line in self.answer:
            yield line
            if line.startswith(b"data:"):
                raise ConnectionResetError


def test_the_client_of_the_examples_plays_a_game_to_its_end_though_connections_break(
    app: Starlette, host: Host, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len([line for line in CLIENT.read_text().splitlines() if line.strip()]) <= 50
    found = importlib.util.spec_from_file_location("client", CLIENT)
    assert found is not None
    assert found.loader is not None
    client: Any = importlib.util.module_from_spec(found)
    found.loader.exec_module(client)
    with listening("127.0.0.1", 0) as ear:
        port = ear.getsockname()[1]
        server = Server(app, "127.0.0.1", port)
        running = threading.Thread(target=server.run, args=([ear],))
        running.start()
        try:
            address = f"http://127.0.0.1:{port}"
            table = client.Table(address, "")
            table.headers = {}
            table.headers["authorization"] = f"Bearer {table.call('/guests', {'name': 'Robo'})['token']}"
            table.call("/accounts", {"name": "Robo", "password": SECRET})
            seats = [{"kind": "me"}, {"kind": "bot", "level": "random"}]
            game = table.call("/games", {"title": CHICAGO, "seats": seats})["id"]
            program = client.Table(address, table.call("/tokens", {"scopes": ["play"]})["token"])
            opened, resumed = urllib.request.urlopen, []

            def broken(request: Any, timeout: float) -> Any:
                if not request.full_url.endswith("/stream"):
                    return opened(request, timeout=timeout)
                resumed.append(request.get_header("Last-event-id"))
                if len(resumed) == 2:
                    raise urllib.error.URLError("nobody answers just now")
                return _Breaking(opened(request, timeout=timeout))

            monkeypatch.setattr(urllib.request, "urlopen", broken)
            monkeypatch.setattr(client, "time", Mock())
            program.play(game)
            numbers = [int(number or 0) for number in resumed]
            assert numbers == sorted(numbers)
            assert numbers[0] == 0 < numbers[-1]
            assert program.call(f"/games/{game}")["status"] == "finished"
        finally:
            server.should_exit = True
            running.join()
