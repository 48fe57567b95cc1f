"""The kernel puts links in the same order as Python, where it does without keys."""

import random

import pytest

from stellwerk.routes import Link
from stellwerk.routes.network import arranged

compiled = pytest.importorskip("stellwerk.routes._kernel").arranged


def lot(lots: random.Random) -> Link:
    """A link between few stops, so that many have the same ends, and some the same track."""
    a, b = lots.randrange(6), lots.randrange(6)
    return Link(a, b, 1 << lots.choice((3, 70, 400)), lots.randrange(2), lots.randrange(2), lots.randrange(2))


@pytest.mark.parametrize("seed", range(40))
def test_links_come_in_the_same_order(seed):
    lots = random.Random(seed)
    links = [lot(lots) for _ in range(lots.randrange(60))]
    order, stops = compiled(links)
    plainly, same_stops = arranged(links)
    assert stops == same_stops
    assert [id(link) for link in order] == [id(link) for link in plainly]  # equal ones stay as they came


def test_links_are_taken_one_by_one_and_must_be_links():
    assert compiled(link for link in [Link(2, 1, bits=1)])[1] == (1, 2)
    assert compiled([]) == ((), ())
    with pytest.raises(AttributeError):
        compiled([object()])
    with pytest.raises(TypeError):
        compiled(3)
