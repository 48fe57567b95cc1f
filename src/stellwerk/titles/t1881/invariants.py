"""What must hold after every action: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.bank.papers import POOL
from stellwerk.eighteen import invariants
from stellwerk.eighteen.state import percent

from .sbahn.chair import ChairExchange
from .state import Table, director, holders, is_sbahn


def problems(table: Table) -> Iterator[str]:
    """Everything wrong with a state."""
    yield from invariants.money(table, ())
    yield from invariants.papers(table, ())
    yield from trains(table)
    yield from invariants.train_limits(table)
    yield from invariants.tiles(table)
    alive = set(table.rules.printed.companies) - table.state.bankrupt
    yield from invariants.markers(table, {each: table.rules.printed.companies[each].stations for each in alive})
    yield from shares(table)
    yield from networks(table)


def trains(table: Table) -> Iterator[str]:
    """All trams and trains are somewhere."""
    state = table.state
    there = Counter((*state.depot, *state.sbahn_depot, *(t for owned in state.trains.values() for t in owned)))
    for kind in table.rules.printed.trains.values():
        if there[kind.id] != kind.count:
            yield f"trains: {there[kind.id]} of kind {kind.id}"


def shares(table: Table) -> Iterator[str]:
    """Nobody holds more than he may, and whoever acts has a director (4.5, 12.2)."""
    title = table.rules.printed.title
    for company in table.rules.printed.companies:
        limit = title["sbahn" if is_sbahn(table, company) else "shares"]["holding_limit"]
        for owner in holders(table, company):
            if percent(table, company, owner) > limit:
                yield f"shares: {owner} holds too much of {company}"
    for company in table.state.in_operation:
        empty_chair = is_sbahn(table, company) and chair_is_empty(table)
        if director(table, company) is None and not empty_chair:
            yield f"shares: {company} has no director"


def chair_is_empty(table: Table) -> bool:
    """Whether the S-Bahn's chair is in the pool, or about to come from a bankrupt company to another."""
    holder = table.state.papers[table.rules.printed.chair]
    return holder == POOL or (holder in table.state.bankrupt and isinstance(table.state.agenda[-1], ChairExchange))


def networks(table: Table) -> Iterator[str]:
    """Every depot of the S-Bahn belongs to one network; a network that is no more has nothing (12.5)."""
    state, sbahn = table.state, table.rules.printed.sbahn
    depots = [hex_ for hexes in state.network_depots.values() for hex_ in hexes]
    if len(depots) != len(set(depots)) or any(not state.board.is_in(sbahn, hex_) for hex_ in depots):
        yield "networks: depots do not add up"
    for network in table.rules.printed.seats.values():
        if network not in state.apart and (state.cash[network] or state.trains[network]):
            yield f"networks: {network} is no more and has money or trains"
