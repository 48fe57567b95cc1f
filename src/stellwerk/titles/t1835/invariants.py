"""What must hold after every action: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.eighteen import invariants
from stellwerk.eighteen.state import percent

from .data import PACKET, PRUSSIA
from .state import Table


def problems(table: Table) -> Iterator[str]:
    """Name every thing wrong with the position."""
    printed = table.rules.printed
    yield from invariants.money(table, (BANK,))
    yield from invariants.papers(table, (*printed.privates, *printed.minors))
    yield from invariants.cards(table, {})
    if table.state.agenda:  # the last bankruptcy ends the game before anybody gives up trains
        yield from invariants.train_limits(table)
    yield from invariants.tiles(table)
    yield from invariants.markers(table, {each.id: each.stations for each in printed.companies.values()})
    yield from _debts(table)
    yield from _papers(table)


def _debts(table: Table) -> Iterator[str]:
    for company, owed in table.state.debts.items():
        if owed <= 0 or table.state.cash[company]:
            yield f"money: {company} owes {owed} and has {table.state.cash[company]}"


def _papers(table: Table) -> Iterator[str]:
    printed, state = table.rules.printed, table.state
    nobody_left = len(state.order) == state.seats
    for company in printed.companies:
        total = sum(paper.percent for paper in printed.register.of[company])
        if total != 100:
            yield f"papers: {company} has {total}%"
        if nobody_left and percent(table, company, POOL) > printed.title["shares"]["pool_limit"]:
            yield f"papers: too much of {company} in the pool"
    for seat, barren in state.barren.items():
        if not 0 < barren <= percent(table, PRUSSIA, seat):
            yield f"papers: {barren}% of seat {seat} draw nothing"
    for company in state.in_operation & printed.companies.keys():
        if state.papers[f"{company}-D"] == PACKET:
            yield f"papers: {company} operates without a director's paper"
