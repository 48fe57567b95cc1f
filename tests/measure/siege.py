"""Figures for docs/hosting.md: `python tests/measure/siege.py` lays siege to a server and asks for pages."""

from __future__ import annotations

import http.client
import resource
import select
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

SECONDS = 20.0
SLOW_HEAD = b"GET / HTTP/1.1\r\nhost: a\r\n"
SLOW_BODY = b"POST /api/guests HTTP/1.1\r\nhost: a\r\ncontent-length: 60000\r\n\r\n{"


class Crowd:
    """Sockets that say something at first, then a byte a second, and come again when they are closed."""

    def __init__(self, port: int, first: bytes, drip: bytes, addresses: int) -> None:
        self.port, self.first, self.drip, self.addresses = port, first, drip, addresses
        self.open: list[socket.socket] = []
        self.closed = self.failed = 0

    def join(self) -> None:
        """One more."""
        made = socket.socket()
        made.settimeout(2)
        try:
            made.bind((f"127.0.0.{2 + len(self.open) % self.addresses}" if self.addresses > 1 else "127.0.0.1", 0))
            made.connect(("127.0.0.1", self.port))
            if self.first:
                made.sendall(self.first)
            self.open.append(made)
        except OSError:
            self.failed += 1
            made.close()

    def press(self) -> None:
        """Drip, and replace whoever was sent away."""
        poll = select.poll()
        known = {one.fileno(): one for one in self.open}
        for number in known:
            poll.register(number, select.POLLIN)
        gone = set()
        for number, _ in poll.poll(0):
            with suppress(OSError):
                if known[number].recv(65536):
                    continue
            gone.add(number)
        self.open = [one for number, one in known.items() if number not in gone]
        for number in gone:
            known[number].close()
            self.join()
        self.closed += len(gone)
        for one in self.open if self.drip else ():
            with suppress(OSError):
                one.send(self.drip)


def besiege(label: str, port: int, silent: int, slow: int, addresses: int) -> None:
    """Ask for the lobby ten times a second while crowds wait at the door."""
    crowds = [(silent, Crowd(port, b"", b"", addresses)), (slow, Crowd(port, SLOW_HEAD, b"x", addresses)),
              (slow, Crowd(port, SLOW_BODY, b"x", addresses))]  # fmt: skip
    stop = threading.Event()

    def crowd() -> None:
        for count, one in crowds:
            for _ in range(count):
                one.join()
        while not stop.wait(1):
            for _, one in crowds:
                one.press()

    pressing = threading.Thread(target=crowd)
    pressing.start()
    taken, failed, end = [], 0, time.monotonic() + SECONDS
    while time.monotonic() < end:
        start = time.perf_counter()
        asking = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
        try:
            asking.request("GET", "/api/titles")
            assert asking.getresponse().read()
            taken.append(1000 * (time.perf_counter() - start))
        except OSError:
            failed += 1
        except http.client.HTTPException:
            failed += 1
        finally:
            asking.close()
        time.sleep(0.1)
    stop.set()
    pressing.join()
    closed, kept = (sum(getattr(one, what) for _, one in crowds) for what in ("closed", "failed"))
    for _, one in crowds:
        for waiting in one.open:
            waiting.close()
    crowd_fate = f"{closed} of the crowd sent away, {kept} not let in"
    times = f"median {statistics.median(taken):.0f} ms, worst {max(taken):.0f} ms" if taken else "none"
    print(f"{label}: {len(taken)} answered ({times}), {failed} not; {crowd_fate}", flush=True)


def main() -> None:
    """A server of its own for every siege; the figure given is its limit of open files."""
    for files, silent, slow, addresses in ((1024, 1100, 200, 1), (20000, 3000, 200, 1), (1024, 3000, 200, 100)):
        with socket.socket() as probe, tempfile.TemporaryDirectory() as folder:
            probe.bind(("127.0.0.1", 0))
            port = probe.getsockname()[1]
            probe.close()
            log = Path(folder) / "log"
            program = [sys.executable, "-c", "from stellwerk.cli import main; main()"]
            command = [*program, "serve", "--port", str(port), "--data", f"{folder}/games"]
            with log.open("wb") as out:
                server = subprocess.Popen(
                    command, stdout=out, stderr=out,
                    preexec_fn=lambda files=files: resource.setrlimit(resource.RLIMIT_NOFILE, (files, files)),
                )  # fmt: skip
                for _ in range(200):
                    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
                        break
                    time.sleep(0.1)
                try:
                    besiege(f"{silent} silent, 2 x {slow} slow, {files} files, from {addresses}",
                            port, silent, slow, addresses)  # fmt: skip
                finally:
                    server.terminate()
                    server.wait(20)
            print(f"  log: {len(log.read_text().splitlines())} lines, {log.stat().st_size} bytes")


if __name__ == "__main__":
    main()
