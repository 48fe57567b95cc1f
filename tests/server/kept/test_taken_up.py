"""A game under way is taken up by a server of today, with all that stands beside it, and goes on."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace
from starlette.applications import Starlette

from stellwerk.host import moves
from stellwerk.host.clocks import time_up, timekeeper
from stellwerk.host.host import Host
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import SESSION
from stellwerk.host.storage.upgrading import VERSION

from ..conftest import Caller
from ..postgres import postgres, put

UNDER_WAY = (Path(__file__).parents[2] / "older" / "server-0009.sql").read_text()
GAME, BEGAN, DAY = "under-way", 1_000_000_000.0, 86_400
"""Ada has bid, Bo is asked; Cleo's order bids up to 13."""


@pytest.fixture(scope="module")
def url() -> Iterator[str]:
    """A database."""
    with postgres() as made:
        yield made


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def settings(tmp_path: Path, request: pytest.FixtureRequest) -> Settings:
    """Tables of an earlier version, in which what was asked, and who was seen, is as of now."""
    made = Settings(data=tmp_path, pace=0.0, processes=0, rate=10_000, burst=10_000)
    _as_of_now(made.file)
    if request.param == "SQLite":
        return made
    url: str = request.getfixturevalue("url")
    put(url, made.file, "0009")
    made.file.unlink()
    return replace(made, postgres=url)


def _as_of_now(kept: Path) -> None:
    now = time.time()
    with closing(sqlite3.connect(kept)) as file:
        file.executescript(UNDER_WAY)
        (body,) = file.execute("SELECT body FROM asks").fetchone()
        file.execute("UPDATE asks SET body = ?", (msgspec.json.encode(msgspec.json.decode(body) | {"at": now}),))
        file.execute("UPDATE people SET seen = ?", (now,))
        file.execute("UPDATE games SET changed = ?", (now,))
        file.commit()


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The moment that clocks go by; nobody looks at them but the test."""
    now = [BEGAN + 3600]
    monkeypatch.setattr(timekeeper, "LOOKS", 10_000.0)
    monkeypatch.setattr(moves, "now", lambda: now[0])
    return now


def _acts(person: Caller, **action: Any) -> None:
    legal = person.get(f"/games/{GAME}/actions")
    person.post(f"/games/{GAME}/actions", decision=legal["decision"], action={"seat": legal["seat"], **action})


def _bids(person: Caller) -> list[Any]:
    told = person.get(f"/games/{GAME}/file")["actions"]
    return [(each["seat"], each.get("amount", "passes")) for each in told]


def test_play_goes_on_with_all_that_stood_beside_it(
    clock: list[float], app: Starlette, host: Host, visit: Callable[..., Caller]
) -> None:
    people = []
    for number in (1, 2, 3):
        people.append(visit())
        key = app.state.visitors.extra_key(number, SESSION, "")
        people[-1].headers = {"authorization": f"Bearer {key}"}
    ada, bo, cleo = people
    with host.storage.reading() as connection:
        assert connection.exec_driver_sql("SELECT version_num FROM alembic_version").scalar() == VERSION

    assert ada.get(f"/games/{GAME}/notes") == {"": "Bo has 40"}
    assert bo.get(f"/games/{GAME}/notes") == {}
    assert [one["text"] for one in cleo.get(f"/games/{GAME}/talk")["messages"]] == ["Good luck after #1"]
    assert [one["program"]["most"] for one in cleo.get(f"/games/{GAME}/programs")["standing"]] == [13]
    assert ada.get(f"/games/{GAME}/programs")["standing"] == []
    assert bo.get(f"/games/{GAME}/clock")["seats"][1]["until"] == BEGAN + DAY
    (asked,) = bo.get(f"/games/{GAME}/asks")
    assert (asked["kind"], asked["status"], asked["asks_me"]) == ("undo", "open", True)

    _acts(bo, type="bid", amount=11)  # and Cleo's order answers
    assert _bids(ada) == [(0, 10), (1, 11), (2, 12)]
    assert ada.get(f"/games/{GAME}/clock")["seats"][0]["until"] == BEGAN + 3600 + DAY + 3600
    clock[0] = BEGAN + 3 * DAY  # Ada's time is up
    time_up.see_to(host, GAME)
    assert _bids(ada) == [(0, 10), (1, 11), (2, 12), (0, "passes")]
    _acts(bo, type="bid", amount=13)  # more than Cleo would give
    assert _bids(ada)[-2:] == [(1, 13), (2, "passes")]
    assert cleo.get(f"/games/{GAME}/programs")["standing"] == []

    for person in (bo, cleo):
        person.post(f"/games/{GAME}/asks/answer", number=asked["number"], grant=True)
    assert _bids(ada) == []  # what was asked before is granted now
    _acts(ada, type="bid", amount=20)
    bo.post(f"/games/{GAME}/talk", 201, text="Again")
    ada.post(f"/games/{GAME}/notes", text="")
