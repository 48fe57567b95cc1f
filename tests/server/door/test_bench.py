"""`stellwerk bench server`: a few tables over real sockets, and the line by which people ask."""

from __future__ import annotations

import asyncio
import gzip
from collections.abc import Callable

import pytest

from stellwerk.bench.http_line import Line
from stellwerk.bench.server import Plan, measure
from stellwerk.bench.server_games import long_game

HEAD = b"HTTP/1.1 200 OK\r\n"


@pytest.mark.long
def test_three_tables_and_a_longer_game() -> None:
    told = measure(Plan(games=3, seconds=0.5, turns_per_s=20.0, titles=("chicago-express",), long=150))
    assert told["errors"] == 0
    assert told["actions_per_s"] > 0
    assert {"list", "act", "view"} <= set(told["full"])
    short, long = told["growth"]["short"], told["growth"]["long"]
    assert short["errors"] == long["errors"] == 0
    assert 0 < short["moves"] <= long["moves"] <= 150
    assert short["actions_per_s"] > 0 < long["actions_per_s"]


def test_a_long_game_has_as_many_moves_as_were_asked_for() -> None:
    game = long_game(1200)
    assert len(game.actions) == 1200
    assert not game.over


def _asked(answers: list[bytes], ask: Callable[[Line], object], ends: bool = False) -> tuple[object, int]:
    """What comes of asking a server that says these, and how often it was called."""

    async def run() -> tuple[object, int]:
        calls = 0

        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            nonlocal calls
            calls += 1
            while answers:
                head = await reader.readuntil(b"\r\n\r\n")
                await reader.readexactly(int(head.lower().partition(b"content-length:")[2].split()[0]))
                writer.write(answers.pop(0))
                if ends:
                    break
            writer.close()

        server = await asyncio.start_server(answer, "127.0.0.1", 0)
        line = Line(server.sockets[0].getsockname()[1])
        try:
            return await ask(line), calls  # type: ignore[misc]
        finally:
            line.close()
            server.close()

    return asyncio.run(run())


PLAIN = HEAD + b"content-length: 2\r\n\r\n{}"
PACKED = gzip.compress(
    b"[1]", mtime=0
)  # its bytes are part of a test's name, which must be the same in every process


@pytest.mark.parametrize(
    ("said", "body"),
    [
        (PLAIN, b"{}"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n3\r\n[1,\r\n2\r\n2]\r\n0\r\n\r\n", b"[1,2]"),
        (HEAD + b"content-encoding: gzip\r\ncontent-length: %d\r\n\r\n" % len(PACKED) + PACKED, b"[1]"),
    ],
)
def test_answers_are_read_however_they_are_sent(said: bytes, body: bytes) -> None:
    async def ask(line: Line) -> bytes:
        return (await line.post("/", {"a": 1})).body

    assert _asked([said], ask) == (body, 1)


def test_a_connection_that_was_closed_while_idle_is_opened_again() -> None:
    async def ask(line: Line) -> list[int]:
        return [(await line.get("/")).status for _ in range(3)]

    assert _asked([PLAIN] * 3, ask, ends=True) == ([200] * 3, 3)


def test_a_server_that_says_nothing_is_an_error() -> None:
    async def ask(line: Line) -> object:
        return await line.get("/")

    with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
        _asked([b""], ask, ends=True)
