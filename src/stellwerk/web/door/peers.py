"""How processes on several machines know each other: by a key that the operator has given to all of them.

What is passed on carries a signature over whom it is for, when it was made, a number used once, the whole head
with who asks, and a digest of the body. It is taken by that one process, for half a minute, and once: whoever is
started again is another one, so that nothing need be remembered for longer. Answers are not signed, and nothing is
encrypted; the network between machines of ours is a private one.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Iterable

from stellwerk.play.errors import StellwerkError

KEY = "STELLWERK_PEERS_KEY"
"""The variable with the key."""
SHORTEST = 32
BODY, SIGNATURE = b"x-stellwerk-body", b"x-stellwerk-signature"
WINDOW = 30.0
"""Seconds for which a request may be on its way, or clocks apart."""
MOST = 200_000
"""Numbers that are remembered; only whoever has the key makes us remember one."""
Head = Iterable[tuple[bytes, bytes]]


class Seal:
    """Signs what is passed on, and looks at what comes.

    >>> here, there = Seal("the key of all"), Seal("the key of all")
    >>> head = [(b"cookie", b"stellwerk=ada"), (BODY, digest(b"{}"))]
    >>> sign = here.sign("there", "POST", b"/games/7/act", head, at=100.0)
    >>> there.good("there", "POST", b"/games/7/act", head, sign, at=101.0)
    True
    >>> there.good("there", "POST", b"/games/7/act", head, sign, at=101.0)  # a second time
    False
    """

    def __init__(self, key: str) -> None:
        self._key = key.encode()
        self._once: OrderedDict[str, float] = OrderedDict()

    def sign(self, to: str, method: str, path: bytes, head: Head, at: float | None = None) -> bytes:
        """A signature, for one process and one time."""
        when, number = f"{time.time() if at is None else at:.3f}", secrets.token_hex(16)
        return f"{when} {number} {self._made(to, when, number, method, path, head)}".encode()

    def good(
        self, to: str, method: str, path: bytes, head: Head, signature: bytes, at: float | None = None
    ) -> bool:
        """Whether one of ours asks this of us, now, and for the first time."""
        now = time.time() if at is None else at
        try:
            when, number, made = signature.decode("ascii").split(" ")
            late = abs(now - float(when))
        except ValueError:
            return False
        if not hmac.compare_digest(made.encode(), self._made(to, when, number, method, path, head).encode()):
            return False
        if not late <= WINDOW or number in self._once:
            return False
        self._remember(number, now)
        return True

    def _remember(self, number: str, now: float) -> None:
        while self._once and (len(self._once) >= MOST or next(iter(self._once.values())) < now - 2 * WINDOW):
            self._once.popitem(last=False)
        self._once[number] = now

    def _made(self, to: str, when: str, number: str, method: str, path: bytes, head: Head) -> str:
        lines = [to.encode(), when.encode(), number.encode(), method.encode(), path]
        lines += [name + b":" + value.strip() for name, value in head if name != SIGNATURE]
        told = b"".join(len(line).to_bytes(4, "big") + line for line in lines)  # so that no two read alike
        return hmac.new(self._key, told, "sha256").hexdigest()


def digest(body: bytes) -> bytes:
    """What stands for a body in the head that is signed.

    >>> digest(b"")[:8]
    b'e3b0c442'
    """
    return hashlib.sha256(body).hexdigest().encode()


def address(told: str, number: int = 0) -> tuple[str, int]:
    """Host and port out of HOST:PORT, of that process of a computer; where it is none, one sentence says so.

    >>> address("10.0.0.7:8100"), address("[fd00::7]:8100", 2)
    (('10.0.0.7', 8100), ('fd00::7', 8102))
    """
    host, _, port = told.rpartition(":")
    host = host.removeprefix("[").removesuffix("]")
    if not host or not port.isdecimal() or not 0 < int(port) + number < 65536:
        raise StellwerkError("An address for others has a host and a port (--peers-at 10.0.0.7:8100).")
    if host in ("0.0.0.0", "::"):
        raise StellwerkError("Others need an address of this computer (--peers-at), not all of them.")
    return host, int(port) + number


def named(host: str, port: int) -> str:
    """An address as it is told to others.

    >>> named("fd00::7", 8100)
    '[fd00::7]:8100'
    """
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def good_key(key: str) -> str:
    """A key by which machines know each other; where it is none, one sentence says so."""
    if len(key) < SHORTEST:
        raise StellwerkError(
            f"Machines know each other by a key of at least {SHORTEST} signs, the same on all of them ({KEY})."
        )
    return key
