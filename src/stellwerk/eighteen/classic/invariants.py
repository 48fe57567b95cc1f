"""What must hold after every action."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL

from .. import invariants
from ..state import Table, percent


def problems(table: Table) -> Iterator[str]:
    """Every thing wrong with a state."""
    printed = table.rules.printed
    yield from invariants.money(table, (BANK,))
    yield from invariants.papers(table, tuple(table.rules.privates))
    yield from invariants.cards(table, {})
    if table.state.agenda:
        yield from invariants.train_limits(table)
    yield from invariants.tiles(table)
    yield from invariants.markers(table, {each.id: each.stations for each in printed.companies.values()})
    for company in printed.companies:
        if percent(table, company, POOL) > printed.title["shares"]["pool_limit"]:
            yield f"papers: too much of {company} in the pool"
    for company in table.state.in_operation:
        if table.rules.director(table, company) is None:
            yield f"papers: {company} operates without a director"
