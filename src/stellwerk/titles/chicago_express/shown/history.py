"""What a chronicle notes in Chicago Express: a round lasts until a general dividend has been paid."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.play.core import Event
from stellwerk.show.history import Began, Mark, Takings
from stellwerk.show.tables import Column
from stellwerk.show.tables import Table as Sheet

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


def accounts(table: Table) -> Sheet:
    """Cash alone (Spielende)."""
    cash = table.state.cash
    columns = (Column("player", "name"), Column("cash", "money"), Column("worth", "money"))
    return Sheet("accounts", columns, tuple((seat, cash[seat], cash[seat]) for seat in range(table.state.seats)))
