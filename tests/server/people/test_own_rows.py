"""What is somebody's own beside games: looks, passkeys, browsers that are told of a turn."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from stellwerk.host.storage import expiring
from stellwerk.host.storage.people.passkey_rows import Passkey
from stellwerk.host.storage.people.push_rows import MOST_BROWSERS
from stellwerk.host.storage.rows import Taken
from stellwerk.host.storage.storage import Storage


@pytest.fixture
def storage(tmp_path: Path) -> Iterator[Storage]:
    made = Storage(f"sqlite:///{tmp_path / 'kept.sqlite3'}")
    yield made
    made.close()


def _full(storage: Storage, person: int) -> None:
    storage.set_look(person, '{"density":"dense"}')
    storage.add_passkey(Passkey(f"key {person}", person, b"public", 0, "Ada's phone", 1.0))
    storage.add_push(person, f"https://push.example/{person}", "public", "auth", "Chrome")


def test_a_look_is_replaced_and_taken_back(storage: Storage) -> None:
    ada = storage.add_person("Ada", "a" * 64).id
    storage.set_look(ada, "one")
    storage.set_look(ada, "two")
    assert storage.look(ada) == "two"
    storage.set_look(ada, "")
    assert storage.look(ada) == ""


def test_a_challenge_is_good_once_for_whom_it_was_given_and_not_for_long(storage: Storage) -> None:
    soon = time.time() + 60
    storage.give_challenge(b"one", 7, soon)
    assert not storage.take_challenge(b"one", None)
    assert not storage.take_challenge(b"one", 8)
    assert storage.take_challenge(b"one", 7)
    assert not storage.take_challenge(b"one", 7)
    storage.give_challenge(b"old", None, time.time() - 1)
    assert not storage.take_challenge(b"old", None)


def test_a_passkey_belongs_to_one_person(storage: Storage) -> None:
    ada, bob = (storage.add_person(name, name[0] * 64).id for name in ("Ada", "Bob"))
    _full(storage, ada)
    with pytest.raises(Taken):
        storage.add_passkey(Passkey(f"key {ada}", bob, b"other", 0, "", 2.0))
    assert not storage.end_passkey(bob, f"key {ada}")
    storage.note_passkey_used(f"key {ada}", 5)
    found = storage.passkey(f"key {ada}")
    assert found is not None
    assert (found.person, found.uses) == (ada, 5)
    assert storage.end_passkey(ada, f"key {ada}")
    assert storage.passkeys_of(ada) == []


def test_a_browser_is_told_for_one_person_and_nobody_has_many(storage: Storage) -> None:
    ada, bob = (storage.add_person(name, name[0] * 64).id for name in ("Ada", "Bob"))
    storage.add_push(ada, "https://push.example/1", "p", "a", "")
    storage.add_push(bob, "https://push.example/1", "p", "a", "")
    assert (storage.pushes_of(ada), len(storage.pushes_of(bob))) == ([], 1)
    for number in range(MOST_BROWSERS + 3):
        storage.add_push(ada, f"https://push.example/more/{number}", "p", "a", "")
    assert len(storage.pushes_of(ada)) == MOST_BROWSERS
    assert not storage.end_push(bob, storage.pushes_of(ada)[0].digest)


def test_all_of_it_goes_with_whoever_goes(storage: Storage) -> None:
    ada, bob = (storage.add_person(name, name[0] * 64).id for name in ("Ada", "Bob"))
    storage.add_account(ada, "Ada", "ada", "digest", None)
    for person in (ada, bob):
        _full(storage, person)
    storage.anonymise(ada)
    assert expiring.expire_people(storage, time.time() + 1) == [ada, bob]
    for person in (ada, bob):
        assert (storage.look(person), storage.passkeys_of(person), storage.pushes_of(person)) == ("", [], [])
