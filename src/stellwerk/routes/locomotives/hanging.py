"""Which routes hang together, sharing stops directly or through others, and which locomotive runs them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol


def merged(groups: Sequence[int]) -> list[int]:
    """Join sets of stops (as bits) that meet; what is left do not touch one another.

    >>> sorted(merged([0b0011, 0b1000, 0b0110]))
    [7, 8]
    """
    apart: list[int] = []
    for group in groups:
        rest = []
        for other in apart:
            if other & group:
                group |= other
            else:
                rest.append(other)
        rest.append(group)
        apart = rest
    return apart


def hangs_together(groups: Sequence[int]) -> bool:
    """Say whether all of these sets of stops are one piece.

    >>> hangs_together([0b0011, 0b0110]), hangs_together([0b0011, 0b1100]), hangs_together([])
    (True, False, True)
    """
    return len(merged(groups)) <= 1


def most_routes(pieces: tuple[tuple[int, int], ...], sizes: tuple[int, ...]) -> int:
    """Bound the routes that locomotives of these sizes run in pieces of track that do not meet.

    A piece has routes that must be run and a most that can be. If they cannot all be served the answer is -1.

    >>> most_routes(((1, 1), (4, 9)), (5, 5)), most_routes(((1, 1), (1, 1)), (5,))
    (6, -1)
    """
    if not sizes:
        return -1 if any(must for must, _ in pieces) else 0
    best = -1
    size, rest = sizes[0], sizes[1:]
    for at, (must, most) in enumerate(pieces):
        if not most or pieces.index((must, most)) < at:
            continue
        left = (max(0, must - size), max(0, most - size))
        further = most_routes((*pieces[:at], left, *pieces[at + 1 :]), rest)
        if further >= 0:
            best = max(best, further + min(size, most))
    if best < 0 and not any(must for must, _ in pieces):
        return 0
    return best


class LosesTooMuch(Protocol):
    """Says whether shares, given in the order of the locomotives, and what is left for larger ones, earn too little."""

    def __call__(self, shares: list[list[int]], rest: list[int]) -> bool: ...


def shared_out(halts: Sequence[int], sizes: Sequence[int], loses: LosesTooMuch) -> list[list[int]] | None:
    """Share routes, given as sets of stops, out to locomotives of these sizes so that each one's hang together.

    Sizes rise. What loses too much must do so still as more is shared out. The first way in a fixed order is told.

    >>> shared_out([0b0011, 0b1100, 0b0110, 0b110000], [2, 2], lambda shares, rest: False)
    >>> shared_out([0b0011, 0b1100, 0b0110, 0b110000], [1, 3], lambda shares, rest: False)
    [[3], [0, 1, 2]]
    """
    room = [sum(sizes[at:]) for at in range(len(sizes) + 1)]
    if len(halts) > room[0]:
        return None

    def share(at: int, rest: list[int], shares: list[list[int]]) -> list[list[int]] | None:
        if at == len(sizes) - 1:
            last = [*shares, rest]
            fits = hangs_together([halts[n] for n in rest]) and not loses(last, [])
            return last if fits else None
        equal = at > 0 and sizes[at] == sizes[at - 1]
        for piece in _pieces(rest, halts, sizes[at], len(rest) - room[at + 1]):
            if equal and piece[:1] < shares[-1][:1]:
                continue  # of two equal locomotives the first has the lower route, or none
            others = [n for n in rest if n not in piece]
            longer = [*shares, piece]
            if loses(longer, others) or len(merged([halts[n] for n in others])) > len(sizes) - at - 1:
                continue
            found = share(at + 1, others, longer)
            if found is not None:
                return found
        return None

    return share(0, list(range(len(halts))), [])


def _pieces(routes: list[int], halts: Sequence[int], size: int, least: int) -> Iterator[list[int]]:
    """Go through the connected sets of `least` to `size` of these routes, largest first; none at all comes last."""
    found: list[list[int]] = []

    def grow(piece: list[int], stops: int, barred: set[int]) -> None:
        if len(piece) >= least:
            found.append(sorted(piece))
        if len(piece) == size:
            return
        passed = set(barred)
        for n in routes:
            if n not in piece and n not in passed and halts[n] & stops:
                grow([*piece, n], stops | halts[n], passed)
                passed.add(n)

    for at, first in enumerate(routes):
        grow([first], halts[first], set(routes[:at]))
    yield from sorted(found, key=lambda piece: (-len(piece), piece))
    if least <= 0:
        yield []
