"""Files with what stands beside a game: one's own notes and lines, and nobody else's."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

import stellwerk
from stellwerk.host.host import Host
from stellwerk.host.imports.beside_file import MOST_LINES
from stellwerk.host.imports.import_worker import Beyond, Brought, Found, Unreadable, found
from stellwerk.play.limits import Gauge, Limits

from ..conftest import Caller

CHICAGO = "chicago-express"


def _file(caller: Caller, id_: str, query: str = "?beside=1") -> str:
    answer = caller.client.get(f"/api/games/{id_}/file{query}", headers=caller.headers)
    assert answer.status_code == 200
    return str(answer.text)


@pytest.fixture
def table(ada: Caller, bo: Caller) -> tuple[str, str]:
    """A game of two with notes of both, and a line of Ada's."""
    id_ = ada.new(CHICAGO, "me", "open")
    bo.post(f"/games/{id_}/seats")
    ada.choose(id_)
    ada.post(f"/games/{id_}/notes", place="", text="the ruby plan")
    ada.post(f"/games/{id_}/notes", place="B2", text="here\nand there")
    bo.post(f"/games/{id_}/notes", place="", text="the emerald plan")
    tried = ada.post(f"/games/{id_}/branch", 201, at=1)["id"]
    ada.choose(tried)
    ada.choose(tried)
    return id_, tried


def test_a_file_keeps_ones_own_and_importing_brings_it_back(
    ada: Caller, bo: Caller, table: tuple[str, str], host: Host, visit: Callable[..., Caller]
) -> None:
    id_, _ = table
    file = _file(ada, id_)
    assert "ruby" in file
    assert "emerald" not in file
    assert stellwerk.load(file).digest() == host.open(id_).game.digest()
    assert "ruby" not in _file(ada, id_, "")
    assert "ruby" not in _file(bo, id_) + _file(visit().enter("Cleo"), id_) + _file(visit(), id_)
    assert msgspec.json.decode(_file(bo, id_))["beside"]["lines"] == []
    dora = visit().enter("Dora")
    answer = dora.client.post("/api/games/import", headers=dora.headers, content=file.encode())
    assert answer.status_code == 201, answer.text
    back = answer.json()["id"]
    assert dora.get(f"/games/{back}/notes") == ada.get(f"/games/{id_}/notes")
    (again,) = msgspec.json.decode(_file(dora, back))["beside"]["lines"]
    assert again == msgspec.json.decode(file)["beside"]["lines"][0]
    dora_id = host.open(back).row.owner
    games = host.storage.list_games("running", 9, dora_id)
    assert [row.id for row in games] == [back]  # what was tried out is in no list


def _read(file: dict[str, Any], **limits: int) -> Found:
    return found(msgspec.json.encode(file), Gauge("The file", Limits(**limits)))


def test_what_stands_beside_is_bounded_and_legal(ada: Caller, table: tuple[str, str]) -> None:
    file = msgspec.json.decode(_file(ada, table[0]))
    assert isinstance(_read(file), Brought)
    (line,) = file["beside"]["lines"]
    note = {"seat": 0, "place": "", "text": "x"}
    for beside in (
        {"lines": [line] * (MOST_LINES + 1)},
        {"lines": [{**line, "move": 10**6}]},
        {"lines": [{**line, "move": 99}]},
        {"lines": [{**line, "actions": [*line["actions"], *line["actions"]]}]},
        {"lines": [{**line, "actions": [{"type": "nonsense"}]}]},
        {"notes": [note | {"text": "x" * 4001}]},
        {"notes": [note | {"seat": 99}]},
        {"notes": [note] * 1001},
        {"else": 1},
        [1],
    ):
        assert isinstance(_read(file | {"beside": beside}), Unreadable), beside
    assert isinstance(_read(file | {"beside": {"lines": [line] * 3}}, actions=6), Beyond)
