"""Letters and numbers of rows and columns, close to the hexes of a board."""

from collections.abc import Iterable, Iterator, Sequence

from stellwerk.board.grid import Grid

from .free_space import Box, text_width
from .geometry import APOTHEM, CORNER, Point, polar, side_angle, text_at
from .look import Palette

View = tuple[float, float, float, float]
_MARGIN = 4.0
_STEP = 1.0


def frame(grid: Grid, middles: Sequence[Point], size: float, palette: Palette) -> tuple[str, View]:
    """What stands around a board in this type size, and the part of the plane that all of it needs.

    A row's name that would make the drawing wider is left out if it stands at the other end of its row.
    """
    wide, high = (APOTHEM, CORNER) if grid.layout == "pointy" else (CORNER, APOTHEM)
    left, right = min(x for x, _ in middles) - wide, max(x for x, _ in middles) + wide
    top, bottom = min(y for _, y in middles) - high, max(y for _, y in middles) + high
    texts: list[tuple[str, Box]] = []
    for name, ends in _beside_rows(grid, middles, wide, size):
        inside = [box for box in ends if left <= box.x - box.half_width and box.x + box.half_width <= right]
        texts += [(name, box) for box in inside or ends[:1]]
    texts += _above_columns(grid, middles, high, size)
    left = min([left - _MARGIN, *(box.x - box.half_width - 1 for _, box in texts)])
    right = max([right + _MARGIN, *(box.x + box.half_width + 1 for _, box in texts)])
    top = min([top - _MARGIN, *(box.y - box.half_height - 1 for _, box in texts)])
    bottom += _MARGIN
    drawn = "".join(f"<text{text_at(box.x, box.y + size * 0.36)}>{text}</text>" for text, box in texts)
    view = (left, top, right - left, bottom - top)
    return f'<g class="frame" fill="{palette.soft}">{drawn}</g>', view


def _beside_rows(
    grid: Grid, middles: Sequence[Point], wide: float, size: float
) -> Iterator[tuple[str, list[Box]]]:
    rows: dict[int, list[Point]] = {}
    for (row, _), middle in zip(grid.places, middles, strict=True):
        rows.setdefault(row, []).append(middle)
    for row, found in rows.items():
        name = grid.row_names[row]
        half = text_width(name, size) / 2
        far = wide + half + _MARGIN
        ends = (min(found)[0] - far, max(found)[0] + far)
        yield name, [Box(x, found[0][1], half, size * 0.36) for x in ends]


def _above_columns(grid: Grid, middles: Sequence[Point], high: float, size: float) -> Iterator[tuple[str, Box]]:
    """Above each column, as low as hexes let it stand; nothing where hexes are not named by columns."""
    columns: dict[int, list[Point]] = {}
    for (_, column), middle in zip(grid.places, middles, strict=True):
        if column in grid.column_names:
            columns.setdefault(column, []).append(middle)
    normals = [polar(side_angle(grid.layout, side), 1) for side in range(3)]
    for column, found in sorted(columns.items()):
        name = grid.column_names[column]
        x, half = found[0][0], text_width(name, size) / 2
        y = min(there for _, there in found) - high
        while not _clear(box := Box(x, y, half, size * 0.36), middles, normals):
            y -= _STEP
        yield name, box


def _clear(box: Box, middles: Iterable[Point], normals: Sequence[Point]) -> bool:
    """Whether no hex reaches into a box."""
    return not any(
        all(
            abs((box.x - x) * u + (box.y - y) * v)
            < APOTHEM + 0.5 + box.half_width * abs(u) + box.half_height * abs(v)
            for u, v in normals
        )
        for x, y in middles
        if abs(box.x - x) < 2 * CORNER and abs(box.y - y) < 2 * CORNER
    )
