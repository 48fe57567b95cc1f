"""The choice between routes as a table: what may be chosen, what it uses up and what it covers."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from msgspec import Struct

from .listing import Way
from .prices import Column


class Fleet(Struct, frozen=True):
    """Locomotives of one size that run in one area: how many routes each may run, and how many there are."""

    size: int
    routes: int
    number: int = 1
    area: int = 0

    @property
    def capacity(self) -> int:
        """All routes that they may run together."""
        return self.routes * self.number


class Table:
    """Columns for every way and every fleet that can run it.

    The first `compulsory` ways must be chosen. `areas` says where each way is, `rows_of_way` which track it uses.
    `worths` holds for every place what it earns by the size of the locomotive. As places earn once, for the
    largest locomotive that calls, each place is an item for every size: worth what that size earns more than the
    next smaller one, and covered by routes of that size or larger.
    """

    def __init__(
        self,
        ways: Sequence[Way],
        compulsory: int,
        areas: Sequence[int],
        fleets: Sequence[Fleet],
        worths: Sequence[dict[int, int]],
        rows_of_way: Sequence[Sequence[int]],
    ) -> None:
        self.ways = ways
        self.compulsory = compulsory
        self.areas = areas
        self.fleets = fleets
        self.worths = worths
        self.rows_of_way = rows_of_way
        self.track_rows = 1 + max((row for rows in rows_of_way for row in rows), default=-1)
        pairs = [
            (way, number)
            for way, area in enumerate(areas)
            for number, fleet in enumerate(fleets)
            if fleet.area == area
        ]
        self.way_of = [way for way, _ in pairs]
        self.fleet_of = [fleet for _, fleet in pairs]
        self.items, self.items_of = self._items()
        self.money = sum(self.items)
        self.step = gcd(*self.items) or 1

    def _items(self) -> tuple[list[int], list[list[int]]]:
        """Find the items, those that the same columns cover as one, and the items of each column."""
        sizes = sorted({fleet.size for fleet in self.fleets})
        by_place: dict[int, list[tuple[int, int]]] = {}
        for column, (way, fleet) in enumerate(zip(self.way_of, self.fleet_of, strict=True)):
            for place in bits_of(self.ways[way].places):
                by_place.setdefault(place, []).append((column, self.fleets[fleet].size))
        covering: dict[int, int] = {}
        for place in sorted(by_place):
            before = 0
            for size in sizes:
                worth = self.worths[place][size]
                columns = sum(1 << column for column, larger in by_place[place] if larger >= size)
                if columns and worth > before:
                    covering[columns] = covering.get(columns, 0) + worth - before
                before = worth
        items_of: list[list[int]] = [[] for _ in self.way_of]
        for item, columns in enumerate(covering):
            for column in bits_of(columns):
                items_of[column].append(item)
        return list(covering.values()), items_of

    @property
    def whole(self) -> int:
        """More than all money together."""
        return self.money + 1

    def columns(self) -> list[Column]:
        """Make the columns; that a route is run at all is worth more than all money, and twice if it must be."""
        first, last = self.track_rows, self.track_rows + len(self.fleets)
        return [
            Column(
                self.whole * (2 if way < self.compulsory else 1),
                (*self.rows_of_way[way], first + self.fleet_of[number], last),
                tuple(self.items_of[number]),
            )
            for number, way in enumerate(self.way_of)
        ]

    def limits(self, routes: int) -> list[int]:
        """List how often each row may be used: track once, then the routes of each fleet, then of all."""
        return [1] * self.track_rows + [fleet.capacity for fleet in self.fleets] + [routes]


def bits_of(mask: int) -> list[int]:
    """List the bits of a set, lowest first.

    >>> bits_of(0b1010)
    [1, 3]
    """
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def rows_of_ways(ways: Sequence[Way], compulsory: int) -> list[list[int]]:
    """Give each way the numbers of the track it uses; track that the same ways use has one number."""
    users: dict[int, int] = {}
    for number, way in enumerate(ways):
        for bit in bits_of(way.mask):
            users[bit] = users.get(bit, 0) | 1 << number
    rows_of: list[list[int]] = [[number] if number < compulsory else [] for number in range(len(ways))]
    for row, group in enumerate(dict.fromkeys(users.values()), compulsory):
        for number in bits_of(group):
            rows_of[number].append(row)
    return rows_of
