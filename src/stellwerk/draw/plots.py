"""Charts of a game's books as SVG: lines, bars and bands over its rounds.

Like all drawings they have no styles and no ids: colours, dashes and sizes of writing are the page's, by class. A
series is told from others by dash, marker and the name at its end, not by colour alone. Each chart carries a title
and a description; the numbers themselves belong beside it, in a table.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import accumulate

from msgspec import Struct

from .geometry import short

LETTER = 5.6
"""The width of a letter as charts are written, about."""
BOLD = 7.0
"""The width of a letter of a name at the end of a line."""
LINE = 11.5
"""The least distance between two names at the ends of lines."""
DENSE = 18
"""With more points than this not every one has a marker."""
MARKERS = 7
LONGEST = 12
"""Letters of a name at the end of a line."""
GONE = "†"


class Series(Struct, frozen=True):
    """One line, bar or band: its name, a number for its look or a company for its colour; None is no value."""

    name: str
    values: tuple[int | None, ...]
    number: int = 0
    company: str = ""


class Chart(Struct, frozen=True):
    """What a chart is about and where it is to fit: `ticks` name what lies below, `write` writes an amount."""

    title: str
    told: str
    ticks: tuple[str, ...]
    write: Callable[[int], str]
    width: int = 380
    height: int = 230


def steps_to(most: int, wanted: int) -> tuple[int, ...]:
    """Round amounts from 0 to the highest, about so many.

    >>> steps_to(7660, 5), steps_to(47, 3), steps_to(0, 5)
    ((0, 2000, 4000, 6000), (0, 20, 40), (0,))
    """
    step = 1
    while step * wanted < most:
        step = step * 5 // 2 if str(step)[0] == "2" else step * 2
    return tuple(range(0, most + 1, step))


class _Frame:
    """The field of a chart with its two scales."""

    def __init__(self, chart: Chart, low: int, high: int, right: float, middles: bool = False) -> None:
        self.chart = chart
        self.amounts = steps_to(high, 5 if chart.height > 200 else 3)
        self.low = min(0, low)
        self.high = max(1, high)
        self.left = 9 + LETTER * max(len(chart.write(amount)) for amount in (self.low, *self.amounts))
        self.right, self.top, self.bottom = chart.width - right, 9.0, chart.height - 21.0
        self.middles = middles
        """Whether what belongs to a tick stands above its middle, with room on both sides."""

    @property
    def pace(self) -> float:
        """The way from one tick to the next."""
        count = len(self.chart.ticks) if self.middles else len(self.chart.ticks) - 1
        return (self.right - self.left) / max(1, count)

    def x(self, number: float) -> float:
        return self.left + self.pace * (number + (0.5 if self.middles else 0))

    def y(self, amount: float) -> float:
        return self.bottom - (self.bottom - self.top) * (amount - self.low) / (self.high - self.low)

    def drawn(self) -> str:
        """Rules and what is written at them."""
        rules = []
        for amount in self.amounts:
            y = short(self.y(amount))
            rules.append(f'<path class="rule" d="M{short(self.left)} {y}H{short(self.right)}"/>')
            written = escape(self.chart.write(amount))
            rules.append(f'<text class="amount" x="{short(self.left - 4)}" y="{y}" dy=".35em">{written}</text>')
        ticks = self.chart.ticks
        wide = LETTER * max(map(len, ticks), default=1) + 6
        every = max(1, -(-int(wide) // max(1, int(self.pace))))
        for number in range(0, len(ticks), every):
            if number + every > len(ticks) - 1 and number != len(ticks) - 1:
                continue  # the last one is always told, and needs the room
            rules.append(self._tick(number))
        if ticks and (len(ticks) - 1) % every:
            rules.append(self._tick(len(ticks) - 1))
        return "".join(rules)

    def _tick(self, number: int) -> str:
        name = self.chart.ticks[number]
        x = min(self.x(number), self.chart.width - LETTER * len(name) / 2 - 1)
        return f'<text class="tick" x="{short(x)}" y="{short(self.bottom + 14)}">{escape(name)}</text>'


def _document(chart: Chart, kind: str, body: str) -> str:
    return (
        f'<svg class="plot {kind}" viewBox="0 0 {chart.width} {chart.height}" role="img">'
        f"<title>{escape(chart.title)}</title><desc>{escape(chart.told)}</desc>{body}</svg>"
    )


def _look(one: Series) -> str:
    """The class of a series, and its company."""
    company = f' data-company="{escape(one.company)}"' if one.company else ""
    return f'class="series {"livery-line" if one.company else f"s{one.number % MARKERS}"}"{company}'


# Lines ------------------------------------------------------------------------------------------------------


def lines_svg(chart: Chart, series: Sequence[Series]) -> str:
    """A line for each series, with its name at its end."""
    values = [value for one in series for value in one.values if value is not None]
    names = [_end_name(one) for one in series]
    right = 14 + BOLD * max(map(len, names), default=0)
    frame = _Frame(chart, min(values, default=0), max(values, default=0), right)
    ends = [(number, one) for number, one in enumerate(series) if any(value is not None for value in one.values)]
    heights = _apart([frame.y(_last(one)) for _, one in ends], frame.top + 3, frame.bottom)
    drawn = [_line(frame, one, number) for number, one in enumerate(series)]
    for (number, one), y in zip(ends, heights, strict=True):
        name, x = escape(names[number]), short(frame.right + 7)
        drawn.append(f'<text {_look(one)} x="{x}" y="{short(y)}" dy=".35em">{name}</text>')
    return _document(chart, "lines", frame.drawn() + "".join(drawn))


def _end_name(one: Series) -> str:
    """What is written at the end of a line; a cross for one that ended before the last tick."""
    name = one.name if len(one.name) <= LONGEST else f"{one.name[: LONGEST - 1]}…"
    return name if one.values[-1:] != (None,) else f"{name}{GONE}"


def _last(one: Series) -> int:
    return next(value for value in reversed(one.values) if value is not None)


def _apart(heights: Sequence[float], top: float, bottom: float) -> list[float]:
    """Heights moved as little as needed so that what is written at them does not meet.

    >>> _apart([50, 52, 90], 0, 100)
    [45.25, 56.75, 90.0]
    """
    order = sorted(range(len(heights)), key=lambda number: heights[number])
    groups: list[tuple[float, list[int]]] = []
    for number in order:
        groups.append((heights[number], [number]))
        while len(groups) > 1 and _ends(groups[-2])[1] + LINE > _ends(groups[-1])[0]:
            (one, some), (other, more) = groups[-2:]
            middle = (one * len(some) + other * len(more)) / (len(some) + len(more))
            groups[-2:] = [(middle, [*some, *more])]
    found = [0.0] * len(heights)
    for middle, numbers in groups:
        half = LINE * (len(numbers) - 1) / 2
        start = max(top, min(middle - half, bottom - 2 * half))
        for place, number in enumerate(numbers):
            found[number] = start + LINE * place
    return found


def _ends(group: tuple[float, list[int]]) -> tuple[float, float]:
    half = LINE * (len(group[1]) - 1) / 2
    return group[0] - half, group[0] + half


def _line(frame: _Frame, one: Series, number: int) -> str:
    points = [(frame.x(at), frame.y(value)) for at, value in enumerate(one.values) if value is not None]
    data, pen = "", "M"
    for at, value in enumerate(one.values):
        if value is None:
            pen = "M"
            continue
        data += f"{pen}{short(frame.x(at))} {short(frame.y(value))}"
        pen = "L"
    halo = f'<path class="halo" d="{data}"/>' if one.company else ""
    dash = f" dash{number % 4}" if one.company else ""
    look = _look(one).replace('"series', f'"series{dash}', 1)
    every = 1 if len(points) <= DENSE else -(-len(points) // DENSE)
    marks = "".join(_marker(number % MARKERS, *point) for point in points[::-1][::every])
    return f'{halo}<path {look} d="{data}"/><path {_look(one).replace("series", "marker", 1)} d="{marks}"/>'


def _marker(shape: int, x: float, y: float) -> str:
    """A small sign around a point: dot, square, triangle, diamond, cross, bar, triangle upside down."""
    r = 2.9
    at = f"M{short(x)} {short(y)}"
    return (
        at
        + (
            f"m-{r} 0a{r} {r} 0 1 0 {2 * r} 0a{r} {r} 0 1 0 -{2 * r} 0",
            f"m-{r} -{r}h{2 * r}v{2 * r}h-{2 * r}z",
            "m0 -3.8l3.6 6.2h-7.2z",
            "m0 -4l3.6 4l-3.6 4l-3.6 -4z",
            "m-1 -3.6h2v2.6h2.6v2h-2.6v2.6h-2v-2.6h-2.6v-2h2.6z",
            "m-3.8 -1.4h7.6v2.8h-7.6z",
            "m0 3.8l3.6 -6.2h-7.2z",
        )[shape]
    )


# Bars -------------------------------------------------------------------------------------------------------


class Bar(Struct, frozen=True):
    """An income: what was paid out of it, what was kept, and what is left, which was used up."""

    income: int
    paid: int
    kept: int


def bars_svg(chart: Chart, bars: Sequence[Bar | None], company: str, most: int) -> str:
    """A bar for each round, on a scale that reaches up to the most of all that are compared."""
    frame = _Frame(chart, 0, most, 6, middles=True)
    width, drawn = frame.pace * 0.74, ""
    for number, bar in enumerate(bars):
        if bar is None:
            continue
        x, floor = frame.x(number) - width / 2, 0
        height = max(bar.income, bar.paid + bar.kept)
        for kind, amount in (("paid", bar.paid), ("kept", bar.kept), ("used", height - bar.paid - bar.kept)):
            if amount > 0:
                top = frame.y(floor + amount)
                drawn += (
                    f'<rect class="{kind}" x="{short(x)}" y="{short(top)}" width="{short(width)}"'
                    f' height="{short(frame.y(floor) - top)}"/>'
                )
                floor += amount
        if not height:
            y = short(frame.bottom)
            drawn += f'<path class="nothing" d="M{short(x)} {y}h{short(width)}"/>'
    return _document(chart, "bars", f'{frame.drawn()}<g data-company="{escape(company)}">{drawn}</g>')


# Bands ------------------------------------------------------------------------------------------------------


def bands_svg(chart: Chart, series: Sequence[Series], most: int) -> str:
    """Bands upon one another, each as thick as its value from tick to tick; named where there is room."""
    frame = _Frame(chart, 0, most, 8, middles=True)
    count = len(chart.ticks)
    columns = [[one.values[at] or 0 for one in series] for at in range(count)]
    tops = [list(accumulate(column)) for column in columns]
    drawn, names = "", ""
    for number, one in enumerate(series):
        stretches = _stretches([(columns[at][number], tops[at][number]) for at in range(count)])
        data = ""
        for first, end, value, top in stretches:
            x, wide = frame.left + frame.pace * first, frame.pace * (end - first)
            floor = short(frame.y(top - value))
            data += f"M{short(x)} {floor}V{short(frame.y(top))}h{short(wide)}V{floor}z"
        if data:
            drawn += f'<path class="band" data-company="{escape(one.company)}" d="{data}"/>'
            names += _band_name(frame, one, max(stretches, key=lambda each: each[1] - each[0]))
    return _document(chart, "bands", frame.drawn() + drawn + names)


def _stretches(levels: Sequence[tuple[int, int]]) -> list[tuple[int, int, int, int]]:
    """Where a band keeps its value and its height: from and to which tick, value, top.

    >>> _stretches([(0, 5), (2, 7), (2, 7), (2, 9)])
    [(1, 3, 2, 7), (3, 4, 2, 9)]
    """
    found, first = [], 0
    for at in range(1, len(levels) + 1):
        if at == len(levels) or levels[at] != levels[first]:
            if levels[first][0]:
                found.append((first, at, *levels[first]))
            first = at
    return found


def _band_name(frame: _Frame, one: Series, stretch: tuple[int, int, int, int]) -> str:
    """A band's name in its longest even stretch, where it has room for it."""
    first, end, value, top = stretch
    if (end - first) * frame.pace < LETTER * len(one.name) + 2 or frame.y(0) - frame.y(value) < 8.5:
        return ""
    x, y = frame.left + frame.pace * (first + end) / 2, frame.y(top - value / 2)
    return (
        f'<text class="band-name" data-company="{escape(one.company)}" x="{short(x)}" y="{short(y)}"'
        f' dy=".35em">{escape(one.name)}</text>'
    )
