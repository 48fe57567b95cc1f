"""Stretches of plain track between two stops, found by walking the track."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import Struct

from .grid import NOWHERE, PLACES, SIDES, Grid, opposite
from .tiles import Track, read_face


class Link(Struct, frozen=True, gc=False):
    """Track from one stop to another; `bits` are the hex sides it crosses, `hexes` the steps it takes.

    A gate tells on which bank of a ferry the link arrives (1) or not (0).
    """

    a: int
    b: int
    bits: int
    hexes: int
    gate_a: int
    gate_b: int


# Where a walk ends: stop, side on which it arrives, sides used, hexes entered.
End = tuple[int, int, int, int]


def walks(grid: Grid, tracks: Sequence[Track], hex_: int, side: int) -> Iterator[End]:
    """Every way to the next stop that leaves `hex_` by `side`."""
    stack = [(hex_, side, 0, 0)]
    neighbours, side_bits = grid.neighbours, grid.side_bits
    while stack:
        here, out, used, hexes = stack.pop()
        there = neighbours[here][out]
        bit = side_bits[here][out]
        if there == NOWHERE or used & bit:
            continue
        track = tracks[there]
        entry = opposite(out)
        used |= bit
        hexes += 1
        for stop in track.stops_at[entry]:
            yield there * PLACES + stop, entry, used, hexes
        for onward in track.through[entry]:
            stack.append((there, onward, used, hexes))


def _link(tracks: Sequence[Track], one: tuple[int, int], other: tuple[int, int], bits: int, hexes: int) -> Link:
    if other < one:
        one, other = other, one
    (a, side_a), (b, side_b) = one, other
    return Link(
        a,
        b,
        bits,
        hexes,
        int(side_a in tracks[a // PLACES].ferry_sides),
        int(side_b in tracks[b // PLACES].ferry_sides),
    )


def all_links(grid: Grid, tracks: Sequence[Track]) -> tuple[Link, ...]:
    """Every link on the board, each once."""
    found = []
    for hex_, track in enumerate(tracks):
        for stop, sides in enumerate(track.sides_of):
            here = hex_ * PLACES + stop
            for side in sides:
                for there, entry, bits, hexes in walks(grid, tracks, hex_, side):
                    if (here, side) < (there, entry) and here != there:
                        found.append(_link(tracks, (here, side), (there, entry), bits, hexes))
    return tuple(found)


def sides_met(grid: Grid, tracks: Sequence[Track], hex_: int) -> int:
    """The sides of a hex, as a mask, that track of its neighbours leads to."""
    mask = 0
    for side, there in enumerate(grid.neighbours[hex_]):
        if there != NOWHERE and tracks[there].exits >> opposite(side) & 1:
            mask |= 1 << side
    return mask


def ends_around(grid: Grid, tracks: Sequence[Track], hex_: int, met: int) -> dict[int, Sequence[End]]:
    """Where walks end that leave a hex, by side; left out if one comes back: it may go on as the hex has it.

    They leave by the sides that are `met` by other track: nothing lies beyond the others.
    """
    walled = list(tracks)
    walled[hex_] = _WALL
    found: dict[int, Sequence[End]] = {}
    for side in SIDES:
        ends = list(walks(grid, walled, hex_, side)) if met >> side & 1 else []
        if not any(end[0] // PLACES == hex_ for end in ends):
            found[side] = ends
    return found


_WALL = Track(read_face("town=revenue:0;" + ";".join(f"path=a:{side},b:_0" for side in SIDES)))
"""Track on which every walk ends that comes to it."""


def links_through(
    grid: Grid, tracks: Sequence[Track], hex_: int, known: Mapping[int, Sequence[End]] | None = None
) -> list[Link]:
    """Every link that ends in this hex or passes through it, each once; where walks end may be `known` by side."""
    track = tracks[hex_]
    ends_by_side: Mapping[int, Sequence[End]] = known or {}
    unknown = [side for side in track.exit_sides if side not in ends_by_side]
    if unknown:
        ends_by_side = {**ends_by_side, **{side: list(walks(grid, tracks, hex_, side)) for side in unknown}}
    found: dict[tuple[int, int, int], Link] = {}
    for stop, sides in enumerate(track.sides_of):
        here = hex_ * PLACES + stop
        for side in sides:
            for there, entry, bits, hexes in ends_by_side[side]:
                if here != there:
                    link = _link(tracks, (here, side), (there, entry), bits, hexes)
                    found[link.a, link.b, bits] = link
    for one, other in track.paths:
        if one < 0 or other < 0:
            continue
        for a, side_a, bits_a, hexes_a in ends_by_side[one]:
            for b, side_b, bits_b, hexes_b in ends_by_side[other]:
                if a != b and not bits_a & bits_b:
                    link = _link(tracks, (a, side_a), (b, side_b), bits_a | bits_b, hexes_a + hexes_b)
                    found.setdefault((link.a, link.b, link.bits), link)
    return list(found.values())
