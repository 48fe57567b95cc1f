"""The whole board as SVG: every hex with what lies there, markers, runs and hexes to look at."""

from collections.abc import Collection, Iterable, Iterator
from functools import lru_cache
from html import escape

from stellwerk.board.board import Board
from stellwerk.board.box import Box
from stellwerk.board.grid import NOWHERE, SIDES, STEPS, Grid, opposite, row_and_column
from stellwerk.board.tiles import CITY, Track
from stellwerk.play.tables import Piece, PlannedLine

from .face import Ground, Parts, face_parts, look_of
from .geometry import APOTHEM, CORNER, Point, corner, outline, pair, short
from .layout import Scene, scene
from .lines import draw_lines, lines_by_hex, tell_lines
from .look import NO_MARKS, Home, Look, Marks, Palette, Words
from .pieces import draw_pieces, pieces_by_hex, size_of, tell_pieces
from .runs import strokes_by_hex
from .stations import homes_by_hex, markers_in, stations_by_hex
from .svg import svg

_MARGIN = 26.0
Sizes = tuple[tuple[float, float], ...]
Lines = tuple[tuple[int, ...], ...]
_STEP = {"pointy": (APOTHEM, CORNER * 1.5), "flat": (CORNER * 1.5, APOTHEM)}


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
    sheet = _sheet(board.box, look.palette, look.words, look.bordered, look.limit, look.edge)
    stations = stations_by_hex(board.stations)
    waiting = homes_by_hex(board, look, homes)
    strokes = strokes_by_hex(board, marks.runs)
    loose = pieces_by_hex(board, pieces)
    lines = lines_by_hex(board, planned)
    names = board.box.grid.names
    hexes = []
    for hex_, track in enumerate(board.tracks):
        there = loose.get(hex_, ())
        sides = tuple(line.sides for line in lines.get(hex_, ()))
        drawn = sheet.hex(hex_, track, tuple(map(size_of, there)), sides)
        here, coming = stations.get(hex_, []), waiting.get(hex_, [])
        if here or coming:
            over = {company for company, where in turned if where == names[hex_]}
            title = _occupied(here, coming, look, over)
            layout = board.box.grid.layout
            discs = markers_in(drawn.scene, drawn.parts, drawn.slots, here, coming, look, layout, over)
        else:
            title = discs = ""
        if there:
            title += escape("; " + tell_pieces(there, look))
            discs += draw_pieces(there, drawn.parts.pieces, look)
        below, above = drawn.parts.below, drawn.parts.above
        if hex_ in lines:
            title += escape("; " + tell_lines(lines[hex_], look))
            below += draw_lines(lines[hex_], track, board.box.grid.layout, look)
        hexes.append(f"{drawn.head}{title}</title>{below}{strokes.get(hex_, '')}{above}{discs}</g>")
    body = f'{sheet.frame}<g class="hexes" fill="{look.palette.ink}">{"".join(hexes)}</g>'
    body += sheet.barriers + sheet.limits
    body += _highlights(sheet.middles, board.box.grid, marks, look.palette)
    return svg("board", look.words.board, sheet.view, look.palette.sheet, body)


def hex_middle(grid: Grid, hex_: int) -> Point:
    """Where the middle of a hex lies on the drawing."""
    row, column = grid.places[hex_]
    across, down = _STEP[grid.layout]
    return column * across, row * down


def _occupied(
    here: list[tuple[int, tuple[str, ...]]], coming: list[Home], look: Look, turned: Collection[str]
) -> str:
    text = ""
    companies = [
        look.words.inactive.format(label) if company in turned else label
        for _, there in here
        for company in there
        for label in (look.livery(company).label,)
    ]
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

    def __init__(
        self,
        box: Box,
        palette: Palette,
        words: Words,
        bordered: tuple[str, ...],
        limit: tuple[str, ...],
        edge: tuple[str, ...],
    ) -> None:
        self.box, self.palette, self.words, self.bordered = box, palette, words, frozenset(bordered)
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
        self.limits = _limits(grid, self.middles, limit, edge, palette)
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
        )
        kind = "tile" if track.tile else "printed" if ground.printed else "open"
        colour = look_of(track, ground.printed, ground.terrain)
        classes = " ".join(dict.fromkeys(("hex", escape(colour), kind)))
        parts = face_parts(track, layout, ground, self.palette)
        ink = f' fill="{parts.ink}"' if parts.ink else ""
        head = (
            f'<g class="{classes}" data-hex="{escape(at)}"{ink}'
            f' transform="translate({pair(self.middles[hex_])})">'
            f"<title>{escape(describe(track, ground, self.words))}"
        )
        slots = tuple(max(stop.slots, 1) if stop.kind == CITY else 0 for stop in track.stops)
        return _Drawn(head, parts, scene(track, layout, lines[0] if lines else ()), slots)


@lru_cache(maxsize=16)
def _sheet(
    box: Box,
    palette: Palette,
    words: Words,
    bordered: tuple[str, ...],
    limit: tuple[str, ...],
    edge: tuple[str, ...],
) -> _Sheet:
    return _Sheet(box, palette, words, bordered, limit, edge)


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
        whose = f" ({words.group.format(stop.group)})" if stop.group else ""
        facts.append(f"{getattr(words, stop.kind)} {values}".strip() + places + whose)
    if track.outside:
        facts.append(words.outside)
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
    """Letters of the rows on both sides, numbers of the columns above and below if hexes have them."""
    left, top, right, bottom = edges
    across, down = _STEP[grid.layout]
    places = grid.places
    drawn = ""
    for row in sorted({row for row, _ in places}):
        for x in (left + 13, right - 13):
            drawn += f'<text x="{short(x)}" y="{short(row * down + 4)}">{chr(ord("A") + row)}</text>'
    named = all(row_and_column(name) == place for name, place in zip(grid.names, places, strict=True))
    for column in sorted({column for _, column in places}) if named else ():
        for y in (top + 17, bottom - 9):
            drawn += f'<text x="{short(column * across)}" y="{short(y)}">{column}</text>'
    return f'<g class="frame" font-size="11" fill="{palette.soft}">{drawn}</g>'


def _barriers(grid: Grid, middles: list[Point], palette: Palette) -> str:
    """Bars on sides between two hexes of the board that no track may cross."""
    data = "".join(
        _side(grid, middles[hex_], side)
        for hex_, side, beyond in _borders(grid)
        if hex_ < beyond and grid.neighbours[hex_][side] == NOWHERE
    )
    style = f'stroke="{palette.barrier}" stroke-width="8" stroke-linecap="round"'
    return f'<path class="barrier" d="{data}" {style}/>' if data else ""


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
