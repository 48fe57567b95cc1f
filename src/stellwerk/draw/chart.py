"""The share-price chart as SVG: fields with their prices, start fields, piles of markers, and arrows."""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from html import escape
from math import atan2, cos, hypot, pi, sin
from typing import Any

from msgspec import Struct

from stellwerk.bank.chart import Chart, ChartSheet, Field
from stellwerk.show.market import PriceMove

from .crest import charge
from .geometry import short
from .look import Look
from .svg import svg

_MARGIN = 2.0
_BAR = 13.2
_SEAL = 10.0  # what a crest takes up of a marker that is this broad
_BROAD = 30.0
_ARROWS = {"up": "m0-5 5 7h-10z", "down": "m0 5 5-7h-10z", "left": "m-5 0 7-5v10z", "right": "m5 0-7-5v10z"}


class Cell(Struct, frozen=True):
    """How large a field is, and where its markers lie."""

    wide: float
    high: float
    left: float
    top: float
    pile: int  # markers above one another before a second pile begins


_UPRIGHT = Cell(56.0, 60.0, 3.0, 18.0, 3)
_LYING = Cell(100.0, 36.0, 38.0, 4.0, 2)  # for charts that are much higher than wide


def chart_svg(
    sheet: ChartSheet,
    chart: Chart,
    look: Look,
    start_fields: Mapping[str, Sequence[int]] | None = None,
    across: int = 0,
    tints: Mapping[Field, str] | None = None,
    moves: Mapping[Field, str] | None = None,
    ways: Mapping[str, Sequence[PriceMove]] | None = None,
) -> str:
    """Draw a chart. `start_fields` has the field (row, column) on which each company starts.

    With `across`, rows that are longer go on in further lines. `tints` are the colours of fields that mean
    something, `moves` fields where a marker would go next, with the way it goes; `ways` are arrows for each
    company to wherever its marker can go, which a page shows when it is asked for.

    Markers lie in piles seen from the side: the top one is first to run. Of a company that has not started
    yet the label stands at the foot of its start field.
    """
    starts: dict[Field, list[str]] = {}
    for company, (row, column) in (start_fields or {}).items():
        starts.setdefault((row, column), []).append(company)
    started = {company for stack in chart.stacks.values() for company in stack}
    longest = max(len(row) for row in sheet.rows)
    columns = min(across or longest, longest)
    lines = -(-longest // columns)
    cell = _LYING if len(sheet.rows) > 2 * longest else _UPRIGHT

    def place(field: Field) -> tuple[int, int]:
        row, column = field
        return row * lines + column // columns, column % columns

    kept, coloured = _kept_fields(look), tints or {}
    drawn = []
    for row, prices in enumerate(sheet.rows):
        for column, price in enumerate(prices):
            if price:
                field = row, column
                stack, homes = chart.stacks.get(field, ()), starts.get(field, ())
                coming = tuple([company for company in homes if company not in started]) if homes else ()
                tint = coloured.get(field, "white")
                key = price, field, columns, tuple(stack), tuple(homes), coming, cell.wide, tint
                if key not in kept:
                    kept[key] = _field(price, field, place(field), stack, homes, coming, look, cell, tint)
                drawn.append(kept[key])
    drawn += [_arrow(place(field), leaving, way, look, cell) for (field, leaving), way in sheet.arrows.items()]
    drawn += [_move(place(field), way, look, cell) for field, way in (moves or {}).items()]
    drawn += [_ways(sheet, chart, company, all_, place, cell) for company, all_ in (ways or {}).items()]
    high = len(sheet.rows) * lines * cell.high
    view = (-_MARGIN, -_MARGIN, columns * cell.wide + 2 * _MARGIN, high + 2 * _MARGIN)
    body = f'<g class="fields" fill="{look.palette.land_ink}">{"".join(drawn)}</g>'
    return svg("chart", look.words.chart, view, look.palette.sheet, body)


@lru_cache(maxsize=16)
def _kept_fields(look: Look) -> dict[Any, str]:
    """Fields as they were drawn: from one move to the next few of them change."""
    return {}


def _field(
    price: int,
    field: Field,
    place: tuple[int, int],
    stack: Sequence[str],
    starts: Sequence[str],
    coming: Sequence[str],
    look: Look,
    cell: Cell,
    tint: str,
) -> str:
    palette, words = look.palette, look.words
    (row, column), (line, across) = field, place
    labels = ", ".join(look.livery(company).label for company in stack)
    homes = ", ".join(look.livery(company).label for company in starts)
    title = "; ".join(filter(None, (str(price), labels, words.start.format(homes) if homes else "")))
    inset = (
        f'<rect class="start" x="3" y="3" width="{short(cell.wide - 6)}" height="{short(cell.high - 6)}" rx="3"'
        f' fill="none" stroke="{palette.land_ink}"'
        ' stroke-width="1.5"/>'
        if starts
        else ""
    )
    piles = (
        _row(stack, coming, look, cell)
        if cell is _LYING
        else _piles(stack, cell.pile - bool(coming), look, cell) + _coming(coming, look, cell, len(stack))
    )
    ink = "" if tint == "white" else f' fill="{palette.ink}"'
    return (
        f'<g class="field{" start" if starts else ""}" data-field="{row},{column}"'
        f' transform="translate({short(across * cell.wide)} {short(line * cell.high)})">'
        f"<title>{escape(title)}</title>"
        f'<rect class="paper {tint}" width="{short(cell.wide)}" height="{short(cell.high)}"'
        f' fill="{palette.fill(tint)}" stroke="{palette.edge}"/>{inset}'
        f'<text class="price" x="5" y="15.5" font-size="15" text-anchor="start"{ink}>{price}</text>'
        f"{piles}</g>"
    )


def _middle(place: tuple[int, int], cell: Cell) -> tuple[float, float]:
    line, across = place
    return (across + 0.5) * cell.wide, (line + 0.5) * cell.high


def _arrow(place: tuple[int, int], leaving: str, way: str, look: Look, cell: Cell) -> str:
    """At the edge that a marker would leave by: where it goes instead."""
    x, y = _middle(place, cell)
    y += (cell.high / 2 - 6) * (1 if leaving == "down" else -1 if leaving == "up" else 0)
    x += (cell.wide / 2 - 6) * (1 if leaving == "right" else -1 if leaving == "left" else 1)
    return f'<path class="turn" d="M{short(x)} {short(y)}{_ARROWS[way]}" fill="{look.palette.soft}"/>'


def _move(place: tuple[int, int], way: str, look: Look, cell: Cell) -> str:
    """A field where the marker of the company whose turn it is would go."""
    (line, across), (x, y) = place, _middle(place, cell)
    colour = look.palette.highlight
    box = f'x="{short(across * cell.wide + 2)}" y="{short(line * cell.high + 2)}"'
    start = f"M{short(x - cell.wide / 2 + 15)} {short(y + cell.high / 2 - 11)}"
    size = f'width="{short(cell.wide - 4)}" height="{short(cell.high - 4)}"'
    return (
        f'<g class="move"><title>{escape(look.words.moves)}</title><rect {box} {size} rx="3" fill="none"'
        f' stroke="{colour}" stroke-width="2.2" stroke-dasharray="6 4"/>'
        f'<path d="{start}{_ARROWS[way]}" fill="{colour}"/></g>'
    )


def _ways(
    sheet: ChartSheet,
    chart: Chart,
    company: str,
    ways: Sequence[PriceMove],
    place: Callable[[Field], tuple[int, int]],
    cell: Cell,
) -> str:
    """Arrows from a company's field; those that lead to the same field lie side by side."""
    field = chart.field(company)
    if field is None or not ways:
        return ""
    start, drawn = _beside_price(place(field), cell), ""
    for number, way in enumerate(ways):
        beside = sum(other.field == way.field for other in ways[:number])
        path = _between(start, _beside_price(place(way.field), cell), 9.0 * beside) if way.field != field else ""
        price = sheet.price(way.field)
        drawn += f'<path class="way {way.why}" data-why="{way.why}" data-price="{price}" d="{path}"/>'
    return f'<g class="ways" data-company="{escape(company)}">{drawn}</g>'


def _beside_price(place: tuple[int, int], cell: Cell) -> tuple[float, float]:
    """Where arrows cross a field without covering what is printed there."""
    x, y = _middle(place, cell)
    return x + 0.2 * cell.wide, y + 0.12 * cell.high


def _between(start: tuple[float, float], end: tuple[float, float], beside: float) -> str:
    """A line with a head, from one middle to the other."""
    (x, y), (u, v) = start, end
    angle, length = atan2(v - y, u - x), hypot(u - x, v - y)
    x, y = x - beside * sin(angle) + 8 * cos(angle), y + beside * cos(angle) + 8 * sin(angle)
    u, v = x + (length - 14) * cos(angle), y + (length - 14) * sin(angle)
    barbs = "".join(
        f"M{short(u)} {short(v)}l{short(8 * cos(turned))} {short(8 * sin(turned))}"
        for turned in (angle + pi * 0.82, angle - pi * 0.82)
    )
    return f"M{short(x)} {short(y)}L{short(u)} {short(v)}{barbs}"


def _piles(stack: Sequence[str], high: int, look: Look, cell: Cell) -> str:
    """Markers from the top down; when a pile is full the next one stands to its right."""
    if not stack:
        return ""
    room = cell.wide - cell.left - 4
    piles = -(-len(stack) // high)
    wide = min(48.0, room / piles - 1)
    left = cell.left + (room - piles * (wide + 1) + 1) / 2
    drawn = []
    for i, company in enumerate(stack):
        at = left + i // high * (wide + 1), cell.top + i % high * (_BAR + 0.7)
        drawn.append(_bar(company, at, wide, look))
    return "".join(drawn)


def _bar(company: str, at: tuple[float, float], wide: float, look: Look) -> str:
    """A marker from the side; the charge of its crest stands before the label where there is room for both."""
    livery, (x, y) = look.livery(company), at
    seal = _SEAL if wide >= _BROAD else 0.0
    size = min(13.0, 1.45 * (wide - seal) / max(len(livery.label), 1))
    crest = (
        f'<g transform="translate({short(x + 6.5)} {short(y + _BAR / 2)})"><circle r="5" fill="{livery.fill}"'
        f' stroke="{livery.text}" stroke-width=".6"/>{charge(livery, 4.7)}</g>'
        if seal and livery.charge
        else ""
    )
    return (
        f'<g class="marker" data-company="{escape(company)}"><rect x="{short(x)}" y="{short(y)}"'
        f' width="{short(wide)}" height="{short(_BAR)}" rx="4" fill="{livery.fill}" stroke="#000"'
        f' stroke-width=".7"/>{crest}<text x="{short(x + (seal + wide) / 2)}"'
        f' y="{short(y + _BAR / 2 + size * 0.36)}" font-size="{short(size)}" font-weight="bold"'
        f' fill="{livery.text}">{escape(livery.label)}</text></g>'
    )


def _row(stack: Sequence[str], coming: Sequence[str], look: Look, cell: Cell) -> str:
    """Markers from the top down beside the price, then the labels of companies that are to start here."""
    room = cell.wide - cell.left - 6
    piles = -(-(len(stack) + len(coming)) // cell.pile)
    wide = min(32.0, room / max(piles, 1) - 1)
    drawn = ""
    for i, company in enumerate((*stack, *coming)):
        at = cell.left + i // cell.pile * (wide + 1), cell.top + i % cell.pile * (_BAR + 1.6)
        drawn += _bar(company, at, wide, look) if i < len(stack) else _frame(company, at, wide, look)
    return drawn


def _coming(companies: Sequence[str], look: Look, cell: Cell, taken: int) -> str:
    """Labels of companies that are to start here, in frames of their colour at the foot of the field.

    They stand above one another while there is room, else side by side.
    """
    if len(companies) <= cell.pile - taken:
        wide, first = cell.wide - 16, cell.high - 4 - 13.4 * len(companies)
        return "".join(_frame(company, (8.0, first + 13.4 * i), wide, look) for i, company in enumerate(companies))
    wide = min(26.0, (cell.wide - 6) / max(len(companies), 1))
    first = cell.wide / 2 - len(companies) / 2 * wide
    return "".join(
        _frame(company, (first + i * wide + 0.7, cell.high - 17), wide - 1.4, look)
        for i, company in enumerate(companies)
    )


def _frame(company: str, at: tuple[float, float], wide: float, look: Look) -> str:
    livery, (x, y) = look.livery(company), at
    size = min(13.0, 1.5 * (wide + 1.4) / max(len(livery.label), 1))
    inner = (
        f'<rect x="{short(x + 0.8)}" y="{short(y + 0.8)}" width="{short(wide - 1.6)}" height="10.4" rx="2.4"'
        f' fill="none" stroke="{livery.fill}" stroke-width="1.2"/>'
    )
    return (
        f'<g class="coming" data-company="{escape(company)}"><rect x="{short(x)}" y="{short(y)}"'
        f' width="{short(wide)}" height="12" rx="3" fill="{livery.fill}" fill-opacity=".15" stroke="#777"'
        f' stroke-width=".6"/>{inner}<text x="{short(x + wide / 2)}" y="{short(y + 9.8)}"'
        f' font-size="{short(size)}">{escape(livery.label)}</text></g>'
    )
