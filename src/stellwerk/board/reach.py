"""How far a company's track reaches: wherever a train of any length could run from one of its markers."""

from __future__ import annotations

from collections.abc import Iterable, Set
from itertools import islice
from typing import TYPE_CHECKING

from msgspec import Struct

from .grid import PLACES
from .tree import MARKERS, Tree

if TYPE_CHECKING:
    from .board import Board


class Reach(Struct, frozen=True, eq=False):
    """`arrived` has, hex by hex, a 6-bit mask of sides on which trains arrive; `stops` all stops they call at."""

    arrived: tuple[int, ...]
    stops: frozenset[int]
    homes: frozenset[int]  # hexes with a marker of the company
    ends: frozenset[int]  # stops beyond which nothing leads: full of strangers, or off the board
    tree: Tree

    def is_in(self, hex_: int) -> bool:
        """Whether any of it lies in this hex."""
        return bool(self.arrived[hex_]) or hex_ in self.homes

    def runs_to(self, stop: int, sides: int, stops: Set[int]) -> bool:
        """Whether a train can come to a stop and go on from it without these hex sides and stops."""
        if stop not in self.stops or stop in self.ends:
            return False
        return self.tree.is_clear(stop, sides, stops) or self.tree.without(sides, stops).passes_any((stop,))

    def plainly_runs_to(self, stop: int, sides: int, stops: Set[int]) -> bool:
        """The same at a glance: whether the first way that was found does. It mostly settles the question."""
        return stop in self.stops and stop not in self.ends and self.tree.is_clear(stop, sides, stops)

    def enters(self, hex_: int) -> int:
        """The sides, as a mask, by which trains come to a hex that they have not been in before."""
        return self.tree.enters(hex_)


def reach_of(board: Board, company: str, markers: Iterable[int] | None = None) -> Reach:
    """Where trains of the company could run, not through cities full of strangers nor off the board.

    They begin at all its markers, or at these.
    """
    begin = _markers(board, company) if markers is None else list(markers)
    tree = Tree(board.box.grid, board.tracks, board.full_of_strangers(company), begin)
    tree.grow([MARKERS])
    return _answers(board, company, tree, [0] * len(board.tracks), tree.onward)


def extend(board: Board, company: str, before: Reach, hexes: frozenset[int]) -> Reach:
    """The same after tiles were laid or markers moved in these hexes: only what that adds is followed.

    A tree grown on part of the track is as good a beginning as any, so nothing that was reached is lost. It would
    be if its track, a marker or the last free place of a city went: `Board.lay` sees to the first, we to the rest.
    """
    old, full, markers = before.tree, board.full_of_strangers(company), _markers(board, company)
    if not _holds(old, full, markers, hexes):
        return reach_of(board, company)
    again = old.points_in(hexes)
    if not again and len(markers) == len(old.markers) and before.homes == _homes(board, company):
        return before
    tree = old.copy(board.tracks, full, markers)
    known = len(tree.onward)
    tree.forget_ends(hexes)
    tree.grow([MARKERS, *again])
    return _answers(board, company, tree, list(before.arrived), islice(tree.onward, known, None))


def still_holds(board: Board, company: str, before: Reach, hexes: frozenset[int]) -> bool:
    """Whether all that was reached still is, though tiles were laid or markers moved in these hexes."""
    return _holds(before.tree, board.full_of_strangers(company), _markers(board, company), hexes)


def _holds(old: Tree, full: Set[int], markers: Iterable[int], hexes: frozenset[int]) -> bool:
    """None of the company's own markers is gone, and no city that it passes has closed."""
    closed = [stop for stop in full if stop // PLACES in hexes]
    return set(old.markers).issubset(markers) and not old.passes_any(closed)


def _markers(board: Board, company: str) -> list[int]:
    return [stop for stop in board.stops_of(company) if stop % PLACES < len(board.tracks[stop // PLACES].stops)]


def _answers(board: Board, company: str, tree: Tree, arrived: list[int], news: Iterable[int]) -> Reach:
    for point in news:
        if MARKERS < point < tree.first_stop:
            arrived[point // 6] |= 1 << point % 6
    return Reach(tuple(arrived), frozenset(tree.stops), _homes(board, company), frozenset(tree.ends), tree)


def _homes(board: Board, company: str) -> frozenset[int]:
    return frozenset(stop // PLACES for stop in board.stops_of(company))
