"""Who asks: a guest known by a key in a cookie, by a private link, or by a bearer token."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from collections import OrderedDict

from msgspec import Struct

from .storage import Person, Storage
from .texts import text

COOKIE = "stellwerk"
LONGEST_NAME = 24
_KEPT = 5000


class Visitor(Struct):
    """Somebody's request: who, in which language, by daylight or not. `Visitors` may make a person of them."""

    key: str
    person: Person | None
    language: str
    theme: str = "auto"
    fresh: bool = False
    """Whether the key was made just now and has still to be handed out."""
    bearer: bool = False
    """Whether the key came in a header, which no other site can make a browser send."""


class Visitors:
    """Keys and the people behind them. Only digests of keys are kept."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._secret = storage.secret()
        self._known: OrderedDict[str, Person] = OrderedDict()
        self._edition = 0

    def new_key(self) -> str:
        """A key that nobody can guess."""
        return secrets.token_urlsafe(24)

    def find(self, key: str) -> Person | None:
        """The person who holds a key."""
        digest, edition = self._digest(key), self._edition
        person = self._known.get(digest) or self._storage.person_with(digest)
        if person is not None and edition == self._edition:  # nothing was revoked while we looked
            self._known[digest] = person
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return person

    def welcome(self, visitor: Visitor, name: str) -> Person:
        """The visitor as a person; a new one gets a key made this moment, never one that came from outside."""
        name = clean_name(name)
        if visitor.person is None:
            key, name = self.new_key(), name or text("page.guest", visitor.language)
            visitor.person = self._storage.add_person(name, self._digest(key))
            visitor.key, visitor.fresh = key, True
        elif name and name != visitor.person.name:
            self._storage.rename(visitor.person.id, name)
            self._forget()
            visitor.person = Person(visitor.person.id, name)
        return visitor.person

    def renew(self, visitor: Visitor, person: Person) -> None:
        """A new key for this visitor; all others of that person are worth nothing from now on."""
        key = self.new_key()
        self._storage.replace_keys(person.id, self._digest(key))
        self._forget()
        visitor.key, visitor.fresh = key, True

    def _forget(self) -> None:
        self._edition += 1
        self._known.clear()

    def link_key(self, person: Person) -> str:
        """One more key, for a private link."""
        key = self.new_key()
        self._storage.add_key(person.id, self._digest(key))
        return key

    def csrf(self, visitor: Visitor) -> str:
        """What a form must carry to show that it came from one of our pages."""
        return hmac.new(self._secret, _bytes(visitor.key), "sha256").hexdigest()[:32]

    def vouched(self, visitor: Visitor, token: str | None) -> bool:
        """Whether a request that changes something came from our own page."""
        expected = _bytes(self.csrf(visitor))
        return visitor.bearer or (token is not None and hmac.compare_digest(_bytes(token), expected))

    def _digest(self, key: str) -> str:
        return hashlib.sha256(_bytes(key)).hexdigest()


def _bytes(text: str) -> bytes:
    """What came from outside may be no text at all."""
    return text.encode("utf-8", "backslashreplace")


def clean_name(name: str) -> str:
    """A nickname without anything but letters, digits and a few signs, on one line.

    >>> clean_name("  Ada\\n<b>Lovelace</b> ")
    'Ada bLovelaceb'
    """
    kept = "".join(sign if sign.isalnum() or sign in "-_.'’" else " " if sign.isspace() else "" for sign in name)
    return " ".join(kept.split())[:LONGEST_NAME].strip()
