"""Writing in a hex: values, labels, names and terrain, each where there is room for it."""

from html import escape

from stellwerk.board.tiles import Stop

from .geometry import CORNER, Point, pair, short
from .look import Palette
from .room import Box, Room, around, text_width

_NAME_SIZES = (13.0, 11.5, 10.0, 8.5)  # the largest for which there is room
_LABEL_SIZE = 13.0
_CELL = 13.0
# Heights at which a name of one line or two may stand.
_ROWS = {
    1: (22, -22, 26, -26, 30, -30, 34, -34, 18, -18, 0, 5, -5, 10, -10, 14, -14, 38, -38),
    2: (26, -26, 29, -29, 33, -33, 22, -22, 18, -18, 0, 6, -6, 12, -12),
}

_WAVE = "q2.5-4 5 0t5 0 5 0 5 0"
_WATER = frozenset(("water", "river", "lake", "sea", "canal"))
_TREE = "h-1.2v-3h-4.3l4-5h-2.5l4-5.5 4 5.5h-2.5l4 5h-4.3v3z"
_HEIGHTS = frozenset(("mountain", "hill", "hills", "mountains", "upland"))


def _place(x: float, y: float) -> str:
    left = short(x)
    return (f' x="{left}"' if left != "0" else "") + f' y="{short(y)}"'


def _dark(palette: Palette) -> str:
    """Ink for what is written on white, where land may be darker than that."""
    return "" if palette.land_ink == palette.track else f' fill="{palette.track}"'


def label_text(room: Room, layout: str, label: str) -> str:
    """The letters that tell which tiles may follow."""
    size = _LABEL_SIZE if len(label) < 3 else 10.0
    half = text_width(label, size) / 2
    candidates = around(layout, CORNER - 17 if len(label) > 1 else CORNER - 15, half, 5.5)
    candidates += around(layout, CORNER - 24, half, 5.5)
    spot = room.best(candidates)
    return (
        f'<text class="label"{_place(spot.x, spot.y + 4.6)} font-size="{short(size)}"'
        f' font-weight="bold">{escape(label)}</text>'
    )


def value_badge(room: Room, layout: str, value: str, palette: Palette, stroke: str = "") -> str:
    """A value in a small circle."""
    candidates = [
        *around(layout, CORNER - 16, 9.5, 9.5, sides=False),
        *around(layout, CORNER - 14, 9, 9),
        *around(layout, CORNER - 20, 9.5, 9.5),
    ]
    spot = room.best(candidates)
    size = 11 if len(value) < 3 else 9
    return (
        f'<circle class="value" cx="{short(spot.x)}" cy="{short(spot.y)}" r="9" fill="{palette.city}"'
        f' stroke="{stroke or palette.track}"/>'
        f'<text class="value"{_place(spot.x, spot.y + size * 0.36)} font-size="{short(size)}"'
        f"{_dark(palette)}>{value}</text>"
    )


def value_cells(room: Room, stop: Stop, palette: Palette) -> str:
    """Values that change with the phase, where there is room for them."""
    half, high = cells_size(stop.values)
    candidates = [Box(x, y, half + 1, high + 1) for y in (8, 16, -8, 24, -18, 0) for x in (0, 6, -6)]
    spot = room.best(candidates)
    return cells_at((spot.x, spot.y), stop.values, palette)


Values = tuple[tuple[str, int], ...]


def cells_size(values: Values) -> tuple[float, float]:
    """Half the width and height of a row of cells."""
    width = 17.0 if max(amount for _, amount in values) < 100 else 20.0
    return width * len(values) / 2, _CELL / 2


def cells_at(at: Point, values: Values, palette: Palette) -> str:
    """One cell a colour of the phase, in a row around a point."""
    half, high = cells_size(values)
    width = 2 * half / len(values)
    drawn = ""
    for i, (colour, amount) in enumerate(values):
        x = at[0] - half + i * width
        drawn += (
            f'<rect class="cell {escape(colour)}" x="{short(x)}" y="{short(at[1] - high)}"'
            f' width="{short(width)}" height="{short(_CELL)}" fill="{palette.fill(colour)}"'
            f' stroke="{palette.track}" stroke-width=".8"/>'
            f'<text class="value"{_place(x + width / 2, at[1] + 3.2)} font-size="9"'
            f"{_dark(palette)}>{amount}</text>"
        )
    return drawn


def terrain_sign(room: Room, layout: str, terrain: str, cost: int, palette: Palette) -> str:
    """A sign for the terrain with what it costs to build there."""
    half = max(8.0, text_width(str(cost), 11) / 2)
    candidates = [
        Box(0, 0, half + 4, 10),
        Box(33, 0, half, 9.5),
        Box(-33, 0, half, 9.5),
        *(Box(x, y, half, 9.5) for y in (30, -30, 36) for x in (0, 12, -12, 20, -20)),
        *around(layout, CORNER - 17, half, 9.5),
    ]
    spot = room.best(candidates)
    x, y = spot.x, spot.y
    if terrain in _WATER:
        sign = "".join(f"M{pair((x - 10, y - top))}{_WAVE}" for top in (7, 3.5))
        drawn = f'<path class="terrain water" d="{sign}" fill="none" stroke="{palette.water}" stroke-width="1.6"/>'
    elif terrain == "forest":
        trees = "".join(f"M{pair((x + left, y + 1))}{_TREE}" for left in (-4.6, 5.8))
        drawn = f'<path class="terrain forest" d="{trees}" fill="{palette.trees}"/>'
    else:
        shape = "l7-11 7 11z" if terrain in _HEIGHTS else "v-9h14v9z"
        start = pair((x - 7, y))
        kind = escape(terrain or "rough")
        drawn = f'<path class="terrain {kind}" d="M{start}{shape}" fill="{palette.mountain}"/>'
    return f'{drawn}<text class="cost"{_place(x, y + 10)} font-size="11">{cost}</text>'


def name_text(room: Room, name: str, halo: str) -> str:
    """The name of the place, in one line or two, on track only if there is no other room."""
    written: dict[Box, tuple[float, list[str]]] = {}
    for size in _NAME_SIZES:
        for lines in ([name], *_halves(name)):
            half_width = max(text_width(line, size) for line in lines) / 2 + 1.5
            half_height = size * (0.45 if len(lines) == 1 else 0.97)
            for y in _ROWS[len(lines)]:
                for x in (0, 5, -5, 10, -10, 15, -15, 20, -20, 25, -25):
                    written[Box(x, y, half_width, half_height)] = size, lines
    spot = room.best(list(written))
    size, lines = written[spot]
    drawn = ""
    for i, line in enumerate(lines):
        baseline = spot.y + size * (0.35 + 1.02 * (i - (len(lines) - 1) / 2))
        drawn += (
            f'<text class="name"{_place(spot.x, baseline)} font-size="{short(size)}" stroke="{halo}"'
            f' stroke-width="3" paint-order="stroke">{escape(line)}</text>'
        )
    return drawn


def _halves(name: str) -> list[list[str]]:
    """The name in two lines, if there is a place to part it."""
    for sign in "/-– ":
        before, found, after = name.partition(sign)
        if found and after:
            return [[before + sign.strip(), after]]
    return []
