"""Where trains of any length could run from some markers, found without listing trains.

No train uses track twice or calls at a stop twice, so following all track is not enough: a loop would turn a train
round, and everything behind the junction would seem open.

Every side that two hexes share is two points, one in each hex, and every stop that can be passed is two points as
well. A train that comes to one point of a pair goes on from the other and uses neither again: its way is what
graph theory calls an alternating path. Edmonds' search ("Paths, trees, and flowers", 1965) finds every point that
such paths lead to in nearly linear time. A tree is grown from the markers. Where two branches meet, they close a
loop that can be run either way round, so that trains go on from every point of it; from then on it counts as the
one point where trains enter it. Why that is exact, and what was measured: docs/decisions/0004.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence, Set
from typing import Any

from .grid import PLACES, SIDES, Grid
from .tiles import Face, Track

_grow: Callable[..., Any] | None = None
try:
    from . import _kernel  # type: ignore[attr-defined, unused-ignore]

    _grow = _kernel.grow
except ImportError:
    pass

MARKERS = -1  # the point before all markers, where every train begins
_NO_TRACK = Track(Face())


class Tree:
    """The points that trains from some markers come to and go on from.

    Point hex * 6 + side is that side seen from within the hex; `first_stop` + 2 * stop and the next are a stop.
    `came` has the points that trains come to, and the point they come from. `onward` has the other point of each
    pair, from which they go on, and the point that it counts as: itself, or where trains enter its loop.
    """

    def __init__(self, grid: Grid, tracks: Sequence[Track], full: Set[int], markers: Sequence[int]) -> None:
        self.grid, self.tracks, self.full, self.markers = grid, tracks, full, markers
        self.first_stop = len(grid.across)
        self.came: dict[int, int] = {}
        self.onward: dict[int, int] = {MARKERS: MARKERS}
        self.stops: set[int] = set()
        self.ends: set[int] = set()
        self._entered: dict[int, int] = {}

    def copy(self, tracks: Sequence[Track], full: Set[int], markers: Sequence[int]) -> Tree:
        """The same points, to be grown further on other track."""
        twin = Tree(self.grid, tracks, full, markers)
        twin.came, twin.onward = self.came.copy(), self.onward.copy()
        twin.stops, twin.ends = self.stops.copy(), self.ends.copy()
        return twin

    def without(self, sides: int, stops: Set[int]) -> Tree:
        """The tree that grows where these hex sides and stops are taken off the board."""
        tree = Tree(self.grid, self.tracks, self.full, [stop for stop in self.markers if stop not in stops])
        # A point that trains have come to and do not go on from stays as it is.
        tree.came = dict.fromkeys(self.grid.points_of(sides), MARKERS)
        tree.came |= {self.first_stop + 2 * stop: MARKERS for stop in stops}
        tree.grow([MARKERS])
        return tree

    def points_in(self, hexes: Iterable[int]) -> list[int]:
        """Points in these hexes from which trains go on."""
        points: list[int] = []
        for hex_ in hexes:
            points += range(hex_ * 6, hex_ * 6 + 6)
        for hex_ in hexes:
            first = self.first_stop + 2 * hex_ * PLACES
            points += range(first, first + 2 * len(self.tracks[hex_].stops))
        onward = self.onward
        return [point for point in points if point in onward]

    def forget_ends(self, hexes: Iterable[int]) -> None:
        """Stops in these hexes may have got a free place."""
        self.ends = {stop for stop in self.ends if stop // PLACES not in hexes}

    def passes_any(self, stops: Iterable[int]) -> bool:
        """Whether trains can come to one of these stops and go on from it."""
        return any(self.first_stop + 2 * stop + 1 in self.onward for stop in stops)

    def is_clear(self, stop: int, sides: int, stops: Set[int]) -> bool:
        """Whether the way to a stop along the tree itself keeps clear of these; False if none leads there so."""
        return stop not in stops and self._way_is_clear(self.came[self.first_stop + 2 * stop], sides, stops)

    def enters(self, hex_: int) -> int:
        """The sides, as a mask, by which trains come to a hex that they have not been in before."""
        found = self._entered.get(hex_)
        if found is None:
            found = 0
            blank: Tree | None = None
            for side in SIDES:
                point = hex_ * 6 + side
                if point not in self.onward:
                    continue
                if not self._plainly_enters(point):
                    blank = blank or self._without_hex(hex_)
                    if point not in blank.onward:
                        continue
                found |= 1 << side
            self._entered[hex_] = found
        return found

    def _plainly_enters(self, point: int) -> bool:
        """Whether the way to this side along the tree itself keeps clear of the rest of its hex."""
        if point in self.came:
            return False
        bits = self.grid.side_bits[point // 6]
        return self._way_is_clear(self.came[self.grid.across[point]], sum(bits) - bits[point % 6], frozenset())

    def _without_hex(self, hex_: int) -> Tree:
        """The tree that grows where nothing lies in this hex."""
        tracks = (*self.tracks[:hex_], _NO_TRACK, *self.tracks[hex_ + 1 :])
        tree = Tree(self.grid, tracks, self.full, [stop for stop in self.markers if stop // PLACES != hex_])
        tree.grow([MARKERS])
        return tree

    def _way_is_clear(self, point: int, sides: int, stops: Set[int]) -> bool:
        first_stop, came, across = self.first_stop, self.came, self.grid.across
        while point != MARKERS:
            if point in came:  # trains go on from here only after running round a loop
                return False
            if point >= first_stop:
                if point - first_stop >> 1 in stops:
                    return False
                point = came[point ^ 1]
            elif self.grid.side_bits[point // 6][point % 6] & sides:
                return False
            else:
                point = came[across[point]]
        return True

    def grow(self, points: list[int]) -> None:
        """Follow all track from these points, and from those come to on the way."""
        if _grow is None:
            self.grow_plainly(points)
        else:
            known = self.came, self.onward, self.stops, self.ends
            _grow(self.tracks, self.grid.across, self.full, self.markers, *known, points)

    def grow_plainly(self, points: list[int]) -> None:
        """The same in Python, where there is no kernel; `kernel/grow.c` does it step by step."""
        tracks, across, first_stop = self.tracks, self.grid.across, self.first_stop
        came, onward = self.came, self.onward
        places: tuple[int, ...]
        for point in points:  # it grows meanwhile, and short ways come first
            if point >= first_stop:
                hex_, place = divmod(point - first_stop >> 1, PLACES)
                first, sides, places, entry = hex_ * 6, tracks[hex_].sides_of[place], (), came.get(point ^ 1)
            elif point != MARKERS:
                hex_, side = divmod(point, 6)
                track = tracks[hex_]
                first, sides, places, entry = point - side, track.through[side], track.stops_at[side], None
            else:
                self._begin(points)
                continue
            for side in sides:
                there = first + side
                if there in onward:
                    if onward[there] != onward[point] and there != entry:
                        self._meet(there, point, points)
                elif there not in came and (beyond := across[there]) >= 0:
                    came[there] = point
                    onward[beyond] = beyond
                    points.append(beyond)
            if places:
                self._arrive(hex_, places, point, points)

    def _begin(self, points: list[int]) -> None:
        for stop in self.markers:
            self.stops.add(stop)
            self._call_at(stop, MARKERS, points)

    def _arrive(self, hex_: int, places: Iterable[int], point: int, points: list[int]) -> None:
        """Come to stops of a hex by one of its sides; where there is no way on they are ends."""
        for place in places:
            stop = hex_ * PLACES + place
            self.stops.add(stop)
            if stop in self.full or place in self.tracks[hex_].terminals:
                self.ends.add(stop)
            else:
                self._call_at(stop, point, points)

    def _call_at(self, stop: int, point: int, points: list[int]) -> None:
        """Come to a stop by its first point. Both are alike: only a train by another side needs the second."""
        first = self.first_stop + 2 * stop
        if first not in self.came:
            self.came[first] = point
            self.onward[first + 1] = first + 1
            points.append(first + 1)
        elif self.came[first] != point:
            for other in (first, first + 1):
                if other in self.onward:
                    self._meet(other, point, points)

    def _entered_at(self, point: int) -> int:
        """The point that a point counts as."""
        onward = self.onward
        while (entry := onward[point]) != point:
            onward[point] = onward[entry]
            point = entry
        return point

    def _meet(self, one: int, other: int, points: list[int]) -> None:
        """Two points from which trains go on lie side by side: trains run either way round the loop they close."""
        one, other = self._entered_at(one), self._entered_at(other)
        if one == other:
            return
        entry = self._fork(one, other)
        for point in (one, other):
            while point != entry:
                back = self._mate(point)
                self.onward[point] = self.onward[back] = entry
                points.append(back)
                point = self._entered_at(self.came[back])

    def _fork(self, one: int, other: int) -> int:
        """Where the ways to two points part."""
        seen = {one, other}
        while True:
            if one != MARKERS:
                one = self._entered_at(self.came[self._mate(one)])
                if one in seen:
                    return one
                seen.add(one)
            if other != MARKERS:
                one, other = other, one

    def _mate(self, point: int) -> int:
        """The other point of a pair."""
        return point ^ 1 if point >= self.first_stop else self.grid.across[point]
