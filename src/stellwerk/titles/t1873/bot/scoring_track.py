"""Track as far as it serves works: how far they are from the state railway, and what a connection is worth."""

from __future__ import annotations

from heapq import heappop, heappush

from msgspec.structs import replace

from stellwerk.board.board import Board
from stellwerk.board.grid import NOWHERE, SIDES
from stellwerk.bots.api import LayTrack, Measure, Weighed, reason
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.state import percent
from stellwerk.eighteen.track import lay_of
from stellwerk.play.core import Position

from ..lines.outside import connected
from ..lines.track import ways
from ..state import Table
from .scoring_time import KEPT_BY_WORKS, rounds_to_come

FADES = 0.8  # what a connection is worth that is one hex further away
TERRAIN = 100  # marks of terrain that are as bad as one hex more
FAR = 12.0
REACHED = 0.6  # of what a connection brings, until machines and switchers are bought


def connection_worth(table: Table, work: str) -> float:
    """What it is worth to a work's owner that it is connected: machines and switchers bring more then."""
    printed = table.rules.printed.works[work]
    best = printed.income(min(5, table.state.phase + 1), min(5, max(2, table.state.phase + 1))) - printed.base
    return REACHED * (1 + KEPT_BY_WORKS) / 2 * best * max(0, rounds_to_come(table) - 1)


def lay_of_work(table: Table, action: LayTile) -> Weighed | None:
    """A single work builds towards the state railway (4.2.1)."""
    work = action.company
    lay = lay_of(table, action)
    if lay is None:
        return None
    board = table.state.board.lay(lay.hex, lay.track)
    after = Position(table.rules, replace(table.state, board=board))
    worth = connection_worth(table, work)
    gain = worth * (nearness(after, work) - nearness(table, work)) - 1
    cost = table.rules.permits[0].cost(table, lay)
    gain += (1.0 if refunded(table, work, lay.hex) else 0.0) * cost - KEPT_BY_WORKS * cost
    return Weighed(action, gain, (reason("work_nearer", amount=round(gain)),), Measure.MONEY)


def refunded(table: Table, builder: str, hex_: int) -> bool:
    """Whether the bank gives back privately what building there costs (4.2.1, 4.4.1)."""
    companies = table.rules.printed.companies.values()
    return any(hex_ in each.unbuilt for each in companies if each.id != builder)


def nearness(table: Table, work: str) -> float:
    """1 for a work that is connected, less for each hex that is still to be built; the track alone tells."""
    memo: dict[str, float] = table.state.board.track_memo.setdefault("nearness", {})
    if work not in memo:
        memo[work] = _nearness(table, work)
    return memo[work]


def _nearness(table: Table, work: str) -> float:
    board, printed = table.state.board, table.rules.printed
    hex_ = printed.box.grid.index[printed.works[work].hex]
    if connected(board, hex_):
        return 1.0
    away = _away(board)
    arrived, _ = ways(table, work)
    ends = [other for other, sides in enumerate(arrived) if sides & ~board.tracks[other].exits]
    if not board.tracks[hex_].exits:
        ends.append(hex_)
    best = min((away.get(end, FAR) for end in ends), default=FAR)
    return float(FADES ** (1 + best))


def _away(board: Board) -> dict[int, float]:
    """How far each hex is from track that leads to the state railway, over hexes that can be built on."""
    memo = board.track_memo
    if "away" not in memo:
        memo["away"] = _steps(board)
    found: dict[int, float] = memo["away"]
    return found


def _steps(board: Board) -> dict[int, float]:
    box = board.box
    steps = {hex_: 0.0 for hex_ in range(len(board.tracks)) if connected(board, hex_)}
    queue = [(0.0, hex_) for hex_ in sorted(steps)]
    while queue:
        far, hex_ = heappop(queue)
        if far > steps[hex_]:
            continue
        for side in SIDES:
            there = box.grid.neighbours[hex_][side]
            if there == NOWHERE or box.closed_sides[hex_] >> side & 1 or not box.becomes[there]:
                continue
            new = board.tracks[there].tile == box.printed[there].tile
            way = far + 1 + (box.costs[there] / TERRAIN if new else 0)
            if way < steps.get(there, FAR):
                steps[there] = way
                heappush(queue, (way, there))
    return steps


def lay_brings(table: Table, seat: int, move: LayTrack) -> float:
    """What a railway's track brings its director beside the run: works connected, and building costs back."""
    board: Board = table.state.board
    after = board.lay(move.hex, move.track)
    total = float(move.cost) if refunded(table, move.company, move.hex) else 0.0
    for hex_, work in table.rules.printed.work_at.items():
        if connected(after, hex_) and not connected(board, hex_):
            owner = table.state.papers[work]
            if owner == seat:
                total += connection_worth(table, work)
            elif isinstance(owner, str) and owner in table.rules.printed.companies:
                total += percent(table, owner, seat) / 100 * connection_worth(table, work)
    return total
