"""What the history notes in Chicago Express: a round lasts until a general dividend has been paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.play.core import Event
from stellwerk.show.history import Began, Mark, Takings

from ..events import DialsReset, DividendPaid, StartPlayerFound
from ..state import Table


def marks(events: Sequence[Event], table: Table) -> Iterator[Mark]:
    """All of an income is paid, and what rounding up adds (Allgemeine Dividende)."""
    for event in events:
        match event:
            case StartPlayerFound():
                yield Began("turns", {"number": 1})
            case DialsReset():
                yield Began("turns", {"number": table.state.dividends + 1})
            case DividendPaid(company, _, income, shares, a_share):
                yield Takings(company, income, paid=a_share * shares)
