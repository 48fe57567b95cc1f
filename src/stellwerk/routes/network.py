"""The plain track layer: stops joined by links. It knows no company, no train and no value."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cached_property
from operator import attrgetter
from typing import Protocol

from msgspec import Struct

_arranged: Callable[[Iterable[Stretch]], tuple[tuple[Stretch, ...], tuple[int, ...]]] | None = None
try:
    from . import _kernel  # type: ignore[attr-defined, unused-ignore]

    _arranged = getattr(_kernel, "arranged", None)  # not in a kernel built long ago
except ImportError:
    pass


class Stretch(Protocol):
    """What a network is made of: anything that looks like a `Link`; `once` may be missing."""

    @property
    def a(self) -> int: ...
    @property
    def b(self) -> int: ...
    @property
    def bits(self) -> int: ...
    @property
    def hexes(self) -> int: ...
    @property
    def gate_a(self) -> int: ...
    @property
    def gate_b(self) -> int: ...


class Link(Struct, frozen=True, gc=False):
    """A piece of track from one stop to the next, with no stop between.

    `bits` are the sides and pieces of track it uses: two links that share a bit cannot both be run by one
    company's trains. `once` are marks that a single *route* may not meet twice (hexes, where a title says
    so); they do not keep two trains apart. `hexes` is how many hexes it enters on the way from one end to
    the other: the borders it crosses. A gate says by which group of sides the link arrives at that end.

    >>> Link(0, 1, bits=0b11).hexes
    1
    """

    a: int
    b: int
    bits: int
    hexes: int = 1
    gate_a: int = 0
    gate_b: int = 0
    once: int = 0


class Network:
    """Links between stops; immutable, so what is derived from it is kept on it.

    The links are put in order, so that the same track is the same network however it came to be; routes and
    bonuses speak of links by their number in `links`. Stops keep the numbers that they have on the board,
    and those without a link are not known here. Links from a stop to itself are left out: no route runs them.

    >>> net = Network([Link(5, 7, bits=0b110), Link(5, 3, bits=0b001)])
    >>> [(link.a, link.b) for link in net.links], net.stops
    ([(5, 3), (5, 7)], (3, 5, 7))
    """

    links: tuple[Stretch, ...]
    stops: tuple[int, ...]
    """The numbers of all stops, in order; a stop's place in this list is its `index`."""

    def __init__(self, links: Iterable[Stretch]) -> None:
        self.links, self.stops = (_arranged or arranged)(links)

    def __repr__(self) -> str:
        return f"Network({len(self.stops)} stops, {len(self.links)} links)"

    @cached_property
    def index(self) -> dict[int, int]:
        """The place of each stop in `stops`.

        >>> Network([Link(5, 7, bits=1)]).index
        {5: 0, 7: 1}
        """
        return {stop: place for place, stop in enumerate(self.stops)}

    @cached_property
    def arms(self) -> tuple[tuple[tuple[int, int], ...], ...]:
        """At each stop, by index: (link, index of the stop at its other end), in the order of links.

        >>> Network([Link(5, 7, bits=1), Link(5, 9, bits=2)]).arms
        (((0, 1), (1, 2)), ((0, 0),), ((1, 0),))
        """
        index = self.index
        arms: list[list[tuple[int, int]]] = [[] for _ in self.stops]
        for number, link in enumerate(self.links):
            a, b = index[link.a], index[link.b]
            arms[a].append((number, b))
            arms[b].append((number, a))
        return tuple(map(tuple, arms))

    @cached_property
    def masks(self) -> tuple[int, ...]:
        """For each link its merged bits; links conflict if these intersect, and each with itself.

        >>> Network([Link(0, 1, bits=0b001), Link(1, 2, bits=0b110), Link(0, 2, bits=0b1110)]).masks
        (2, 1, 1)
        """
        masks = _merged([link.bits for link in self.links])
        free = max((mask.bit_length() for mask in masks), default=0)
        for number, mask in enumerate(masks):
            if not mask:
                masks[number] = 1 << free
                free += 1
        return tuple(masks)

    @cached_property
    def once(self) -> tuple[int, ...]:
        """For each link the merged marks that a route meets only once.

        >>> Network([Link(0, 1, bits=1, once=6), Link(1, 2, bits=2, once=6), Link(1, 3, bits=4)]).once
        (1, 1, 0)
        """
        return tuple(_merged([getattr(link, "once", 0) for link in self.links]))

    def along(self, links: Sequence[int]) -> tuple[int, ...]:
        """Name the stops along links that follow one another; ValueError if they do not.

        >>> Network([Link(5, 7, bits=1), Link(7, 9, bits=2)]).along((1, 0))
        (9, 7, 5)
        """
        if not links or min(links) < 0 or max(links) >= len(self.links):
            raise ValueError("no such links")
        way = [self.links[number] for number in links]
        here = way[0].a
        if len(way) > 1 and here in (way[1].a, way[1].b):
            here = way[0].b
        stops = [here]
        for link in way:
            a, b = link.a, link.b
            if here == a:
                here = b
            elif here == b:
                here = a
            else:
                raise ValueError("links that do not follow one another")
            stops.append(here)
        return tuple(stops)

    def joins(self, stops: Sequence[int], links: Sequence[int]) -> bool:
        """Say whether these links lead from each of these stops to the next.

        >>> net = Network([Link(5, 7, bits=1), Link(7, 9, bits=2)])
        >>> net.joins((9, 7, 5), (1, 0)), net.joins((9, 7), (0,)), net.joins((5, 7), (4,))
        (True, False, False)
        """
        if len(stops) != len(links) + 1 or not all(stop in self.index for stop in stops):
            return False
        return all(
            0 <= number < len(self.links) and {here, there} == {self.links[number].a, self.links[number].b}
            for here, there, number in zip(stops, stops[1:], links, strict=False)
        )

    def repeats(self, links: Iterable[int]) -> bool:
        """Say whether a route over these links would use track twice, or meet twice what it may meet once.

        >>> net = Network([Link(5, 7, bits=1), Link(7, 9, bits=3), Link(9, 11, bits=4)])
        >>> net.repeats((0, 1)), net.repeats((1, 2))
        (True, False)
        """
        used = met = 0
        for number in links:
            if self.masks[number] & used or self.once[number] & met:
                return True
            used |= self.masks[number]
            met |= self.once[number]
        return False

    @cached_property
    def width(self) -> int:
        """How many bits `masks` use.

        >>> Network([Link(0, 1, bits=1 << 300)]).width
        1
        """
        return max((mask.bit_length() for mask in self.masks), default=0)


def arranged(links: Iterable[Stretch]) -> tuple[tuple[Stretch, ...], tuple[int, ...]]:
    """Links in order, without those from a stop to itself, and the stops that they join; as `kernel/core/order.c`.

    >>> arranged([Link(5, 7, bits=1), Link(4, 4, bits=2), Link(3, 7, bits=4)])[1]
    (3, 5, 7)
    """
    order = tuple(sorted([link for link in links if link.a != link.b], key=_order))
    stops = {link.a for link in order}
    stops.update([link.b for link in order])
    return order, tuple(sorted(stops))


_order = attrgetter("a", "b", "bits", "hexes", "gate_a", "gate_b")


def _merged(masks: list[int]) -> list[int]:
    """Make one bit of all that are set in the same masks; one set in a single mask keeps nothing apart."""
    users: dict[int, int] = {}
    for number, mask in enumerate(masks):
        member = 1 << number
        while mask:
            low = mask & -mask
            users[low] = users.get(low, 0) | member
            mask ^= low
    merged = [0] * len(masks)
    width = 0
    for group in dict.fromkeys(users.values()):
        if group & (group - 1) == 0:
            continue
        while group:
            low = group & -group
            merged[low.bit_length() - 1] |= 1 << width
            group ^= low
        width += 1
    return merged
