"""What must hold after every action: nothing is created, nothing is lost, and counters tell the truth."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.bank.papers import BANK

from .data import Company
from .state import Railway, Table, hex_value, is_open, present


def problems(table: Table) -> Iterator[str]:
    """Name every thing wrong with the position."""
    yield from _money(table)
    for company, railway in table.state.railways.items():
        yield from _railway(table, table.rules.material.companies[company], railway)
    yield from _board(table)
    yield from _scales(table)


def _money(table: Table) -> Iterator[str]:
    total = sum(table.state.cash.values())
    if total:
        yield f"money: {total} in all"
    for owner, cash in table.state.cash.items():
        if cash < 0 and owner != BANK:
            yield f"money: {owner} has {cash}"


def _railway(table: Table, printed: Company, railway: Railway) -> Iterator[str]:
    name = printed.id
    if railway.unsold + railway.sold != printed.shares or min(railway.unsold, *railway.shares) < 0:
        yield f"shares: those of {name} do not add up"
    if railway.locomotives + len(railway.network) != printed.locomotives or railway.locomotives < 0:
        yield f"locomotives: those of {name} do not add up"
    if not is_open(railway):
        if railway.sold or railway.income or table.state.cash[name]:
            yield f"{name} has shares sold, income or money before it opened"
        return
    income = printed.income + sum(hex_value(table, hex_) for hex_ in railway.network)
    if railway.income != income:
        yield f"income: {name} shows {railway.income}, its hexes are worth {income}"
    reached = {table.rules.material.index[printed.start]} & railway.network
    edge = set(reached)
    while edge:
        around = frozenset().union(*(table.rules.material.neighbours[hex_] for hex_ in edge))
        edge = set(around & railway.network - reached)
        reached |= edge
    if reached != railway.network:
        yield f"board: the network of {name} is not connected with its start"


def _board(table: Table) -> Iterator[str]:
    state, printed = table.state, table.rules.material
    starts = {company.start: company.id for company in printed.companies.values()}
    for hex_, place in enumerate(printed.hexes):
        there = present(table, hex_)
        if place.kind.single and len(there) > 1:
            yield f"board: {place.id} holds {len(there)} locomotives"
        if place.kind.closed and there != [starts[place.id]]:
            yield f"board: the start {place.id} holds {there}"
        if hex_ in state.developed and not (place.kind.house and there):
            yield f"board: {place.id} cannot have been developed"
    if state.houses + len(state.developed) != printed.limits.houses or state.houses < 0:
        yield "houses: they do not add up"


def _scales(table: Table) -> Iterator[str]:
    state, printed = table.state, table.rules.material
    for dial, place in state.dials.items():
        if not 0 <= place <= printed.dials[dial]:
            yield f"dials: {dial} stands at {place}"
    for hex_, value in state.industry.items():
        if value not in printed.hexes[hex_].steps:
            yield f"industry: {printed.hexes[hex_].id} stands at {value}"
