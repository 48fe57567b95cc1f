"""Which routes hang together: they share stops, directly or through others of the same locomotive."""

from __future__ import annotations

from collections.abc import Sequence


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


def shared_out(halts: Sequence[int], sizes: Sequence[int]) -> list[list[int]] | None:
    """Share routes, given as sets of stops, out to locomotives of these sizes so that each one's hang together.

    The first way to do it, in a fixed order: the lowest route goes to the first locomotive that can take it.

    >>> shared_out([0b0011, 0b1100, 0b0110, 0b110000], [2, 2])
    >>> shared_out([0b0011, 0b1100, 0b0110, 0b110000], [3, 1])
    [[0, 1, 2], [3]]
    """
    if len(sizes) == 1:
        fits = len(halts) <= sizes[0] and hangs_together(halts)
        return [list(range(len(halts)))] if fits else None
    if len(halts) > sum(sizes):
        return None
    shares: list[list[int]] = [[] for _ in sizes]
    return shares if _share(list(range(len(halts))), halts, list(sizes), shares) else None


def _share(left: list[int], halts: Sequence[int], sizes: list[int], shares: list[list[int]]) -> bool:
    """Give the lowest route left, with others that make one piece with it, to some free locomotive."""
    if not left:
        return True
    tried = set()
    for at, size in enumerate(sizes):
        if shares[at] or size in tried:
            continue
        tried.add(size)
        room = sum(other for n, other in enumerate(sizes) if n != at and not shares[n])
        for share in _pieces(left, halts, size):
            if len(left) - len(share) <= room:
                shares[at] = share
                if _share([n for n in left if n not in share], halts, sizes, shares):
                    return True
                shares[at] = []
    return False


def _pieces(left: list[int], halts: Sequence[int], size: int) -> list[list[int]]:
    """List all connected sets of up to `size` routes that hold the first one, largest first."""
    found: list[list[int]] = []

    def grow(share: list[int], stops: int, barred: set[int]) -> None:
        found.append(sorted(share))
        if len(share) == size:
            return
        passed = set(barred)
        for n in left:
            if n not in share and n not in passed and halts[n] & stops:
                grow([*share, n], stops | halts[n], passed)
                passed.add(n)

    grow([left[0]], halts[left[0]], set())
    return sorted(found, key=lambda share: (-len(share), share))
