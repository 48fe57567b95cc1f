"""How large writing must be in a drawing so that it can be read when the whole of it is shown.

A page fits a whole board into what a laptop's screen leaves for it. Whatever a player needs is written in the
board's type size, which then comes out at no less than `READABLE` pixels. What does not fit at that size is drawn
smaller, and a page shows it only where it can be read (`static/detail.css`), by these classes:

    at, number      coordinates and numbers of tiles: near only
    name full       a name that fits only in small letters: near only
    name short      what stands in its place, or for a long name: not near; a file that stands alone hides it
    name, frame     any other name, letters and numbers around the board: near and middling, not far
"""

from collections.abc import Sequence

from stellwerk.board.grid import Grid

from .geometry import APOTHEM, CORNER, Point

Stage = tuple[float, float]

STAGE: Stage = (970.0, 594.0)  # what a screen of 1366 × 768 leaves for a board, in pixels
READABLE = 9.0  # pixels
TYPE = 14.5  # of a tile alone
SMALL = 10.8  # of what is shown near only
_LEAST, _MOST = 12.5, 20.6
_MARGINS, _NUMBERS = 8.0, 17.0  # what margins and numbers above add to the height of a board


def type_of(grid: Grid, middles: Sequence[Point]) -> float:
    """The type size of a board with these hexes, and with letters and numbers around it."""
    wide, high = (APOTHEM, CORNER) if grid.layout == "pointy" else (CORNER, APOTHEM)
    across, down = [x for x, _ in middles], [y for _, y in middles]
    above = _NUMBERS if grid.column_names else 0.0
    return type_size(max(across) - min(across) + 2 * wide, max(down) - min(down) + 2 * high + above)


def type_size(width: float, height: float) -> float:
    """The type size of a board of this size.

    >>> type_size(1560, 1155), type_size(100, 100)
    (17.7, 12.5)
    """
    scale = min(STAGE[0] / (width + _MARGINS), STAGE[1] / (height + _MARGINS))
    return min(_MOST, max(_LEAST, round(READABLE / scale + 0.05, 1)))
