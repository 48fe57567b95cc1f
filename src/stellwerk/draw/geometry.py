"""Points, sides and curves of one hex, in units where the middle of a side is 50 from the middle of the hex.

Coordinates run right and down as in SVG; the middle of the hex is the origin.
"""

import itertools
import math
from functools import lru_cache

from msgspec import Struct

Point = tuple[float, float]

APOTHEM = 50.0
CORNER = APOTHEM / math.cos(math.pi / 6)
SHARP = CORNER / 2
GENTLE = APOTHEM * math.sqrt(3)

# The direction of side 0 in degrees, clockwise from the right; the other sides follow every 60°.
_FIRST_SIDE = {"pointy": 120, "flat": 90}


def short(number: float) -> str:
    """A number with at most one decimal and nothing superfluous.

    >>> short(-0.04), short(28.867), short(0.5), short(-0.5), short(50.0)
    ('0', '28.9', '.5', '-.5', '50')
    """
    text = f"{number:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    if text == "-0":
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def pair(point: Point) -> str:
    """Two coordinates, as close together as SVG allows.

    >>> pair((3, -4.25)), pair((1, 2))
    ('3-4.2', '1 2')
    """
    x, y = short(point[0]), short(point[1])
    return f"{x}{y}" if y.startswith("-") else f"{x} {y}"


def text_at(x: float, y: float) -> str:
    """Where a text stands, to whole units: a figure more would tell nothing, and makes drawings larger.

    >>> text_at(0.2, 7.2), text_at(-3, 4)
    (' y="7"', ' x="-3" y="4"')
    """
    across, down = round(x), round(y)
    return (f' x="{across}"' if across else "") + (f' y="{down}"' if down else "")


def polar(degrees: float, distance: float) -> Point:
    """The point in a direction."""
    angle = math.radians(degrees)
    return distance * math.cos(angle), distance * math.sin(angle)


def side_angle(layout: str, side: float) -> float:
    """The direction of a side (of the corner after it, for side + ½)."""
    return _FIRST_SIDE[layout] + 60 * side


def side_middle(layout: str, side: float) -> Point:
    """The middle of a side.

    >>> [round(x) for x in side_middle("pointy", 4)]
    [50, 0]
    """
    return polar(side_angle(layout, side), APOTHEM)


def corner(layout: str, side: int) -> Point:
    """The corner between a side and the next one."""
    return polar(side_angle(layout, side + 0.5), CORNER)


@lru_cache
def outline(layout: str, scale: float = 1) -> str:
    """The hex as path data, in steps from corner to corner, which is short.

    >>> outline("pointy")
    'M-50 28.9v-57.8l50-28.8 50 28.8v57.8l-50 28.8z'
    """
    points = [corner(layout, side) for side in range(6)]
    rounded = [(round(x * scale, 1), round(y * scale, 1)) for x, y in points]
    data, last = "M" + pair(rounded[0]), "M"
    for (x, y), (u, v) in itertools.pairwise(rounded):
        if short(u - x) == "0":
            step, last = f"v{short(v - y)}", "v"
        elif short(v - y) == "0":
            step, last = f"h{short(u - x)}", "h"
        else:
            text = pair((u - x, v - y))
            lead = "l" if last != "l" else "" if text.startswith("-") else " "
            step, last = lead + text, "l"
        data += step
    return data + "z"


def distance(one: Point, other: Point) -> float:
    """How far two points are apart."""
    return math.hypot(one[0] - other[0], one[1] - other[1])


class Line(Struct, frozen=True):
    """A straight stretch of track."""

    start: Point
    end: Point

    def at(self, share: float) -> Point:
        """The point that divides the curve so."""
        (x, y), (u, v) = self.start, self.end
        return x + (u - x) * share, y + (v - y) * share

    @property
    def length(self) -> float:
        """How long the track is."""
        return distance(self.start, self.end)

    @property
    def data(self) -> str:
        """Path data."""
        return f"M{pair(self.start)}L{pair(self.end)}"


class Arc(Struct, frozen=True):
    """Track on a circle, from one angle (in radians) to another."""

    centre: Point
    radius: float
    first: float
    last: float

    @property
    def start(self) -> Point:
        """Where it begins."""
        return self.at(0)

    @property
    def end(self) -> Point:
        """Where it ends."""
        return self.at(1)

    def at(self, share: float) -> Point:
        """The point that divides the curve so."""
        angle = self.first + (self.last - self.first) * share
        return self.centre[0] + self.radius * math.cos(angle), self.centre[1] + self.radius * math.sin(angle)

    @property
    def length(self) -> float:
        """How long the track is."""
        return self.radius * abs(self.last - self.first)

    @property
    def data(self) -> str:
        """Path data."""
        radius, end = short(self.radius), pair(self.end)
        gap = "" if end.startswith("-") else " "
        return f"M{pair(self.start)}A{radius} {radius} 0 0 {int(self.last > self.first)}{gap}{end}"


class Bend(Struct, frozen=True):
    """Track that leaves a side at a right angle and bends to a stop beside the middle."""

    start: Point
    control: Point
    end: Point

    def at(self, share: float) -> Point:
        """The point that divides the curve so."""
        a, b, c = (1 - share) ** 2, 2 * share * (1 - share), share**2
        (x, y), (u, v), (p, q) = self.start, self.control, self.end
        return a * x + b * u + c * p, a * y + b * v + c * q

    @property
    def length(self) -> float:
        """About how long the track is."""
        points = [self.at(i / 8) for i in range(9)]
        return sum(distance(one, other) for one, other in itertools.pairwise(points))

    @property
    def data(self) -> str:
        """Path data."""
        control, end = pair(self.control), pair(self.end)
        return f"M{pair(self.start)}Q{control}{'' if end.startswith('-') else ' '}{end}"


Curve = Line | Arc | Bend


def between_sides(layout: str, one: int, other: int) -> Curve:
    """Plain track from side to side: straight, or the sharp or gentle arc that meets both at right angles."""
    start, end = side_middle(layout, one), side_middle(layout, other)
    turn = (other - one) % 6
    if turn == 3:
        return Line(start, end)
    middle = one + turn / 2 if turn < 3 else one - (6 - turn) / 2
    sharp = turn in (1, 5)
    centre = polar(side_angle(layout, middle), CORNER if sharp else 2 * APOTHEM)
    first = math.atan2(start[1] - centre[1], start[0] - centre[0])
    last = math.atan2(end[1] - centre[1], end[0] - centre[0])
    last = first + math.remainder(last - first, math.tau)
    return Arc(centre, SHARP if sharp else GENTLE, first, last)


def turned_round(curve: Curve) -> Curve:
    """The same track from its other end."""
    if isinstance(curve, Arc):
        return Arc(curve.centre, curve.radius, curve.last, curve.first)
    if isinstance(curve, Bend):
        return Bend(curve.end, curve.control, curve.start)
    return Line(curve.end, curve.start)


def moved(curve: Curve, by: Point) -> Curve:
    """The same track elsewhere."""

    def there(point: Point) -> Point:
        return point[0] + by[0], point[1] + by[1]

    if isinstance(curve, Arc):
        return Arc(there(curve.centre), curve.radius, curve.first, curve.last)
    if isinstance(curve, Bend):
        return Bend(there(curve.start), there(curve.control), there(curve.end))
    return Line(there(curve.start), there(curve.end))


def part(curve: Curve, share: float) -> Curve:
    """The beginning of side-to-side track, as far as `share`."""
    if isinstance(curve, Arc):
        return Arc(curve.centre, curve.radius, curve.first, curve.first + (curve.last - curve.first) * share)
    return Line(curve.start, curve.at(share))


def from_side(layout: str, side: int, goal: Point) -> Curve:
    """Track from a side to a stop that lies anywhere in the hex."""
    start = side_middle(layout, side)
    if abs(start[0] * goal[1] - start[1] * goal[0]) < 1:
        return Line(start, goal)
    inward = 1 - 0.55 * distance(start, goal) / APOTHEM
    return Bend(start, (start[0] * inward, start[1] * inward), goal)


def samples(curve: Curve, step: float = 6) -> list[Point]:
    """Points along a curve, about `step` apart."""
    count = max(2, round(curve.length / step))
    return [curve.at(i / count) for i in range(count + 1)]
