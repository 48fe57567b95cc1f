"""Laying and replacing track (5.4.1, 5.5.1) and the building powers of private railways (3.1.3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from stellwerk.board.grid import PLACES
from stellwerk.board.kept import kept
from stellwerk.board.tiles import Track
from stellwerk.eighteen import clauses
from stellwerk.eighteen.state import phase
from stellwerk.eighteen.track import (
    Ground,
    Lay,
    LayStep,
    Permit,
    colour_not_available,
    in_reach,
    lay_tile,
    lays_left,
    no_tile_left,
    not_connected,
    terrain,
)
from stellwerk.play.errors import Refusal, refuse

from .privates import POWERS, not_the_owners, power_hexes
from .running import ends_route
from .state import Move, Table

# Which first tile belongs on which kind of hex.
FIRST_TILES = {
    "plain": "5.5.1.5",
    "town": "5.5.1.6",
    "towns": "5.5.1.7",
    "city": "5.5.1.8",
    "city Y": "5.5.1.9",
    "city XX": "5.5.1.10",
    "city B": "5.5.1.11",
    "city H": "5.5.1.11",
}


# What fits where --------------------------------------------------------------------------------------------


def unfit(table: Table, lay: Lay) -> Refusal | None:
    """The tile fits what lies or is printed on the hex (5.5.1.20), whatever lies around (5.5.1.22)."""
    box, old, new, hex_ = table.rules.printed.box, table.state.board.tracks[lay.hex], lay.track, lay.hex
    if new in box.successors(hex_, old) and (old.tile or not _too_early(table, hex_)):
        return None
    allowed = box.tiles[old.tile].becomes if old.tile else box.becomes[hex_]
    if not allowed:
        return refuse("5.5.1.14" if old.tile else "5.5.1.1", "never_replaced", tile=old.tile)
    if not old.tile:
        forbidden = _why_not_first(table, hex_, new)
        if forbidden:
            return forbidden
    if new.tile not in allowed:
        return refuse("5.5.1.17", "not_in_the_table", tile=new.tile, old=old.tile)
    if new.exits & box.closed_sides[hex_]:
        return refuse("5.5.1.21", "track_into_the_void", tile=new.tile)
    return refuse("5.5.1.15", "track_lost", tile=new.tile, old=old.tile)


def _first_colour(table: Table, hex_: int) -> str:
    """The colour of the first tile on a hex: yellow, or the one after the colour in print."""
    box = table.rules.printed.box
    return box.tiles[box.becomes[hex_][0]].colour


def _too_early(table: Table, hex_: int) -> bool:
    """Yellow and green hexes wait for the tiles of the next colour (5.5.1.1)."""
    return _first_colour(table, hex_) not in phase(table).colours


def _why_not_first(table: Table, hex_: int, new: Track) -> Refusal | None:
    """Why a tile cannot be the first on a hex, whichever way it lies."""
    box = table.rules.printed.box
    colour = _first_colour(table, hex_)
    if _too_early(table, hex_):
        return refuse("5.5.1.1", "hex_too_early", colour=colour)
    if new.colour != colour:
        return refuse("5.5.1.3" if colour == "yellow" else "5.5.1.20", "wrong_colour", colour=colour)
    if new.tile not in box.becomes[hex_]:
        return refuse(FIRST_TILES[box.kinds[hex_]], "wrong_kind_of_tile", tile=new.tile)
    return None


# Routes through what is replaced ----------------------------------------------------------------------------


def no_route_after(table: Table, lay: Lay) -> Refusal | None:
    """A replacement must be runnable (5.5.1.14); the first track on a hex replaces nothing (5.5.1.4)."""
    if not table.state.board.tracks[lay.hex].exits or runs_after(table, lay):
        return None
    return clauses.refuse(table, "no_route_after", company=lay.company)


def runs_after(table: Table, lay: Lay) -> bool:
    """Whether the company could run some route through the hex once the tile lies there (5.5.1.14)."""
    board, sides = table.state.board, table.rules.printed.box.hex_sides[lay.hex]
    # Old track is kept, and stops of this hex that grow together only shorten a route that runs now. So it will
    # still run, if it does not live on two stops of this very hex.
    if _runs_through(table, lay.company, sides):
        return True
    links = board.links_with(lay.hex, lay.track)
    if not links:
        return False
    after = board.lay(lay.hex, lay.track)
    if lay.track.only_adds_to(board.tracks[lay.hex]):
        # Where trains come to now they still do: mostly that is all one has to know.
        now = board.reach(lay.company).plainly_runs_to
        if any(ends_route(table, after, link, now) for link in links):
            return True
    looks = after.reach(lay.company).plainly_runs_to, after.reach(lay.company).runs_to
    return any(ends_route(table, after, link, look) for look in looks for link in links)


def _runs_through(table: Table, company: str, sides: int) -> bool:
    """Whether the company could run a link between two hexes over one of these sides now, as a glance tells."""
    board = table.state.board
    known: _Glances = kept(board.memo, ("running", company, phase(table).colours), _Glances)
    if sides & known.running:
        return True
    if sides not in known.asked:
        known.asked.add(sides)
        reach = board.reach(company)
        stops, runs_to = reach.stops, reach.plainly_runs_to
        for link in board.links():
            if (
                link.bits & sides
                and (link.a in stops or link.b in stops)
                and link.a // PLACES != link.b // PLACES
                and ends_route(table, board, link, runs_to)
            ):
                known.running |= link.bits
                return True
    return False


class _Glances:
    """Hex sides that a company was found to run over, and the sides of each hex that was asked about."""

    def __init__(self) -> None:
        self.running = 0
        self.asked: set[int] = set()


REGULAR = Permit(
    id="",
    open=lays_left,
    # From own markers (5.5.2.4), not through full cities (5.5.1.18, 5.5.2.3).
    ground=Ground(in_reach, (unfit,), (colour_not_available, no_tile_left)),
    clauses=(not_connected, no_route_after),
    cost=terrain,  # with the first tile on a hex (5.5.1.12)
    put=lay_tile,  # the old tile returns to the box (5.5.1.19)
)


def anywhere(table: Table, company: str) -> Iterator[tuple[int, Sequence[Track]]]:
    """Every hex, where a group does not ask for connection."""
    board, successors = table.state.board, table.rules.printed.box.successors
    return ((hex_, successors(hex_, track)) for hex_, track in enumerate(board.tracks))


# Powers -----------------------------------------------------------------------------------------------------
# Ostbayern and Pfalz let their owner lay a tile beside the regular ones, free and without connection.
# Their hexes are open to everybody else by the regular rules (5.5.1.13).


def _open(private: str, table: Table, step: LayStep) -> Refusal | None:
    """The director owns the private railway and has not used it in this operating round (3.1.3.2, 3.1.3.3)."""
    used = refuse(POWERS[private], "power_used", private=private) if private in table.state.powers_used else None
    return not_the_owners(table, private, step.company) or used


def _hexes(private: str, table: Table, company: str) -> Iterator[tuple[int, Sequence[Track]]]:
    board, successors = table.state.board, table.rules.printed.box.successors
    for hex_ in power_hexes(table, private):
        if not board.tracks[hex_].tile:
            yield hex_, successors(hex_, board.tracks[hex_])


def _elsewhere(private: str, table: Table, lay: Lay) -> Refusal | None:
    """The power is for unbuilt hexes of the private railway (3.1.3.2, 3.1.3.3)."""
    if lay.hex not in power_hexes(table, private):
        return refuse("3.1.3", "no_such_power", private=private)
    if table.state.board.tracks[lay.hex].tile:
        return refuse(POWERS[private], "built_already", private=private)
    return None


def _free(table: Table, lay: Lay) -> int:
    """Terrain costs nothing."""
    return 0


def _lay(private: str, turn: Move, lay: Lay) -> None:
    turn.set(powers_used=turn.state.powers_used | {private})
    lay_tile(turn, lay)


def _power(private: str) -> Permit:
    return Permit(
        id=private,
        open=partial(_open, private),
        ground=Ground(
            partial(_hexes, private), (partial(_elsewhere, private), unfit), (colour_not_available, no_tile_left)
        ),
        clauses=(),
        cost=_free,
        put=partial(_lay, private),
    )


PERMITS = (REGULAR, _power("OB"), _power("PF"))
