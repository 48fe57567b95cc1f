"""What goes out compressed."""

from __future__ import annotations

import gzip

import httpx2 as httpx
import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from stellwerk.web.door.packing import LARGE, SMALLEST, Packing

TEXT = "Weiche " * SMALLEST


async def said(request: object) -> Response:
    return PlainTextResponse(TEXT, headers={"vary": "Cookie"})


async def little(request: object) -> Response:
    return PlainTextResponse("x" * (SMALLEST - 1))


async def much(request: object) -> Response:
    return PlainTextResponse("x" * LARGE)


async def picture(request: object) -> Response:
    return Response(TEXT, media_type="image/png")


async def ready(request: object) -> Response:
    return Response(gzip.compress(TEXT.encode()), media_type="text/plain", headers={"content-encoding": "gzip"})


async def pieces(request: object) -> Response:
    return StreamingResponse(iter([TEXT, TEXT]), media_type="text/plain")


@pytest.fixture
def client() -> TestClient:
    """Everything above, behind what compresses."""
    routes = [Route(f"/{each.__name__}", each) for each in (said, little, much, picture, ready, pieces)]
    return TestClient(Packing(Starlette(routes=routes)))


def asked(client: TestClient, path: str, takes: str = "gzip") -> httpx.Response:
    answer: httpx.Response = client.get(path, headers={"accept-encoding": takes})
    return answer


def test_a_whole_text_is_compressed(client: TestClient) -> None:
    answer = asked(client, "/said")
    assert (answer.text, answer.headers["content-encoding"]) == (TEXT, "gzip")
    assert int(answer.headers["content-length"]) < SMALLEST
    assert answer.headers["vary"] == "Cookie, Accept-Encoding"
    assert asked(client, "/much").text == "x" * LARGE


@pytest.mark.parametrize("path", ["/little", "/picture", "/pieces"])
def test_what_is_small_or_no_text_or_comes_in_pieces_stays(client: TestClient, path: str) -> None:
    answer = asked(client, path)
    assert "content-encoding" not in answer.headers
    assert answer.content == asked(client, path, "identity").content


def test_nothing_is_compressed_twice_or_for_who_cannot_read_it(client: TestClient) -> None:
    assert asked(client, "/ready").text == TEXT
    answer = asked(client, "/said", "identity")
    assert (answer.text, answer.headers.get("content-encoding")) == (TEXT, None)
