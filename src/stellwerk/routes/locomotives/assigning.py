"""Which locomotive runs which of the chosen routes, so that works are called at by large ones."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from .hanging import shared_out
from .listing import Way
from .table import bits_of


class Sharing(Struct, frozen=True):
    """What is earned, and the ways that each locomotive runs."""

    money: int
    shares: list[list[int]]


class Roundhouse:
    """The locomotives: the size of each, how many routes it may run, and what places earn by size."""

    def __init__(
        self,
        ways: Sequence[Way],
        sizes: Sequence[int],
        routes: Sequence[int],
        worths: Sequence[dict[int, int]],
    ) -> None:
        self.ways = ways
        self.order = sorted(range(len(sizes)), key=lambda number: sizes[number])
        self.rising = [sizes[number] for number in self.order]
        self.routes = [routes[number] for number in self.order]
        largest = self.rising[-1]
        self.full = [row[largest] for row in worths]
        # what places lose if no larger locomotive calls
        self.less = {size: [row[largest] - row[size] for row in worths] for size in self.rising}
        self.differ = sum(1 << place for place, row in enumerate(worths) if len(set(row.values())) > 1)

    def share(self, chosen: Sequence[int], floor: int) -> Sharing | None:
        """Share ways out so that they earn most; None if that is below `floor`, or they do not fit."""
        chosen = sorted(chosen)
        places = 0
        for way in chosen:
            places |= self.ways[way].places
        full = sum(self.full[place] for place in bits_of(places))
        best = None
        while full >= floor:
            found = self._share(chosen, full, full - floor)
            if found is None:
                break
            best = found
            floor = found.money + 1
        return best

    def _share(self, chosen: list[int], full: int, allowed: int) -> Sharing | None:
        """Find a way to share out that loses no more than is allowed."""
        calling: dict[int, int] = {}
        for at, way in enumerate(chosen):
            for place in bits_of(self.ways[way].places & self.differ):
                calling[place] = calling.get(place, 0) | 1 << at
        everything = (1 << len(chosen)) - 1

        def lost(parts: list[int]) -> int:
            """Places where only locomotives call that are not the largest lose something."""
            rest = everything
            for part in parts:
                rest &= ~part
            loss = 0
            for place, callers in calling.items():
                if not callers & rest:
                    largest = next(n for n in range(len(parts) - 1, -1, -1) if callers & parts[n])
                    loss += self.less[self.rising[largest]][place]
            return loss

        parts = shared_out(
            [self.ways[way].halts for way in chosen],
            self.routes,
            (lambda parts: lost(parts) > allowed) if calling else None,
        )
        if parts is None:
            return None
        shares: list[list[int]] = [[] for _ in self.order]
        for number, part in zip(self.order, parts, strict=True):
            shares[number] = [chosen[at] for at in bits_of(part)]
        return Sharing(full - lost(parts), shares)
