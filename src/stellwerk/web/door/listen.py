"""The address that a server listens on."""

from __future__ import annotations

import errno
import ipaddress
import socket
from collections.abc import Sequence

from stellwerk.play.errors import StellwerkError


def networks(names: Sequence[str]) -> tuple[str, ...]:
    """Networks by their names; where one is none, one sentence says so."""
    try:
        return tuple(str(ipaddress.ip_network(name)) for name in names)
    except ValueError as error:
        raise StellwerkError(f"There is no such network (--metrics-from): {error}.") from None


def listening(host: str, port: int, option: str = "") -> socket.socket:
    """A socket that listens; where it cannot, one sentence says why, and by which option it was named."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        return socket.create_server(address[:2], family=family)
    except (socket.gaierror, UnicodeError):
        raise StellwerkError(f"There is no address {host} ({option or '--host'}).") from None
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise StellwerkError(
                f"Port {port} of {host} is in use already, perhaps by Stellwerk itself; name another one"
                f" ({option or '--port'})."
            ) from None
        raise StellwerkError(f"Nothing can listen on port {port} of {host} ({error.strerror}).") from None
