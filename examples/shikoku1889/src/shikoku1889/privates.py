"""What private railways can do in 1889: a port, a green tile, mountains for nothing, an income that rises."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from stellwerk.bank.papers import GONE
from stellwerk.eighteen.actions import LayTile
from stellwerk.eighteen.changes import close_private, lay
from stellwerk.eighteen.classic.actions import BuyPrivate
from stellwerk.eighteen.classic.operating import acting
from stellwerk.eighteen.classic.track import terrain_or_upgrade
from stellwerk.eighteen.clauses import refuse
from stellwerk.eighteen.events import TileLaid
from stellwerk.eighteen.state import Move, Table
from stellwerk.eighteen.track import Lay, LayStep
from stellwerk.play.core import Action, Choice, Decision, Event, Pass
from stellwerk.play.errors import Refusal

from .material import PORT, Private89, material

FERRY, EHIME, MINES = "MF", "ER", "SMR"


class IncomeRose(Event, frozen=True):
    paper: str
    income: int


class PortLaid(Event, frozen=True):
    seat: int
    hex: str
    rotation: int


class LayPort(Action, frozen=True):
    """Lay the port tile of Mitsubishi Ferry."""

    hex: str
    rotation: int


def printed(private: str) -> Private89:
    """What is printed on a private."""
    found = material().privates[private]
    assert isinstance(found, Private89)
    return found


# Income and closing -----------------------------------------------------------------------------------------


def income(table: Table, private: str) -> int:
    """One pays more when the others have closed, with the first 5."""
    begun = table.rules.printed.phases[: table.state.phase + 1]
    closed = any(phase.privates_close for phase in begun)
    return printed(private).later_income * closed or printed(private).income


def close(turn: Move) -> None:
    """All close, but one that a player owns and that pays more from now on."""
    for private in turn.rules.privates:
        holder, later = turn.state.papers[private], printed(private).later_income
        if later and isinstance(holder, int):
            turn.emit(IncomeRose(private, later))
        elif holder != GONE:
            close_private(turn, private)


# Track ------------------------------------------------------------------------------------------------------


def port_is_special(table: Table, lay: Lay) -> Refusal | None:
    """Only Mitsubishi Ferry lays the port."""
    return refuse(table, "port_is_special") if lay.track.tile == PORT else None


def cost(table: Table, lay: Lay) -> int:
    """Sumitomo Mines saves its company the cost of mountains."""
    mountain = table.rules.printed.box.terrain[lay.hex] == "mountain"
    first = not table.state.board.tracks[lay.hex].tile
    mines = table.state.papers[MINES] == lay.company
    return 0 if mines and mountain and first else terrain_or_upgrade(table, lay)


def put(turn: Move, hex_: str, tile: str, rotation: int) -> None:
    """A tile comes to lie there."""
    box = turn.rules.printed.box
    track = box.track(tile, rotation)
    assert track is not None
    lay(turn, box.grid.index[hex_], track)


class EhimeTile(Decision, frozen=True):
    """Who has sold Ehime Railway to a company may lay a green tile on its hex at once."""

    seat: int
    company: str

    def waiting(self, table: Table) -> tuple[int, ...]:
        return (self.seat,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        box, name = table.rules.printed.box, printed(EHIME).blocks
        hex_ = box.grid.index[name]
        for track in box.successors(hex_, table.state.board.tracks[hex_]):
            if track.colour == "green" and table.state.board.left[track.tile]:
                yield LayTile(seat, self.company, name, track.tile, track.rotation, EHIME)
        yield Pass(seat)

    def refusal(self, table: Table, action: object) -> Refusal | None:
        legal = action in list(self.choices(table, self.seat))
        return None if legal else refuse(table, "only_the_tile_of", private=EHIME)

    def idle(self, table: Table) -> bool:
        return not self.can_act(table)

    def apply(self, turn: Move, action: LayTile | Pass) -> None:
        if isinstance(action, LayTile):
            turn.emit(TileLaid(self.company, action.hex, action.tile, action.rotation, 0, EHIME))
            put(turn, action.hex, action.tile, action.rotation)


def bought(turn: Move, sale: BuyPrivate) -> None:
    """Ehime Railway brings a tile."""
    if sale.private == EHIME:
        turn.push(EhimeTile(sale.seat, sale.company))


class PortTile(Decision, frozen=True):
    """The owner of Mitsubishi Ferry lays its port, but not in the turn of a company that another directs."""

    def waiting(self, table: Table) -> tuple[int, ...]:
        owner, company = table.state.papers.get(FERRY), acting(table)
        if not isinstance(owner, int) or not table.state.stock_round:
            return ()
        between = not company or table.state.agenda[-1:] == (LayStep(company, 1),)
        busy = not between and table.rules.director(table, company or "") != owner
        return () if busy or next(self.choices(table, owner), None) is None else (owner,)

    def choices(self, table: Table, seat: int) -> Iterator[Choice]:
        box, board = table.rules.printed.box, table.state.board
        for name in printed(FERRY).ports if board.left[PORT] else ():
            hex_ = box.grid.index[name]
            for track in box.successors(hex_, board.tracks[hex_]):
                if track.tile == PORT:
                    yield LayPort(seat, name, track.rotation)

    def refusal(self, table: Table, action: Any) -> Refusal | None:
        legal = action.seat in self.waiting(table) and action in list(self.choices(table, action.seat))
        return None if legal else refuse(table, "only_the_tile_of", private=FERRY)

    def apply(self, turn: Move, action: LayPort) -> None:
        turn.emit(PortLaid(action.seat, action.hex, action.rotation))
        put(turn, action.hex, PORT, action.rotation)
