"""PostgreSQL with tables of earlier versions: brought up to date in one piece, after a copy was made."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from msgspec.structs import replace

from stellwerk.host.host import Host
from stellwerk.host.places import Place
from stellwerk.host.settings import Settings
from stellwerk.host.storage import earlier, upgrading
from stellwerk.host.storage.copying import backup, restore
from stellwerk.host.storage.data_dir import open_storage
from stellwerk.host.storage.rows import RUNNING
from stellwerk.host.storage.schema import metadata
from stellwerk.host.storage.storage import Storage
from stellwerk.host.storage.upgrading import VERSION, version_of
from stellwerk.play.errors import StellwerkError
from stellwerk.view.faults import Unkept

from ..postgres import empty, postgres, put
from .test_upgrading import OLDEST, tables_of

UNDER_WAY = (Path(__file__).parents[2] / "older" / "server-0009.sql").read_text()


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database."""
    with postgres() as made:
        yield made


def _file(folder: Path, version: str, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A file of SQLite with games, of the first version or of one under which a game is played."""
    folder.mkdir()
    kept = folder / "stellwerk.sqlite3"
    with closing(sqlite3.connect(kept)) as file:
        file.executescript(OLDEST if version == "0001" else UNDER_WAY)
    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "VERSION", version)
        Storage(f"sqlite:///{kept}").close()
    return kept


@pytest.fixture(params=["0001", "0009"])
def old(url: str, tmp_path: Path, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Settings:
    """A server's, whose database has tables of an earlier version; the same is in a file of SQLite."""
    kept = _file(tmp_path / "old", request.param, monkeypatch)
    empty(url)
    put(url, kept, request.param)
    return Settings(data=tmp_path / "data", postgres=url, pace=0.0, processes=0)


def _all(settings: Settings) -> dict[str, list[tuple[Any, ...]]]:
    """Everything that is read of all tables, but for what a server has for itself and what it knows again."""
    storage = open_storage(settings)
    try:
        with storage.reading() as connection:
            return {
                table.name: sorted(map(tuple, connection.execute(sa.select(table))), key=repr)
                for table in metadata.sorted_tables
                if table.name not in ("meta", "views")
            }
    finally:
        storage.close()


def _version(url: str) -> str | None:
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as connection:
        found = version_of(connection)
    engine.dispose()
    return found


def test_all_steps_lead_to_what_sqlite_has(old: Settings, tmp_path: Path) -> None:
    upgraded = _all(old)
    assert _version(old.postgres) == VERSION
    assert upgraded == _all(Settings(data=tmp_path / "old"))
    assert all(upgraded[name] for name in ("people", "games", "seats", "log"))
    engine = old.postgres.replace("postgresql:", "postgresql+psycopg:")
    after = tables_of(engine)
    empty(old.postgres)
    Storage(old.postgres).close()
    assert after == tables_of(engine)


def test_games_go_on_and_people_get_new_numbers(old: Settings) -> None:
    host = Host(old)
    for id_ in host.storage.last_changed(RUNNING, 10):
        live = host.open(id_)
        assert not live.corrections
        assert live.number > 0
        assert host.storage.entries(id_) == host.storage.entries(id_, until=live.number)
    newest = host.storage.add_person("New", "a new key").id
    assert host.storage.add_person("Newer", "another one").id == newest + 1
    host.close()


def test_what_was_there_is_copied_before_and_can_be_put_back(old: Settings, tmp_path: Path) -> None:
    before = _version(old.postgres)
    open_storage(old).close()
    (copy,) = old.data.glob("*before*")
    assert copy.name == f"stellwerk.before-{VERSION}.sqlite3"
    assert copy.stat().st_mode & 0o777 == 0o600
    with closing(sqlite3.connect(copy)) as made:
        assert made.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)
    empty(old.postgres)
    for target in (Settings(data=tmp_path / "elsewhere"), old):
        restore(target, copy)
        assert _all(target) == _all(Settings(data=tmp_path / "old"))
    copy.unlink()
    open_storage(old).close()  # once is enough
    assert not list(old.data.glob("*before*"))


def test_an_earlier_program_reads_the_copy(old: Settings, tmp_path: Path) -> None:
    """Cell by cell, as it would have been kept in SQLite from the beginning."""
    open_storage(old).close()
    (copy,) = old.data.glob("*before*")
    found = []
    for each in (copy, tmp_path / "old" / "stellwerk.sqlite3"):
        with closing(sqlite3.connect(each)) as file:
            names = [
                row[0] for row in file.execute("SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY 1")
            ]
            rows = {name: sorted(file.execute(f"SELECT * FROM {name}").fetchall(), key=repr) for name in names}
            found.append({name: each for name, each in rows.items() if name != "meta"})
    assert found[0] == found[1]


def test_without_a_copy_no_server_starts(old: Settings, tmp_path: Path) -> None:
    before = _version(old.postgres)
    (tmp_path / "file").touch()
    for wrong in (
        replace(old, data=tmp_path / "file"),
        replace(old, copy_to=tmp_path / "nowhere" / "copy"),
        replace(old, copy_to=tmp_path / "file"),
    ):
        with pytest.raises(StellwerkError, match="--copy-to"):
            open_storage(wrong)
        assert _version(old.postgres) == before
    assert (tmp_path / "file").read_bytes() == b""
    open_storage(replace(old, copy_to=tmp_path / "copy")).close()
    assert _version(old.postgres) == VERSION
    with closing(sqlite3.connect(tmp_path / "copy")) as made:
        assert made.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)
    assert not old.data.exists()
    open_storage(replace(old, copy_to=tmp_path / "copy")).close()  # nothing is to be copied any more


def test_who_has_a_copy_needs_no_other(old: Settings) -> None:
    open_storage(replace(old, copied=True)).close()
    assert _version(old.postgres) == VERSION
    assert not old.data.exists()


def test_where_nothing_is_kept_nothing_is_copied(url: str, tmp_path: Path) -> None:
    empty(url)
    engine = sa.create_engine(url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        upgrading.make(connection, "0009")
    engine.dispose()
    open_storage(Settings(data=tmp_path / "data", postgres=url)).close()
    assert _version(url) == VERSION
    assert not (tmp_path / "data").exists()


def test_a_step_that_fails_leaves_everything_and_the_copy(old: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    before, taken = _version(old.postgres), upgrading._step

    def fail(connection: sa.Connection, until: str) -> None:
        taken(connection, until)
        if connection.dialect.name == "postgresql":
            raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "_step", fail)
        with pytest.raises(ZeroDivisionError):
            open_storage(old)
    assert _version(old.postgres) == before
    (copy,) = old.data.glob("*before*")
    copy.write_text("of a step that came to nothing")
    open_storage(old).close()
    assert _version(old.postgres) == VERSION
    with closing(sqlite3.connect(copy)) as made:
        assert made.execute("SELECT version_num FROM alembic_version").fetchone() == (before,)


def test_nobody_begins_to_serve_while_it_is_copied(old: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    copy_of, met = earlier.copy_of, []

    def meanwhile(engine: sa.Engine, file: Path, version: str) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(upgrading, "VERSION", version)  # of an earlier program, to which these tables are right
            with pytest.raises(Unkept, match="busy"):
                Storage(old.postgres, patience=0.1, together=True)
        met.append(version)
        copy_of(engine, file, version)

    monkeypatch.setattr(earlier, "copy_of", meanwhile)
    storage = open_storage(replace(old, place=Place("all")))
    assert met
    Storage(old.postgres, patience=0.1, together=True).close()
    storage.close()


def test_a_backup_is_also_made_of_an_earlier_version(old: Settings, tmp_path: Path) -> None:
    backup(old, tmp_path / "copy")
    restore(Settings(data=tmp_path / "elsewhere"), tmp_path / "copy")
    assert _all(Settings(data=tmp_path / "elsewhere")) == _all(Settings(data=tmp_path / "old"))
    engine = sa.create_engine(old.postgres.replace("postgresql:", "postgresql+psycopg:"))
    with engine.begin() as connection:
        connection.exec_driver_sql("UPDATE alembic_version SET version_num = '9999'")
    engine.dispose()
    with pytest.raises(StellwerkError, match=f"version 9999, and this program knows {VERSION}"):
        backup(old, tmp_path / "another")
