"""Laying track: one regular permit, with hexes that privates block and new track that must be of use."""

from __future__ import annotations

from stellwerk.play.errors import Refusal

from ..clauses import refuse
from ..state import Table
from ..track import (
    Ground,
    Lay,
    Permit,
    colour_not_available,
    in_reach,
    lay_tile,
    lays_left,
    no_tile_left,
    not_connected,
    terrain,
    unfit,
)
from .privates import blocked


def hex_blocked(table: Table, lay: Lay) -> Refusal | None:
    """No private that a player owns blocks the hex."""
    private = blocked(table).get(lay.hex)
    return refuse(table, "hex_blocked", private=private) if private else None


def nothing_new(table: Table, lay: Lay) -> Refusal | None:
    """A tile that replaces another brings the company new track, or a city of another value."""
    old = table.state.board.tracks[lay.hex]
    if not old.exits or lay.track.stops:
        return None
    arrived = table.state.board.lay(lay.hex, lay.track).reach(lay.company).arrived[lay.hex]
    before = {frozenset(path) for path in old.paths}
    new = (path for path in lay.track.paths if frozenset(path) not in before)
    if any(arrived >> side & 1 for path in new for side in path):
        return None
    return refuse(table, "nothing_new", tile=lay.track.tile)


def terrain_or_upgrade(table: Table, lay: Lay) -> int:
    """What is printed on the hex, with its first tile; some tiles cost to replace."""
    old = table.state.board.tracks[lay.hex].tile
    return table.rules.printed.upgrade_costs.get(old, 0) if old else terrain(table, lay)


REGULAR = Permit(
    id="",
    open=lays_left,
    ground=Ground(in_reach, (unfit,), (colour_not_available, no_tile_left)),
    clauses=(hex_blocked, not_connected, nothing_new),
    cost=terrain_or_upgrade,
    put=lay_tile,
)
