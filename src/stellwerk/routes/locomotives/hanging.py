"""Which routes hang together, sharing stops directly or through others, and which locomotive runs them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations


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


def complete_numbers(routes: int, sizes: Sequence[int]) -> frozenset[int]:
    """Find how many of all routes may lie in one piece of track, with some locomotives there and some elsewhere.

    >>> sorted(complete_numbers(9, (5, 4))), sorted(complete_numbers(8, (5, 4)))
    ([4, 5, 9], [3, 4, 5, 8])
    """
    found: set[int] = set()
    for number in range(len(sizes) + 1):
        for here in combinations(sizes, number):
            elsewhere = sum(sizes) - sum(here)
            found.update(range(max(0, routes - elsewhere), min(routes, sum(here)) + 1))
    return frozenset(found - {0})


def shared_out(
    halts: Sequence[int], sizes: Sequence[int], loses: Callable[[list[int]], bool] | None = None
) -> list[int] | None:
    """Share routes, given as sets of stops, out to locomotives of these sizes so that each one's hang together.

    Shares are sets of routes, as bits. Sizes rise. `loses` may say that shares of the first locomotives, all
    others left to larger ones, lose too much; they must do so still when more is shared out. One answer is told,
    always the same.

    >>> shared_out([0b0011, 0b1100, 0b0110, 0b110000], [2, 2])
    >>> shared_out([0b0011, 0b1100, 0b0110, 0b110000], [1, 3])
    [8, 7]
    """
    meets = [sum(1 << n for n, other in enumerate(halts) if other & mine) for mine in halts]
    room = [sum(sizes[at:]) for at in range(len(sizes) + 1)]
    if len(halts) > room[0]:
        return None

    def share(at: int, rest: int, shares: list[int]) -> list[int] | None:
        if at == len(sizes) - 1:
            last = [*shares, rest]
            fits = _number_of_pieces(rest, meets) <= 1 and not (loses and loses(last))
            return last if fits else None
        alike = sizes[at] == sizes[-1]
        judge = None if alike or loses is None else (lambda piece: loses([*shares, piece]))
        starts = rest
        if alike:  # they run all that is left, so the first of them may as well have the lowest
            starts = rest & -rest
        elif at > 0 and sizes[at] == sizes[at - 1]:  # of two equal ones the first has the lower route, if any
            starts = rest & ~((shares[-1] & -shares[-1]) * 2 - 1) if shares[-1] else 0
        for piece in _pieces(rest, starts, meets, sizes[at], rest.bit_count() - room[at + 1], judge):
            others = rest & ~piece
            if _number_of_pieces(others, meets) > len(sizes) - at - 1:
                continue
            found = share(at + 1, others, [*shares, piece])
            if found is not None:
                return found
        return None

    return share(0, (1 << len(halts)) - 1, [])


def _number_of_pieces(routes: int, meets: Sequence[int]) -> int:
    number = 0
    while routes:
        number += 1
        new = routes & -routes
        while new:
            routes &= ~new
            touched = 0
            while new:
                low = new & -new
                touched |= meets[low.bit_length() - 1]
                new ^= low
            new = touched & routes
    return number


def _pieces(
    routes: int, starts: int, meets: Sequence[int], size: int, least: int, loses: Callable[[int], bool] | None
) -> Iterator[int]:
    """Go through connected sets of `least` to `size` routes, their lowest in `starts`; none at all comes last."""

    def grow(piece: int, near: int, left: int) -> Iterator[int]:
        if loses and loses(piece):
            return
        if left:
            while near:
                low = near & -near
                near ^= low
                barred[0] |= low
                kept = barred[0]
                yield from grow(piece | low, (near | meets[low.bit_length() - 1]) & routes & ~kept, left - 1)
                barred[0] = kept
        if size - left >= least:
            yield piece

    barred = [0]
    while starts:
        low = starts & -starts
        starts ^= low
        barred[0] = routes & (low * 2 - 1)
        yield from grow(low, meets[low.bit_length() - 1] & routes & ~barred[0], size - 1)
    if least <= 0 and not (loses and loses(0)):
        yield 0
