"""How a position is written in arrays: a scheme of tables, rows and columns for one title and number of players.

All figures stand in one row of memory, in which `reader.py` writes; the arrays of an observation are views of a
copy of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from stellwerk.eighteen.observed import OBSERVED
from stellwerk.eighteen.state import State18
from stellwerk.play.errors import StellwerkError
from stellwerk.play.game import Game, Title
from stellwerk.play.observed import GAME, SEATS, Column, Observed, Row

if TYPE_CHECKING:
    from .reader import Reader

FIGURES = "figures"
MOST_FIGURES = 8
"""So many numbers of a decision are told: what is bid, asked, left to do."""


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
        told = {GAME, SEATS, *(column.table for column in observed.columns)}
        tables = [table for table in self.rows if table in told]
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
        self.record = np.dtype([(table, np.int32, shape) for table, shape in self.shapes.items()])
        """All arrays as they lie in memory: so each is found by its name, in its shape."""
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
        from .reader import Reader

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
    """What the decision that is waited for is about; read by `Reader` from the step, not from the state."""
    for table in tables:
        if table == GAME:
            yield Column(table=GAME, name="figures", reads=(), across=FIGURES)
        elif table == SEATS:
            for name in ("asked", "leads", "in_question"):
                yield Column(table=SEATS, name=name, reads=())
        else:
            yield Column(table=table, name="in_question", reads=())
