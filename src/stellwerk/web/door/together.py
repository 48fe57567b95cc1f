"""Several processes that serve together: one starts them, and starts again whichever is ended.

Each of them has its drawers and listens at the same port; they end with the one that started them.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from stellwerk.host.places import LIFE, Place, end_with_life

from .ways import socket_of

VARIABLE = "STELLWERK_PLACE"
STARTED = 10.0
"""Seconds after which a process that ends by itself is started again; one that could not start is not."""
PAUSE = 1.0
END = 20.0


class Joined(Struct, frozen=True):
    """What one of several processes is told by the one that started it."""

    number: int
    place: Place
    path: Path
    ear: socket.socket
    inner: socket.socket


def joined() -> Joined | None:
    """What this process was told, if it is one of several."""
    told = os.environ.pop(VARIABLE, "")
    if not told:
        return None
    number, ear, folder = told.split(" ", 2)
    place = Place(f"{Path(folder).name}-{number}")
    path = socket_of(Path(folder), int(number))
    path.unlink(missing_ok=True)
    inner = socket.socket(socket.AF_UNIX)
    inner.bind(str(path))
    inner.listen(256)
    end_with_life()
    return Joined(int(number), place, path, socket.socket(fileno=int(ear)), inner)


def serve_together(places: int, ear: socket.socket, arguments: Sequence[str], workers: int = 0) -> int:
    """Start so many processes and keep them up until this one is to end; what it ends with.

    Beside them a process that thinks for bots is kept up, so many at the same time.
    """
    ending, failed, settled = threading.Event(), threading.Event(), threading.Event()
    life, hold = os.pipe()  # whoever reads from it sees when we are gone
    with tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:

        def keep_up(command: Sequence[str], values: dict[str, str], needed: bool) -> None:
            while not ending.is_set():
                begun = time.monotonic()
                with subprocess.Popen(
                    [sys.executable, "-m", "stellwerk", *command],
                    env={**os.environ, LIFE: str(life), **values},
                    pass_fds=(ear.fileno(), life),
                ) as child:
                    while child.poll() is None:
                        if time.monotonic() - begun > STARTED:
                            settled.set()
                        if ending.wait(0.1):
                            child.terminate()
                            break
                    try:
                        child.wait(END if ending.is_set() else None)
                    except subprocess.TimeoutExpired:
                        child.kill()
                if child.returncode > 0 and needed and not settled.is_set() and not ending.is_set():
                    failed.set()
                    ending.set()
                ending.wait(PAUSE if settled.is_set() or not needed else 0)

        def end(number: int, frame: object) -> None:
            ending.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
        kept: list[tuple[Sequence[str], dict[str, str], bool]] = [
            (arguments, {VARIABLE: f"{number} {ear.fileno()} {folder}"}, True) for number in range(places)
        ]
        if workers:
            kept.append((["worker", "--processes", str(workers)], {}, False))
        threads = [threading.Thread(target=keep_up, args=one) for one in kept]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    os.close(hold)
    os.close(life)
    return 1 if failed.is_set() else 0
