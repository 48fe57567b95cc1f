"""What the history notes in 1844: besides companies, private railways, tunnels and mountain railways earn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.play.core import Event
from stellwerk.show.eighteen.history import fixed, mark
from stellwerk.show.history import Mark

from ..state import Table

TOGETHER = ("tunnels", "mountains")  # papers of a kind that are paid in one


def marks(events: Sequence[Event], table: Table) -> Iterator[Mark]:
    """Fixed incomes are paid when an operating round begins (Reihenfolge)."""
    papers = frozenset((*table.rules.printed.privates, *TOGETHER))
    for event in events:
        found = mark(event)
        if found is not None:
            yield found
        yield from fixed(event, papers)
