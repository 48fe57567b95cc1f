"""The share-price chart: fields, moves, and the stacks of markers on them."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Self

from msgspec import Struct

Field = tuple[int, int]  # row from the top, column from the left


STEPS = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}


class ChartSheet:
    """The printed chart.

    >>> sheet = ChartSheet([[0, 60], [40, 50]])
    >>> sheet.right((1, 0)), sheet.right((1, 1)), sheet.left((1, 0))
    ((1, 1), (0, 1), (1, 0))
    """

    def __init__(
        self, rows: Sequence[Sequence[int]], arrows: Mapping[tuple[Field, str], str] | None = None
    ) -> None:
        self.rows = tuple(tuple(row) for row in rows)
        self.arrows = dict(arrows or {})
        """Where a marker goes instead that would leave the chart, by field and by the way it is leaving."""

    def price(self, field: Field) -> int:
        """What is printed on a field; 0 where there is none."""
        row, column = field
        if 0 <= row < len(self.rows) and 0 <= column < len(self.rows[row]):
            return self.rows[row][column]
        return 0

    def up(self, field: Field) -> Field:
        """A row up, or stay at the top."""
        return self._first(field, (-1, 0))

    def down(self, field: Field) -> Field:
        """A row down, or stay at the foot of the column."""
        return self._first(field, (1, 0))

    def right(self, field: Field) -> Field:
        """A field to the right, at the edge up instead."""
        return self._first(field, (0, 1), (-1, 0))

    def left(self, field: Field) -> Field:
        """A field to the left, at the edge down instead."""
        return self._first(field, (0, -1), (1, 0))

    def step(self, field: Field, way: str) -> Field:
        """A field further that way, or stay at the edge: there are no turns of any kind.

        >>> ChartSheet([[0, 60], [40, 50]]).step((1, 0), "up")
        (1, 0)
        """
        return self._first(field, STEPS[way])

    def follow(self, field: Field, way: str) -> Field:
        """A field further that way; at the edge as the arrow of the field says, if it has one.

        >>> ChartSheet([[0, 60], [40, 50]], {((1, 0), "up"): "right"}).follow((1, 0), "up")
        (1, 1)
        """
        there = self.step(field, way)
        return self.step(field, self.arrows.get((field, way), way)) if there == field else there

    def _first(self, field: Field, *steps: Field) -> Field:
        for rows, columns in steps:
            there = (field[0] + rows, field[1] + columns)
            if self.price(there):
                return there
        return field


class Chart(Struct, frozen=True, dict=True):
    """Where the markers lie; in a stack the first company lies on top."""

    stacks: Mapping[Field, tuple[str, ...]] = {}

    @cached_property
    def fields(self) -> Mapping[str, Field]:
        """Where each company's marker lies."""
        return {company: field for field, stack in self.stacks.items() for company in stack}

    def field(self, company: str) -> Field | None:
        """The field of a company's marker, None before it has one."""
        return self.fields.get(company)

    def place(self, company: str, field: Field, again: bool = False) -> Self:
        """Put a marker on a field, under those that lie there; one that does not move keeps its place.

        If it is put there `again`, it goes under the others though it does not move.
        """
        old = self.field(company)
        if old == field and not again:
            return self
        stacks = dict(self.stacks)
        if old is not None:
            rest = tuple(other for other in stacks.pop(old) if other != company)
            if rest:
                stacks[old] = rest
        stacks[field] = (*stacks.get(field, ()), company)
        return type(self)(stacks)

    def order(self, sheet: ChartSheet) -> list[str]:
        """Highest price first, equal prices from the right, within a stack from the top."""
        found: list[str] | None = self.__dict__.get("_order")
        if found is None:
            fields = sorted(self.stacks, key=lambda field: (-sheet.price(field), -field[1]))
            found = self.__dict__["_order"] = [company for field in fields for company in self.stacks[field]]
        return found
