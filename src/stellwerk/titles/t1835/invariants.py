"""What must hold after every action: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.bank.papers import BANK, POOL
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.state import percent
from stellwerk.eighteen.trains import CheckLimits, DiscardStep

from .data import PACKET, PRUSSIA
from .state import Table, train_limit


def problems(table: Table) -> Iterator[str]:
    """Name every thing wrong with the position."""
    yield from _money(table)
    yield from _papers(table)
    yield from _trains(table)
    yield from _board(table)


def _money(table: Table) -> Iterator[str]:
    total = sum(table.state.cash.values())
    if total != table.rules.printed.title["bank"]:
        yield f"money: {total} in all"
    for owner, cash in table.state.cash.items():
        if cash < 0 and owner != BANK:
            yield f"money: {owner} has {cash}"
    for company, owed in table.state.debts.items():
        if owed <= 0 or table.state.cash[company]:
            yield f"money: {company} owes {owed} and has {table.state.cash[company]}"


def _papers(table: Table) -> Iterator[str]:
    printed, state = table.rules.printed, table.state
    known = {*printed.register.by_id, *printed.privates, *printed.minors}
    if set(state.papers) != known:
        yield "papers: some are missing or unknown"
    for company in printed.companies:
        total = sum(paper.percent for paper in printed.register.of[company])
        if total != 100:
            yield f"papers: {company} has {total}%"
        nobody_left = len(state.order) == state.seats
        if nobody_left and percent(table, company, POOL) > printed.title["shares"]["pool_limit"]:
            yield f"papers: too much of {company} in the pool"
    for seat, barren in state.barren.items():
        if not 0 < barren <= percent(table, PRUSSIA, seat):
            yield f"papers: {barren}% of seat {seat} draw nothing"
    for company in state.in_operation & printed.companies.keys():
        if state.papers[f"{company}-D"] == PACKET:
            yield f"papers: {company} operates without a director's paper"


def _trains(table: Table) -> Iterator[str]:
    state = table.state
    there = Counter(state.depot)
    for owned in state.trains.values():
        there.update(owned)
    for kind in table.rules.printed.trains.values():
        if there[kind.id] != kind.count:
            yield f"trains: {there[kind.id]} of kind {kind.id}"
    # The last bankruptcy ends the game before anybody gives up trains.
    discarding = not state.agenda or any(isinstance(step, CheckLimits | DiscardStep) for step in state.agenda)
    for company in state.in_operation:
        if len(state.trains[company]) > train_limit(table, company) and not discarding:
            yield f"trains: {company} is over its limit"


def _board(table: Table) -> Iterator[str]:
    state, printed = table.state, table.rules.printed
    laid = Counter(track.tile for track in state.board.tracks if track.tile)
    for tile in printed.box.tiles.values():
        if laid[tile.id] + state.board.left[tile.id] != tile.count:
            yield f"board: tile {tile.id} does not add up"
    placed: Counter[str] = Counter()
    for stop, marks in state.board.stations.items():
        placed.update(marks)
        hex_, city = divmod(stop, PLACES)
        stops = state.board.tracks[hex_].stops
        if city < len(stops) and len(marks) > stops[city].slots:
            yield f"board: {printed.box.grid.names[hex_]} holds {len(marks)} markers"
    for company in printed.companies.values():
        if placed[company.id] + state.markers[company.id] != company.stations:
            yield f"board: markers of {company.id} do not add up"
