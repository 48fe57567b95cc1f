"""The share-price chart as SVG: fields with their prices, start fields, and piles of markers."""

from collections.abc import Mapping, Sequence
from html import escape

from stellwerk.bank.chart import Chart, ChartSheet, Field

from .geometry import short
from .look import Look
from .svg import svg

_WIDTH, _HEIGHT = 64.0, 72.0
_MARGIN = 12.0
_BAR = 12.0
_PILE = 4  # markers above one another before a second pile begins
_TOP = 19.0  # room for the price


def chart_svg(
    sheet: ChartSheet, chart: Chart, look: Look, start_fields: Mapping[str, Sequence[int]] | None = None
) -> str:
    """Draw a chart. `start_fields` has the field (row, column) on which each company starts.

    Markers lie in piles seen from the side: the top one is first to run. Of a company that has not started
    yet the label stands at the foot of its start field.
    """
    starts: dict[Field, list[str]] = {}
    for company, (row, column) in (start_fields or {}).items():
        starts.setdefault((row, column), []).append(company)
    started = {company for stack in chart.stacks.values() for company in stack}
    drawn = [
        _field(price, field, chart.stacks.get(field, ()), starts.get(field, ()), started, look)
        for row, prices in enumerate(sheet.rows)
        for column, price in enumerate(prices)
        if price and (field := (row, column))
    ]
    columns = max(len(row) for row in sheet.rows)
    view = (-_MARGIN, -_MARGIN, columns * _WIDTH + 2 * _MARGIN, len(sheet.rows) * _HEIGHT + 2 * _MARGIN)
    body = f'<g class="fields" fill="{look.palette.land_ink}">{"".join(drawn)}</g>'
    return svg("chart", look.words.chart, view, look.palette.sheet, body)


def _field(
    price: int, field: Field, stack: Sequence[str], starts: Sequence[str], started: set[str], look: Look
) -> str:
    palette, words = look.palette, look.words
    row, column = field
    labels = ", ".join(look.livery(company).label for company in stack)
    homes = ", ".join(look.livery(company).label for company in starts)
    title = "; ".join(filter(None, (str(price), labels, words.start.format(homes) if homes else "")))
    inset = (
        f'<rect class="start" x="3" y="3" width="{short(_WIDTH - 6)}" height="{short(_HEIGHT - 6)}" rx="3"'
        f' fill="none" stroke="{palette.land_ink}"'
        ' stroke-width="1.5"/>'
        if starts
        else ""
    )
    coming = [company for company in starts if company not in started]
    return (
        f'<g class="field{" start" if starts else ""}" data-field="{row},{column}"'
        f' transform="translate({short(column * _WIDTH)} {short(row * _HEIGHT)})">'
        f"<title>{escape(title)}</title>"
        f'<rect class="paper" width="{short(_WIDTH)}" height="{short(_HEIGHT)}" fill="{palette.white}"'
        f' stroke="{palette.edge}"/>{inset}'
        f'<text class="price" x="6" y="17" font-size="16" text-anchor="start">{price}</text>'
        f"{_piles(stack, _PILE - bool(coming), look)}{_coming(coming, look)}</g>"
    )


def _piles(stack: Sequence[str], high: int, look: Look) -> str:
    """Markers from the top down; when a pile is full the next one stands to its right."""
    if not stack:
        return ""
    piles = -(-len(stack) // high)
    wide = min(48.0, (_WIDTH - 8) / piles - 1)
    left = (_WIDTH - piles * (wide + 1) + 1) / 2
    drawn = []
    for i, company in enumerate(stack):
        livery = look.livery(company)
        x, y = left + i // high * (wide + 1), _TOP + 1 + i % high * (_BAR + 0.7)
        size = min(11.0, 1.5 * wide / max(len(livery.label), 1))
        drawn.append(
            f'<g class="marker" data-company="{escape(company)}"><rect x="{short(x)}" y="{short(y)}"'
            f' width="{short(wide)}" height="{short(_BAR)}" rx="4" fill="{livery.fill}" stroke="#000"'
            f' stroke-width=".7"/><text x="{short(x + wide / 2)}" y="{short(y + _BAR / 2 + size * 0.36)}"'
            f' font-size="{short(size)}" font-weight="bold" fill="{livery.text}">'
            f"{escape(livery.label)}</text></g>"
        )
    return "".join(drawn)


def _coming(companies: Sequence[str], look: Look) -> str:
    """Labels of companies that are to start here, in frames of their colour at the foot of the field."""
    drawn = ""
    wide = min(24.0, (_WIDTH - 10) / max(len(companies), 1))
    for i, company in enumerate(companies):
        livery = look.livery(company)
        x = _WIDTH / 2 + (i - len(companies) / 2) * wide
        size = min(10.0, 1.5 * wide / max(len(livery.label), 1))
        drawn += (
            f'<g class="coming" data-company="{escape(company)}"><rect x="{short(x + 0.7)}"'
            f' y="{short(_HEIGHT - 17)}" width="{short(wide - 1.4)}" height="12" rx="3" fill="none"'
            f' stroke="{livery.fill}"/>'
            f'<text x="{short(x + wide / 2)}" y="{short(_HEIGHT - 7.2)}" font-size="{short(size)}">'
            f"{escape(livery.label)}</text></g>"
        )
    return drawn
