"""Corrections by hand, for groups that mend a mistake at the table; only with the option `corrections`."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.eighteen.changes import move_price
from stellwerk.play.core import Choice, Decision
from stellwerk.play.errors import Refusal, refuse

from .actions import CorrectPrice
from .state import Move, Table

DIRECTIONS = ("up", "down", "left", "right")


class Corrections(Decision, frozen=True):
    """Any player may move a marker on the chart at any time."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        return table.state.order

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        for company in table.state.chart.order(table.rules.printed.sheet):
            for direction in DIRECTIONS:
                yield CorrectPrice(seat, company, direction)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        if not isinstance(action, CorrectPrice):
            return refuse("", "no_corrections")
        if table.state.chart.field(action.company) is None or action.direction not in DIRECTIONS:
            return refuse("", "no_such_price", company=action.company)
        return None

    def apply(self, turn: Move, action: CorrectPrice) -> None:
        move_price(turn, action.company, action.direction, "correction")
