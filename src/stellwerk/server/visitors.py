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


class Visitor(Struct, frozen=True):
    """Somebody's request: who, in which language, by daylight or not."""

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

    def new_key(self) -> str:
        """A key that nobody can guess."""
        return secrets.token_urlsafe(24)

    def find(self, key: str) -> Person | None:
        """The person who holds a key."""
        digest = self._digest(key)
        person = self._known.get(digest) or self._storage.person_with(digest)
        if person is not None:
            self._known[digest] = person
            if len(self._known) > _KEPT:
                self._known.popitem(last=False)
        return person

    def welcome(self, visitor: Visitor, name: str) -> Person:
        """The visitor as a person, known from now on by the key they hold."""
        name = clean_name(name)
        if visitor.person is None:
            name = name or text("page.guest", visitor.language)
            return self._storage.add_person(name, self._digest(visitor.key))
        if name and name != visitor.person.name:
            self._storage.rename(visitor.person.id, name)
            self._known.clear()
            return Person(visitor.person.id, name)
        return visitor.person

    def link_key(self, person: Person) -> str:
        """One more key, for a private link."""
        key = self.new_key()
        self._storage.add_key(person.id, self._digest(key))
        return key

    def csrf(self, visitor: Visitor) -> str:
        """What a form must carry to show that it came from one of our pages."""
        return hmac.new(self._secret, visitor.key.encode(), "sha256").hexdigest()[:32]

    def vouched(self, visitor: Visitor, token: str | None) -> bool:
        """Whether a request that changes something came from our own page."""
        given = (token or "").encode(errors="surrogatepass")  # only bytes can be compared whatever they are
        return visitor.bearer or hmac.compare_digest(given, self.csrf(visitor).encode())

    def _digest(self, key: str) -> str:
        return hashlib.sha256(key.encode()).hexdigest()


def clean_name(name: str) -> str:
    """A nickname without anything but letters, digits and a few signs, on one line.

    >>> clean_name("  Ada\\n<b>Lovelace</b> ")
    'Ada bLovelaceb'
    """
    kept = "".join(sign if sign.isalnum() or sign in "-_.'’" else " " if sign.isspace() else "" for sign in name)
    return " ".join(kept.split())[:LONGEST_NAME].strip()
