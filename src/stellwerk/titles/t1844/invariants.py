"""What must hold after every action: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from stellwerk.bank.papers import BANK, GONE
from stellwerk.board.grid import PLACES
from stellwerk.eighteen.shares import sizes
from stellwerk.eighteen.trains import CheckLimits, DiscardStep

from .data import SBB, SBB_TRAIN
from .sbb import TENTH
from .state import Table, sbb_founded, stations_of, train_limit


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
        may_owe = sbb_founded(table) if isinstance(owner, int) else owner in (BANK, table.rules.lender)
        if cash < 0 and not may_owe:
            yield f"money: {owner} has {cash}"
    if any(debt <= 0 for debt in table.state.loans.values()):
        yield "money: a loan of nothing"


def _papers(table: Table) -> Iterator[str]:
    printed, state = table.rules.printed, table.state
    if set(state.papers) != {*printed.register.by_id, *printed.special_papers}:
        yield "papers: some are missing or unknown"
    for company in state.in_operation - {SBB}:
        if not isinstance(state.papers[f"{company}-D"], int):
            yield f"papers: {company} operates without a director"
    if state.sbb_director is not None and TENTH not in sizes(table, SBB, state.sbb_director):
        yield "papers: the SBB's director has no 10% paper"
    for paper in (*state.tunnels, *state.mountains):
        if not isinstance(state.papers[paper], int):
            yield f"papers: {paper} is in use but nobody's"


def _trains(table: Table) -> Iterator[str]:
    state, kinds = table.state, table.rules.printed.trains
    there = Counter(state.depot)
    for owned in state.trains.values():
        there.update(kinds[train].card for train in owned if train != SBB_TRAIN)
    given = state.papers["P7"] == GONE and state.eva is None
    for card in table.rules.printed.faces:
        count = kinds[card].count + (card == "5" and given)
        if kinds[card].count and there[card] != count:
            yield f"trains: {there[card]} of card {card}"
    if (SBB_TRAIN in state.trains[SBB]) != sbb_founded(table):
        yield "trains: the SBB's own"
    discarding = any(isinstance(step, CheckLimits | DiscardStep) for step in state.agenda)
    for company in state.in_operation:
        if len(state.trains[company]) > train_limit(table, company) and not discarding:
            yield f"trains: {company} is over its limit"


def _board(table: Table) -> Iterator[str]:
    state, printed = table.state, table.rules.printed
    laid = Counter(track.tile for track in state.board.tracks if track.tile)
    laid.update(track.crossing.tile for track in state.board.tracks if track.crossing)
    for tile in printed.box.tiles.values():
        if laid[tile.id] + state.board.left[tile.id] != tile.count:
            yield f"board: tile {tile.id} does not add up"
    placed: Counter[str] = Counter()
    for stop, marks in state.board.stations.items():
        placed.update(marks)
        hex_, city = divmod(stop, PLACES)
        if len(marks) > state.board.tracks[hex_].stops[city].slots:
            yield f"board: {printed.box.grid.names[hex_]} holds {len(marks)} markers"
    for company in state.in_operation - {SBB}:
        if placed[company] + state.markers[company] != stations_of(table, company):
            yield f"board: markers of {company} do not add up"
