"""Accounts beside guests: a name of one's own and a password, sessions that can be ended, and how one goes.

Passwords are kept as argon2 digests. Whether there is an account of a name cannot be told by how long an answer
takes: a password is always held against something.
"""

from __future__ import annotations

import re

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from stellwerk.view.faults import Fault, Forbidden, Missing, Stale

from ..host import Host
from ..limits.attempts import Attempts
from ..storage.rows import SESSION, Account, Key, Person, Taken
from .familiar import Familiar
from .look_alikes import RULE, likeness, scripts
from .visitors import Visitor, Visitors, clean_name

SHORTEST, LONGEST = 10, 200
"""Signs of a password."""
LONGEST_EMAIL = 200
_EMAIL = re.compile(r"[^\s@<>,;:\"()\[\]\\]{1,64}@[\w-]+(\.[\w-]+)+")
# What OWASP names as the least: a stranger who asks again and again must not fill the memory.
_hasher = PasswordHasher(time_cost=2, memory_cost=19 * 1024, parallelism=1)
_NOBODYS = _hasher.hash("of nobody at all")


class Accounts:
    """What one can do with an account. Called in threads: a password takes some milliseconds."""

    def __init__(self, host: Host, visitors: Visitors) -> None:
        self._host, self._storage, self._visitors = host, host.storage, visitors
        self._attempts = Attempts()
        self.familiar = Familiar(host.storage)
        self._storage.keep_likenesses(RULE, likeness)

    def of(self, person: Person) -> Account:
        """Somebody's account."""
        found = self._storage.account(person.id)
        if found is None:
            raise Forbidden("fault.no_account")
        return found

    def register(
        self, person: Person, name: str, password: str, email: str, address: str, program: bool = False
    ) -> Person:
        """Turn a guest into somebody with an account; seats and games stay theirs."""
        if person.account:
            raise Stale("fault.has_account")
        name = good_name(name)
        kept = good_email(email)
        good_password(password, name)
        self._attempts.account(address)  # before the work of a digest
        digest = hashed(password, name)
        try:
            self._storage.add_account(person.id, name, likeness(name), digest, kept)
        except Taken:
            raise Stale("fault.name_taken") from None
        self._visitors.forget([person.id])
        if program:
            self.mark(person, True)
        return Person(person.id, name, account=True, program=program)

    def mark(self, person: Person, program: bool) -> None:
        """Say that a program plays by one's account, or a person again: not while it plays, or programs would
        sit among people as long as it suits them."""
        found = self._storage.set_program(person.id, program)
        if found is None:
            raise Stale("fault.program_plays")
        self._visitors.forget([person.id])
        self._host.look_again(found)

    def enter(self, name: str, password: str, address: str, label: str, kept: str = "") -> tuple[str, Person]:
        """A new key for whoever knows name and password; `kept` is what the browser has of coming in before."""
        name = clean_name(name)
        looks = likeness(name)
        account = self._storage.account_called(name, looks)
        browser = self.familiar.proof(kept, account.person) if account and kept else ""
        if browser:
            self._attempts.known(browser)
        else:
            self._attempts.password(looks, address)
        right = _verified(account.password if account else _NOBODYS, password)
        if account is None or not right:
            raise Forbidden("fault.password")
        if account.suspended is not None:
            raise Forbidden("fault.suspended")
        if _hasher.check_needs_rehash(account.password):
            self._storage.set_password(account.person, _hasher.hash(password))
        return self._visitors.extra_key(account.person, SESSION, label), came(account)

    def rename(self, person: Person, name: str) -> Person:
        """Another name."""
        name = good_name(name)
        try:
            self._storage.rename_account(self.of(person).person, name, likeness(name))
        except Taken:
            raise Stale("fault.name_taken") from None
        self._visitors.forget([person.id])
        return Person(person.id, name, account=True, program=person.program)

    def change_password(self, visitor: Visitor, person: Person, old: str, new: str) -> None:
        """Another password; all sessions but this one end, and private links."""
        account = self._proved(person, old)
        digest = hashed(new, account.name)
        self._storage.set_password(person.id, digest)
        self._visitors.renew(visitor, person)

    def change_email(self, person: Person, email: str, password: str) -> None:
        """Another address for when the password is lost, or none; a letter to it could set another password."""
        kept = good_email(email)
        self._proved(person, password)
        self._storage.set_email(person.id, kept)

    def sessions(self, person: Person) -> list[Key]:
        """Where somebody is signed in."""
        return self._storage.keys_of(person.id)

    def end(self, person: Person, handle: str) -> None:
        """Sign somebody out somewhere."""
        if not self._storage.end_key(person.id, handle):
            raise Missing("fault.no_session")
        self._visitors.forget([person.id])

    def erase(self, person: Person, password: str) -> None:
        """Go: nothing tells any more who it was; games stay, with a guest in the seats."""
        self._proved(person, password)
        self._host.look_again(self._storage.anonymise(person.id))
        self._visitors.forget([person.id])

    def _proved(self, person: Person, password: str) -> Account:
        """The account of somebody who is signed in to it and knows its password."""
        account = self.of(person)
        self._attempts.proof(person.id)
        if not _verified(account.password, password):
            raise Forbidden("fault.password")
        return account


def came(account: Account) -> Person:
    """Whose account it is."""
    return Person(account.person, account.name, account=True, program=account.program)


def good_password(password: str, name: str) -> None:
    """Refuse a password that is not good enough for that name."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise Fault("fault.password_length", low=SHORTEST, high=LONGEST)
    if len(set(password)) < 4 or likeness(password) == likeness(name):
        raise Fault("fault.password_weak")


def hashed(password: str, name: str) -> str:
    """A password as it is kept, if it is good enough for that name."""
    good_password(password, name)
    return _hasher.hash(password.encode("utf-8", "backslashreplace"))


def _verified(digest: str, password: str) -> bool:
    try:
        return _hasher.verify(digest, password[: LONGEST + 1].encode("utf-8", "backslashreplace"))
    except (VerificationError, InvalidHashError):
        return False


def good_name(name: str) -> str:
    """A name that an account may have: readable, in one alphabet."""
    name = clean_name(name)
    if len(likeness(name)) < 2 or not any(sign.isalpha() for sign in name):
        raise Fault("fault.name_short")
    if len(scripts(name)) > 1:
        raise Fault("fault.name_scripts")
    return name


def good_email(email: str) -> str | None:
    """An address as one could write to, or none."""
    email = email.strip()
    if not email:
        return None
    if len(email) > LONGEST_EMAIL or not _EMAIL.fullmatch(email):
        raise Fault("fault.email")
    return email
