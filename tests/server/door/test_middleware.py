"""One visitor among many: known without a thread, charged for work, told to come later without harm to others."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from starlette.applications import Starlette
from starlette.types import Message, Scope

from stellwerk.host.bots.bot_pool import Robots
from stellwerk.host.host import Host
from stellwerk.host.limits.buckets import WORK, Buckets, Crowd, Purses
from stellwerk.host.limits.lanes import ADVICE, LOOKUPS, OPENINGS, VIEWS, Asker
from stellwerk.host.people import visitors as visiting
from stellwerk.host.people.visitors import Visitor, Visitors
from stellwerk.host.settings import Settings
from stellwerk.host.storage.rows import PERSON, Person, Seat
from stellwerk.web.app import create_app
from stellwerk.web.door.middleware import FEW

from ..conftest import Caller

CHICAGO = "chicago-express"
ADA, BO, CLEO = Asker("#1", "home"), Asker("#2", "home"), Asker("#3", "elsewhere")


class Line:
    """Requests of one loop, answered at the same time, without a socket."""

    def __init__(self, app: Starlette) -> None:
        self.app = app

    async def get(self, path: str, key: str, body: int = 0) -> tuple[int, dict[str, str], bytes]:
        """Ask, and wait for the whole answer."""
        status, headers, said = 0, {}, b""
        path, _, query = path.partition("?")
        given = [(b"host", b"here"), (b"authorization", f"Bearer {key}".encode())]
        scope: Scope = {
            "type": "http", "asgi": {"version": "3.0", "spec_version": "2.3"}, "http_version": "1.1",
            "method": "GET", "scheme": "http", "path": path, "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "headers": given, "client": ("192.0.2.1", 1), "server": ("here", 80),
        }  # fmt: skip
        parts = iter([b"x" * 1000] * body)

        async def receive() -> Message:
            part = next(parts, None)
            if part is None and not body:
                await asyncio.Event().wait()
            return {"type": "http.request", "body": part or b"", "more_body": True}

        async def send(message: Message) -> None:
            nonlocal status, said
            if message["type"] == "http.response.start":
                status = message["status"]
                headers.update({name.decode(): value.decode() for name, value in message["headers"]})
            said += message.get("body", b"")

        await self.app(scope, receive, send)
        return status, headers, said


@pytest.fixture
def line(app: Starlette, host: Host) -> Iterator[Line]:
    yield Line(app)
    host.close()


def _guest(app: Starlette, name: str) -> tuple[str, int]:
    visitor = Visitor("", None, "en")
    person = app.state.visitors.welcome(visitor, name)
    return visitor.key, person.id


def _game(host: Host, person: int) -> str:
    seats = [Seat(0, PERSON, "A", person), Seat(1, PERSON, "B", person)]
    return host.create(Person(person, "Ada"), CHICAGO, seats, {}, 1).row.id


# Who asks ---------------------------------------------------------------------------------------------------


def test_who_is_known_needs_no_look_into_the_storage(
    app: Starlette, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = _guest(app, "Ada")
    looked = []
    find = app.state.visitors.find
    monkeypatch.setattr(app.state.visitors, "find", lambda key, looks: looked.append(key) or find(key, looks))
    for _ in range(3):
        assert asyncio.run(line.get("/api/titles", key))[0] == 200
        assert asyncio.run(line.get("/api/titles", "nobody's key for sure"))[0] == 401
    assert looked == [key, "nobody's key for sure"]


def test_a_key_that_is_revoked_is_worth_nothing_at_once(app: Starlette, line: Line) -> None:
    key, _ = _guest(app, "Ada")
    assert asyncio.run(line.get("/api/titles", key))[0] == 200
    visitors: Visitors = app.state.visitors
    person = visitors.find(key)
    assert person is not None
    visitors.renew(Visitor(key, person, "en"), person)
    assert asyncio.run(line.get("/api/titles", key))[0] == 401


def test_keys_of_nobody_do_not_push_out_those_of_people(app: Starlette, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(visiting, "KEPT", 3)
    visitors: Visitors = app.state.visitors
    key, _ = _guest(app, "Ada")
    visitors.find(key)
    for number in range(10):
        assert visitors.find(f"nobody {number}") is None
    assert visitors.at_hand(key)[0]
    assert [visitors.at_hand(f"nobody {number}")[0] for number in range(10)] == [False] * 7 + [True] * 3


# What is charged --------------------------------------------------------------------------------------------


def test_work_is_charged_by_its_time() -> None:
    purses = Purses(rate=1.0, burst=10)
    assert purses.take(ADA, 0.125, now=0.0)
    purses.charge(ADA, 12 * WORK, now=0.0)
    assert not purses.take(ADA, 0.125, now=0.0)
    assert purses.take(BO, 0.125, now=0.0), "the neighbour has a purse of their own"
    assert purses.seconds(ADA, now=0.0) == pytest.approx(2.125)
    assert purses.take(ADA, 0.125, now=2.2)


def test_refusals_of_a_visitor_cost_the_neighbours_nothing() -> None:
    purses = Purses(rate=0.0, burst=1)
    assert purses.take(ADA, 1.0, now=0.0)
    for _ in range(100):
        assert not purses.take(ADA, 1.0, now=0.0)
    assert purses.take(BO, 1.0, now=0.0)


def test_debt_has_an_end() -> None:
    buckets = Buckets(rate=1.0, burst=5)
    buckets.charge("ada", 1000.0, now=0.0)
    assert buckets.take("ada", now=5.1)


def test_every_thread_of_a_request_is_charged(app: Starlette, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    key, id_ = _guest(app, "Ada")
    charged: list[tuple[str, float]] = []
    charge = Purses.charge

    def noted(self: Purses, asker: Asker, milliseconds: float, now: float) -> None:
        charged.append((asker.visitor, milliseconds))
        charge(self, asker, milliseconds, now)

    monkeypatch.setattr(Purses, "charge", noted)
    asyncio.run(line.get("/api/games", key))
    assert [who for who, _ in charged] == ["192.0.2.1", f"#{id_}"], "the look into the storage, then the list"
    assert all(spent > 0 for _, spent in charged)


# Too much at once -------------------------------------------------------------------------------------------


def test_a_visitor_has_few_requests_at_once() -> None:
    crowd = Crowd(each=2, each_address=3)
    with crowd.among(ADA), crowd.among(ADA) as second:
        assert crowd.full(ADA)
        assert not crowd.full(BO)
        with crowd.among(BO):
            assert crowd.full(BO), "the address has as many as it may"
            assert not crowd.full(CLEO)
        crowd.leave(second)
        assert not crowd.full(ADA)
    assert not crowd.full(ADA)


@pytest.fixture
def strict(settings: Settings) -> Settings:
    return msgspec.structs.replace(settings, requests_each=2, hold=0.0)


def test_more_requests_than_one_visitor_may_have_are_told_to_come_again(
    strict: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A crowd of one visitor waits in no thread; another visitor at the same address is answered meanwhile."""
    app = create_app(strict)
    line, host = Line(app), app.state.host
    (key, id_), (other, _) = _guest(app, "Ada"), _guest(app, "Bo")
    game = _game(host, id_)
    going, working = threading.Event(), threading.Event()

    def slow(*values: Any) -> Any:
        working.set()
        going.wait()
        return {}

    monkeypatch.setattr("stellwerk.web.api.state", slow)

    async def scene() -> None:
        for each in (key, other):
            await line.get("/api/titles", each)
        asked = [asyncio.create_task(line.get(f"/api/games/{game}", key)) for _ in range(6)]
        await asyncio.to_thread(working.wait)
        refused, _ = await asyncio.wait(asked, return_when=asyncio.FIRST_COMPLETED)
        assert (await line.get("/api/titles", other))[0] == 200
        assert app.state.lanes.working(VIEWS) == 1
        for one in refused:
            status, headers, said = one.result()
            assert (status, headers["retry-after"]) == (503, "2")
            assert b"fault.busy_requests" in said
        going.set()
        answers = await asyncio.gather(*asked)
        assert sorted(status for status, _, _ in answers) == [200, 200, 503, 503, 503, 503]

    asyncio.run(scene())
    host.close()


def test_opening_a_slow_game_holds_nobody(app: Starlette, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    """Who waits for the same game waits without a thread, and it is opened once."""
    host: Host = app.state.host
    (key, id_), (other, bo) = _guest(app, "Ada"), _guest(app, "Bo")
    slow, quick = _game(host, id_), _game(host, bo)
    host._forget(slow)
    going, opening, opened = threading.Event(), threading.Event(), []
    open_ = host.open

    def slowly(id_: str) -> Any:
        opened.append(id_)
        if id_ == slow:
            opening.set()
            going.wait()
        return open_(id_)

    monkeypatch.setattr(host, "open", slowly)

    async def scene() -> None:
        asked = [asyncio.create_task(line.get(f"/api/games/{slow}", key)) for _ in range(4)]
        await asyncio.to_thread(opening.wait)
        assert (await line.get(f"/api/games/{quick}", other))[0] == 200
        async with asyncio.timeout(60):  # each looks up first who asks, and that may take its turn
            while app.state.lanes.waiting(OPENINGS) < 3:
                await asyncio.sleep(0)
        assert app.state.lanes.working(OPENINGS) == 1
        going.set()
        assert {status for status, _, _ in await asyncio.gather(*asked)} == {200}

    asyncio.run(scene())
    assert opened == [slow]


def test_advice_is_thought_of_once_and_one_at_a_time(
    app: Starlette, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    host: Host = app.state.host
    key, id_ = _guest(app, "Ada")
    first, second = _game(host, id_), _game(host, id_)
    going, thinking, thought = threading.Event(), threading.Event(), []
    advise = Robots.advise

    def slowly(self: Robots, live: Any, seat: int) -> Any:
        thought.append(live.row.id)
        thinking.set()
        going.wait()
        return advise(self, live, seat)

    monkeypatch.setattr(Robots, "advise", slowly)

    async def scene() -> None:
        asked = asyncio.create_task(line.get(f"/api/games/{first}/advice", key))
        await asyncio.to_thread(thinking.wait)
        again = asyncio.create_task(line.get(f"/api/games/{first}/advice", key))
        while not app.state.lanes.waiting(ADVICE):
            await asyncio.sleep(0)
        status, headers, said = await line.get(f"/api/games/{second}/advice", key)
        assert (status, headers["retry-after"]) == (503, "2")
        assert b"fault.busy_advice" in said
        assert app.state.lanes.working(ADVICE) == 1
        going.set()
        kept = (await asked)[2]
        assert (await again)[2] == kept
        for _ in range(3):
            assert (await line.get(f"/api/games/{first}/advice", key))[2] == kept
        assert thought == [first]
        await line.get(f"/api/games/{first}/advice?language=de", key)
        assert thought == [first, first]

    asyncio.run(scene())


def test_advice_is_another_after_a_move(ada: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    thought = []
    advise = Robots.advise
    monkeypatch.setattr(Robots, "advise", lambda *values: thought.append(values[2]) or advise(*values))
    game = ada.new(CHICAGO, "me", "friend")
    ada.get(f"/games/{game}/advice")
    ada.choose(game)
    ada.get(f"/games/{game}/advice")
    assert len(thought) == 2


def test_a_stream_with_a_large_body_ends_without_a_word(
    app: Starlette, line: Line, settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody can be told any more that it is too large; no traceback is left either."""
    key, id_ = _guest(app, "Ada")
    game = _game(app.state.host, id_)
    parts = settings.largest_body // 1000 + 5
    status, headers, _ = asyncio.run(line.get(f"/api/games/{game}/stream", key, body=parts))
    assert status == 200
    assert headers["content-type"].startswith("text/event-stream")
    assert not caplog.records
    assert app.state.lanes.working(LOOKUPS) == 0


def test_streams_are_not_among_the_requests_that_count(strict: Settings) -> None:
    app = create_app(strict)
    line, host = Line(app), app.state.host
    key, id_ = _guest(app, "Ada")
    game = _game(host, id_)

    async def scene() -> None:
        streams = [asyncio.create_task(line.get(f"/api/games/{game}/stream", key)) for _ in range(3)]
        while not host.news.watched(game) or len(host.news._ears[game]) < 2:
            await asyncio.sleep(0)
        assert (await line.get("/api/titles", key))[0] == 200
        for stream in streams:
            stream.cancel()
        await asyncio.gather(*streams, return_exceptions=True)

    asyncio.run(scene())
    host.close()


def test_who_is_refused_again_and_again_waits_the_longer_the_more_they_are(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first hear of it at once; and nobody is waited for when the server stops."""
    app = create_app(msgspec.structs.replace(settings, rate=0.0, burst=0.001, hold=1.0))
    line, host = Line(app), app.state.host
    waits: list[float] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        waits.append(seconds)
        await sleep(0)

    monkeypatch.setattr("stellwerk.web.door.middleware.asyncio.sleep", noted)
    monkeypatch.setattr("stellwerk.web.door.middleware.random.uniform", lambda low, high: 1.0)

    async def scene(requests: int) -> set[int]:
        waits.clear()
        asked = [line.get("/api/titles", "") for _ in range(requests)]
        return {status for status, _, _ in await asyncio.gather(*asked)}

    asyncio.run(scene(1))
    assert asyncio.run(scene(7)) == {429}
    assert waits == []
    assert asyncio.run(scene(100)) == {429}
    assert sum(waits) == pytest.approx(sum(1 + held / FEW for held in range(1, 101)), rel=0.05)
    host.news.close()
    asyncio.run(scene(100))
    assert waits == []
    host.close()
