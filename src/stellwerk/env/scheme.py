"""How a position is written in arrays: a scheme of tables, rows and columns for one title and number of players.

All figures stand in one row of memory; the arrays of an observation are views of a copy of it. A part of the state
is read again only when it has been replaced, so that an observation costs what has changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import Any, cast

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from stellwerk.eighteen.observed import OBSERVED
from stellwerk.eighteen.state import State18
from stellwerk.play.core import Action, Step
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title
from stellwerk.play.observed import GAME, SEATS, Column, Observed, Row
from stellwerk.play.playable import Playable

FIGURES = "figures"
MOST_FIGURES = 8
"""So many numbers of a decision are told: what is bid, asked, left to do."""
SEAT_FIELDS = frozenset(
    ("seat", "bidders", "buyer", "opener", "queue", "passed", "objector", "content", "old", "new")
)
"""Fields of decisions that name players."""

GONE = object()

Figures = NDArray[np.int32]
Changed = Mapping[Any, tuple[Any, Any]]


class Place(Struct, frozen=True):
    """Where a column stands: its array, the first figure in memory, and the steps to the next row and figure."""

    column: Column
    start: int
    stride: int
    width: int
    rows: Mapping[Row, int]
    across: Mapping[Row, int]


class Scheme:
    """Tables by name with their rows and columns, in the order in which they stand in the arrays.

    >>> from stellwerk.titles.registry import find_title
    >>> scheme = Scheme.of(find_title("chicago-express"), players=3)
    >>> scheme.shapes["seats"], scheme.columns["dials"]
    ((3, 4), ['turned', 'in_question'])
    """

    def __init__(self, observed: Observed, rules: Any, state: Any) -> None:
        self.rows: dict[str, Sequence[Row]] = {
            GAME: (0,),
            SEATS: tuple(range(state.seats)),
            **observed.rows(rules, state),
            FIGURES: tuple(range(MOST_FIGURES)),
        }
        self._numbers = {table: {row: n for n, row in enumerate(rows)} for table, rows in self.rows.items()}
        for table in observed.numbered:
            self._numbers[table] |= {n: n for n in range(len(self.rows[table]))}
        tables = [
            table for table in self.rows if table != FIGURES and any(c.table == table for c in observed.columns)
        ]
        asked = (*observed.columns, *_of_the_decision(tables))
        self.columns: dict[str, list[str]] = {}
        self.shapes: dict[str, tuple[int, int]] = {}
        self.slices: dict[str, slice] = {}
        self.places: list[Place] = []
        at = 0
        for table in tables:
            own = [column for column in asked if column.table == table]
            stride = sum(self._width(column) for column in own)
            self.columns[table] = [name for column in own for name in self._names(column)]
            self.shapes[table] = len(self.rows[table]), stride
            column_at = at
            for column in own:
                width = self._width(column)
                across = self._numbers[column.across] if column.across else {}
                self.places.append(Place(column, column_at, stride, width, self._numbers[table], across))
                column_at += width
            self.slices[table] = slice(at, at + stride * len(self.rows[table]))
            at += stride * len(self.rows[table])
        self.size = at
        self.parts = [(table, part, self.shapes[table]) for table, part in self.slices.items()]
        self.turned = [self._turned(seat, state.seats) for seat in range(state.seats)]
        """For each seat, which figures stand elsewhere when seen from there, and where they are found."""

    @classmethod
    def of(cls, title: Title, players: int, options: Mapping[str, Any] | None = None) -> Scheme:
        """The scheme of a title by its manifest; of 18xx titles that tell nothing, what all of these have."""
        game = Game(title, [str(seat + 1) for seat in range(players)], options or {}, seed=0)
        return cls(observed_of(title, game.state), game.rules, game.state)

    def _width(self, column: Column) -> int:
        return len(self.rows[column.across]) if column.across else 1

    def _names(self, column: Column) -> list[str]:
        if not column.across:
            return [column.name]
        return [f"{column.name}:{row}" for row in self.rows[column.across]]

    def _turned(self, seat: int, seats: int) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        order = np.arange(self.size)
        for place in self.places:
            if place.column.across == SEATS:
                for row in range(self.shapes[place.column.table][0]):
                    first = place.start + row * place.stride
                    order[first : first + seats] = first + (np.arange(seats) + seat) % seats
        rows, columns = self.shapes[SEATS]
        part = order[self.slices[SEATS]].reshape(rows, columns)
        order[self.slices[SEATS]] = np.roll(part, -seat, axis=0).reshape(-1)
        others = np.flatnonzero(order != np.arange(self.size))
        return others, order[others]

    def reader(self) -> Reader:
        """Who writes positions by this scheme; one for each game that is followed."""
        return Reader(self)


def observed_of(title: Title, state: Any) -> Observed:
    """What a title lets a learner see."""
    found: Observed | None = title.manifest.part("observed")
    if found is not None:
        return found
    if isinstance(state, State18):
        return OBSERVED
    raise StellwerkError(f"{title.name} does not tell what a learner sees: its manifest has no part `observed`.")


def _of_the_decision(tables: Iterable[str]) -> Iterator[Column]:
    """What the decision that is waited for is about; read by `Reader.asked`, not from the state."""
    for table in tables:
        if table == GAME:
            yield Column(table=GAME, name="figures", reads=(), across=FIGURES)
        elif table == SEATS:
            for name in ("asked", "leads", "in_question"):
                yield Column(table=SEATS, name=name, reads=())
        else:
            yield Column(table=table, name="in_question", reads=())


class Reader:
    """Writes the positions of a game, one after another, as a seat sees them."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self._figures: Figures = np.zeros(scheme.size, np.int32)
        self._cells = memoryview(cast(Any, self._figures))
        fields = sorted({field for place in scheme.places for field in place.column.reads})
        self._parts = attrgetter(*fields, "agenda")  # of several it is always a tuple
        self._seen: list[Any] = [None] * len(fields)
        self._told = [_reading(scheme.places, field, whole=True) for field in fields]
        self._by_entry = [_reading(scheme.places, field, whole=False) for field in fields]
        self._blocks = [self._block(place) for place in scheme.places]
        self._last: Playable | None = None
        self._asked: list[int] = []
        self._of_seats = {
            one.column.name: (one.start, one.stride)
            for one in scheme.places
            if one.column.table == SEATS and not one.column.reads
        }
        self._first_figure = next(one.start for one in scheme.places if one.column.across == FIGURES)
        self._named = _named(scheme)

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
        return {table: figures[part].reshape(shape) for table, part, shape in scheme.parts}

    def _block(self, place: Place) -> Figures:
        """The figures of a column in all rows."""
        table = self.scheme.slices[place.column.table]
        whole = self._figures[table].reshape(self.scheme.shapes[place.column.table])
        first = place.start - table.start
        return whole[:, first : first + place.width]

    def _read(self, rules: Any, state: Any) -> None:
        whole: set[int] = set()
        for number, (before, value) in enumerate(zip(self._seen, self._parts(state), strict=False)):
            if before is not value:
                self._seen[number] = value
                whole.update(self._told[number])
                if self._by_entry[number]:
                    changed = _changes(before, value)
                    for place in self._by_entry[number]:
                        self._write_entries(self.scheme.places[place], self._blocks[place], rules, changed)
        for place in whole:
            self._write_whole(self.scheme.places[place], self._blocks[place], rules, state)

    def _write_whole(self, place: Place, block: Figures, rules: Any, state: Any) -> None:
        figures, start, stride, rows, across = self._cells, place.start, place.stride, place.rows, place.across
        block[:] = 0
        assert place.column.tell is not None
        told = place.column.tell(rules, state)
        if across:
            for row, by in told.items():
                first = start + rows[row] * stride
                for other, value in by.items():
                    figures[first + across[other]] = value
        else:
            for row, value in told.items():
                figures[start + rows[row] * stride] = value

    def _write_entries(self, place: Place, block: Figures, rules: Any, changed: Changed) -> None:
        figures, start, stride, rows, across = self._cells, place.start, place.stride, place.rows, place.across
        each, of = place.column.each, place.column.of
        assert each is not None
        for row, (before, entry) in changed.items():
            if of and getattr(before, of, GONE) is getattr(entry, of, None):
                continue
            number = rows.get(row)
            if number is None:
                continue
            first = start + number * stride
            if across:
                block[number] = 0
                if entry is not GONE:
                    for other, value in each(rules, entry).items():
                        figures[first + across[other]] = value
            else:
                figures[first] = 0 if entry is GONE else each(rules, entry)

    def _read_decision(self, position: Playable) -> None:
        cells = self._cells
        for place in self._asked:
            cells[place] = 0
        self._asked.clear()
        step = position.step
        if step is None:
            return
        for seat in step.waiting(position):
            self._flag_seat("asked", seat)
        leader = getattr(step, "leader", None)
        if leader is not None:
            self._flag_seat("leads", leader)
        numbers: list[int] = []
        self._look_into(step, numbers)
        for place, number in enumerate(numbers[:MOST_FIGURES], self._first_figure):
            cells[place] = max(-(2**31), min(number, 2**31 - 1))
            self._asked.append(place)

    def _flag_seat(self, name: str, seat: int) -> None:
        start, stride = self._of_seats[name]
        place = start + seat * stride
        self._cells[place] = 1
        self._asked.append(place)

    def _look_into(self, thing: Step | Action, numbers: list[int]) -> None:
        for field in _fields(type(thing)):
            value = getattr(thing, field)
            if isinstance(value, str):
                for place in self._named.get(value, ()):
                    self._cells[place] = 1
                    self._asked.append(place)
            elif isinstance(value, int):
                numbers.append(int(value))
            elif isinstance(value, Step | Action):
                self._look_into(value, numbers)
        for field in _seat_fields(type(thing)):
            value = getattr(thing, field)
            for seat in (value,) if isinstance(value, int | str) or value is None else value:
                if isinstance(seat, int) and seat >= 0:
                    self._flag_seat("in_question", seat)


@cache
def _seat_fields(kind: type[Step | Action]) -> tuple[str, ...]:
    return tuple(field for field in kind.__struct_fields__ if field in SEAT_FIELDS)


@cache
def _fields(kind: type[Step | Action]) -> tuple[str, ...]:
    """Those of a decision that name no players."""
    return tuple(field for field in kind.__struct_fields__ if field not in SEAT_FIELDS and field != "leader")


def _reading(places: Sequence[Place], field: str, whole: bool) -> list[int]:
    """The columns that read a part of the state, all of it or entry by entry."""
    return [
        number
        for number, place in enumerate(places)
        if field in place.column.reads and (place.column.each is None) is whole
    ]


def _changes(before: Any, now: Any) -> Changed:
    """The entries of a mapping or tuple that are others than before, as they were and as they are; or `GONE`."""
    if isinstance(now, Mapping):
        if before is None:
            return {key: (GONE, value) for key, value in now.items()}
        was = before.get
        changed = {key: (was(key, GONE), value) for key, value in now.items() if was(key, GONE) is not value}
        if not before.keys() <= now.keys():
            changed |= {key: (value, GONE) for key, value in before.items() if key not in now}
        return changed
    if before is None:
        return {n: (GONE, value) for n, value in enumerate(now)}
    return {n: (old, value) for n, (old, value) in enumerate(zip(before, now, strict=True)) if old is not value}


def _named(scheme: Scheme) -> dict[str, list[int]]:
    """Where a thing is flagged that a decision names."""
    found: dict[str, list[int]] = {}
    for place in scheme.places:
        if place.column.name == "in_question" and place.column.table != SEATS:
            for row, number in place.rows.items():
                if isinstance(row, str):
                    found.setdefault(row, []).append(place.start + number * place.stride)
    return found
