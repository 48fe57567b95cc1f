"""Finding free room in a hex for values, labels, names and terrain, by what already lies there."""

import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache

from msgspec import Struct

from .geometry import APOTHEM, Point, polar, side_angle

# Widths of letters in shares of the font size, those of Helvetica; what is not here is as wide as "n".
_WIDTHS = {
    char: width
    for chars, width in (
        ("ijlI'|", 0.25),
        ("ft.,:;/! ", 0.28),
        ("r-()", 0.33),
        ("ckvsxyzJß", 0.5),
        ("FTLZ", 0.61),
        ("ABEKPSVXYÄ&", 0.67),
        ("CDHNRUwÜ", 0.72),
        ("GOQÖ", 0.78),
        ("mM", 0.83),
        ("W@%", 0.94),
    )
    for char in chars
}
_BOLD = 1.06


def text_width(text: str, size: float, bold: bool = False) -> float:
    """About how wide a text comes out in the usual fonts.

    >>> text_width("Kiel", 10) < text_width("Köln", 10) < text_width("Köln", 10, bold=True)
    True
    """
    return size * sum(_WIDTHS.get(char, 0.56) for char in text) * (_BOLD if bold else 1)


class Box(Struct, frozen=True):
    """A rectangle by its middle and half its size."""

    x: float
    y: float
    half_width: float
    half_height: float


class Room:
    """What lies in a hex so far. Track may be written over if need be, stops and writing may not."""

    def __init__(self, layout: str) -> None:
        self.normals = tuple(polar(side_angle(layout, side), 1) for side in range(6))
        self._discs: list[tuple[float, float, float, float]] = []
        self._boxes: list[Box] = []

    def add_disc(self, at: Point, radius: float, weight: float = 6) -> None:
        """Something round."""
        self._discs.append((at[0], at[1], radius, weight))

    def add_track(self, points: Iterable[Point], half_width: float) -> None:
        """Track, by points on it."""
        self._discs += [(x, y, half_width, 1) for x, y in points]

    def add_box(self, box: Box) -> None:
        """Something rectangular, such as a text."""
        self._boxes.append(box)

    def best(self, candidates: Sequence[Box]) -> Box:
        """The first candidate that is free, or else the one that disturbs least; it is taken up."""
        best, _ = self.find(candidates)
        self.add_box(best)
        return best

    def find(self, candidates: Sequence[Box], limit: float = math.inf) -> tuple[Box, float]:
        """The same with how much it disturbs, or `limit` if none disturbs less; nothing is taken up."""
        best, least = candidates[0], limit
        for candidate in candidates:
            harm = self.harm(candidate, least)
            if harm < least:
                best, least = candidate, harm
                if harm <= 0:
                    break
        return best, max(least, 0.0)

    def spots(self, candidates: Sequence[Box], count: int) -> list[Point]:
        """The best few places for discs that come and go, beside stops if there is any: nothing is taken up."""
        kept = list(self._boxes)
        stops = [(x, y, radius) for x, y, radius, weight in self._discs if weight > 1]
        beside = [
            box
            for box in candidates
            if all(math.hypot(box.x - x, box.y - y) >= box.half_width + radius for x, y, radius in stops)
        ]
        found = [self.best(beside or candidates) for _ in range(count)]
        self._boxes = kept
        return [(box.x, box.y) for box in found]

    def harm(self, box: Box, limit: float = math.inf) -> float:
        """How much something would disturb in a place, as far as `limit`."""
        x, y, w, h = box.x, box.y, box.half_width, box.half_height
        harm = 0.0
        for u, v in self.normals:
            over = abs(x * u + y * v) + w * abs(u) + h * abs(v) - APOTHEM - 0.5
            if over > 0:
                harm += 4 * over
        for other in self._boxes:
            dx = w + other.half_width + 1 - abs(x - other.x)
            dy = h + other.half_height + 0.5 - abs(y - other.y)
            if dx > 0 and dy > 0:
                harm += 20 * min(dx, dy) + 10
        if harm >= limit:
            return harm
        for cx, cy, radius, weight in self._discs:
            dx = cx - x - w if cx > x else x - cx - w
            if dx >= radius:
                continue
            dy = cy - y - h if cy > y else y - cy - h
            if dy >= radius:
                continue
            gap = math.hypot(max(dx, 0.0), max(dy, 0.0))
            if gap < radius:
                harm += weight * (radius - gap)
                if harm >= limit:
                    return harm
        return harm


_STEP = 4
_RIM, _BAND = 36.0, 30.0
# What is looked for first: the rim to the right, the middle, or the bands below and above it.
_ORDERS: dict[str, Callable[[Point], float]] = {
    "rim": lambda at: abs(math.hypot(*at) - _RIM) - 0.15 * at[0] - 0.05 * at[1],
    "left": lambda at: abs(math.hypot(*at) - _RIM) + 0.15 * at[0] + 0.05 * at[1],
    "middle": lambda at: math.hypot(*at) - 0.01 * at[1],
    "band": lambda at: abs(at[0]) + 1.5 * abs(abs(at[1]) - _BAND) - 0.1 * at[1],
}


@lru_cache
def _lattice(layout: str, order: str) -> tuple[tuple[int, int, float, float, float], ...]:
    """Points all over a hex in an order, each with how far it is from the middle across three pairs of sides."""
    (a, b), (c, d), (e, f) = (polar(side_angle(layout, side), 1) for side in range(3))
    points = [(x, y) for x in range(-48, 49, _STEP) for y in range(-48, 49, _STEP)]
    points.sort(key=_ORDERS[order])
    return tuple((x, y, abs(a * x + b * y), abs(c * x + d * y), abs(e * x + f * y)) for x, y in points)


@lru_cache(maxsize=4096)
def places(layout: str, half_width: float, half_height: float, order: str) -> tuple[Box, ...]:
    """Everywhere in a hex that something of this size lies within it; somewhere, however large the thing."""
    p, q, r = (
        APOTHEM - 1 - half_width * abs(u) - half_height * abs(v)
        for u, v in (polar(side_angle(layout, side), 1) for side in range(3))
    )
    found = [(x, y) for x, y, i, j, k in _lattice(layout, order) if i <= p and j <= q and k <= r]
    return tuple(Box(x, y, half_width, half_height) for x, y in found or [(0, 0)])


def corners(layout: str, far: float, half_width: float, half_height: float) -> list[Box]:
    """Places in the corners of a hex."""
    points = (polar(side_angle(layout, side + 0.5), far) for side in range(6))
    return [Box(x, y, half_width, half_height) for x, y in points]
