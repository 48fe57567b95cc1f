"""What the history notes in 1881: the networks of the S-Bahn are one company, and bonuses may be kept apart."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stellwerk.play.core import Event, Paid
from stellwerk.show.eighteen.history import mark
from stellwerk.show.history import Mark, Takings

from ..state import Table, is_sbahn


def marks(events: Sequence[Event], table: Table) -> Iterator[Mark]:
    """A bonus that goes to the company while the rest is paid out is only told by its payment (9.8)."""
    for event in events:
        found = mark(event)
        if isinstance(event, Paid) and event.purpose == "bonus":
            found = Takings(str(event.payee), kept=event.amount)
        if isinstance(found, Takings) and is_sbahn(table, found.company):
            found = replace(found, company=table.rules.printed.sbahn)
        if found is not None:
            yield found
