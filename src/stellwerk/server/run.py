"""Running the application with uvicorn: streams that are open end at once when the server is to stop."""

from __future__ import annotations

from socket import socket

import uvicorn
from starlette.applications import Starlette

from .host import Host


class Server(uvicorn.Server):
    """A server that does not wait for streams that would never end by themselves."""

    def __init__(self, app: Starlette, host: str, port: int) -> None:
        super().__init__(
            uvicorn.Config(app, host=host, port=port, log_level="warning", timeout_graceful_shutdown=3)
        )
        self.games: Host = app.state.host

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
        """End the streams, then everything else."""
        self.games.news.close()
        await super().shutdown(sockets)
