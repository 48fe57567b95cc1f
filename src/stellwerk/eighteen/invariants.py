"""What must hold after every action in every title: nothing is created, nothing is lost, no limit is broken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping

from stellwerk.bank.papers import Owner
from stellwerk.board.board import UNDECIDED
from stellwerk.board.grid import PLACES

from .state import Table
from .trains import CheckLimits, DiscardStep


def money(table: Table, may_owe: Collection[Owner]) -> Iterator[str]:
    """All the money of the box is there, and nobody else has less than nothing."""
    total = sum(table.state.cash.values())
    if total != table.rules.printed.title["bank"]:
        yield f"money: {total} in all"
    for owner, cash in table.state.cash.items():
        if cash < 0 and owner not in may_owe:
            yield f"money: {owner} has {cash}"


def papers(table: Table, others: Collection[str]) -> Iterator[str]:
    """All certificates and these other papers have a holder."""
    if set(table.state.papers) != {*table.rules.printed.register.by_id, *others}:
        yield "papers: some are missing or unknown"


def cards(table: Table, more: Mapping[str, int]) -> Iterator[str]:
    """All cards of trains are somewhere; of some there are more than the bank had."""
    kinds = table.rules.printed.trains
    there = Counter(table.state.depot)
    for owned in table.state.trains.values():
        there.update(kinds[train].card for train in owned)
    for card in dict.fromkeys(kind.card for kind in kinds.values() if kind.card and kind.count):
        if there[card] != kinds[card].count + more.get(card, 0):
            yield f"trains: {there[card]} of card {card}"


def train_limits(table: Table) -> Iterator[str]:
    """No company has too many trains, unless it is about to give some up."""
    state = table.state
    if any(isinstance(step, CheckLimits | DiscardStep) for step in state.agenda):
        return
    for company in state.in_operation:
        if len(state.trains[company]) > table.rules.trains.limit(table, company):
            yield f"trains: {company} is over its limit"


def tiles(table: Table) -> Iterator[str]:
    """All tiles lie on the board or beside it."""
    board = table.state.board
    laid = Counter(track.tile for track in board.tracks if track.tile)
    laid.update(track.crossing.tile for track in board.tracks if track.crossing)
    for tile in table.rules.printed.box.tiles.values():
        if laid[tile.id] + board.left[tile.id] != tile.count:
            yield f"board: tile {tile.id} does not add up"


def markers(table: Table, stations: Mapping[str, int]) -> Iterator[str]:
    """No city holds more markers than it has places, and each company has as many as it should."""
    board, names = table.state.board, table.rules.printed.box.grid.names
    placed: Counter[str] = Counter()
    for stop, marks in board.stations.items():
        placed.update(marks)
        hex_, city = divmod(stop, PLACES)
        if city != UNDECIDED and len(marks) > board.tracks[hex_].stops[city].slots:
            yield f"board: {names[hex_]} holds {len(marks)} markers"
    for company, number in stations.items():
        if placed[company] + table.state.markers[company] != number:
            yield f"board: markers of {company} do not add up"
