"""The order of play where a title's rules draw it: whoever sets up a table does so, unless told otherwise."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import TypeVar

from .core import Event

T = TypeVar("T")


class OrderDrawn(Event, frozen=True):
    """The order of play was drawn by lot; seats are numbered in it."""

    seats: tuple[int, ...]


def drawn(players: Sequence[T], lots: random.Random) -> list[T]:
    """Players in an order by lot.

    >>> sorted(drawn(["North", "East", "West"], random.Random(1835)))
    ['East', 'North', 'West']
    """
    return lots.sample(players, len(players))


def lots_for(seed: int) -> random.Random:
    """What settles the order where a seed settles everything; other lots of the seed are others."""
    return random.Random(f"order of play {seed}")
