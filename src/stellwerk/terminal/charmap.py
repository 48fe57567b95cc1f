"""The board as a map of characters: a hex is eight by three of them, track to a neighbour a stroke at its side."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rich.style import Style
from rich.text import Text

from stellwerk.board.board import Board
from stellwerk.board.grid import PLACES, SIDES
from stellwerk.board.tiles import CITY, OFFBOARD, Track
from stellwerk.show.tables import Piece

WIDE, HIGH = 8, 3
LEFT = 3  # columns for the letters or numbers of the rows

# Where the stroke of each side stands in a hex (line, column) and what it looks like.
_STROKES = {
    "pointy": ((2, 1, "╱"), (1, 0, "─"), (0, 1, "╲"), (0, 6, "╱"), (1, 7, "─"), (2, 6, "╲")),
    "flat": ((2, 3, "│"), (2, 0, "╱"), (0, 0, "╲"), (0, 3, "│"), (0, 7, "╱"), (2, 7, "╲")),
}
_STEP = {"pointy": (4, 3), "flat": (8, 2)}  # columns and lines from one number or letter to the next

_FILLS = {
    "yellow": ("#f3d25c", "#e9c64b"),
    "green": ("#93c47d", "#86b870"),
    "brown": ("#b98a58", "#ad7f4e"),
    "gray": ("#b4b8bc", "#a8acb0"),
    "red": ("#e08a78", "#d67f6d"),
    "blue": ("#abcde2", "#9fc1d6"),
    "purple": ("#c3aed6", "#b7a1cb"),
    "white": ("#fbfaf4", "#ece8dc"),
}
_PRINTED = ("#d9cfc0", "#cdc3b4")
_OTHER_TRACK = "#8e1f3f"
_SIGNS = {"bonus": "", "ferry": "≈"}  # loose things that are no mountains


class Canvas:
    """Characters with styles, written anywhere."""

    def __init__(self, width: int, height: int) -> None:
        self._cells = [[(" ", Style.null())] * width for _ in range(height)]

    def put(self, line: int, column: int, text: str, style: Style) -> None:
        """Write a text over what stands there."""
        for offset, char in enumerate(text):
            self._cells[line][column + offset] = (char, style)

    def text(self) -> Text:
        """All of it."""
        text = Text(no_wrap=True)
        for number, cells in enumerate(self._cells):
            last = max((place for place, cell in enumerate(cells) if cell[1]), default=-1)
            text.append("\n" if number else "")
            for char, style in cells[: last + 1]:
                text.append(char, style)
        return text


def board_map(board: Board, colours: Mapping[str, str], pieces: Iterable[Piece] = ()) -> Text:
    """The board. `colours` are those of the companies; of loose things the flags of companies are left out."""
    grid, marked = board.box.grid, {stop // PLACES for stop in board.stations}
    loose = {
        hex_: _SIGNS.get(piece.sign, "▲") + piece.label
        for piece in pieces
        if piece.sign != "flag" and (hex_ := grid.index[piece.hex]) not in marked
    }
    places = grid.places
    top, first = min(row for row, _ in places), min(column for _, column in places)
    across, down = _STEP[grid.layout]
    width = LEFT + (max(column for _, column in places) - first) * across + WIDE + LEFT
    foot = (max(row for row, _ in places) - top) * down + HIGH + 1
    canvas = Canvas(width, foot + 1)
    soft = Style(dim=True)
    for column, name in grid.column_names.items():
        for line in (0, foot):
            canvas.put(line, LEFT + (column - first) * across + WIDE // 2 - 1, f"{name:>2}", soft)
    for row, name in grid.row_names.items():
        for x in (0, width - len(name)):
            canvas.put(1 + (row - top) * down + 1, x, name, soft)
    for hex_, (row, column) in enumerate(places):
        _hex(canvas, 1 + (row - top) * down, LEFT + (column - first) * across, board, hex_, colours)
        if hex_ in loose and not any(board.stations.get(hex_ * PLACES + stop) for stop in range(PLACES)):
            cost = board.box.costs[hex_] if not board.tracks[hex_].tile else 0
            text = f"{loose[hex_].lstrip('▲')}+{cost}" if cost else loose[hex_]
            _loose(canvas, 1 + (row - top) * down, LEFT + (column - first) * across, text)
    return canvas.text()


def _hex(canvas: Canvas, y: int, x: int, board: Board, hex_: int, colours: Mapping[str, str]) -> None:
    track = board.tracks[hex_]
    box = board.box
    _, column = box.grid.places[hex_]
    closed = not track.tile and not box.becomes[hex_] and track.colour == "brown"
    fill = (_PRINTED if closed else _FILLS.get(track.colour, _PRINTED))[column // 2 % 2]
    paper = Style(color="#000000", bgcolor=fill)
    for line in range(HIGH):
        canvas.put(y + line, x, " " * WIDE, paper)
    other = sum(1 << side for side in SIDES if _is_other(track, side))
    for side in SIDES:
        line, place, stroke = _STROKES[box.grid.layout][side]
        if track.exits >> side & 1:
            colour = Style(bold=True, color=_OTHER_TRACK) if other >> side & 1 else Style(bold=True)
            canvas.put(y + line, x + place, stroke, paper + colour)
        elif box.lines[hex_] >> side & 1:
            canvas.put(y + line, x + place, "·", paper + Style(color=_OTHER_TRACK))
    canvas.put(y, x + 2, _stops(track).center(4), paper)
    name = box.names[hex_][:6]
    canvas.put(y + 1, x + 1, name.center(6), paper + Style(bold=True))
    if not name and not track.exits:
        canvas.put(y + 1, x + WIDE // 2 - 1, "·", paper)  # so that land shows where there are no colours
    _foot(canvas, y + 2, x, board, hex_, paper, colours)


def _is_other(track: Track, side: int) -> bool:
    """Whether track of another kind than the ordinary one leads over a side."""
    return any(kind and side in path for path, kind in zip(track.paths, track.face.kinds, strict=True))


def _loose(canvas: Canvas, y: int, x: int, text: str) -> None:
    """A loose thing, at the foot of its hex."""
    canvas.put(y + 2, x + (WIDE - len(text)) // 2, text, Style(color="#ffffff", bgcolor="#8a6f57", bold=True))


def _stops(track: Track) -> str:
    """Signs of the stops and what the first is worth: `●●30`, `•10`."""
    if not track.stops or track.stops[0].kind == OFFBOARD:
        return ""
    signs = "".join((stop.group or "●") * max(stop.slots, 1) if stop.kind == CITY else "•" for stop in track.stops)
    value = track.stops[0].values[0][1]
    return (signs + (str(value) if value else ""))[:4] if len(signs) < 3 else signs


def _foot(
    canvas: Canvas, y: int, x: int, board: Board, hex_: int, paper: Style, colours: Mapping[str, str]
) -> None:
    """Markers in their colours; else what an off-board place is worth, the tile, or the cost of building."""
    track = board.tracks[hex_]
    marks = [mark for stop in range(PLACES) for mark in board.stations.get(hex_ * PLACES + stop, ())]
    if marks:
        start = x + (WIDE - min(2 * len(marks), WIDE)) // 2
        for number, mark in enumerate(marks[: WIDE // 2]):
            style = Style(color=ink(colours.get(mark, "#777777")), bgcolor=colours.get(mark, "#777777"), bold=True)
            canvas.put(y, start + 2 * number, mark[:2].ljust(2), style)
        return
    if track.stops and track.stops[0].kind == OFFBOARD:
        values = [str(amount) for _, amount in track.stops[0].values]
        text = "/".join(dict.fromkeys((values[0], values[-1]))) if any(map(int, values)) else ""
    elif track.tile:
        text = track.tile
    else:
        text = f"+{board.box.costs[hex_]}" if board.box.costs[hex_] else ""
    start = x + (WIDE - len(text)) // 2
    canvas.put(y, start, text, paper)


def ink(colour: str) -> str:
    """Black or white, whichever is legible on this colour.

    >>> ink("#e3d23c"), ink("#2b2b2b")
    ('#000000', '#ffffff')
    """
    red, green, blue = (int(colour[place : place + 2], 16) for place in (1, 3, 5))
    return "#000000" if 299 * red + 587 * green + 114 * blue > 140_000 else "#ffffff"
