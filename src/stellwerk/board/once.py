"""How far track reaches for trains that may be in a hex only once.

A tree keeps trains from using track or calling at a stop twice. In a hex with two pieces of track that do not
meet it lets them through twice all the same, so that it may have too much. There are few such hexes. Where trains
come to two of these pieces in none of them, the tree is right; and so it is for whatever its own way leads to
through no hex twice.

For the rest, one such hex is looked at after another. A train that is in it once uses one piece of its track, or
two that meet in a stop. So nothing is lost if only pieces are left of which every two meet, and then nobody comes
through it twice: one of the largest such parts of its track, at least, lets through whatever there is to be found.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache

from .grid import PLACES, SIDES
from .tiles import Face, Track
from .tree import MARKERS, Tree

Path = tuple[int, int]


class ReachOnce:
    """What trains reach from a tree's markers without being in any hex twice."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.hexes = frozenset([point // 6 for point in tree.onward if MARKERS < point < tree.first_stop])
        """All hexes that they might come to, at a glance: to others they cannot."""
        begins = {stop // PLACES for stop in tree.markers}
        self._loose = frozenset(entered_twice(tree, self.hexes | begins))
        self._entered: dict[int, int] = {}
        self._stops: frozenset[int] | None = None

    @property
    def stops(self) -> frozenset[int]:
        """All stops that they call at."""
        if self._stops is None:
            self._stops = frozenset(stop for stop in self.tree.stops if self.calls_at(stop))
        return self._stops

    def calls_at(self, stop: int) -> bool:
        """Whether they call at a stop: far less to find out than where they call everywhere."""
        if stop not in self.tree.stops:
            return False
        if not self._loose or stop in self.tree.markers:
            return True
        hex_, place = divmod(stop, PLACES)
        return any(self.enters(hex_) >> side & 1 for side in self.tree.tracks[hex_].sides_of[place])

    def enters(self, hex_: int) -> int:
        """The sides, as a mask, by which they come to a hex that they have not been in before."""
        found = self._entered.get(hex_)
        if found is None:
            found = self._come_into(hex_) if self._loose else self.tree.enters(hex_)
            self._entered[hex_] = found
        return found

    def _come_into(self, hex_: int) -> int:
        points = {hex_ * 6 + side for side in SIDES} & self.tree.onward.keys()
        return sum(1 << point % 6 for point in came_to_once(self.tree, self._loose, hex_, points))


def came_to_once(tree: Tree, loose: frozenset[int], hex_: int, points: set[int]) -> set[int]:
    """Of these points in a hex, those that trains come to which have been in no hex twice, nor in this one."""
    sure = {point for point in points if _is_simple(way_to(tree, point))}
    if sure == points:
        return sure
    tracks = (*tree.tracks[:hex_], NO_TRACK, *tree.tracks[hex_ + 1 :])
    return sure | _come_to(_grown(tree, tracks, hex_), loose - {hex_}, points - sure)


def _come_to(tree: Tree, loose: frozenset[int], points: set[int]) -> set[int]:
    """Those of these points that such trains come to on this track.

    A point that drops out whichever part of one hex is left cannot be come to. The hex with the fewest parts that
    lead on is then taken for good.
    """
    points = points & tree.onward.keys()
    loose = frozenset(entered_twice(tree, loose))
    sure = {point for point in points if not loose or _is_simple(way_to(tree, point))}
    fewest: tuple[int, list[Tree]] | None = None
    for hex_ in sorted(loose):
        points -= sure
        if not points:
            return sure
        parts = [
            _grown(tree, (*tree.tracks[:hex_], track, *tree.tracks[hex_ + 1 :]))
            for track in parts_that_meet(tree.tracks[hex_])
        ]
        points = {point for point in points if any(point in part.onward for part in parts)}
        parts = [part for part in parts if not points.isdisjoint(part.onward)]
        sure |= {each for part in parts for each in points & part.onward.keys() if _is_simple(way_to(part, each))}
        if fewest is None or len(parts) < len(fewest[1]):
            fewest = hex_, parts
    if fewest is not None:
        for part in fewest[1]:
            sure |= _come_to(part, loose - {fewest[0]}, points - sure)
    return sure


def _grown(tree: Tree, tracks: tuple[Track, ...], without: int = -1) -> Tree:
    """The tree on other track, and without markers in a hex that is not to be entered."""
    grown = Tree(tree.grid, tracks, tree.full, [stop for stop in tree.markers if stop // PLACES != without])
    grown.grow([MARKERS])
    return grown


def way_to(tree: Tree, point: int) -> list[int] | None:
    """The hexes on the tree's own way to a point, the point's first; None where it runs round a loop."""
    hexes, came, first_stop, across = [], tree.came, tree.first_stop, tree.grid.across
    while point != MARKERS:
        if point in came:
            return None
        if point >= first_stop:
            before = came[point ^ 1]
            if before == MARKERS:
                hexes.append((point - first_stop >> 1) // PLACES)
            point = before
        else:
            hexes.append(point // 6)
            point = came[across[point]]
    return hexes


def _is_simple(way: list[int] | None) -> bool:
    return way is not None and len(set(way)) == len(way)


def entered_twice(tree: Tree, hexes: Iterable[int]) -> Iterator[int]:
    """Those of these hexes where trains come to, or begin at, two pieces of track that do not meet."""
    for hex_ in hexes:
        track = tree.tracks[hex_]
        if len(track.paths) < 2 or not parts_that_meet(track):
            continue
        used = [path for path in track.paths if any(_comes_to(tree, hex_, end) for end in path)]
        if not all_meet(used):
            yield hex_


def _comes_to(tree: Tree, hex_: int, end: int) -> bool:
    return hex_ * 6 + end in tree.onward if end >= 0 else hex_ * PLACES + ~end in tree.markers


# Track that meets -------------------------------------------------------------------------------------------

NO_TRACK = Track(Face())


@cache
def parts_that_meet(track: Track) -> tuple[Track, ...]:
    """The largest parts of the track in which every two pieces meet; none if that is so of all of it.

    >>> from .tiles import read_face
    >>> [part.paths for part in parts_that_meet(Track(read_face("path=a:0,b:3;path=a:1,b:4")))]
    [((0, 3),), ((1, 4),)]
    >>> parts_that_meet(Track(read_face("path=a:0,b:3;path=a:0,b:2")))
    ()
    """
    if all_meet(track.paths):
        return ()
    faces = (Face(track.stops, part, track.label) for part in _largest(track.paths))
    return tuple(Track(face, 0, track.tile, track.colour) for face in faces)


def all_meet(paths: Iterable[Path]) -> bool:
    """Whether every two of these pieces of track have an end in common.

    >>> all_meet([(0, 3), (0, 2), (2, 3)]), all_meet([(0, 3), (1, 4)])
    (True, False)
    """
    paths = list(paths)
    return all(not set(one).isdisjoint(other) for number, one in enumerate(paths) for other in paths[:number])


def _largest(paths: tuple[Path, ...]) -> list[tuple[Path, ...]]:
    """All sets of paths, every two of which meet, to which no other could be added."""
    sets: list[tuple[Path, ...]] = [()]
    for path in paths:
        sets += [(*each, path) for each in sets if all_meet((*each, path))]
    return [each for each in sets if not any(set(each) < set(other) for other in sets)]
