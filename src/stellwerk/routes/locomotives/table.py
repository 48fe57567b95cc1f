"""The choice between routes as a table: what may be chosen, what it uses up and what it covers."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd

from msgspec import Struct

from .listing import Way
from .prices import Column


class Fleet(Struct, frozen=True):
    """Locomotives of one size: how many routes each may run, and how many of them there are."""

    size: int
    routes: int
    number: int = 1


class Table:
    """Columns for every way and size of locomotive.

    The first `compulsory` ways must be chosen. `worths` says for every place what it earns for each fleet, the
    largest first. As places earn once, for the largest locomotive that calls, each place is an item for every size:
    worth what that size earns more than the next smaller one, and covered by routes of that size or larger.
    """

    def __init__(
        self,
        ways: Sequence[Way],
        compulsory: int,
        fleets: Sequence[Fleet],
        worths: Sequence[Sequence[int]],
    ) -> None:
        self.ways = ways
        self.compulsory = compulsory
        self.fleets = fleets
        self.rows_of_way = _rows_of_ways(ways, compulsory)
        self.track_rows = 1 + max((row for rows in self.rows_of_way for row in rows), default=-1)
        self.way_of = [number for number in range(len(ways)) for _ in fleets]
        self.fleet_of = [fleet for _ in ways for fleet in range(len(fleets))]
        self.items, self.items_of = self._items(worths)
        self.money = sum(self.items)
        self.step = gcd(*self.items) or 1

    def _items(self, worths: Sequence[Sequence[int]]) -> tuple[list[int], list[list[int]]]:
        """Find the items, those that the same columns cover as one, and the items of each column."""
        covering: dict[int, list[int]] = {}
        for place, row in enumerate(worths):
            calling = [number for number, way in enumerate(self.ways) if way.places >> place & 1]
            for fleet, worth in enumerate(row):
                more = worth - (row[fleet + 1] if fleet + 1 < len(row) else 0)
                if more and calling:
                    columns = 0
                    for number in calling:
                        for larger in range(fleet + 1):
                            columns |= 1 << (number * len(self.fleets) + larger)
                    covering.setdefault(columns, []).append(more)
        items = [sum(parts) for parts in covering.values()]
        items_of: list[list[int]] = [[] for _ in self.way_of]
        for item, columns in enumerate(covering):
            while columns:
                low = columns & -columns
                items_of[low.bit_length() - 1].append(item)
                columns ^= low
        return items, items_of

    def limits(self, routes: int) -> list[int]:
        """List how often each row may be used: track once, then the routes of each fleet, then of all."""
        return [1] * self.track_rows + [fleet.routes * fleet.number for fleet in self.fleets] + [routes]

    def priced_by_number(self) -> tuple[list[Column], list[int]]:
        """Make columns that are worth one each, so that prices bound the number of routes."""
        must = len(self.ways) + 1
        return self._columns(1, money=False), [must] * self.compulsory

    def priced_by_money(self) -> tuple[list[Column], list[int]]:
        """Make columns with what they cover; that a route is run at all is worth more than all money."""
        whole = self.whole
        return self._columns(whole, money=True), [whole] * self.compulsory + self.items

    @property
    def whole(self) -> int:
        """More than all money together."""
        return self.money + 1

    def _columns(self, worth: int, money: bool) -> list[Column]:
        first, last = self.track_rows, self.track_rows + len(self.fleets)
        columns = []
        for number, way in enumerate(self.way_of):
            rows = (*self.rows_of_way[way], first + self.fleet_of[number], last)
            items = [way] if way < self.compulsory else []
            if money:
                items += [self.compulsory + item for item in self.items_of[number]]
            columns.append(Column(worth, rows, tuple(items)))
        return columns


def _rows_of_ways(ways: Sequence[Way], compulsory: int) -> list[list[int]]:
    """Give each way the numbers of the track it uses; track that the same ways use is one, and none is left out."""
    users: dict[int, int] = {}
    for number, way in enumerate(ways):
        mask = way.mask
        while mask:
            low = mask & -mask
            users[low] = users.get(low, 0) | 1 << number
            mask ^= low
    rows_of: list[list[int]] = [[number] if number < compulsory else [] for number in range(len(ways))]
    for row, group in enumerate(dict.fromkeys(users.values()), compulsory):
        while group:
            low = group & -group
            rows_of[low.bit_length() - 1].append(row)
            group ^= low
    return rows_of
