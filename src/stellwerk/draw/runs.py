"""Which stretches of track a run uses, hex by hex, so that it can be drawn along the rails."""

from collections.abc import Iterable, Mapping, Sequence

from stellwerk.board.board import Board
from stellwerk.board.grid import NOWHERE, PLACES, opposite
from stellwerk.board.links import Link

from .geometry import Arc, Bend, Curve, Line, Point, distance, moved, short, side_middle, turned_round
from .layout import SLOT_RADIUS, TRACK_WIDTH, curve_between, scene
from .look import RunMark, Segment

_DRAW = {Line: "L", Arc: "A", Bend: "Q"}
_RING = SLOT_RADIUS + TRACK_WIDTH  # clear of the marker that it goes round


def link_segments(board: Board, link: Link) -> tuple[Segment, ...]:
    """The track of one link between two stops, found again from the sides it crosses."""
    hex_, stop = divmod(link.a, PLACES)
    for side in board.tracks[hex_].sides_of[stop]:
        rest = _walk(board, hex_, side, link.b, link.bits)
        if rest is not None:
            return ((hex_, ~stop, side), *rest)
    raise ValueError(f"no track on this board from stop {link.a} to {link.b} over just those sides")


def run_segments(board: Board, links: Iterable[Link]) -> tuple[Segment, ...]:
    """The track of a train that runs these links one after the other, from its first stop to its last."""
    chain = [(link, link_segments(board, link)) for link in links]
    found: list[Segment] = []
    for i, (link, segments) in enumerate(chain):
        if i:
            backwards = _stop(found[-1]) != link.a
        else:
            backwards = len(chain) > 1 and link.b not in (chain[1][0].a, chain[1][0].b)
        found += [(hex_, other, one) for hex_, one, other in reversed(segments)] if backwards else segments
    return tuple(found)


def ring(hex_: int, stop: int) -> Segment:
    """What is drawn of a train that only calls at one stop.

    >>> ring(3, 0)
    (3, -1, -1)
    """
    return hex_, ~stop, ~stop


def _is_ring(segment: Segment) -> bool:
    _, one, other = segment
    return one == other


def _stop(segment: Segment) -> int:
    """The stop at which a stretch of track ends."""
    hex_, _, end = segment
    return hex_ * PLACES + ~end


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
        for segment in run.segments:
            hex_, one, other = segment
            if _is_ring(segment):
                lines[hex_] = lines.get(hex_, "") + _circle(scene(board.tracks[hex_], layout).places[~one].at)
                continue
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


def _circle(middle: Point) -> str:
    x, y = middle
    half = f"a{short(_RING)} {short(_RING)} 0 1 0"
    return f"M{short(x - _RING)} {short(y)}{half} {short(2 * _RING)} 0{half} {short(-2 * _RING)} 0"


def ways(board: Board, runs: Iterable[RunMark], middles: Sequence[Point]) -> str:
    """Each run as one unseen line across the board, for a train to move along."""
    return "".join(
        f'<path class="way" data-route="{number}" d="{_way(board, run, middles)}" fill="none"/>'
        for number, run in enumerate(runs)
        if any(not _is_ring(segment) for segment in run.segments)
    )


def _way(board: Board, run: RunMark, middles: Sequence[Point]) -> str:
    layout = board.box.grid.layout
    data, last = "", None
    for hex_, one, other in run.segments:
        curve = curve_between(board.tracks[hex_], layout, one, other)
        if curve is None:
            continue
        if _begins_at(curve, layout, other) if other >= 0 else not _begins_at(curve, layout, one):
            curve = turned_round(curve)
        curve = moved(curve, middles[hex_])
        step = curve.data
        # Only where a line goes on from where it was may it do so without lifting the pen.
        data += step[step.index(_DRAW[type(curve)]) :] if last and distance(last, curve.start) < 1 else step
        last = curve.end
    return data


def _begins_at(curve: Curve, layout: str, side: int) -> bool:
    return side >= 0 and distance(curve.start, side_middle(layout, side)) < 1
