"""A board without track as SVG: areas with their cost and worth, houses, and the companies' pieces."""

from functools import lru_cache
from html import escape

from stellwerk.board.grid import Grid
from stellwerk.play.plans import Area, Plan

from .board import hex_middle
from .geometry import APOTHEM, CORNER, Point, outline, pair, short
from .look import DARK, Look, Palette
from .stations import marker
from .svg import svg

_MARGIN = 10.0
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
        self.drawn: dict[Area, str] = {}

    def area(self, area: Area, middle: Point) -> str:
        """One hex."""
        found = self.drawn.get(area)
        if found is None:
            look = self.look
            dim = ' fill-opacity=".6"' if look.palette is DARK else ""
            if len(self.drawn) > _MANY:
                self.drawn.clear()
            found = self.drawn[area] = (
                f'<g class="hex area {escape(area.sign)}" data-hex="{escape(area.id)}"'
                f' transform="translate({pair(middle)})"><title>{escape(describe(area, look))}</title>'
                f'<path class="land" d="{self.shape}" fill="{area.colour}"{dim} stroke="{look.palette.edge}"/>'
                f"{_face(area, look)}</g>"
            )
        return found


_sheet = lru_cache(maxsize=16)(_Sheet)


def plan_svg(plan: Plan, look: Look) -> str:
    """Draw the board as it stands."""
    sheet = _sheet(plan.grid, look)
    drawn = "".join(map(sheet.area, plan.areas, sheet.middles))
    body = f'<g class="hexes" fill="{look.palette.ink}">{drawn}</g>'
    return svg("board plan", look.words.board, sheet.view, look.palette.sheet, body)


def describe(area: Area, look: Look) -> str:
    """An area in words: place, cost, worth, pieces."""
    words = look.words
    facts = [words.cost.format(area.cost)] if area.cost else []
    if area.worth:
        facts.append(words.worth.format(area.worth))
    if area.more:
        facts.append(words.more.format(area.more))
    if area.built:
        facts.append(words.built)
    if area.pieces:
        facts.append(words.pieces.format(", ".join(look.livery(company).label for company in area.pieces)))
    return f"{f'{area.name} {area.id}'.strip()}: {', '.join(facts)}" if facts else f"{area.name} {area.id}".strip()


def _face(area: Area, look: Look) -> str:
    palette = look.palette
    drawn = ""
    if area.sign in _SIGNS and not area.pieces:
        sign = f'd="M0 2{_SIGNS[area.sign]}" fill="{palette.mountain}" fill-opacity=".55"'
        drawn += f'<path class="sign {escape(area.sign)}" {sign}/>'
    if area.cost and len(area.pieces) < 5:
        drawn += _badge("cost", f"{area.cost}", -26.0, -31.0, "#b3261e", palette)
    if area.worth or area.more:
        text = f"{area.worth}" + (f"+{area.more}" if area.more else "")
        drawn += _badge("value", text, 22.0, -31.0, palette.track, palette)
    if area.built:
        drawn += (
            '<path class="house" d="M-7-24v-7l7-6 7 6v7z" fill="#fff" stroke="#222" stroke-width="1.2"'
            ' transform="translate(0 -6)"/>'
        )
    if area.name:
        size = 13 if len(area.name) < 9 else 11
        dark = palette is DARK
        halo = f' fill="{palette.land_ink}"' if dark else f' stroke="{area.colour}" stroke-width="3"'
        how = f'y="38" font-size="{size}"{halo} paint-order="stroke"'
        drawn += f'<text class="name" {how}>{escape(area.name)}</text>'
    return drawn + _pieces(area, look)


def _badge(kind: str, text: str, x: float, y: float, colour: str, palette: Palette) -> str:
    half = 8.5 if len(text) < 3 else 14.0
    corner = f'x="{short(x - half)}" y="{short(y - 7.5)}"'
    return (
        f'<rect class="badge {kind}" {corner} width="{short(2 * half)}" height="15" rx="7.5"'
        f' fill="{palette.city}" stroke="{colour}"/>'
        f'<text class="badge {kind}" x="{short(x)}" y="{short(y + 4)}" font-size="12" fill="{colour}"'
        f' font-weight="bold">{text}</text>'
    )


def _pieces(area: Area, look: Look) -> str:
    """Discs side by side, in two rows when there are many."""
    count = len(area.pieces)
    rows = [area.pieces] if count < 4 else [area.pieces[: (count + 1) // 2], area.pieces[(count + 1) // 2 :]]
    radius = 16.0 if count < 3 else 13.0
    drawn = ""
    for row, companies in enumerate(rows):
        y = 4.0 + (row - (len(rows) - 1) / 2) * 2 * radius
        for i, company in enumerate(companies):
            x = (i - (len(companies) - 1) / 2) * (2 * radius + 1)
            drawn += marker(look.livery(company), company, (x, y), radius)
    return drawn
