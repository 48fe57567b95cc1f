"""Running the application with uvicorn: streams that are open end at once when the server is to stop."""

from __future__ import annotations

import sys
from socket import socket

import uvicorn
from starlette.applications import Starlette

from stellwerk.host.host import Host

from .connection_limits import Config, lengthen_queue
from .garbage import Garbage

SWITCH = 0.001
"""Seconds that a thread keeps the interpreter while others wait, such as the one that answers the network."""


class Server(uvicorn.Server):
    """A server that does not wait for streams that would never end by themselves."""

    def __init__(self, app: Starlette, host: str, port: int) -> None:
        self.games: Host = app.state.host
        self._garbage = Garbage()
        values = {"host": host, "port": port, "timeout_graceful_shutdown": 3}
        sys.setswitchinterval(SWITCH)
        super().__init__(Config(app, self.games.settings, log_config=None, log_level="warning", **values))

    async def startup(self, sockets: list[socket] | None = None) -> None:
        """Listen."""
        self._garbage.begin()
        await super().startup(sockets)
        for server in self.servers:
            for listening in server.sockets:
                lengthen_queue(listening)

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """End the streams, then everything else."""
        self.games.news.close()
        await super().shutdown(sockets)
        self._garbage.end()
