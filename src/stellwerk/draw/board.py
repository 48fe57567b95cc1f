"""The whole board as SVG: every hex with what lies there, markers, runs and hexes to look at."""

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, SIDES, STEPS, Grid, opposite, row_and_column
from stellwerk.board.tiles import CITY, Track
from stellwerk.play.tables import Piece

from .face import Ground, Parts, face_parts, look_of
from .geometry import APOTHEM, CORNER, Point, corner, outline, pair, short
from .layout import Scene, scene
from .look import NO_MARKS, Home, Look, Marks, Palette, Words
from .pieces import draw_pieces, pieces_by_hex, size_of, tell_pieces
from .runs import strokes_by_hex
from .stations import homes_by_hex, markers_in, stations_by_hex
from .svg import svg

_MARGIN = 26.0
Sizes = tuple[tuple[float, float], ...]
_STEP = {"pointy": (APOTHEM, CORNER * 1.5), "flat": (CORNER * 1.5, APOTHEM)}


def board_svg(
    board: Board,
    look: Look,
    *,
    marks: Marks = NO_MARKS,
    homes: Iterable[str] | None = None,
    pieces: Iterable[Piece] = (),
) -> str:
    """Draw a board.

    `homes` names the companies whose home is still to be shown as a broken ring; without it these are all
    that the look knows and that have no marker on the board. `pieces` are loose things on top.
    """
    sheet = _sheet(board.box, look.palette, look.words)
    stations = stations_by_hex(board.stations)
    waiting = homes_by_hex(board, look, homes)
    strokes = strokes_by_hex(board, marks.runs)
    loose = pieces_by_hex(board, pieces)
    hexes = []
    for hex_, track in enumerate(board.tracks):
        there = loose.get(hex_, ())
        drawn = sheet.hex(hex_, track, tuple(map(size_of, there)))
        here, coming = stations.get(hex_, []), waiting.get(hex_, [])
        if here or coming:
            title = _occupied(here, coming, look)
            discs = markers_in(drawn.scene, drawn.parts, drawn.slots, here, coming, look, board.box.grid.layout)
        else:
            title = discs = ""
        if there:
            title += escape("; " + tell_pieces(there, look))
            discs += draw_pieces(there, drawn.parts.pieces, look)
        below, above = drawn.parts.below, drawn.parts.above
        hexes.append(f"{drawn.head}{title}</title>{below}{strokes.get(hex_, '')}{above}{discs}</g>")
    body = f'{sheet.frame}<g class="hexes" fill="{look.palette.ink}">{"".join(hexes)}</g>{sheet.barriers}'
    body += _highlights(sheet.middles, board.box.grid, marks, look.palette)
    return svg("board", look.words.board, sheet.view, look.palette.sheet, body)


def hex_middle(grid: Grid, hex_: int) -> Point:
    """Where the middle of a hex lies on the drawing."""
    row, column = row_and_column(grid.names[hex_])
    across, down = _STEP[grid.layout]
    return column * across, row * down


def _occupied(here: list[tuple[int, tuple[str, ...]]], coming: list[Home], look: Look) -> str:
    text = ""
    companies = [look.livery(company).label for _, there in here for company in there]
    if companies:
        text += "; " + look.words.stations.format(", ".join(companies))
    if coming:
        text += "; " + look.words.homes.format(", ".join(look.livery(home.company).label for home in coming))
    return escape(text)


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


class _Drawn:
    """One hex with one track, drawn once."""

    __slots__ = ("head", "parts", "scene", "slots")

    def __init__(self, head: str, parts: Parts, scene: Scene, slots: tuple[int, ...]) -> None:
        self.head, self.parts, self.scene, self.slots = head, parts, scene, slots


class _Sheet:
    """A printed board in one palette and language, with every hex kept as drawn for the track it had."""

    def __init__(self, box: Box, palette: Palette, words: Words) -> None:
        self.box, self.palette, self.words = box, palette, words
        grid = box.grid
        self.middles = [hex_middle(grid, hex_) for hex_ in range(len(grid.names))]
        wide, high = (APOTHEM, CORNER) if grid.layout == "pointy" else (CORNER, APOTHEM)
        left = min(x for x, _ in self.middles) - wide - _MARGIN
        right = max(x for x, _ in self.middles) + wide + _MARGIN
        top = min(y for _, y in self.middles) - high - _MARGIN
        bottom = max(y for _, y in self.middles) + high + _MARGIN
        self.view = (left, top, right - left, bottom - top)
        self.frame = _frame(grid, (left, top, right, bottom), palette)
        self.barriers = _barriers(grid, self.middles, palette)
        self._drawn: dict[tuple[int, Track, Sizes], _Drawn] = {}

    def hex(self, hex_: int, track: Track, pieces: Sizes) -> _Drawn:
        """A hex with this track, and with room for loose things."""
        key = hex_, track, pieces
        drawn = self._drawn.get(key)
        if drawn is None:
            drawn = self._drawn[key] = self._draw(hex_, track, pieces)
        return drawn

    def _draw(self, hex_: int, track: Track, pieces: Sizes) -> _Drawn:
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
        )
        kind = "tile" if track.tile else "printed" if ground.printed else "open"
        colour = look_of(track, ground.printed)
        classes = " ".join(dict.fromkeys(("hex", escape(colour), kind)))
        parts = face_parts(track, layout, ground, self.palette)
        ink = f' fill="{parts.ink}"' if parts.ink else ""
        head = (
            f'<g class="{classes}" data-hex="{escape(at)}"{ink}'
            f' transform="translate({pair(self.middles[hex_])})">'
            f"<title>{escape(describe(track, ground, self.words))}"
        )
        slots = tuple(max(stop.slots, 1) if stop.kind == CITY else 0 for stop in track.stops)
        return _Drawn(head, parts, scene(track, layout), slots)


@lru_cache(maxsize=16)
def _sheet(box: Box, palette: Palette, words: Words) -> _Sheet:
    return _Sheet(box, palette, words)


def describe(track: Track, ground: Ground, words: Words) -> str:
    """A hex or tile in words: place, what lies there, stops and their values, cost."""
    facts = []
    if track.tile:
        facts.append(f"{words.colour(track.colour)}, {words.tile.format(track.tile)}")
    elif track.colour == "white":
        facts.append(words.open)
    else:
        facts.append(f"{words.colour(track.colour)}, {words.printed}")
    for stop in track.stops:
        values = "/".join(str(amount) for _, amount in stop.values if amount)
        places = f" ({words.places.format(stop.slots)})" if stop.slots > 1 else ""
        facts.append(f"{getattr(words, stop.kind)} {values}".strip() + places)
    if track.crossing:
        facts.append(words.tunnel)
    if ground.entrances:
        facts.append(words.entrances.format(len(ground.entrances)))
    if track.label or ground.label:
        facts.append(track.label or ground.label)
    if ground.cost:
        facts.append(words.cost.format(ground.cost))
    place = f"{ground.name} {ground.at}".strip()
    return f"{place}: {', '.join(facts)}" if place else ", ".join(facts)


def _frame(grid: Grid, edges: tuple[float, float, float, float], palette: Palette) -> str:
    """Letters of the rows on both sides, numbers of the columns above and below."""
    left, top, right, bottom = edges
    across, down = _STEP[grid.layout]
    places = [row_and_column(name) for name in grid.names]
    drawn = ""
    for row in sorted({row for row, _ in places}):
        for x in (left + 13, right - 13):
            drawn += f'<text x="{short(x)}" y="{short(row * down + 4)}">{chr(ord("A") + row)}</text>'
    for column in sorted({column for _, column in places}):
        for y in (top + 17, bottom - 9):
            drawn += f'<text x="{short(column * across)}" y="{short(y)}">{column}</text>'
    return f'<g class="frame" font-size="11" fill="{palette.soft}">{drawn}</g>'


def _barriers(grid: Grid, middles: list[Point], palette: Palette) -> str:
    """Bars on sides between two hexes of the board that no track may cross."""
    places = {row_and_column(name): hex_ for hex_, name in enumerate(grid.names)}
    data = ""
    for (row, column), hex_ in places.items():
        for side in SIDES:
            down, across = STEPS[grid.layout][side]
            beyond = places.get((row + down, column + across), NOWHERE)
            if hex_ < beyond and grid.neighbours[hex_][side] == NOWHERE:
                x, y = middles[hex_]
                one, other = corner(grid.layout, opposite(side + 2)), corner(grid.layout, side)
                data += f"M{pair((x + one[0], y + one[1]))}L{pair((x + other[0], y + other[1]))}"
    style = f'stroke="{palette.barrier}" stroke-width="8" stroke-linecap="round"'
    return f'<path class="barrier" d="{data}" {style}/>' if data else ""
