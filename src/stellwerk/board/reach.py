"""How far a company's track reaches: one flood from its markers, never a list of paths."""

from __future__ import annotations

from collections.abc import Container, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct

from .grid import PLACES, SIDES

if TYPE_CHECKING:
    from .board import Board


class Reach(Struct, frozen=True):
    """`arrived` has, hex by hex, a 6-bit mask of sides on which usable track arrives; `stops` all stops met."""

    arrived: tuple[int, ...]
    stops: frozenset[int]
    homes: frozenset[int]  # hexes with a marker of the company
    ends: frozenset[int]  # stops beyond which nothing leads: full of strangers, or off the board
    entries: Mapping[int, int]  # stop → the only side it was reached by, or ALL once every side is open


ALL = -1


def flood(board: Board, company: str) -> Reach:
    """Follow all track from the company's markers, through cities that are not full of strangers."""
    return _follow(board, company, [0] * len(board.tracks), {}, set(), range(len(board.tracks)), [])


def extend(board: Board, company: str, before: Reach, hexes: frozenset[int]) -> Reach:
    """The same after tiles were laid in some hexes: old track is kept, so only what lies beyond is followed."""
    arrived = list(before.arrived)
    across = board.box.grid.across
    leaving = [across[hex_ * 6 + side] for hex_ in hexes for side in SIDES if arrived[hex_] >> side & 1]
    for hex_ in hexes:
        arrived[hex_] = 0
    entries = {stop: side for stop, side in before.entries.items() if stop // PLACES not in hexes}
    ends = {stop for stop in before.ends if stop // PLACES not in hexes}
    return _follow(board, company, arrived, entries, ends, hexes, leaving)


def _follow(
    board: Board,
    company: str,
    arrived: list[int],
    entries: dict[int, int],
    ends: set[int],
    begin: Container[int],
    leaving: list[int],
) -> Reach:
    """Follow track from the markers in the hexes of `begin`, and from sides `leaving` a hex, as hex * 6 + side."""
    across, tracks = board.box.grid.across, board.tracks
    homes = set()
    full = board.full_of_strangers(company)
    for stop in board.stops_of(company):
        hex_, place = divmod(stop, PLACES)
        homes.add(hex_)
        if hex_ in begin and place < len(tracks[hex_].stops):
            entries[stop] = ALL
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
            elif before not in (ALL, entry):
                entries[stop] = ALL
                if stop not in ends:
                    leaving.append(first + before)
    return Reach(tuple(arrived), frozenset(entries), frozenset(homes), frozenset(ends), entries)
