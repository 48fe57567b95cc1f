"""What a learner may see of a position, as plain figures: tables of rows and columns that a title names."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any

from msgspec import Struct

GAME, SEATS = "game", "seats"
"""Tables that every title has: one row for what is common to all, and a row for each player."""

Row = Hashable
Told = Mapping[Any, Any]


class Column(Struct, frozen=True, kw_only=True):
    """One figure in each row of a table; `across` another table, one figure for each pair of their rows.

    `tell` gives figures by row, with `across` mappings of these by row; what it leaves out is 0. It is asked again
    only when one of the parts of the state that it `reads` has been replaced; a part may lie within another one
    (`board.tracks`). Where a part is a mapping by row, or a tuple, `each` says what one entry of it comes to: then
    only entries that have changed are looked at, and those without a row in this table are left out; and if it is
    all about one field `of` an entry, only those in which that one has changed. `within` makes such a mapping of a
    part that is none. Across another table `each` may also give a set of its rows: 1 for each. `row` tells one row
    by the whole state: of those whose entry in the first part has changed, and of all when any other part has.
    """

    table: str
    name: str
    reads: tuple[str, ...]
    tell: Callable[[Any, Any], Told] | None = None
    each: Callable[[Any, Any], Any] | None = None
    row: Callable[[Any, Any, Any], Any] | None = None
    within: Callable[[Any, Any], Mapping[Any, Any]] | None = None
    of: str = ""
    across: str = ""


class Observed(Struct, frozen=True):
    """The rows of each table by the rules and the state at the start of a game, and all columns."""

    rows: Callable[[Any, Any], Mapping[str, Sequence[Row]]]
    columns: tuple[Column, ...]
    numbered: tuple[str, ...] = ()
    """Tables whose rows have names, and are told of by their numbers as well."""


def part(table: str, field: str, name: str = "") -> Column:
    """A part of the state as it is: a mapping by row, a set of rows, or in the table of the game a number.

    >>> part("companies", "operated").tell(None, _Example(frozenset({"KO"})))
    {'KO': 1}
    """

    def tell(rules: Any, state: Any) -> Told:
        value = getattr(state, field)
        if table == GAME:
            return {0: figure(value)}
        if isinstance(value, Mapping):
            return {row: figure(each) for row, each in value.items()}
        return dict.fromkeys(value, 1)

    return Column(table=table, name=name or field, reads=(field,), tell=tell)


def entries(table: str, field: str, name: str = "", across: str = "") -> Column:
    """A mapping by row: its numbers; how many there are; or `across`, how many of each kind."""
    each = _counted if across else _figure
    return Column(table=table, name=name or field, reads=(field,), each=each, across=across)


def of_seat(field: str, name: str = "") -> Column:
    """A part of the state that is a seat, or none: a figure in the rows of the seats."""

    def tell(rules: Any, state: Any) -> Told:
        seat = getattr(state, field)
        return {} if seat is None or seat < 0 else {seat: 1}

    return Column(table=SEATS, name=name or field, reads=(field,), tell=tell)


def holder(table: str, field: str, name: str = "") -> Column:
    """A mapping of rows to seats: whose it is."""

    def each(rules: Any, seat: Any) -> Told:
        return {seat: 1} if isinstance(seat, int) else {}

    return Column(table=table, name=name or field, reads=(field,), each=each, across=SEATS)


def figure(value: Any) -> int:
    """A number, whether something is so, or how many there are."""
    if isinstance(value, int):
        return int(value)
    return 0 if value is None else len(value)


def _figure(rules: Any, value: Any) -> int:
    if isinstance(value, int):  # nearly always
        return int(value)
    return figure(value)


def _counted(rules: Any, value: Any) -> Told:
    counts: dict[Any, int] = {}
    for one in value:
        counts[one] = counts.get(one, 0) + 1
    return counts


class _Example(Struct):
    operated: frozenset[str]
