"""Where a request comes from: the address of the connection, or what our own proxy says of it."""

from __future__ import annotations

from functools import lru_cache
from ipaddress import IPv6Address, ip_address

from starlette.datastructures import Headers
from starlette.types import Scope


@lru_cache(4096)
def neighbourhood(address: str) -> str:
    """Whom limits count together: an address, and of IPv6 the network that one household has.

    >>> neighbourhood("192.0.2.7"), neighbourhood("::ffff:192.0.2.7"), neighbourhood("2001:db8:1:2:3:4:5:6")
    ('192.0.2.7', '192.0.2.7', '2001:db8:1:2::')
    """
    known = _address(address)
    if isinstance(known, IPv6Address):
        mapped = known.ipv4_mapped
        return str(mapped or IPv6Address(int(known) >> 64 << 64))
    return address if known else ""


def _address(text: str) -> object | None:
    try:
        return ip_address(text)
    except ValueError:
        return None


def told_by_proxy(scope: Scope, headers: Headers) -> None:
    """Put into `scope` what the proxy before us saw: it adds the address last, so only the last one counts."""
    client = _last(headers, "x-forwarded-for")
    if _address(client):
        scope["client"] = (client, 0)
    scheme = _last(headers, "x-forwarded-proto").lower()
    if scheme in ("http", "https"):
        scope["scheme"] = scheme


def _last(headers: Headers, name: str) -> str:
    return (headers.getlist(name) or [""])[-1].rpartition(",")[2].strip()
