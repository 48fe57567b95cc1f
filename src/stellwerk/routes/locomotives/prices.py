"""Prices that bound every choice of routes: the dual of a linear program, rounded so that the bound is exact.

A choice takes columns. Each column (a route run by locomotives of one size) uses rows: track that only one column
may use, and the number of routes that a size of locomotive may run. It also covers items, which earn once however
often they are covered. Every row gets a price, and every item the part of its worth that covering columns may
claim. Whatever is chosen then loses against the sum of all prices exactly: the slack of each column taken, the
price of each row left unused, the unclaimed worth of each item left out, and the claim of each item once for each
column that covers it again. The search need only follow choices that lose little.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import fsum

from msgspec import Struct

from .. import compiled

SCALE = 1000
"""Prices are whole numbers of this fraction of a Mark."""
_TINY = 1e-7


class Column(Struct, frozen=True, gc=False):
    """What can be chosen: its worth by itself, the rows it uses and the items it covers."""

    worth: int
    rows: tuple[int, ...]
    items: tuple[int, ...]


class Prices(Struct, frozen=True):
    """Prices in thousandths; the worth of any choice times `SCALE` is at most `bound`."""

    rows: tuple[int, ...]
    claims: tuple[int, ...]
    slacks: tuple[int, ...]
    bound: int


def priced(
    columns: Sequence[Column], limits: Sequence[int], items: Sequence[int], tick: Callable[[], None]
) -> Prices:
    """Find prices for rows with these limits and items of these worths: by the kernel, if it was built.

    >>> columns = [Column(1, (0, 1), ()), Column(1, (1, 2), ()), Column(1, (0, 2), ())]
    >>> priced(columns, (1, 1, 1), (), lambda: None).bound
    1500
    """
    if compiled.locomotive_prices is None:
        return plainly_priced(columns, limits, items, tick)
    told = [(column.worth, column.rows, column.items) for column in columns]
    return Prices(*compiled.locomotive_prices(told, list(limits), list(items), tick))


def plainly_priced(
    columns: Sequence[Column], limits: Sequence[int], items: Sequence[int], tick: Callable[[], None]
) -> Prices:
    """Find the same prices without the kernel.

    >>> columns = [Column(1, (0, 1), ()), Column(1, (1, 2), ()), Column(1, (0, 2), ())]
    >>> plainly_priced(columns, (1, 1, 1), (), lambda: None).slacks
    (0, 0, 0)
    """
    duals = _Simplex(columns, limits, items, tick).solve()
    size = len(limits)
    rows = [max(0, round(SCALE * price)) for price in duals[:size]]
    claims = [
        min(SCALE * worth, max(0, round(-SCALE * price))) for price, worth in zip(duals[size:], items, strict=True)
    ]

    def slack(column: Column) -> int:
        paid = sum(rows[row] for row in column.rows) - sum(claims[item] for item in column.items)
        return paid - SCALE * column.worth

    for column in columns:
        short = -slack(column)
        if short > 0:
            rows[column.rows[0]] += short
    bound = sum(price * limit for price, limit in zip(rows, limits, strict=True))
    bound += sum(SCALE * worth - claim for worth, claim in zip(items, claims, strict=True))
    return Prices(tuple(rows), tuple(claims), tuple(slack(column) for column in columns), bound)


class _Simplex:
    """The primal simplex method with an explicit inverse.

    A row of an item reads: columns that cover it, and a shortage that costs its worth, are together at least one.
    Limits are made a little larger, each by its own amount, so that no step is idle; prices stay valid whatever
    the limits are.
    """

    def __init__(
        self, columns: Sequence[Column], limits: Sequence[int], items: Sequence[int], tick: Callable[[], None]
    ) -> None:
        size = len(limits)
        self.size = size + len(items)
        self.first_item = size
        self.tick = tick
        self.rows_of = [(*c.rows, *(size + item for item in c.items)) for c in columns]
        self.worths = [float(c.worth) for c in columns]
        self.items = [float(worth) for worth in items]
        self.inverse = [[float(i == j) for j in range(self.size)] for i in range(self.size)]
        nudge = [1e-4 * (1 + (37 * i) % 101 / 101) for i in range(self.size)]
        self.level = [limit + nudge[i] for i, limit in enumerate(limits)]
        self.level += [1 + nudge[size + i] for i in range(len(items))]
        # what is in the basis: a column's number, or minus one less the row of its slack or shortage
        self.prices = [0.0] * size + [-worth for worth in self.items]
        self.costs = list(self.prices)

    def solve(self) -> list[float]:
        candidates: list[int] = []
        for _ in range(60 * self.size + 200):
            self.tick()
            column, candidates = self._entering(candidates)
            if column is None:
                break
            self._pivot(*column)
        return self.prices

    def _entering(self, candidates: list[int]) -> tuple[tuple[tuple[int, ...], float, float] | None, list[int]]:
        """Choose what enters: (its rows, its sign, its worth), and remember other columns worth a look."""
        prices, rows_of, worths = self.prices, self.rows_of, self.worths
        best, gain, kept = -1, _TINY, []
        for numbers in (candidates, range(len(rows_of))):
            for number in numbers:
                reduced = worths[number]
                for row in rows_of[number]:
                    reduced -= prices[row]
                if reduced > _TINY:
                    kept.append(number)
                    if reduced > gain:
                        best, gain = number, reduced
            if kept:
                break
        choice: tuple[tuple[int, ...], float, float] | None = None
        if best >= 0:
            choice = rows_of[best], 1.0, worths[best]
        for row, price in enumerate(prices):
            if row < self.first_item:
                if -price > gain:
                    choice, gain = ((row,), 1.0, 0.0), -price
            elif price > gain:
                choice, gain = ((row,), -1.0, 0.0), price
            else:
                worth = self.items[row - self.first_item]
                if -worth - price > gain:
                    choice, gain = ((row,), 1.0, -worth), -worth - price
        return choice, kept

    def _pivot(self, rows: tuple[int, ...], sign: float, worth: float) -> None:
        inverse, level = self.inverse, self.level
        change = [sign * fsum([line[row] for row in rows]) for line in inverse]
        leaving, least = -1, 0.0
        for at, step in enumerate(change):
            if step > _TINY:
                ratio = level[at] / step
                if leaving < 0 or ratio < least:
                    leaving, least = at, ratio
        if leaving < 0:
            raise ArithmeticError("the prices have no limit")
        by = change[leaving]
        line = [value / by for value in inverse[leaving]]
        inverse[leaving] = line
        level[leaving] /= by
        for at, step in enumerate(change):
            if at != leaving and (step > 1e-12 or step < -1e-12):
                inverse[at] = [value - step * other for value, other in zip(inverse[at], line, strict=True)]
                level[at] -= step * level[leaving]
        reduced = worth - sign * fsum([self.prices[row] for row in rows])
        self.prices = [price + reduced * other for price, other in zip(self.prices, line, strict=True)]
