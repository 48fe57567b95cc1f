"""The plain track layer: stops joined by links. It knows no company, no train and no value."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct


class Link(Struct, frozen=True):
    """A piece of track from one stop to the next, with no stop between.

    `bits` are the sides and pieces of track it uses: two links that share a bit cannot both be run by one
    company's trains. `once` are marks that a single *route* may not meet twice (hexes, where a title says so);
    they do not keep two trains apart. `hexes` is how many hexes it enters on the way from one end to the other:
    the borders it crosses. A gate says by which group of sides the link arrives at that end.

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
    """Links between stops 0 … stops - 1; immutable, so what is derived from it is kept on it.

    >>> net = Network(3, [Link(0, 1, bits=0b001), Link(1, 2, bits=0b110)])
    >>> net.arms[1]
    ((0, 0), (1, 2))
    >>> net.masks          # bits that always come together are one bit
    (1, 2)
    """

    __slots__ = ("_packed", "arms", "links", "masks", "once", "stops", "width")

    stops: int
    links: tuple[Link, ...]
    arms: tuple[tuple[tuple[int, int], ...], ...]
    """At each stop: (link, stop at its other end), in the order of links; none from a stop to itself."""
    masks: tuple[int, ...]
    """For each link its merged bits; links conflict if these intersect, and each with itself."""
    once: tuple[int, ...]
    """For each link the merged marks of `once`."""
    width: int
    """How many bits `masks` use."""
    _packed: object

    def __init__(self, stops: int, links: Iterable[Link]) -> None:
        self.stops = stops
        self.links = tuple(links)
        arms: list[list[tuple[int, int]]] = [[] for _ in range(stops)]
        for number, link in enumerate(self.links):
            if not (0 <= link.a < stops and 0 <= link.b < stops):
                raise ValueError(
                    f"link {number} joins a stop that does not exist: {link.a}-{link.b} of {stops}"
                )
            if link.a != link.b:
                arms[link.a].append((number, link.b))
                arms[link.b].append((number, link.a))
        self.arms = tuple(map(tuple, arms))
        self.masks, self.width = _merged([link.bits for link in self.links], lonely=True)
        self.once, _ = _merged([link.once for link in self.links], lonely=False)
        self._packed = None

    def __repr__(self) -> str:
        return f"Network({self.stops} stops, {len(self.links)} links)"


def _merged(masks: list[int], lonely: bool) -> tuple[tuple[int, ...], int]:
    """Make one bit of all that are set in the same masks; `lonely` gives each mask a bit even if it had none.

    A bit set in one mask only never keeps two links apart, so it stays only where a link would have none.
    """
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
    if lonely:
        for number, mask in enumerate(merged):
            if not mask:
                merged[number] = 1 << width
                width += 1
    return tuple(merged), width
