"""What `web/door/connection_limits.py` and `web/door/run.py` use of uvicorn's inner classes, which may change."""

import asyncio
import tomllib
from pathlib import Path

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

ROOT = Path(__file__).parents[3]
METHODS = (
    "connection_made", "connection_lost", "data_received",
    "on_response_complete", "pause_writing", "resume_writing",
    "on_message_begin", "on_header", "on_headers_complete", "on_message_complete",
)  # fmt: skip
FIELDS = ("app", "client", "config", "cycle", "flow", "headers", "loop", "pipeline", "transport")


class Wire(asyncio.Transport):
    """A connection that goes nowhere."""

    def get_extra_info(self, name, default=None):
        return {"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 2)}.get(name, default)

    def is_closing(self):
        return False

    def write(self, data):
        """Nobody hears it."""

    def close(self):
        """There is nothing to close."""


async def met():
    """A protocol that has a connection, as one of ours has when it looks at it."""
    config = uvicorn.Config(lambda scope, receive, send: None, http=HttpToolsProtocol, ws="none", log_config=None)
    config.load()
    protocol = HttpToolsProtocol(config=config, server_state=ServerState(), app_state={})
    protocol.connection_made(Wire())
    return protocol


def lacking(thing, names):
    return [name for name in names if not hasattr(thing, name)]


def test_the_protocol_has_what_the_door_uses():
    lacks = lacking(HttpToolsProtocol, METHODS)
    assert not lacks, f"uvicorn {uvicorn.__version__}: HttpToolsProtocol has no {', '.join(lacks)}; see doors.py"
    protocol = asyncio.run(met())
    lacks = lacking(protocol, FIELDS)
    assert not lacks, (
        f"uvicorn {uvicorn.__version__}: an HttpToolsProtocol has no {', '.join(lacks)}; see doors.py"
    )
    assert protocol.flow.write_paused is False
    assert protocol.client[0] == "192.0.2.1"
    assert protocol.cycle is None
    assert not protocol.pipeline


def test_a_request_that_came_is_seen_to_be_open():
    async def asked():
        protocol = await met()
        protocol.data_received(b"GET / HTTP/1.1\r\na: b\r\n\r\n")
        return protocol.cycle.response_complete, protocol.headers

    assert asyncio.run(asked()) == (False, [(b"a", b"b")])


@pytest.mark.parametrize("name", ["startup", "shutdown"])
def test_the_server_has_what_ours_adds_to(name):
    why = f"uvicorn {uvicorn.__version__}: Server.{name} is not there or no coroutine; see web/door/run.py"
    assert asyncio.iscoroutinefunction(getattr(uvicorn.Server, name, None)), why


def test_versions_that_were_not_tried_are_not_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (asked,) = (one for one in project["optional-dependencies"]["server"] if one.startswith("uvicorn"))
    locked = dict(line.split("==") for line in (ROOT / "requirements.lock").read_text().split())["uvicorn"]
    major, minor, *_ = locked.split(".")
    assert asked.endswith(f"<{major}.{int(minor) + 1}"), f"{locked} is locked: the bound is its next minor version"
