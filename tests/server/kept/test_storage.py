"""What is kept: an append-only log with unique numbers, in SQLite that survives."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk.host.storage.rows import OPEN, PERSON, RUNNING, GameRow, Seat, Taken
from stellwerk.host.storage.storage import Storage


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    kept = Storage(f"sqlite:///{tmp_path / 'x.sqlite3'}")
    yield kept
    kept.close()


def _row(id_: str, owner: int, status: str = RUNNING, changed: float = 1.0) -> GameRow:
    seats = (Seat(0, PERSON, "Ada", owner), Seat(1, "bot", "Borsig", None, "steady"))
    return GameRow(id_, "1835", 1, {"falling_prices": True}, 7, owner, status, 1.0, changed, None, seats)


def test_a_number_of_the_log_is_taken_once(storage: Storage) -> None:
    ada = storage.add_person("Ada", "key")
    storage.add_game(_row("g", ada.id))
    storage.extend("g", 1, [b"one"], [0, 0], False)
    with pytest.raises(Taken):
        storage.extend("g", 1, [b"other"], [0, 0], False)
    storage.extend("g", 2, [b"two"], [5, 6], True)
    assert storage.entries("g") == [b"one", b"two"]
    row = storage.game("g")
    assert row is not None
    assert (row.status, row.result, row.options) == ("finished", [5, 6], {"falling_prices": True})


def test_a_failed_write_leaves_nothing(storage: Storage) -> None:
    ada = storage.add_person("Ada", "key")
    storage.add_game(_row("g", ada.id))
    storage.extend("g", 1, [b"x"], None, False)
    with pytest.raises(Taken):
        storage.extend("g", 1, [b"y"], None, True)
    row = storage.game("g")
    assert row is not None
    assert row.status == RUNNING


def test_it_writes_ahead_and_flushes(storage: Storage) -> None:
    with storage.reading() as connection:
        assert connection.exec_driver_sql("PRAGMA journal_mode").scalar() == "wal"
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == 2
        assert connection.exec_driver_sql("PRAGMA foreign_keys").scalar() == 1


def test_people_are_known_by_digests_of_keys(storage: Storage) -> None:
    ada = storage.add_person("Ada", "first")
    storage.add_key(ada.id, "second")
    assert storage.person_with("second") == ada
    assert storage.person_with("third") is None
    storage.rename(ada.id, "Augusta")
    renamed = storage.person_with("first")
    assert renamed is not None
    assert renamed.name == "Augusta"
    assert storage.secret() == storage.secret()


def test_games_are_listed_last_changed_first(storage: Storage) -> None:
    ada, bo = storage.add_person("Ada", "a"), storage.add_person("Bo", "b")
    storage.add_game(_row("old", ada.id, changed=1.0))
    storage.add_game(_row("new", bo.id, changed=2.0))
    storage.add_game(_row("open", bo.id, OPEN))
    assert [row.id for row in storage.list_games(RUNNING)] == ["new", "old"]
    assert [row.id for row in storage.list_games(RUNNING, person=ada.id)] == ["old"]
    assert [seat.name for seat in storage.list_games(OPEN)[0].seats] == ["Ada", "Borsig"]
