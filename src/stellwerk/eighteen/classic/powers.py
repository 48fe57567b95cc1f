"""Privates' power to lay tiles in hexes of their own, for the company that owns them; and a marker with it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial

from stellwerk.board.board import stop_number
from stellwerk.board.grid import opposite
from stellwerk.board.tiles import Track
from stellwerk.play.errors import Refusal

from ..clauses import Clause, refuse
from ..printed import Private, TilePower
from ..state import Move, Table
from ..stations import (
    Site,
    Spot,
    StationStep,
    home_circle_kept,
    no_free_place,
    no_marker_left,
    not_a_city,
    nothing_more,
    one_station_per_hex,
)
from ..track import (
    Ground,
    Lay,
    LayStep,
    Permit,
    colour_not_available,
    lay_tile,
    lays_left,
    no_tile_left,
    not_connected,
    unfit,
)
from .track import hex_blocked, terrain_or_upgrade


class FurtherTiles(LayStep, frozen=True):
    """A private's power has begun: the tiles for its other hexes are laid at once, or never."""

    private: str


class FreeStation(StationStep, frozen=True):
    """A marker that comes with a tile of a private's power."""

    private: str = ""


def permits_of(privates: Iterable[Private]) -> Iterator[Permit]:
    """A permit for each private that lays tiles."""
    for private in privates:
        power, id_ = private.lays, private.id
        if power is None:
            continue
        clauses: list[Clause[Lay]] = [hex_blocked]
        clauses += [partial(not_joined, id_)] if power.every_hex else []
        clauses += [not_connected] if power.connected else []
        yield Permit(
            id=id_,
            open=partial(power_open, id_),
            ground=Ground(
                partial(its_hexes, id_),
                (partial(not_its_hex, id_), unfit),
                (partial(not_its_tile, id_), colour_not_available, no_tile_left),
            ),
            clauses=tuple(clauses),
            cost=nothing_to_pay if power.free else terrain_or_upgrade,
            put=partial(put, id_),
            extra=power.extra,
        )


def sites_of(privates: Iterable[Private]) -> Iterator[Site]:
    """A way to place a marker for each private that brings one with its tile."""
    for private in privates:
        if private.lays is not None and private.lays.station:
            yield Site(
                id=private.id,
                open=partial(station_open, private.id),
                offers=partial(its_cities, private.id),
                clauses=(not_a_city, no_marker_left, one_station_per_hex, no_free_place, home_circle_kept),
                cost=nothing_to_pay,
                built=nothing_more,
            )


def power_of(table: Table, private: str) -> TilePower:
    """What a private may lay."""
    power = table.rules.privates[private].lays
    assert power is not None, private
    return power


def hexes_of(table: Table, private: str) -> list[int]:
    """Where it may."""
    index = table.rules.printed.box.grid.index
    return [index[name] for name in power_of(table, private).hexes]


def built(table: Table, private: str) -> list[int]:
    """Those of its hexes in which a tile lies."""
    return [hex_ for hex_ in hexes_of(table, private) if table.state.board.tracks[hex_].tile]


# Tiles ------------------------------------------------------------------------------------------------------


def power_open(private: str, table: Table, step: LayStep) -> Refusal | None:
    """The company owns it and no tile lies in its hexes, or it has just begun with one of them."""
    if isinstance(step, FurtherTiles):
        return None if step.private == private else refuse(table, "no_such_permit", permit=private)
    if table.state.papers[private] != step.company or built(table, private):
        return refuse(table, "no_such_permit", permit=private)
    return None if power_of(table, private).extra else lays_left(table, step)


def its_hexes(private: str, table: Table, company: str) -> Iterator[tuple[int, Sequence[Track]]]:
    """Its hexes without a tile, with what may lie there."""
    board, successors = table.state.board, table.rules.printed.box.successors
    for hex_ in hexes_of(table, private):
        if not board.tracks[hex_].tile:
            yield hex_, successors(hex_, board.tracks[hex_])


def not_its_hex(private: str, table: Table, lay: Lay) -> Refusal | None:
    """It lays the first tile of its own hexes."""
    if lay.hex in hexes_of(table, private) and not table.state.board.tracks[lay.hex].tile:
        return None
    return refuse(table, "no_such_permit", permit=private)


def not_its_tile(private: str, table: Table, lay: Lay) -> Refusal | None:
    """It lays certain tiles only, if it says which."""
    tiles = power_of(table, private).tiles
    return None if not tiles or lay.track.tile in tiles else refuse(table, "not_its_tile", private=private)


def not_joined(private: str, table: Table, lay: Lay) -> Refusal | None:
    """Further tiles lead to one that lies already."""
    others, grid = built(table, private), table.rules.printed.box.grid
    for side, beyond in enumerate(grid.neighbours[lay.hex]):
        there = table.state.board.tracks[beyond].exits >> opposite(side) & 1 if beyond in others else 0
        if there and lay.track.exits >> side & 1:
            return None
    return refuse(table, "not_joined", private=private) if others else None


def nothing_to_pay(table: Table, what: Lay | Spot) -> int:
    """It costs nothing."""
    return 0


def put(private: str, turn: Move, lay: Lay) -> None:
    """The tile comes to lie there; a marker, and tiles in the other hexes, may follow at once."""
    power = power_of(turn, private)
    lay_tile(turn, lay)
    if power.every_hex and len(built(turn, private)) == 1:
        turn.push(FurtherTiles(lay.company, 0, private))
    if power.station:
        turn.push(FreeStation(lay.company, True, private))


# Stations ---------------------------------------------------------------------------------------------------


def station_open(private: str, table: Table, step: StationStep) -> Refusal | None:
    """Its tile has just been laid."""
    if isinstance(step, FreeStation) and step.private == private:
        return None
    return refuse(table, "no_such_permit", permit=private)


def its_cities(private: str, table: Table, company: str) -> list[int]:
    """Cities in its hexes, while the company owns it."""
    if table.state.papers[private] != company:
        return []
    tracks = table.state.board.tracks
    return [stop_number(hex_, city) for hex_ in built(table, private) for city in range(len(tracks[hex_].stops))]
