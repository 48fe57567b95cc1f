"""Features of what can be chosen: one row of figures for each entry of a menu, whatever it is about."""

from __future__ import annotations

import zlib
from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from stellwerk.play.core import Range
from stellwerk.play.game import Title

from .menu import Amounts, Entry, Further, Menu, Spans
from .scheme import Scheme

KEPT = 4096
"""Rows that are kept, since the same can be chosen again and again."""

LOW, HIGH = -3, -2
"""The columns of the amounts that an entry stands for."""

Rows = NDArray[np.float32]


class Features:
    """Columns: the kind of action by its number in the title's list, its fields, the amounts of a range.

    What a field names is a number of its own, counted through the tables of the scheme; words that stand in none
    of them are numbered by their letters, below zero. Of several things it is the sum.
    """

    def __init__(self, title: Title, scheme: Scheme) -> None:
        self._kinds = {kind: number + 1 for number, kind in enumerate(title.actions)}
        names = dict.fromkeys(
            field for kind in title.actions for field in kind.__struct_fields__ if field != "seat"
        )
        self.columns = ("kind", *names, "low", "high", "further")
        self._fields = {
            kind: [(field, 1 + list(names).index(field)) for field in kind.__struct_fields__ if field != "seat"]
            for kind in title.actions
        }
        things = dict.fromkeys(row for rows in scheme.rows.values() for row in rows if isinstance(row, str))
        self._numbers: Mapping[str, int] = {thing: number + 1 for number, thing in enumerate(things)}
        self._kept: dict[Entry, bytes] = {}

    def of(self, menu: Menu) -> Rows:
        """A row for each entry, those that are not there empty."""
        kept, entries = self._kept, menu.entries
        shape = menu.length, len(self.columns)
        if isinstance(entries, Spans):
            return self._spans(entries, shape)
        try:
            rows = [kept[entry] for entry in entries]
        except KeyError:
            rows = [self._row(entry) for entry in entries]
        rows.append(bytes(4 * (shape[0] - len(rows)) * shape[1]))
        return np.ndarray(shape, np.float32, bytearray().join(rows))

    def _spans(self, spans: Spans, shape: tuple[int, int]) -> Rows:
        """Rows that differ by their amounts only, written at once."""
        rows: Rows = np.zeros(shape, np.float32)
        there = rows[: len(spans)]
        there[:] = self._figures(spans[0])
        there[:, LOW] = np.arange(spans.low, spans.high + 1, spans.span)
        there[:, HIGH] = there[:, LOW] + (spans.span - spans.of.step)
        there[-1, HIGH] = spans.high
        return rows

    def _row(self, entry: Entry) -> bytes:
        """The figures of a row as they stand in memory."""
        row = self._kept.get(entry)
        if row is None:
            row = np.array(self._figures(entry), np.float32).tobytes()
            if len(self._kept) >= KEPT:
                self._kept.clear()
            self._kept[entry] = row
        return row

    def _figures(self, entry: Entry) -> list[float]:
        row = [0.0] * len(self.columns)
        if isinstance(entry, Further):
            row[-1] = 1.0
            return row
        if isinstance(entry, Amounts | Range):
            row[LOW], row[HIGH] = entry.low, entry.high
            action = entry.range.action if isinstance(entry, Amounts) else entry.action
        else:
            action = entry
        row[0] = self._kinds[type(action)]
        for field, column in self._fields[type(action)]:
            row[column] = self._figure(getattr(action, field))
        return row

    def _figure(self, value: Any) -> float:
        if isinstance(value, int):
            return float(value)
        if isinstance(value, str):
            number = self._numbers.get(value)
            return float(number if number is not None else -1 - zlib.crc32(value.encode()) % 1000 if value else 0)
        return sum(map(self._figure, value)) if isinstance(value, tuple) else 1.0
