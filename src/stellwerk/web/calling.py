"""Messages to addresses that people named (`host/notices/webhooks.py`), over connections to what was looked at."""

from __future__ import annotations

import http.client
import socket
import ssl
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from urllib.parse import urlsplit

from stellwerk.host.notices.webhooks import good_webhook, open_address

SECONDS = 6.0
"""Without a sign from the other side."""
ALTOGETHER = 12.0
"""However often there is one: whoever answers letter by letter must not keep everybody else waiting."""
MOST = 4096
"""Bytes of an answer that are read."""


class _Pinned(http.client.HTTPSConnection):
    """A connection to an address that was looked at, under the name for which it was."""

    def __init__(self, host: str, address: str) -> None:
        self._tls = ssl.create_default_context()
        super().__init__(host, 443, timeout=SECONDS, context=self._tls)
        self._address = address

    def connect(self) -> None:
        """Connect, and have the other side prove its name."""
        self.sock = socket.create_connection((self._address, 443), SECONDS)
        self.sock = self._tls.wrap_socket(self.sock, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()


@contextmanager
def within(seconds: float, connection: http.client.HTTPConnection) -> Iterator[None]:
    """Cut a connection off after so many seconds, whatever is going on in it, and end it."""

    def cut() -> None:
        if connection.sock is not None:
            with suppress(OSError):
                connection.sock.shutdown(socket.SHUT_RDWR)

    clock = threading.Timer(seconds, cut)
    clock.daemon = True
    clock.start()
    try:
        yield
    finally:
        clock.cancel()
        connection.close()


def post(url: str, body: bytes) -> bool:
    """Send something; whether it was taken."""
    return 200 <= send(url, body, {"content-type": "application/json"}) < 300


def send(url: str, body: bytes, headers: Mapping[str, str]) -> int:
    """Send something; the status of the answer, 0 where there was none. Nobody is followed elsewhere."""
    parts = urlsplit(good_webhook(url))
    host = parts.hostname or ""
    connection = _Pinned(host, open_address(host))
    path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    try:
        with within(ALTOGETHER, connection):
            connection.request("POST", path, body, {**headers, "user-agent": "Stellwerk"})
            answer = connection.getresponse()
            answer.read(MOST)
            return answer.status
    except (OSError, http.client.HTTPException, ValueError):
        return 0
