"""Tiles as SVG: one alone, and the whole box of a title by colour."""

from collections.abc import Mapping
from functools import lru_cache
from html import escape

from stellwerk.board.box import Box
from stellwerk.board.tiles import Track

from .face import Ground, face_parts
from .geometry import APOTHEM, CORNER, short
from .look import ENGLISH, LIGHT, Palette, Words
from .sizes import TYPE
from .svg import svg
from .telling import describe

_CELL = (116.0, 142.0)
_HEADING = 34.0
_GROUND = Ground(number=False)


def tile_svg(
    track: Track,
    *,
    layout: str = "pointy",
    palette: Palette = LIGHT,
    words: Words = ENGLISH,
    name: str = "",
    size: float = TYPE,
) -> str:
    """Draw one tile as it lies, perhaps with the name of its place, in the type size of the board it is for."""
    wide, high = (APOTHEM, CORNER) if layout == "pointy" else (CORNER, APOTHEM)
    ground = Ground(name=name, size=size)
    view = (-wide - 2, -high - 2, 2 * wide + 4, 2 * high + 4)
    label = describe(track, ground, words)
    return svg("tile", label, view, "none", _tile(track, layout, ground, palette, words))


def tile_sheet_svg(
    box: Box,
    left: Mapping[str, int] | None = None,
    *,
    palette: Palette = LIGHT,
    words: Words = ENGLISH,
    columns: int = 10,
) -> str:
    """Draw every tile of a box with its number and count; with `left` also how many are still there.

    A tile of which none is left is drawn pale.
    """
    width, height = _CELL
    y = 10.0
    drawn = []
    colours: dict[str, list[str]] = {}
    for id_, tile in box.tiles.items():
        colours.setdefault(tile.colour, []).append(id_)
    for colour, ids in colours.items():
        y += _HEADING
        drawn.append(
            f'<text class="heading" x="{short(width * 0.5 - APOTHEM)}" y="{short(y - 10)}" font-size="15"'
            f' text-anchor="start" fill="{palette.soft}">{escape(words.colour(colour))}</text>'
        )
        for i, id_ in enumerate(ids):
            x = (i % columns + 0.5) * width
            middle = y + (i // columns + 0.5) * height - 10
            drawn.append(_entry(box, id_, None if left is None else left[id_], (x, middle), palette, words))
        y += -(-len(ids) // columns) * height
    view = (0.0, 0.0, width * columns, y + 6)
    return svg("tiles", words.tiles, view, palette.sheet, "".join(drawn))


@lru_cache(maxsize=4096)
def _entry(
    box: Box,
    id_: str,
    left: int | None,
    at: tuple[float, float],
    palette: Palette,
    words: Words,
) -> str:
    count = box.tiles[id_].count
    rest = count if left is None else left
    amount = f"×{count}" if left is None else f"{rest}/{count}"
    pale = "" if rest else ' opacity=".35"'
    body = _tile(box.tracks[id_][0], box.grid.layout, _GROUND, palette, words)
    return (
        f'<g class="entry{"" if rest else " gone"}" data-tile="{escape(id_)}"'
        f' transform="translate({short(at[0])} {short(at[1])})"{pale}>{body}'
        f'<text y="71" font-size="12" fill="{palette.land_ink}"><tspan font-weight="bold">{escape(id_)}</tspan>'
        f'<tspan class="count" dx="5" fill="{palette.soft}">{amount}</tspan></text></g>'
    )


def _tile(track: Track, layout: str, ground: Ground, palette: Palette, words: Words) -> str:
    parts = face_parts(track, layout, ground, palette)
    how = f'fill="{parts.ink or palette.ink}" font-size="{short(ground.size)}"'
    return (
        f'<g class="hex {escape(track.colour)} tile" {how}>'
        f"<title>{escape(describe(track, ground, words))}</title>{parts.below}{parts.above}</g>"
    )
