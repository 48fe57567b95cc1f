"""Processes that serve together, as threads of a test: of one computer, or of several that share no folder."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import msgspec
from starlette.applications import Starlette

from stellwerk.host.places import DRAWERS, Place
from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.door.listen import listening
from stellwerk.web.door.run import Server
from stellwerk.web.door.ways import socket_of

KEY = "a key that is known to all machines of a place"


@contextmanager
def together(
    settings: Settings, apart: bool = False, many: int = 2
) -> Iterator[tuple[list[Starlette], list[str]]]:
    """So many, each with a port of its own so that a test can choose whom it asks."""
    with TemporaryDirectory(prefix="sw") as name, ExitStack() as held:
        apps, ports = [], []
        for number in range(many):
            folder = Path(name) / str(number) if apart else Path(name)
            folder.mkdir(exist_ok=True)
            ears = [held.enter_context(socket.socket(socket.AF_UNIX))]
            ears[0].bind(str(socket_of(folder, number)))
            ears[0].listen()
            ears.append(held.enter_context(listening("127.0.0.1", 0)))
            way = socket_of(folder, number)
            one = msgspec.structs.replace(settings, place=Place(f"one {number}"), meeting=way)
            if apart:
                ears.append(held.enter_context(listening("127.0.0.1", 0)))
                at = f"127.0.0.1:{ears[2].getsockname()[1]}"
                one = msgspec.structs.replace(one, peers_at=at, peers_key=settings.peers_key or KEY)
            app = create_app(one)
            server = Server(app, "127.0.0.1", 0)
            thread = Thread(target=server.run, args=(ears,))
            thread.start()
            held.callback(thread.join)
            held.callback(setattr, server, "should_exit", True)
            assert app.state.hearsay.listening.wait(60)
            apps.append(app)
            ports.append(f"http://127.0.0.1:{ears[1].getsockname()[1]}")
        while any(len(app.state.drawers.others()) < many - 1 or _less(app, many) for app in apps):
            pass  # until everybody has a share
        yield apps, ports


def _less(app: Starlette, many: int) -> bool:
    return len(app.state.host.place.drawers) != DRAWERS // many
