"""Addresses that somebody names for messages: never one within our own network (sent by `web/calling.py`).

The name is looked up once, every address behind it must be one of the open internet, and the connection goes to
the very address that was looked at: a name that leads elsewhere the next moment leads nowhere.
"""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

from stellwerk.view.faults import Fault

LONGEST = 500
"""Signs of an address."""
_TRANSLATED = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))
"""Addresses that stand for others, perhaps for such as are not of the open internet."""


def good_webhook(url: str) -> str:
    """An address as it may be kept: HTTPS, with a name, without a password; empty stays empty."""
    url = url.strip()
    if not url:
        return ""
    try:
        parts = urlsplit(url)
        right = (
            parts.scheme == "https"
            and parts.port in (None, 443)
            and not parts.username
            and "@" not in parts.netloc
        )
    except ValueError:
        right = False
    if not right or not parts.hostname or len(url) > LONGEST or not url.isascii():
        raise Fault("fault.webhook")
    if " " in url or not url.isprintable() or not _may_be_open(parts.hostname):
        raise Fault("fault.webhook")
    return url


def _may_be_open(host: str) -> bool:
    """Whether a host may be one of the open internet, before any name is looked up: who mistypes hears of it.

    >>> [_may_be_open(host) for host in ("hooks.example.org", "127.0.0.1", "::1", "localhost", "nas.local")]
    [True, False, False, False, False]
    """
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        name = host.rstrip(".")
        return "." in name and not name.endswith((".local", ".localhost", ".internal"))
    return _is_open(host)


def open_address(host: str) -> str:
    """The address behind a name, if all that are behind it are of the open internet."""
    try:
        found = [str(info[4][0]) for info in socket.getaddrinfo(host, 443, type=socket.SOCK_STREAM)]
    except (OSError, UnicodeError):
        raise Fault("fault.webhook") from None
    if not found or not all(map(_is_open, found)):
        raise Fault("fault.webhook")
    return found[0]


def _is_open(address: str) -> bool:
    try:
        one = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    if isinstance(one, ipaddress.IPv6Address) and (one.ipv4_mapped or any(one in net for net in _TRANSLATED)):
        return False
    if isinstance(one, ipaddress.IPv6Address) and one.is_site_local:  # of old, yet networks still have such
        return False
    return one.is_global and not (one.is_multicast or one.is_reserved or one.is_unspecified)
