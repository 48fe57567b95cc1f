"""Damage that is met while the server runs: it is told, stays where it is, and no visitor sees a traceback."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from contextlib import closing

import pytest
import sqlalchemy as sa
from starlette.testclient import TestClient

from stellwerk.host.host import Host
from stellwerk.host.storage.rows import OPEN
from stellwerk.view.faults import Unkept
from stellwerk.view.texts import text

from ..conftest import Caller

CHICAGO = "chicago-express"
CELLS = [
    ("games", "options", "'{'"),
    ("games", "options", "'[1]'"),
    ("games", "result", "'{\"a\":'"),
    ("games", "result", "'\"x\"'"),
    ("games", "created", "'long ago'"),
    ("games", "options", "CAST(X'FF7B7D' AS TEXT)"),
    ("seats", "kind", "X'00'"),
    ("seats", "person", "'Ada'"),
]


@pytest.fixture
def spoiled(host: Host, ada: Caller) -> Callable[[str, str, str], str]:
    """Makes a table whose row is damaged, beside one that is not."""

    def make(table: str, column: str, value: str) -> str:
        id_ = ada.new(CHICAGO, "me", "open")
        with closing(sqlite3.connect(host.settings.file)) as other:
            where = "id" if table == "games" else "game"
            other.execute(f"UPDATE {table} SET {column} = {value} WHERE {where} = ?", (id_,))
            other.commit()
        host._forget(id_)
        return id_

    return make


@pytest.mark.parametrize(("table", "column", "value"), CELLS)
def test_a_damaged_cell_hides_no_other_game(
    ada: Caller,
    bo: Caller,
    spoiled: Callable[[str, str, str], str],
    caplog: pytest.LogCaptureFixture,
    table: str,
    column: str,
    value: str,
) -> None:
    sound = ada.new(CHICAGO, "me", "open")
    damaged = spoiled(table, column, value)
    page = bo.client.get("/", headers=bo.headers)
    assert page.status_code == 200
    assert sound in page.text
    assert damaged not in page.text
    assert [row["id"] for row in bo.get("/games?status=open")] == [sound]
    assert any(damaged in record.getMessage() for record in caplog.records)
    answer = bo.client.get(f"/api/games/{damaged}", headers=bo.headers)
    assert (answer.status_code, answer.json()["key"]) == (503, "fault.damaged_game")


def test_whose_turn_it_is_may_be_lost(ada: Caller, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    with closing(sqlite3.connect(host.settings.file)) as other:
        other.execute("UPDATE turns SET waiting = '[' WHERE game = ?", (game,))
        other.commit()
    assert [row["id"] for row in ada.get("/games?status=running")] == [game]


def test_a_damaged_page_that_was_kept_is_made_again(ada: Caller, host: Host) -> None:
    game = ada.new(CHICAGO, "me", "friend")
    assert ada.client.get(f"/games/{game}", headers=ada.headers).status_code == 200
    with host.storage.writing() as connection:
        assert connection.execute(sa.text("UPDATE views SET body = X'00'")).rowcount
    host._forget(game)
    assert ada.client.get(f"/games/{game}", headers=ada.headers).status_code == 200


def _calls(caller: Caller) -> list[tuple[int, str]]:
    body = {"title": CHICAGO, "seats": [{"kind": "me"}, {"kind": "friend"}]}
    client: TestClient = caller.client
    answers = [
        client.post("/api/games", headers=caller.headers, json=body),
        client.get("/api/games?status=open", headers=caller.headers),
    ]
    assert not any("Traceback" in answer.text for answer in answers)
    return [(answer.status_code, answer.json()["key"] if answer.status_code != 200 else "") for answer in answers]


def test_damage_while_running_is_told_and_nothing_more_is_written(
    ada: Caller, host: Host, caplog: pytest.LogCaptureFixture
) -> None:
    ada.new(CHICAGO, "me", "open")
    with host.storage.engine.connect() as connection:
        connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
    host.storage.engine.dispose()
    size = host.settings.file.stat().st_size
    with host.settings.file.open("r+b") as file:
        file.seek(0)
        file.write(b"no database at all" * (size // 18))
    assert _calls(ada) == [(503, "fault.damaged"), (503, "fault.damaged")]
    told = [record.getMessage() for record in caplog.records]
    assert sum("takes no more changes" in line for line in told) == 1
    with pytest.raises(Unkept):
        host.storage.list_games(OPEN)
    for language in ("en", "de"):
        assert text("fault.damaged", language) != "fault.damaged"


def test_a_file_that_was_put_in_another_place_is_not_written_on(ada: Caller, host: Host) -> None:
    host.settings.file.rename(host.settings.file.with_suffix(".moved"))
    assert _calls(ada)[0] == (503, "fault.storage")
    host.settings.file.with_suffix(".moved").rename(host.settings.file)
    ada.new(CHICAGO, "me", "open")
