"""Crests of companies: a disc in the livery with a charge behind the label, told apart without seeing colours."""

import math
from html import escape

from .geometry import Point, short, text_at
from .look import Livery, Look
from .room import text_width
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
    "fess", "halves", "cross", "pale", "roundel", "bend", "ground", "saltire",
    "bars", "quarters", "chevron", "sinister", "pallets", "wheel",
)  # fmt: skip
"""In the order in which a title's companies get them."""
_SHADE = 0.32
_RADIUS = 16.0


def crest(look: Look, company: str) -> str:
    """A company's crest as a small drawing of its own; the name is for whoever places it to say."""
    body = disc(look.livery(company), (0.0, 0.0), _RADIUS, _RADIUS)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="crest" viewBox="-17 -17 34 34" aria-hidden="true"'
        f' font-family="{FONT}" font-size="{short(_RADIUS)}" text-anchor="middle">{body}</svg>'
    )


def disc(livery: Livery, at: Point, radius: float, size: float) -> str:
    """The disc with its charge and label; the label is narrowed until it fits."""
    x, y = at
    return (
        f'<circle cx="{short(x)}" cy="{short(y)}" r="{short(radius)}" fill="{livery.fill}" stroke="#000"/>'
        + charge(livery, at, radius - 0.5)
        + label(livery.label, at, radius, size, livery.text)
    )


def charge(livery: Livery, at: Point, radius: float) -> str:
    """The charge alone, in a shade between the livery's two colours."""
    shade = _between(livery.fill, livery.text, _SHADE)
    where = f'transform="translate({short(at[0])} {short(at[1])})scale({radius / 10:.2f})" d="M0 0'
    if livery.charge in _FIELDS:
        return f'<path {where}{_FIELDS[livery.charge]}" fill="{shade}"/>'
    if livery.charge in _STROKES:
        data, width = _STROKES[livery.charge]
        return f'<path {where}{data}" fill="none" stroke="{shade}" stroke-width="{width}"/>'
    return ""


def label(text: str, at: Point, radius: float, size: float, ink: str) -> str:
    """A label in a disc: narrower than usual where it would be too wide."""
    room = 2 * math.sqrt(radius**2 - (0.3 * size) ** 2) - 2.5
    wide = text_width(text, size, bold=True)
    squeezed = f' textLength="{short(room)}" lengthAdjust="spacingAndGlyphs"' if wide > room else ""
    return (
        f'<text{text_at(at[0], at[1] + size * 0.36)} font-weight="bold" fill="{ink}"{squeezed}>'
        f"{escape(text)}</text>"
    )


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
