"""A board so small that only colours and cities are told apart: a picture that comes with the page it stands on."""

from collections.abc import Iterator

from stellwerk.board.board import Board
from stellwerk.board.grid import Grid
from stellwerk.board.tiles import CITY
from stellwerk.play.game import Game
from stellwerk.play.plans import plan_of

from .board import hex_middle
from .face import look_of
from .games import board_of
from .geometry import APOTHEM, CORNER, corner
from .look import LIGHT, Palette

_SCALE = 0.1  # units of the picture for one of a board's drawing
_SPREAD = 1.02  # hexes overlap by so little that no line is seen between them

Hexes = Iterator[tuple[str, str, bool]]


def small_board(game: Game) -> str:
    """The board of any title; empty where there is none."""
    board = board_of(game)
    if board is not None:
        return _picture(board.box.grid, _kinds(board, LIGHT))
    plan = plan_of(game.title, game.position)
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
    middles = [tuple(round(_SCALE * n, 1) for n in hex_middle(grid, hex_)) for hex_ in range(len(grid.names))]
    corners = [tuple(round(_SPREAD * _SCALE * n, 1) for n in corner(grid.layout, side)) for side in range(6)]
    shape = f"m{corners[0][0]:g} {corners[0][1]:g}l" + " ".join(
        f"{x - before[0]:.1f} {y - before[1]:.1f}" for before, (x, y) in zip(corners, corners[1:], strict=False)
    )
    paths: dict[tuple[str, str], str] = {}
    cities = ""
    for (x, y), (kind, colour, city) in zip(middles, hexes, strict=True):
        paths[kind, colour] = paths.get((kind, colour), "") + f"M{x:g} {y:g}{shape}z"
        cities += f"M{x:g} {y:g}h0" if city else ""
    wide, high = (APOTHEM, CORNER) if grid.layout == "pointy" else (CORNER, APOTHEM)
    across, down = [x for x, _ in middles], [y for _, y in middles]
    left, top = min(across) - _SCALE * wide - 1, min(down) - _SCALE * high - 1
    view = f"{left:.1f} {top:.1f} {max(across) + _SCALE * wide + 1 - left:.1f} {max(down) + _SCALE * high + 1 - top:.1f}"
    body = "".join(f'<path class="{kind}" fill="{colour}" d="{data}"/>' for (kind, colour), data in paths.items())
    dots = f'<path class="cities" d="{cities}" stroke="#222" stroke-width="3.4" stroke-linecap="round"/>' if cities else ""
    return f'<svg class="small-board" viewBox="{view}" aria-hidden="true">{body}{dots}</svg>'
