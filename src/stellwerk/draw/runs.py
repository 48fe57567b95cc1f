"""Which stretches of track a run uses, hex by hex, so that it can be drawn along the rails."""

from collections.abc import Iterable, Mapping

from stellwerk.board.board import Board
from stellwerk.board.grid import NOWHERE, PLACES, opposite
from stellwerk.board.links import Link

from .geometry import short
from .layout import TRACK_WIDTH, curve_between
from .look import RunMark, Segment


def link_segments(board: Board, link: Link) -> tuple[Segment, ...]:
    """The track of one link between two stops, found again from the sides it crosses."""
    hex_, stop = divmod(link.a, PLACES)
    for side in board.tracks[hex_].sides_of[stop]:
        rest = _walk(board, hex_, side, link.b, link.bits)
        if rest is not None:
            return ((hex_, side, ~stop), *rest)
    raise ValueError(f"no track on this board from stop {link.a} to {link.b} over just those sides")


def run_segments(board: Board, links: Iterable[Link]) -> tuple[Segment, ...]:
    """The track of a train that runs these links."""
    return tuple(segment for link in links for segment in link_segments(board, link))


def _walk(board: Board, here: int, out: int, goal: int, bits: int) -> tuple[Segment, ...] | None:
    grid = board.box.grid
    bit = grid.side_bits[here][out]
    there, entry = grid.neighbours[here][out], opposite(out)
    if there == NOWHERE or not bits & bit:
        return None
    left = bits ^ bit
    track = board.tracks[there]
    if not left:
        at_goal = there == goal // PLACES and goal % PLACES in track.stops_at[entry]
        return ((there, entry, ~(goal % PLACES)),) if at_goal else None
    for onward in track.through[entry]:
        rest = _walk(board, there, onward, goal, left)
        if rest is not None:
            return ((there, entry, onward), *rest)
    return None


def strokes_by_hex(board: Board, runs: Iterable[RunMark]) -> Mapping[int, str]:
    """The runs as broad translucent strokes, hex by hex."""
    layout = board.box.grid.layout
    found: dict[int, str] = {}
    for number, run in enumerate(runs):
        lines: dict[int, str] = {}
        for hex_, one, other in run.segments:
            curve = curve_between(board.tracks[hex_], layout, one, other)
            if curve is None:
                raise ValueError(f"no track joins {one} and {other} in {board.box.grid.names[hex_]}")
            lines[hex_] = lines.get(hex_, "") + curve.data
        for hex_, data in lines.items():
            found[hex_] = found.get(hex_, "") + (
                f'<path class="run run-{number}" d="{data}" fill="none" stroke="{run.colour}"'
                f' stroke-width="{short(2 * TRACK_WIDTH)}" stroke-opacity=".6"/>'
            )
    return found
