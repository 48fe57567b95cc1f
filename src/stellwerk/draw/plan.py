"""A board without track as SVG: areas with their cost and worth, houses, and the companies' pieces."""

import math
from functools import lru_cache
from html import escape

from stellwerk.board.grid import Grid
from stellwerk.show.area_map import Area, AreaMap

from .board import BoardDrawing, board_type, hex_middle
from .free_space import text_width
from .geometry import APOTHEM, CORNER, Point, outline, pair, short, text_at
from .look import DARK, Look, Palette
from .names import cut
from .stations import marker
from .svg import svg_ends
from .writing import CAP, halved

_MARGIN = 4.0
_TOP, _FOOT = -31, 36  # where values and names stand
_NARROW = 0.75  # letters may be so much narrower than usual
_SIGNS = {
    "forest": "m-9 4 6-13 6 13zm9 3 6-13 6 13z",
    "mountain": "m-16 6 10-18 6 10 5-7 10 15z",
    "city": "m-10 6v-9h6v9zm8 0v-14h6v14zm8 0v-6h6v6z",
    "industry": "m-12 6v-10l6 4v-4l6 4v-4l6 4v-8h4v14z",
}


_MANY = 4000  # drawn areas that are kept for a board


class _Sheet:
    """Everything about a board that does not change, and areas as they were drawn before."""

    def __init__(self, grid: Grid, look: Look) -> None:
        self.look, self.shape = look, outline(grid.layout)
        self.middles = [hex_middle(grid, hex_) for hex_ in range(len(grid.names))]
        wide, high = (APOTHEM, CORNER) if grid.layout == "pointy" else (CORNER, APOTHEM)
        across, down = [x for x, _ in self.middles], [y for _, y in self.middles]
        left, top = min(across) - wide - _MARGIN, min(down) - high - _MARGIN
        self.view = (left, top, max(across) + wide + _MARGIN - left, max(down) + high + _MARGIN - top)
        self.size = board_type(grid)
        self.drawn: dict[Area, str] = {}

    def area(self, area: Area, middle: Point) -> str:
        """One hex."""
        found = self.drawn.get(area)
        if found is None:
            look = self.look
            dim = ' fill-opacity=".6"' if look.palette.sheet == DARK.sheet else ""
            if len(self.drawn) > _MANY:
                self.drawn.clear()
            found = self.drawn[area] = (
                f'<g class="hex area {escape(area.sign)}" role="img" data-hex="{escape(area.id)}"'
                f' transform="translate({pair(middle)})"><title>{escape(describe(area, look))}</title>'
                f'<path class="land" d="{self.shape}" fill="{area.colour}"{dim} stroke="{look.palette.edge}"/>'
                f"{_face(area, look, self.size)}</g>"
            )
        return found


_sheet = lru_cache(maxsize=16)(_Sheet)


def plan_svg(plan: AreaMap, look: Look) -> str:
    """Draw the board as it stands."""
    return str(plan_drawing(plan, look))


def plan_drawing(plan: AreaMap, look: Look) -> BoardDrawing:
    """The same in its parts."""
    sheet = _sheet(plan.grid, look)
    areas = zip((area.id for area in plan.areas), map(sheet.area, plan.areas, sheet.middles), strict=True)
    begin, end = svg_ends("board plan", look.words.board, sheet.view, look.palette.sheet, sheet.size)
    before = f'{begin}<g class="hexes" fill="{look.palette.ink}">'
    return BoardDrawing(before, tuple(areas), f"</g>{end}")


def describe(area: Area, look: Look) -> str:
    """An area in words: place, cost, worth, pieces."""
    words = look.words
    facts = [words.ground(area.sign)] if area.sign in ("forest", "mountain", "industry") else []
    if area.cost:
        facts.append(words.cost.format(area.cost))
    if area.worth:
        facts.append(words.worth.format(area.worth))
    if area.more:
        facts.append(words.more.format(area.more))
    if area.built:
        facts.append(words.built)
    if area.pieces:
        facts.append(words.pieces.format(", ".join(look.livery(company).label for company in area.pieces)))
    return f"{f'{area.name} {area.id}'.strip()}: {', '.join(facts)}" if facts else f"{area.name} {area.id}".strip()


def _face(area: Area, look: Look, size: float) -> str:
    palette = look.palette
    drawn = ""
    if area.sign in _SIGNS and not area.pieces:
        sign = f'd="M0 2{_SIGNS[area.sign]}" fill="{palette.mountain}" fill-opacity=".55"'
        drawn += f'<path class="sign {escape(area.sign)}" {sign}/>'
    if area.cost and len(area.pieces) < 5:
        drawn += _badge("cost", f"{area.cost}", "", -27.0, size, "#b3261e", palette)
    if area.worth or area.more:
        more = f"+{area.more}" if area.more else ""
        drawn += _badge("value", f"{area.worth}", more, 23.0, size, palette.track, palette)
    if area.built:
        drawn += (
            '<path class="house" d="M-7-24v-7l7-6 7 6v7z" fill="#fff" stroke="#222" stroke-width="1.2"'
            ' transform="translate(0 -6)"/>'
        )
    if area.name:
        drawn += _name(area.name, look, size)
    return drawn + _pieces(area, look, size)


def _name(name: str, look: Look, size: float) -> str:
    """The name at the foot of the hex, narrower than usual or shortened where it is too long for that."""
    room = 2 * (CORNER - (_FOOT + 3) / math.sqrt(3)) - 3
    forms = [name, *(cut(name, letters) for letters in (9, 8, 7))]
    short_name = next((text for text in forms if _share(text, size, room) >= _NARROW), cut(name, 5))
    share = _share(short_name, size, room)
    squeezed = f' textLength="{room:.0f}" lengthAdjust="spacingAndGlyphs"' if share < 1 else ""
    ink = f' fill="{look.palette.land_ink}"' if look.palette.sheet == DARK.sheet else ""
    return f'<text class="name" y="{_FOOT}"{ink}{squeezed}>{escape(short_name)}</text>'


def _share(text: str, size: float, room: float) -> float:
    return room / text_width(text, size)


def _badge(kind: str, text: str, more: str, x: float, size: float, colour: str, palette: Palette) -> str:
    half, high = halved(text_width(text + more, size, bold=True) / 2 + 3.5), halved(size * CAP / 2 + 2.5)
    box = f'x="{short(x - half)}" y="{short(_TOP - high)}" width="{short(2 * half)}" height="{short(2 * high)}"'
    added = f'<tspan class="more">{more}</tspan>' if more else ""
    return (
        f'<rect class="badge {kind}" {box} rx="{short(high)}" fill="{palette.city}" stroke="{colour}"/>'
        f'<text class="badge {kind}"{text_at(x, _TOP + size * 0.36)} fill="{colour}" font-weight="bold">'
        f"{text}{added}</text>"
    )


def _pieces(area: Area, look: Look, size: float) -> str:
    """Discs side by side, in two rows when there are many."""
    count = len(area.pieces)
    rows = [area.pieces] if count < 4 else [area.pieces[: (count + 1) // 2], area.pieces[(count + 1) // 2 :]]
    radius = 17.0 if count < 3 else 15.0
    drawn = ""
    for row, companies in enumerate(rows):
        y = 2.0 + (row - (len(rows) - 1) / 2) * 2 * radius
        for i, company in enumerate(companies):
            x = (i - (len(companies) - 1) / 2) * (2 * radius + 1)
            drawn += marker(look.livery(company), company, (x, y), size, radius)
    return drawn
