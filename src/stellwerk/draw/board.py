"""The whole board as SVG: every hex with what lies there, markers, runs and hexes to look at."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from html import escape
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, SIDES, STEPS, Grid, opposite
from stellwerk.board.tiles import CITY, Track
from stellwerk.show.tables import Piece, PlannedLine

from .face import Ground, Parts, face_parts, look_of
from .frame import frame
from .geometry import APOTHEM, CORNER, Point, corner, outline, pair
from .layout import Scene, scene
from .lines import draw_lines, lines_by_hex, tell_lines
from .look import NO_MARKS, Home, Look, Marks, Palette, Words
from .pieces import draw_pieces, pieces_by_hex, size_of, tell_pieces
from .runs import strokes_by_hex, ways
from .sizes import type_of
from .stations import homes_by_hex, markers_in, stations_by_hex
from .svg import svg_ends
from .telling import describe, occupied, whereabouts

T = TypeVar("T")
Sizes = tuple[tuple[float, float], ...]
Lines = tuple[tuple[int, ...], ...]
_STEP = {"pointy": (APOTHEM, CORNER * 1.5), "flat": (CORNER * 1.5, APOTHEM)}


class BoardDrawing(Struct, frozen=True):
    """A board as it is drawn: its hexes by name, and what lies before and after them.

    >>> str(BoardDrawing("<svg>", (("A1", "<g/>"),), "</svg>"))
    '<svg><g/></svg>'
    """

    before: str
    hexes: tuple[tuple[str, str], ...]
    after: str

    def __str__(self) -> str:
        return "".join((self.before, *(markup for _, markup in self.hexes), self.after))


NO_BOARD = BoardDrawing("", (), "")


def board_svg(
    board: Board,
    look: Look,
    *,
    marks: Marks = NO_MARKS,
    homes: Iterable[str] | None = None,
    pieces: Iterable[Piece] = (),
    planned: Iterable[PlannedLine] = (),
    turned: Collection[tuple[str, str]] = (),
) -> str:
    """Draw a board.

    `homes` names the companies whose home is still to be shown as a broken ring; without it these are all
    that the look knows and that have no marker on the board. `pieces` are loose things on top, `planned` lines
    that are still to be built, `turned` markers on their inactive side, as company and hex.
    """
    drawn = board_drawing(board, look, marks=marks, homes=homes, pieces=pieces, planned=planned, turned=turned)
    return str(drawn)


def board_drawing(
    board: Board,
    look: Look,
    *,
    marks: Marks = NO_MARKS,
    homes: Iterable[str] | None = None,
    pieces: Iterable[Piece] = (),
    planned: Iterable[PlannedLine] = (),
    turned: Collection[tuple[str, str]] = (),
) -> BoardDrawing:
    """The same in its parts, so that a hex that is drawn otherwise can be told from the others."""
    sheet = _sheet(
        board.box, look.palette, look.words, look.bordered, look.limit, look.edge, look.brief, look.barrier
    )
    stations = _fixed(stations_by_hex(board.stations))
    waiting = _fixed(homes_by_hex(board, look, homes))
    strokes = strokes_by_hex(board, marks.runs)
    loose = _fixed(pieces_by_hex(board, pieces))
    lines = _fixed(lines_by_hex(board, planned))
    over: dict[str, frozenset[str]] = {}
    for company, where in turned:
        over[where] = over.get(where, frozenset()) | {company}
    kept = _kept_hexes(look, sheet)
    hexes = []
    for hex_, (name, track) in enumerate(zip(board.box.grid.names, board.tracks, strict=True)):
        there = OnHex(
            stations.get(hex_, ()),
            waiting.get(hex_, ()),
            over.get(name, NOBODY),
            loose.get(hex_, ()),
            lines.get(hex_, ()),
            strokes.get(hex_, ""),
        )
        key = hex_, track, there
        markup = kept.get(key)
        if markup is None:
            if len(kept) >= KEPT:
                kept.pop(next(iter(kept)), None)  # the oldest; another thread may have been quicker
            markup = kept[key] = _hex(sheet, look, hex_, track, there)
        hexes.append((name, markup))
    body = sheet.barriers + sheet.limits + ways(board, marks.runs, sheet.middles)
    body += _highlights(sheet.middles, board.box.grid, marks, look.palette)
    begin, end = svg_ends("board", look.words.board, sheet.view, look.palette.sheet, sheet.size)
    before = f'{begin}{sheet.frame}<g class="hexes" fill="{look.palette.ink}">'
    return BoardDrawing(before, tuple(hexes), f"</g>{body}{end}")


class OnHex(NamedTuple):
    """What lies on a hex besides its track: markers, homes to come, markers turned over, loose things, lines."""

    here: tuple[tuple[int, tuple[str, ...]], ...]
    coming: tuple[Home, ...]
    over: frozenset[str]
    pieces: tuple[Piece, ...]
    lines: tuple[PlannedLine, ...]
    strokes: str


KEPT = 8_000
"""Hexes of one look: some 6 MB, of many games at once, in which tiles lie otherwise."""
NOBODY: frozenset[str] = frozenset()


def _fixed(found: Mapping[int, Iterable[T]]) -> dict[int, tuple[T, ...]]:
    return {hex_: tuple(each) for hex_, each in found.items()}


@lru_cache(maxsize=16)
def _kept_hexes(look: Look, sheet: _Sheet) -> dict[Any, str]:
    """Hexes as they were drawn: from one move to the next few of them change."""
    return {}


def _hex(sheet: _Sheet, look: Look, hex_: int, track: Track, there: OnHex) -> str:
    """A hex with all that lies there."""
    here, coming, over, pieces, lines, strokes = there
    sides = tuple(line.sides for line in lines)
    drawn = sheet.hex(hex_, track, tuple(size_of(piece, sheet.size) for piece in pieces), sides)
    layout = sheet.box.grid.layout
    if here or coming:
        title = escape(drawn.told(here) + occupied(here, coming, look, over))
        discs = markers_in(drawn.scene, drawn.parts, drawn.slots, here, coming, look, layout, sheet.size, over)
    else:
        title, discs = escape(drawn.told(())), ""
    title += escape(whereabouts(sheet.box.grid.names[hex_], look))
    if pieces:
        title += escape("; " + tell_pieces(pieces, look))
        discs += draw_pieces(pieces, drawn.parts.pieces, look, sheet.size)
    below, above = drawn.parts.below, drawn.parts.above
    if lines:
        title += escape("; " + tell_lines(lines, look))
        below += draw_lines(lines, track, layout, look)
    return f"{drawn.head}{title}</title>{below}{strokes}{above}{discs}</g>"


def hex_middle(grid: Grid, hex_: int) -> Point:
    """Where the middle of a hex lies on the drawing."""
    row, column = grid.places[hex_]
    across, down = _STEP[grid.layout]
    return column * across, row * down


def _highlights(middles: list[Point], grid: Grid, marks: Marks, palette: Palette) -> str:
    if not marks.highlights:
        return ""
    shape = outline(grid.layout)
    drawn = "".join(
        f'<path data-hex="{escape(name)}" transform="translate({pair(middles[grid.index[name]])})" d="{shape}"/>'
        for name in marks.highlights
    )
    style = f'fill="none" stroke="{palette.highlight}" stroke-width="5" stroke-linejoin="round"'
    return f'<g class="highlights" {style} pointer-events="none">{drawn}</g>'


@lru_cache(maxsize=16)
def board_type(grid: Grid) -> float:
    """The type size of a board, for tiles that are to be shown on it."""
    return type_of(grid, [hex_middle(grid, hex_) for hex_ in range(len(grid.names))])


class _Drawn:
    """One hex with one track, drawn once."""

    __slots__ = ("_tell", "_told", "head", "parts", "scene", "slots")

    def __init__(
        self, head: str, parts: Parts, scene: Scene, slots: tuple[int, ...], tell: Callable[[Sequence[int]], str]
    ) -> None:
        self.head, self.parts, self.scene, self.slots, self._tell = head, parts, scene, slots, tell
        self._told: dict[tuple[int, ...], str] = {}

    def told(self, stations: Iterable[tuple[int, tuple[str, ...]]]) -> str:
        """The hex in words, with as many free places as these markers leave."""
        standing = {stop: len(companies) for stop, companies in stations}
        taken = tuple(standing.get(stop, 0) for stop in range(len(self.slots)))
        if taken not in self._told:
            self._told[taken] = self._tell(taken)
        return self._told[taken]


class _Sheet:
    """A printed board in one palette and language, with every hex kept as drawn for the track it had."""

    def __init__(
        self,
        box: Box,
        palette: Palette,
        words: Words,
        bordered: tuple[str, ...],
        limit: tuple[str, ...],
        edge: tuple[str, ...],
        brief: tuple[tuple[str, tuple[str, ...]], ...],
        barrier: str,
    ) -> None:
        self.box, self.palette, self.words, self.bordered = box, palette, words, frozenset(bordered)
        self.brief = dict(brief)
        grid = box.grid
        self.middles = [hex_middle(grid, hex_) for hex_ in range(len(grid.names))]
        self.size = board_type(grid)
        self.frame, self.view = frame(grid, self.middles, self.size, palette)
        self.barriers = _barriers(grid, self.middles, barrier, palette)
        self.limits = _limits(grid, self.middles, limit, edge, palette)
        self.closed: dict[int, list[str]] = {}
        for hex_, side, beyond in _borders(grid):
            if beyond != NOWHERE and grid.neighbours[hex_][side] == NOWHERE:
                self.closed.setdefault(hex_, []).append(grid.names[beyond])
        self._drawn: dict[tuple[int, Track, Sizes, Lines], _Drawn] = {}

    def hex(self, hex_: int, track: Track, pieces: Sizes, lines: Lines) -> _Drawn:
        """A hex with this track, and with room for loose things and lines to come."""
        key = hex_, track, pieces, lines
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = self._draw(hex_, track, pieces, lines)
        return drawn

    def _draw(self, hex_: int, track: Track, pieces: Sizes, lines: Lines) -> _Drawn:
        box = self.box
        at, layout = box.grid.names[hex_], box.grid.layout
        unbuilt = not track.tile
        ground = Ground(
            box.names[hex_],
            box.terrain[hex_] if unbuilt else "",
            box.costs[hex_] if unbuilt else 0,
            unbuilt and not box.becomes[hex_],
            at=at,
            label=box.marks[hex_],
            entrances=() if track.crossing else tuple(sorted(box.entrances[hex_])),
            pieces=pieces,
            bordered=at in self.bordered,
            lines=lines,
            brief=self.brief.get(box.names[hex_], ()),
            size=self.size,
            closed=tuple(self.closed.get(hex_, ())),
        )
        kind = "tile" if track.tile else "printed" if ground.printed else "open"
        colour = look_of(track, ground.printed, ground.terrain)
        classes = " ".join(dict.fromkeys(("hex", escape(colour), kind)))
        parts = face_parts(track, layout, ground, self.palette)
        ink = f' fill="{parts.ink}"' if parts.ink else ""
        head = (
            f'<g class="{classes}" role="img" data-hex="{escape(at)}"{ink}'
            f' transform="translate({pair(self.middles[hex_])})"><title>'
        )
        neighbours = box.grid.neighbours[hex_]
        beyond = tuple("" if there == NOWHERE else box.grid.names[there] for there in neighbours)
        slots = tuple(max(stop.slots, 1) if stop.kind == CITY else 0 for stop in track.stops)
        tell = partial(describe, track, ground, self.words, beyond)
        return _Drawn(head, parts, scene(track, layout, lines[0] if lines else ()), slots, tell)


@lru_cache(maxsize=16)
def _sheet(
    box: Box,
    palette: Palette,
    words: Words,
    bordered: tuple[str, ...],
    limit: tuple[str, ...],
    edge: tuple[str, ...],
    brief: tuple[tuple[str, tuple[str, ...]], ...],
    barrier: str,
) -> _Sheet:
    return _Sheet(box, palette, words, bordered, limit, edge, brief, barrier)


def _barriers(grid: Grid, middles: list[Point], kind: str, palette: Palette) -> str:
    """Bars on sides between two hexes of the board that no track may cross."""
    data = "".join(
        _side(grid, middles[hex_], side)
        for hex_, side, beyond in _borders(grid)
        if hex_ < beyond and grid.neighbours[hex_][side] == NOWHERE
    )
    colour = palette.ridge if kind == "ridge" else palette.barrier
    style = f'stroke="{colour}" stroke-width="8" stroke-linecap="round"'
    return (
        f'<path class="{" ".join(dict.fromkeys(("barrier", escape(kind))))}" d="{data}" {style}/>' if data else ""
    )


def _borders(grid: Grid) -> Iterator[tuple[int, int, int]]:
    """Every side of every hex with the hex beyond it, whether or not track may cross."""
    places = {place: hex_ for hex_, place in enumerate(grid.places)}
    for (row, column), hex_ in places.items():
        for side in SIDES:
            down, across = STEPS[grid.layout][side]
            yield hex_, side, places.get((row + down, column + across), NOWHERE)


def _side(grid: Grid, middle: Point, side: int) -> str:
    x, y = middle
    one, other = corner(grid.layout, opposite(side + 2)), corner(grid.layout, side)
    return f"M{pair((x + one[0], y + one[1]))}L{pair((x + other[0], y + other[1]))}"


def _limits(
    grid: Grid, middles: list[Point], limit: tuple[str, ...], edge: tuple[str, ...], palette: Palette
) -> str:
    """The line around some hexes, and marks where some others lie at the edge of the board."""
    inside, marked = {grid.index[name] for name in limit}, {grid.index[name] for name in edge}
    around = outer = ""
    for hex_, side, beyond in _borders(grid):
        if hex_ in inside and beyond not in inside:
            around += _side(grid, middles[hex_], side)
        if hex_ in marked and beyond == NOWHERE:
            outer += _side(grid, middles[hex_], side)
    line = 'fill="none" stroke-linecap="round" pointer-events="none"'
    drawn = (
        f'<path class="edge" d="{outer}" {line} stroke="{palette.land_ink}" stroke-width="6"/>' if outer else ""
    )
    if around:
        drawn += f'<path class="limit" d="{around}" {line} stroke="{palette.border}" stroke-width="4.5"/>'
    return drawn
