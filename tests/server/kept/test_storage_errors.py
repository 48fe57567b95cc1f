"""Storage that fails, because another program holds it or there is no room: nothing is lost or half done."""

from __future__ import annotations

import random
import sqlite3
import subprocess
from collections.abc import Iterator
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.kept import kept_pages
from stellwerk.host.live import LiveGame
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import PERSON, RUNNING, GameRow, Seat
from stellwerk.host.storage.schema import log
from stellwerk.view.faults import Full, Unkept
from stellwerk.web.app import create_app

from ..conftest import Caller

CHICAGO = "chicago-express"
MANY = 10_000


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """As everywhere, but without patience."""
    return _settings(tmp_path / "data")


def _settings(folder: Path) -> Settings:
    return Settings(data=folder, pace=0.0, processes=0, rate=10_000, burst=10_000, patience=0.05)


# Three kinds of trouble -------------------------------------------------------------------------------------


@contextmanager
def _locked(host: Host) -> Iterator[None]:
    """Another program writes and does not end."""
    with closing(sqlite3.connect(host.settings.file, isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        yield


@contextmanager
def _no_page_left(host: Host, spare: int = 0) -> Iterator[None]:
    """The file may not grow, and the log's last page is full; `spare` entries of a few bytes still fit."""
    engine = host.storage.engine
    _add_ballast_game(host)

    def bound(connection: Any, record: Any) -> None:
        connection.execute("PRAGMA max_page_count=1")  # SQLite makes that: what there is now

    engine.dispose()
    sa.event.listen(engine, "connect", bound)
    for size in (1000, 100, 15):
        _fill(host, size)
    if spare:
        with host.storage.writing() as connection:
            mine = (log.c.game == "ballast") & (log.c.number > len(host.storage.entries("ballast")) - spare)
            connection.execute(sa.delete(log).where(mine))
    yield
    sa.event.remove(engine, "connect", bound)
    engine.dispose()


def _fill(host: Host, size: int) -> None:
    """Write entries of a size until there is no room for one more."""
    begun = len(host.storage.entries("ballast"))
    with suppress(Full):
        for number in range(begun + 1, MANY):
            host.storage.extend("ballast", number, [b"x" * size], None, False)


def _add_ballast_game(host: Host) -> None:
    if host.storage.game("ballast") is None:
        seats = tuple(Seat(n, PERSON, f"P{n}") for n in range(2))
        row = GameRow("ballast", CHICAGO, 1, {}, 1, None, RUNNING, 0.0, 0.0, None, seats)
        host.storage.add_game(row)


@contextmanager
def _full_disk(host: Host) -> Iterator[None]:
    """Something else has eaten all the room, also what SQLite has set aside for writing ahead."""
    ballast = host.settings.data / "ballast"
    _add_ballast_game(host)
    with ballast.open("wb", buffering=0) as stream:
        for size in (65536, 4096, 1):
            with suppress(OSError):
                for _ in range(MANY):
                    stream.write(b"x" * size)
    _fill(host, 4000)
    yield
    ballast.unlink()


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes, where that can be had."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", folder], capture_output=True, text=True, check=False
    )
    if mounted.returncode:
        pytest.skip(f"no small disk can be mounted here: {mounted.stderr.strip()}")
    yield folder
    subprocess.run(["umount", folder], check=True)


TROUBLES = {
    "locked": (_locked, 503, "fault.busy"),
    "no page left": (_no_page_left, 507, "fault.full"),
    "full disk": (_full_disk, 507, "fault.full"),
}


class Scene:
    """A server, somebody who plays there, and trouble that can be made."""

    def __init__(self, settings: Settings, kind: str) -> None:
        self.settings = settings
        self.make, self.status, self.key = TROUBLES[kind]
        self.app = create_app(settings)
        self.host: Host = self.app.state.host
        self.ada = Caller(TestClient(self.app), "Ada")
        self._open = True

    def close(self) -> None:
        """Stop the server."""
        if self._open:
            self._open = False
            self.host.close()

    def trouble(self) -> AbstractContextManager[None]:
        return self.make(self.host)

    def refused(self, path: str, **values: Any) -> None:
        """A call is answered by one sentence in either language."""
        told = set()
        for language in ("de", "en"):
            headers = self.ada.headers | {"accept-language": language}
            answer = self.ada.client.post(f"/api{path}", headers=headers, **values)
            assert (answer.status_code, answer.json()["key"]) == (self.status, self.key)
            told.add(answer.json()["error"])
        assert len(told) == 2

    def agreed(self, id_: str) -> tuple[int, str]:
        """Memory and log lead to the same position."""
        row = self.host.storage.game(id_)
        assert row is not None
        fresh = LiveGame(row)
        for entry in self.host.storage.entries(id_):
            fresh.follow(entry)
        live = self.host.open(id_)
        assert not fresh.broken
        assert (live.number, live.marks, live.game.digest()) == (fresh.number, fresh.marks, fresh.game.digest())
        assert (live.row.status, live.row.result) == (row.status, row.result)
        return live.number, live.game.digest()

    def survives(self, id_: str) -> None:
        """What is accepted now is there after a restart."""
        for _ in range(3):
            self.ada.choose(id_)
            self.host.settled(id_)
        before = self.agreed(id_)
        self.close()
        again = Host(self.settings)
        live = again.open(id_)
        assert (live.number, live.game.digest()) == before
        assert not live.broken
        again.close()


@pytest.fixture(params=sorted(TROUBLES))
def scene(request: pytest.FixtureRequest, settings: Settings) -> Iterator[Scene]:
    kind: str = request.param
    if kind == "full disk":
        settings = _settings(request.getfixturevalue("small_disk"))
    scene = Scene(settings, kind)
    yield scene
    scene.close()


@pytest.fixture
def one(settings: Settings) -> Iterator[Scene]:
    """One kind of trouble, where all are alike."""
    scene = Scene(settings, "locked")
    yield scene
    scene.close()


def test_an_action_that_cannot_be_kept(scene: Scene) -> None:
    id_ = scene.ada.new(CHICAGO, "me", "friend")
    scene.ada.choose(id_)
    before = scene.agreed(id_)
    legal = scene.ada.get(f"/games/{id_}/actions")
    asked = {"decision": legal["decision"], "action": legal["choices"][0]["action"]}
    with scene.trouble():
        scene.refused(f"/games/{id_}/actions", json=asked)
        assert scene.agreed(id_) == before
    scene.ada.post(f"/games/{id_}/actions", **asked)
    scene.survives(id_)


def test_an_undo_that_cannot_be_kept(scene: Scene) -> None:
    id_ = scene.ada.new(CHICAGO, "me", "bot", "bot", "bot", seed=5)
    scene.host.settled(id_)
    moves = scene.ada.get(f"/games/{id_}")["moves"]
    scene.ada.choose(id_, -1)
    scene.host.settled(id_)
    before = scene.agreed(id_)
    assert scene.ada.get(f"/games/{id_}")["moves"] > moves + 1  # bots have answered
    with scene.trouble():
        scene.refused(f"/games/{id_}/undo", json={"number": before[0]})
        assert scene.agreed(id_) == before
    assert scene.ada.post(f"/games/{id_}/undo", number=before[0])["moves"] == moves
    scene.survives(id_)


@pytest.mark.parametrize("scene", ["no page left"], indirect=True)
def test_an_undo_of_which_only_a_part_could_be_kept(scene: Scene) -> None:
    id_ = scene.ada.new(CHICAGO, "me", "bot", "bot", "bot", "bot", "bot", seed=5)
    scene.host.settled(id_)
    scene.ada.choose(id_, -1)
    scene.host.settled(id_)
    before = scene.agreed(id_)
    with _no_page_left(scene.host, spare=2):
        scene.host.storage.extend("ballast", 10_000, [b"x" * 15], None, False)  # one entry still fits
        scene.refused(f"/games/{id_}/undo", json={"number": before[0]})
        assert scene.agreed(id_) == before
    scene.survives(id_)


def test_an_import_that_cannot_be_kept(scene: Scene) -> None:
    game = stellwerk.new(CHICAGO, players=["North", "East"], seed=3)
    lots = random.Random(3)
    while not game.over and len(game.actions) < 60:
        game.play(game.legal_actions().pick(lots))
    file = game.to_json()
    with scene.trouble():
        scene.refused("/games/import", content=file)
        assert [row for row in scene.host.storage.list_games(RUNNING) if row.id != "ballast"] == []
        assert set(scene.host._live) <= {"ballast"}
    answer = scene.ada.client.post("/api/games/import", headers=scene.ada.headers, content=file)
    assert answer.json()["moves"] == 60
    assert scene.agreed(answer.json()["id"])[1] == game.digest()
    scene.survives(answer.json()["id"])


def test_a_seat_that_cannot_be_kept(one: Scene) -> None:
    id_ = one.ada.new(CHICAGO, "open", "open", "open")
    with one.trouble():
        one.refused(f"/games/{id_}/bots", json={"level": "random"})
        assert [seat.kind for seat in one.host.open(id_).seats] == ["free", "free", "free"]
        one.refused(f"/games/{id_}/seats", json={})
    one.ada.post(f"/games/{id_}/seats")
    one.ada.post(f"/games/{id_}/bots", level="random")
    one.host.settled(id_)
    one.survives(id_)


def test_bots_are_seated_all_at_once(one: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    id_ = one.ada.new(CHICAGO, "me", "open", "open")
    written = []
    keep = one.host.storage.set_seats
    monkeypatch.setattr(one.host.storage, "set_seats", lambda *given: written.append(given) or keep(*given))
    one.ada.post(f"/games/{id_}/bots", level="random")
    assert len(written) == 1


def test_who_holds_a_game_that_is_gone_asks_for_it_again(one: Scene) -> None:
    id_ = one.ada.new(CHICAGO, "me", "friend")
    old = one.host.open(id_)
    legal = one.ada.get(f"/games/{id_}/actions")
    asked = {"decision": legal["decision"], "action": legal["choices"][0]["action"]}
    with one.trouble():
        one.refused(f"/games/{id_}/actions", json=asked)
    assert old.gone
    open_, first = one.host.open, iter([old])
    one.host.open = lambda id_: next(first, None) or open_(id_)  # type: ignore[method-assign]
    with one.host.held(id_) as live:
        assert live is not old
        assert not live.gone


def test_who_comes_while_the_storage_cannot_be_read(one: Scene, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(digest: str) -> None:
        raise Unkept("fault.damaged", problem="malformed")

    monkeypatch.setattr(one.host.storage, "person_with", broken)
    told = set()
    for language in ("de", "en"):
        headers = {"authorization": f"Bearer {'x' * 30}", "accept-language": language}
        answer = one.ada.client.get("/", headers=headers)
        assert answer.status_code == 503
        told.add(answer.json()["error"])
    assert len(told) == 2


def test_a_page_that_cannot_be_kept_is_shown_all_the_same(one: Scene) -> None:
    id_ = one.ada.new(CHICAGO, "me", "friend")
    with one.trouble():
        assert one.ada.client.get(f"/games/{id_}", headers=one.ada.headers).status_code == 200
    live = one.host.open(id_)
    assert not live.kept
    kept_pages.keep(one.host.storage, live)
    assert live.kept
