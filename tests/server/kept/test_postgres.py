"""The same on PostgreSQL as on SQLite, on a real one."""

from __future__ import annotations

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Barrier, Event

import httpx2 as httpx
import msgspec
import pytest
import sqlalchemy as sa
from starlette.applications import Starlette
from starlette.testclient import TestClient

from stellwerk.commands import serve
from stellwerk.host.bots.queued import Thinker, _Desk
from stellwerk.host.host import Host
from stellwerk.host.notices.called_for import calls
from stellwerk.host.people.visitors import Visitors
from stellwerk.host.places import Place
from stellwerk.host.settings import Settings
from stellwerk.host.storage import question_rows
from stellwerk.host.storage.copying import backup, restore
from stellwerk.host.storage.data_dir import open_beside
from stellwerk.host.storage.database import CHANNEL
from stellwerk.host.storage.expiring import delete_game
from stellwerk.host.storage.people.notice_rows import Notice
from stellwerk.host.storage.postgres import ears
from stellwerk.host.storage.rows import RUNNING, Deed, Taken
from stellwerk.host.storage.schema import metadata
from stellwerk.host.storage.storage import Storage
from stellwerk.host.storage.upgrading import VERSION
from stellwerk.host.sweeping import Sweeper
from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Busy, Fault, Missing, Unkept
from stellwerk.web.app import create_app
from stellwerk.web.door import passing

from ..conftest import Caller
from ..postgres import empty, postgres
from ..together import together
from . import test_storage

CHICAGO = "chicago-express"
WAITING = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
ALIKE = [
    test_storage.test_a_number_of_the_log_is_taken_once,
    test_storage.test_a_failed_write_leaves_nothing,
    test_storage.test_people_are_known_by_digests_of_keys,
    test_storage.test_games_are_listed_last_changed_first,
]


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database."""
    with postgres() as made:
        yield made


def test_processes_that_start_together_make_tables_and_secrets_once(url: str) -> None:
    """None of them stumbles over what another one is making."""
    together = Barrier(4)

    def started(place: int) -> tuple[bytes, bytes]:
        try:
            storage = Storage(url, together=True)
        except Fault:
            together.abort()
            raise
        with closing(storage):
            together.wait()
            return storage.secret(), storage.secret("push")

    for _ in range(3):
        empty(url)
        with ThreadPoolExecutor(4) as pool:
            assert len(set(pool.map(started, range(4)))) == 1


def test_moves_of_several_games_wait_for_none_of_each_other(url: str) -> None:
    with _two_games(url) as storage, ThreadPoolExecutor(1) as pool, storage.writing():
        moved = pool.submit(storage.extend, "g", 1, [b"one"], None, False, (1,))
        moved.result(timeout=60)
        assert storage.entries("g") == [b"one"]


def test_a_game_that_is_played_on_does_not_go(url: str) -> None:
    """The move comes first, as its transaction began before; whoever lets the game go waits for it."""
    with _two_games(url) as storage, ThreadPoolExecutor(1) as pool:
        with storage.moving([_entered("g"), ("UPDATE games SET changed = 2 WHERE id = :id", {"id": "g"})]):
            gone = pool.submit(delete_game, storage, "g", RUNNING, 1.0)
            other = pool.submit(delete_game, storage, "h", RUNNING, 1.0)
            with storage.reading() as connection:
                while not gone.done() and not connection.scalar(WAITING):
                    connection.rollback()
        assert (gone.result(timeout=60), other.result(timeout=60)) == (False, True)
        assert storage.entries("g") == [b"x"]


@contextmanager
def _two_games(url: str) -> Iterator[Storage]:
    """A database with the games g and h, in which nothing has happened."""
    empty(url)
    with closing(Storage(url)) as storage:
        ada = storage.add_person("Ada", "key")
        for id_ in "gh":
            storage.add_game(test_storage._row(id_, ada.id))
        yield storage


def _entered(game: str) -> Deed:
    return "INSERT INTO log (game, number, body, at) VALUES (:game, 1, :body, 1)", {"game": game, "body": b"x"}


@pytest.fixture
def settings(url: str) -> Settings:
    """A server's, whose database is empty."""
    empty(url)
    return Settings(postgres=url, pace=0.0, processes=0, rate=10_000, burst=10_000)


def test_what_is_kept_is_kept_alike(url: str) -> None:
    for check in ALIKE:
        empty(url)
        storage = Storage(url)
        check(storage)
        storage.check()
        with pytest.raises(Unkept, match="busy"):
            Storage(url, patience=0.01)
        with pytest.raises(Fault, match="unkeepable"):
            storage.person_with("\0")
        storage.close()
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        assert connection.scalar(sa.text("SELECT version_num FROM alembic_version")) == VERSION
    assert set(sa.inspect(engine).get_table_names()) == {*metadata.tables, "alembic_version"}
    engine.dispose()


def test_a_game_goes_on_through_lost_connections_and_a_restart(settings: Settings, tmp_path: Path) -> None:
    app = create_app(settings)
    host: Host = app.state.host
    with TestClient(app) as client:
        ada, bo = Caller(client, "Ada"), Caller(TestClient(app), "Bo")
        game = ada.new(CHICAGO, "me", "open", "bot")
        bo.post(f"/games/{game}/seats")
        assert [row["id"] for row in ada.get("/games?mine=1")] == [row["id"] for row in bo.get("/games")] == [game]
        for caller in (ada, bo):
            if caller.get(f"/games/{game}/actions")["choices"]:
                caller.choose(game)
        host.settled(game)
        with host.storage.engine.connect() as connection:
            lose = (
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname"
            )
            connection.exec_driver_sql(f"{lose} = current_database()")
        mover = next(one for one in (ada, bo) if one.get(f"/games/{game}/actions")["choices"])
        mover.choose(game)
        with pytest.raises(StellwerkError, match=r"postgresql://stellwerk@.* is in use by another program"):
            Host(msgspec.structs.replace(settings, patience=0.01))
        entries = host.storage.entries(game)
        backup(settings, tmp_path / "copy")
        Sweeper(host, Visitors(host.storage)).sweep(time.time() + 1e9)
    again = Host(settings)
    assert again.storage.entries(game) == entries
    assert again.open(game).number == len(entries) > 0
    again.close()
    restore(Settings(data=tmp_path), tmp_path / "copy")
    backup(Settings(data=tmp_path), tmp_path / "other copy")
    settings = msgspec.structs.replace(settings, data=tmp_path / "before")
    restore(settings, tmp_path / "other copy", replace=True)
    assert len(list(settings.data.iterdir())) == 1
    again = Host(settings)
    assert again.storage.entries(game) == entries
    assert again.storage.add_person("Cleo", "key").id == 3
    again.close()


@pytest.mark.parametrize("url", ["mysql://ada:secret@there/games", "postgresql://ada:secret@there:port/games"])
def test_a_url_that_names_no_database(tmp_path: Path, url: str) -> None:
    with pytest.raises(StellwerkError, match="--database takes") as told:
        Host(Settings(data=tmp_path, postgres=url))
    assert "secret" not in str(told.value)


def test_people_gather_alike(settings: Settings) -> None:
    app = create_app(settings)
    host: Host = app.state.host
    with TestClient(app) as client:
        ada, bo = Caller(client, "Ada"), Caller(TestClient(app), "Bo")
        for caller, name in ((ada, "Ada"), (bo, "Bo")):
            caller.post("/accounts", 201, name=name, password="ein langes Passwort", email=f"{name}@example.org")
            caller.post("/account/profile", shown=True, rated=True)
        table = ada.new(CHICAGO, "me", "open", "open", wish="new")
        assert bo.post("/tables/anywhere", 201, title=CHICAGO, level="new")["id"] == table
        cup = ada.post("/tournaments", 201, name="Cup", title=CHICAGO, players=2)["id"]
        bo.post(f"/tournaments/{cup}/join")
        ada.post(f"/tournaments/{cup}/begin")
        assert len(bo.get(f"/tournaments/{cup}")["games"]) == 1
        assert ada.get(f"/ratings?title={CHICAGO}")["people"] == []
        assert bo.get("/people/Ada")["titles"] == []
        host.storage.set_notice(Notice(1, webhook="https://example.org"))
        bo.post(f"/games/{table}/talk", 201, text="@Ada")
        rows = host.storage.list_games("open", 9, 1)
        heard = calls(host.storage, host.storage.notice(1), rows, time.time() + 1)
        assert [one.kind for one in heard] == ["named"]
        assert host.storage.add_recovery("digest", 1, 1.0, 2e9, 3, 0.0)
        host.storage.set_operator(1, 1.0)
        assert host.storage.is_operator(1)
        assert host.storage.counted()["people"] == 2
        assert host.storage.recover("digest", time.time(), 1, "digest of a password")
        assert host.storage.keys_of(1) == []
        bo.post("/account/delete", password="ein langes Passwort")
        Sweeper(host, Visitors(host.storage)).sweep(time.time() + 1e9)


@pytest.mark.parametrize("apart", [False, True], ids=["one machine", "two machines"])
def test_two_that_serve_together(settings: Settings, monkeypatch: pytest.MonkeyPatch, apart: bool) -> None:
    with (
        together(settings, apart) as (apps, ports),
        httpx.Client(base_url=ports[0], timeout=60) as at,
        httpx.Client(base_url=ports[1], timeout=60) as beside,
    ):
        first, second = (app.state.host for app in apps)
        ada, bo = Caller(at, "Ada"), Caller(beside, "Bo")
        game = ada.new(CHICAGO, "me", "open", "bot")
        bo.post(f"/games/{game}/seats")
        first.settled(game)
        mover = ada if ada.get(f"/games/{game}/actions")["choices"] else bo
        number = mover.choose(game)["number"]
        assert first.at_hand(game).number >= number
        assert second.at_hand(game) is None
        assert second.place.has(bo.new(CHICAGO, "me", "bot", "bot"))
        with beside.stream("GET", f"/api/games/{game}/stream", headers=bo.headers) as stream:
            assert "event: change" in stream.iter_lines()
        waits = ada.new(CHICAGO, "me", "open", "open")
        away = bo.new(CHICAGO, "me", "open", "open")
        assert (first.place.has(waits), second.place.has(away)) == (True, True)
        ways = [app.state.ways for app in apps]
        assert all(one.passed["peers" if apart else "beside"] and len(one.passed) == 1 for one in ways[1:])
        sat = {Caller(line, "Cleo").post("/tables/anywhere", 201, title=CHICAGO)["id"] for line in (at, beside)}
        assert sat | {Caller(at, "Dora").post("/tables/anywhere", 201)["id"]} == {waits, away}
        apps[0].state.allowances._reports.charge("#1", 9, time.monotonic())
        while apps[1].state.allowances._reports.left("#1", time.monotonic()) > 2:
            pass  # what was used here is told there within a second
        with pytest.raises(Busy, match="restarting"):
            second.open(game)
        with pytest.raises(Taken):
            second.storage.extend(game, 1, [b"{}"], None, False)
        with pytest.raises(StellwerkError, match="in use by another program"):
            Host(msgspec.structs.replace(settings, place=Place(), patience=0.01))
        _revoked(apps[1], Caller(at, "Cleo"), beside)
        monkeypatch.setattr(passing, "TRIES", 1)
        monkeypatch.setattr(apps[1].state.drawers, "holder", lambda drawer: None)
        answer = beside.get(f"/api/games/{game}")
        assert (answer.status_code, answer.json()["key"]) == (503, "fault.restarting")


def _revoked(app: Starlette, cleo: Caller, beside: httpx.Client) -> None:
    """A key that is worth nothing any more is so in every process."""
    there = {"headers": cleo.headers}
    assert beside.get("/api/games?mine=1", **there).status_code == 200
    heard, forget = Event(), app.state.visitors.hear
    app.state.visitors.hear = lambda persons: (forget(persons), heard.set())
    cleo.post("/token", 201)
    while True:  # that she came may be heard only now, too
        assert heard.wait(60)
        heard.clear()
        if beside.get("/api/games?mine=1", **there).status_code == 401:
            break


def test_bots_think_elsewhere_and_another_takes_what_one_left(settings: Settings) -> None:
    app = create_app(msgspec.structs.replace(settings, queued=True))
    host: Host = app.state.host
    with TestClient(app) as client, ExitStack() as held, ThreadPoolExecutor(1) as pool:
        assert app.state.hearsay.listening.wait(60)
        ada = Caller(client, "Ada")
        game = ada.new(CHICAGO, "me", "bot", "bot")
        live, storage = host.open(game), open_beside(settings)
        held.callback(storage.close)
        answer = pool.submit(host.robots.choose, live, 0, "steady")
        while (left := question_rows.take(storage, 1)) is None:
            pass
        question_rows.drop(storage, left.id)  # as a database loses it that is killed
        while question_rows.take(storage, 1) is None:
            pass
        assert question_rows.take(storage, 2) == left  # whoever took it has ended: nobody holds the lock
        with ears(storage.engine, question_rows.CHANNEL, 3):
            assert question_rows.take(storage, 3) == left
            assert question_rows.take(storage, 4) is None  # that one is still there
        thinker = Thinker(storage, CHANNEL, 0)
        thinker.start()
        held.callback(thinker.stop)
        assert answer.result() in live.game.legal_actions(0)
        assert ada.get(f"/games/{game}/advice")
        for _ in range(3):
            before = host.settled(game).number
            ada.choose(game)
            assert host.settled(game).number > before + 1
        assert question_rows.waiting(storage) == 0
        with pytest.raises(Missing):
            _Desk(storage, 0)._game(msgspec.structs.replace(left, number=10**6))


def test_several_processes_need_more_than_a_file() -> None:
    with pytest.raises(StellwerkError, match="need PostgreSQL"):
        serve.command(processes=2)
