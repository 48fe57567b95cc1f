"""The track as the route finder sees it, and how a run is told."""

from __future__ import annotations

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.play.runs import RunUnproved
from stellwerk.routes import Network, Run

from .events import RouteRun
from .state import Move


def network(board: Board) -> Network:
    """The track as the route finder sees it, kept on the board."""
    found: Network | None = board.track_memo.get("network")
    if found is None:
        found = board.track_memo["network"] = Network(board.links())
    return found


def tell(turn: Move, company: str, run: Run, net: Network | None = None, *, best: bool = False) -> None:
    """One event for each train that runs; its links are those of the board, or of the network it ran on.

    Where the rules want the `best` run and it was not proved, that is said, too.
    """
    names, links = turn.rules.printed.box.grid.names, (net or network(turn.state.board)).links
    for route in run.routes:
        stops = tuple(
            (names[stop // PLACES], stop % PLACES, value or 0)
            for stop, value in zip(route.stops, route.values, strict=True)
        )
        bits = 0
        for link in route.links:
            bits |= links[link].bits
        turn.emit(RouteRun(company, route.train, stops, f"{bits:x}", route.total))
    if best and not run.optimal:
        turn.emit(RunUnproved(company, run.bound))
