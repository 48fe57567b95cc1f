"""Messages to addresses that people named (`host/webhooks.py`), over connections to the very address looked at."""

from __future__ import annotations

import http.client
import socket
import ssl
from urllib.parse import urlsplit

from stellwerk.host.webhooks import good_webhook, open_address

SECONDS = 6.0
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
        plain = socket.create_connection((self._address, 443), SECONDS)
        self.sock = self._tls.wrap_socket(plain, server_hostname=self.host)


def post(url: str, body: bytes) -> bool:
    """Send something; whether it was taken. Nobody is followed elsewhere."""
    parts = urlsplit(good_webhook(url))
    host = parts.hostname or ""
    connection = _Pinned(host, open_address(host))
    try:
        path = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
        connection.request("POST", path, body, {"content-type": "application/json", "user-agent": "Stellwerk"})
        answer = connection.getresponse()
        answer.read(MOST)
        return 200 <= answer.status < 300
    except (OSError, http.client.HTTPException, ValueError):
        return False
    finally:
        connection.close()
