"""What a chronicle notes in 1844: besides companies, private railways, tunnels and mountain railways earn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from stellwerk.play.core import Event
from stellwerk.show.eighteen.history import accounts as cash_and_shares
from stellwerk.show.eighteen.history import fixed, mark
from stellwerk.show.history import Mark
from stellwerk.show.tables import Table as Sheet

from ..state import Table, worth_of_papers

TOGETHER = ("tunnels", "mountains")  # papers of a kind that are paid in one


def marks(events: Sequence[Event], table: Table) -> Iterator[Mark]:
    """Fixed incomes are paid when an operating round begins (Reihenfolge)."""
    papers = frozenset((*table.rules.printed.privates, *TOGETHER))
    for event in events:
        found = mark(event)
        if found is not None:
            yield found
        yield from fixed(event, papers)


def accounts(table: Table) -> Sheet:
    """Tunnels and mountain railways in use count, loans are taken off (Endabrechnung)."""
    loans = table.state.loans
    return cash_and_shares(
        table, ("sights", lambda seat: worth_of_papers(table, seat)), ("loan", lambda seat: -loans.get(seat, 0))
    )
