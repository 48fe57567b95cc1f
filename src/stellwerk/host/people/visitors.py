"""Who asks: a guest known by a key in a cookie, by a private link, or by a bearer token."""

from __future__ import annotations

import hashlib
import hmac
import secrets
import threading
import time
from collections import OrderedDict
from collections.abc import Callable, Sequence

from msgspec import Struct

from stellwerk.view.appearance import Appearance
from stellwerk.view.faults import Fault, Stale

from ..storage.people.people import HANDLE
from ..storage.rows import LINK, Person
from ..storage.storage import Storage
from .look_alikes import UNSEEN, likeness, scripts

COOKIE = "stellwerk"
LONGEST_NAME = 24
KEPT = 5000
"""Keys of which it is known without the storage whether anybody holds them."""

SIGN = 32
"""Letters that a sign by which one asks again must have, so that nobody guesses it; at most four times as many."""
AGAIN = 600.0
"""Seconds in which somebody may ask again."""


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
    label: str = ""
    """By what they came, in a word or two, for the list of their sessions."""
    kept: str = ""
    """What a browser keeps of the accounts to which it came in (`familiar.py`)."""
    keeps: str = ""
    """What it is to keep from now on, if that is something else."""
    look: Appearance = Appearance()
    """How they want to see things."""


class Visitors:
    """Keys and the people behind them. Only digests of keys are kept."""

    def __init__(self, storage: Storage) -> None:
        self._storage = storage
        self._secret = storage.secret()
        self._known: OrderedDict[str, Person] = OrderedDict()
        self._nobodys: OrderedDict[str, None] = OrderedDict()
        self._edition = 0
        self._once: OrderedDict[str, tuple[str, float]] = OrderedDict()
        """Keys that were handed out lately, by the sign with which they can be asked for again."""
        self._came: set[int] = set()
        self._lately: set[int] = set()
        self._last: OrderedDict[int, float] = OrderedDict()
        self._lock = threading.Lock()
        self.tell_others: Callable[[Sequence[int]], None] = lambda persons: None
        """Has other processes look again for who holds these people's keys, where several serve together."""
        self.in_touch: Callable[[], bool] = lambda: True
        """Whether it is heard what others end; where it is not, every key is looked for in the storage."""

    def new_key(self) -> str:
        """A key that nobody can guess."""
        return secrets.token_urlsafe(24)

    def at_hand(self, key: str, looks: bool = True) -> tuple[bool, Person | None]:
        """Whether it is known without looking into the storage who holds a key, and who that is, if anybody.

        `looks` says that they are here themselves: no page asks for them that nobody looks at.
        """
        if not self.in_touch():
            return False, None
        digest = self._digest(key)
        with self._lock:
            if digest in self._known:
                self._known.move_to_end(digest)
                person = self._known[digest]
                self._seen(person, looks)
                return True, person
            return digest in self._nobodys, None

    def find(self, key: str, looks: bool = True) -> Person | None:
        """The person who holds a key."""
        known, person = self.at_hand(key, looks)
        if known:
            return person
        edition = self._edition
        digest = self._digest(key)
        person = self._storage.person_with(digest)
        with self._lock:
            if edition == self._edition:  # nothing was revoked or handed out while we looked
                if person is not None:
                    self._known[digest] = person
                    self._seen(person, looks)
                else:
                    self._nobodys[digest] = None
                for kept in (self._known, self._nobodys):
                    if len(kept) > KEPT:
                        kept.popitem(last=False)
        return person

    def welcome(
        self, visitor: Visitor, name: str, may: Callable[[], None] = lambda: None, once: str = ""
    ) -> Person:
        """The visitor as a person; a new one gets a key made this moment, never one that came from outside.

        `may` says no where there must not be one more. Who gives no name has none (`view.names`), and who has an
        account keeps its name. Whoever asks again with the same sign (`once`), which nobody else knows, because an
        answer was lost, gets the same key again.
        """
        name = clean_name(name)
        if visitor.person is None and self._again(visitor, once):
            assert visitor.person is not None
            return visitor.person
        if visitor.person is not None and visitor.person.account:
            return visitor.person
        self.be_free(name)
        if visitor.person is None:
            may()
            key = self.new_key()
            visitor.person = self._storage.add_person(name, self._digest(key), visitor.label)
            self.forget([visitor.person.id], self._digest(key))
            visitor.key, visitor.fresh = key, True
            self._remember(once, key)
        elif name and name != visitor.person.name:
            self._storage.rename(visitor.person.id, name)
            self.forget([visitor.person.id])
            visitor.person = Person(visitor.person.id, name)
        return visitor.person

    def _again(self, visitor: Visitor, once: str) -> bool:
        """Whether a new person was made a short while ago for whoever brings this sign; then it is them."""
        with self._lock:
            key, until = self._once.get(self._digest(once), ("", 0.0))
        person = self.find(key) if time.monotonic() < until else None
        if person is not None:
            visitor.key, visitor.person, visitor.fresh = key, person, True
        return person is not None

    def _remember(self, once: str, key: str) -> None:
        if not SIGN <= len(once) <= 4 * SIGN:
            return
        with self._lock:
            self._once[self._digest(once)] = key, time.monotonic() + AGAIN
            if len(self._once) > KEPT:
                self._once.popitem(last=False)

    def be_free(self, *names: str, whose: int | None = None) -> None:
        """Refuse names that look like those of somebody else's account, or have letters of several alphabets."""
        if self.of_others(names, whose):
            raise Stale("fault.name_taken")
        if any(len(scripts(name)) > 1 for name in names):
            raise Fault("fault.name_scripts")

    def of_others(self, names: Sequence[str], whose: int | None = None) -> set[str]:
        """Those among some names that look like those of somebody else's account."""
        looks = {name: like for name in names if (like := likeness(name))}
        owners = self._storage.owners_of(list(looks.values())) if looks else {}
        return {name for name, like in looks.items() if owners.get(like, whose) != whose}

    def renew(self, visitor: Visitor, person: Person) -> None:
        """A new key for this visitor; all others of that person are worth nothing from now on."""
        key = self.new_key()
        self._storage.replace_keys(person.id, self._digest(key), visitor.label)
        self.forget([person.id], self._digest(key))
        visitor.key, visitor.fresh = key, True

    def _seen(self, person: Person, looks: bool) -> None:
        self._came.add(person.id)
        if person.scopes or not looks:  # a program of theirs, or a page in the background
            return
        if len(self._lately) < KEPT:
            self._lately.add(person.id)
        self._note_last(person.id)

    def _note_last(self, person: int) -> None:
        self._last[person] = time.monotonic()
        self._last.move_to_end(person)
        if len(self._last) > KEPT:
            self._last.popitem(last=False)

    def lately(self) -> list[int]:
        """Who was here since this was asked last, by what was seen here."""
        with self._lock:
            lately, self._lately = self._lately, set()
        return sorted(lately)

    def were_here(self, persons: Sequence[int]) -> None:
        """Some were here, by what others say."""
        with self._lock:
            for person in persons:
                self._note_last(person)

    def idle(self, person: int) -> float:
        """Seconds since somebody looked at anything."""
        with self._lock:
            return time.monotonic() - self._last.get(person, -1e9)

    def seen(self) -> list[int]:
        """Who was here since this was asked last."""
        with self._lock:
            came, self._came = self._came, set()
        return sorted(came)

    def forget(self, persons: Sequence[int], digest: str = "") -> None:
        """Look again for who holds the keys of some people, and a new key."""
        self._forget(persons, digest)
        self.tell_others(persons)

    def hear(self, persons: Sequence[int]) -> None:
        """Look again for who holds the keys of some people, of whom others have told."""
        self._forget(persons)
        with self._lock:
            self._nobodys.clear()

    def _forget(self, persons: Sequence[int], digest: str = "") -> None:
        with self._lock:
            self._edition += 1
            for known in [known for known, holder in self._known.items() if holder.id in persons]:
                del self._known[known]
            self._nobodys.pop(digest, None)

    def forget_all(self) -> None:
        """Look again for who holds any key."""
        with self._lock:
            self._edition += 1
            self._known.clear()
            self._nobodys.clear()

    def link_key(self, person: Person) -> str:
        """One more key, for a private link."""
        return self.extra_key(person.id, LINK)

    def extra_key(self, person: int, kind: str, label: str = "", scopes: str = "") -> str:
        """One more key of a kind."""
        key = self.new_key()
        self._storage.add_key(person, self._digest(key), kind, label, scopes)
        self.forget([person], self._digest(key))
        return key

    def handle(self, visitor: Visitor) -> str:
        """How the key is named in a list by which somebody came."""
        return self._digest(visitor.key)[:HANDLE]

    def leave(self, visitor: Visitor) -> None:
        """Have the key open nothing any more by which somebody came."""
        self._storage.end_digest(self._digest(visitor.key))
        if visitor.person is not None:
            self.forget([visitor.person.id])
        visitor.key, visitor.person, visitor.fresh = self.new_key(), None, True

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
    seen = (sign for sign in name if sign not in UNSEEN)
    kept = "".join(sign if sign.isalnum() or sign in "-_.'’" else " " if sign.isspace() else "" for sign in seen)
    return " ".join(kept.split())[:LONGEST_NAME].strip()
