"""Laying track, the extra tile of P2, and tunnels (Gleisteile legen, Aufwertung von Gleisteilen, Tunnelbau)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from stellwerk.board.grid import SIDES
from stellwerk.board.tiles import Track
from stellwerk.eighteen import track as room
from stellwerk.eighteen.changes import set_board
from stellwerk.eighteen.clauses import refuse
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
from stellwerk.play.errors import Refusal

from .state import Move, Table, director, in_phase

EXTRA_TILE = "P2"
TUNNEL = "tunnel"
TUNNEL_TILES = ("tunnel curve", "tunnel straight")


LAYING, UPGRADING = "Gleisteile legen", "Aufwertung von Gleisteilen"


def unfit(table: Table, lay: Lay) -> Refusal | None:
    """What a hex takes at first, and red ones never, is said apart from what replaces a tile or printed track."""
    refusal = room.unfit(table, lay)
    if refusal is None or refusal.reason not in ("never_replaced", "not_in_the_table"):
        return refusal
    old = table.state.board.tracks[lay.hex]
    replaces = bool(old.tile) or (old.colour != "white" and refusal.reason == "not_in_the_table")
    return replace(refusal, rule=UPGRADING if replaces else LAYING)


def yellow_terrain(table: Table, lay: Lay) -> int:
    """Rivers and mountains cost only when a yellow tile is laid (Gleisteile legen)."""
    return terrain(table, lay) if lay.track.colour == "yellow" else 0


REGULAR = Permit(
    id="",
    open=lays_left,  # one tile a turn (Gleisteile legen)
    ground=Ground(in_reach, (unfit,), (colour_not_available, no_tile_left)),
    clauses=(not_connected,),
    cost=yellow_terrain,
    put=lay_tile,
)


# P2 ---------------------------------------------------------------------------------------------------------


def extra_tile_open(table: Table, step: LayStep) -> Refusal | None:
    """From phase 3 on, once in the game, for a company that owns P2 or whose director does (P2)."""
    if table.state.papers[EXTRA_TILE] not in (step.company, director(table, step.company)):
        return refuse(table, "not_your_private", private=EXTRA_TILE)
    if not in_phase(table, 3):
        return refuse(table, "not_before_phase_3", private=EXTRA_TILE)
    return refuse(table, "power_used", private=EXTRA_TILE) if table.state.power_used else None


def yellow_only(table: Table, lay: Lay) -> Refusal | None:
    """The extra tile is yellow (P2)."""
    return None if lay.track.colour == "yellow" else refuse(table, "yellow_only", private=EXTRA_TILE)


def lay_extra_tile(turn: Move, lay: Lay) -> None:
    """P2 is turned over."""
    turn.set(power_used=True)
    lay_tile(turn, lay)


EXTRA = Permit(
    id=EXTRA_TILE,
    open=extra_tile_open,
    ground=Ground(in_reach, (unfit,), (yellow_only, colour_not_available, no_tile_left)),
    clauses=(not_connected,),
    cost=yellow_terrain,
    put=lay_extra_tile,
)


# Tunnels ----------------------------------------------------------------------------------------------------


def unused_tunnel(table: Table, company: str) -> str | None:
    """A certificate of the company's director that no tunnel has been built with (Tunnelbau)."""
    seat, state = director(table, company), table.state
    papers = table.rules.printed.tunnel_papers
    return next((p for p in papers if state.papers[p] == seat and p not in state.tunnels), None)


def tunnel_open(table: Table, step: LayStep) -> Refusal | None:
    """The director holds an unused certificate (Tunnelbau)."""
    if unused_tunnel(table, step.company):
        return None
    return refuse(table, "no_tunnel_paper", company=step.company)


def tunnel_hexes(table: Table, company: str) -> Iterator[tuple[int, Sequence[Track]]]:
    """Tunnel hexes that the company's track arrives at, with the tunnels that join two entrances."""
    box = table.rules.printed.box
    tunnels = [track for tile in TUNNEL_TILES for track in box.tracks[tile]]
    for hex_, sides in enumerate(table.state.board.reach(company).arrived):
        if sides and box.entrances[hex_]:
            yield hex_, [track for track in tunnels if _fits(box.entrances[hex_], track)]


def _fits(entrances: frozenset[int], track: Track) -> bool:
    return all(side in entrances for side in SIDES if track.exits >> side & 1)


def tunnel_entrances(table: Table, lay: Lay) -> Refusal | None:
    """A tunnel joins two printed entrances of a marked hex (Tunnelbau)."""
    entrances = table.rules.printed.box.entrances[lay.hex]
    if lay.track.tile in TUNNEL_TILES and entrances and _fits(entrances, lay.track):
        return None
    return refuse(table, "tunnel_entrances", hex=table.rules.printed.box.grid.names[lay.hex])


def one_tunnel_a_hex(table: Table, lay: Lay) -> Refusal | None:
    """There is no tunnel in the hex yet (Tunnelbau)."""
    if lay.hex not in table.state.tunnels.values():
        return None
    return refuse(table, "one_tunnel_a_hex", hex=table.rules.printed.box.grid.names[lay.hex])


def tunnel_cost(table: Table, lay: Lay) -> int:
    """100 francs from the treasury (Tunnelbau)."""
    cost: int = table.rules.printed.title["tunnels"]["cost"]
    return cost


def dig(turn: Move, lay: Lay) -> None:
    """The certificate is turned over; the tunnel lies below whatever else is in the hex (Tunnelbau)."""
    paper = unused_tunnel(turn, lay.company)
    assert paper is not None
    turn.set(tunnels={**turn.state.tunnels, paper: lay.hex})
    set_board(turn, turn.state.board.cross(lay.hex, lay.track))


TUNNELLING = Permit(
    id=TUNNEL,
    open=tunnel_open,
    ground=Ground(tunnel_hexes, (tunnel_entrances,), (no_tile_left,)),
    clauses=(one_tunnel_a_hex, not_connected),
    cost=tunnel_cost,
    put=dig,
)

PERMITS = (REGULAR, EXTRA, TUNNELLING)
