"""Browsers that came in to an account before: strangers' guesses at its password are not counted against them.

Each keeps in a cookie a random token for each of the last few accounts, made here and never taken from outside.
Of a token only a digest is kept, of each another one, so that nothing tells which accounts one browser has.
It opens nothing: whoever has it may try passwords of that one account, some an hour, by a count of its own.
"""

from __future__ import annotations

import hashlib
import re
import secrets

from ..storage.storage import Storage

COOKIE = "stellwerk-known"
ACCOUNTS = 4
"""Accounts of which a browser keeps that it came in to them, the last ones."""
TOKEN = 32
"""Signs of a token."""
_MADE_HERE = re.compile(rf"[\w-]{{{TOKEN}}}", re.ASCII)
"""What is no such token is never handed back: it might end a header."""


class Familiar:
    """Which browsers an account knows."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage

    def proof(self, kept: str, person: int) -> str:
        """By which of what a browser keeps it came in to an account before, as a digest; empty if it did not."""
        return self._storage.familiar(person, [_digest(token) for token in _tokens(kept)])

    def note(self, kept: str, person: int) -> str:
        """What a browser is to keep now that it has come in; empty if that is what it has."""
        if self.proof(kept, person):
            return ""
        token = secrets.token_urlsafe(TOKEN * 3 // 4)
        self._storage.add_familiar(person, _digest(token))
        return ".".join([*_tokens(kept), token][-ACCOUNTS:])


def _tokens(kept: str) -> list[str]:
    """
    >>> _tokens("short." + 32 * "a"), _tokens("")
    (['aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa'], [])
    """
    found = kept[: ACCOUNTS * (TOKEN + 1)].split(".")
    return [token for token in found if _MADE_HERE.fullmatch(token)]


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
