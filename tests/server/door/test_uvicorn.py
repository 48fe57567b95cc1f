"""What `web/connection_limits.py` and `web/run.py` use of uvicorn's inner classes, which may change any time."""

import asyncio
import tomllib
from pathlib import Path

import h11
import pytest
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

ROOT = Path(__file__).parents[2]
METHODS = (
    "connection_made", "connection_lost", "data_received",
    "on_response_complete", "pause_writing", "resume_writing",
)  # fmt: skip
FIELDS = ("app", "client", "config", "conn", "flow", "loop", "transport")


class Wire(asyncio.Transport):
    """A connection that goes nowhere."""

    def get_extra_info(self, name, default=None):
        return {"peername": ("192.0.2.1", 1), "sockname": ("192.0.2.2", 2)}.get(name, default)

    def is_closing(self):
        return False


async def met():
    """A protocol that has a connection, as one of ours has when it looks at it."""
    config = uvicorn.Config(lambda scope, receive, send: None, http=H11Protocol, ws="none", log_config=None)
    config.load()
    protocol = H11Protocol(config=config, server_state=ServerState(), app_state={})
    protocol.connection_made(Wire())
    return protocol


def lacking(thing, names):
    return [name for name in names if not hasattr(thing, name)]


def test_the_protocol_has_what_the_door_uses():
    lacks = lacking(H11Protocol, METHODS)
    assert not lacks, f"uvicorn {uvicorn.__version__}: H11Protocol has no {', '.join(lacks)}; see doors.py"
    protocol = asyncio.run(met())
    lacks = lacking(protocol, FIELDS)
    assert not lacks, f"uvicorn {uvicorn.__version__}: an H11Protocol has no {', '.join(lacks)}; see doors.py"
    assert protocol.flow.write_paused is False
    assert protocol.client[0] == "192.0.2.1"
    assert protocol.conn.their_state is h11.IDLE


@pytest.mark.parametrize("name", ["startup", "shutdown"])
def test_the_server_has_what_ours_adds_to(name):
    why = f"uvicorn {uvicorn.__version__}: Server.{name} is not there or no coroutine; see web/run.py"
    assert asyncio.iscoroutinefunction(getattr(uvicorn.Server, name, None)), why


def test_versions_that_were_not_tried_are_not_installed():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    (asked,) = (one for one in project["optional-dependencies"]["server"] if one.startswith("uvicorn"))
    locked = dict(line.split("==") for line in (ROOT / "requirements.lock").read_text().split())["uvicorn"]
    major, minor, *_ = locked.split(".")
    assert asked.endswith(f"<{major}.{int(minor) + 1}"), f"{locked} is locked: the bound is its next minor version"
