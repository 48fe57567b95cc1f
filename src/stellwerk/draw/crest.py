"""Crests of companies: a disc in the livery with a charge behind the label, told apart without seeing colours."""

import math
import re
from functools import lru_cache
from html import escape

from .free_space import text_width
from .geometry import short, text_at
from .look import Livery, Look
from .svg import FONT

# Charges as strokes within a disc of radius 10: path data around its middle, and how thick they are.
_STROKES = {
    "fess": ("m-9.2 0h18.4", 6),
    "pale": ("m0-9.2v18.4", 6),
    "bend": ("m-6.6-6.6 13.2 13.2", 6),
    "sinister": ("m-6.6 6.6 13.2-13.2", 6),
    "cross": ("m-9.6 0h19.2m-9.6-9.6v19.2", 4),
    "saltire": ("m-6.8-6.8 13.6 13.6m-13.6 0 13.6-13.6", 4),
    "chevron": ("m-7.4 5.6 7.4-10 7.4 10", 4.5),
    "bars": ("m-7.6-5.4h15.2m-15.2 10.8h15.2", 3),
    "pallets": ("m-5.4-7.6v15.2m10.8-15.2v15.2", 3),
    "wheel": ("m-9.6 0h19.2m-14.4-8.3 9.6 16.6m0-16.6-9.6 16.6", 2),
}
# Charges that are filled.
_FIELDS = {
    "halves": "m0-10a10 10 0 0 1 0 20z",
    "ground": "m-10 0a10 10 0 0 0 20 0z",
    "quarters": "m0 0v-10a10 10 0 0 1 10 10zh-10a10 10 0 0 0 10 10z",
    "roundel": "m-6.4 0a6.4 6.4 0 1 0 12.8 0 6.4 6.4 0 1 0-12.8 0z",
}
CHARGES = (
    "halves", "cross", "bend", "roundel", "ground", "saltire", "pale", "quarters",
    "bars", "sinister", "chevron", "pallets", "wheel", "fess", "",
)  # fmt: skip
"""In the order in which a title's companies get them."""
_SHADE = 0.32
_RADIUS = 16.0


def crest(look: Look, company: str) -> str:
    """A company's crest as a small drawing of its own; the name is for whoever places it to say."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="crest" viewBox="-17 -17 34 34" aria-hidden="true"'
        f' font-family="{FONT}" font-size="{short(_RADIUS)}" text-anchor="middle">'
        f"{disc(look.livery(company), _RADIUS, _RADIUS)}</svg>"
    )


@lru_cache(maxsize=512)
def disc(livery: Livery, radius: float, size: float) -> str:
    """The disc with its charge and label around the middle; the label is narrowed until it fits."""
    return (
        f'<circle r="{short(radius)}" fill="{livery.fill}" stroke="#000"/>'
        + charge(livery, radius - 0.5)
        + label(livery.label, radius, size, livery.text)
    )


def charge(livery: Livery, radius: float) -> str:
    """The charge alone, in a shade between the livery's two colours."""
    shade = _between(livery.fill, livery.text, _SHADE)
    if livery.charge in _FIELDS:
        return f'<path d="M0 0{_scaled(_FIELDS[livery.charge], radius)}" fill="{shade}"/>'
    if livery.charge in _STROKES:
        data, width = _STROKES[livery.charge]
        line = f'd="M0 0{_scaled(data, radius)}" fill="none"'
        return f'<path {line} stroke="{shade}" stroke-width="{short(width * radius / 10)}"/>'
    return ""


@lru_cache(maxsize=256)
def _scaled(data: str, radius: float) -> str:
    """Path data for a disc of radius 10, for another one; flags of arcs stay as they are.

    >>> _scaled("m-6-6 1 1", 15), _scaled("a10 10 0 0 1 0 20z", 5)
    ('m-9-9 1.5 1.5', 'a5 5 0 0 1 0 10z')
    """
    parts = re.split(r"(a[^a-z]*)", data)
    return "".join(_scaled_arcs(part, radius) if part.startswith("a") else _scale(part, radius) for part in parts)


def _scale(data: str, radius: float) -> str:
    return re.sub(r"-?[\d.]+", lambda found: short(float(found[0]) * radius / 10), data)


def _scaled_arcs(data: str, radius: float) -> str:
    return re.sub(
        r"([\d.]+) ([\d.]+) (\d \d \d)( ?-?[\d.]+ ?-?[\d.]+)",
        lambda found: (
            f"{_scale(found[1], radius)} {_scale(found[2], radius)} {found[3]}{_scale(found[4], radius)}"
        ),
        data,
    )


def label(text: str, radius: float, size: float, ink: str) -> str:
    """A label in a disc: narrower than usual where it would be too wide."""
    room = 2 * math.sqrt(radius**2 - (0.3 * size) ** 2) - 2.5
    wide = text_width(text, size, bold=True)
    squeezed = f' textLength="{short(room)}" lengthAdjust="spacingAndGlyphs"' if wide > room else ""
    return f'<text{text_at(0, size * 0.36)} font-weight="bold" fill="{ink}"{squeezed}>{escape(text)}</text>'


def _between(one: str, other: str, share: float) -> str:
    """A colour so far on the way from one to another.

    >>> _between("#000", "#ffffff", 0.5)
    '#808080'
    """
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(one), rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def rgb(colour: str) -> tuple[int, int, int]:
    """Red, green and blue of a colour.

    >>> rgb("#05a"), rgb("#ffd700")
    ((0, 85, 170), (255, 215, 0))
    """
    digits = colour.lstrip("#")
    if len(digits) == 3:
        digits = "".join(digit * 2 for digit in digits)
    return int(digits[:2], 16), int(digits[2:4], 16), int(digits[4:6], 16)
