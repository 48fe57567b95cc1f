"""What a face tells of one position, each thing worked out once: a page asks for the same ones many times."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping
from functools import cached_property
from threading import Lock
from typing import Any, Literal

from stellwerk.play.core import Position
from stellwerk.play.game import Title

from .face import Face, face_of
from .market import PriceMove
from .tables import ChartView, Companies, Phases, Players, Table, TrainRow

KEPT = 8


class OnTable:
    """The rows and tables of a position."""

    def __init__(self, face: Face, position: Position[Any, Any]) -> None:
        self._face, self._position = face, position

    @cached_property
    def players(self) -> Players | None:
        """The players."""
        return self._face.players(self._position)

    @cached_property
    def phases(self) -> Phases | None:
        """The phases."""
        return self._face.phases(self._position)

    @cached_property
    def companies(self) -> Companies | None:
        """The companies."""
        return self._face.companies(self._position)

    @cached_property
    def trains(self) -> tuple[TrainRow, ...]:
        """The trains."""
        return self._face.trains(self._position)

    @cached_property
    def chart(self) -> ChartView | None:
        """The chart of prices."""
        return self._face.chart(self._position)

    @cached_property
    def price_moves(self) -> Mapping[str, tuple[PriceMove, ...]]:
        """Where every price on the chart can go from here."""
        view = self.chart
        if view is None:
            return {}
        return {each: self._face.price_moves(self._position, each) for each in view.chart.order(view.sheet)}

    def sheet(self, key: Literal["players", "companies", "railways", "phases"]) -> Table:
        """The table of rows that a title has; `railways` tells details of companies."""
        if key == "railways":
            assert self.companies is not None
            return self.companies.details_table()
        found = {"players": self.players, "companies": self.companies, "phases": self.phases}[key]
        assert found is not None, key
        return found.table()

    @cached_property
    def tables(self) -> tuple[Table, ...]:
        """All tables."""
        return self._face.tables(self._position)

    @cached_property
    def others(self) -> tuple[Table, ...]:
        """Those of them that tell of what has no cards."""
        return self._face.other_tables(self._position)

    def table(self, key: str) -> Table | None:
        """The table of this key."""
        return next((table for table in self.tables if table.key == key), None)


_kept: OrderedDict[int, tuple[Any, OnTable]] = OrderedDict()
_keeping = Lock()


def on_table(title: Title, position: Position[Any, Any]) -> OnTable:
    """What lies on the table in a position; the last ones are kept."""
    state = position.state
    with _keeping:
        known = _kept.get(id(state))
    if known is None or known[0] is not state:
        known = state, OnTable(face_of(title), Position(position.rules, state))
        with _keeping:
            _kept[id(state)] = known
            while len(_kept) > KEPT:
                _kept.popitem(last=False)
    return known[1]
