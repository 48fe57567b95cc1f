"""Who writes positions in arrays, one after another: only what has been replaced since the one before is read.

Parts of a state never change, so that whatever is the same object as before need not be looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from itertools import compress
from operator import attrgetter, is_, is_not
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from stellwerk.play.core import Action, Step
from stellwerk.play.observed import GAME, SEATS
from stellwerk.play.playable import Playable

from .scheme import FIGURES, MOST_FIGURES, Place, Scheme

SEAT_FIELDS = frozenset(
    ("seat", "bidders", "buyer", "opener", "queue", "passed", "objector", "content", "old", "new")
)
"""Fields of decisions that name players."""
LEADER = "leader"

STEPS, ONE = (Step, Action), (int, str)
"""Steps within a decision are looked into; one player, or a word for nobody."""

GONE = object()
NOTHING: Mapping[Any, Any] = {}

Figures = NDArray[np.int32]
Cells = Any  # a memoryview of numbers, which typeshed thinks holds bytes
Changes = Sequence[tuple[Any, Any, Any]]
"""Rows with their entries, as they were and as they are; or `GONE`."""
Write = Callable[[Any, Any], None]
WriteEntry = Callable[[Any, Any, Any, Any, Any], None]
"""By rules, state, row, and its entry as it was and as it is."""


class Source:
    """A part of the state, or what a column makes of it, entry by entry, with those who write what has changed.

    Either every one of them writes whatever entry has changed, or each has a field `of` entries that it is about.
    """

    __slots__ = ("before", "fields", "of", "within", "writers")

    def __init__(self, within: Callable[[Any, Any], Mapping[Any, Any]] | None) -> None:
        self.within = within
        self.before: Any = None
        self.writers: list[WriteEntry] = []
        self.fields: list[str] = []
        self.of: Callable[[Any], tuple[Any, ...]] | None = None

    def add(self, write: WriteEntry, field: str) -> None:
        """One more who writes, whatever has changed or only where this field has."""
        self.writers.append(write)
        if field:
            self.fields.append(field)
            self.of = attrgetter(*self.fields, field)  # of several it is always a tuple

    def read(self, rules: Any, state: Any, part: Any) -> None:
        """Look which entries are others than before."""
        now = part if self.within is None else self.within(rules, part)
        changed = changes(self.before, now)
        self.before = now
        of = self.of
        for row, before, entry in changed:
            writers: Iterable[WriteEntry] = self.writers
            if of is not None and before is not GONE and entry is not GONE:
                writers = compress(writers, map(is_not, of(before), of(entry)))
            for write in writers:
                write(rules, state, row, before, entry)


class Reader:
    """Writes the positions of a game, one after another, as a seat sees them."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._figures: Figures = np.zeros(scheme.size, np.int32)
        self._cells = memoryview(cast(Any, self._figures))
        fields = sorted({field for place in scheme.places for field in place.column.reads})
        self._parts = attrgetter(*fields, "agenda")  # of several it is always a tuple
        self._seen: tuple[Any, ...] = (None,) * len(fields)
        self._numbers = range(len(fields))
        self._sources: list[list[Source]] = [[] for _ in fields]
        self._whole: list[list[Write]] = [[] for _ in fields]
        for place in scheme.places:
            if place.column.reads:
                self._add(place, fields)
        self._last: Playable | None = None
        self._flagged: list[int] = []
        self._of_seats = {
            one.column.name: (one.start, one.stride)
            for one in scheme.places
            if one.column.table == SEATS and not one.column.reads
        }
        first = next(one.start for one in scheme.places if one.column.across == FIGURES)
        self._for_figures = range(first, first + MOST_FIGURES)
        self._named = _named(scheme)

    def _add(self, place: Place, fields: Sequence[str]) -> None:
        """Note by which parts a column is written."""
        column = place.column
        if column.tell is not None:
            write = _writes_whole(place, self._cells)
            for field in column.reads:
                self._whole[fields.index(field)].append(write)
            return
        sources = self._sources[fields.index(column.reads[0])]
        source = next((s for s in sources if s.within is column.within and bool(s.of) == bool(column.of)), None)
        if source is None:
            source = Source(column.within)
            sources.append(source)
        if column.row is not None:
            by_row, again = _writes_rows(place, self._cells, source)
            source.add(by_row, column.of)
            for field in column.reads[1:]:
                self._whole[fields.index(field)].append(again)
        else:
            source.add(_writes_entry(place, self._cells), column.of)

    def observe(self, position: Playable, seat: int) -> dict[str, Figures]:
        """The arrays of a position as a seat may know it, that seat first."""
        known = position.known_to(seat)
        if known is not self._last:
            self._read(known.rules, known.state)
            self._read_decision(known)
            self._last = known
        scheme = self.scheme
        figures = self._figures.copy()
        if seat:
            others, found = scheme.turned[seat]
            figures[others] = self._figures[found]
        record: NDArray[Any] = np.ndarray((), scheme.record, cast(Any, figures))
        return {table: record[table] for table in scheme.shapes}

    def _read(self, rules: Any, state: Any) -> None:
        parts = self._parts(state)
        whole: dict[Write, None] = {}
        for number in compress(self._numbers, map(is_not, self._seen, parts)):
            for source in self._sources[number]:
                source.read(rules, state, parts[number])
            for write in self._whole[number]:
                whole[write] = None
        self._seen = parts
        for write in whole:
            write(rules, state)

    def _read_decision(self, position: Playable) -> None:
        cells, flagged = self._cells, self._flagged
        for place in flagged:
            cells[place] = 0
        flagged.clear()
        step = position.step
        if step is None:
            return
        self._flag_seats("asked", step.waiting(position))
        numbers: list[int] = []
        self._look_into(step, numbers)
        for place in flagged:
            cells[place] = 1
        for place, number in zip(self._for_figures, numbers, strict=False):
            cells[place] = max(-(2**31), min(number, 2**31 - 1))
            flagged.append(place)

    def _flag_seats(self, name: str, seats: Iterable[Any]) -> None:
        """Where players stand who are named; what is no player is left out."""
        start, stride = self._of_seats[name]
        for seat in seats:
            if isinstance(seat, int) and seat >= 0:
                self._flagged.append(start + seat * stride)

    def _look_into(self, thing: Step | Action, numbers: list[int]) -> None:
        plain, of_seats = _fields(type(thing))
        for field in plain:
            value = getattr(thing, field)
            if isinstance(value, str):
                self._flagged += self._named.get(value, ())
            elif isinstance(value, int):
                numbers.append(int(value))
            elif isinstance(value, STEPS):
                self._look_into(value, numbers)
        for field, name in of_seats:
            value = getattr(thing, field)
            if isinstance(value, ONE):
                self._flag_seats(name, (value,))
            elif value:
                self._flag_seats(name, value)


@cache
def _fields(kind: type[Step | Action]) -> tuple[Sequence[str], Sequence[tuple[str, str]]]:
    """Fields of a decision that name no players, and those that do with what it means to be named by them."""
    meaning = dict.fromkeys(SEAT_FIELDS, "in_question") | ({LEADER: "leads"} if issubclass(kind, Step) else {})
    fields = kind.__struct_fields__
    plain = tuple(field for field in fields if field not in meaning)
    return plain, tuple((field, meaning[field]) for field in fields if field in meaning)


def changes(before: Any, now: Any) -> Changes:
    """The entries of a mapping or tuple that are others than before.

    >>> changes({"KO": 1, "BR": 2}, {"KO": 1, "BR": 3})
    [('BR', 2, 3)]
    """
    if isinstance(now, tuple):
        if before is None:
            return [(row, GONE, entry) for row, entry in enumerate(now)]
        return [(n, before[n], now[n]) for n in compress(range(len(now)), map(is_not, before, now))]
    if before is None:
        return [(row, GONE, entry) for row, entry in now.items()]
    if len(before) == len(now) and all(map(is_, before, now)):  # mostly it has the same rows
        others = compress(now, map(is_not, before.values(), now.values()))
        return [(row, before[row], now[row]) for row in others]
    was = before.get
    changed = [(row, was(row, GONE), entry) for row, entry in now.items() if was(row, GONE) is not entry]
    return changed + [(row, entry, GONE) for row, entry in before.items() if row not in now]


def _writes_whole(place: Place, cells: Cells) -> Write:
    """Of what a column tells at once."""
    start, stride, rows, across = place.start, place.stride, place.rows, place.across
    tell = place.column.tell
    assert tell is not None
    written: list[int] = []

    def one(rules: Any, state: Any) -> None:
        cells[start] = tell(rules, state).get(0, 0)

    def write(rules: Any, state: Any) -> None:
        for at in written:
            cells[at] = 0
        written.clear()
        for row, told in tell(rules, state).items():
            first = start + rows[row] * stride
            if across:
                for other, value in told.items():
                    cells[first + across[other]] = value
                    written.append(first + across[other])
            else:
                cells[first] = told
                written.append(first)

    return one if place.column.table == GAME and not across else write


def _writes_entry(place: Place, cells: Cells) -> WriteEntry:
    """Of entries that come to one figure each, or to figures for the rows of another table."""
    firsts, across, each = _firsts(place), place.across, place.column.each
    assert each is not None

    def one(rules: Any, state: Any, row: Any, before: Any, entry: Any) -> None:
        if row in firsts:
            cells[firsts[row]] = 0 if entry is GONE else each(rules, entry)

    def several(rules: Any, state: Any, row: Any, before: Any, entry: Any) -> None:
        if row in firsts:
            was = NOTHING if before is GONE else each(rules, before)
            now = NOTHING if entry is GONE else each(rules, entry)
            _write_row(cells, firsts[row], across, was, now)

    return several if place.column.across else one


def _firsts(place: Place) -> Mapping[Any, int]:
    """Where the first figure of each row stands."""
    return {row: place.start + number * place.stride for row, number in place.rows.items()}


def _writes_rows(place: Place, cells: Cells, source: Source) -> tuple[WriteEntry, Write]:
    """Of rows that are told by the whole state: of one, and of all of a source."""
    firsts, tell = _firsts(place), place.column.row
    assert tell is not None
    last: dict[Any, Any] = {}

    def write(rules: Any, state: Any, row: Any, before: Any = None, entry: Any = None) -> None:
        if row in firsts:
            now = tell(rules, state, row)
            _write_row(cells, firsts[row], place.across, last.get(row, NOTHING), now)
            last[row] = now

    def again(rules: Any, state: Any) -> None:
        for row in source.before:
            write(rules, state, row)

    return write, again


def _write_row(cells: Cells, first: int, across: Mapping[Any, int], was: Any, now: Any) -> None:
    if isinstance(now, frozenset):
        for other in now.difference(was):
            cells[first + across[other]] = 1
        for other in frozenset(was).difference(now):
            cells[first + across[other]] = 0
        return
    for other in was:
        cells[first + across[other]] = 0
    for other, value in now.items():
        cells[first + across[other]] = value


def _named(scheme: Scheme) -> dict[str, list[int]]:
    """Where a thing is flagged that a decision names."""
    found: dict[str, list[int]] = {}
    for place in scheme.places:
        if place.column.name == "in_question" and place.column.table != SEATS:
            for row, number in place.rows.items():
                if isinstance(row, str):
                    found.setdefault(row, []).append(place.start + number * place.stride)
    return found
