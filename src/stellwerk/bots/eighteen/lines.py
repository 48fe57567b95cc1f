"""Lines of several lays: which stops a company could come to from an end of its track, and by which tiles."""

from __future__ import annotations

from collections.abc import Iterator

from stellwerk.board.board import Board
from stellwerk.board.grid import NOWHERE, SIDES, opposite
from stellwerk.board.tiles import Track
from stellwerk.bots.api import Railways, Survey

LENGTH = 3  # lays that are looked at beyond the first
DEAR = 60  # marks of terrain that are as bad as one lay more

Line = tuple[tuple[int, Track], ...]
"""Hexes with the track to be laid there, one after the other."""


class Lines:
    """Ways over the board as it lies, with tiles that there are in the colours of now."""

    def __init__(self, railways: Railways, board: Board, survey: Survey) -> None:
        self.railways, self.board, self.colours = railways, board, survey.colours
        self._found: dict[tuple[int, int, int], dict[int, Line]] = {}

    def from_lay(self, hex_: int, track: Track) -> dict[int, Line]:
        """Hexes with stops that the sides which a tile adds could lead to, each with the best line from there."""
        best: dict[int, Line] = {}
        for side in SIDES:
            if (track.exits & ~self.board.tracks[hex_].exits) >> side & 1:
                for target, line in self.beyond(hex_, side).items():
                    if target != hex_ and all(other != hex_ for other, _ in line):
                        self._keep_better(best, target, line)
        return best

    def beyond(self, hex_: int, side: int, lays: int = LENGTH) -> dict[int, Line]:
        """Hexes with stops that track over a side of a hex could lead to, each with the best line to it."""
        there = self.board.box.grid.neighbours[hex_][side]
        return self._into(there, opposite(side), lays) if there != NOWHERE else {}

    def length(self, line: Line) -> float:
        """How long a line is, terrain taken into account."""
        return len(line) + sum(self.cost(hex_) for hex_, _ in line) / DEAR

    def cost(self, hex_: int) -> int:
        """What terrain costs the first who builds there."""
        return 0 if self.board.tracks[hex_].tile else self.board.box.costs[hex_]

    def _into(self, hex_: int, side: int, lays: int) -> dict[int, Line]:
        key = hex_, side, lays
        found = self._found.get(key)
        if found is None:
            self._found[key] = {}  # track that leads in a circle leads nowhere
            found = self._found[key] = self._best(hex_, side, lays)
        return found

    def _best(self, hex_: int, side: int, lays: int) -> dict[int, Line]:
        best: dict[int, Line] = {}
        lies = self.board.tracks[hex_]
        if lies.exits >> side & 1:
            for target, line in self._along(hex_, lies, side, lays):
                self._keep_better(best, target, line)
        elif lays:
            for new in self._tiles(hex_, side):
                for target, line in self._along(hex_, new, side, lays - 1):
                    if all(other != hex_ for other, _ in line):
                        self._keep_better(best, target, ((hex_, new), *line))
        return best

    def _keep_better(self, best: dict[int, Line], target: int, line: Line) -> None:
        if target not in best or self.length(line) < self.length(best[target]):
            best[target] = line

    def _tiles(self, hex_: int, side: int) -> Iterator[Track]:
        """Tiles that lead on over a side: of those that do the same with it the one with most sides."""
        seen = set()
        for new in sorted(self.railways.leads_on(self.board, hex_), key=lambda track: -track.exits.bit_count()):
            if new.exits >> side & 1 and new.colour in self.colours and self.board.left[new.tile] > 0:
                does = new.through[side], new.stops_at[side]
                if does not in seen:
                    seen.add(does)
                    yield new

    def _along(self, hex_: int, track: Track, side: int, lays: int) -> Iterator[tuple[int, Line]]:
        if any(self.railways.calls_at(track.stops[stop]) for stop in track.stops_at[side]):
            yield hex_, ()
        for on in track.through[side]:
            yield from self.beyond(hex_, on, lays).items()
