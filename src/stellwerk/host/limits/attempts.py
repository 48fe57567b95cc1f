"""How often somebody may try a password: few times for a name from one address, more for an address or a name.

Kept in memory. A name alone is never closed for good: its owner would be locked out by whoever likes.
"""

from __future__ import annotations

import math
import time

from stellwerk.view.faults import TooMany

from .buckets import Buckets

HOUR = 3600.0
HERE, ADDRESS, NAME, ACCOUNTS, LETTERS, PROOFS, KNOWN = 8, 40, 120, 12, 20, 20, 20
"""Attempts an hour for a name from an address, from an address, for a name; new accounts from an address; what
is asked from an address because of a lost password; what somebody who is signed in tries for their account; and
what a browser tries that came in to an account before."""


class Attempts:
    """Says no where somebody has tried too often."""

    def __init__(self) -> None:
        self._here, self._address, self._name, self._new, self._letters, self._proofs, self._known = (
            Buckets(most / HOUR, most) for most in (HERE, ADDRESS, NAME, ACCOUNTS, LETTERS, PROOFS, KNOWN)
        )

    def password(self, likeness: str, address: str) -> None:
        """A password is tried; whether it is right does not matter."""
        for bucket, who in (
            (self._address, address),
            (self._here, f"{address} {likeness}"),
            (self._name, likeness),
        ):
            _grant(bucket, who)

    def known(self, browser: str) -> None:
        """A password is tried by a browser that came in to that account before; strangers use up nothing of it."""
        _grant(self._known, browser)

    def proof(self, person: int) -> None:
        """Somebody who is signed in says their password once more; strangers who try it use up nothing of this."""
        _grant(self._proofs, str(person))

    def account(self, address: str) -> None:
        """An account is to be made."""
        _grant(self._new, address)

    def letter(self, address: str) -> None:
        """A letter is asked for, or its link is used."""
        _grant(self._letters, address)


def _grant(bucket: Buckets, who: str) -> None:
    now = time.monotonic()
    if not bucket.grant(who, now):
        fault = TooMany("fault.attempts")
        fault.seconds = max(1, math.ceil(bucket.seconds(who, now, 1)))
        raise fault
