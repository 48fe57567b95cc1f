"""A machine with one process, to be killed: `python -m server.one_machine NAME DATABASE`.

It says at which port it can be asked, serves until it is ended, and is believed to be there for a short while.
"""

from __future__ import annotations

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from stellwerk.host.places import Place
from stellwerk.host.settings import Settings
from stellwerk.web.app import create_app
from stellwerk.web.door.listen import listening
from stellwerk.web.door.run import Server

from .together import KEY

LEASE = 1.5
"""Seconds for which it is believed to be there."""


def main(name: str, url: str) -> None:
    """Serve."""
    with TemporaryDirectory() as folder, listening("127.0.0.1", 0) as ear, listening("127.0.0.1", 0) as peers:
        settings = Settings(
            postgres=url,
            processes=0,
            rate=10_000,
            burst=10_000,
            place=Place(name),
            meeting=Path(folder) / "socket",
            peers_at=f"127.0.0.1:{peers.getsockname()[1]}",
            peers_key=KEY,
            lease=LEASE,
        )
        app = create_app(settings)
        print(ear.getsockname()[1], flush=True)
        Server(app, "127.0.0.1", 0).run([ear, peers])


if __name__ == "__main__":
    main(*sys.argv[1:])
