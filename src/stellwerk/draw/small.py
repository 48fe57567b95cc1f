"""A board so small that only colours and cities are told apart: a picture that comes with its page."""

from collections.abc import Iterator
from itertools import pairwise

from stellwerk.board.board import Board
from stellwerk.board.grid import Grid
from stellwerk.board.tiles import CITY
from stellwerk.play.game import Game
from stellwerk.show.face import face_of

from .board import hex_middle
from .face import look_of
from .games import board_of
from .geometry import APOTHEM, CORNER, Point, corner, pair, short
from .look import LIGHT, Palette

_SCALE = 0.1  # units of the picture for one of a board's drawing
_SPREAD = 1.02  # hexes overlap by so little that no line is seen between them

Hexes = Iterator[tuple[str, str, bool]]


def small_board(game: Game) -> str:
    """The board of any title; empty where there is none."""
    board = board_of(game)
    if board is not None:
        return _picture(board.box.grid, _kinds(board, LIGHT))
    plan = face_of(game.title).area_map(game.position)
    if plan is None:
        return ""
    return _picture(plan.grid, ((area.sign, area.colour, bool(area.name)) for area in plan.areas))


def _kinds(board: Board, palette: Palette) -> Hexes:
    """Hex by hex its kind, its colour, and whether a city is there."""
    box = board.box
    for hex_, track in enumerate(board.tracks):
        printed = not track.tile and not box.becomes[hex_]
        kind = look_of(track, printed, "" if track.tile else box.terrain[hex_])
        yield kind, palette.fill(kind), any(stop.kind == CITY for stop in track.stops)


def _picture(grid: Grid, hexes: Hexes) -> str:
    """One path for all hexes of a colour, one for all cities."""
    middles = [_small(hex_middle(grid, hex_)) for hex_ in range(len(grid.names))]
    shape = _outline(grid.layout)
    paths: dict[tuple[str, str], str] = {}
    cities = ""
    for middle, (kind, colour, city) in zip(middles, hexes, strict=True):
        paths[kind, colour] = paths.get((kind, colour), "") + f"M{pair(middle)}{shape}"
        cities += f"M{pair(middle)}h0" if city else ""
    body = "".join(f'<path class="{kind}" fill="{colour}" d="{data}"/>' for (kind, colour), data in paths.items())
    if cities:
        dot = 'stroke="#222" stroke-width="3.4" stroke-linecap="round"'
        body += f'<path class="cities" d="{cities}" {dot}/>'
    return f'<svg class="small-board" viewBox="{_view(grid.layout, middles)}" aria-hidden="true">{body}</svg>'


def _small(point: Point, scale: float = _SCALE) -> Point:
    return round(scale * point[0], 1), round(scale * point[1], 1)


def _outline(layout: str) -> str:
    """A hex around the point where the pen is."""
    corners = [_small(corner(layout, side), _SPREAD * _SCALE) for side in range(6)]
    sides = (pair((x - left, y - top)) for (left, top), (x, y) in pairwise(corners))
    return f"m{pair(corners[0])}l{' '.join(sides)}z"


def _view(layout: str, middles: list[Point]) -> str:
    wide, high = (APOTHEM, CORNER) if layout == "pointy" else (CORNER, APOTHEM)
    across, down = [x for x, _ in middles], [y for _, y in middles]
    left, top = min(across) - _SCALE * wide - 1, min(down) - _SCALE * high - 1
    right, foot = max(across) + _SCALE * wide + 1, max(down) + _SCALE * high + 1
    return " ".join(map(short, (left, top, right - left, foot - top)))
