"""Ids of games and tournaments, as they stand in addresses and on command lines."""

from __future__ import annotations

import secrets
import string

SIGNS = string.ascii_letters + string.digits
"""Neither begins an option of a command."""
LENGTH = 12


def new_id() -> str:
    """An id that nobody can guess.

    >>> found = new_id()
    >>> len(found), found.isalnum()
    (12, True)
    """
    return "".join(SIGNS[secrets.randbelow(len(SIGNS))] for _ in range(LENGTH))
