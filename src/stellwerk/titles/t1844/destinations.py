"""Destinations: the second half of the capital, at once and in anybody's turn (Zielbahnhof)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES
from stellwerk.board.reach import Reach
from stellwerk.eighteen.state import home_stop

from .events import DestinationReached
from .state import Move, Table, kind_of, pay


def board_changed(turn: Move, before: Board) -> None:
    """Track or markers have changed, whoever did it."""
    pay_premiums(turn)


def pay_premiums(turn: Move) -> None:
    """Pay every company that has reached its destination since (Zielbahnhof)."""
    for company in turn.rules.printed.companies:
        if company in turn.state.in_operation and company not in turn.state.rewarded and _reached(turn, company):
            premium = turn.state.par[company] * kind_of(turn, company).premium
            turn.set(rewarded=turn.state.rewarded | {company})
            turn.emit(DestinationReached(company, turn.rules.printed.companies[company].destination, premium))
            pay(turn, BANK, company, premium, "premium")


def _reached(table: Table, company: str) -> bool:
    """A stretch from the *home* leads there, or for the GB: there is a tunnel through the Gotthard."""
    printed = table.rules.printed
    goal = printed.box.grid.index[printed.companies[company].destination]
    if company == printed.title["gotthard"]["company"]:
        return goal in table.state.tunnels.values()
    home = home_stop(table, company)
    board = table.state.board
    if company not in board.stations.get(home, ()):
        return False
    # What all its markers reach is known from the board before but for what has changed; the home reaches no more.
    if not _gets_to(board.reach(company), goal):
        return False
    return len(board.stops_of(company)) == 1 or _gets_to(board.reach_from(company, home), goal)


def _gets_to(reach: Reach, hex_: int) -> bool:
    return any(stop in reach.stops for stop in range(hex_ * PLACES, (hex_ + 1) * PLACES))
