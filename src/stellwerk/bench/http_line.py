"""A line to a web server: HTTP on a socket of one's own, so that asking costs little beside being answered."""

from __future__ import annotations

import asyncio
import gzip
import json
from typing import Any

from msgspec import Struct

PATIENCE = 60.0
"""Seconds that an answer may take."""


class Answer(Struct, frozen=True):
    """What was answered."""

    status: int
    body: bytes

    def json(self) -> Any:
        """The same as values."""
        return json.loads(self.body)


class Line:
    """Requests one after the other from one address; the connection is opened again where the server ended it."""

    def __init__(self, port: int, address: str = "") -> None:
        self._port, self._address = port, address
        self._ends: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.headers = {"host": f"127.0.0.1:{port}", "accept-encoding": "gzip"}

    async def get(self, path: str) -> Answer:
        """Look at something."""
        return await self._ask("GET", path, b"")

    async def post(self, path: str, body: Any) -> Answer:
        """Ask for a change."""
        return await self._ask("POST", path, json.dumps(body).encode())

    def move(self, port: int) -> None:
        """Ask at another port from now on."""
        self.close()
        self._port = port

    def close(self) -> None:
        """Hang up."""
        if self._ends is not None:
            self._ends[1].close()
            self._ends = None

    async def _ask(self, method: str, path: str, body: bytes) -> Answer:
        fresh = self._ends is None
        try:
            async with asyncio.timeout(PATIENCE):
                return await self._answered(method, path, body)
        except (ConnectionError, asyncio.IncompleteReadError):
            self.close()
            if fresh:
                raise
        return await self._ask(method, path, body)  # an idle connection was closed: nothing had been asked yet

    async def _answered(self, method: str, path: str, body: bytes) -> Answer:
        if self._ends is None:
            self._ends = await self._open()
        reader, writer = self._ends
        writer.write(self._head(method, path, len(body)) + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        fields = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:])}
        said = await reader.readexactly(int(fields.get("content-length", 0)))
        if "content-length" not in fields:
            said = await _chunks(reader)
        if fields.get("content-encoding") == "gzip":
            said = gzip.decompress(said)
        if fields.get("connection") == "close":
            self.close()
        return Answer(int(head[0].split()[1]), said)

    def _head(self, method: str, path: str, length: int) -> bytes:
        fields = "".join(f"{name}: {value}\r\n" for name, value in self.headers.items())
        return f"{method} {path} HTTP/1.1\r\n{fields}content-length: {length}\r\n\r\n".encode()

    async def _open(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        here = (self._address, 0) if self._address else None
        try:
            return await asyncio.open_connection("127.0.0.1", self._port, local_addr=here)
        except OSError:
            if here is None:
                raise
        self._address = ""  # not every system has more than one address of its own
        return await self._open()


async def _chunks(reader: asyncio.StreamReader) -> bytes:
    """An answer whose length is not told before."""
    found = b""
    while size := int(await reader.readline(), 16):
        found += await reader.readexactly(size)
        await reader.readline()
    await reader.readline()
    return found
