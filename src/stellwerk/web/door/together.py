"""Several processes that serve together: one starts them, and starts again whichever is ended.

Each of them has its place and listens at the same port; they end with the one that started them.
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

from stellwerk.host.places import Place

from .passing import socket_of

VARIABLE = "STELLWERK_PLACE"
STARTED = 10.0
"""Seconds after which a process that ends by itself is started again; one that could not start is not."""
PAUSE = 1.0
END = 20.0


class Joined(Struct, frozen=True):
    """What one of several processes is told by the one that started it."""

    place: Place
    folder: Path
    ear: socket.socket
    inner: socket.socket

    def end_with(self, life: int) -> None:
        """End when the one that started us does, however."""

        def wait() -> None:
            os.read(life, 1)
            os.kill(os.getpid(), signal.SIGTERM)

        threading.Thread(target=wait, name="life", daemon=True).start()


def joined() -> Joined | None:
    """What this process was told, if it is one of several."""
    told = os.environ.pop(VARIABLE, "")
    if not told:
        return None
    number, of, ear, life, folder = told.split(" ", 4)
    place = Place(int(number), int(of))
    path = socket_of(Path(folder), place.number)
    path.unlink(missing_ok=True)
    inner = socket.socket(socket.AF_UNIX)
    inner.bind(str(path))
    inner.listen(256)
    found = Joined(place, Path(folder), socket.socket(fileno=int(ear)), inner)
    found.end_with(int(life))
    return found


def serve_together(places: int, ear: socket.socket, arguments: Sequence[str]) -> int:
    """Start so many processes and keep them up until this one is to end; what it ends with."""
    ending, failed = threading.Event(), threading.Event()
    life, hold = os.pipe()  # whoever reads from it sees when we are gone
    with tempfile.TemporaryDirectory(prefix="stellwerk-") as folder:
        command = [sys.executable, "-m", "stellwerk", *arguments]

        def keep_up(number: int) -> None:
            settled = False
            while not ending.is_set():
                values = f"{number} {places} {ear.fileno()} {life} {folder}"
                begun = time.monotonic()
                with subprocess.Popen(
                    command, env={**os.environ, VARIABLE: values}, pass_fds=(ear.fileno(), life)
                ) as child:
                    while child.poll() is None:
                        if ending.wait(0.1):
                            child.terminate()
                            break
                    try:
                        child.wait(END if ending.is_set() else None)
                    except subprocess.TimeoutExpired:
                        child.kill()
                settled = settled or time.monotonic() - begun > STARTED
                if child.returncode > 0 and not settled and not ending.is_set():
                    failed.set()
                    ending.set()
                ending.wait(PAUSE if settled else 0)

        def end(number: int, frame: object) -> None:
            ending.set()

        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, end)
        threads = [threading.Thread(target=keep_up, args=(number,)) for number in range(places)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    os.close(hold)
    os.close(life)
    return 1 if failed.is_set() else 0
