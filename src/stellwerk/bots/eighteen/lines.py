"""Lines of several lays: which stops a company could come to from an end of its track, and by which tiles."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from heapq import heappop, heappush

from stellwerk.board.board import Board
from stellwerk.board.grid import NOWHERE, SIDES, opposite
from stellwerk.board.tiles import Track
from stellwerk.bots.api import Railways, Survey

LENGTH = 3  # lays that are looked at beyond the first
DEAR = 60  # marks of terrain that are as bad as one lay more

Line = tuple[tuple[int, Track], ...]
"""Hexes with the track to be laid there, one after the other."""
Way = tuple[float, Line]
"""A line and how long it is, terrain taken into account."""


class Lines:
    """Ways over the board as it lies, with tiles that there are in the colours of now.

    They go on through stops that they come to, but not through what the company is `at` already.
    """

    def __init__(self, railways: Railways, board: Board, survey: Survey, at: Collection[int]) -> None:
        self.railways, self.board, self.colours, self.at = railways, board, survey.colours, at
        self._found: dict[tuple[int, int], dict[int, Way]] = {}
        self._led_on: dict[tuple[int, int], list[Track]] = {}
        self._led: dict[tuple[Track, int], tuple[bool, tuple[int, ...]]] = {}

    def from_lay(self, hex_: int, track: Track) -> dict[int, Way]:
        """Hexes with stops that the sides which a tile adds could lead to, each with the best line from there."""
        best: dict[int, Way] = {}
        for side in SIDES:
            if (track.exits & ~self.board.tracks[hex_].exits) >> side & 1:
                for target, way in self.beyond(hex_, side).items():
                    if target not in best or way[0] < best[target][0]:
                        best[target] = way
        return best

    def beyond(self, hex_: int, side: int) -> dict[int, Way]:
        """Hexes with stops that track over a side of a hex could lead to, each with the best line to it."""
        found = self._found.get((hex_, side))
        if found is None:
            found = self._found[hex_, side] = self._from(hex_, side)
        return found

    def _from(self, start: int, side: int) -> dict[int, Way]:
        """The shortest ways first; each side of a hex is entered once."""
        best: dict[int, Way] = {}
        neighbours, tracks, leads = self.board.box.grid.neighbours, self.board.tracks, self._leads
        order, entered = 0, {(NOWHERE, 0)}
        ways: list[tuple[float, int, int, int, Line]] = [(0.0, 0, neighbours[start][side], opposite(side), ())]
        while ways:
            length, _, hex_, into, line = heappop(ways)
            if (hex_, into) in entered or hex_ == start:
                continue
            entered.add((hex_, into))
            lies = tracks[hex_]
            over = ((lies, (length, line)),) if lies.exits >> into & 1 else self._over(hex_, into, line, length)
            for track, way in over:
                calls, onward = leads(track, into)
                if calls:
                    if hex_ not in best or way[0] < best[hex_][0]:
                        best[hex_] = way
                    if hex_ in self.at:
                        continue
                for on in onward:
                    there, by = neighbours[hex_][on], opposite(on)
                    if (there, by) not in entered:
                        order += 1
                        heappush(ways, (way[0], order, there, by, way[1]))
        return best

    def _leads(self, track: Track, into: int) -> tuple[bool, tuple[int, ...]]:
        """Whether a train calls at stops that it comes to by a side, and by which sides it goes on."""
        found = self._led.get((track, into))
        if found is None:
            calls = any(self.railways.calls_at(track.stops[stop]) for stop in track.stops_at[into])
            onward = (*track.through[into], *_beyond_stops(track, into))
            found = self._led[track, into] = calls, onward
        return found

    def _over(self, hex_: int, into: int, line: Line, length: float) -> Iterable[tuple[Track, Way]]:
        """Track that could be laid where a hex is entered by a side."""
        if len(line) >= LENGTH or any(other == hex_ for other, _ in line):
            return ()
        lies = self.board.tracks[hex_]
        length += 1 + (0 if lies.tile else self.board.box.costs[hex_]) / DEAR
        return [(new, (length, (*line, (hex_, new)))) for new in self._tiles(hex_, into)]

    def _tiles(self, hex_: int, side: int) -> list[Track]:
        """Tiles that lead on over a side: of those that do the same with it the one with most sides."""
        found = self._led_on.get((hex_, side))
        if found is None:
            does: dict[object, Track] = {}
            for new in sorted(self.railways.leads_on(self.board, hex_), key=lambda each: -each.exits.bit_count()):
                if new.exits >> side & 1 and new.colour in self.colours and self.board.left[new.tile] > 0:
                    does.setdefault((new.through[side], new.stops_at[side], _beyond_stops(new, side)), new)
            found = self._led_on[hex_, side] = list(does.values())
        return found


def _beyond_stops(track: Track, side: int) -> tuple[int, ...]:
    """The sides by which a train goes on that has called at the stops of a side."""
    return tuple(sorted({on for stop in track.stops_at[side] for on in track.sides_of[stop] if on != side}))
