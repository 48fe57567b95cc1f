"""What the history notes in 1835: besides AGs there are private railways and Vorpreußische."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.eighteen.events import Earned
from stellwerk.play.core import Event, Paid
from stellwerk.show.eighteen.history import fixed, mark
from stellwerk.show.history import Mark, Takings

from ..state import Table


def marks(events: Sequence[Event], table: Table) -> Iterator[Mark]:
    """Half of what a Vorpreußische earns goes to its owner, half into its treasury (5.5.3.11.1)."""
    privates, runs = frozenset(table.rules.printed.privates), ""
    for event in events:
        found = mark(event)
        if found is not None:
            yield found
        yield from fixed(event, privates)
        if isinstance(event, Earned):
            runs = event.company
        elif isinstance(event, Paid) and event.purpose == "split":
            owner = isinstance(event.payee, int)
            yield Takings(runs, paid=event.amount) if owner else Takings(runs, kept=event.amount)
