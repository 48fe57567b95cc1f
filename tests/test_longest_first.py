"""Tests are shared out so that none is lost and long ones begin."""

import pytest

from longest_first import dealt


def deal(items, processes):
    return dealt(items, processes, lambda item: item.startswith("b"), lambda item: item.endswith("!"))


def test_every_part_begins_with_long_tests_and_one_with_all_of_the_browser():
    items = ["a1", "a2!", "b1", "b2!", "b3", "c1", "c2!", "c3", "c4!", "c5", "d1", "d2"]
    assert deal(items, 3) == ["b2!", "b1", "b3", "a1", "a2!", "c4!", "c1", "c3", "c2!", "c5", "d1", "d2"]


@pytest.mark.parametrize("processes", [1, 2, 3, 8])
@pytest.mark.parametrize("items", [[], ["a"], ["b1", "b2", "b3!"], ["a!", "c!", "d!"], list("acdefg")])
def test_none_is_lost(items, processes):
    assert sorted(deal(items, processes)) == sorted(items)


def test_one_after_the_other_they_stay_in_order():
    items = ["a", "b!", "c!"]
    assert deal(items, 1) == items
