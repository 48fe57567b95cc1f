"""Connections that keep the server waiting: on real sockets, with limits so short that no test has to wait."""

from __future__ import annotations

import http.client
import json
import logging
import resource
import select
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any

import pytest

from stellwerk.host import logs
from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.door.connection_limits import HEAD_BYTES, HEADERS, PIPELINED, Doorkeeper
from stellwerk.web.door.listen import listening
from stellwerk.web.door.run import Server

LONG = 600.0
"""Seconds that no test waits for: whatever has this limit does not happen."""
PATIENT = {"head_seconds": LONG, "body_seconds": LONG, "answer_seconds": LONG}

PATIENCE = 120
"""Seconds for what happens at once, but for a machine that is busy."""


class Door:
    """A running server, and those who come to it."""

    def __init__(self, server: Server, port: int, hall: ExitStack) -> None:
        self.server, self.port, self.hall = server, port, hall

    def come(self, first: bytes = b"", address: str = "127.0.0.1", room: int = 0) -> socket.socket:
        """Connect and say something."""
        made = self.hall.enter_context(socket.socket())
        made.settimeout(PATIENCE)
        if room:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
        made.bind((address, 0))
        made.connect(("127.0.0.1", self.port))
        made.sendall(first)
        return made

    def ask(self, path: str = "/api/titles", body: Any = None, **headers: str) -> tuple[int, Any]:
        """An honest question."""
        asking = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        asking.request("POST" if body is not None else "GET", path, json.dumps(body) if body else None, headers)
        answer = asking.getresponse()
        found = json.loads(answer.read())
        asking.close()
        return answer.status, found

    def listen(self, address: str = "127.0.0.1", headers: str = "") -> socket.socket:
        """Open a stream of news, and hear its first words."""
        ada = {"authorization": "Bearer " + self.ask("/api/guests", {"name": "Ada"})[1]["token"]}
        seats = [{"kind": "me"}, {"kind": "friend"}]
        game = self.ask("/api/games", {"title": "chicago-express", "seats": seats}, **ada)[1]["id"]
        stream = self.come(f"GET /api/games/{game}/stream HTTP/1.1\r\nhost: a\r\n{headers}\r\n".encode(), address)
        heard = b""
        while b"data:" not in heard:
            heard += stream.recv(4096)
        return stream


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Callable[..., Door]]:
    """Makes servers with limits of their own."""
    with ExitStack() as hall:

        def opened(**limits: Any) -> Door:
            ear = hall.enter_context(listening("127.0.0.1", 0))
            port = ear.getsockname()[1]
            settings = Settings(data=tmp_path, processes=0, rate=1000, burst=1000, **(PATIENT | limits))
            server = Server(create_app(settings), "127.0.0.1", port)
            running = threading.Thread(target=server.run, args=([ear],))
            running.start()
            hall.callback(running.join)
            hall.callback(setattr, server, "should_exit", True)
            until(lambda: server.started)
            return Door(server, port, hall)

        yield opened


def until(what: Callable[[], object]) -> None:
    """Wait for something that happens in another thread."""
    end = time.monotonic() + PATIENCE
    while not what():
        assert time.monotonic() < end, "it did not happen"
        time.sleep(0.01)


def sent_away(waiting: socket.socket, drip: bytes = b"") -> bool:
    """Whether the server closes a connection, however often it says a little more."""
    for _ in range(400):
        if select.select([waiting], [], [], 0.05)[0]:
            with suppress(ConnectionError):
                return waiting.recv(4096) == b""
            return True
        with suppress(ConnectionError):
            waiting.send(drip)
    return False


def test_answers_are_sent_at_once(door: Callable[..., Door]) -> None:
    here = door()
    here.come(b"GET /api/titles HTTP/1.1\r\nhost: a\r\n\r\n").recv(4096)
    (connection,) = here.server.config.doorkeeper._inside
    ours = connection.transport.get_extra_info("socket")
    assert ours.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def ended(stream: socket.socket) -> bool:
    """Whether a stream has come to its end; what was said before does not matter."""
    while select.select([stream], [], [], 0)[0]:
        heard = stream.recv(4096)
        if not heard or heard.endswith(b"0\r\n\r\n"):
            return True
    return False


def test_who_says_nothing_is_sent_away(door: Callable[..., Door]) -> None:
    assert sent_away(door(head_seconds=0.2).come())


def test_who_says_it_byte_by_byte_is_sent_away(door: Callable[..., Door]) -> None:
    assert sent_away(door(head_seconds=0.2).come(b"GET / HTTP/1.1\r\nx: "), b"x")


def test_a_second_request_has_its_time_too(door: Callable[..., Door]) -> None:
    house = door(head_seconds=0.2)
    again = house.come(b"GET /prefer/theme/dark HTTP/1.1\r\nhost: a\r\n\r\n")
    assert b" 303 " in again.recv(4096)
    again.send(b"GET / HTTP/1.1\r\nx: ")
    assert sent_away(again, b"x")


def test_who_was_answered_and_asks_no_more_is_sent_away(door: Callable[..., Door]) -> None:
    house = door(idle_seconds=0.2)
    for drip in (b"", b"\r\n"):
        again = house.come(b"GET /prefer/theme/dark HTTP/1.1\r\nhost: a\r\n\r\n")
        assert b" 303 " in again.recv(4096)
        assert sent_away(again, drip)


@pytest.mark.parametrize(
    "told",
    [
        b"GET / HTTP/1.1\r\n\r\n" * (PIPELINED + 10),
        b"GET / HTTP/1.1\r\n" + b"a: b\r\n" * (HEADERS + 1) + b"\r\n",
        b"GET / HTTP/1.1\r\na: ",
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\n0\r\na: ",
    ],
    ids=["requests at once", "headers", "one header", "a header after the body"],
)
def test_a_request_that_asks_for_more_than_any_has_to_is_given_up(door: Callable[..., Door], told: bytes) -> None:
    house = door()
    immoderate = house.come()
    ended = threading.Event()

    def listen() -> None:
        with suppress(ConnectionError):
            while immoderate.recv(65536):
                pass
        ended.set()

    listening = threading.Thread(target=listen)
    listening.start()
    with suppress(ConnectionError):
        immoderate.sendall(told)
        while told.endswith(b": ") and not ended.is_set():
            immoderate.sendall(b"x" * HEAD_BYTES)
    listening.join()
    assert ended.is_set()
    assert house.ask()[0] == 200


def test_a_body_that_never_ends_is_given_up_quietly(
    door: Callable[..., Door], caplog: pytest.LogCaptureFixture
) -> None:
    house, form = door(body_seconds=0.2), b"content-type: application/x-www-form-urlencoded\r\n"
    for head in (b"POST /api/guests HTTP/1.1\r\n", b"POST /me HTTP/1.1\r\n" + form):
        assert sent_away(house.come(head + b"host: a\r\ncontent-length: 60000\r\n\r\n{"), b"x")
        assert house.ask()[0] == 200
    assert [record for record in caplog.records if record.levelno > logging.WARNING] == []


def test_who_does_not_fetch_the_answer_is_sent_away(door: Callable[..., Door]) -> None:
    house = door(answer_seconds=0.2)
    house.come(b"GET /table.js HTTP/1.1\r\nhost: a\r\n\r\n" * PIPELINED, room=4096)
    until(lambda: house.server.server_state.total_requests)
    until(lambda: not house.server.server_state.connections)


def test_a_full_house_sends_away_who_was_waited_for_longest(door: Callable[..., Door]) -> None:
    house = door(connections_each=3)
    first, *others = [house.come() for _ in range(3)]
    assert house.ask()[0] == 200
    assert sent_away(first)
    assert not any(select.select(others, [], [], 0)[0])


def test_one_address_does_not_push_out_another(door: Callable[..., Door]) -> None:
    house = door(connections_each=3)
    other = house.come(address="127.0.0.2")
    mine = [house.come() for _ in range(4)]
    assert sent_away(mine[0])
    assert not select.select([other], [], [], 0)[0]


def test_in_total_too(door: Callable[..., Door]) -> None:
    house = door(connections=3)
    first = house.come(address="127.0.0.2")
    for number in range(3, 6):
        house.come(address=f"127.0.0.{number}")
    assert sent_away(first)


def test_who_is_being_answered_stays_and_who_finds_no_room_is_told(door: Callable[..., Door]) -> None:
    house = door(connections=2)
    streams = [house.listen(), house.listen()]
    refused = house.come()
    told = refused.recv(4096)
    assert told.startswith(b"HTTP/1.1 503 ")
    assert b"zu viele Verbindungen" in told
    assert not any(map(ended, streams))


def test_behind_a_proxy_connections_are_not_counted_by_address(door: Callable[..., Door]) -> None:
    house = door(connections_each=1, behind_proxy=True)
    waiting = [house.come(), house.come()]
    assert house.ask()[0] == 200
    assert not select.select(waiting, [], [], 0)[0]


def test_one_stream_too_many_ends_the_oldest_of_that_address(door: Callable[..., Door]) -> None:
    house = door(streams_each=2)
    other, first, second, third = (house.listen(f"127.0.0.{number}") for number in (2, 1, 1, 1))
    until(lambda: ended(first))
    assert not any(map(ended, [other, second, third]))


def test_in_total_the_oldest_of_the_address_that_has_most(door: Callable[..., Door]) -> None:
    house = door(streams=3)
    single, first, second, new = (house.listen(f"127.0.0.{number}") for number in (2, 1, 1, 3))
    until(lambda: ended(first))
    assert not any(map(ended, [single, second, new]))


def test_behind_a_proxy_streams_are_counted_by_who_asked_the_proxy(door: Callable[..., Door]) -> None:
    house = door(streams_each=1, behind_proxy=True)
    ada, bo = (house.listen(headers=f"x-forwarded-for: 192.0.2.{number}\r\n") for number in (1, 2))
    again = house.listen(headers="x-forwarded-for: 192.0.2.1\r\n")
    until(lambda: ended(ada))
    assert not any(map(ended, [bo, again]))


def test_leaving_twice_counts_once() -> None:
    keeper, one, two = Doorkeeper(1, 1), _Guest(), _Guest()
    assert keeper.come(one, "here")
    keeper.go(one)
    keeper.go(one)
    assert keeper.come(two, "here")
    assert not keeper.come(one, "here")


class _Guest:
    """Stands for a connection that is being answered."""

    transport = None


def test_more_than_there_are_files_for_neither_lock_the_door_nor_fill_the_log(tmp_path: Path) -> None:
    held = socket.socket()  # so that nobody else gets the port until the server has it
    held.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    held.bind(("127.0.0.1", 0))
    port = held.getsockname()[1]
    program = "from stellwerk.cli import main; main()"
    serve = [sys.executable, "-c", program, "serve", "--port", str(port), "--data", str(tmp_path / "games")]
    few = lambda: resource.setrlimit(resource.RLIMIT_NOFILE, (256, 512))  # noqa: E731
    with held, ExitStack() as hall, (tmp_path / "log").open("wb") as log:
        server = subprocess.Popen(serve, stdout=log, stderr=log, preexec_fn=few)
        hall.callback(server.wait, PATIENCE)
        hall.callback(server.terminate)
        house = Door(None, port, hall)  # type: ignore[arg-type]
        until(lambda: _answers(port))
        for number in range(700):
            house.come(address=f"127.0.0.{2 + number % 100}")
        assert house.ask()[0] == 200
    told = (tmp_path / "log").read_text()
    assert "There is no room" in told
    assert "Too many open files" not in told
    assert len(told.splitlines()) < 10


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


def test_the_log_tells_different_things_apart() -> None:
    calm = logs.Unrepeated(60, lambda: 0)

    def said(what: str, fault: Exception | None = None) -> bool:
        info = (type(fault), fault, fault.__traceback__) if fault else None
        return calm.filter(logging.LogRecord("server", logging.ERROR, "", 0, what, (), info))

    faults = []
    for odd in (_no_key, _no_item):
        try:
            odd()
        except LookupError as error:
            faults.append(error)
    assert [said("failed"), said("failed"), said("other")] == [True, False, True]
    assert [said("failed", fault) for fault in [*faults, *faults]] == [True, True, False, False]


def _no_key() -> None:
    {}["x"]


def _no_item() -> None:
    [][0]
