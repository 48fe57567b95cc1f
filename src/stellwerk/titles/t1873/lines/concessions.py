"""Concessions: how the route is built, and how they become active (4.4.1, 4.6)."""

from __future__ import annotations

from stellwerk.bank.papers import BANK
from stellwerk.board.board import Board
from stellwerk.eighteen.changes import set_board
from stellwerk.eighteen.events import TileLaid
from stellwerk.eighteen.state import has_begun
from stellwerk.play.core import Procedure

from ..events import ConcessionAwake, Connected, RouteBuilt
from ..state import Move, Table, company73, pay
from .outside import connected as connected
from .reserves import missing, wanted
from .track import TILES_A_TURN, Building

# Building the route -----------------------------------------------------------------------------------------


class BuildConcession(Procedure, frozen=True):
    """In its first turn a railway builds what its route lacks, nothing else, and pays for it all (4.4.1, 4.6)."""

    company: str

    def run(self, turn: Move) -> None:
        company, hexes = self.company, missing(turn, self.company)
        if company73(turn, company).routes:
            self.build(turn, hexes)
        turn.set(complete=turn.state.complete | {company})
        if not hexes:
            turn.push(Building(company, TILES_A_TURN))

    def build(self, turn: Move, hexes: list[int]) -> None:
        """Tiles that were set aside are laid whatever their colour; the bank wants back what it has advanced."""
        company, cost = self.company, company73(turn, self.company).cost
        board, names = turn.state.board, turn.rules.printed.box.grid.names
        pay(turn, company, BANK, cost, "track")
        for hex_ in hexes:
            track = wanted(turn, company, hex_)
            assert track is not None, names[hex_]
            board = board.lay(hex_, track)
            turn.emit(TileLaid(company, names[hex_], track.tile, track.rotation, 0, ""))
        turn.emit(RouteBuilt(company, cost))
        turn.set(laid=tuple(board.tracks[hex_].tile for hex_ in hexes))
        set_board(turn, board)


# Concessions become active ----------------------------------------------------------------------------------


def wake(turn: Move) -> None:
    """Concessions become active with a phase, or earlier when somebody has built on their route (4.6, page 2)."""
    for railway in turn.rules.printed.concessions:
        if railway not in turn.state.awake and _wakes(turn, railway):
            turn.set(awake=turn.state.awake | {railway})
            turn.emit(ConcessionAwake(railway))


def _wakes(table: Table, railway: str) -> bool:
    """Only others can have built there: a railway builds after it has been founded. Printed hexes wake nobody."""
    company, tracks = company73(table, railway), table.state.board.tracks
    if has_begun(table, company.phase):
        return True
    return has_begun(table, company.early) and any(tracks[hex_].tile for hex_ in company.unbuilt)


# The board ----------------------------------------------------------------------------------------------------


def board_changed(turn: Move, before: Board) -> None:
    """Track may wake a concession and connect works, whoever has laid it (4.2.1, 4.6)."""
    board = turn.state.board
    if board.tracks is before.tracks:
        return
    wake(turn)
    works = turn.rules.printed.work_at.items()
    news = tuple(work for hex_, work in works if connected(board, hex_) and not connected(before, hex_))
    if news:
        turn.emit(Connected(news))
