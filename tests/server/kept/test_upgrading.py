"""Tables of earlier versions: brought up to date in one piece, after a copy was made."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic.script import ScriptDirectory

import stellwerk.host.storage
from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.host.storage import upgrading
from stellwerk.host.storage.storage import Storage
from stellwerk.host.storage.tables import clock_rows
from stellwerk.host.storage.tables.clock_rows import Vacation
from stellwerk.host.storage.upgrading import VERSION
from stellwerk.play.errors import StellwerkError

OLDEST = (Path(__file__).parents[2] / "older" / "server.sql").read_text()


@pytest.fixture
def settings(tmp_path: Path) -> Settings:
    """A server's, in a folder with a file that has no version."""
    made = Settings(data=tmp_path, processes=0)
    with closing(sqlite3.connect(made.file)) as file:
        file.executescript(OLDEST)
    return made


def tables_of(url: str) -> dict[str, Any]:
    """Everything that tables are made of, whatever the order in which it came."""
    engine = sa.create_engine(url)
    there = sa.inspect(engine)
    found = {
        table: (
            {c["name"]: (str(c["type"]), c["nullable"], c["default"]) for c in there.get_columns(table)},
            there.get_pk_constraint(table)["constrained_columns"],
            sorted(
                (i["name"] or "", tuple(i["column_names"]), bool(i["unique"])) for i in there.get_indexes(table)
            ),
            sorted((tuple(k["constrained_columns"]), k["referred_table"]) for k in there.get_foreign_keys(table)),
            sorted(tuple(u["column_names"]) for u in there.get_unique_constraints(table)),
        )
        for table in there.get_table_names()
    }
    engine.dispose()
    return found


def _version(file: Path) -> Any:
    with closing(sqlite3.connect(file)) as other:
        return other.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def _columns(file: Path, table: str) -> list[str]:
    with closing(sqlite3.connect(file)) as other:
        return [row[1] for row in other.execute(f"PRAGMA table_info({table})")]


def test_an_old_file_ends_with_the_tables_of_a_new_one(settings: Settings, tmp_path: Path) -> None:
    Storage(settings.database).close()
    fresh = f"sqlite:///{tmp_path / 'fresh.sqlite3'}"
    Storage(fresh).close()
    assert tables_of(settings.database) == tables_of(fresh)
    assert _version(settings.file) == _version(tmp_path / "fresh.sqlite3") == VERSION


def test_who_is_on_vacation_stays_so(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as patch:
        patch.setattr(upgrading, "VERSION", "0009")
        Storage(settings.database).close()
    with closing(sqlite3.connect(settings.file)) as file:
        file.execute("INSERT INTO vacations (person, start, until, year, used) VALUES (1, 5.0, 9.0, 2026, 3.0)")
        file.commit()
    storage = Storage(settings.database)
    assert clock_rows.vacations_of(storage, 1) == [Vacation(1, 5.0, 9.0)]
    storage.close()


def test_the_version_is_that_of_the_last_step() -> None:
    steps = ScriptDirectory(str(Path(stellwerk.host.storage.__file__).parent))
    assert steps.get_heads() == [VERSION]


def test_the_file_as_it_was_is_kept_beside_and_only_once(settings: Settings) -> None:
    Host(settings).close()
    (copy,) = settings.data.glob("*.before-*")
    assert copy.stat().st_mode & 0o777 == 0o600
    assert "alembic_version" not in tables_of(f"sqlite:///{copy}")
    with closing(sqlite3.connect(copy)) as old, closing(sqlite3.connect(settings.file)) as new:
        count = "SELECT count(*) FROM log"
        assert old.execute(count).fetchone() == new.execute(count).fetchone() != (0,)
    copy.unlink()
    Host(settings).close()
    assert not list(settings.data.glob("*.before-*"))


def test_a_step_that_fails_leaves_nothing(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*values: Any) -> None:
        raise ZeroDivisionError

    with monkeypatch.context() as patch:
        patch.setattr(sa.MetaData, "create_all", fail)
        with pytest.raises(ZeroDivisionError):
            Storage(settings.database)
    assert "seen" not in _columns(settings.file, "people")
    Storage(settings.database).close()
    assert "seen" in _columns(settings.file, "people")


def test_a_file_of_a_newer_program_is_left_alone(settings: Settings) -> None:
    Host(settings).close()
    with closing(sqlite3.connect(settings.file)) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
        other.commit()
    with pytest.raises(StellwerkError, match=f"it is of version 9999, and this program knows {VERSION} at most"):
        Host(settings)
