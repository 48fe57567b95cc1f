"""The search for cycles: what has survived is set aside, and looked through once in a while."""

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator

import pytest

from stellwerk.web.door.garbage import FEW, WHOLE, Garbage


class Ring:
    """Something that refers to itself."""

    def __init__(self) -> None:
        self.me = self


@pytest.fixture
def garbage() -> Iterator[Garbage]:
    found = Garbage()
    found.begin()
    yield found
    found.end()


def test_what_survived_is_not_looked_at_again_until_everything_is(garbage: Garbage) -> None:
    ring = Ring()
    gc.collect()  # set aside from now on
    gone = weakref.ref(ring)
    del ring
    for _ in range(WHOLE - 1):
        gc.collect()
        assert gone() is not None
    gc.collect()
    assert gone() is None


def test_what_came_since_is_found_at_once(garbage: Garbage) -> None:
    gone = weakref.ref(Ring())
    gc.collect()
    assert gone() is None


def test_what_nothing_refers_to_goes_by_itself(garbage: Garbage) -> None:
    class Thing:
        pass

    thing = Thing()
    gc.collect()
    gone = weakref.ref(thing)
    del thing
    assert gone() is None


def test_it_ends_as_it_began() -> None:
    before = gc.get_threshold(), list(gc.callbacks), gc.get_freeze_count()
    garbage = Garbage()
    garbage.begin()
    assert gc.get_threshold()[0] == FEW
    garbage.end()
    garbage.end()
    assert (gc.get_threshold(), list(gc.callbacks), gc.get_freeze_count()) == before
