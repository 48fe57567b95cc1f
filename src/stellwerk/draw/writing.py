"""Writing in a hex: values, labels and terrain, each where there is room for it."""

from html import escape

from stellwerk.board.tiles import Stop

from .free_space import Box, Room, places, text_width
from .geometry import Point, pair, short, text_at
from .look import Palette

_WIDEST = 90.0  # a row of cells
_WAVE = "q2.5-4 5 0t5 0 5 0 5 0"
_WATER = frozenset(("water", "river", "lake", "sea", "canal"))
_TREE = "h-1.2v-3h-4.3l4-5h-2.5l4-5.5 4 5.5h-2.5l4 5h-4.3v3z"
_HEIGHTS = frozenset(("mountain", "hill", "hills", "mountains", "upland"))
CAP = 0.72  # the height of capitals and figures in shares of the font size


def _dark(palette: Palette) -> str:
    """Ink for what is written on white, where land may be darker than that."""
    return "" if palette.land_ink == palette.track else f' fill="{palette.track}"'


def halved(number: float) -> float:
    """Rounded up to halves, so that places found for one thing serve for others of about its size."""
    return round(number * 2 + 0.499) / 2


def label_text(room: Room, layout: str, label: str, size: float) -> str:
    """The letters that tell which tiles may follow."""
    half = halved(text_width(label, size, bold=True) / 2)
    spot = room.best(places(layout, half, halved(size * 0.4), "left"))
    return f'<text class="label"{text_at(spot.x, spot.y + size * 0.36)} font-weight="bold">{escape(label)}</text>'


def value_badge(room: Room, layout: str, value: str, palette: Palette, size: float, stroke: str = "") -> str:
    """A value on a small plate."""
    wide, high = halved(text_width(value, size) / 2 + 2.5), halved(size * CAP / 2 + 2)
    spot = room.best(places(layout, wide, high, "rim"))
    return (
        f'<rect class="value" width="{short(2 * wide)}" height="{short(2 * high)}" rx="{short(high)}"'
        f' fill="{palette.city}" stroke="{stroke or palette.track}" x="{short(spot.x - wide)}"'
        f' y="{short(spot.y - high)}"/>'
        f'<text class="value"{text_at(spot.x, spot.y + size * 0.36)}'
        f"{_dark(palette)}>{value}</text>"
    )


def value_cells(room: Room, layout: str, stop: Stop, palette: Palette, size: float) -> str:
    """Values that change with the phase, where there is room for them."""
    best: tuple[float, Box, int] | None = None
    for columns in rows_of(stop.values, size):
        half, high = cells_size(stop.values, size, columns)
        box, harm = room.find(places(layout, half + 1, high + 1, "middle"))
        if best is None or harm < best[0]:
            best = harm, box, columns
    assert best is not None
    _, spot, columns = best
    room.add_box(spot)
    return cells_at((spot.x, spot.y), stop.values, palette, size, columns)


Values = tuple[tuple[str, int], ...]


def rows_of(values: Values, size: float) -> list[int]:
    """How many cells may stand beside one another: all of them if that is not too wide, or half as many."""
    count = len(values)
    whole = [count] if 2 * cells_size(values, size, count)[0] < _WIDEST else []
    return [*whole, (count + 1) // 2] if count > 1 else [count]


def cells_size(values: Values, size: float, columns: int) -> tuple[float, float]:
    """Half the width and height of cells in rows."""
    wide = max(sum(row) for row in _rows(values, size, columns))
    return wide / 2, _cell_high(size) * -(-len(values) // columns) / 2


def _rows(values: Values, size: float, columns: int) -> list[list[float]]:
    """The widths of cells, row by row; cells above one another are equally wide."""
    widths = [halved(text_width(str(amount), size) + 3) for _, amount in values]
    if columns < len(widths):
        widths = [max(widths[i % columns :: columns]) for i in range(len(widths))]
    return [widths[i : i + columns] for i in range(0, len(widths), columns)]


def _cell_high(size: float) -> float:
    return halved(size * CAP + 3.5)


def cells_at(at: Point, values: Values, palette: Palette, size: float, columns: int) -> str:
    """One cell a colour of the phase, in rows around a point."""
    half, half_height = cells_size(values, size, columns)
    high = _cell_high(size)
    drawn = ""
    left = iter(values)
    for i, row in enumerate(_rows(values, size, columns)):
        x, y = -half, i * high - half_height
        for width in row:
            colour, amount = next(left)
            drawn += (
                f'<rect class="cell {escape(colour)}" x="{short(x)}" y="{short(y)}"'
                f' width="{short(width)}" height="{short(high)}" fill="{palette.fill(colour)}"'
                f' stroke="{palette.track}" stroke-width=".8"/>'
                f'<text class="value"{text_at(x + width / 2, y + high / 2 + size * 0.36)}'
                f"{_dark(palette)}>{amount}</text>"
            )
            x += width
    return f'<g transform="translate({pair(at)})">{drawn}</g>'


def terrain_sign(room: Room, layout: str, terrain: str, cost: int, palette: Palette, size: float) -> str:
    """A sign for the terrain with what it costs to build there."""
    high = halved((size * CAP + 13) / 2)
    wide = halved(max(10.0, text_width(str(cost), size) / 2))
    spot = room.best(places(layout, wide, high, "middle"))
    x, foot = spot.x, spot.y + high - size * CAP - 1.5
    if terrain in _WATER:
        sign = "".join(f"M{pair((x - 10, foot - up))}{_WAVE}" for up in (7, 3))
        drawn = f'<path class="terrain water" d="{sign}" fill="none" stroke="{palette.water}" stroke-width="1.8"/>'
    elif terrain == "forest":
        trees = "".join(f"M{pair((x + left, foot))}{_TREE}" for left in (-4.6, 5.8))
        drawn = f'<path class="terrain forest" d="{trees}" fill="{palette.trees}"/>'
    else:
        shape = "l8-12 8 12z" if terrain in _HEIGHTS else "v-9h16v9z"
        start = pair((x - 8, foot))
        kind = escape(terrain or "rough")
        drawn = f'<path class="terrain {kind}" d="M{start}{shape}" fill="{palette.mountain}"/>'
    return f'{drawn}<text class="cost"{text_at(x, spot.y + high)}>{cost}</text>'
