"""How far a company's track reaches: one flood from its markers, never a list of paths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from msgspec import Struct

from .grid import PLACES

if TYPE_CHECKING:
    from .board import Board


class Reach(Struct, frozen=True):
    """`arrived` has, hex by hex, a 6-bit mask of sides on which usable track arrives; `stops` all stops met."""

    arrived: tuple[int, ...]
    stops: frozenset[int]
    homes: frozenset[int]  # hexes with a marker of the company
    ends: frozenset[int]  # stops beyond which nothing leads: full of strangers, or off the board


def flood(board: Board, company: str) -> Reach:
    """Follow all track from the company's markers, through cities that are not full of strangers."""
    across, tracks = board.box.grid.across, board.tracks
    arrived = [0] * len(tracks)
    entries: dict[int, int] = {}  # stop → the only side it was reached by, or -1 once all sides are open
    homes = set()
    full = board.full_of_strangers(company)
    ends = set()
    leaving: list[int] = []  # sides by which track leads out of a hex, as hex * 6 + side
    for stop in board.stops_of(company):
        hex_, place = divmod(stop, PLACES)
        homes.add(hex_)
        if place < len(tracks[hex_].stops):
            entries[stop] = -1
            leaving += [hex_ * 6 + side for side in tracks[hex_].sides_of[place]]
    while leaving:
        beyond = across[leaving.pop()]
        if beyond < 0:
            continue
        there, entry = divmod(beyond, 6)
        if arrived[there] >> entry & 1:
            continue
        arrived[there] |= 1 << entry
        track = tracks[there]
        if not track.exits >> entry & 1:
            continue
        first = beyond - entry
        for onward in track.through[entry]:
            leaving.append(first + onward)
        for place in track.stops_at[entry]:
            stop = there * PLACES + place
            before = entries.get(stop)
            if before is None:
                # A train cannot turn round in a stop: the side it came by stays shut until another opens it.
                entries[stop] = entry
                if stop in full or place in track.terminals:
                    ends.add(stop)
                else:
                    leaving += [first + onward for onward in track.sides_of[place] if onward != entry]
            elif before not in (-1, entry):
                entries[stop] = -1
                if stop not in ends:
                    leaving.append(first + before)
    return Reach(tuple(arrived), frozenset(entries), frozenset(homes), frozenset(ends))
